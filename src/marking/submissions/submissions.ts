/* What can be marked: a program, a source file, a folder that contains one, or a command; and the name of each in reports. */
import {isUtf8} from 'node:buffer';
import {existsSync, lstatSync, readdirSync, statSync} from 'node:fs';
import {resolve} from 'node:path';
import {inputError, NOT_THERE, troubleError} from '../../command-line/user-error.js';
import type {Word} from '../../running/sandbox.js';
import {foundInPath} from '../../running/shell.js';
import {copyRenamed, DOT, pathIn, shownName} from '../files/names.js';
import {checkFolder, NotRegular} from '../files/regular-file.js';
import type {Shown} from './interpreters.js';
import {
  canBeProgram,
  fileOrWord,
  LEADS_OUT,
  sourceFiles,
  type TargetOptions,
  unnamed,
  type Way,
  wayOf,
  wayOfCommand,
} from './ways.js';

export interface Submission {
  /** Its name in reports. No two in a folder have the same. */
  readonly target: string;
  readonly way: Way;
  /** The words after the program's name. */
  readonly args: readonly Word[];
  /** Set if the way runs a copy of it, because its own name is not UTF-8. */
  readonly copied?: Copied;
}

export interface Copied {
  readonly from: Buffer;
  readonly to: string;
}

/** @throws UserError if there is no such file or folder, or it cannot be read */
export function submissionAt(path: string, options: TargetOptions): Submission {
  if (!existsSync(path)) {
    const hint = path.includes('/') ? '' : `; to run a command of this name, write -- ${path}`;
    throw inputError(`${path}: ${NOT_THERE}${hint}`);
  }
  return {target: path, way: wayOrError(path, options), args: []};
}

/**
 * All submissions in a folder: each file and each subfolder is one. Names that begin with a dot are ignored.
 *
 * @throws UserError if there is no such folder, or nothing in it
 */
export function submissionsIn(folder: string, options: TargetOptions): Submission[] {
  checkFolder(folder);
  const names = readdirSync(folder, 'buffer').filter((name) => name.at(0) !== DOT);
  if (names.length === 0) throw inputError(`${folder}: no submissions in it`);
  return names
    .map((name) => lookedAtLater(shownName(name), () => wayOrReason(resolve(folder), name, options)))
    .sort((a, b) => (a.target < b.target ? -1 : 1));
}

/** Its way is found when somebody asks for it: a part of a class does not look at the other parts. */
function lookedAtLater(target: string, find: () => Way): Submission {
  let way: Way | null = null;
  return {
    target,
    get way() {
      way ??= find();
      return way;
    },
    args: [],
  };
}

/**
 * The same submission, or one that runs a copy of it: of a file whose name is not UTF-8, which Node can give to no
 * program.
 *
 * @param folder where to make the copy; it is not there yet
 */
export function withUsableName(submission: Submission, folder: string): Submission {
  const {way} = submission;
  if (way.kind !== 'none' || way.unnamed === undefined) return submission;
  const {path, name, options} = way.unnamed;
  try {
    const to = copyRenamed(path, name, folder, canBeProgram);
    return {...submission, way: wayOf(to, options), copied: {from: path, to}};
  } catch (error) {
    const reason = whyUnreadable(error);
    // Everything else lies in the submission itself.
    if (/no space left/i.test(reason)) throw troubleError(`${submission.target}: ${reason}`);
    return {...submission, way: {kind: 'none', reason}};
  }
}

/**
 * A command line. Words that name files stand for those files, wherever the command runs.
 *
 * @throws UserError if the sandbox does not show its program
 */
export function submissionOf(words: readonly string[], shown: Shown): Submission {
  const [first = '', ...rest] = words;
  return {target: words.join(' '), way: wayOfCommand(first, shown), args: rest.map(fileOrWord)};
}

/** A program, a source file or a command, possibly with arguments, from a single string. */
export function submissionFrom(line: string, options: TargetOptions): Submission {
  // A file may have spaces in its name.
  if (existsSync(line)) return {target: line, way: wayOrError(line, options), args: []};
  const [first = '', ...rest] = wordsOf(line);
  if (!existsSync(first)) {
    if (first.includes('/') || foundInPath(first) === null)
      throw troubleError(
        `${first === '' ? '""' : first}: ${NOT_THERE}, and no command: name a program, a source file or a command`,
      );
    return submissionOf([first, ...rest], options.shown);
  }
  return {target: line, way: wayOrError(first, options), args: rest.map(fileOrWord)};
}

/**
 * Splits a command line at its spaces; single and double quotes keep words together.
 *
 * @throws UserError if a quote is not closed
 */
export function wordsOf(line: string): string[] {
  if (!/^(?:[^'"]|'[^']*'|"[^"]*")*$/.test(line)) throw inputError(`${line}: a quote is not closed`);
  const words = line.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}

/** All words of a submission: its program or its source, and its arguments. */
export function wordsIn({way, args}: Submission): readonly Word[] {
  const words = way.kind === 'command' ? way.words : way.kind === 'compile' ? [way.source] : [];
  return [...words, ...args];
}

/** The files of a submission: its program or all of its sources, and those that its command names. */
export function filesOf(submission: Submission): string[] {
  const {way} = submission;
  const sources = way.kind === 'compile' ? sourceFiles(way) : [];
  return [...sources, ...wordsIn(submission).flatMap((word) => (typeof word === 'string' ? [] : word.file))];
}

/** One submission that cannot be read, or that leads elsewhere, must not stop the others. */
function wayOrReason(folder: string, name: Buffer, options: TargetOptions): Way {
  const path = pathIn(folder, name);
  try {
    if (lstatSync(path).isSymbolicLink()) {
      // A link that leads nowhere is a file that cannot be read.
      statSync(path);
      return LEADS_OUT;
    }
    return isUtf8(name) ? wayOf(path.toString('utf8'), options) : unnamed(path, name, options);
  } catch (error) {
    return {kind: 'none', reason: whyUnreadable(error)};
  }
}

/** What the person marking has named must be readable. */
function wayOrError(path: string, options: TargetOptions): Way {
  try {
    return wayOf(resolve(path), options);
  } catch (error) {
    throw inputError(`${path}: ${whyUnreadable(error)}`);
  }
}

/** @throws the error itself unless it is the file's */
function whyUnreadable(error: unknown): string {
  if (error instanceof NotRegular) return `it is ${error.message}`;
  if (error instanceof Error && ('code' in error || 'status' in error))
    return `it cannot be read: ${error.message}`;
  throw error;
}
