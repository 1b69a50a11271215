/* The door of `fivedice record`: makes goldens from a reference program, or lists what would change. */
import {existsSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {runCommand} from '../../command-line/command.js';
import {EXIT} from '../../command-line/exit-status.js';
import type {Command, Given} from '../../command-line/flags.js';
import {usageError} from '../../command-line/user-error.js';
import {DEFAULT_LIMITS, type Limits} from '../../running/limits.js';
import type {NoObservation, Observation} from '../../running/observation.js';
import type {Runner} from '../../running/runner.js';
import type {Word} from '../../running/sandbox.js';
import {commandOf} from '../judging/compiling.js';
import {refusalOf} from '../judging/judgement.js';
import {submissionFrom} from '../judging/submissions.js';
import {type FixtureCase, jobOf} from '../suites/fixture-case.js';
import {loadFixtures} from '../suites/fixtures.js';
import {limitsFrom, RUN_FLAGS, targetOptionsFrom, withRunner} from './run-flags.js';

export const COMMAND: Command = {
  name: 'record',
  usage: '--reference CMD DIR',
  about: `Runs a reference twice on every NAME.in in a folder, and lists each NAME.out that it would create or
    change, and each file in a folder NAME.files. Writes nothing without --write, and nothing at all if any run crashes, exceeds a limit, or
    prints something different the second time.`,
  flags: [
    {name: 'reference', takes: 'CMD', help: 'a program or source file, in quotes if it has arguments'},
    {name: 'write', help: 'write the files'},
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

/** A file that the reference would create or change. */
interface Change {
  /** Of the case. */
  readonly name: string;
  readonly file: string;
  readonly content: Buffer;
  readonly before: Buffer | null;
}

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, recordFrom);
}

async function recordFrom(given: Given): Promise<number> {
  const [folder, ...more] = given.positionals;
  const reference = given.text('reference');
  if (folder === undefined || more.length > 0 || given.rest !== null || reference === null) {
    throw usageError('name the reference with --reference, and one folder');
  }
  const cases = loadFixtures(folder, 'not yet');
  const submission = submissionFrom(reference, targetOptionsFrom(given));
  const limits = limitsFrom(given);
  const {changes, refusals} = await withRunner(given, 1, [], async (runner) => {
    const command = await commandOf(submission, runner, 'reference');
    return recordAll(cases, command, limits, given.has('status'), runner);
  });
  if (refusals.length > 0) {
    process.stderr.write(refusals.map((line) => `fivedice: ${line}\n`).join(''));
    process.stderr.write(
      'fivedice: nothing was written: the reference must do the same every time, and end normally\n',
    );
    return EXIT.trouble;
  }
  const write = given.has('write');
  for (const {file, content, before} of changes) {
    if (write) replace(file, content);
    const size = before === null ? `${content.length} bytes` : `${before.length} → ${content.length} bytes`;
    process.stdout.write(`${before === null ? 'new' : 'changed'}  ${file}  (${size})\n`);
  }
  const same = cases.length - new Set(changes.map(({name}) => name)).size;
  const closing = write || changes.length === 0 ? '' : '; nothing was written: add --write';
  process.stdout.write(
    `${changes.length} ${write && changes.length > 0 ? 'written' : 'to write'}, ${same} of ${cases.length} cases unchanged${closing}\n`,
  );
  return write || changes.length === 0 ? EXIT.passed : EXIT.failed;
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
    .map((change) => ({
      ...change,
      name: one.name,
      before: existsSync(change.file) ? readFileSync(change.file) : null,
    }))
    .filter(({content, before}) => before === null || !before.equals(content));
}

/** An interruption leaves the old file or the new one; a leftover temporary file is not taken for a case. */
function replace(file: string, content: Buffer): void {
  const fresh = join(dirname(file), `.${basename(file)}.new`);
  writeFileSync(fresh, content);
  renameSync(fresh, file);
}
