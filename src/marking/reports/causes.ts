/* Mistakes: failures grouped by cause, in one submission or across a class. */
import {NUMBERS, OTHER_ORDER, WRONG_NUMBER, withOthersHidden} from '../comparing/summary.js';
import type {CaseMarks, SubmissionMarks} from '../results/marks.js';
import {verdictWords} from '../results/verdicts.js';
import {headline, isOfSubmission} from './explain.js';

/** One cause, and everything that it affects. */
export interface Mistake {
  label: string;
  /** Each submission once, with its cases. */
  readonly members: Member[];
  /** Tolerance under which all of its cases would pass; null: there is none. */
  wouldPassWith: string | null;
  /** The plainest case that shows it. */
  example: {readonly target: string; readonly one: CaseMarks};
}

export interface Member {
  readonly target: string;
  readonly cases: NamedCase[];
}

export type NamedCase = Pick<
  CaseMarks,
  'case' | 'title' | 'visibility' | 'withheld' | 'verdict' | 'studentReason'
>;

export class Mistakes {
  private readonly found = new Map<string, Mistake>();

  add({target, cases}: Pick<SubmissionMarks, 'target' | 'cases'>): void {
    // Crashes of one program on one line are one mistake, whatever they did there.
    const lines = new Map<string, string>();
    for (const one of cases) {
      if (one.verdict === 'pass') continue;
      const label = headline(one);
      const place = placeOf(one);
      const cause = lines.get(place ?? '') ?? causeOf(one, label);
      if (place !== null) lines.set(place, cause);
      const {case: name, title, visibility, withheld, verdict, studentReason, wouldPassWith} = one;
      const example = {target, one};
      const mistake = this.found.get(cause) ?? {label, members: [], wouldPassWith, example};
      this.found.set(cause, mistake);
      if (mistake.label !== label) mistake.label = commonLabel(mistake.label, label, one);
      if (mistake.wouldPassWith !== wouldPassWith) mistake.wouldPassWith = null;
      if (plainness(one) < plainness(mistake.example.one)) mistake.example = example;
      const {members} = mistake;
      if (members.at(-1)?.target !== target) members.push({target, cases: []});
      members.at(-1)?.cases.push({case: name, title, visibility, withheld, verdict, studentReason});
    }
  }

  /** Returns the mistakes of most submissions first, then of most cases; skipped cases come last. */
  sorted(): Mistake[] {
    const isSkip = ({example}: Mistake): boolean => example.one.verdict === 'skipped';
    const count = ({members}: Mistake): number => members.reduce((sum, {cases}) => sum + cases.length, 0);
    return [...this.found.values()].sort(
      (a, b) =>
        Number(isSkip(a)) - Number(isSkip(b)) || b.members.length - a.members.length || count(b) - count(a),
    );
  }
}

/** Numbers, which differ between the cases of one mistake, and `#`, which stands for them. */
const NUMERALS = new RegExp(`\\d{1,3}(?:,\\d{3})+|${NUMBERS.source}|#`, 'g');

/** Returns equal texts for failures with the same cause, whatever numbers they mention. */
export function causeOf(one: CaseMarks, label: string): string {
  if (isTimeOut(one)) return verdictWords(one.verdict);
  const {difference} = one;
  // Words of a checker below the first line tell mistakes apart; names of files do not.
  const hasOwnWords = difference === null && !isOfSubmission(one);
  const mistake = difference?.mistake ?? null;
  const words = mistake === null ? label : label.replace(difference?.summary ?? '', () => mistake);
  const text = `${words}\n${hasOwnWords ? one.reason : ''}`.replace(NUMERALS, '#');
  return text + (placeOf(one) ?? '');
}

/** Returns the line of a crash; null if it is unknown, or if the program went on after the end of its input. */
function placeOf({cause}: CaseMarks): string | null {
  return cause?.where == null || cause.isPastEnd ? null : `${cause.where.file} ${cause.where.line}`;
}

/** Ranks cases by ease of reading, easiest lowest: with evidence, few different rows, a short input. */
function plainness({sameAs, difference, input}: CaseMarks): number {
  if (sameAs !== null) return Number.POSITIVE_INFINITY;
  const {expected, actual} = difference?.differing ?? {expected: 0, actual: 0};
  return expected + actual + (input ?? '').length / LONGEST_INPUT;
}

/** Exceeds all inputs in reports, so that the fraction stays below 1. */
const LONGEST_INPUT = 1e6;

/** Returns what two headlines have in common: `#` stands for numbers that differ. */
function commonLabel(label: string, other: string, one: CaseMarks): string {
  // Either clock may have run out.
  if (isTimeOut(one)) return verdictWords(one.verdict);
  const isSame = label.replace(NUMERALS, '#') === other.replace(NUMERALS, '#');
  const [first = '', second = ''] = [label, other].map((text) => (isSame ? text : withoutOther(text, one)));
  return withOthersHidden(first, second, NUMERALS);
}

/** Drops the line of a headline that differs between the cases of one mistake. */
function withoutOther(label: string, {difference}: CaseMarks): string {
  const mistake = difference?.mistake ?? '';
  if (mistake.endsWith('\n'))
    return label.replace(/".*" instead of (".*")|(".*") is missing/s, 'other lines instead of $1$2');
  if (mistake.startsWith('\n')) return label.replace(/ (?:is unexpected|instead of) .*/s, ' is unexpected');
  return label.replace(OTHER_ORDER, WRONG_NUMBER);
}

function isTimeOut({verdict, withheld, cause}: CaseMarks): boolean {
  return verdict === 'timed-out' && !withheld && cause === null;
}
