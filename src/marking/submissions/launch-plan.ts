/* The launch plan of a submission: it runs by itself, by an interpreter, once it is compiled, or not at all, and then why. */
import {isUtf8} from 'node:buffer';
import {accessSync, constants, existsSync, readdirSync, realpathSync, statSync} from 'node:fs';
import {basename, dirname, extname, join, resolve} from 'node:path';
import {usageError} from '../../command-line/user-error.js';
import type {Word} from '../../running/job.js';
import {foundInPath} from '../../running/shell.js';
import {isBelow} from '../../system/paths.js';
import {checkRegular, startOfRegularFile} from '../../system/regular-file.js';
import {isHandedIn, isHidden, shownName} from './handed-in.js';
import {FIRST_LINE, interpreterIn, type ShownPaths, whyNoInterpreter, wordsOf} from './interpreters.js';
import {
  compilerIn,
  ENDINGS,
  type Language,
  type LanguageCommands,
  languageCompiledBy,
  languageOf,
} from './languages.js';
import {toolNamed} from './toolchains.js';

/** Words that run a submission, or the reason why nothing can. */
export type LaunchPlan =
  | {
      readonly kind: 'command';
      /** As a person types them. */
      readonly words: readonly Word[];
      /** The word that is the submission, which runs from a copy; null: the command line names it, and it runs in place. */
      readonly source: (Word & object) | null;
    }
  | {
      readonly kind: 'compile';
      readonly source: Word & object;
      /** The names of all source files, in the folder of `source`, which is one of them. */
      readonly sources: readonly string[];
      readonly compiler: string;
      /** The words that run what the compiler makes, which is `{program}` among them. */
      readonly run: readonly string[];
    }
  | NoPlan;

interface NoPlan {
  readonly kind: 'none';
  /** Whose fault it is: the program's, or the machine's. */
  readonly verdict: 'could-not-run' | 'could-not-check';
  readonly reason: string;
}

export interface TargetOptions {
  /** A shell command with `{source}` or `{sources}`, and `{program}`, for the language that it fits; null: as the file's ending says. */
  readonly compile: string | null;
  /** Which file in a folder is the program, perhaps with `*` in its name; null: the only one that can be. */
  readonly file: string | null;
  /** Commands of the suite, in place of those of the table of languages. */
  readonly commands?: LanguageCommands;
  /** Paths that the sandbox shows: the interpreters of scripts must be among them. */
  readonly shown: ShownPaths;
}

/** Max names in a message. */
const MOST_NAMED = 8;

/** Symlinks out of the submission are refused: they may point at a golden, or at what others handed in. */
export const LEADS_OUT = noPlan('it is a link that leads out of the submission');

/** Node can give programs only names that are UTF-8. */
export function notUtf8(name: Buffer): LaunchPlan {
  return noCheck(`the name ${shownName(name)} is not UTF-8: rename it`);
}

export function noPlan(reason: string): NoPlan {
  return {kind: 'none', verdict: 'could-not-run', reason};
}

/** For what is missing on the machine, or not allowed to the marker. */
export function noCheck(reason: string): NoPlan {
  return {kind: 'none', verdict: 'could-not-check', reason};
}

/** The launch plan of a file or a folder. @throws NotRegular, or the system's error, if it cannot be read */
export function planOf(path: string, options: TargetOptions): LaunchPlan {
  if (!statSync(path).isDirectory()) return planOfFile({file: path}, options);
  if (options.file !== null) return planOfNamed(path, options.file, options);
  const isUnusable = (name: Buffer): boolean =>
    !isUtf8(name) && ENDINGS.includes(extname(name.toString('latin1')));
  const unusable = readdirSync(path, 'buffer').find(isUnusable);
  if (unusable !== undefined) return notUtf8(unusable);
  const candidates = filesIn(path, canBeProgram);
  if (candidates.length === 0) {
    const inner = onlyFolderIn(path);
    return inner === null ? noPlan(whatElse(path, options)) : planOf(join(path, inner), options);
  }
  const main = mainOf(path, candidates, options);
  if (main !== null) return planWithin(path, main, options);
  return noPlan(
    `it holds several programs (${candidates.join(', ')}): keep one, name one with --file, or mark each with --all`,
  );
}

