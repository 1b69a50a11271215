/* Paths and links: one file can have many paths. */
import {existsSync, readlinkSync, realpathSync} from 'node:fs';
import {basename, dirname, join, relative, resolve, sep} from 'node:path';
import {ifAllowed} from './file-errors.js';

/** Links that Linux follows before it gives up. */
const MAX_LINKS = 40;

/** Returns the path, then the target of each link in turn. All but the last are links. */
export function linksFrom(path: string): string[] {
  const paths = [resolve(path)];
  for (let last = paths[0]; last !== undefined && paths.length <= MAX_LINKS; last = paths.at(-1)) {
    const link = last;
    const target = ifAllowed(() => readlinkSync(link));
    if (target === null) break;
    paths.push(resolve(dirname(last), target));
  }
  return paths;
}

/** Resolves all links, even if the file, or folders above it, do not exist yet. */
export function realPathOf(path: string): string {
  const real = ifAllowed(() => realpathSync.native(path));
  if (real !== null) return real;
  const target = linksFrom(path).at(-1) ?? resolve(path);
  const folder = dirname(target);
  return folder === target ? target : join(realPathOf(folder), basename(target));
}

/** Returns the absolute paths, then their real paths, each once. */
export function allPathsOf(paths: readonly string[]): string[] {
  const own = paths.map((path) => resolve(path));
  return [...new Set([...own, ...own.map(realPathOf)])];
}

/** Compares the paths as written: links are not followed. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}

/** Returns the path of a file or folder of this package, such as `dist/web`, for code in `src` or in a bundle. */
export function packagePath(path: string): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, path)) && folder !== dirname(folder)) folder = dirname(folder);
  return join(folder, path);
}
