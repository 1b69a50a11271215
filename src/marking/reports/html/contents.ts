/*
 * What the page holds, as JSON: a head, and then a row for each submission. Students of a class make the same mistakes,
 * so each text and each result is written only once, in the row that needs it first, and later rows refer to it by its
 * number. So the writer keeps nothing but those numbers, and 160,000 results take a few megabytes.
 */
import type {CaseMarks, Difference, DiffLine, Marks, SubmissionMarks} from '../../results/marks.js';
import type {Verdict} from '../../results/verdicts.js';
import {oneLine, plainLines, typedText} from '../../results/visible.js';
import {causeOf, labelOf} from '../causes.js';
import {
  FLUSH_HINT,
  faultOf,
  firstDifference,
  givenParts,
  NOTHING_PRINTED,
  notesOf,
  promptBefore,
  promptLines,
  reasonBelow,
  testsText,
  wouldPass,
} from '../details.js';
import {totalOf} from '../human.js';

/** The first entry. */
export interface Head {
  /** The sum of all, as the last line of the human report says it. */
  readonly total: string;
  readonly complete: boolean;
  /** In the order of their numbers. */
  readonly cases: readonly Column[];
}

export interface Column {
  readonly name: string;
  readonly number: number;
  readonly suite: string;
  /** Empty if it says no more than the name. */
  readonly title: string;
  /** What the case is for, and where that stands; empty if nothing says so. */
  readonly why: string;
  /** And its name does not say so already, as it does to a student. */
  readonly isHidden: boolean;
}

/** Every entry but the first. */
export interface SubmissionRow {
  readonly target: string;
  /** Decimal strings. */
  readonly points: string;
  readonly maxPoints: string;
  /** What no row before has used: these are numbered on, from 0 in the first row. */
  readonly texts: readonly string[];
  readonly diffs: readonly (readonly ShownLine[])[];
  readonly causes: readonly string[];
  readonly results: readonly Result[];
  /** For each case, the number of its result; -1: the submission has no such case. */
  readonly cells: readonly number[];
}

/** A number of a text. In a text, `\0` stands for the name of the submission. */
type TextNumber = number;

/** A line of a diff, with what was typed at a prompt. */
export type ShownLine = readonly [kind: DiffLine['kind'], text: TextNumber, typed?: TextNumber];

/** What can be said of a case; a key is missing if there is nothing to say. */
export interface Result {
  readonly verdict: Verdict;
  readonly points: string;
  readonly maxPoints: string;
  /** The number of the mistake; not of a pass. */
  readonly cause?: number;
  readonly isWithheld?: true;
  /** One line each. */
  readonly facts?: readonly TextNumber[];
  /** These have a line each, separated by newlines. What the label of the mistake says is not in the reason. */
  readonly reason?: TextNumber;
  readonly given?: TextNumber;
  readonly input?: TextNumber;
  readonly stderr?: TextNumber;
  /** The line of the input, from 1, after which the output differs. */
  readonly answer?: number;
  /** The number of a diff. */
  readonly diff?: number;
  /** What differs inside a line is not the mistake. */
  readonly areWhole?: true;
  /** What it printed before it crashed or was stopped. */
  readonly printed?: TextNumber;
  readonly reproduce?: TextNumber;
  /** The file that differs; not of standard output. */
  readonly file?: TextNumber;
  /** What a checker says to markers. */
  readonly judge?: TextNumber;
}

/** The cases of all submissions, as the columns of a table. */
export function headOf(marks: Marks): Head {
  const columns = new Map<string, Column>();
  for (const {cases} of marks.submissions)
    for (const one of cases) if (!columns.has(one.case)) columns.set(one.case, columnOf(one));
  return {
    total: totalOf(marks),
    complete: marks.complete,
    cases: [...columns.values()].sort((a, b) => a.number - b.number),
  };
}

function columnOf(one: CaseMarks): Column {
  const {case: path, number, suite, title, visibility, withheld} = one;
  const saysMore = title !== path.slice(path.lastIndexOf('/') + 1) && title !== path;
  return {
    name: oneLine(path),
    number,
    suite: oneLine(suite),
    title: saysMore ? oneLine(title) : '',
    why: testsText(one),
    isHidden: visibility === 'hidden' && !withheld,
  };
}

/** The rows, one by one. */
export function* rowsOf({submissions}: Marks, {cases}: Head): Iterable<SubmissionRow> {
  const numbered = {texts: numbering(), diffs: numbering(), causes: numbering(), results: numbering()};
  for (const submission of submissions) {
    const {target, points, maxPoints} = submission;
    const own = resultsOf(submission, numbered);
    const cells = cases.map(({name}) => own.get(name) ?? -1);
    yield {
      target: oneLine(target),
      points,
      maxPoints,
      texts: numbered.texts.fresh(),
      diffs: numbered.diffs.fresh().map((json): ShownLine[] => JSON.parse(json)),
      causes: numbered.causes.fresh().map(labelIn),
      results: numbered.results.fresh().map((json): Result => JSON.parse(json)),
      cells,
    };
  }
}

