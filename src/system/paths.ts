/* What paths stand for: the same file can have many. */
import {lstatSync, readlinkSync, realpathSync} from 'node:fs';
import {basename, dirname, join, relative, resolve, sep} from 'node:path';
import {isSystemError, problemWith} from './unusable-file.js';

/** The most links that the system follows. */
const MOST_LINKS = 40;

/** A path, and then what each link in its place points to; the last is no link. */
export function linksFrom(path: string): string[] {
  const paths = [resolve(path)];
  for (let last = paths[0]; last !== undefined && paths.length <= MOST_LINKS; last = paths.at(-1)) {
    const next = linkAt(last);
    if (next === null) break;
    paths.push(resolve(dirname(last), next));
  }
  return paths;
}

/** What a link says; null if there is none. */
function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** The one path of a file, without links; also of a file, or of folders, that are yet to be made. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // A link may lead to what is not there yet.
    const target = linksFrom(path).at(-1) ?? resolve(path);
    const folder = dirname(target);
    return folder === target ? target : join(realPathOf(folder), basename(target));
  }
}

/** Paths as the system has them, and then the real paths of those, each once. */
export function allPathsOf(paths: readonly string[]): string[] {
  const own = paths.map((path) => resolve(path));
  return [...new Set([...own, ...own.map(realPathOf)])];
}

/** Whether a path is a folder's, or below it: as they are written, whatever is there. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}

/** The file that a path stands for: a link and what it points to are the same, also where nothing is there yet. */
export function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    // A circle of links ends here too.
    if (!isSystemError(error, 'ENOENT')) throw problemWith(path, error);
    const isLink = lstatSync(path, {throwIfNoEntry: false})?.isSymbolicLink() ?? false;
    return isLink ? targetOf(resolve(dirname(path), readlinkSync(path))) : resolve(path);
  }
}
