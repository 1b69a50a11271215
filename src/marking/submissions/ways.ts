/* How a submission is run: by itself, by an interpreter, once it is compiled, or not at all, and then why. */
import {isUtf8} from 'node:buffer';
import {accessSync, constants, existsSync, readdirSync, realpathSync, statSync} from 'node:fs';
import {basename, dirname, extname, join, resolve} from 'node:path';
import {usageError} from '../../command-line/user-error.js';
import type {Word} from '../../running/sandbox.js';
import {isBelow} from '../../system/paths.js';
import {DOT, pathIn, shownName} from '../files/names.js';
import {checkRegular, startOfRegularFile} from '../files/regular-file.js';
import {asShown, FIRST_LINE, interpreterIn, NotShown, type Shown} from './interpreters.js';

/** How a submission is run. */
export type Way =
  | {readonly kind: 'command'; readonly words: readonly Word[]}
  | {
      readonly kind: 'compile';
      readonly source: Word & object;
      /** The names of all source files, in the folder of `source`, which is one of them. */
      readonly sources: readonly string[];
      readonly compiler: string;
    }
  /** `unnamed`: it can be run once `withUsableName` has copied it. */
  | {readonly kind: 'none'; readonly reason: string; readonly unnamed?: Unnamed};

/** A file or folder whose own name, or that of its program, is not UTF-8. */
interface Unnamed {
  readonly path: Buffer;
  readonly name: Buffer;
  readonly options: TargetOptions;
}

export interface TargetOptions {
  /** A shell command with `{source}` or `{sources}`, and `{program}`; null: as the file's extension says. */
  readonly compile: string | null;
  /** Which file in a folder is the program; null: the only one that can be. */
  readonly file: string | null;
  /** What the sandbox shows, in which the interpreters of scripts must be. */
  readonly shown: Shown;
}

/** What the handout demands (COMP1917, section 5), of one file and of a folder of them. */
const C = {
  compiler: 'gcc -Wall -Werror -o {program} {source}',
  linker: 'gcc -Wall -Werror -o {program} {sources}',
};

interface Compiled {
  /** Compiles one file. */
  readonly compiler: string;
  /** Compiles all files of a program. */
  readonly linker: string;
}

/** How to run a source file, by its extension, unless its first line names an interpreter. */
const LANGUAGES: Readonly<Record<string, Compiled | {readonly interpreter: string}>> = {
  '.c': C,
  '.py': {interpreter: 'python3'},
  '.js': {interpreter: 'node'},
  '.cjs': {interpreter: 'node'},
  '.mjs': {interpreter: 'node'},
  '.sh': {interpreter: 'sh'},
};

const KINDS = Object.keys(LANGUAGES).join(' ');

/** How many names a message has room for. */
const MOST_NAMED = 8;

/** The interpreters that are our choice. */
const INTERPRETERS = Object.values(LANGUAGES).flatMap((one) => ('interpreter' in one ? one.interpreter : []));

/** Whoever could hand in a link to a golden, or to what others handed in, would be marked for it. */
export const LEADS_OUT: Way = {kind: 'none', reason: 'it is a link that leads out of the submission'};

export function unnamed(path: Buffer, name: Buffer, options: TargetOptions): Way {
  return {kind: 'none', reason: 'its name is not UTF-8', unnamed: {path, name, options}};
}

/** The way of a file or a folder. @throws NotRegular, or the system's error, if it cannot be read */
export function wayOf(path: string, options: TargetOptions): Way {
  if (!statSync(path).isDirectory()) return wayOfFile({file: path}, options);
  if (options.file !== null) {
    return existsSync(join(path, options.file))
      ? wayWithin(path, options.file, options)
      : {kind: 'none', reason: `it has no file ${options.file}`};
  }
  const candidates = filesIn(path, canBeProgram);
  const [first, ...others] = candidates;
  if (first === undefined) return {kind: 'none', reason: whatElse(path, options)};
  if (others.length === 0) return wayWithin(path, first, options);
  const kind = extensionOf(first);
  const {linker} = {linker: null, ...LANGUAGES[kind]};
  const compile = options.compile ?? linker;
  if (compile?.includes('{sources}') && candidates.every((name) => extensionOf(name) === kind)) {
    return wayWithin(path, first, {...options, compile});
  }
  const names = candidates.map(shownName).join(', ');
  return {
    kind: 'none',
    reason: `it holds several programs (${names}): keep one, name one with --file, or mark each with --all`,
  };
}

/** What a folder holds in which there is no program, and what would be one. */
function whatElse(path: string, {compile}: TargetOptions): string {
  const names = readdirSync(path, {withFileTypes: true, encoding: 'buffer'}).filter(
    ({name}) => name.at(0) !== DOT,
  );
  const [first, ...others] = names;
  if (first === undefined) return 'it holds no program or source file';
  const inner = shownName(first.name);
  if (others.length === 0 && first.isDirectory()) {
    return `it holds only the folder ${inner}/: move its files up, and mark again`;
  }
  const kindOf = (one: (typeof names)[number]): string =>
    one.isDirectory() ? '/' : one.isFile() || one.isSymbolicLink() ? '' : ' (no regular file)';
  const seen = names.map((one) => shownName(one.name) + kindOf(one));
  const some = [...seen.slice(0, MOST_NAMED), ...(seen.length > MOST_NAMED ? ['…'] : [])].join(', ');
  return `it holds no program or source file (${KINDS}), only ${some}${compile === null ? '' : ': name one with --file'}`;
}

