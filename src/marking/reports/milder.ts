/* For markers: the points that submissions would get under a milder comparison, or from a milder compiler. */
import {INCLUDED, LENIENT, TOLERANCE_NAMES} from '../comparing/tolerances.js';
import {pointsOf, type RunFacts, type Score, type SubmissionMarks} from '../results/marks.js';
import {inGroups} from '../results/points.js';
import {oneLine} from '../results/visible.js';
import {toleranceFlag} from './explain.js';

/** Returns the points that a submission would get, by words for the milder comparison or compiler. */
export function milderMarks(one: SubmissionMarks, run: RunFacts): Map<string, Score> {
  const found = new Map<string, Score>();
  const tolerance = toleranceFor(one);
  const {withoutWerror: points, maxPoints} = one;
  if (tolerance !== null) found.set(wordsFor(tolerance, run), pointsUnder(one, tolerance));
  if (points !== null) found.set('without -Werror', {points, maxPoints});
  return found;
}

function wordsFor(tolerance: string, {milder}: RunFacts): string {
  if (tolerance !== LENIENT.name) return `with ${toleranceFlag(tolerance)}`;
  return oneLine(`if only letters and digits counted (${milder ?? toleranceFlag(tolerance)})`);
}

/** Returns the tolerance under which most failures, at least half, would pass; of equal ones, the lenient one last. */
function toleranceFor({cases}: SubmissionMarks): string | null {
  const failures = cases.filter(({verdict}) => verdict !== 'pass' && verdict !== 'skipped');
  const passingUnder = (tolerance: string): number =>
    failures.filter(({wouldPassWith}) => isCovered(wouldPassWith, tolerance)).length;
  const isEnough = (tolerance: string): boolean => passingUnder(tolerance) * 2 >= failures.length;
  const hints = new Set(failures.flatMap(({wouldPassWith}) => wouldPassWith ?? []));
  const known = [...hints].filter((name) => TOLERANCE_NAMES.includes(name));
  const enough = hints.size === 0 ? [] : [...known, LENIENT.name].filter(isEnough);
  return enough.sort((a, b) => passingUnder(b) - passingUnder(a)).at(0) ?? null;
}

function isCovered(hint: string | null, tolerance: string): boolean {
  return hint !== null && (hint === tolerance || (INCLUDED[tolerance] ?? []).includes(hint));
}

function pointsUnder({cases}: SubmissionMarks, tolerance: string): Score {
  const judged = cases.map((one) =>
    one.verdict === 'pass' || isCovered(one.wouldPassWith, tolerance)
      ? {...one, verdict: 'pass' as const, points: one.maxPoints}
      : one,
  );
  return pointsOf(inGroups(judged));
}
