/*
 * TAP, the Test Anything Protocol. Version 13 is one flat list; version 14 has a subtest for each submission
 * if there are several. A case that failed or has a note is followed by a YAML block with the details.
 */
import type {CaseMarks, Difference, Marks, SubmissionMarks} from '../marks/marks.js';
import {DIFF_SIGNS, headline, notesOf, titleOf} from './details.js';
import {oneLine, plainLines} from './plain.js';

export function writeTap(marks: Marks): string {
  const named = marks.submissions.length > 1;
  const points = marks.submissions.flatMap(({target, cases}) =>
    cases.map((one) => ({one, name: (named ? `${oneLine(target)}: ` : '') + nameOf(one)})),
  );
  return document(
    13,
    plan(points.map(({one, name}, index) => testPoint(index + 1, withoutHash(name), one, withoutHash))),
  );
}

export function writeTap14(marks: Marks): string {
  const [only] = marks.submissions;
  if (marks.submissions.length === 1 && only !== undefined) return document(14, casesOf(only));
  return document(14, plan(marks.submissions.map((one, index) => subtest(index + 1, one))));
}

function document(version: 13 | 14, lines: readonly string[]): string {
  return [`TAP version ${version}`, ...lines].map((line) => `${line}\n`).join('');
}

/** The plan and its test points. Harnesses take `1..0` for success, which an empty run must not be. */
function plan(points: readonly (readonly string[])[]): string[] {
  return points.length === 0
    ? ['1..1', 'not ok 1 - nothing was marked']
    : [`1..${points.length}`, ...points.flat()];
}

function subtest(number: number, submission: SubmissionMarks): string[] {
  const name = escaped(oneLine(submission.target));
  const passed = submission.cases.every(({verdict}) => IS_OK.has(verdict)) && submission.cases.length > 0;
  return [
    `# Subtest: ${name}`,
    ...casesOf(submission).map((line) => `    ${line}`),
    `${passed ? 'ok' : 'not ok'} ${number} - ${name}`,
  ];
}

function casesOf({cases}: SubmissionMarks): string[] {
  return plan(cases.map((one, index) => testPoint(index + 1, escaped(nameOf(one)), one, escaped)));
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
    reason: one.reason === null ? null : plainLines(one.reason),
    points: `${one.points}/${one.maxPoints}`,
    tolerance: one.tolerance,
    'would-pass-with': one.wouldPassWith,
    'left-processes': one.leftProcesses || null,
    retried: one.retried || null,
    seconds: one.seconds,
    hidden: one.withheld || null,
    difference: one.difference === null ? null : differenceYaml(one.difference),
    input: one.input === null ? null : plainLines(one.input),
    stderr: one.stderr === null ? null : plainLines(one.stderr),
    reproduce: one.reproduce,
  };
}

function differenceYaml({
  summary,
  offset,
  line,
  column,
  expectedByte,
  actualByte,
  prompt,
  diff,
}: Difference): YamlMap {
  return {
    summary,
    offset,
    line,
    column,
    'expected-byte': expectedByte,
    'actual-byte': actualByte,
    prompt: prompt === null ? null : {number: prompt.number, text: prompt.text, input: prompt.input},
    diff: diff.map(({kind, text}) => DIFF_SIGNS[kind] + text),
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
