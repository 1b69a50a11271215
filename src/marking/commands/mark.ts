/* Entry point of `fivedice mark`: flags, folders, exit status. */
import {homedir, tmpdir} from 'node:os';
import {dirname} from 'node:path';
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {complain, EXIT} from '../../command-line/user-error.js';
import {LIMIT_NAMES} from '../../running/limits.js';
import type {Runner} from '../../running/runner.js';
import {quote} from '../../running/shell.js';
import {allPathsOf} from '../../system/paths.js';
import {digestOfFixtures} from '../judging/cache-keys.js';
import {checkFor, namedPrograms} from '../judging/named-programs.js';
import {digestOf} from '../judging/program-digests.js';
import {type Marking, markAll} from '../judging/whole-run.js';
import type {Listener} from '../run/events.js';
import {counted} from '../run/grouping.js';
import {languageCompiledBy} from '../submissions/languages.js';
import type {TargetOptions} from '../submissions/launch-plan.js';
import {filesOf, type Submission} from '../submissions/submissions.js';
import {extraGoldens, type FixtureCase} from '../suites/fixture-case.js';
import {loadFixtures} from '../suites/fixtures.js';
import {checkArguments, checkCache, checkGoldenSizes, checkTolerances} from './mark/checks.js';
import {chosen, lanesFor, partFor, shardFrom, statusFrom, submissionsFrom, Unpacked} from './mark/choices.js';
import {
  journalBefore,
  journalIn,
  KEEPING_FLAGS,
  type Keeping,
  keepingFrom,
} from './mark/journal-and-cache.js';
import {progressBar} from './mark/progress.js';
import {
  type AskedReport,
  exitStatusOf,
  openReports,
  REPORT_FLAGS,
  reportsFrom,
} from './shared/report-flags.js';
import {writeReports} from './shared/reports.js';
import {
  limitsFrom,
  RUN_FLAGS,
  showFrom,
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
    {
      name: 'shard',
      takes: 'I/N',
      help: 'mark only part I of N: of the submissions, or of the cases if there is only one submission',
    },
    {name: 'fail-fast', help: 'skip what follows the first failure of a submission'},
    {name: 'quiet', help: 'show no progress on the terminal'},
    ...KEEPING_FLAGS,
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

async function markWith(
  given: ParsedFlags,
  {fixtures, title, version}: Context,
  unpacked: Unpacked,
): Promise<number> {
  const folder = given.text('fixtures') ?? fixtures;
  const options = targetOptionsFrom(given, folder);
  const all = await submissionsFrom(given, options, unpacked);
  const asked = reportsFrom(given, all.length);
  const shard = shardFrom(given.text('shard'));
  const fixtureCases = chosen(loadFixtures(folder), given.texts('case'), folder);
  const demands = {limits: limitsFrom(given), tolerances: tolerancesFrom(given), status: statusFrom(given)};
  // A report may lie beside the program in its folder, but in a class it would be taken for a submission.
  const programs = given.has('all') ? [] : all.flatMap(filesOf);
  const targets = all.map(({target}) => target);
  const folders = [folder, ...given.texts('all'), ...given.texts('cache')];
  const inputs = [...folders, ...fixtureCases.flatMap(pathsOf), ...programs, ...journalBefore(given)];
  const reports = openReports(asked, targets, inputs, journalIn(given));
  checkCache(given, [folder, ...given.texts('all')]);
  checkGoldenSizes(fixtureCases, demands.limits);
  checkTolerances(given, fixtureCases);
  const programsOfCourse = namedPrograms(fixtureCases, options.shown);
  const part = partFor(shard, all, fixtureCases, given.has('fail-fast'));
  checkArguments(part.submissions, fixtureCases);
  const lanes = lanesFor(given, part);
  const ending = new AbortController();
  const shown = given.has('sandbox') ? showFrom(given) : null;
  const keeping = keepingFrom(given, {...demands, version, shown, programs: programsOfCourse}, ending);
  const marking = {
    ...demands,
    ...part,
    sandbox: given.has('sandbox'),
    shard: shard === null ? null : `${shard.index}/${shard.of}`,
    run: {
      fixtures: digestOfFixtures(fixtureCases),
      targets: digestOf(targets),
      options: optionsText(given),
    },
    folders: allPathsOf([...folders, ...programs.map((file) => dirname(file))]),
    surroundings: allPathsOf(['.', homedir(), tmpdir()]),
    lanes,
    earlier: keeping.earlier,
    ending,
  };
  // Whoever forgot the flag would take these verdicts for those of their own suite.
  if (!given.has('fixtures')) complain(`no --fixtures: marked with ${title}`);
  sayWhatIsNotCompiledSo(options, part.submissions);
  try {
    await runMarking(given, marking, keeping, folders, programsOfCourse);
    return await reportOn(keeping, reports, ending);
  } finally {
    keeping.close();
  }
}

async function reportOn(
  keeping: Keeping,
  reports: readonly AskedReport[],
  ending: AbortController,
): Promise<number> {
  const marks = keeping.marks();
  const isWritten = writeReports(reports, marks);
  // The last line, where whoever ended the run looks.
  keeping.sayHowToGoOn();
  // The last lines of a journal may fail when all cases are marked.
  if (!isWritten || ending.signal.aborted) return EXIT.trouble;
  return exitStatusOf(marks);
}

/**
 * Runs what is to be marked, and keeps what the flags ask to keep.
 *
 * @param hide folders that no program may see
 * @param programs those of the course that check outputs
 */
async function runMarking(
  given: ParsedFlags,
  marking: Omit<Marking, 'check'>,
  keeping: Keeping,
  hide: readonly string[],
  programs: ReadonlyMap<string, Submission>,
): Promise<void> {
  const {cases, ending} = marking;
  // A submission and its checker take turns. Each has a lane of its own: one that changes owners is made anew.
  // One more compiles ahead.
  const lanes = marking.lanes * (programs.size > 0 ? 2 : 1) + (marking.submissions.length > 1 ? 1 : 0);
  // The bar makes room for what the others have to say.
  const listeners = [progressBar(given.has('quiet')), keeping.listen];
  const emit: Listener = (event) => {
    for (const listen of listeners) listen(event);
  };
  const use = async (runner: Runner): Promise<void> => {
    const check = checkFor(cases, programs, runner);
    await markAll({...marking, check}, runner, emit);
  };
  await withRunner(given, lanes, hide, use, ending);
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
