/* The door of `fivedice mark`: flags, folders, exit status. */
import {availableParallelism, homedir, tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {runCommand} from '../../command-line/command.js';
import {complain} from '../../command-line/complain.js';
import {EXIT} from '../../command-line/exit-status.js';
import type {Command, Given} from '../../command-line/flags.js';
import {progressLine, timeLeft} from '../../command-line/progress.js';
import {inputError, usageError} from '../../command-line/user-error.js';
import {DEFAULT_LIMITS, LIMIT_NAMES, type Limits} from '../../running/limits.js';
import type {Runner} from '../../running/runner.js';
import {quote} from '../../running/shell.js';
import {isBelow, realPathOf} from '../files/paths.js';
import {digestOf, digestOfFixtures} from '../journal/digests.js';
import type {Check} from '../judging/judgement.js';
import {namedPrograms} from '../judging/named-programs.js';
import {casesOfPart, partOf, type Shard} from '../judging/shards.js';
import {
  filesOf,
  type Submission,
  submissionAt,
  submissionOf,
  submissionsIn,
  withUsableName,
} from '../judging/submissions.js';
import {type Marking, markAll} from '../judging/whole-run.js';
import {collectMarks} from '../marks/collecting.js';
import type {Listener} from '../marks/events.js';
import type {Marks} from '../marks/marks.js';
import {MOST_ARGUMENTS, sizeOf} from '../suites/arguments.js';
import {casesNamed, namesLike} from '../suites/choosing.js';
import {comparesBytes, type FixtureCase} from '../suites/fixture-case.js';
import {loadFixtures} from '../suites/fixtures.js';
import {journalBefore, journalIn, KEEPING_FLAGS, type Keeping, keepingFrom} from './keeping-flags.js';
import {saveMemory} from './memory.js';
import {exitStatusOf, openReports, REPORT_FLAGS, reportsFrom, writeReports} from './report-flags.js';
import {
  limitsFrom,
  RUN_FLAGS,
  TOLERATE_FLAG,
  targetOptionsFrom,
  tolerancesFrom,
  withRunner,
} from './run-flags.js';

/** What the caller provides. */
export interface Surroundings {
  /** The fixtures to use if none are named. */
  readonly fixtures: string;
  /** What the help calls them. */
  readonly title: string;
  /** Of fivedice: another version may judge otherwise. */
  readonly version: string;
}

export const commandWith = ({title}: Surroundings): Command => ({
  name: 'mark',
  usage: 'TARGET … | --all DIR | -- COMMAND …',
  about: `Runs programs on every case in a folder and compares what they print, byte for byte. A TARGET is an
    executable, a script, a C file (compiled with gcc -Wall -Werror), or a folder with one of these or several C files. A
    case is NAME.in and NAME.out, and optionally NAME.status and a folder NAME.files.`,
  flags: [
    {name: 'fixtures', takes: 'DIR', help: `the cases (${title})`},
    {name: 'all', takes: 'DIR', help: 'mark every submission in a folder'},
    {
      name: 'case',
      takes: 'NAME',
      many: true,
      help: 'mark only these cases: a name, a part of one, a folder, or a number in reports',
    },
    TOLERATE_FLAG,
    {name: 'status', takes: 'N', help: 'demand this exit status if the fixtures demand none'},
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

export function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  return runCommand(commandWith(surroundings), args, (given) => markFrom(given, surroundings));
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

async function markFrom(given: Given, {fixtures, title, version}: Surroundings): Promise<number> {
  saveMemory();
  const all = submissionsFrom(given);
  const asked = reportsFrom(given, all.length);
  const shard = shardFrom(given.text('shard'));
  const folder = given.text('fixtures') ?? fixtures;
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
  const programsOfCourse = namedPrograms(fixtureCases, targetOptionsFrom(given).shown);
  const part = partFor(shard, all, fixtureCases, given.has('fail-fast'));
  checkArguments(part.submissions, fixtureCases);
  const lanes = lanesFor(given, part);
  const ending = new AbortController();
  const shown = given.has('sandbox') ? given.texts('show').map((path) => resolve(path)) : null;
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
    folders: allPaths([...folders, ...programs.map((file) => dirname(file))]),
    surroundings: allPaths(['.', homedir(), tmpdir()]),
    lanes,
    earlier: keeping.earlier,
    ending,
  };
  // Whoever forgot the flag would take these verdicts for those of their own suite.
  if (!given.has('fixtures')) complain(`no --fixtures: marked with ${title}`);
  const marks = await marksFrom(given, marking, keeping, folders, programsOfCourse);
  return (await writeReports(reports, marks)) ? exitStatusOf(marks) : EXIT.trouble;
}

/**
 * Runs what is to be marked, and keeps what the flags ask to keep.
 *
 * @param hide folders that no program may see
 * @param programs those of the course that check outputs
 */
async function marksFrom(
  given: Given,
  marking: Omit<Marking, 'check'>,
  keeping: Keeping,
  hide: readonly string[],
  programs: ReadonlyMap<string, Submission>,
): Promise<Marks> {
  const {submissions, cases, ending} = marking;
  // A submission and its checker take turns. Each has a lane of its own: one that changes owners is made anew.
  const lanes = marking.lanes * (programs.size > 0 ? 2 : 1);
  const collected = collectMarks();
  // The bar makes room for what the others have to say.
  const listeners = [progressBar(given.has('quiet')), keeping.listen, collected.listen];
  const tell: Listener = (event) => {
    for (const listen of listeners) listen(event);
  };
  const use = async (runner: Runner): Promise<void> => {
    const check = await checkFor(cases, programs, runner);
    const usable = submissions.map((one, index) => withUsableName(one, join(runner.folder, `copy-${index}`)));
    await markAll({...marking, check, submissions: usable}, runner, tell);
  };
  try {
    await withRunner(given, lanes, hide, use, ending);
  } finally {
    keeping.close();
  }
  return collected.marks();
}

/** What a part of a run marks. */
type Part = Pick<Marking, 'submissions' | 'cases' | 'failFast'>;

/** Parts are whole submissions, as long as there are several. */
function partFor(
  shard: Shard | null,
  all: readonly Submission[],
  cases: readonly FixtureCase[],
  failFast: boolean,
): Part {
  return all.length > 1
    ? {submissions: partOf(all, shard), cases: casesOfPart(cases, null, failFast), failFast}
    : {submissions: all, cases: casesOfPart(cases, shard, failFast), failFast};
}

function lanesFor(given: Given, {submissions, cases}: Part): number {
  const most = given.count('jobs', 1) ?? availableParallelism();
  return Math.min(most, Math.max(1, submissions.length * cases.length));
}

/** The files of a case. */
function pathsOf({inputFile, expectedFile, files, expectedFiles}: FixtureCase): string[] {
  return [inputFile, expectedFile, ...[...files, ...expectedFiles].map(({path}) => path)];
}

/** Folders by all their paths. */
function allPaths(folders: readonly string[]): string[] {
  const paths = folders.map((path) => resolve(path));
  return [...new Set([...paths, ...paths.map(realPathOf)])];
}

/** The same text for the same options, however they were given. */
function optionsText(given: Given): string {
  return DECISIVE.filter((name) => given.has(name))
    .sort()
    .flatMap((name) =>
      [...given.texts(name)].sort().map((value) => `--${name} ${value === '' ? '' : quote(value)}`.trim()),
    )
    .join(' ');
}

/** A cache among the submissions or the goldens would be taken for some of them. */
function checkCache(given: Given, folders: readonly string[]): void {
  for (const cache of given.texts('cache')) {
    const place = folders.find((folder) => isBelow(realPathOf(cache), realPathOf(folder)));
    if (place !== undefined) throw usageError(`--cache: ${cache} lies in ${place}, from where all is read`);
  }
}

function submissionsFrom(given: Given): Submission[] {
  const {positionals, rest} = given;
  const options = targetOptionsFrom(given);
  const all = given.text('all');
  const ways = [all !== null, positionals.length > 0, rest !== null].filter(Boolean).length;
  if (ways !== 1) throw usageError('name a TARGET or several, or --all DIR, or a command after --');
  if (all !== null) return submissionsIn(all, options);
  if (rest === null) {
    const twice = positionals.find(
      (path, index) => positionals.findIndex((other) => resolve(other) === resolve(path)) !== index,
    );
    if (twice !== undefined) throw usageError(`${twice} is named twice`);
    return positionals.map((path) => submissionAt(path, options));
  }
  if (rest.length === 0) throw usageError('a command is missing after --');
  return [submissionOf(rest, options.shown)];
}

function chosen(
  cases: readonly FixtureCase[],
  texts: readonly string[],
  folder: string,
): readonly FixtureCase[] {
  if (texts.length === 0) return cases;
  const named = texts.flatMap((text) => {
    const found = casesNamed(text, cases);
    if (found.length > 0) return found;
    const [what, like] = [JSON.stringify(text), namesLike(text, cases).join(', ')];
    throw usageError(
      `--case takes the name of a case, a part of one, a folder, or a number from 1 to ${cases.length}; nothing in ${folder} is called ${what}. The nearest: ${like}`,
    );
  });
  return cases.filter((one) => named.includes(one));
}

function statusFrom(given: Given): number | null {
  const status = given.count('status', 0);
  if (status !== null && status > 255)
    throw usageError(`--status takes a number from 0 to 255, not ${status}`);
  return status;
}

function shardFrom(text: string | null): Shard | null {
  if (text === null) return null;
  const [, index, of] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (index === undefined || of === undefined || index < 1 || index > of) {
    throw usageError(`--shard takes I/N with I from 1 to N, say 2/8, not ${JSON.stringify(text)}`);
  }
  return {index, of};
}

/** If a limit would stop even the right output, the fixtures are wrong, not the program. */
function checkGoldenSizes(cases: readonly FixtureCase[], limits: Partial<Limits>): void {
  const problems = cases.flatMap((one) => {
    const {output} = {...DEFAULT_LIMITS, ...one.limits, ...limits};
    return [{path: one.expectedFile, content: one.expected}, ...one.expectedFiles]
      .filter(({content}) => content.length > output * 1024)
      .map(
        ({path, content}) =>
          `${path}: ${content.length} bytes, more than the limit on output allows (${output} KiB)`,
      );
  });
  if (problems.length > 0) throw inputError(problems.join('\n'));
}

/** A flag that does nothing would be taken for one that does. */
function checkTolerances(given: Given, cases: readonly FixtureCase[]): void {
  if (!given.has('tolerate') || cases.some(comparesBytes)) return;
  throw usageError('--tolerate: bytes are compared under tolerances, and all cases here have a checker');
}

/** Loads what checkers need, if there are some; null: no case has one. */
async function checkFor(
  cases: Marking['cases'],
  programs: ReadonlyMap<string, Submission>,
  runner: Runner,
): Promise<Check | null> {
  if (cases.every(({one}) => one.checker === null)) return null;
  const {checking} = await import('../judging/checking.js');
  return checking(runner, programs);
}

/** More than this the system gives to no program, and the program is not to blame. */
function checkArguments(submissions: readonly Submission[], cases: readonly FixtureCase[]): void {
  const own = Math.max(
    0,
    ...submissions.map(({args}) => sizeOf(args.map((word) => (typeof word === 'string' ? word : word.file)))),
  );
  const sizeOfCase = ({arguments: args, environment}: FixtureCase): number =>
    sizeOf(args) + sizeOf(Object.entries(environment).map(([name, value]) => `${name}=${value}`));
  const longest = cases.find((one) => own + sizeOfCase(one) > MOST_ARGUMENTS);
  if (longest === undefined) return;
  throw inputError(
    `${longest.name}: its arguments, those after -- and its variables are more than ${MOST_ARGUMENTS} bytes, which no program can be given`,
  );
}

function progressBar(isQuiet: boolean): Listener {
  if (isQuiet || process.stderr.isTTY !== true) return () => {};
  let [shown, done, total, reused] = ['', 0, 0, 0];
  let leftAfter = timeLeft(performance.now());
  return (event) => {
    if (event.event === 'started') {
      total = event.targets.length * event.cases.length;
      leftAfter = timeLeft(performance.now());
    }
    if (event.event === 'case' && !event.again) {
      done += 1;
      // What is known already takes no time, and says nothing of the rest.
      if (event.reused !== null) reused += 1;
    }
    const bar = progressLine(done, total, leftAfter(done - reused, total - done, performance.now()));
    // At the end, it is erased to make room for the report.
    const isOver = done === total || event.event === 'ended';
    const next = (isOver ? '' : done === 0 ? shown : bar).padEnd(shown.length);
    if (next !== shown) process.stderr.write(isOver ? `\r${next}\r` : `\r${next}`);
    shown = next;
  };
}
