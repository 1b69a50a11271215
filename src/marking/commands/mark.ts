/* Entry point of `fivedice mark`: flags, folders, exit status. */
import {availableParallelism} from 'node:os';
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {progressBar} from '../../command-line/terminal.js';
import {complain, EXIT, messageOf, usageError} from '../../command-line/user-error.js';
import {LIMIT_NAMES} from '../../running/limits.js';
import type {Runner} from '../../running/runner.js';
import {quote} from '../../running/shell.js';
import {checkWith, namedPrograms} from '../judging/checker-programs.js';
import {digestOfSuite} from '../judging/fingerprint.js';
import {factsOf} from '../judging/judgement.js';
import {repeatedCase} from '../judging/reproducing.js';
import {type Judgements, type Marking, markAll} from '../judging/whole-run.js';
import {ENDED_EARLY, type Handed, NOBODY} from '../results/marks.js';
import type {Person} from '../submissions/people.js';
import {filesOf, type Submission} from '../submissions/submissions.js';
import {extraGoldens, type FixtureCase} from '../suites/fixture-case.js';
import {loadFixtures, oddGoldens} from '../suites/fixtures.js';
import {
  type BuiltInSuite,
  checkGoldenSizes,
  checkWays,
  chosen,
  fixturesFor,
  statusFrom,
  submissionsFrom,
  TemporaryFolders,
} from './mark/choices.js';
import {list} from './mark/list.js';
import {checkPart, checkResults, type Keep, partOf, RESULTS_FLAGS, resultsFor} from './mark/results.js';
import {
  checkReports,
  complainOfDamage,
  exitStatusOf,
  REPORT_FLAGS,
  reportsFrom,
  writeReports,
} from './shared/reports.js';
import {
  limitsFrom,
  RUN_FLAGS,
  TOLERATE_FLAG,
  targetOptionsFrom,
  tolerancesFrom,
  withRunner,
} from './shared/run-flags.js';

export interface Context extends BuiltInSuite {
  /** Version of fivedice; results of another version are not reused. */
  readonly version: string;
}

