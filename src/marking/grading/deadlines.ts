/* Deadlines and the days after them. Times are compared on clocks of the deadline's zone, so each day ends at the same time. */
import {messageOf} from '../../command-line/user-error.js';
import type {TableRow} from '../results/csv.js';
import {listSome} from '../results/grouping.js';
import {amountIn} from './by-hand.js';
import {named, type Student} from './people.js';
import {MODIFIED} from './sheet.js';

export interface Time {
  /** Date and time on the clock, in milliseconds as if it showed UTC. */
  readonly clock: number;
  /** `Australia/Sydney`, `+10:00` or `Z`; `''`: unknown. */
  readonly zone: string;
}

const ISO =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?: ?(Z|UTC|GMT|[+-](?:0\d|1[0-4]):?\d\d)| ([A-Z][\w+/-]*))?$/i;

/** Moodle's form in English, British or American: `Tuesday, 5 March 2024, 3:04 PM`. */
const WRITTEN =
  /^(?:[A-Z]\w+, )?((?:\d{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* (?:\d{1,2}, )?\d{4}), (\d{1,2}:\d\d [AP]M)$/;

function timeIn(text: string): Time | null {
  const plain = text.trim().replace(/\s+/g, ' ');
  const [, date, hour = '', minute, second = '00', offset = '', name = ''] = ISO.exec(plain) ?? [];
  const [, day, time] = WRITTEN.exec(plain) ?? [];
  const iso = `${date}T${hour.padStart(2, '0')}:${minute}:${second}.000Z`;
  const clock = Date.parse(day === undefined ? iso : `${day} ${time} UTC`);
  // `Date` takes 30 February for 1 March.
  const isReal = !Number.isNaN(clock) && (day !== undefined || new Date(clock).toISOString() === iso);
  return isReal ? {clock, zone: offset || name} : null;
}

/** @throws RangeError that says what a deadline looks like */
export function parseDeadline(text: string): Time {
  const time = timeIn(text);
  if (!time?.zone)
    throw new RangeError(
      `a time with its zone, such as '2016-09-04 23:59:59 Australia/Sydney', not ${JSON.stringify(text)}`,
    );
  try {
    shownIn(time.zone, time.clock);
  } catch (error) {
    throw new RangeError(`a time zone such as Australia/Sydney: ${messageOf(error)}`);
  }
  return time;
}

function isOffset(zone: string): boolean {
  return /^(?:Z$|UTC$|GMT$|[+-])/i.test(zone);
}

function offsetOf(zone: string): number {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Returns the time on clocks of a zone at an instant. */
function shownIn(zone: string, instant: number): number {
  if (isOffset(zone)) return instant + offsetOf(zone);
  // Sweden writes ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', {timeZone: zone, dateStyle: 'short', timeStyle: 'medium'});
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`);
}

/** @throws RangeError if the text is not a time, or cannot be compared with the deadline */
function clockIn(zone: string, text: string, cell = ''): number {
  const time = timeIn(text);
  const shown = cell + JSON.stringify(text);
  if (time === null)
    throw new RangeError(
      `${shown} is not a time such as 2016-09-04 23:59:59, or as Moodle writes it in English`,
    );
  if (time.zone === '' && isOffset(zone))
    throw new RangeError(`${shown} has no zone, so the deadline needs one by name, not ${zone}`);
  if (['', zone.toLowerCase()].includes(time.zone.toLowerCase())) return time.clock;
  if (!isOffset(time.zone)) throw new RangeError(`${shown} must be in the zone of the deadline, ${zone}`);
  return shownIn(zone, time.clock - offsetOf(time.zone));
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Returns the days late; a begun day counts whole. Days in `late` win over times. `deadlines` has extended ones.
 *
 * @throws RangeError if a time is unknown, or cannot be compared
 */
export function daysLate(
  students: readonly Student[],
  due: Time,
  late: ReadonlyMap<Student, number>,
  deadlines: ReadonlyMap<Student, Time>,
): ReadonlyMap<Student, number> {
  const timed = students.filter((one) => !late.has(one) && (timeOf(one) || one.handed.late !== false));
  const unknown = timed.filter((one) => !timeOf(one));
  const names = unknown.map(({title, handed}) => title + (handed.late ? ' (LATE)' : ''));
  if (names.length > 0)
    throw new RangeError(
      `no time of submission is known for ${listSome(names)}: give their days with --late, or Moodle's worksheet as --sheet`,
    );
  const days = timed.map((one): [Student, number] => {
    const {clock, zone} = deadlines.get(one) ?? due;
    const cell = one.handed.submitted ? '' : `line ${one.row?.line}, ${MODIFIED}: `;
    const after = named(one, () => clockIn(zone, timeOf(one), cell)) - clock;
    return [one, Math.max(0, Math.ceil(after / DAY))];
  });
  return new Map([...days, ...late]);
}

/** Returns the system's time of submission; `''`: unknown. */
function timeOf({handed, row}: Student): string {
  return handed.submitted ?? row?.submitted ?? '';
}

/** Reads days late; a begun day counts whole. @throws RangeError */
export function daysLateIn(row: TableRow): number {
  return Math.ceil(daysIn(row.textOf('days') || row.textOf('days late')));
}

/** Moves a deadline by days, or to another time. @throws RangeError */
export function movedBy(row: TableRow, {clock, zone}: Time): Time {
  const [days, due] = [row.textOf('days'), row.textOf('due')];
  if ((days === '') === (due === '')) throw new RangeError('a row has either days or due');
  return {zone, clock: due === '' ? clock + daysIn(days) * DAY : clockIn(zone, due)};
}

const MOST_DAYS = 1_000_000;

/** Reads days, or hours, minutes and seconds: `1:30:00`. */
function daysIn(cell: string): number {
  const [, hours, minutes, seconds] = /^(\d+):([0-5]\d):([0-5]\d)$/.exec(cell) ?? [];
  const inHours = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const days = hours === undefined ? Number(amountIn(cell) ?? Number.NaN) : inHours / 86_400;
  if (days >= 0 && days <= MOST_DAYS) return days;
  throw new RangeError(
    `${JSON.stringify(cell)} is not a number of days, such as 2 or 1.5, nor hours such as 1:30:00`,
  );
}
