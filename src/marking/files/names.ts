/*
 * Names of files are bytes. Node can give programs only names that are UTF-8, so a file with another name is copied
 * under the one by which reports call it.
 */
import {isUtf8} from 'node:buffer';
import {execFileSync} from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import {join} from 'node:path';
import {quote} from '../../running/shell.js';
import {checkRegular} from './regular-file.js';

/** Names that begin with this byte are hidden. */
export const DOT = 0x2e;

/** What would break a line, or command a terminal. */
export const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * A name as reports show it, on one line: bytes that are no text are `\xe9`. No two names are shown alike, because a
 * backslash that looks like the start of such a byte is `\x5c`.
 */
export function shownName(name: Buffer): string {
  const characters = charactersOf(name);
  const shown = characters.map((bytes, index) => {
    const next = Buffer.concat(characters.slice(index + 1, index + 4)).toString('latin1');
    const isPlain = isPlainText(bytes) && !(bytes[0] === BACKSLASH && /^x[\da-f]{2}/.test(next));
    return isPlain ? bytes.toString('utf8') : bytes.toString('hex').replace(/../g, '\\x$&');
  });
  return shown.join('');
}

/** The name that is shown so. */
export function nameShownAs(shown: string): Buffer {
  const parts = shown.split(/\\x([\da-f]{2})/);
  return Buffer.concat(parts.map((part, index) => Buffer.from(part, index % 2 === 0 ? 'utf8' : 'hex')));
}

/** A word, on one line, that bash reads back as these bytes. */
export function quoteBytes(bytes: Buffer): string {
  if (isPlainText(bytes)) return quote(bytes.toString('utf8'));
  const octal = (byte: string): string => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
  return `$'${bytes.toString('latin1').replace(/[^ -~]|['\\]/g, octal)}'`;
}

/**
 * Copies a file, or a folder with all that is in it, into a new folder, under the name by which reports call it.
 *
 * @param renames which names at the top of a folder that are not UTF-8 become what reports call them, too
 * @returns the path of the copy
 */
export function copyRenamed(
  from: Buffer,
  name: Buffer,
  folder: string,
  renames: (name: Buffer, mode: number) => boolean,
): string {
  const to = join(folder, shownName(name));
  mkdirSync(folder);
  const stats = statSync(from);
  if (!stats.isDirectory()) {
    checkRegular(stats);
    copyFileSync(from, to);
    return to;
  }
  // `cp` cannot be given the name either.
  const link = join(folder, 'link');
  symlinkSync(from, link);
  execFileSync('cp', ['-R', `${link}/.`, to], {stdio: 'pipe', env: {...process.env, LC_ALL: 'C'}});
  rmSync(link);
  for (const inner of readdirSync(to, 'buffer').filter((one) => !isUtf8(one))) {
    const [path, next] = [pathIn(to, inner), join(to, shownName(inner))];
    const stats = statSync(path, {throwIfNoEntry: false});
    if (stats?.isFile() === true && renames(inner, stats.mode) && !existsSync(next)) renameSync(path, next);
  }
  return to;
}

/** A file in a folder. */
export function pathIn(folder: string, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), name]);
}

const BACKSLASH = 0x5c;

function isPlainText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !CONTROL.test(bytes.toString('utf8'));
}

/** Each character of UTF-8, and each byte that belongs to none. */
function charactersOf(bytes: Buffer): Buffer[] {
  const characters: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((some) => isUtf8(bytes.subarray(at, at + some))) ?? 1;
    characters.push(bytes.subarray(at, at + length));
    at += length;
  }
  return characters;
}
