/* For markers: the points that submissions would get under a milder comparison, or from a milder compiler. */
import {INCLUDED, LENIENT, TOLERANCE_NAMES} from '../comparing/tolerances.js';
import {listIn, listSome} from '../results/grouping.js';
import {pointsOf, type RunFacts, type Score, type SubmissionMarks} from '../results/marks.js';
import {inGroups} from '../results/points.js';
import {oneLine} from '../results/visible.js';
import {toleranceFlag} from './explain.js';

interface Milder extends Score {
  readonly target: string;
}

/** Gathers the submissions that would get more. */
export class MilderMarks {
  private readonly found = new Map<string, Milder[]>();
  private readonly run: RunFacts;

  constructor(run: RunFacts) {
    this.run = run;
  }

  add(one: SubmissionMarks): void {
    const tolerance = toleranceFor(one);
    const {target, withoutWerror: points, maxPoints} = one;
    if (tolerance !== null)
      listIn(this.found, this.wordsFor(tolerance)).push({target, ...pointsUnder(one, tolerance)});
    if (points !== null) listIn(this.found, 'without -Werror').push({target, points, maxPoints});
  }

  private wordsFor(tolerance: string): string {
    if (tolerance !== LENIENT.name) return `with ${toleranceFlag(tolerance)}`;
    return oneLine(`if only letters and digits counted (${this.run.milder ?? toleranceFlag(tolerance)})`);
  }

  /** @param isOne whether the run has one submission, which is not named */
  lines(isOne: boolean): string[] {
    return Array.from(this.found, ([words, all]) => {
      const named = all.map(({target, points, maxPoints}) =>
        isOne ? `${points} of ${maxPoints} points` : `${oneLine(target)} ${points} of ${maxPoints}`,
      );
      return isOne ? `${named.join()} ${words}` : `${words}: ${listSome(named)}`;
    });
  }
}

/** Returns the tolerance, the milder of two, under which most failures would pass, if that is half of them. */
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

/** Returns whether a tolerance includes the one in a hint. */
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
