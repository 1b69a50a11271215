/* Files that commands write: never over what they read, and never two into one file. */
import {accessSync, constants, existsSync, mkdirSync} from 'node:fs';
import {dirname} from 'node:path';
import {messageOf, usageError} from '../../../command-line/user-error.js';
import {isBelow, realPathOf} from '../../../system/paths.js';
import {isStream} from '../../../system/whole-file.js';
import {fileNameOf} from '../../results/folder.js';

/** File to write, such as a report, or folder of files. */
export interface Output {
  readonly flag: string;
  /** A path with a placeholder stands for a file for each submission. */
  readonly path: string;
  readonly isFolder?: boolean;
}

/** Names of a submission that paths can hold. */
export interface Named {
  readonly target: string;
  readonly id: string | null;
  /** Name of its folder in the system; null: its own. */
  readonly folder: string | null;
}

const PLACEHOLDERS = /\{(submission|id|folder)\}/g;

export const EACH = '{submission}, {id} or {folder}';

export function isForEach(path: string): boolean {
  return path.search(PLACEHOLDERS) !== -1;
}

/** @throws UserError if the path holds braces that nothing would replace */
export function checkPlaceholders(flag: string, path: string): void {
  const unknown = path.replace(PLACEHOLDERS, '').match(/\{.*?\}/)?.[0];
  if (unknown !== undefined) throw usageError(`${flag}: a path can contain ${EACH}, not ${unknown}`);
}

/**
 * Checks all outputs of a command before any program runs, and makes their folders. Compares real paths.
 *
 * @param all names of all submissions
 * @param inputs files that are read, and folders below which all is read
 * @throws UserError if an output would overwrite another, or an input, or if its folder takes no file
 */
export function checkOutputs(
  outputs: readonly Output[],
  all: readonly Named[],
  inputs: readonly string[],
): void {
  if (outputs.length === 0) return;
  const read = inputs.map((path) => ({path, real: realPathOf(path)}));
  const written = new Map<string, string>();
  const each = outputs.flatMap((output) =>
    isForEach(output.path) ? all.map((one) => ({...output, path: pathFor(output, one)})) : [output],
  );
  for (const {flag, path} of each) {
    const real = realPathOf(path);
    const other = written.get(real);
    if (other === path) throw usageError(`${flag}: two files would go to ${path}`);
    if (other !== undefined) throw usageError(`${flag}: ${other} and ${path} are the same file`);
    written.set(real, path);
    const input = read.find((one) => isBelow(real, one.real));
    if (input !== undefined) {
      const where = input.real === real ? 'an input' : `inside ${input.path}, which is an input`;
      throw usageError(`${flag}: ${path} is ${where}: choose another path`);
    }
  }
  // Only now, because a new folder among the inputs would be an input, too.
  for (const {flag, path, isFolder} of outputs)
    if (isFolder || !existsSync(path) || !isStream(path)) makeFolder(flag, isFolder ? path : folderOf(path));
}

/** @throws UserError if the submission lacks a name that the path asks for */
export function pathFor({flag, path}: Output, {target, id, folder}: Named): string {
  const names: Readonly<Record<string, string | null>> = {submission: target, id, folder: folder ?? target};
  return path.replace(PLACEHOLDERS, (placeholder, kind) => {
    const name = names[kind] ?? null;
    if (name === null) throw usageError(`${flag}: ${placeholder} of ${target} is unknown`);
    return fileNameOf(name);
  });
}

function folderOf(path: string): string {
  const start = path.search(PLACEHOLDERS);
  return dirname(start === -1 ? path : `${path.slice(0, start)}x`);
}

function makeFolder(flag: string, folder: string): void {
  try {
    mkdirSync(folder, {recursive: true});
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw usageError(`${flag}: cannot write to ${folder}: ${messageOf(error)}`);
  }
}
