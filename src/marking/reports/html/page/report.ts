/* What the file holds, ready to be shown: reads `contents.ts`, and counts. */
import type {Verdict} from '../../../results/verdicts.js';
import type {Column, Head, Result, ShownLine, SubmissionRow} from '../contents.js';

export interface Report {
  readonly columns: readonly Column[];
  readonly submissions: readonly Submission[];
  /** In the order in which they first appear. */
  readonly causes: readonly Cause[];
  /** The verdicts that there are, each with how many submissions have it. */
  readonly verdicts: ReadonlyMap<Verdict, number>;
}

export interface Submission {
  readonly target: string;
  readonly points: string;
  readonly maxPoints: string;
  /** For each column; null where the submission has no such case. */
  readonly results: readonly (Result | null)[];
  readonly passed: number;
  readonly count: number;
}

export interface Cause {
  readonly label: string;
  readonly verdict: Verdict;
  readonly submissions: number;
}

/** Gives the lines of a text that a result names. */
export type TextsOf = (number: number | undefined) => readonly string[];

const texts: string[] = [];
const diffs: (readonly ShownLine[])[] = [];

/** The texts of a submission, with its own name in them. */
export function textsOf({target}: Submission): TextsOf {
  // A function, because in a replacement text `$` is no plain character.
  const named = (text: string): string => text.replaceAll('\0', () => target);
  return (number) => (number === undefined ? [] : named(texts[number] ?? '').split('\n'));
}

/** The lines of a diff that a result names. */
export function diffOf(number: number | undefined): readonly ShownLine[] {
  return number === undefined ? [] : (diffs[number] ?? []);
}

/** Reads the report, once. */
export function reportFrom(json: string): Report {
  const [head, ...rows]: readonly [Head, ...SubmissionRow[]] = JSON.parse(json);
  const results: Result[] = [];
  const labels: string[] = [];
  const submissions = rows.map((row): Submission => {
    // One by one, because a call takes only so many arguments.
    for (const text of row.texts) texts.push(text);
    for (const diff of row.diffs) diffs.push(diff);
    for (const result of row.results) results.push(result);
    for (const label of row.causes) labels.push(label);
    const own = row.cells.map((number) => results[number] ?? null);
    const {target, points, maxPoints} = row;
    const there = own.filter((one) => one !== null);
    const passed = there.filter(({verdict}) => verdict === 'pass').length;
    return {target, points, maxPoints, results: own, passed, count: there.length};
  });
  return {columns: head.cases, submissions, ...counts(submissions, labels)};
}

function counts(
  submissions: readonly Submission[],
  labels: readonly string[],
): Pick<Report, 'causes' | 'verdicts'> {
  const verdicts = new Map<Verdict, number>();
  const causes = labels.map((label) => ({label, verdict: 'skipped' as Verdict, submissions: 0}));
  for (const {results} of submissions) {
    const own = new Set(results);
    const [ownVerdicts, ownCauses] = [new Set<Verdict>(), new Set<number>()];
    for (const one of own) {
      if (one === null) continue;
      ownVerdicts.add(one.verdict);
      if (one.cause === undefined) continue;
      ownCauses.add(one.cause);
      const cause = causes[one.cause];
      if (cause !== undefined) cause.verdict = one.verdict;
    }
    for (const verdict of ownVerdicts) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    for (const number of ownCauses) {
      const cause = causes[number];
      if (cause !== undefined) cause.submissions += 1;
    }
  }
  return {causes, verdicts};
}
