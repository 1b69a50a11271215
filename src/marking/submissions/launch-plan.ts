/* The launch plan of a submission: it runs by itself, by an interpreter, once it is compiled, or not at all, and then why. */
import {isUtf8} from 'node:buffer';
import {accessSync, constants, existsSync, readdirSync, realpathSync, statSync} from 'node:fs';
import {basename, dirname, extname, join, resolve} from 'node:path';
import {usageError} from '../../command-line/user-error.js';
import type {Word} from '../../running/sandbox.js';
import {isBelow} from '../../system/paths.js';
import {checkRegular, startOfRegularFile} from '../../system/regular-file.js';
import {asShown, FIRST_LINE, interpreterIn, NotShown, type ShownPaths} from './interpreters.js';

/** How a submission is run, or why it is not. */
export type LaunchPlan =
  | {readonly kind: 'command'; readonly words: readonly Word[]}
  | {
      readonly kind: 'compile';
      readonly source: Word & object;
      /** The names of all source files, in the folder of `source`, which is one of them. */
      readonly sources: readonly string[];
      readonly compiler: string;
    }
  | {
      readonly kind: 'none';
      /** Whose fault it is: the program's, or the marker's, which could do no better. */
      readonly verdict: 'could-not-run' | 'could-not-check';
      readonly reason: string;
    };

export interface TargetOptions {
  /** A shell command with `{source}` or `{sources}`, and `{program}`; null: as the file's extension says. */
  readonly compile: string | null;
  /** Which file in a folder is the program; null: the only one that can be. */
  readonly file: string | null;
  /** What the sandbox shows, in which the interpreters of scripts must be. */
  readonly shown: ShownPaths;
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
export const LEADS_OUT = noPlan('it is a link that leads out of the submission');

/** Node can give programs only names that are UTF-8. */
export function notUtf8(name: Buffer): LaunchPlan {
  const reason = `the name ${shownName(name)} is not UTF-8: rename it`;
  return {kind: 'none', verdict: 'could-not-check', reason};
}

/**
 * A name as reports show it, on one line: what would break it, and bytes that are not UTF-8, are `\xe9`. No two names
 * are shown alike, because a backslash that looks like the start of such a byte is `\x5c`.
 */
export function shownName(name: Buffer): string {
  const encoding = isUtf8(name) ? 'utf8' : 'latin1';
  const unshown = isUtf8(name) ? /[\p{Cc}\p{Zl}\p{Zp}]|\\(?=x[\da-f]{2})/gu : /[^ -~]|\\(?=x[\da-f]{2})/g;
  return name
    .toString(encoding)
    .replace(unshown, (one) => Buffer.from(one, encoding).toString('hex').replace(/../g, '\\x$&'));
}

export function noPlan(reason: string): LaunchPlan {
  return {kind: 'none', verdict: 'could-not-run', reason};
}

/** The launch plan of a file or a folder. @throws NotRegular, or the system's error, if it cannot be read */
export function planOf(path: string, options: TargetOptions): LaunchPlan {
  if (!statSync(path).isDirectory()) return planOfFile({file: path}, options);
  if (options.file !== null) {
    return existsSync(join(path, options.file))
      ? planWithin(path, options.file, options)
      : noPlan(`it has no file ${options.file}`);
  }
  const isUnusable = (name: Buffer): boolean =>
    !isUtf8(name) && extname(name.toString('latin1')) in LANGUAGES;
  const unusable = readdirSync(path, 'buffer').find(isUnusable);
  if (unusable !== undefined) return notUtf8(unusable);
  const candidates = filesIn(path, canBeProgram);
  const [first, ...others] = candidates;
  if (first === undefined) return noPlan(whatElse(path, options));
  if (others.length === 0) return planWithin(path, first, options);
  const kind = extname(first);
  const {linker} = {linker: null, ...LANGUAGES[kind]};
  const compile = options.compile ?? linker;
  if (compile?.includes('{sources}') && candidates.every((name) => extname(name) === kind)) {
    return planWithin(path, first, {...options, compile});
  }
  return noPlan(
    `it holds several programs (${candidates.join(', ')}): keep one, name one with --file, or mark each with --all`,
  );
}

/** What a folder holds in which there is no program, and what would be one. */
function whatElse(path: string, {compile}: TargetOptions): string {
  const names = readdirSync(path, {withFileTypes: true}).filter(({name}) => !isHidden(name));
  const [first, ...others] = names;
  if (first === undefined) return 'it holds no program or source file';
  if (others.length === 0 && first.isDirectory()) {
    return `it holds only the folder ${first.name}/: move its files up, and mark again`;
  }
  const kindOf = (one: (typeof names)[number]): string =>
    one.isDirectory() ? '/' : one.isFile() || one.isSymbolicLink() ? '' : ' (no regular file)';
  const seen = names.map((one) => one.name + kindOf(one));
  const some = [...seen.slice(0, MOST_NAMED), ...(seen.length > MOST_NAMED ? ['…'] : [])].join(', ');
  return `it holds no program or source file (${KINDS}), only ${some}${compile === null ? '' : ': name one with --file'}`;
}

/** The regular files in a folder that are wanted, without hidden ones, in order. */
function filesIn(folder: string, isWanted: (name: string, mode: number) => boolean): string[] {
  return readdirSync(folder)
    .filter((name) => {
      if (isHidden(name)) return false;
      const stats = statSync(join(folder, name), {throwIfNoEntry: false});
      return stats?.isFile() === true && isWanted(name, stats.mode);
    })
    .sort();
}

export function isHidden(name: string): boolean {
  return name.startsWith('.');
}

function canBeProgram(name: string, mode: number): boolean {
  return extname(name) in LANGUAGES || isExecutable(mode);
}

/**
 * A file within a folder, and where they are asked for, those that are compiled with it. Links may lead to others there,
 * but not out of it.
 */
function planWithin(folder: string, name: string, options: TargetOptions): LaunchPlan {
  const file = join(folder, name);
  const ending = extname(file);
  const isSource = (other: string): boolean => ending !== '' && extname(other) === ending;
  const beside = options.compile?.includes('{sources}') ? filesIn(dirname(file), isSource) : [];
  const sources = [...new Set([basename(file), ...beside])].sort();
  const leadsOut = (source: string): boolean =>
    !isBelow(realpathSync(join(dirname(file), source)), realpathSync(folder));
  return sources.some(leadsOut) ? LEADS_OUT : planOfFile({file, folder}, options, sources);
}

function planOfFile(
  source: Word & object,
  {compile, shown}: TargetOptions,
  sources: readonly string[] = [basename(source.file)],
): LaunchPlan {
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
    return noPlan(`it is not executable, nor of a known kind (${KINDS}): chmod +x it, or use --compile`);
  }
  return interpreted(source, named ?? [language?.interpreter ?? 'sh'], shown);
}

