/* What can be marked: a program, a source file, a folder that contains one, or a command. */
import {closeSync, existsSync, openSync, readdirSync, readSync, statSync} from 'node:fs';
import {extname, join, relative, resolve} from 'node:path';
import {inputError, messageOf} from '../../command-line/user-error.js';
import type {Word} from '../../running/sandbox.js';
import {quote} from '../../running/shell.js';

export interface Submission {
  /** Its name in reports. */
  readonly target: string;
  readonly way: Way;
  /** The words after the program's name. */
  readonly args: readonly Word[];
}

/** How a submission is run. */
export type Way =
  | {readonly kind: 'command'; readonly words: readonly Word[]}
  | {readonly kind: 'compile'; readonly source: Word & object; readonly compiler: string}
  | {readonly kind: 'none'; readonly reason: string};

export interface TargetOptions {
  /** A shell command with `{source}` and `{program}`; null: as the file's extension says. */
  readonly compile: string | null;
  /** Which file in a folder is the program; null: the only one that can be. */
  readonly file: string | null;
}

/** What the handout demands (COMP1917, section 5). */
const COMPILE_C = 'gcc -Wall -Werror -o {program} {source}';

/** How to run a source file, by its extension. Executable scripts run by themselves. */
const LANGUAGES: Readonly<Record<string, {readonly compiler: string} | {readonly interpreter: string}>> = {
  '.c': {compiler: COMPILE_C},
  '.py': {interpreter: 'python3'},
  '.js': {interpreter: 'node'},
  '.cjs': {interpreter: 'node'},
  '.mjs': {interpreter: 'node'},
  '.sh': {interpreter: 'sh'},
};

/** @throws UserError if there is no such file or folder */
export function submissionAt(path: string, options: TargetOptions): Submission {
  if (!existsSync(path)) {
    const hint = path.includes('/') ? '' : `; to run a command of this name, write -- ${path}`;
    throw inputError(`${path}: no such file or folder${hint}`);
  }
  return {target: path, way: wayOf(resolve(path), options), args: []};
}

/**
 * All submissions in a folder: each file and each subfolder is one. Names that begin with a dot are ignored.
 *
 * @throws UserError if there is no such folder, or nothing in it
 */
export function submissionsIn(folder: string, options: TargetOptions): Submission[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw inputError(`${folder}: no such folder`);
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  if (names.length === 0) throw inputError(`${folder}: no submissions in it`);
  return names
    .sort()
    .map((name) => ({target: name, way: wayOrReason(resolve(folder, name), options), args: []}));
}

/** A command line. Words that name files stand for those files, wherever the command runs. */
export function submissionOf(words: readonly string[]): Submission {
  const [first = '', ...rest] = words;
  return {
    target: words.join(' '),
    way: {kind: 'command', words: [first.includes('/') ? fileOrWord(first) : first]},
    args: rest.map(fileOrWord),
  };
}

/** A program, a source file or a command, possibly with arguments, from a single string. */
export function submissionFrom(line: string, options: TargetOptions): Submission {
  const [first = '', ...rest] = wordsOf(line);
  if (!existsSync(first)) return submissionOf([first, ...rest]);
  return {target: line, way: wayOf(resolve(first), options), args: rest.map(fileOrWord)};
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

/** A shell command that compiles the submission if necessary and runs it; null if nothing can be run. */
export function shellCommand({way, args}: Submission, more: readonly string[]): string | null {
  const rest = [...args, ...more].map(shellWord);
  switch (way.kind) {
    case 'command':
      return [...way.words.map(shellWord), ...rest].join(' ');
    case 'none':
      return null;
    case 'compile': {
      const compiler = fill(way.compiler, shellWord(way.source), '"$program"');
      return `program=$(mktemp -d)/program && ${compiler} && ${['"$program"', ...rest].join(' ')}`;
    }
  }
}

/** A path as a user would type it: relative if it is below the current folder. */
export function typedPath(path: string): string {
  return quote(asTyped(path));
}

function asTyped(path: string): string {
  const below = relative('', path);
  return below.startsWith('..') || below === '' ? resolve(path) : below;
}

/** A submission that cannot be read, such as a dangling link, must not stop the others. */
function wayOrReason(path: string, options: TargetOptions): Way {
  try {
    return wayOf(path, options);
  } catch (error) {
    return {kind: 'none', reason: `it cannot be read: ${messageOf(error)}`};
  }
}

function wayOf(path: string, options: TargetOptions): Way {
  if (!statSync(path).isDirectory()) return wayOfFile({file: path}, options);
  if (options.file !== null) {
    const file = join(path, options.file);
    return existsSync(file)
      ? wayOfFile({file, folder: path}, options)
      : {kind: 'none', reason: `it has no file ${options.file}`};
  }
  const candidates = readdirSync(path)
    .filter((name) => {
      const stats = statSync(join(path, name), {throwIfNoEntry: false});
      const isProgram = stats?.isFile() === true && (extname(name) in LANGUAGES || isExecutable(stats.mode));
      return isProgram && !name.startsWith('.');
    })
    .sort();
  const [only, ...others] = candidates;
  if (only === undefined) return {kind: 'none', reason: 'it holds no program or source file'};
  if (others.length > 0) {
    return {
      kind: 'none',
      reason: `it holds several programs (${candidates.join(', ')}): name one with --file, or mark each with --all`,
    };
  }
  return wayOfFile({file: join(path, only), folder: path}, options);
}

function wayOfFile(source: Word & object, {compile: compiler}: TargetOptions): Way {
  if (compiler !== null) return {kind: 'compile', source, compiler};
  const language = LANGUAGES[extname(source.file)];
  if (language !== undefined && 'compiler' in language) return {kind: 'compile', source, ...language};
  const runsItself =
    isExecutable(statSync(source.file).mode) && (language === undefined || namesInterpreter(source.file));
  if (runsItself) return {kind: 'command', words: [source]};
  if (language !== undefined) return {kind: 'command', words: [language.interpreter, source]};
  return {
    kind: 'none',
    reason: `it is not executable, nor of a known kind (${Object.keys(LANGUAGES).join(' ')}): chmod +x it, or use --compile`,
  };
}

/**
 * The executable bit means little on files from other systems: only `#!` says that a script runs by itself.
 */
function namesInterpreter(file: string): boolean {
  const [start, opened] = [Buffer.alloc(2), openSync(file, 'r')];
  readSync(opened, start);
  closeSync(opened);
  return start.toString('latin1') === '#!';
}

function fileOrWord(word: string): Word {
  // Not every word can be a file name: it may be too long.
  return existsSync(word) && statSync(word).isFile() ? {file: resolve(word)} : word;
}

function isExecutable(mode: number): boolean {
  return (mode & 0o111) !== 0;
}

/** A compile command with shell words in place of its placeholders. */
export function fill(compiler: string, source: string, program: string): string {
  return compiler.replaceAll('{source}', () => source).replaceAll('{program}', () => program);
}

function shellWord(word: Word): string {
  return typeof word === 'string' ? quote(word) : quote(asTyped(word.file).replace(/^(?!\/)/, './'));
}
