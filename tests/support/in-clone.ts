/* Examples of the READMEs, run as written, but for `npx`, which would install. */
import {existsSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import {sameBytes} from './bytes.js';
import {AS_USER, FIVEDICE} from './command.js';
import {ROOT} from './readme.js';
import {inTemporaryFolder} from './temporary-folder.js';

/** A link in the folder: the clone's own path may have spaces. */
const COMMAND = './fivedice';
const INSTALLED = /npx fivedice/g;

/** Runs lines of shell in a folder with links to the clone's files; returns standard output. */
export async function inClone(script: string, folder: string): Promise<string> {
  for (const name of ['dist', 'fixtures', 'package.json']) {
    if (!existsSync(join(folder, name))) symlinkSync(join(ROOT, name), join(folder, name));
  }
  if (!existsSync(join(folder, COMMAND))) symlinkSync(FIVEDICE, join(folder, COMMAND));
  const line = script.replace(INSTALLED, COMMAND);
  // The folder is also that of installed commands.
  const {PATH: path, ...env} = AS_USER.env;
  const {stdout} = await execa('bash', ['-c', line], {
    ...AS_USER,
    env: {...env, PATH: `${folder}:${path}`},
    cwd: folder,
    reject: false,
  });
  return stdout;
}

export function prints(command: string, shown: string): () => Promise<void> {
  return () => inTemporaryFolder(async (folder) => sameBytes(await inClone(command, folder), shown, command));
}
