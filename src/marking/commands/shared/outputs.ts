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
  /** A path with `{submission}` stands for a file for each submission. */
  readonly path: string;
  readonly isFolder?: boolean;
}

export const EACH = '{submission}';

/**
 * @param flag flag that asks for the output: `--report csv`
 * @param known placeholders that this path can hold
 * @throws UserError if the path holds another, which nothing would replace
 */
export function checkPlaceholders(flag: string, path: string, known: readonly string[]): void {
  const rest = known.reduce((text, placeholder) => text.replaceAll(placeholder, ''), path);
  const unknown = rest.match(/\{.*?\}/)?.[0];
  if (unknown === undefined) return;
  const [only] = known;
  throw usageError(
    only === undefined
      ? `${flag}: writes one folder, so its path cannot contain ${unknown}`
      : `${flag}: a path can contain ${only}, not ${unknown}`,
  );
}

/**
 * Checks all outputs of a command before any program runs, and makes their folders. Compares real paths.
 *
 * @param targets names of all submissions
 * @param inputs files that are read, and folders below which all is read
 * @throws UserError if an output would overwrite another, or an input, or if its folder takes no file
 */
export function checkOutputs(
  outputs: readonly Output[],
  targets: readonly string[],
  inputs: readonly string[],
): void {
  if (outputs.length === 0) return;
  const read = inputs.map((path) => ({path, real: realPathOf(path)}));
  const written = new Map<string, string>();
  const each = outputs.flatMap((output) =>
    output.path.includes(EACH)
      ? targets.map((target) => ({...output, path: pathFor(output.path, target)}))
      : [output],
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

export function pathFor(path: string, target: string): string {
  return path.replaceAll(EACH, () => fileNameOf(target));
}

function folderOf(path: string): string {
  const start = path.indexOf(EACH);
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
