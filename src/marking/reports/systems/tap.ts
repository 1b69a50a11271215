/*
 * TAP, the Test Anything Protocol. Version 13 is one flat list; version 14 has a subtest for each submission
 * if there are several. A case that failed or has a note is followed by a YAML block with the details.
 */
import type {CaseMarks, Difference, Marks, SubmissionMarks, Submissions} from '../../run/marks.js';
import {oneLine, plainLines} from '../../run/visible.js';
import {DIFF_SIGNS, givenParts, headline, notesOf, promptBefore, titleOf, withAnswer} from '../details.js';

export function* writeTap({submissions}: Marks): Iterable<string> {
  let count = 0;
  for (const {cases} of submissions) count += cases.length;
  const points = {length: count, [Symbol.iterator]: () => namedCases(submissions)};
  yield* document(
    13,
    plan(points, ({one, before}, number) =>
      testPoint(number, withoutHash(before + nameOf(one)), one, withoutHash),
    ),
  );
}

function* namedCases(submissions: Submissions): Iterator<{one: CaseMarks; before: string}> {
  for (const {target, cases} of submissions) {
    const before = submissions.length > 1 ? `${oneLine(target)}: ` : '';
    for (const one of cases) yield {one, before};
  }
}

export function writeTap14({submissions}: Marks): Iterable<string> {
  const [only] = submissions;
  if (submissions.length === 1 && only !== undefined) return document(14, casesOf(only));
  return document(14, plan(submissions, subtest));
}

function* document(version: 13 | 14, lines: Iterable<string>): Iterable<string> {
  yield `TAP version ${version}\n`;
  for (const line of lines) yield `${line}\n`;
}

/** The plan and its test points. Harnesses take `1..0` for success, which an empty run must not be. */
function* plan<T>(
  items: Iterable<T> & {readonly length: number},
  pointOf: (item: T, number: number) => Iterable<string>,
): Iterable<string> {
  yield `1..${Math.max(1, items.length)}`;
  if (items.length === 0) yield 'not ok 1 - nothing was marked';
  let number = 0;
  for (const item of items) {
    number += 1;
    yield* pointOf(item, number);
  }
}

function* subtest(submission: SubmissionMarks, number: number): Iterable<string> {
  const name = escaped(oneLine(submission.target));
  const passed = submission.cases.every(({verdict}) => IS_OK.has(verdict)) && submission.cases.length > 0;
  yield `# Subtest: ${name}`;
  for (const line of casesOf(submission)) yield `    ${line}`;
  yield `${passed ? 'ok' : 'not ok'} ${number} - ${name}`;
}

function casesOf({cases}: SubmissionMarks): Iterable<string> {
  return plan(cases, (one, number) => testPoint(number, escaped(nameOf(one)), one, escaped));
}

function nameOf(one: CaseMarks): string {
  return `${titleOf(one)} (${oneLine(one.case)})`;
}

/** The protocol counts a skipped test as passed; the failure that caused the skip counts itself. */
const IS_OK: ReadonlySet<CaseMarks['verdict']> = new Set(['pass', 'skipped']);

function testPoint(number: number, name: string, one: CaseMarks, safe: (text: string) => string): string[] {
  const skip = one.verdict === 'skipped' ? ` # SKIP ${safe(oneLine(one.reason ?? ''))}`.trimEnd() : '';
  const hasDiagnostics = one.verdict !== 'pass' || notesOf(one).length > 0;
  return [
    `${IS_OK.has(one.verdict) ? 'ok' : 'not ok'} ${number} - ${name}${skip}`,
    ...(hasDiagnostics ? ['---', ...yaml(diagnosticsOf(one)), '...'].map((line) => `  ${line}`) : []),
  ];
}

/** Version 13 has no escapes, and `#` begins a directive, so we write the full-width `＃`. */
function withoutHash(text: string): string {
  return text.replaceAll('#', '＃');
}

/** Escaped as in version 14. */
function escaped(text: string): string {
  return text.replace(/[\\#]/g, '\\$&');
}

/** The part of YAML that we need. Null and empty lists are left out. */
type Yaml = string | number | boolean | null | readonly string[] | YamlMap;
interface YamlMap {
  readonly [key: string]: Yaml;
}

function diagnosticsOf(one: CaseMarks): YamlMap {
  return {
    verdict: one.verdict,
    message: headline(one),
    about: one.about,
    section: one.section,
    reason: one.reason === null ? null : plainLines(one.reason),
    points: `${one.points}/${one.maxPoints}`,
    tolerance: one.tolerance,
    'would-pass-with': one.wouldPassWith,
    'left-processes': one.leftProcesses || null,
    retried: one.retried || null,
    seconds: one.seconds,
    hidden: one.withheld || null,
    difference: one.difference === null ? null : differenceYaml(one.difference),
    given: givenParts(one),
    input: one.input === null ? null : plainLines(one.input),
    stderr: one.stderr === null ? null : plainLines(one.stderr),
    printed: one.printed === null ? null : plainLines(one.printed),
    reproduce: one.reproduce,
    'judge-message': one.judgeMessage === null ? null : plainLines(one.judgeMessage),
  };
}

function differenceYaml(difference: Difference): YamlMap {
  const {exactness, summary, offset, line, column, expectedByte, actualByte, diff, file} = difference;
  const prompt = promptBefore(difference);
  const ifExact = (value: number | null): number | null => (exactness === 'byte' ? value : null);
  return {
    file,
    summary,
    offset: ifExact(offset),
    line: exactness === 'none' ? null : line,
    column: ifExact(column),
    'expected-byte': ifExact(expectedByte),
    'actual-byte': ifExact(actualByte),
    prompt: prompt && {number: prompt.number, text: prompt.text, input: prompt.input},
    diff: diff.map((one) => DIFF_SIGNS[one.kind] + withAnswer(one)),
  };
}

function yaml(value: YamlMap): string[] {
  return Object.entries(value).flatMap(([key, one]) => {
    if (one === null) return [];
    if (typeof one === 'string') return [`${key}: ${quoted(one)}`];
    if (typeof one !== 'object') return [`${key}: ${one}`];
    const lines = isList(one) ? one.map((item) => `- ${listItem(item)}`) : yaml(one);
    return lines.length === 0 ? [] : [`${key}:`, ...lines.map((line) => `  ${line}`)];
  });
}

function isList(value: readonly string[] | YamlMap): value is readonly string[] {
  return Array.isArray(value);
}

/** A double-quoted YAML string is written like a JSON string. */
function quoted(text: string): string {
  return JSON.stringify(oneLine(text));
}

/** Perl's YAML reader takes even a quoted `- "word: more"` for a key and a value, so the colon is escaped. */
function listItem(text: string): string {
  return quoted(text).replace(/:(?=\s)/g, '\\x3a');
}
