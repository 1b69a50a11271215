/* Entry point of `fivedice init`: a small assignment in a new folder. */
import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {EXIT, usageError} from '../../command-line/user-error.js';
import {quote} from '../../running/shell.js';

interface Context {
  readonly template: string;
}

export const COMMAND: Command = {
  name: 'init',
  usage: 'DIR',
  about: `Makes a folder with a small assignment that works: cases with a suite.json, a solution, two
    submissions, a Makefile and a workflow for GitHub. Prints what to type next. Overwrites nothing.`,
  flags: [],
  exitStatus: '0 the files were written; 2 the folder is not empty, or a file; 3 they could not be written.',
};

export function main(args: readonly string[], {template}: Context): Promise<number> {
  return runCommand(COMMAND, args, (given) => initFrom(given, template));
}

function initFrom(given: ParsedFlags, template: string): number {
  const [folder] = given.only(1, 'name one folder to make');
  checkEmpty(folder);
  for (const file of filesBelow(template)) {
    const path = join(folder, relative(template, file));
    mkdirSync(dirname(path), {recursive: true});
    // Files of an installed package may be read-only, so modes are not copied.
    writeFileSync(path, readFileSync(file), {flag: 'wx'});
  }
  process.stdout.write(NEXT(folder));
  return EXIT.passed;
}

const NEXT = (folder: string): string => `A small assignment is in ${folder}; its README.md explains it. Next:

  cd ${quote(folder)}
  fivedice record --reference solution goldens
  fivedice mark --all submissions --fixtures goldens
`;

function checkEmpty(folder: string): void {
  const stats = statSync(folder, {throwIfNoEntry: false});
  if (stats?.isDirectory() === false) throw usageError(`${folder} is not a folder`);
  if (stats !== undefined && readdirSync(folder).length > 0)
    throw usageError(`${folder} is not empty: name a new folder, or an empty one`);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter((one) => one.isFile())
    .map(({parentPath, name}) => join(parentPath, name))
    .sort();
}
