/* Entry point of `fivedice record`: makes goldens from a reference program, or lists what would change. */
import {statSync} from 'node:fs';
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {hasColour} from '../../command-line/terminal.js';
import {complain, EXIT, usageError, withoutCommands} from '../../command-line/user-error.js';
import {replaceWhole} from '../../system/whole-file.js';
import {checkFor, namedPrograms} from '../judging/named-programs.js';
import {type Line, painted, plain} from '../reports/drawing.js';
import {oneLine} from '../results/visible.js';
import {readyOf} from '../submissions/compiling.js';
import {submissionFrom} from '../submissions/submissions.js';
import {loadFixtures} from '../suites/fixtures.js';
import {changeLine, drawnChange, type GoldenChange} from './record/changes.js';
import {recordAll} from './record/recorded.js';
import {limitsFrom, RUN_FLAGS, targetOptionsFrom, withRunner} from './shared/run-flags.js';

export const COMMAND: Command = {
  name: 'record',
  usage: '--reference CMD DIR',
  about: `Runs a reference twice on every NAME.in in a folder, and shows each NAME.out that it would create or
    change, and each file in a folder NAME.files. A golden whose checker accepts what is printed now is kept. Writes nothing
    without --write, and nothing at all if any run crashes, exceeds a limit, or prints something different the second time.`,
  flags: [
    {name: 'reference', takes: 'CMD', help: 'a program or source file, in quotes if it has arguments'},
    {name: 'write', help: 'write the files'},
    ...RUN_FLAGS,
  ],
  exitStatus: `0 nothing would change, or all was written; 1 something would change; 2 the command line or the fixtures were wrong; 3 the reference or a checker cannot be used.`,
  needsLinux: true,
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, recordFrom);
}

async function recordFrom(given: ParsedFlags): Promise<number> {
  const [folder, ...more] = given.positionals;
  const reference = given.text('reference');
  if (folder === undefined || more.length > 0 || given.rest !== null || reference === null) {
    throw usageError('name the reference with --reference, and one folder');
  }
  const cases = loadFixtures(folder, 'not yet');
  const options = targetOptionsFrom(given, folder);
  const submission = submissionFrom(reference, options);
  const programs = namedPrograms(cases, options.shown);
  const ownLimits = limitsFrom(given);
  const {changes, kept, refusals} = await withRunner(given, 1, [], async (runner) => {
    const reference = await readyOf(submission, runner, 'reference');
    const check = checkFor(cases, programs, runner);
    return recordAll(cases, {reference, ownLimits, check}, runner);
  });
  if (refusals.length > 0) {
    for (const line of refusals) complain(line);
    complain('nothing was written: the reference must do the same every time, and end normally');
    return EXIT.trouble;
  }
  const isWritten = given.has('write');
  if (isWritten)
    for (const {file, content} of changes)
      replaceWhole(file, [content], statSync(file, {throwIfNoEntry: false}));
  for (const one of changes) print([plain(changeLine(one)), ...drawnChange(one)]);
  for (const file of kept)
    print([plain(`kept  ${oneLine(file)}  (its checker accepts what is printed now)`)]);
  print([plain(closingLine(cases.length, changes, isWritten))]);
  return isWritten || changes.length === 0 ? EXIT.passed : EXIT.failed;
}

function closingLine(cases: number, changes: readonly GoldenChange[], isWritten: boolean): string {
  const same = `${cases - new Set(changes.map(({one}) => one.name)).size} of ${cases} cases unchanged`;
  if (isWritten && changes.length > 0) return `${changes.length} written, ${same}`;
  const hint = changes.length === 0 ? '' : '; nothing was written: add --write';
  return `${changes.length} to write, ${same}${hint}`;
}

function print(lines: readonly Line[]): void {
  const isColoured = hasColour(process.stdout, process.env);
  for (const line of lines)
    process.stdout.write(withoutCommands(`${isColoured ? painted(line) : line.text}\n`));
}
