/* A whole `fivedice mark`, from its flags to its exit status. */
import {availableParallelism} from 'node:os';
import {basename, resolve} from 'node:path';
import type {ParsedFlags} from '../../../command-line/flags.js';
import {progressBar} from '../../../command-line/terminal.js';
import {complain, EXIT, messageOf, usageError} from '../../../command-line/user-error.js';
import {LIMIT_NAMES} from '../../../running/limits.js';
import {TemporaryFolders} from '../../../running/marker-folder.js';
import type {Runner} from '../../../running/runner.js';
import {quote} from '../../../running/shell.js';
import {checkWith, namedPrograms} from '../../judging/checker-programs.js';
import {digestOfSuite} from '../../judging/fingerprint.js';
import {factsOf} from '../../judging/judgement.js';
import {type Judgements, type Marking, markAll} from '../../judging/whole-run.js';
import {ENDED_EARLY, type Handed, NOBODY} from '../../results/marks.js';
import {isRefused} from '../../results/verdicts.js';
import {withoutWerror} from '../../submissions/compiling.js';
import type {Person} from '../../submissions/people.js';
import {filesOf, type Submission} from '../../submissions/submissions.js';
import {extraGoldens, type FixtureCase} from '../../suites/fixture-case.js';
import {oddGoldens, programSettingsIn} from '../../suites/fixtures.js';
import {checkReports, complainOfDamage, exitStatusOf, reportsFrom, writeReports} from '../shared/reports.js';
import {limitsFrom, remark, targetOptionsFrom, tolerancesFrom} from '../shared/run-flags.js';
import {withRunner} from '../shared/with-runner.js';
import {
  type BuiltInSuite,
  casesFor,
  checkGoldenSizes,
  checkWays,
  chosen,
  fixturesFor,
  submissionsFrom,
} from './inputs.js';
import {list} from './list.js';
import {checkResults, type Keep, partOf, resultsFor} from './results.js';

export interface Context extends BuiltInSuite {
  /** Results of another version are not reused. */
  readonly version: string;
}

export async function markFrom(given: ParsedFlags, context: Context): Promise<number> {
  const temporary = new TemporaryFolders();
  try {
    return await markWith(given, context, temporary);
  } finally {
    temporary.remove();
  }
}

async function markWith(given: ParsedFlags, context: Context, temporary: TemporaryFolders): Promise<number> {
  const {name, title, mild, version} = context;
  const folder = fixturesFor(given, context);
  const options = targetOptionsFrom(given, folder, folder === context.folder ? context.file : null);
  // All flags are checked before anything is unpacked.
  const demands = {limits: limitsFrom(given), tolerances: tolerancesFrom(given)};
  checkReports(given);
  checkWays(given);
  partOf(given, []);
  if (given.has('list')) return list(partOf(given, await submissionsFrom(given, options, temporary)));
  if (folder === null) throw usageError(`name the cases with --fixtures: a folder, or ${name} for ${title}`);
  const read = [folder, ...given.texts('all')];
  checkResults(given, read);
  const cases = chosen(casesFor(given, folder, context), given.texts('case'), folder);
  checkGoldenSizes(cases, demands.limits);
  const checkers = namedPrograms(cases, options.shown);

  const all = await submissionsFrom(given, options, temporary);
  const own = partOf(given, all);
  const folders = [...read, ...given.texts('results')];
  // In a class, a report would be taken for a submission; it may lie beside a single program.
  const programs = given.has('all') ? [] : own.flatMap(filesOf);
  const targets = own.map(({target}) => target);
  const names = own.map(({target, person}) => ({...handedBy(person, null), target}));
  const reports = reportsFrom(given, names, [...folders, ...cases.flatMap(pathsOf), ...programs]);
  const isWholeSuite = folder === context.folder && !given.has('case');
  const run = {
    title: programSettingsIn(folder).title ?? basename(resolve(folder)),
    fixtures: digestOfSuite(cases),
    options: optionsText(given),
    milder: isWholeSuite && given.text('fixtures') !== mild.name ? `--fixtures ${mild.name}` : null,
    further: isWholeSuite ? 'fivedice fuzz' : null,
    fivedice: version,
    submissions: all.map(({target}) => target),
    people: Object.fromEntries(all.map(({target, person, plan}) => [target, handedBy(person, plan.program)])),
    cases: cases.map(factsOf),
  };
  const {results, unmarked: submissions, keep} = resultsFor(given, run, own, folders, temporary.newFolder);

  // Another course may have a program of this name.
  if (!given.has('fixtures')) remark(given, `no --fixtures: marked with ${title}`);
  for (const note of oddGoldens(cases, demands.tolerances)) remark(given, note);
  const ending = new AbortController();
  const runs = Math.max(1, submissions.length * cases.length);
  const lanes = Math.min(given.count('jobs', 1) ?? availableParallelism(), runs);
  const marking = {...demands, submissions, cases, lanes, failFast: given.has('fail-fast'), ending};
  if (submissions.length > 0) await runMarking(given, marking, keep, folders, checkers);

  const why = ending.signal.aborted ? `${ENDED_EARLY}: ${ending.signal.reason}` : undefined;
  const marks = results.marks(targets, why);
  const isWritten = writeReports(reports, marks, names);
  complainOfDamage(results);
  // Printed last, where the reader looks.
  if (why !== undefined) complain(given.has('results') ? `${why}; the same command continues it` : why);
  return !isWritten || why !== undefined ? EXIT.trouble : exitStatusOf(marks);
}

