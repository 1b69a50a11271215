/* Entry point of `fivedice mark`: flags, folders, exit status. */
import {homedir, tmpdir} from 'node:os';
import {dirname} from 'node:path';
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {complain, EXIT} from '../../command-line/user-error.js';
import type {Containment} from '../../running/containment.js';
import {LIMIT_NAMES} from '../../running/limits.js';
import type {Runner} from '../../running/runner.js';
import {quote} from '../../running/shell.js';
import {allPathsOf} from '../../system/paths.js';
import {checkFor, namedPrograms} from '../judging/named-programs.js';
import {type Marking, markAll, neverRun, type RunListener} from '../judging/whole-run.js';
import {counted} from '../run/grouping.js';
import {ENDED_EARLY, MARKS_VERSION, type Marks, type SubmissionMarks, submissionMarks} from '../run/marks.js';
import {languageCompiledBy} from '../submissions/languages.js';
import type {TargetOptions} from '../submissions/launch-plan.js';
import {filesOf, type Submission} from '../submissions/submissions.js';
import {extraGoldens, type FixtureCase} from '../suites/fixture-case.js';
import {loadFixtures} from '../suites/fixtures.js';
import {checkArguments, checkGoldenSizes, checkTolerances} from './mark/checks.js';
import {chosen, lanesFor, statusFrom, submissionsFrom, Unpacked} from './mark/choices.js';
import {progressBar} from './mark/progress.js';
import {exitStatusOf, openReports, REPORT_FLAGS, reportsFrom} from './shared/report-flags.js';
import {writeReports} from './shared/reports.js';
import {
  limitsFrom,
  RUN_FLAGS,
  TOLERATE_FLAG,
  targetOptionsFrom,
  tolerancesFrom,
  withRunner,
} from './shared/run-flags.js';

/** What the caller provides. */
export interface Context {
  /** The fixtures to use if none are named. */
  readonly fixtures: string;
  /** What the help calls them. */
  readonly title: string;
  /** The version of fivedice: another one may judge otherwise. */
  readonly version: string;
}

export const commandWith = ({title}: Context): Command => ({
  name: 'mark',
  usage: 'TARGET … | --all DIR | -- COMMAND …',
  about: `Runs programs on every case in a folder and compares what they print, byte for byte. A TARGET is an
    executable, a file in one of the languages that fivedice help languages lists, or a folder with one of these. A case is NAME.in and NAME.out, and optionally NAME.err, NAME.status and a folder NAME.files.`,
  flags: [
    {name: 'fixtures', takes: 'DIR', help: `the cases (${title})`},
    {
      name: 'all',
      takes: 'DIR',
      help: 'mark every submission in a folder, or in a zip file as Moodle, Canvas and Gradescope export it',
    },
    {
      name: 'case',
      takes: 'NAME',
      many: true,
      help: 'mark only these cases: a name, a part of one, a folder, or a number in reports',
    },
    TOLERATE_FLAG,
    {
      name: 'status',
      takes: 'N',
      help: 'the exit status to demand where the suite does not say: a number (0), nonzero or any',
    },
    {
      name: 'jobs',
      short: 'j',
      takes: 'N',
      help: 'how many programs to run at once (one per core)',
    },
    {name: 'fail-fast', help: 'skip what follows the first failure of a submission'},
    {name: 'quiet', help: 'show no progress on the terminal'},
    ...RUN_FLAGS,
    ...REPORT_FLAGS,
  ],
  exitStatus: `0 all passed; 1 some did not; 2 the command line or the fixtures were wrong; 3 something could not
    be checked, through no fault of a program.`,
  needsLinux: true,
});

export function main(args: readonly string[], context: Context): Promise<number> {
  return runCommand(commandWith(context), args, (given) => markFrom(given, context));
}

/** The flags that verdicts depend on. */
const DECISIVE = [
  'case',
  'compile',
  'fail-fast',
  'file',
  'sandbox',
  'show',
  'status',
  'tolerate',
  ...LIMIT_NAMES,
];

async function markFrom(given: ParsedFlags, context: Context): Promise<number> {
  const unpacked = new Unpacked();
  try {
    return await markWith(given, context, unpacked);
  } finally {
    unpacked.remove();
  }
}

