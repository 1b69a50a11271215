/* What can be marked: a program, a source file, a folder that holds one, or a command. */
import {closeSync, existsSync, openSync, readdirSync, readSync, statSync} from 'node:fs';
import {extname, join, relative, resolve} from 'node:path';
import {inputError, messageOf} from '../../command-line/user-error.js';
import type {Word} from '../../running/sandbox.js';
import {quote} from '../../running/shell.js';

export interface Submission {
  /** How it is called in reports. */
  readonly target: string;
  readonly way: Way;
  /** Words behind the program's own name. */
  readonly args: readonly Word[];
}

/** How a submission is run. */
export type Way =
  | {readonly kind: 'command'; readonly words: readonly Word[]}
  | {readonly kind: 'compile'; readonly source: Word & object; readonly compiler: string}
  | {readonly kind: 'none'; readonly reason: string};

export interface TargetOptions {
  /** A shell command with `{source}` and `{program}`; null: by the ending of the file. */
  readonly compile: string | null;
  /** Which file of a folder is the program; null: the only one that can be. */
  readonly file: string | null;
}

/** The handout's own demand (COMP1917, section 5). */
const COMPILE_C = 'gcc -Wall -Werror -o {program} {source}';

/** What is done with a source file, by its ending. Scripts that are executable run by themselves. */
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
 * Every submission of a folder: each file and each subfolder is one. Names that begin with a point are none.
 *
 * @throws UserError if there is no such folder, or nothing in it
 */
export function submissionsIn(folder: string, options: TargetOptions): Submission[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw inputError(`${folder}: no such folder`);
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  if (names.length === 0) throw inputError(`${folder}: no submission in it`);
  return names
    .sort()
    .map((name) => ({target: name, way: wayOrReason(resolve(folder, name), options), args: []}));
}

/** A command line; its words that name files are those files, wherever the command runs. */
export function submissionOf(words: readonly string[]): Submission {
  const [first = '', ...rest] = words;
  return {
    target: words.join(' '),
    way: {kind: 'command', words: [first.includes('/') ? fileOrWord(first) : first]},
    args: rest.map(fileOrWord),
  };
}

/** A program or source file, or a command, perhaps with arguments, as it is written in one text. */
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

/** A command for a shell that runs the submission, after compiling it where needed; null if nothing can be run. */
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

/** A path as one types it: relative to where one is, if it lies below. */
export function typedPath(path: string): string {
  return quote(asTyped(path));
}

function asTyped(path: string): string {
  const below = relative('', path);
  return below.startsWith('..') || below === '' ? resolve(path) : below;
}

/** One submission that cannot be read, such as a link to nothing, does not keep the others back. */
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
  if (only === undefined) return {kind: 'none', reason: 'it holds no program and no source file'};
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
    reason: `it is not executable, and of no known kind (${Object.keys(LANGUAGES).join(' ')}): chmod +x it, or say --compile`,
  };
}

/** Files from other systems are often executable, whatever they are: only `#!` says that a script runs by itself. */
function namesInterpreter(file: string): boolean {
  const [start, opened] = [Buffer.alloc(2), openSync(file, 'r')];
  readSync(opened, start);
  closeSync(opened);
  return start.toString('latin1') === '#!';
}

function fileOrWord(word: string): Word {
  // Not every word can be a name: one may be too long for it.
  return existsSync(word) && statSync(word).isFile() ? {file: resolve(word)} : word;
}

function isExecutable(mode: number): boolean {
  return (mode & 0o111) !== 0;
}

/** A compiler's command with words of a shell put in. */
export function fill(compiler: string, source: string, program: string): string {
  return compiler.replaceAll('{source}', () => source).replaceAll('{program}', () => program);
}

function shellWord(word: Word): string {
  return typeof word === 'string' ? quote(word) : quote(asTyped(word.file).replace(/^(?!\/)/, './'));
}
