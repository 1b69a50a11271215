/* Files in the work folder, given or written. Written ones are hostile: links, FIFOs, or larger than the memory. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {isSystemError} from '../system/file-errors.js';
import {startOf} from '../system/regular-file.js';

export interface GivenFile {
  /** Without a slash. */
  readonly name: string;
  readonly content: Buffer;
  readonly isExecutable: boolean;
}

/** Bytes of a file, or why it cannot be read. */
export type WrittenFile = {readonly content: Buffer} | {readonly instead: Instead};
export type Instead = 'nothing' | 'no regular file' | 'closed';

export function putFiles(folder: string, files: readonly GivenFile[]): void {
  for (const {name, content, isExecutable} of files) {
    writeFileSync(join(folder, name), content, {flag: 'wx', mode: isExecutable ? 0o755 : 0o644});
  }
}

/** Reads the first bytes of a file below a folder. @throws the system's error if the program is not to blame */
export function writtenFile(folder: string, name: string, most: number): WrittenFile {
  const names = name.split('/');
  const opened: number[] = [];
  const open = (path: string, flags: number): number => {
    const descriptor = openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    opened.push(descriptor);
    return descriptor;
  };
  try {
    // Opens folder by folder: none may be a link.
    let place = open(folder, constants.O_DIRECTORY);
    for (const [index, inner] of names.entries()) {
      if (isClosed(fstatSync(place), 0o500)) return {instead: 'closed'};
      const flags = index < names.length - 1 ? constants.O_DIRECTORY : constants.O_RDONLY;
      place = open(`/proc/self/fd/${place}/${inner}`, flags);
    }
    const stats = fstatSync(place);
    if (!stats.isFile()) return {instead: 'no regular file'};
    return isClosed(stats, 0o400) ? {instead: 'closed'} : {content: startOf(place, stats.size, most)};
  } catch (error) {
    const instead = isSystemError(error) ? WHY_NOT[error.code ?? ''] : undefined;
    if (instead === undefined) throw error;
    return {instead};
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/** Returns whether a folder holds a larger file; false if it is nested deeper than a path can be long. */
export function hasLarger(folder: string, bytes: number): boolean {
  try {
    // Without types, Node would follow links to folders.
    const entries = readdirSync(folder, {recursive: true, withFileTypes: true});
    return entries.some(({parentPath, name}) => lstatSync(join(parentPath, name)).size > bytes);
  } catch {
    return false;
  }
}

/** Why a program left no readable file, by the system's error. Other errors are not the program's fault. */
const WHY_NOT: Readonly<Record<string, Instead>> = {
  ENOENT: 'nothing',
  ENOTDIR: 'nothing',
  ELOOP: 'no regular file',
  ENXIO: 'no regular file',
  ENODEV: 'no regular file',
  EACCES: 'closed',
  EPERM: 'closed',
};

/** Root could open such a file, but must judge like others. */
function isClosed({mode}: Stats, rights: number): boolean {
  return (mode & rights) !== rights;
}
