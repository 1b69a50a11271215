/* The door of `fivedice export`: a folder of fixtures in the forms of other systems. */
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {type Command, helpOf, parseFlags, UsageError} from '../command-line/flags.js';
import {type Exported, exportAutotest, exportKattis} from './exchange.js';
import {loadFixtures} from './fixtures.js';
import {EXIT} from './reporting.js';

const COMMAND: Command = {
  name: 'export',
  usage: '--to autotest|kattis DIR',
  about: `Writes the cases of a folder for another system: tests.txt for UNSW's autotest, or the folder data
    of a Kattis problem package. Overwrites nothing.`,
  flags: [
    {name: 'to', takes: 'SYSTEM', help: 'autotest or kattis'},
    {name: 'out', takes: 'DIR', help: 'where to write (the current folder)'},
    {name: 'program', takes: 'NAME', help: 'autotest: the program that students hand in (assign1)'},
  ],
  exitStatus: `0 written; 2 the command line or the fixtures were wrong, or the system cannot express one of the
    cases.`,
};

const SYSTEMS = {autotest: exportAutotest, kattis: exportKattis} as const;

export async function main(args: readonly string[]): Promise<number> {
  const given = parseFlags(COMMAND, args);
  if (given.has('help')) {
    process.stdout.write(helpOf(COMMAND));
    return EXIT.passed;
  }
  const [folder, ...more] = given.positionals;
  const to = given.text('to');
  if (to !== 'autotest' && to !== 'kattis') throw new UsageError('--to takes autotest or kattis');
  if (folder === undefined || more.length > 0 || given.rest !== null)
    throw new UsageError('name one folder of fixtures');
  const {files, problems, notes}: Exported = SYSTEMS[to](
    loadFixtures(folder),
    given.text('program') ?? 'assign1',
  );
  if (problems.length > 0) throw new UsageError(`${to} cannot express this:\n${problems.join('\n')}`);
  const out = given.text('out') ?? '.';
  const there = files.map(({path}) => join(out, path)).find((path) => existsSync(path));
  if (there !== undefined) throw new UsageError(`${there} is there already, and nothing is overwritten`);
  for (const {path, content} of files) {
    mkdirSync(join(out, path, '..'), {recursive: true});
    writeFileSync(join(out, path), content, {flag: 'wx'});
  }
  for (const note of notes) process.stdout.write(`${note}\n`);
  process.stdout.write(`${files.length} ${files.length === 1 ? 'file' : 'files'} written to ${out}\n`);
  return EXIT.passed;
}
