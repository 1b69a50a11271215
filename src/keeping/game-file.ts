/*
 * Files that are whole at any moment: they are read as a whole, and replaced by a new file that takes their name when
 * it is all on the disk. Whoever writes holds the lock of the file.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import {dirname, extname} from 'node:path';
import {isSystemError, problemWith, UnusableFile} from '../system/file-errors.js';
import {targetOf} from '../system/paths.js';
import {replaceWhole} from '../system/whole-file.js';

/**
 * The most that is read, in bytes. The longest saved game, of four players and three columns, takes 624 actions of at
 * most 70 bytes; the rest is room for ten thousand placements that were taken back. A hall of fame has ten lines.
 */
export const LARGEST = 2 ** 20;

const {O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY} = constants;

/** What is in a file; null if there is none. */
export function readIfThere(path: string): Buffer | null {
  try {
    // Asked before it is opened, because opening a device may do something.
    checkPlain(path, statSync(path));
    // Checked again once it is open: it may have become a pipe, which opens without a writer only like this.
    return withFile(openSync(path, O_RDONLY | O_NONBLOCK), (file) => {
      checkPlain(path, fstatSync(file));
      return readFileSync(file);
    });
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw problemWith(path, error);
  }
}

/** @throws UnusableFile unless a file, there or not, may be replaced: by its own mode, and by that of its folder */
export function checkReplaceable(path: string): void {
  try {
    const target = targetOf(path);
    const folder = dirname(target);
    if (!existsSync(folder)) throw new UnusableFile(`${path}: there is no folder ${dirname(path)}`);
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (existsSync(target)) accessSync(target, constants.W_OK);
  } catch (error) {
    throw problemWith(path, error);
  }
}

/**
 * Replaces a file: whatever happens, it holds either what it held or the new text, which is on the disk. The new file has the mode of the old
 * one, and its owner as far as the system allows: only root can give a file away.
 *
 * @param like another file whose mode and owner it takes
 */
export function replaceFile(path: string, text: string, like = path): void {
  checkReplaceable(path);
  checkSize(path, Buffer.byteLength(text));
  try {
    replaceWhole(targetOf(path), [text], statSync(like, {throwIfNoEntry: false}), true);
  } catch (error) {
    throw problemWith(path, error);
  }
}

/** Adds to the end of a plain file, and returns when it is on the disk. Never follows a link, which anyone may plant. */
export function appendToFile(path: string, bytes: Uint8Array): void {
  try {
    if (lstatSync(path, {throwIfNoEntry: false})?.isSymbolicLink())
      throw new UnusableFile(`${path}: it is a link`);
    const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o666);
    withFile(file, () => {
      if (!fstatSync(file).isFile()) throw new UnusableFile(`${path}: it is not a plain file`);
      writeFileSync(file, bytes);
      fsyncSync(file);
    });
  } catch (error) {
    throw problemWith(path, error);
  }
}

/** Removes a file, if it is there; of a link, what it points to. */
export function removeFile(path: string): void {
  try {
    rmSync(targetOf(path), {force: true});
  } catch (error) {
    throw problemWith(path, error);
  }
}

/** Moves `game.json`, or a link of that name, to the first of `game-1.json`, `game-2.json` … that is free; gives that path. */
export function setAside(path: string): string {
  const ending = extname(path);
  const stem = path.slice(0, path.length - ending.length);
  try {
    for (let number = 1; ; number += 1) {
      const free = `${stem}-${number}${ending}`;
      if (lstatSync(free, {throwIfNoEntry: false}) !== undefined) continue;
      renameSync(path, free);
      return free;
    }
  } catch (error) {
    throw problemWith(path, error);
  }
}

/** Makes the folder of a file, which only its owner can look into, unless it is there. */
export function makeFolderOf(path: string): void {
  const folder = dirname(path);
  try {
    mkdirSync(folder, {recursive: true, mode: 0o700});
  } catch (error) {
    throw problemWith(folder, error);
  }
}

function checkPlain(path: string, stats: Stats): void {
  if (!stats.isFile()) throw new UnusableFile(`${path}: it is not a plain file`);
  checkSize(path, stats.size);
}

function checkSize(path: string, size: number): void {
  if (size > LARGEST) {
    throw new UnusableFile(`${path}: ${size} bytes are too many: no file of a game has more than ${LARGEST}`);
  }
}

function withFile<T>(file: number, use: (file: number) => T): T {
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}
