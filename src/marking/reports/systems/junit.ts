/* JUnit XML, as read by Jenkins and most other tools: a test suite for each submission. */
import type {CaseMarks, Marks, SubmissionMarks} from '../../results/marks.js';
import type {Verdict} from '../../results/verdicts.js';
import {oneLine, plainLines} from '../../results/visible.js';
import {detailsText, headline, notesOf, titleOf} from '../details.js';

export function* writeJunit({submissions, ...facts}: Marks): Iterable<string> {
  const counts = {tests: 0, failures: 0, errors: 0};
  let seconds = 0;
  for (const {cases} of submissions) {
    const own = countsOf(cases);
    for (const key of COUNTED) counts[key] += own[key];
    for (const one of cases) seconds += one.seconds;
  }
  const unique = uniqueNames();
  const [start = '', ...end] = element(
    'testsuites',
    {name: 'fivedice mark', ...texts(counts), time: seconds.toFixed(3)},
    submissions.length === 0 ? [] : [''],
  );
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${start}\n`;
  for (const one of submissions) {
    for (const line of suiteElement(one, facts, unique)) yield `${withoutCommands(line)}\n`;
  }
  for (const line of end.slice(1)) yield `${line}\n`;
}

/** How to report each verdict: what is not the program's doing is an error, not a failure. */
const ELEMENTS: Readonly<Record<Verdict, 'failure' | 'error' | 'skipped' | null>> = {
  pass: null,
  'partly-right': 'failure',
  'wrong-output': 'failure',
  'wrong-status': 'failure',
  crashed: 'failure',
  'timed-out': 'failure',
  'out-of-memory': 'failure',
  'too-much-output': 'failure',
  'too-many-processes': 'failure',
  'did-not-compile': 'failure',
  'could-not-run': 'error',
  'could-not-check': 'error',
  skipped: 'skipped',
};

function suiteElement(
  {target, points, maxPoints, cases}: SubmissionMarks,
  {sandbox, sandboxOff}: Pick<Marks, 'sandbox' | 'sandboxOff'>,
  unique: (name: string) => string,
): string[] {
  const skipped = String(cases.filter(({verdict}) => ELEMENTS[verdict] === 'skipped').length);
  const why = sandboxOff === null ? {} : {sandboxOff};
  const properties = {points, maxPoints, sandbox: sandbox ? 'on' : 'off', ...why};
  return element('testsuite', {name: target, ...texts(countsOf(cases)), skipped, time: secondsOf(cases)}, [
    ...element(
      'properties',
      {},
      Object.entries(properties).flatMap(([name, value]) => element('property', {name, value}, [])),
    ),
    ...cases.flatMap((one) => caseElement(target, one, unique)),
  ]);
}

function caseElement(target: string, one: CaseMarks, unique: (name: string) => string): string[] {
  const {case: path, verdict, stderr, seconds} = one;
  const slash = path.lastIndexOf('/');
  // Jenkins takes everything before the last dot for the package, which makes each submission a package.
  const classname = oneLine(slash === -1 ? target : `${target}.${path.slice(0, slash)}`);
  const name = unique(`${classname}\0${oneLine(path.slice(slash + 1))}`).slice(classname.length + 1);
  const verdictElement = ELEMENTS[verdict];
  const told = [`${one.points}/${one.maxPoints} points`, titleOf(one), ...notesOf(one)].join('\n');
  return element('testcase', {classname, name, time: seconds.toFixed(3)}, [
    ...(verdictElement === null ? [] : textElement(verdictElement, verdictAttributes(one), detailsText(one))),
    ...textElement('system-out', {}, told),
    ...(stderr === null ? [] : textElement('system-err', {}, plainLines(stderr).join('\n'))),
  ]);
}

/** In Jenkins's schema, `skipped` has text but no attributes. */
function verdictAttributes(one: CaseMarks): Record<string, string> {
  return one.verdict === 'skipped' ? {} : {type: one.verdict, message: headline(one)};
}

const COUNTED = ['tests', 'failures', 'errors'] as const;
type Counts = Readonly<Record<(typeof COUNTED)[number], number>>;

function countsOf(cases: readonly CaseMarks[]): Counts {
  const count = (element: string): number =>
    cases.filter(({verdict}) => ELEMENTS[verdict] === element).length;
  return {tests: cases.length, failures: count('failure'), errors: count('error')};
}

function texts({tests, failures, errors}: Counts): Record<keyof Counts, string> {
  return {tests: String(tests), failures: String(failures), errors: String(errors)};
}

function secondsOf(cases: readonly CaseMarks[]): string {
  return cases.reduce((sum, {seconds}) => sum + seconds, 0).toFixed(3);
}

/** Adds a number to a name from its second use on, because tools merge cases with the same name. */
function uniqueNames(): (name: string) => string {
  const uses = new Map<string, number>();
  const unique = (name: string): string => {
    const count = (uses.get(name) ?? 0) + 1;
    uses.set(name, count);
    return count === 1 ? name : unique(`${name} (${count})`);
  };
  return unique;
}

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly string[],
): string[] {
  const open = `<${name}${attributesText(attributes)}`;
  return children.length === 0 ? [`${open}/>`] : [`${open}>`, ...children, `</${name}>`];
}

/** An element whose text is kept as it is, with no line breaks added. */
function textElement(name: string, attributes: Readonly<Record<string, string>>, text: string): string[] {
  return [`<${name}${attributesText(attributes)}>${xmlLines(text)}</${name}>`];
}

function attributesText(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${xml(value)}"`)
    .join('');
}

function xmlLines(text: string): string {
  return text.split('\n').map(xml).join('\n');
}

/** In the log of a workflow, a line must not begin as its commands do. */
function withoutCommands(lines: string): string {
  return lines.replace(
    /^(\s*)([:#])(?=:|#\[)/gm,
    (_, space, sign: string) => `${space}&#${sign.charCodeAt(0)};`,
  );
}

const ENTITIES: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};

/** Any text as XML, safe within double quotes too. `oneLine` leaves no character that XML forbids. */
function xml(text: string): string {
  return oneLine(text).replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
