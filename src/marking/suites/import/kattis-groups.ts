/* What a group of a Kattis package says of itself, and the points that this gives its cases, in both formats. */
import * as v from 'valibot';

const any = v.optional(v.unknown());
/** `testdata.yaml`, and since 2025 `test_group.yaml`; drafts of that had a part of it in `scoring`. */
export const GROUP = v.object({
  range: any,
  accept_score: any,
  grader_flags: any,
  on_reject: any,
  grading: any,
  args: any,
  output_validator_flags: any,
  output_validator_args: any,
  max_score: any,
  score_aggregation: any,
  require_pass: any,
  static_validation_score: any,
  scoring: v.optional(v.object({score: any, aggregation: any, require_pass: any}), {}),
});
export type Said = v.InferOutput<typeof GROUP>;

/** What of a package its points depend on. */
interface Scored {
  readonly isLegacy: boolean;
  /** What cannot be taken. */
  readonly left: string[];
}

/** Arguments: of a list each item, of a string each word. */
export function wordsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : [];
}

/** Whether some groups in a group may fail, in the older format. */
export function isLenient(said: Said | null): boolean {
  return wordsIn(said?.grader_flags).some((flag) => /^(?:always_accept|accept_if_any_accepted)$/.test(flag));
}

interface Scoring {
  readonly rule: 'all' | 'min' | null;
  /** Those of each case. */
  readonly points: readonly (number | string)[];
}

/** The points of a group's cases, and how they count together. */
export function scoringOf(taken: Scored, said: Said | null, folder: string, count: number): Scoring {
  if (count === 0) return {rule: null, points: []};
  const {rule, whole, each} = taken.isLegacy ? legacyScoring(taken, said, folder) : newScoring(said, folder);
  if (whole === null && each === null) {
    taken.left.push(`data/${folder}: no highest score, as with max_score: unbounded: a case has 1 point`);
    return {rule, points: []};
  }
  if (each !== null && rule !== 'min') return {rule, points: Array.from({length: count}, () => each)};
  const sum = whole ?? each ?? 0;
  // What counts as a whole is got or lost together: its first case has all the points, and nothing is rounded.
  if (rule !== null) return {rule, points: Array.from({length: count}, (_, at) => (at === 0 ? sum : 0))};
  return {rule, points: sharesOf(sum, count)};
}

interface Score {
  readonly rule: Scoring['rule'];
  /** Of all cases together, or of each; null: it does not say. */
  readonly whole: number | null;
  readonly each: number | null;
}

/** Since 2025, as a group passes or fails unless it says otherwise, and the cases of `secret` are added up. */
function newScoring(said: Said | null, folder: string): Score {
  const isSecret = folder === 'secret';
  const kind = said?.score_aggregation ?? said?.scoring.aggregation ?? (isSecret ? 'sum' : 'pass-fail');
  const rule = kind === 'min' ? 'min' : kind === 'sum' ? null : 'all';
  const most = Number(said?.max_score ?? said?.scoring.score ?? (isSecret ? 100 : Number.NaN));
  return {rule, whole: most >= 0 ? most : null, each: null};
}

/** As the default grader does: a group in which a case fails has no score, unless it accepts that. */
function legacyScoring({left}: Scored, said: Said | null, folder: string): Score {
  const flags = wordsIn(said?.grader_flags);
  const mode = flags.findLast((flag) => /^(?:sum|avg|min|max)$/.test(flag)) ?? 'sum';
  const most = Number(String(said?.range ?? '').split(/\s+/)[1] ?? Number.NaN);
  const highest = Number.isFinite(most) ? most : null;
  const accepted = said?.accept_score === undefined ? null : Number(said.accept_score);
  if (mode === 'max') left.push(`data/${folder}: grader_flags: max: the scores of its cases are added up`);
  const rule = mode === 'min' ? 'min' : isLenient(said) ? null : 'all';
  if (mode === 'avg') return {rule, whole: accepted ?? highest ?? 1, each: null};
  return {rule, whole: highest, each: accepted ?? (highest === null ? 1 : null)};
}

/** Equal parts, of which the first has what is left of the last decimal. */
function sharesOf(sum: number, count: number): readonly (number | string)[] {
  const units = Math.round(sum * SHARE_UNITS);
  const part = Math.floor(units / count);
  const rest = units - part * count;
  return Array.from({length: count}, (_, at) => String((at === 0 ? part + rest : part) / SHARE_UNITS));
}

const SHARE_UNITS = 1e6;