interface Numbered {
  readonly texts: Numbering;
  readonly diffs: Numbering;
  readonly causes: Numbering;
  readonly results: Numbering;
}

/** The numbers of the results of a submission, by the names of the cases. */
function resultsOf(
  {target, cases}: SubmissionMarks,
  {texts, diffs, causes, results}: Numbered,
): Map<string, number> {
  const textOf = (text: string): TextNumber => texts.numberOf(plainLines(text).join('\n'));
  const lineOf = (line: string): TextNumber => texts.numberOf(oneLine(line));
  const diffOf = ({diff}: Difference): number => {
    const lines = diff.map(
      ({kind, text, typed}): ShownLine =>
        typed === undefined ? [kind, lineOf(text)] : [kind, lineOf(text), lineOf(typedText(typed))],
    );
    return diffs.numberOf(JSON.stringify(lines));
  };
  const name = oneLine(target);
  // A short name is a part of many words, and then the same text would differ in each submission.
  const isLong = name.length >= SHORTEST_NAME;
  const own = (lines: readonly string[]): TextNumber => {
    const text = lines.map(oneLine).join('\n');
    return texts.numberOf(isLong ? text.replaceAll(name, '\0') : text);
  };
  const maybe = <Text, Number>(text: Text | null, number: (text: Text) => Number): Number | undefined =>
    text === null ? undefined : number(text);
  return new Map(
    cases.map((one) => {
      const {verdict, points, maxPoints, difference} = one;
      const [reason, facts, given] = [reasonBelow(one), factsOf(one), givenParts(one)];
      const printed = one.printed === '' ? `${NOTHING_PRINTED}\n${FLUSH_HINT}` : one.printed;
      // In JSON, what is undefined is missing.
      const result: Partial<Record<keyof Result, unknown>> = {
        verdict,
        points,
        maxPoints,
        cause: verdict === 'pass' ? undefined : causes.numberOf(causeKey(one)),
        isWithheld: one.withheld || undefined,
        facts: facts.length === 0 ? undefined : facts.map((fact) => own([fact])),
        reason: reason.length === 0 ? undefined : own(reason),
        given: given.length === 0 ? undefined : own(given),
        input: maybe(one.input, textOf),
        stderr: maybe(one.stderr, (stderr) => own(plainLines(stderr))),
        answer: promptBefore(difference)?.number,
        diff: maybe(difference, diffOf),
        areWhole: maybe(difference, ({exactness}) => exactness !== 'byte' || undefined),
        printed: maybe(printed, textOf),
        reproduce: maybe(one.reproduce, (command) => own([command])),
        file: maybe(difference?.file ?? null, (file) => own([file])),
        judge: maybe(one.judgeMessage, (judge) => own(plainLines(judge))),
      };
      return [oneLine(one.case), results.numberOf(JSON.stringify(result))];
    }),
  );
}

/** No shorter name of a submission is looked for in texts. */
const SHORTEST_NAME = 4;

function factsOf(one: CaseMarks): string[] {
  const told = [...firstDifference(one), ...promptLines(one), ...wouldPass(one)].map(({text}) => text);
  // The label of a time-out does not say which limit was passed.
  const limit = one.verdict === 'timed-out' && one.reason !== null ? [one.reason] : [];
  return [...limit, ...told, ...notesOf(one), ...faultOf(one)];
}

/** The same for the same mistake, and begins with its label. */
function causeKey(one: CaseMarks): string {
  return `${labelOf(one)}\n${causeOf(one)}`;
}

function labelIn(key: string): string {
  return key.slice(0, key.indexOf('\n'));
}

interface Numbering {
  /** From 0, in the order in which they are first asked for. */
  readonly numberOf: (text: string) => number;
  /** The texts that have got a number since this was last called. */
  readonly fresh: () => string[];
}

/**
 * Max characters of texts that are remembered. Those of a class come again soon or never; what is forgotten gets another
 * number.
 */
const MOST_REMEMBERED = 8 * 1024 ** 2;

function numbering(): Numbering {
  const numbers = new Map<string, number>();
  let [next, remembered] = [0, 0];
  let fresh: string[] = [];
  return {
    numberOf: (text) => {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      remembered += text.length;
      if (remembered > MOST_REMEMBERED) {
        numbers.clear();
        remembered = text.length;
      }
      numbers.set(text, next);
      fresh.push(text);
      next += 1;
      return next - 1;
    },
    fresh: () => {
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
}
