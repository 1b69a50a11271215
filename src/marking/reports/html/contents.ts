/*
 * What the page holds, as JSON: a head, and then a row for each submission. Students of a class make the same mistakes,
 * so each text and each result is written only once, in the row that needs it first, and later rows refer to it by its
 * number. So the writer keeps nothing but those numbers, and 160,000 results take a few megabytes.
 */
import type {CaseMarks, DiffLine, Marks, SubmissionMarks, Verdict} from '../../marks/marks.js';
import {typedText} from '../../marks/visible.js';
import {firstDifference, headline, notesOf, promptLines, whyLines, wouldPass} from '../details.js';
import {totalOf} from '../human.js';
import {oneLine, plainLines} from '../plain.js';
import {causeOf} from '../troubles.js';

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
  readonly isHidden: boolean;
}

/** Every entry but the first. */
export interface Row {
  readonly target: string;
  /** Decimal strings. */
  readonly points: string;
  readonly maxPoints: string;
  /** What no row before has used: these are numbered on, from 0 in the first row. */
  readonly texts: readonly string[];
  readonly causes: readonly string[];
  readonly results: readonly Result[];
  /** For each case, the number of its result; -1: the submission has no such case. */
  readonly cells: readonly number[];
}

/** A number of a text. In a text, `\0` stands for the name of the submission. */
type TextNumber = number;

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
  /** These have a line each, separated by newlines. */
  readonly reason?: TextNumber;
  readonly input?: TextNumber;
  readonly stderr?: TextNumber;
  /** The line of the input, from 1, after which the output differs. */
  readonly answer?: number;
  /** With what was typed at a prompt. */
  readonly diff?: readonly (readonly [kind: DiffLine['kind'], text: TextNumber, typed?: TextNumber])[];
  /** What it printed before it crashed or was stopped. */
  readonly printed?: TextNumber;
  readonly reproduce?: TextNumber;
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
  const {case: path, number, suite, title, visibility} = one;
  const saysMore = title !== path.slice(path.lastIndexOf('/') + 1) && title !== path;
  return {
    name: oneLine(path),
    number,
    suite: oneLine(suite),
    title: saysMore ? oneLine(title) : '',
    why: whyLines(one)
      .map(({text}) => text)
      .join(' '),
    isHidden: visibility === 'hidden',
  };
}

/** The rows, one by one. */
export function* rowsOf({submissions}: Marks, {cases}: Head): Iterable<Row> {
  const numbered = {texts: numbering(), causes: numbering(), results: numbering()};
  for (const submission of submissions) {
    const {target, points, maxPoints} = submission;
    const own = resultsOf(submission, numbered);
    const cells = cases.map(({name}) => own.get(name) ?? -1);
    yield {
      target: oneLine(target),
      points,
      maxPoints,
      texts: numbered.texts.fresh(),
      causes: numbered.causes.fresh().map(labelOf),
      results: numbered.results.fresh().map((json): Result => JSON.parse(json)),
      cells,
    };
  }
}

interface Numbered {
  readonly texts: Numbering;
  readonly causes: Numbering;
  readonly results: Numbering;
}

/** The numbers of the results of a submission, by the names of the cases. */
function resultsOf(
  {target, cases}: SubmissionMarks,
  {texts, causes, results}: Numbered,
): Map<string, number> {
  const name = oneLine(target);
  // A short name is a part of many words, and then the same text would differ in each submission.
  const nameless = (text: string): string =>
    name.length < SHORTEST_NAME ? text : text.replaceAll(name, '\0');
  const number = (lines: readonly string[]): TextNumber =>
    texts.numberOf(nameless(lines.map(oneLine).join('\n')));
  const lines = (text: string | null): TextNumber | undefined =>
    text === null ? undefined : number(plainLines(text));
  return new Map(
    cases.map((one) => {
      const {verdict, points, maxPoints, difference} = one;
      const facts = factsOf(one);
      const result: Partial<Record<keyof Result, unknown>> = {
        verdict,
        points,
        maxPoints,
        cause: verdict === 'pass' ? undefined : causes.numberOf(causeKey(one)),
        isWithheld: one.withheld || undefined,
        facts: facts.length === 0 ? undefined : facts.map((fact) => number([fact])),
        reason: lines(one.reason),
        input: lines(one.input),
        stderr: lines(one.stderr),
        answer: difference?.prompt?.number,
        diff: difference?.diff.map(({kind, text, typed}) =>
          typed === undefined ? [kind, number([text])] : [kind, number([text]), number([typedText(typed)])],
        ),
        printed: lines(one.printed === '' ? 'nothing, or nothing that was flushed' : one.printed),
        reproduce: one.reproduce === null ? undefined : number([one.reproduce]),
      };
      // In JSON, what is undefined is missing.
      return [oneLine(one.case), results.numberOf(JSON.stringify(result))];
    }),
  );
}

/** No shorter name of a submission is looked for in texts. */
const SHORTEST_NAME = 4;

function factsOf(one: CaseMarks): string[] {
  const told = [...firstDifference(one), ...promptLines(one), ...wouldPass(one)].map(({text}) => text);
  const ours = one.verdict === 'could-not-check' ? ["this is the marker's fault, not the program's"] : [];
  return [...told, ...notesOf(one), ...ours];
}

/** The same for the same mistake, and begins with its label. */
function causeKey(one: CaseMarks): string {
  return `${headline(one)}\n${causeOf(one)}`;
}

function labelOf(key: string): string {
  return key.slice(0, key.indexOf('\n'));
}

interface Numbering {
  /** From 0, in the order in which they are first asked for. */
  readonly numberOf: (text: string) => number;
  /** The texts that have got a number since this was last called. */
  readonly fresh: () => string[];
}

function numbering(): Numbering {
  const numbers = new Map<string, number>();
  let fresh: string[] = [];
  return {
    numberOf: (text) => {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, numbers.size);
      fresh.push(text);
      return numbers.size - 1;
    },
    fresh: () => {
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
}