/** So many programs in one folder are a class. A student may hand in old attempts beside the program. */
const CLASS_OF_PROGRAMS = 4;

/** Returns what a folder holds if that is a class rather than a submission, such as `12 folders`; null if it is none. */
export function classHeldIn(path: string, options: TargetOptions): string | null {
  if (options.file !== null || statSync(path, {throwIfNoEntry: false})?.isDirectory() !== true) return null;
  const programs = filesIn(path, canBeProgram);
  if (programs.length === 0) {
    const folders = readdirSync(path, {withFileTypes: true})
      .filter((one) => one.isDirectory() && isHandedIn(one.name))
      .filter(({name}) => planOf(join(path, name), options).kind !== 'none');
    return folders.length > 1 ? `${folders.length} folders` : null;
  }
  const whole =
    mainOf(path, programs, options) === null ? programs : programs.filter((name) => isMain(path, name));
  return whole.length < CLASS_OF_PROGRAMS ? null : `${whole.length} programs`;
}

/** Returns the launch plan of the file with this name, or of the only one that fits the pattern. */
function planOfNamed(folder: string, pattern: string, options: TargetOptions): LaunchPlan {
  // Beside it may lie other attempts, unless a command asks for all files.
  const isAlone = options.compile === null;
  if (existsSync(join(folder, pattern))) return planWithin(folder, pattern, options, isAlone);
  const found = pattern.includes('*') ? filesIn(folder, (name) => fitsPattern(name, pattern)) : [];
  const [first, ...others] = found;
  if (first !== undefined && others.length > 0) {
    const main = mainOf(folder, found, options);
    return main === null
      ? noPlan(`several files are called ${pattern} (${found.join(', ')}): keep one`)
      : planWithin(folder, main, options, isAlone);
  }
  if (first !== undefined) return planWithin(folder, first, options, isAlone);
  const inner = onlyFolderIn(folder);
  return inner === null
    ? noPlan(`it has no file ${pattern}`)
    : planOfNamed(join(folder, inner), pattern, options);
}

