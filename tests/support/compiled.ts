/* C programs, each compiled once for all tests of a file. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import {AS_USER} from './command.js';
import {folderUntilExit} from './temporary-folder.js';

const programs = new Map<string, Promise<string>>();
let folder: string | null = null;

export function compiled(text: string): Promise<string> {
  const known = programs.get(text) ?? compile(text, `program-${programs.size}`);
  programs.set(text, known);
  return known;
}

async function compile(text: string, name: string): Promise<string> {
  folder ??= folderUntilExit();
  const program = join(folder, name);
  writeFileSync(`${program}.c`, text, 'latin1');
  await execa('gcc', ['-Wall', '-o', program, `${program}.c`], AS_USER);
  return program;
}