const commandWith = ({name, title, program}: Context): Command => ({
  name: 'mark',
  usage: 'TARGET … | --all CLASS | -- COMMAND …',
  about: `Runs programs on every case in a folder and compares what they print, byte for byte. A TARGET is an
    executable, a file in one of the languages that fivedice help languages lists, or a folder with one of these. A case is NAME.in and NAME.out, and optionally NAME.err, NAME.status and a folder NAME.files.`,
  flags: [
    {
      name: 'fixtures',
      takes: 'DIR',
      help: `the cases; ${name} is ${title}, and the default for a program called ${program}, or a folder with it`,
    },
    {
      name: 'all',
      takes: 'CLASS',
      help: 'mark every submission in a folder or an archive, such as the export of a learning system',
    },
    {
      name: 'list',
      help: 'only show who handed in what, which program was found, and how it would be compiled and run',
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
    ...RESULTS_FLAGS,
    {name: 'fail-fast', help: "skip the cases after a submission's first failure"},
    ...RUN_FLAGS,
    ...REPORT_FLAGS,
  ],
  exitStatus: `0 all passed; 1 some did not; 2 the command line or the fixtures were wrong; 3 a case could not be
    checked, through no fault of a program.`,
  needsLinux: true,
});

export function main(args: readonly string[], context: Context): Promise<number> {
  return runCommand(commandWith(context), args, (given) => markFrom(given, context));
}

function handedBy(person: Person | null, program: string | null): Handed {
  const {id, email, group, members, folder, submitted, late} = person ?? NOBODY;
  return {id, email, group, members, folder, submitted, late, program};
}

/** Flags that verdicts depend on. */
const DECISIVE = [
  'case',
  'compile',
  'fail-fast',
  'file',
  'no-sandbox',
  'sandbox',
  'show',
  'status',
  'tolerate',
  ...LIMIT_NAMES,
];

async function markFrom(given: ParsedFlags, context: Context): Promise<number> {
  const temporary = new TemporaryFolders();
  try {
    return await markWith(given, context, temporary);
  } finally {
    temporary.remove();
  }
}

async function markWith(given: ParsedFlags, context: Context, temporary: TemporaryFolders): Promise<number> {
  const {name, title, version} = context;
  const folder = fixturesFor(given, context);
  const options = targetOptionsFrom(given, folder, folder === context.folder ? context.file : null);
  // All flags are checked before anything is unpacked.
  const demands = {limits: limitsFrom(given), tolerances: tolerancesFrom(given), status: statusFrom(given)};
  checkReports(given);
  checkWays(given);
  checkPart(given);
  if (given.has('list')) return list(partOf(given, await submissionsFrom(given, options, temporary)));
  if (folder === null) throw usageError(`name the cases with --fixtures: a folder, or ${name} for ${title}`);
  const read = [folder, ...given.texts('all')];
  checkResults(given, read);
  const cases = chosen(loadFixtures(folder), given.texts('case'), folder);
  checkGoldenSizes(cases, demands.limits);
  const checkers = namedPrograms(cases, options.shown);

  const all = await submissionsFrom(given, options, temporary);
  const own = partOf(given, all);
  const folders = [...read, ...given.texts('results')];
  // In a class, a report would be taken for a submission; beside a single program it may lie.
  const programs = given.has('all') ? [] : own.flatMap(filesOf);
  const targets = own.map(({target}) => target);
  const names = own.map(({target, person}) => ({...handedBy(person, null), target}));
  const reports = reportsFrom(given, names, [...folders, ...cases.flatMap(pathsOf), ...programs]);
  const run = {
    fixtures: digestOfSuite(cases),
    options: optionsText(given),
    fivedice: version,
    submissions: all.map(({target}) => target),
    people: Object.fromEntries(all.map(({target, person, plan}) => [target, handedBy(person, plan.program)])),
    cases: cases.map((one) => ({facts: factsOf(one), repeat: repeatedCase(one)})),
  };
  const {results, unmarked: submissions, keep} = resultsFor(given, run, own, folders, temporary.newFolder);

  // Another course may have a program of this name.
  if (!given.has('fixtures')) complain(`no --fixtures: marked with ${title}`);
  for (const note of oddGoldens(cases, demands.tolerances)) complain(note);
  const ending = new AbortController();
  const runs = Math.max(1, submissions.length * cases.length);
  const lanes = Math.min(given.count('jobs', 1) ?? availableParallelism(), runs);
  const marking = {...demands, submissions, cases, lanes, failFast: given.has('fail-fast'), ending};
  if (submissions.length > 0) await runMarking(given, marking, keep, folders, checkers);

  const why = ending.signal.aborted ? `${ENDED_EARLY}: ${ending.signal.reason}` : undefined;
  const marks = results.marks(targets, why);
  const isWritten = writeReports(reports, marks, names);
  complainOfDamage(results);
  // Printed last: whoever ended the run looks there.
  if (why !== undefined) complain(given.has('results') ? `${why}; the same command goes on` : why);
  return !isWritten || why !== undefined ? EXIT.trouble : exitStatusOf(marks);
}

async function runMarking(
  given: ParsedFlags,
  marking: Omit<Marking, 'check'>,
  keep: Keep,
  hide: readonly string[],
  checkers: ReadonlyMap<string, Submission>,
): Promise<void> {
  const {cases, submissions, ending} = marking;
  // A submission and its checker take turns. Each has a lane of its own: one that changes owners is made anew.
  const lanes = marking.lanes * (checkers.size > 0 ? 2 : 1);
  const bar = process.stderr.isTTY ? progressBar(process.stderr, submissions.length * cases.length) : null;
  const use = async (runner: Runner): Promise<void> => {
    const onCase = (): void => bar?.step();
    const onSubmission = (one: Submission, judgements: Judgements): void => {
      try {
        keep(one, judgements, runner);
      } catch (error) {
        ending.abort(`the results: ${messageOf(error)}`);
      }
    };
    await markAll({...marking, check: checkWith(checkers, runner)}, runner, {onCase, onSubmission});
  };
  try {
    await withRunner(given, lanes, hide, use, ending);
  } finally {
    bar?.erase();
  }
}

function pathsOf(one: FixtureCase): string[] {
  return [one.inputFile, one.expectedFile, ...[...one.files, ...extraGoldens(one)].map(({path}) => path)];
}

/** Returns the same text for the same options, however they were given. */
function optionsText(given: ParsedFlags): string {
  return DECISIVE.filter((name) => given.has(name))
    .sort()
    .flatMap((name) =>
      [...given.texts(name)].sort().map((value) => `--${name} ${value === '' ? '' : quote(value)}`.trim()),
    )
    .join(' ');
}
