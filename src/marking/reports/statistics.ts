/* What a class says of its suite: how hard each case is, whether it tells anybody apart, and which mistakes are common. */
import type {CaseMarks, Submissions} from '../results/marks.js';
import {parsePoints} from '../results/points.js';
import {oneLine} from '../results/visible.js';
import {troublesOf} from './causes.js';

export interface Statistics {
  readonly submissions: number;
  /** How many submissions have so many tenths of their maximum: from 0 up to 1, from 1 up to 2, …, from 9 to all. */
  readonly tenths: readonly number[];
  /** In the order of the fixtures. */
  readonly cases: readonly CaseStatistics[];
  /** The most frequent first. */
  readonly mistakes: readonly {readonly label: string; readonly submissions: number}[];
}

export interface CaseStatistics {
  readonly name: string;
  readonly number: number;
  /** How many have it, without those that could not be checked, and how many of them passed. */
  readonly count: number;
  readonly passed: number;
  /** Whether some earned more than others. A single submission cannot say. */
  readonly tells: 'apart' | 'all passed' | 'nobody passed' | 'all partly' | 'unknown';
  /** In seconds, of those that ran; null if nobody's did. */
  readonly median: number | null;
  readonly longest: number | null;
}

const TENTHS = 10n;

export function statisticsOf(submissions: Submissions): Statistics {
  const tenths = Array.from({length: Number(TENTHS)}, () => 0);
  const cases = new Map<string, Tally>();
  for (const {points, maxPoints, cases: own} of submissions) {
    const tenth = tenthOf(points, maxPoints);
    if (tenth !== null) tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    for (const one of own) {
      const tally = cases.get(one.case) ?? {
        number: one.number,
        count: 0,
        passed: 0,
        points: new Set(),
        seconds: [],
      };
      cases.set(one.case, tally);
      count(tally, one);
    }
  }
  const mistakes = troublesOf(submissions).map(({label, members}) => ({label, submissions: members.length}));
  return {
    submissions: submissions.length,
    tenths,
    cases: [...cases].map(([name, tally]) => caseStatistics(name, tally)).sort((a, b) => a.number - b.number),
    mistakes,
  };
}

interface Tally {
  readonly number: number;
  count: number;
  passed: number;
  readonly points: Set<string>;
  readonly seconds: number[];
}

function count(tally: Tally, {verdict, points, seconds}: CaseMarks): void {
  if (verdict === 'could-not-check') return;
  tally.count += 1;
  if (verdict === 'pass') tally.passed += 1;
  tally.points.add(points);
  if (seconds > 0) tally.seconds.push(seconds);
}

/** null: there was nothing to earn. */
function tenthOf(points: string, maxPoints: string): number | null {
  const [some, all] = [parsePoints(points), parsePoints(maxPoints)];
  const whole = all.units * 10n ** BigInt(some.decimals);
  if (whole === 0n) return null;
  const tenth = (TENTHS * some.units * 10n ** BigInt(all.decimals)) / whole;
  return Number(tenth < TENTHS ? tenth : TENTHS - 1n);
}

function caseStatistics(name: string, {number, count, passed, points, seconds}: Tally): CaseStatistics {
  const sorted = Float64Array.from(seconds).sort();
  const tells =
    count < 2
      ? 'unknown'
      : passed === count
        ? 'all passed'
        : passed > 0 || points.size > 1
          ? 'apart'
          : /[1-9]/.test([...points].join())
            ? 'all partly'
            : 'nobody passed';
  const [median = null, longest = null] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)];
  return {name: oneLine(name), number, count, passed, tells, median, longest};
}

/** `0–9%`, …, `90–100%`: the share of the maximum that a tenth stands for. */
export function shareText(tenth: number): string {
  return `${tenth * 10}–${tenth === 9 ? 100 : tenth * 10 + 9}%`;
}

export function secondsText(seconds: number | null): string {
  return seconds === null ? '–' : `${seconds.toFixed(2)} s`;
}

/** What is said of cases that tell nobody apart. */
export function sameText({tells}: CaseStatistics): string {
  return tells === 'apart' || tells === 'unknown' ? '' : tells;
}
