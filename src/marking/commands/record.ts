/* The door of `fivedice record`: makes goldens from a reference program, or lists what would change. */
import {existsSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {createInterface} from 'node:readline';
import {hasColour} from '../../command-line/colour.js';
import {runCommand} from '../../command-line/command.js';
import {complain} from '../../command-line/complain.js';
import {EXIT} from '../../command-line/exit-status.js';
import type {Command, Given} from '../../command-line/flags.js';
import {usageError} from '../../command-line/user-error.js';
import {DEFAULT_LIMITS, type Limits} from '../../running/limits.js';
import type {NoObservation, Observation} from '../../running/observation.js';
import type {Runner} from '../../running/runner.js';
import type {Word} from '../../running/sandbox.js';
import {refusalOf} from '../judging/judgement.js';
import {changesWanted} from '../recording/asking.js';
import {type Change, changeLine, drawnChange} from '../recording/changes.js';
import {type Line, painted} from '../reports/drawing.js';
import {commandOf} from '../submissions/compiling.js';
import {submissionFrom} from '../submissions/submissions.js';
import {type FixtureCase, jobOf} from '../suites/fixture-case.js';
import {loadFixtures} from '../suites/fixtures.js';
import {limitsFrom, RUN_FLAGS, targetOptionsFrom, withRunner} from './shared/run-flags.js';

export const COMMAND: Command = {
  name: 'record',
  usage: '--reference CMD DIR',
  about: `Runs a reference twice on every NAME.in in a folder, and shows each NAME.out that it would create or
    change, and each file in a folder NAME.files. Writes nothing without --write or --interactive, and nothing at all if any run crashes, exceeds a limit, or
    prints something different the second time.`,
  flags: [
    {name: 'reference', takes: 'CMD', help: 'a program or source file, in quotes if it has arguments'},
    {name: 'write', help: 'write the files'},
    {name: 'interactive', help: 'ask case by case what to write, on a terminal'},
    {
      name: 'status',
      help: 'record exit statuses too, in NAME.status (existing files are always kept up to date)',
    },
    ...RUN_FLAGS,
  ],
  exitStatus: `0 nothing would change, or all was written; 1 something would change; 2 the command line or the
    fixtures were wrong; 3 the reference cannot be used.`,
  needsLinux: true,
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, recordFrom);
}

async function recordFrom(given: Given): Promise<number> {
  const [folder, ...more] = given.positionals;
  const reference = given.text('reference');
  if (folder === undefined || more.length > 0 || given.rest !== null || reference === null) {
    throw usageError('name the reference with --reference, and one folder');
  }
  checkInteractive(given);
  const cases = loadFixtures(folder, 'not yet');
  const submission = submissionFrom(reference, targetOptionsFrom(given));
  const limits = limitsFrom(given);
  const {changes, refusals} = await withRunner(given, 1, [], async (runner) => {
    const command = await commandOf(submission, runner, 'reference');
    return recordAll(cases, command, limits, given.has('status'), runner);
  });
  if (refusals.length > 0) {
    for (const line of refusals) complain(line);
    complain('nothing was written: the reference must do the same every time, and end normally');
    return EXIT.trouble;
  }
  const isAsked = given.has('interactive');
  const wanted = given.has('write') ? changes : isAsked ? await wantedOf(changes) : [];
  for (const {file, content} of wanted) replace(file, content);
  if (!isAsked)
    for (const one of changes) print([{tone: 'plain', text: changeLine(one)}, ...drawnChange(one)]);
  print([{tone: 'plain', text: closingLine(cases.length, changes, wanted, isAsked)}]);
  return wanted.length === changes.length ? EXIT.passed : EXIT.failed;
}

function closingLine(
  cases: number,
  changes: readonly Change[],
  wanted: readonly Change[],
  isAsked: boolean,
): string {
  const same = `${cases - new Set(changes.map(({one}) => one.name)).size} of ${cases} cases unchanged`;
  if (isAsked)
    return `${wanted.length} written, ${changes.length - wanted.length} left as they were, ${same}`;
  if (wanted.length > 0) return `${wanted.length} written, ${same}`;
  const hint = changes.length === 0 ? '' : '; nothing was written: add --write';
  return `${changes.length} to write, ${same}${hint}`;
}