async function markWith(given: ParsedFlags, {fixtures, title}: Context, unpacked: Unpacked): Promise<number> {
  const folder = given.text('fixtures') ?? fixtures;
  const options = targetOptionsFrom(given, folder);
  const submissions = await submissionsFrom(given, options, unpacked);
  const asked = reportsFrom(given, submissions.length);
  const cases = chosen(loadFixtures(folder), given.texts('case'), folder);
  const demands = {limits: limitsFrom(given), tolerances: tolerancesFrom(given), status: statusFrom(given)};
  // A report may lie beside the program in its folder, but in a class it would be taken for a submission.
  const programs = given.has('all') ? [] : submissions.flatMap(filesOf);
  const targets = submissions.map(({target}) => target);
  const folders = [folder, ...given.texts('all')];
  const reports = openReports(asked, targets, [...folders, ...cases.flatMap(pathsOf), ...programs]);
  checkGoldenSizes(cases, demands.limits);
  checkTolerances(given, cases);
  const programsOfCourse = namedPrograms(cases, options.shown);
  checkArguments(submissions, cases);
  const ending = new AbortController();
  const marking = {
    ...demands,
    submissions,
    cases,
    failFast: given.has('fail-fast'),
    lanes: lanesFor(given, submissions.length * cases.length),
    ending,
  };
  // Whoever forgot the flag would take these verdicts for those of their own suite.
  if (!given.has('fixtures')) complain(`no --fixtures: marked with ${title}`);
  sayWhatIsNotCompiledSo(options, submissions);
  const known = new Map<Submission, SubmissionMarks>();
  let containment: Containment | null = null;
  const onSubmission = (one: Submission, marks: SubmissionMarks): void => void known.set(one, marks);
  await runMarking(given, marking, onSubmission, folders, programsOfCourse, (kind) => {
    containment = kind;
  });
  const reason = `${ENDED_EARLY}: ${ending.signal.reason}`;
  const blank = cases.map((one) => neverRun(one, reason));
  const marks: Marks = {
    version: MARKS_VERSION,
    sandbox: given.has('sandbox'),
    containment,
    complete: !ending.signal.aborted,
    run: {fixtures: folder, options: optionsText(given)},
    folders: allPathsOf([...folders, ...programs.map((file) => dirname(file))]),
    surroundings: allPathsOf(['.', homedir(), tmpdir()]),
    submissions: submissions.map((one) => known.get(one) ?? submissionMarks(one.target, blank)),
  };
  const isWritten = writeReports(reports, marks);
  // The last line, where whoever ended the run looks.
  if (ending.signal.aborted) complain(reason);
  return !isWritten || ending.signal.aborted ? EXIT.trouble : exitStatusOf(marks);
}

/**
 * Runs what is to be marked.
 *
 * @param hide folders that no program may see
 * @param programs those of the course that check outputs
 */
async function runMarking(
  given: ParsedFlags,
  marking: Omit<Marking, 'check'>,
  onSubmission: RunListener['onSubmission'],
  hide: readonly string[],
  programs: ReadonlyMap<string, Submission>,
  onStart: (containment: Containment) => void,
): Promise<void> {
  const {cases, submissions, ending} = marking;
  // A submission and its checker take turns. Each has a lane of its own: one that changes owners is made anew.
  // One more compiles ahead.
  const lanes = marking.lanes * (programs.size > 0 ? 2 : 1) + (submissions.length > 1 ? 1 : 0);
  const bar = progressBar(given.has('quiet'), submissions.length * cases.length);
  const use = async (runner: Runner): Promise<void> => {
    onStart(runner.containment);
    const check = checkFor(cases, programs, runner);
    await markAll({...marking, check}, runner, {onCase: bar.step, onSubmission});
  };
  try {
    await withRunner(given, lanes, hide, use, ending);
  } finally {
    bar.erase();
  }
}

/** A command for one language is not for the others. */
function sayWhatIsNotCompiledSo({compile}: TargetOptions, submissions: readonly Submission[]): void {
  const language = compile === null ? null : languageCompiledBy(compile);
  if (language === null) return;
  const isOther = ({plan}: Submission): boolean =>
    plan.kind === 'command' || (plan.kind === 'compile' && plan.compiler !== compile);
  const others = submissions.filter(isOther).length;
  if (others > 0)
    complain(`--compile is for ${language.title}: ${counted(others, 'submission')} are run as usual`);
}

/** The files of a case. */
function pathsOf(one: FixtureCase): string[] {
  return [one.inputFile, one.expectedFile, ...[...one.files, ...extraGoldens(one)].map(({path}) => path)];
}

/** The same text for the same options, however they were given. */
function optionsText(given: ParsedFlags): string {
  return DECISIVE.filter((name) => given.has(name))
    .sort()
    .flatMap((name) =>
      [...given.texts(name)].sort().map((value) => `--${name} ${value === '' ? '' : quote(value)}`.trim()),
    )
    .join(' ');
}