/** A script after the words that run it. */
function interpreted(source: Word & object, words: readonly string[], shown: ShownPaths): LaunchPlan {
  try {
    return {kind: 'command', words: [...asShown(words, shown), source]};
  } catch (error) {
    if (!(error instanceof NotShown)) throw error;
    // Where our own interpreters are is a matter of whoever marks; a path that a script names is its own.
    if (INTERPRETERS.includes(error.interpreter)) throw usageError(`${source.file}: ${error.message}`);
    return noPlan(error.message);
  }
}

/**
 * The launch plan of a command, without its arguments.
 *
 * @param named its first word: a file, or a name to be found by `PATH`
 * @throws UserError if the sandbox does not show it, or what it runs by
 */
export function planOfCommand(named: string, shown: ShownPaths): LaunchPlan {
  const word = named.includes('/') ? fileOrWord(named) : named;
  try {
    return {kind: 'command', words: wordsRunning(word, shown)};
  } catch (error) {
    throw error instanceof NotShown ? usageError(`${named}: ${error.message}`) : error;
  }
}

/** The same word, as the sandbox shows it, and before a script its interpreter. */
function wordsRunning(word: Word, shown: ShownPaths): readonly Word[] {
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
export function sourceFiles({source, sources}: LaunchPlan & {kind: 'compile'}): string[] {
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