/** The regular files in a folder that are wanted, without hidden ones, in order. */
function filesIn(folder: string, isWanted: (name: Buffer, mode: number) => boolean): Buffer[] {
  return readdirSync(folder, 'buffer')
    .filter((name) => {
      if (name.at(0) === DOT) return false;
      const stats = statSync(pathIn(folder, name), {throwIfNoEntry: false});
      return stats?.isFile() === true && isWanted(name, stats.mode);
    })
    .sort(Buffer.compare);
}

export function canBeProgram(name: Buffer, mode: number): boolean {
  return extensionOf(name) in LANGUAGES || isExecutable(mode);
}

function extensionOf(name: Buffer): string {
  return extname(name.toString('latin1'));
}

/**
 * A file within a folder, and where they are asked for, those that are compiled with it. Links may lead to others there,
 * but not out of it.
 */
function wayWithin(folder: string, name: string | Buffer, options: TargetOptions): Way {
  const file = join(folder, name.toString('utf8'));
  const ending = extname(file);
  const isSource = (other: Buffer): boolean => ending !== '' && extensionOf(other) === ending;
  const beside = options.compile?.includes('{sources}') ? filesIn(dirname(file), isSource) : [];
  if (![Buffer.from(name), ...beside].every((one) => isUtf8(one))) {
    return unnamed(Buffer.from(folder), Buffer.from(basename(folder)), options);
  }
  const sources = [...new Set([basename(file), ...beside.map(String)])].sort();
  const leadsOut = (source: string): boolean =>
    !isBelow(realpathSync(join(dirname(file), source)), realpathSync(folder));
  return sources.some(leadsOut) ? LEADS_OUT : wayOfFile({file, folder}, options, sources);
}

function wayOfFile(
  source: Word & object,
  {compile, shown}: TargetOptions,
  sources: readonly string[] = [basename(source.file)],
): Way {
  const language = LANGUAGES[extname(source.file)];
  const stats = statSync(source.file);
  checkRegular(stats);
  const isProgram = isExecutable(stats.mode);
  const mayBeUnreadable = compile === null && language === undefined && isProgram;
  const start = mayBeUnreadable ? startIfReadable(source.file) : startOfRegularFile(source.file, FIRST_LINE);
  if (compile !== null) return {kind: 'compile', source, sources, compiler: compile};
  if (language !== undefined && 'compiler' in language) {
    return {kind: 'compile', source, sources, compiler: language.compiler};
  }
  const named = interpreterIn(start);
  // The executable bit means little on files from other systems: only `#!` says that a script runs by itself.
  const runsItself = isProgram && (language === undefined || start.toString('latin1').startsWith('#!'));
  // In the sandbox `env` might find another interpreter.
  if (runsItself && (shown === null || named === null)) return {kind: 'command', words: [source]};
  if (language === undefined && !isProgram) {
    return {
      kind: 'none',
      reason: `it is not executable, nor of a known kind (${KINDS}): chmod +x it, or use --compile`,
    };
  }
  return interpreted(source, named ?? [language?.interpreter ?? 'sh'], shown);
}

/** A script after the words that run it. */
function interpreted(source: Word & object, words: readonly string[], shown: Shown): Way {
  try {
    return {kind: 'command', words: [...asShown(words, shown), source]};
  } catch (error) {
    if (!(error instanceof NotShown)) throw error;
    // Where our own interpreters are is a matter of whoever marks; a path that a script names is its own.
    if (INTERPRETERS.includes(error.interpreter)) throw usageError(`${source.file}: ${error.message}`);
    return {kind: 'none', reason: error.message};
  }
}

/**
 * The way of a command, without its arguments.
 *
 * @param named its first word: a file, or a name to be found by `PATH`
 * @throws UserError if the sandbox does not show it, or what it runs by
 */
export function wayOfCommand(named: string, shown: Shown): Way {
  const word = named.includes('/') ? fileOrWord(named) : named;
  try {
    return {kind: 'command', words: wordsRunning(word, shown)};
  } catch (error) {
    throw error instanceof NotShown ? usageError(`${named}: ${error.message}`) : error;
  }
}

/** The same word, as the sandbox shows it, and before a script its interpreter. */
function wordsRunning(word: Word, shown: Shown): readonly Word[] {
  if (typeof word === 'string') return word.includes('/') ? [word] : asShown([word], shown);
  const interpreter = shown === null ? null : interpreterIn(startIfReadable(word.file));
  return interpreter === null ? [word] : [...asShown(interpreter, shown), word];
}

/** A word of a command line; one that names a file stands for that file. */
export function fileOrWord(word: string): Word {
  // Not every word can be a file name: it may be too long.
  return existsSync(word) && statSync(word).isFile() ? {file: resolve(word)} : word;
}

/** A program may be run even by those who cannot read it: then it is no script. */
function startIfReadable(file: string): Buffer {
  try {
    accessSync(file, constants.R_OK);
  } catch {
    return Buffer.alloc(0);
  }
  return startOfRegularFile(file, FIRST_LINE);
}

function isExecutable(mode: number): boolean {
  return (mode & 0o111) !== 0;
}

/** All source files, by their paths. */
export function sourceFiles({source, sources}: Way & {kind: 'compile'}): string[] {
  return sources.map((name) => join(dirname(source.file), name));
}

/** What stands in a compile command for shell words. */
const PLACEHOLDER = /\{(source|sources|program)\}/g;

/** A compile command with shell words in place of its placeholders. */
export function fill(
  compiler: string,
  words: Readonly<Record<'source' | 'sources' | 'program', string>>,
): string {
  return compiler.replace(PLACEHOLDER, (_, name: keyof typeof words) => words[name]);
}
