/* Entry point of `fivedice record`: runs a reference twice on every case, and lists or writes the goldens that change. */
import {existsSync, readFileSync, statSync} from 'node:fs';
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {complain, EXIT, usageError, withoutCommands} from '../../command-line/user-error.js';
import type {NoObservation, Observation} from '../../running/job.js';
import type {Limits} from '../../running/limits.js';
import type {Runner} from '../../running/runner.js';
import {replaceWhole} from '../../system/whole-file.js';
import {compareWithAnswers} from '../comparing/alternatives.js';
import {differenceOf} from '../comparing/difference.js';
import {NO_SESSION, sessionOf} from '../comparing/session.js';
import {refusalOf} from '../judging/judgement.js';
import {drawnText, type Gutters} from '../reports/draw.js';
import {diffBlocks} from '../reports/explain.js';
import {listIn, listSome} from '../results/grouping.js';
import {oneLine} from '../results/visible.js';
import {readyOf} from '../submissions/compiling.js';
import type {Launch} from '../submissions/launch-plan.js';
import {submissionFrom} from '../submissions/submissions.js';
import {extraOutputs, type FixtureCase, isStatus, jobOf, limitsOf} from '../suites/fixture-case.js';
import {loadFixtures} from '../suites/fixtures.js';
import {RUN_FLAGS} from './shared/flags.js';
import {limitsFrom, targetOptionsFrom} from './shared/run-flags.js';
import {withRunner} from './shared/with-runner.js';

export const COMMAND: Command = {
  name: 'record',
  usage: '--reference CMD DIR',
  about: `Runs a reference twice on every NAME.in in a folder, and shows each NAME.out that it would create or
    change, and each file in a folder NAME.files. Writes nothing without --write, and nothing at all if any run crashes,
    exceeds a limit, or prints something different the second time.`,
  flags: [
    {name: 'reference', takes: 'CMD', help: 'a program or source file, in quotes if it has arguments'},
    {name: 'write', help: 'write the files'},
    ...RUN_FLAGS,
  ],
  exitStatus: `0 nothing would change, or all was written; 1 something would change; 2 the command line or the fixtures
    were wrong; 3 the reference cannot be used.`,
  needsLinux: true,
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, recordFrom);
}

async function recordFrom(given: ParsedFlags): Promise<number> {
  const needed = 'name the reference with --reference, and one folder';
  const [folder] = given.only(1, needed);
  const reference = given.text('reference');
  if (reference === null) throw usageError(needed);
  const cases = loadFixtures(folder, 'not yet');
  const submission = submissionFrom(reference, targetOptionsFrom(given, folder));
  const ownLimits = limitsFrom(given);
  const {changes, refusals} = await withRunner(given, 1, [], async (runner) =>
    recordAll(cases, await readyOf(submission, runner, 'reference'), ownLimits, runner),
  );
  if (refusals.length > 0) {
    for (const line of refusals) complain(line);
    complain('nothing was written: the reference must do the same every time, and end normally');
    return EXIT.trouble;
  }
  const isWritten = given.has('write');
  if (isWritten)
    for (const {file, content} of changes)
      replaceWhole(file, [content], statSync(file, {throwIfNoEntry: false}));
  for (const one of changes) show(one);
  const same = `${cases.length - new Set(changes.map(({one}) => one)).size} of ${cases.length} cases unchanged`;
  const hint = isWritten || changes.length === 0 ? '' : '; nothing was written: add --write';
  const done = isWritten && changes.length > 0 ? 'written' : 'to write';
  process.stdout.write(`${changes.length} ${done}, ${same}${hint}\n`);
  return isWritten || changes.length === 0 ? EXIT.passed : EXIT.failed;
}

interface GoldenChange {
  readonly one: FixtureCase;
  readonly file: string;
  readonly content: Buffer;
  readonly before: Buffer | null;
}

