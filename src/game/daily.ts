/*
 * The dice of the day, the same for every player. A die's face depends only on the day, the turn, the roll and the
 * die, so players who keep different dice still meet the same faces.
 */
import {DIE_NUMBERS, type DieNumber, type Face, ROLLS} from '../rules/dice.js';
import {type RandomState, randomFrom, rollFaces} from './random.js';

/** More than the 39 rolls of a one-column game, so that no two days share a seed. */
const ROLLS_A_DAY = 100;

/** Returns the seed of an ISO date such as `2026-11-23`. Returns null if there is no such day. */
export function seedOfDay(day: string): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  const isDay = year !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  return isDay ? Number(`${year}${month}${date}`) * ROLLS_A_DAY : null;
}

/** Returns the ISO date in the local time zone. */
export function dayOf(when: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
}

/** Returns the day that is `count` days before another. */
export function daysBefore(day: string, count: number): string {
  const when = new Date(`${day}T00:00:00Z`);
  when.setUTCDate(when.getUTCDate() - count);
  return when.toISOString().slice(0, 10);
}

/** Returns the days of five calendar weeks, from a Monday to today. */
export function recentDays(today: string): string[] {
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const before = 28 + sinceMonday;
  return Array.from({length: before + 1}, (_, index) => daysBefore(today, before - index));
}

/** Counts the days in a row until today, or until yesterday while today can still be played. */
export function streakOf(days: ReadonlySet<string>, today: string): number {
  const first = days.has(today) ? 0 : 1;
  let before = first;
  while (days.has(daysBefore(today, before))) before += 1;
  return before - first;
}

/** Returns the faces of the numbered dice. Turns and rolls count from 0. */
export function facesOfDay(seed: number, turn: number, roll: number, numbers: readonly DieNumber[]): Face[] {
  const random: RandomState = randomFrom(seed + ROLLS * turn + roll);
  const {faces} = rollFaces(random, DIE_NUMBERS.length);
  return numbers.map((number) => faces[number - 1] ?? 1);
}
