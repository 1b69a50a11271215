/* JUnit XML, as read by Jenkins and most other tools: a test suite for each submission. */
import type {CaseMarks, Marks, SubmissionMarks} from '../../results/marks.js';
import type {Verdict} from '../../results/verdicts.js';
import {oneLine} from '../../results/visible.js';
import {drawnText} from '../draw.js';
import {type Audience, explain, headline, Legend, notesOf, type ReportOptions, titleOf} from '../explain.js';

/** Elements of verdicts; all others are failures. An error means that the program was not run, or not judged. */
const ELEMENTS: Partial<Readonly<Record<Verdict, 'error' | 'skipped' | null>>> = {
  pass: null,
  'could-not-run': 'error',
  'could-not-check': 'error',
  skipped: 'skipped',
};

export function* writeJunit(marks: Marks, {audience}: ReportOptions): Iterable<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="fivedice mark">\n`;
  for (const one of marks.submissions) yield* suiteLines(one, audience);
  yield '</testsuites>\n';
}

function* suiteLines(
  {target, program, points, maxPoints, cases, machine}: SubmissionMarks,
  audience: Audience,
): Iterable<string> {
  const count = (element: string): string =>
    String(cases.filter(({verdict}) => elementOf(verdict) === element).length);
  const legend = new Legend();
  const own = cases.map((one) => legend.see([...caseLines(target, one, audience)].join('')));
  const [words] = audience === 'student' ? legend.lines() : [];
  const head = attributes({
    name: target,
    tests: String(cases.length),
    failures: count('failure'),
    errors: count('error'),
    time: cases.reduce((sum, one) => sum + one.seconds, 0).toFixed(3),
    skipped: count('skipped'),
  });
  yield `<testsuite${head}>\n<properties>\n`;
  const properties = {
    points,
    maxPoints,
    program,
    sandbox: machine && (machine.sandbox ? 'on' : 'off'),
    sandboxOff: machine?.sandboxOff ?? null,
    legend: words ?? null,
  };
  for (const [name, value] of Object.entries(properties))
    if (value !== null) yield `<property${attributes({name, value})}/>\n`;
  yield '</properties>\n';
  yield* own;
  yield '</testsuite>\n';
}

function* caseLines(target: string, one: CaseMarks, audience: Audience): Iterable<string> {
  const {case: path, verdict} = one;
  const slash = path.lastIndexOf('/');
  // Jenkins takes all before the last dot as the package: each submission is one.
  const classname = slash === -1 ? target : `${target}.${path.slice(0, slash)}`;
  yield `<testcase${attributes({classname, name: path.slice(slash + 1), time: one.seconds.toFixed(3)})}>\n`;
  const element = elementOf(verdict);
  // In Jenkins's schema, `skipped` has text but no attributes.
  const facts = element === 'skipped' ? {} : {type: verdict, message: headline(one)};
  if (element !== null)
    yield `<${element}${attributes(facts)}>${xml(drawnText(explain(one, audience)))}</${element}>\n`;
  const notes = [`${one.points}/${one.maxPoints} points, ${titleOf(one)}`, ...notesOf(one, audience)];
  yield `<system-out>${xml(notes.join('\n'))}</system-out>\n</testcase>\n`;
}

function elementOf(verdict: Verdict): 'failure' | 'error' | 'skipped' | null {
  const {[verdict]: element = 'failure'} = ELEMENTS;
  return element;
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xml(oneLine(value))}"`)
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};

/** Escapes a text, also for double quotes. Visible text has no character that XML forbids. */
function xml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
