/* Entry point of `fivedice export`: writes a folder of fixtures in the format of another system. */
import {cpSync, existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {runCommand} from '../../command-line/command.js';
import type {Command, Given} from '../../command-line/flags.js';
import {EXIT, inputError, usageError} from '../../command-line/user-error.js';
import {counted} from '../run/grouping.js';
import {loadFixtures} from '../suites/fixtures.js';
import {type Exported, exportAutotest, exportKattis} from '../suites/foreign-suites.js';

/** What the caller provides. */
interface Context {
  /** The program that students hand in, unless `--program` names it. */
  readonly program: string;
}

const SYSTEM_NAMES = ['autotest', 'kattis'] as const;
const SYSTEMS = {autotest: exportAutotest, kattis: exportKattis} as const;

export const commandWith = ({program}: Context): Command => ({
  name: 'export',
  usage: '--to autotest|kattis DIR',
  about: `Writes the cases in a folder for another system: tests.txt for UNSW's autotest, or the data folder
    of a Kattis problem package. Overwrites nothing.`,
  flags: [
    {name: 'to', takes: 'SYSTEM', values: SYSTEM_NAMES, help: 'autotest or kattis'},
    {name: 'out', takes: 'DIR', help: 'where to write (the current folder)'},
    {name: 'program', takes: 'NAME', help: `autotest: the program that students hand in (${program})`},
  ],
  exitStatus: `0 the files were written; 2 the command line or the fixtures were wrong, or the system cannot express one of the
    cases.`,
});

export function main(args: readonly string[], context: Context): Promise<number> {
  return runCommand(commandWith(context), args, (given) => exportFrom(given, context));
}

function exportFrom(given: Given, {program}: Context): number {
  const [folder, ...more] = given.positionals;
  const to = given.choice('to', SYSTEM_NAMES);
  if (to === null) throw usageError('--to is missing: autotest or kattis');
  if (folder === undefined || more.length > 0 || given.rest !== null)
    throw usageError('name one folder of fixtures');
  const {files, copies, problems, notes}: Exported = SYSTEMS[to](
    loadFixtures(folder),
    given.text('program') ?? program,
  );
  if (problems.length > 0) throw inputError(`${to} cannot express this:\n${problems.join('\n')}`);
  const out = given.text('out') ?? '.';
  const there = [...files, ...copies].map(({path}) => join(out, path)).find((path) => existsSync(path));
  if (there !== undefined) throw usageError(`${there} already exists, and nothing is overwritten`);
  for (const {path, content} of files) {
    mkdirSync(join(out, path, '..'), {recursive: true});
    writeFileSync(join(out, path), content, {flag: 'wx'});
  }
  for (const {path, from} of copies) {
    cpSync(from, join(out, path), {recursive: true, dereference: true, force: false, errorOnExist: true});
  }
  for (const note of notes) process.stdout.write(`${note}\n`);
  process.stdout.write(`${counted(files.length + copies.length, 'file')} written to ${out}\n`);
  return EXIT.passed;
}
