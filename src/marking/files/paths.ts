/* What paths stand for: the same file can have many. */
import {lstatSync, readlinkSync, realpathSync} from 'node:fs';
import {basename, dirname, join, relative, resolve, sep} from 'node:path';

/** The most links that the system follows. */
const MOST_LINKS = 40;

/** A path, and then what each link in its place points to; the last is no link. */
export function linksFrom(path: string): string[] {
  const paths = [resolve(path)];
  for (let last = paths[0]; last !== undefined && paths.length <= MOST_LINKS; last = paths.at(-1)) {
    if (lstatSync(last, {throwIfNoEntry: false})?.isSymbolicLink() !== true) break;
    paths.push(resolve(dirname(last), readlinkSync(last)));
  }
  return paths;
}

/** The one path of a file, without links; also of a file, or of folders, that are yet to be made. */
export function realPathOf(path: string): string {
  const target = linksFrom(path).at(-1) ?? path;
  try {
    return realpathSync(target);
  } catch {
    const folder = dirname(target);
    return folder === target ? target : join(realPathOf(folder), basename(target));
  }
}

/** Whether a path is a folder's, or below it: as they are written, whatever is there. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}
