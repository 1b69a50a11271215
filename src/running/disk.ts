/* Room on a disk, the part of it that a folder takes, and small files of the kernel. */
import {lstatSync, readdirSync, readSync, statfsSync} from 'node:fs';
import {join} from 'node:path';

/** More files than this are too many to look at while other programs run. */
const MOST_FILES = 20_000;

/** With these the system says that there is no room left, or that a quota is used up. */
const NO_ROOM: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

export function isNoRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_ROOM.includes(error.code);
}

/** Bytes that may still be written to the file system that holds a folder; without end if the folder is gone. */
export function freeOn(folder: string): number {
  const stats = ifPossible(() => statfsSync(folder));
  return stats === undefined ? Number.POSITIVE_INFINITY : stats.bavail * stats.bsize;
}

/**
 * Bytes on the disk in all files below a folder; only the first thousands of files are counted, and of a folder that
 * cannot be searched only itself.
 */
export function bytesIn(folder: string): number {
  const folders = [folder];
  let [bytes, files] = [0, 0];
  for (let next = folders.pop(); next !== undefined && files < MOST_FILES; next = folders.pop()) {
    for (const path of pathsIn(next)) {
      const stats = ifPossible(() => lstatSync(path));
      bytes += (stats?.blocks ?? 0) * 512;
      files += 1;
      if (stats?.isDirectory() === true) folders.push(path);
    }
  }
  return bytes;
}

function pathsIn(folder: string): string[] {
  const names = ifPossible(() => readdirSync(folder));
  return names?.map((name) => join(folder, name)) ?? [];
}

/** A program may close or remove what is being looked at, or nest folders deeper than a path can be long. */
function ifPossible<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

const BUFFER = Buffer.alloc(4096);

/** Reads an open file of `/proc` or of a control group from its start; empty if it is gone. */
export function textOf(descriptor: number | null): string {
  try {
    return descriptor === null
      ? ''
      : BUFFER.toString('latin1', 0, readSync(descriptor, BUFFER, 0, BUFFER.length, 0));
  } catch {
    return '';
  }
}