/** Asks on the terminal. Nothing is written before the last answer, so whoever interrupts it has changed nothing. */
async function wantedOf(changes: readonly Change[]): Promise<Change[]> {
  const lines = createInterface({input: process.stdin});
  const typed = lines[Symbol.asyncIterator]();
  try {
    return await changesWanted(changes, {
      show: print,
      ask: async (question) => {
        process.stdout.write(question);
        const {value, done} = await typed.next();
        if (done === true) process.stdout.write('\n');
        return done === true ? null : value;
      },
    });
  } finally {
    lines.close();
  }
}

function print(lines: readonly Line[]): void {
  const isColoured = hasColour(process.stdout, process.env);
  for (const line of lines) process.stdout.write(`${isColoured ? painted(line) : line.text}\n`);
}

function checkInteractive(given: Given): void {
  if (!given.has('interactive')) return;
  if (given.has('write'))
    throw usageError('--interactive asks what --write would write unasked: give one of them');
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true)
    throw usageError('--interactive asks on a terminal, and there is none: --write writes without asking');
}

async function recordAll(
  cases: readonly FixtureCase[],
  command: readonly Word[],
  ownLimits: Partial<Limits>,
  statuses: boolean,
  runner: Runner,
): Promise<{changes: Change[]; refusals: string[]}> {
  const changes: Change[] = [];
  const refusals: string[] = [];
  for (const one of cases) {
    const limits = {...DEFAULT_LIMITS, ...one.limits, ...ownLimits};
    const job = {command: [...command, ...one.arguments], limits, ...jobOf(one)};
    const [first, second] = [await runner.observe(job), await runner.observe(job)];
    const refusal = refusalOf(first, limits) ?? refusalOf(second, limits) ?? differenceOf(one, first, second);
    if (refusal !== null) refusals.push(`${one.name}: the reference ${refusal}`);
    else if (!('could' in first)) changes.push(...changesOf(one, first, statuses));
  }
  return {changes, refusals};
}

function differenceOf(
  one: FixtureCase,
  first: Observation | NoObservation,
  second: Observation | NoObservation,
): string | null {
  if ('could' in first || 'could' in second) return null;
  if (!first.stdout.equals(second.stdout)) return 'printed something different the second time';
  for (const [index, {name}] of one.expectedFiles.entries()) {
    const [before, after] = [first.written[index], second.written[index]];
    if (before === undefined || 'instead' in before) return `wrote no file ${name}`;
    const isSame = after !== undefined && 'content' in after && before.content.equals(after.content);
    if (!isSame) return `wrote something different to ${name} the second time`;
  }
  return statusOf(first) === statusOf(second) ? null : 'had a different exit status the second time';
}

function statusOf({end}: Observation): number | null {
  return 'exited' in end ? end.exited : null;
}

function changesOf(one: FixtureCase, seen: Observation, statuses: boolean): Change[] {
  const statusFile = one.expectedFile.replace(/\.out$/, '.status');
  const wanted = [
    {file: one.expectedFile, content: seen.stdout},
    ...(statuses || existsSync(statusFile)
      ? [{file: statusFile, content: Buffer.from(`${statusOf(seen)}\n`)}]
      : []),
    ...one.expectedFiles.flatMap(({path}, index) => {
      const written = seen.written[index];
      return written !== undefined && 'content' in written ? [{file: path, content: written.content}] : [];
    }),
  ];
  return wanted
    .map((change) => ({...change, one, before: existsSync(change.file) ? readFileSync(change.file) : null}))
    .filter(({content, before}) => before === null || !before.equals(content))
    .filter(({file, before}) => file === statusFile || !holdsPatterns(one, file, before));
}

/** Somebody wrote them, and what a program writes is none. A file that is to be made begins as an empty one. */
function holdsPatterns({checker, expectedFile}: FixtureCase, file: string, before: Buffer | null): boolean {
  return checker?.kind === 'regex' && before !== null && (file === expectedFile || before.length > 0);
}

/** An interruption leaves the old file or the new one; a leftover temporary file is not taken for a case. */
function replace(file: string, content: Buffer): void {
  const fresh = join(dirname(file), `.${basename(file)}.new`);
  writeFileSync(fresh, content);
  renameSync(fresh, file);
}