/** Returns whether a name fits a pattern in which `*` stands for any characters. */
export function fitsPattern(name: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return name === pattern;
  const end = name.length - last.length;
  if (end < first.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= end;
}

/** The file that is the program: the only one; the one called `main`; the only one with what only a main file holds. */
function mainOf(folder: string, candidates: readonly string[], options: TargetOptions): string | null {
  const [first, ...others] = candidates;
  if (first === undefined || others.length === 0) return first ?? null;
  const language = languageOf(extname(first));
  if (language === null || candidates.some((name) => languageOf(extname(name)) !== language)) return null;
  const called = candidates.find((name) => basename(name, extname(name)).toLowerCase() === 'main');
  const [only, ...more] = candidates.filter((name) => isMain(folder, name));
  const main = called ?? (more.length === 0 ? only : undefined);
  // With no main file, or with two, the linker says best what is wrong.
  const compiler = compilerOf(language, options) ?? '';
  return main ?? (compiler.includes('{sources}') && !compiler.includes('{main}') ? first : null);
}

/** Returns whether a file holds what only the main file of its language does. */
function isMain(folder: string, name: string): boolean {
  const text = startOfRegularFile(join(folder, name), LARGEST_SOURCE).toString('latin1');
  return languageOf(extname(name))?.main?.test(text) === true;
}

/** In bytes. */
const LARGEST_SOURCE = 1024 ** 2;

/** Returns the only entry of a folder if that is a folder; else null. */
function onlyFolderIn(path: string): string | null {
  const seen = readdirSync(path, {withFileTypes: true}).filter(({name}) => isHandedIn(name));
  const [only, ...others] = seen;
  return others.length === 0 && only?.isDirectory() === true ? only.name : null;
}

/** Lists the content of a folder without a program, with a hint at what would be one. */
function whatElse(path: string, {compile}: TargetOptions): string {
  const names = readdirSync(path, {withFileTypes: true}).filter(({name}) => isHandedIn(name));
  if (names.length === 0) return 'it holds no program or source file';
  const kindOf = (one: (typeof names)[number]): string =>
    one.isDirectory() ? '/' : one.isFile() || one.isSymbolicLink() ? '' : ' (no regular file)';
  const seen = names.map((one) => one.name + kindOf(one));
  const some = [...seen.slice(0, MOST_NAMED), ...(seen.length > MOST_NAMED ? ['…'] : [])].join(', ');
  return `it holds no program or source file (fivedice help languages), only ${some}${compile === null ? '' : ': name one with --file'}`;
}

/** Returns the wanted regular files of a folder, sorted, without hidden ones. */
function filesIn(folder: string, isWanted: (name: string, mode: number) => boolean): string[] {
  return readdirSync(folder)
    .filter((name) => {
      if (isHidden(name)) return false;
      const stats = statSync(join(folder, name), {throwIfNoEntry: false});
      return stats?.isFile() === true && isWanted(name, stats.mode);
    })
    .sort();
}

function canBeProgram(name: string, mode: number): boolean {
  return ENDINGS.includes(extname(name)) || isExecutable(mode);
}

/** Returns the command that compiles a language; null if none does. */
function compilerOf(language: Language | null, {compile, commands}: TargetOptions): string | null {
  if (compile !== null) {
    const fits = languageCompiledBy(compile);
    if (fits === null || language === null || fits === language) return compile;
  }
  return language === null ? null : (commands?.compile[language.name] ?? language.compile);
}

/**
 * Returns the launch plan of a file within a folder, with the sources that are compiled with it. Links may lead to other
 * files there, but not out of the folder.
 */
function planWithin(folder: string, name: string, options: TargetOptions, isAlone = false): LaunchPlan {
  const file = join(folder, name);
  const ending = extname(file);
  const language = languageOf(ending);
  const isSource = (other: string): boolean =>
    ending !== '' &&
    (extname(other) === ending || (language !== null && languageOf(extname(other)) === language));
  const areAll = !isAlone && compilerOf(language, options)?.includes('{sources}') === true;
  const sources = [...new Set([basename(file), ...(areAll ? filesIn(dirname(file), isSource) : [])])].sort();
  const leadsOut = (source: string): boolean =>
    !isBelow(realpathSync(join(dirname(file), source)), realpathSync(folder));
  return sources.some(leadsOut) ? LEADS_OUT : planOfFile({file, folder}, options, sources);
}

function planOfFile(
  source: Word & object,
  options: TargetOptions,
  sources: readonly string[] = [basename(source.file)],
): LaunchPlan {
  const {shown, commands} = options;
  const language = languageOf(extname(source.file));
  const stats = statSync(source.file);
  checkRegular(stats);
  const isProgram = isExecutable(stats.mode);
  const start = startOfRegularFile(source.file, FIRST_LINE);
  const compiler = compilerOf(language, options);
  const ownRun = language === null ? undefined : commands?.run[language.name];
  if (compiler !== null) {
    const run = wordsOf(language?.compile === null ? '{program}' : (ownRun ?? language?.run ?? '{program}'));
    const tools = [languageCompiledBy(compiler) === null ? null : compilerIn(compiler), run[0] ?? null];
    const isEmpty = stats.size <= start.length && start.toString('latin1').trim() === '';
    const why = isEmpty && sources.length === 1 ? noPlan('the file is empty') : null;
    return whyMissing(tools, language, shown) ?? why ?? {kind: 'compile', source, sources, compiler, run};
  }
  const named = ownRun === undefined ? interpreterIn(start) : null;
  const whyNot = named === null ? null : whyNoInterpreter(named[0] ?? '', shown);
  if (named !== null && whyNot === null) {
    // A first line that ends as on Windows names no program for the kernel.
    const runsItself = isProgram && !/^[^\n]*\r/.test(start.toString('latin1'));
    return {kind: 'command', words: runsItself ? [source] : [...named, source], source};
  }
  if (whyNot !== null && (whyNot.isHidden || language === null)) return noCheck(whyNot.reason);
  if (language === null) {
    return isProgram ? {kind: 'command', words: [source], source} : noPlan(UNKNOWN);
  }
  const words = wordsOf(ownRun ?? language.run);
  return (
    whyMissing([words[0] ?? null], language, shown) ?? {
      kind: 'command',
      words: words.map((word) => (word === '{program}' ? source : word)),
      source,
    }
  );
}

const UNKNOWN =
  'it is not executable, nor in a known language (fivedice help languages): chmod +x it, or use --compile';

/** Returns what is in the way if tools of a language are missing, or hidden by the sandbox; null if nothing is. */
function whyMissing(
  tools: readonly (string | null)[],
  language: Language | null,
  shown: ShownPaths,
): NoPlan | null {
  for (const tool of tools) {
    const why = tool === null || tool === '{program}' ? null : whyNoInterpreter(tool, shown);
    if (why === null) continue;
    return noCheck(
      why.isHidden || language === null ? why.reason : `${why.reason}: apt-get install ${language.package}`,
    );
  }
  return null;
}

/**
 * The launch plan of a command, without its arguments.
 *
 * @param named its first word: a file, or a name to be found by `PATH`
 * @throws UserError if the sandbox does not show it, or what it runs by
 */
export function planOfCommand(named: string, shown: ShownPaths): LaunchPlan {
  const word = named.includes('/') ? fileOrWord(named) : named;
  const tool = typeof word === 'string' ? word : interpreterIn(startIfReadable(word.file))?.[0];
  const why = shown === null || tool === undefined ? null : whyNoInterpreter(tool, shown);
  if (why?.isHidden === true) throw usageError(`${named}: ${why.reason}`);
  return {kind: 'command', words: [word], source: null};
}

/** A command that is ready to run. */
export interface Launch {
  readonly command: readonly Word[];
  /** Folders that a sandbox must show for it, besides the system's. */
  readonly toolchain: readonly string[];
}

/** Returns how a command starts: a tool by its path, and a script by its interpreter. */
export function launchOf(words: readonly Word[]): Launch {
  const [first = '', ...rest] = words;
  if (typeof first !== 'string') {
    const interpreter = interpreterIn(startIfReadable(first.file));
    const {command, toolchain} = interpreter === null ? launchOf([]) : launchOf(interpreter);
    return {command: [...command, ...words], toolchain};
  }
  const tool = first === '' ? null : toolNamed(first);
  if (tool === null) return {command: words, toolchain: []};
  const found = first.includes('/') ? first : foundInPath(first);
  return {command: tool.path === found ? words : [tool.path, ...rest], toolchain: tool.folders};
}

/** Returns the file that a word of a command line names; else the word. */
export function fileOrWord(word: string): Word {
  // Not every word can be a file name: it may be too long.
  return existsSync(word) && statSync(word).isFile() ? {file: resolve(word)} : word;
}

/** Returns the first bytes of a file; none if it may be run, but not read: then it is no script. */
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

/** Returns the paths of all source files. */
export function sourceFiles({source, sources}: LaunchPlan & {kind: 'compile'}): string[] {
  return sources.map((name) => join(dirname(source.file), name));
}

/** Placeholders of a compile command. */
const PLACEHOLDER = /\{(source|sources|program|main)\}/g;

/** Returns the name of the class in a main file of Java, with its package. */
export function mainClassOf(file: string): string {
  const text = startOfRegularFile(file, LARGEST_SOURCE).toString('latin1');
  const itsPackage = /^[ \t]*package[ \t]+([\w.]+)[ \t]*;/m.exec(text)?.[1];
  return [...(itsPackage === undefined ? [] : [itsPackage]), basename(file, extname(file))].join('.');
}

/** Puts shell words in place of the placeholders of a compile command. */
export function fill(
  compiler: string,
  words: Readonly<Record<'source' | 'sources' | 'program' | 'main', string>>,
): string {
  return compiler.replace(PLACEHOLDER, (_, name: keyof typeof words) => words[name]);
}