function handedBy(person: Person | null, program: string | null): Handed {
  const {id, email, group, members, folder, submitted, late} = person ?? NOBODY;
  return {id, email, group, members, folder, submitted, late, program};
}

async function runMarking(
  given: ParsedFlags,
  marking: Omit<Marking, 'check'>,
  keep: Keep,
  hide: readonly string[],
  checkers: ReadonlyMap<string, Submission>,
): Promise<void> {
  const {cases, submissions, ending} = marking;
  // A submission and its checker take turns, each in its own lane, because a lane that changes owners is made anew.
  const lanes = marking.lanes * (checkers.size > 0 ? 2 : 1);
  const steps = submissions.length * cases.length;
  const progress = {steps, items: submissions.length, noun: 'submission'};
  const bar = process.stderr.isTTY && !given.has('quiet') ? progressBar(process.stderr, progress) : null;
  const use = async (runner: Runner): Promise<void> => {
    const onCase = (): void => bar?.step();
    const save = (one: Submission, judgements: Judgements, milder: Judgements | null): void => {
      try {
        keep(one, judgements, runner, milder);
      } catch (error) {
        ending.abort(`the results: ${messageOf(error)}`);
      }
    };
    // Saved again after the second run, without -Werror.
    const refused = new Map<Submission, readonly [Submission, Judgements]>();
    const onSubmission = (one: Submission, judgements: Judgements): void => {
      bar?.finishItem();
      save(one, judgements, null);
      const milder = isRefused(judgements.values()) ? withoutWerror(one) : null;
      if (milder !== null) refused.set(milder, [one, judgements]);
    };
    const whole = {...marking, check: checkWith(checkers, runner)};
    await markAll(whole, runner, {onCase, onSubmission});
    const again = {...whole, submissions: [...refused.keys()]};
    await markAll(again, runner, {
      onCase: () => {},
      onSubmission: (milder, judgements) => {
        const [one, own] = refused.get(milder) ?? [milder, judgements];
        if (!ending.signal.aborted) save(one, own, judgements);
      },
    });
  };
  try {
    await withRunner(given, lanes, hide, use, ending);
  } finally {
    bar?.erase();
  }
}

function pathsOf(one: FixtureCase): string[] {
  const others = [...one.otherAnswers, ...one.files, ...extraGoldens(one)];
  return [one.inputFile, one.expectedFile, ...others.map(({path}) => path)];
}

const DECISIVE = [
  ...'case compile fail-fast file no-sandbox sandbox show tolerate'.split(' '),
  ...LIMIT_NAMES,
];

/** Returns equal texts for equal options, in any order. */
function optionsText(given: ParsedFlags): string {
  return DECISIVE.filter((name) => given.has(name))
    .sort()
    .flatMap((name) =>
      [...given.texts(name)].sort().map((value) => `--${name} ${value === '' ? '' : quote(value)}`.trim()),
    )
    .join(' ');
}
