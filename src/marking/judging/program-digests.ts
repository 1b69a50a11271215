/*
 * What is on the disk, in short: digests, which are the same if, and only if, the bytes are the same; and stamps of what
 * nobody reads, by size and time. Of programs, and of the files and folders that they depend on.
 */
import {createHash, randomUUID} from 'node:crypto';
import {existsSync, readdirSync, readlinkSync, realpathSync, statSync} from 'node:fs';
import {basename, join} from 'node:path';
import type {Word} from '../../running/sandbox.js';
import {foundInPath} from '../../running/shell.js';
import {readRegularFile, startOfRegularFile} from '../../system/regular-file.js';
import {FIRST_LINE, interpreterIn} from '../submissions/interpreters.js';
import {type Submission, wordsIn} from '../submissions/submissions.js';
import type {CacheKey} from './whole-run.js';

/** In bytes. The verdicts on larger programs are not used again. */
const LARGEST_PROGRAM = 64 * 1024 ** 2;

/** Nor are those that may depend on a folder with more files. */
const MOST_FILES = 20_000;

/** Lists, whose order is certain, rather than objects. */
export type Plain = string | number | boolean | null | readonly Plain[];

export function digestOf(value: Plain): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

export function digestOfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

/** What a verdict depends on of a program; undefined: there is none, and nothing is known. */
export function cacheKeyOf(submission: Submission | undefined, isSandboxed: boolean): CacheKey {
  if (submission === undefined) return {digest: null, isClosed: false, isSame: () => false};
  // First: what changes while it is read is not the same any more.
  const stamp = stampOf(submission);
  return {
    digest: digestOfProgram(submission),
    isClosed: isSandboxed || hasWholeFolder(submission),
    isSame: () => stampOf(submission) === stamp,
  };
}

/** Beside a file that is marked without its folder may lie what it includes or imports. */
function hasWholeFolder(submission: Submission): boolean {
  const files = wordsIn(submission).filter((word) => typeof word !== 'string');
  return files.length > 0 && files.every(({folder}) => folder !== undefined);
}

/**
 * Stands for the files of a submission without reading them; null if it cannot. If it changes while the submission
 * is marked, nobody knows what its verdicts are about.
 */
function stampOf(submission: Submission): string | null {
  try {
    return digestOf(
      wordsIn(submission).map((word) =>
        typeof word === 'string' ? word : stampOfPath(word.folder ?? word.file),
      ),
    );
  } catch {
    return null;
  }
}

function digestOfProgram({plan, args}: Submission): string | null {
  try {
    switch (plan.kind) {
      case 'none':
        return null;
      case 'command':
        return digestOf([plan.words.map(commandWord), interpreterWords(plan.words), args.map(contentOf)]);
      case 'compile': {
        const compiler = plan.compiler.trim().split(/\s+/).map(commandWord);
        return digestOf([compiler, plan.run.map(commandWord), contentOf(plan.source), args.map(contentOf)]);
      }
    }
  } catch {
    // What cannot be read may be anything.
    return null;
  }
}

/** A word of a command. A bare name stands for the file that the `PATH` leads to, and a path for what is there. */
function commandWord(word: Word): Plain {
  if (typeof word !== 'string') return contentOf(word);
  if (word.includes('/')) return [word, stampOfPath(word)];
  const found = foundInPath(word);
  return found === null ? word : [word, stampOfPath(found)];
}

/** What the first line of a script names: without the sandbox, the system starts that. */
function interpreterWords([program]: readonly Word[]): Plain {
  if (program === undefined || typeof program === 'string') return null;
  const words = interpreterIn(startOfRegularFile(program.file, FIRST_LINE)) ?? [];
  return words.flatMap((word) => word.split(/[ \t]+/)).map(commandWord);
}

/** A file by its name and its bytes: a program may ask for its name. */
export function contentOf(word: Word): Plain {
  if (typeof word === 'string') return existsSync(word) ? [word, stampOfPath(word)] : word;
  const {file, folder} = word;
  if (folder === undefined) return [basename(file), digestOfFile(file)];
  return [file.slice(folder.length), ...digestsIn(folder, '')];
}

/** What is at a path, without reading it: a file, all files of a folder, or nothing. */
export function stampOfPath(path: string): Plain {
  const stats = statSync(path, {throwIfNoEntry: false});
  if (stats === undefined) return null;
  const real = realpathSync(path);
  if (!stats.isDirectory()) return [real, stats.size, stats.mtimeMs];
  const entries = readdirSync(real, {recursive: true, withFileTypes: true});
  if (entries.length > MOST_FILES) throw new Error(`${path} has no stamp`);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => {
      const one = statSync(file, {throwIfNoEntry: false});
      return [file, one?.size ?? null, one?.mtimeMs ?? null];
    });
}

/** The same of several; a stamp of its own each time if one of them has none, so that nothing is found by it. */
export function stampsOf(paths: readonly string[]): Plain {
  try {
    return paths.map((path) => [path, stampOfPath(path)]);
  } catch {
    return randomUUID();
  }
}

/** Every file in a folder, by its path. Links to folders are not followed: they may lead in circles. */
function digestsIn(folder: string, below: string): Plain[] {
  return readdirSync(join(folder, below), {withFileTypes: true})
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): Plain[] => {
      // The name is not UTF-8, so nothing leads to the file.
      if (entry.name.includes('\ufffd')) throw new Error(`${entry.name} has no digest`);
      const path = join(below, entry.name);
      if (entry.isDirectory()) return digestsIn(folder, path);
      const stats = statSync(join(folder, path), {throwIfNoEntry: false});
      if (stats?.isFile() === true) return [[path, stats.mode, digestOfFile(join(folder, path))]];
      return [[path, entry.isSymbolicLink() ? readlinkSync(join(folder, path)) : null]];
    });
}

/** @throws Error if it is not a regular file, cannot be read, or is too large to read it for this */
function digestOfFile(file: string): string {
  return digestOfBytes(readRegularFile(file, LARGEST_PROGRAM));
}
