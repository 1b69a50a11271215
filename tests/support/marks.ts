import {join} from 'node:path';
import type {Audience, ReportOptions} from '../../src/marking/reports/explain.js';
import {REPORTS, type ReportName} from '../../src/marking/reports/formats.js';
import {
  type CaseMarks,
  caseMarks,
  type Machine,
  type Marks,
  NOBODY,
  type RunFacts,
  type SubmissionMarks,
  Submissions,
  submissionMarks,
  type Totals,
} from '../../src/marking/results/marks.js';

/** The JSON report. */
export interface Report
  extends Omit<Marks, 'submissions'>,
    Pick<Totals, 'complete' | 'sandbox' | 'sandboxOff'> {
  readonly submissions: readonly SubmissionMarks[];
  readonly varying: {readonly folders: readonly string[]; readonly seconds: readonly (readonly number[])[]};
}

export const RUN: RunFacts = {title: 'Dice', fixtures: 'f', options: '', milder: null, further: null};
export const MACHINE: Machine = {sandbox: true, sandboxOff: null, folders: []};

export const FIXTURES = join(import.meta.dirname, '../../fixtures/marking');
export const TOKEN = '0123456789abcdef';

export const CLASSROOM50 = {
  CLASSROOM: 'cs-principles',
  ASSIGNMENT: 'dice',
  SUBMISSION_TAG: 'submit/2026-06-01T14-32-05Z-a1b2c3d',
  COMMIT_URL: 'https://git.example/dice/commit/a1b2c3d',
  RELEASE_URL: 'https://git.example/dice/releases/a1b2c3d',
} as const;

export const OPTIONS: ReportOptions = {
  audience: 'marker',
  colour: false,
  verbose: false,
  columns: undefined,
  token: TOKEN,
  environment: CLASSROOM50,
  at: new Date('2026-06-01T14:33:11.123Z'),
};

export const ACCEPTED = caseMarks(
  {
    case: 'stage-1/01-accepted',
    number: 1,
    suite: 'Stage 1',
    title: 'Accepted #1',
    about: null,
    section: null,
    visibility: 'public',
    group: null,
    maxPoints: '0.1',
    given: null,
    input: null,
  },
  {verdict: 'pass', seconds: 0.012},
);
export const NO_CHOICE: CaseMarks = {
  ...ACCEPTED,
  case: 'stage-1/02-no-choice',
  number: 2,
  title: 'No such choice',
  verdict: 'wrong-output',
  points: '0.0',
  wouldPassWith: 'blank-lines',
  difference: {
    summary: 'no empty line before "Invalid Choice."',
    line: 7,
    column: 1,
    exactness: 'byte',
    mistake: null,
    prompt: {number: 2, text: 'Which choice?', input: '9⏎'},
    diff: [
      {kind: 'same', text: 'Which·choice?⏎'},
      {kind: 'expected', text: '⏎'},
      {kind: 'same', text: 'Invalid·Choice.⏎'},
      {kind: 'expected', text: 'Bye⏎'},
      {kind: 'actual', text: 'Bye (no newline at end)'},
    ],
    differing: {expected: 2, actual: 1},
    file: null,
  },
  input: '1·2·3·4·5⏎9⏎',
  stderr: 'oh·no⏎',
  reproduce: "./prog < 'fixtures/02-no-choice.in'",
};
const inStage2 = (number: number, stem: string, change: Partial<CaseMarks>): CaseMarks => ({
  ...ACCEPTED,
  suite: 'Stage 2',
  points: '0.0',
  case: `stage-2/${String(number).padStart(2, '0')}-${stem}`,
  number,
  title: `${String(number).padStart(2, '0')}-${stem}`,
  ...change,
});
export const CRASH = inStage2(3, 'crash', {
  verdict: 'crashed',
  reason: 'SIGSEGV',
  leftProcesses: true,
  reproduce: "./prog < 'fixtures/03-crash.in'",
});
const SECRET = inStage2(4, 'secret', {
  title: 'Secret',
  visibility: 'hidden',
  withheld: true,
  verdict: 'wrong-output',
});
const CRLF = inStage2(5, 'crlf', {
  points: '0.25',
  maxPoints: '0.25',
  tolerance: 'crlf + case',
  retried: true,
});
export const LATER = inStage2(6, 'later', {
  verdict: 'skipped',
  reason: 'an earlier case of the stage failed',
  maxPoints: '0.25',
});
export const PARTLY = inStage2(7, 'partly', {
  verdict: 'partly-right',
  reason: '0.10 of 0.25 points\none of two',
  points: '0.10',
  maxPoints: '0.25',
  reproduce: "./prog < 'fixtures/07-partly.in'",
});
export const LOST = inStage2(10, 'lost', {
  verdict: 'could-not-check',
  reason: 'no such file\non the disk\n',
  points: '0.00',
  maxPoints: '0.15',
  reproduce: 'ls',
});
export const ONE = marksOf({'prog.c': [ACCEPTED, NO_CHOICE, CRASH, SECRET, CRLF, LATER, PARTLY, LOST]});
const passed = ({case: name, number, suite, title}: CaseMarks): CaseMarks => ({
  ...ACCEPTED,
  case: name,
  number,
  suite,
  title,
});
const AGAIN: CaseMarks = {...NO_CHOICE, case: CRASH.case, number: 3, suite: 'Stage 2', title: CRASH.title};
export const CLASS = marksOf(
  {
    alice: [ACCEPTED, passed(NO_CHOICE), passed(CRASH), {...passed(CRLF), tolerance: 'crlf'}],
    bob: [ACCEPTED, NO_CHOICE, CRASH, passed(CRLF)],
    carol: [ACCEPTED, NO_CHOICE, AGAIN, passed(CRLF)],
  },
  {...MACHINE, sandbox: false},
);
export const SMALL = marksOf({'prog.c': [ACCEPTED, CRASH, SECRET, PARTLY]});
export const SMALL_CLASS = marksOf({'alice #1 \\': [ACCEPTED, LATER], bob: [ACCEPTED, CRASH, PARTLY]});

export function marksOf(
  submissions: Readonly<Record<string, readonly CaseMarks[]>>,
  machine = MACHINE,
  isWhole = true,
): Marks {
  const all = Object.entries(submissions).map(([target, cases]) =>
    submissionMarks(target, cases, {...NOBODY, machine, isWhole, withoutWerror: null}),
  );
  return {run: RUN, submissions: submissionsOf(all)};
}

export function submissionsOf(all: readonly SubmissionMarks[]): Submissions {
  return new Submissions(
    all.map(({target}) => target),
    (index) => all[index] as SubmissionMarks,
  );
}

export function formats(): [ReportName, boolean][] {
  return Object.entries(REPORTS).map(([name, {many}]) => [name as ReportName, many || name === 'html']);
}

export function write(format: ReportName, marks: Marks, audience: Audience = 'marker'): string {
  if (format === 'html')
    return Array.from(REPORTS.html.pages(marks, audience), ({content}) => content).join('\n');
  return [...REPORTS[format].write(marks, {...OPTIONS, audience})].join('');
}

export function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'it threw nothing';
}
