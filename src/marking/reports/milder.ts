/* For markers: the points that submissions would get under a milder comparison, or from a milder compiler. */
import {listSome} from '../results/grouping.js';
import {pointsOf, type RunFacts, type Score, type SubmissionMarks} from '../results/marks.js';
import {inGroups} from '../results/points.js';
import {oneLine} from '../results/visible.js';

/** The comparison of letters and digits alone, and tolerances that it includes. */
const LENIENT = 'only A-Za-z0-9';
const INCLUDED: readonly (string | null)[] = [
  ...['final-newline', 'crlf', 'trailing-space', 'blank-lines', 'space', LENIENT],
];

/** Hints that are no tolerances. */
const NO_TOLERANCE = 'numbers';

interface Milder extends Score {
  readonly target: string;
}

/** Gathers who would get more, and how. */
export class MilderMarks {
  private readonly found = new Map<string, Milder[]>();
  private readonly run: RunFacts;

  constructor(run: RunFacts) {
    this.run = run;
  }

  add(one: SubmissionMarks): void {
    const tolerance = toleranceFor(one);
    const how =
      tolerance === LENIENT ? (this.run.milder ?? `--tolerate '${LENIENT}'`) : `--tolerate ${tolerance}`;
    const words = tolerance === LENIENT ? `if only letters and digits counted (${how})` : `with ${how}`;
    if (tolerance !== null) this.put(oneLine(words), {target: one.target, ...pointsUnder(one, tolerance)});
    const {target, withoutWerror: points, maxPoints} = one;
    if (points !== null) this.put('without -Werror', {target, points, maxPoints});
  }

  private put(words: string, one: Milder): void {
    const all = this.found.get(words) ?? [];
    this.found.set(words, all);
    all.push(one);
  }

  /** @param isOne whether the run has only one submission, which need not be named */
  lines(isOne: boolean): string[] {
    return Array.from(this.found, ([words, all]) => {
      const named = all.map(({target, points, maxPoints}) =>
        isOne ? `${points} of ${maxPoints} points` : `${oneLine(target)} ${points} of ${maxPoints}`,
      );
      return isOne ? `${named.join()} ${words}` : `${words}: ${listSome(named)}`;
    });
  }
}

/** Returns the tolerance under which at least half of the failures would pass; null if none would. */
function toleranceFor({cases}: SubmissionMarks): string | null {
  const failures = cases.filter(({verdict}) => verdict !== 'pass' && verdict !== 'skipped');
  const isEnough = (passes: (hint: string | null) => boolean): boolean => {
    const count = failures.filter(({wouldPassWith}) => passes(wouldPassWith)).length;
    return count > 0 && count * 2 >= failures.length;
  };
  const hints = new Set(failures.map(({wouldPassWith}) => wouldPassWith));
  const single = [...hints].find(
    (one) => one !== null && one !== NO_TOLERANCE && isEnough((hint) => hint === one),
  );
  return single ?? (isEnough((hint) => INCLUDED.includes(hint)) ? LENIENT : null);
}

function pointsUnder({cases}: SubmissionMarks, tolerance: string): Score {
  const passes = (hint: string | null): boolean =>
    hint === tolerance || (tolerance === LENIENT && INCLUDED.includes(hint));
  const judged = cases.map((one) =>
    one.verdict === 'pass' || passes(one.wouldPassWith)
      ? {...one, verdict: 'pass' as const, points: one.maxPoints}
      : one,
  );
  return pointsOf(inGroups(judged));
}