/** Returns changes, and lines that say why and for which cases the reference cannot be used. */
async function recordAll(
  cases: readonly FixtureCase[],
  {command, toolchain}: Launch,
  ownLimits: Partial<Limits>,
  runner: Runner,
): Promise<{readonly changes: readonly GoldenChange[]; readonly refusals: readonly string[]}> {
  const changes: GoldenChange[] = [];
  const refused = new Map<string, string[]>();
  for (const one of cases) {
    const limits = limitsOf(one, ownLimits);
    const job = {command: [...command, ...one.arguments], toolchain, limits, ...jobOf(one)};
    const [first, second] = [await runner.observe(job), await runner.observe(job)];
    const refusal = refusalOf(first, limits) ?? refusalOf(second, limits) ?? unsteady(one, first, second);
    if (refusal !== null) listIn(refused, refusal).push(one.name);
    else if (!('could' in first)) changes.push(...changesIn(one, first));
  }
  const refusals = Array.from(
    refused,
    ([what, names]) => `${listSome(names, MOST_NAMES)}: the reference ${what}`,
  );
  return {changes, refusals};
}

/** Returns how the second run differs from the first; null if it does not. */
function unsteady(
  one: FixtureCase,
  first: Observation | NoObservation,
  second: Observation | NoObservation,
): string | null {
  if ('could' in first || 'could' in second) return null;
  if (!first.stdout.equals(second.stdout)) return 'printed something different the second time';
  const again = extraOutputs(one, second);
  for (const [index, {golden, made}] of extraOutputs(one, first).entries()) {
    if ('instead' in made) return `wrote no file ${golden.name}`;
    const after = again[index]?.made;
    if (after === undefined || 'instead' in after || !made.content.equals(after.content))
      return `wrote something different to ${golden.name} the second time`;
  }
  return statusOf(first) === statusOf(second) ? null : 'had a different exit status the second time';
}

function statusOf({end}: Observation): number | null {
  return 'exited' in end ? end.exited : null;
}

function changesIn(one: FixtureCase, seen: Observation): GoldenChange[] {
  const status = statusOf(seen);
  const isExpected = status === null || isStatus(status, one.status);
  const statusFile = one.expectedFile.replace(/\.(?:out|ans)$/, '.status');
  const made = [
    {file: one.expectedFile, content: seen.stdout},
    ...(isExpected ? [] : [{file: statusFile, content: Buffer.from(`${status}\n`)}]),
    ...extraOutputs(one, seen).flatMap(({golden, made}) =>
      'instead' in made ? [] : [{file: golden.path, content: made.content}],
    ),
  ];
  return made
    .map((each) => ({...each, one, before: existsSync(each.file) ? readFileSync(each.file) : null}))
    .filter(({file, content, before}) => {
      if (before === null) return true;
      return file === one.expectedFile ? !isRight(one, content) : !before.equals(content);
    });
}

function isRight(one: FixtureCase, actual: Buffer): boolean {
  const outputs = {expected: one.expected, actual, session: () => sessionOf(one), tolerances: []};
  return 'needed' in compareWithAnswers(one, outputs);
}

const GUTTERS: Gutters = {
  same: '          ',
  expected: '  before  ',
  actual: '  now     ',
  omitted: '        … ',
};

function show({one, file, content, before}: GoldenChange): void {
  const size = before === null ? `${content.length} bytes` : `${before.length} → ${content.length} bytes`;
  const lines = [`${before === null ? 'new' : 'changed'}  ${oneLine(file)}  (${size})`];
  if (before !== null) {
    const difference = differenceOf({
      expected: before,
      actual: content,
      session: () => (file === one.expectedFile ? sessionOf(one) : NO_SESSION),
      tolerances: [],
    });
    lines.push(drawnText(diffBlocks(difference), GUTTERS));
  }
  process.stdout.write(withoutCommands(`${lines.join('\n')}\n`));
}

const MOST_NAMES = 3;
