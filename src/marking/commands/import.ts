/* Entry point of `fivedice import`: makes a folder of cases from a suite of another system. */
import {existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {runCommand} from '../../command-line/command.js';
import type {Command, Given} from '../../command-line/flags.js';
import {EXIT, inputError, reasonOf, usageError} from '../../command-line/user-error.js';
import {isBelow} from '../../system/paths.js';
import {whyNoFolder} from '../../system/regular-file.js';
import {counted} from '../run/grouping.js';
import {loadFixtures} from '../suites/fixtures.js';
import {type ForeignSuite, filesOf} from '../suites/import/imported.js';

const SYSTEMS = ['kattis', 'dmoj', 'autotest'] as const;

export const COMMAND: Command = {
  name: 'import',
  usage: 'kattis|dmoj|autotest DIR OUT',
  words: SYSTEMS,
  about: `Makes a folder of cases, with a suite.json in each folder, from a problem package of Kattis, a problem of DMOJ
    (init.yml), or tests of UNSW's autotest (tests.txt). What cannot be taken is listed. OUT is a new folder, or an empty
    one.`,
  flags: [],
  exitStatus: '0 the cases were written; 2 the command line was wrong, or DIR is not what it should be.',
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, importFrom);
}

async function importFrom({positionals, rest}: Given): Promise<number> {
  const [system, from, out, ...more] = positionals;
  const known = SYSTEMS.find((one) => one === system);
  if (known === undefined || from === undefined || out === undefined || more.length > 0 || rest !== null)
    throw usageError('name the system (kattis, dmoj or autotest), the folder to read, and a new folder');
  const why = whyNoFolder(from);
  if (why !== null) throw inputError(`${from}: ${why}`);
  if (existsSync(out) && readdirSync(out).length > 0)
    throw usageError(`${out} is not empty: name a new folder`);
  const suite = await suiteIn(known, from);
  if (suite.cases.length === 0) throw inputError(`${from}: no cases in it`);
  const {files, said} = filesOf(suite);
  const outside = files.find(({path}) => !isBelow(join(out, path), out));
  if (outside !== undefined) throw inputError(`${from}: ${outside.path}: it would lie outside of ${out}`);
  for (const {path, content} of files) {
    mkdirSync(dirname(join(out, path)), {recursive: true});
    writeFileSync(join(out, path), content, {flag: 'wx'});
  }
  // What was written must be a suite.
  const cases = loadFixtures(out);
  for (const line of said) process.stdout.write(`${line}\n`);
  process.stdout.write(`${counted(cases.length, 'case')} written to ${out}\n`);
  return EXIT.passed;
}

async function suiteIn(system: (typeof SYSTEMS)[number], from: string): Promise<ForeignSuite> {
  try {
    switch (system) {
      case 'kattis':
        return (await import('../suites/import/kattis.js')).fromKattis(from);
      case 'dmoj': {
        const {archiveOf, fromDmoj} = await import('../suites/import/dmoj.js');
        const archive = archiveOf(from);
        const {filesInArchive} = await import('../submissions/archives.js');
        return fromDmoj(from, archive === null ? null : await filesInArchive(archive));
      }
      case 'autotest':
        return (await import('../suites/import/autotest.js')).fromAutotest(from);
    }
  } catch (error) {
    throw inputError(`${from}: ${reasonOf(error)}`);
  }
}
