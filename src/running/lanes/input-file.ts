/*
 * The standard input of a lane's programs: one file, whose bytes each case replaces, which is quicker than a new file
 * for each. It is a copy, and closed to writers, because a program can open its descriptor 0 again through `/proc`.
 */
import {closeSync, fstatSync, ftruncateSync, lstatSync, openSync, writeSync} from 'node:fs';

const MODE = 0o400;

export class InputFile {
  private readonly path: string;
  private readonly descriptor: number;
  private readonly inode: number;
  private length = 0;

  /** @param path where there is no file yet */
  constructor(path: string) {
    this.path = path;
    this.descriptor = openSync(path, 'wx', MODE);
    this.inode = fstatSync(this.descriptor).ino;
  }

  /** @throws the system's error, as when the disk is full, or when a program has forbidden it for good */
  write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.descriptor, bytes, at, bytes.length - at, at);
    if (bytes.length < this.length) ftruncateSync(this.descriptor, bytes.length);
    this.length = bytes.length;
  }

  /** Whether it is still there and the same, and has no second name, whatever a program did. */
  isWhole(): boolean {
    const stats = lstatSync(this.path, {throwIfNoEntry: false});
    return (
      stats?.ino === this.inode &&
      stats.nlink === 1 &&
      (stats.mode & 0o7777) === MODE &&
      stats.size === this.length
    );
  }

  close(): void {
    closeSync(this.descriptor);
  }
}
