/* Launch plans: a submission runs by itself, by an interpreter, once it is compiled, or not at all. */
import {type Dirent, existsSync, readdirSync, realpathSync, statSync} from 'node:fs';
import {basename, dirname, extname, join, resolve} from 'node:path';
import {usageError} from '../../command-line/user-error.js';
import type {Word} from '../../running/job.js';
import {ifAllowed} from '../../system/file-errors.js';
import {isBelow} from '../../system/paths.js';
import {checkRegular, startOfRegularFile} from '../../system/regular-file.js';
import {isHandedIn, isHidden} from './handed-in.js';
import {
  compilerIn,
  ENDINGS,
  type Language,
  type LanguageCommands,
  languageCompiledBy,
  languageOf,
} from './languages.js';
import {FIRST_LINE, interpreterIn, type ShownPaths, toolNamed, whyNoTool, wordsOf} from './tools.js';

/** Words that run a submission, or the reason why nothing can. */
export type LaunchPlan =
  | {
      readonly kind: 'command';
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
  /** Fault of the program, or of the machine. */
  readonly verdict: 'could-not-run' | 'could-not-check';
  readonly reason: string;
}

export interface TargetOptions {
  /** A shell command with `{source}` or `{sources}`, and `{program}`, for the language that it fits; null: as the file's ending says. */
  readonly compile: string | null;
  /** Names of the program in a folder, perhaps with `*`: the first that is there; none: the only file that can be. */
  readonly files: readonly string[];
  /** Commands of the suite, in place of those of the table of languages. */
  readonly commands?: LanguageCommands;
  /** Paths that the sandbox shows: the interpreters of scripts must be among them. */
  readonly shown: ShownPaths;
}

/** Symlinks out of the submission are refused: they may point at a golden, or at what others handed in. */
export const LEADS_OUT = noPlan('it is a link that leads out of the submission');

export function noPlan(reason: string): NoPlan {
  return {kind: 'none', verdict: 'could-not-run', reason};
}

/** Plan for a fault of the machine, such as a missing tool. */
export function noCheck(reason: string): NoPlan {
  return {kind: 'none', verdict: 'could-not-check', reason};
}

/** Returns the launch plan of a file or a folder. @throws NotRegular, or the system's error, if it cannot be read */
export function planOf(path: string, options: TargetOptions): LaunchPlan {
  if (!statSync(path).isDirectory()) return planOfFile({file: path}, options);
  const {files, compile} = options;
  for (const name of files) {
    const found = existsSync(join(path, name)) ? [name] : filesIn(path, (file) => fitsPattern(file, name));
    if (found.length === 0) continue;
    const main = mainOf(path, found, options);
    if (main === null) return noPlan(`several files are called ${name}: keep one\n${listOf(found)}`);
    // Beside it may lie other attempts, unless a command asks for all files.
    return planWithin(path, main, options, compile === null);
  }
  const candidates = files.length > 0 ? [] : filesIn(path, canBeProgram);
  if (candidates.length > 0) {
    const main = mainOf(path, candidates, options);
    if (main !== null) return planWithin(path, main, options);
    return noPlan(`it holds several programs: keep one, or name one with --file\n${listOf(candidates)}`);
  }
  const seen = handedInTo(path);
  const only = onlyFolder(path, seen);
  if (only !== null) return planOf(only, options);
  const names = seen.map((one) => (one.isDirectory() ? `${one.name}/` : one.name)).sort();
  if (names.length === 0) return noPlan('it is empty');
  if (files.length > 0) return noPlan(`it has no file ${files.join(' or ')}\n${listOf(names)}`);
  return noPlan(`it holds no program or source file (fivedice help languages)\n${listOf(names)}`);
}

/** Programs that make a folder a class. A student may hand in a few attempts beside the program. */
const CLASS_OF_PROGRAMS = 4;

/**
 * Refuses a class that is named as one submission: it would get no points.
 *
 * @param path as typed
 * @param place the file or the folder, unpacked if it was a zip file
 * @throws UserError
 */
export function refuseClass(path: string, place: string, plan: LaunchPlan, options: TargetOptions): void {
  const held = plan.kind === 'none' ? classHeldIn(place, options) : null;
  if (held !== null) throw usageError(`${path} holds ${held}: do you mean --all ${path}?`);
}

/** Describes what makes a folder without a program of its own a class; null if nothing does. */
function classHeldIn(path: string, options: TargetOptions): string | null {
  if (options.files.length > 0 || !statSync(path).isDirectory()) return null;
  const programs = filesIn(path, canBeProgram);
  if (programs.length > 0) return programs.length < CLASS_OF_PROGRAMS ? null : `${programs.length} programs`;
  const seen = handedInTo(path);
  const only = onlyFolder(path, seen);
  if (only !== null) return classHeldIn(only, options);
  const folders = seen.filter(
    (one) => one.isDirectory() && planOf(join(path, one.name), options).kind !== 'none',
  );
  return folders.length > 1 ? `programs in ${folders.length} folders` : null;
}

function handedInTo(folder: string): Dirent[] {
  return readdirSync(folder, {withFileTypes: true}).filter(({name}) => isHandedIn(name));
}

function onlyFolder(path: string, [only, ...others]: readonly Dirent[]): string | null {
  return only?.isDirectory() === true && others.length === 0 ? join(path, only.name) : null;
}

const MOST_NAMED = 8;

export function listOf(names: readonly string[]): string {
  return [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? ['…'] : [])].join(', ');
}

/** Returns whether a name fits a pattern in which `*` stands for any characters. */
export function fitsPattern(name: string, pattern: string): boolean {
  const expression = pattern.replace(/[.*+?^${}()|[\]\\]/g, (sign) => (sign === '*' ? '.*' : `\\${sign}`));
  return new RegExp(`^${expression}$`, 's').test(name);
}

/** Returns the main file: the only file, the one called `main`, or the only one that looks like a main file; else null. */
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

function isMain(folder: string, name: string): boolean {
  return languageOf(extname(name))?.main?.test(textOf(join(folder, name))) === true;
}

const LARGEST_SOURCE = 1024 ** 2;

function textOf(file: string): string {
  return startOfRegularFile(file, LARGEST_SOURCE).toString('latin1');
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

function isExecutable(mode: number): boolean {
  return (mode & 0o111) !== 0;
}

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
  const why = (tool: string | null): string | null =>
    tool === null || tool === '{program}' ? null : whyNoTool(tool, shown, language?.package ?? null);
  if (compiler !== null) {
    const run = wordsOf(language?.compile === null ? '{program}' : (ownRun ?? language?.run ?? '{program}'));
    const whyNot =
      why(languageCompiledBy(compiler) === null ? null : compilerIn(compiler)) ?? why(run[0] ?? null);
    if (whyNot !== null) return noCheck(whyNot);
    const isEmpty = stats.size <= start.length && start.toString('latin1').trim() === '';
    if (isEmpty && sources.length === 1) return noPlan('the file is empty');
    return {kind: 'compile', source, sources, compiler, run};
  }
  const named = ownRun === undefined ? interpreterIn(start) : null;
  if (named !== null) {
    // A first line of another machine leaves a known language to its own interpreter.
    const whyNot = why(named[0] ?? '');
    if (whyNot === null) return {kind: 'command', words: isProgram ? [source] : [...named, source], source};
    if (language === null) return noCheck(whyNot);
  }
  if (language === null) return isProgram ? {kind: 'command', words: [source], source} : noPlan(UNKNOWN);
  const words = wordsOf(ownRun ?? language.run);
  const whyNot = why(words[0] ?? null);
  if (whyNot !== null) return noCheck(whyNot);
  return {kind: 'command', words: words.map((word) => (word === '{program}' ? source : word)), source};
}

const UNKNOWN =
  'it is not executable, nor in a known language (fivedice help languages): chmod +x it, or use --compile';

/**
 * Returns the launch plan of a command, without its arguments.
 *
 * @param named its first word: a file, or a name to be found by `PATH`
 */
export function planOfCommand(named: string, shown: ShownPaths): LaunchPlan {
  const word = named.includes('/') ? fileOrWord(named) : named;
  const tool = typeof word === 'string' ? word : interpreterIn(startIfReadable(word.file))?.[0];
  const why = tool === undefined ? null : whyNoTool(tool, shown, null);
  return why === null ? {kind: 'command', words: [word], source: null} : noCheck(why);
}

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
    const {command, toolchain} = interpreter === null ? {command: [], toolchain: []} : launchOf(interpreter);
    return {command: [...command, ...words], toolchain};
  }
  const tool = toolNamed(first);
  if (tool === null) return {command: words, toolchain: []};
  return {command: tool.path === tool.found ? words : [tool.path, ...rest], toolchain: tool.folders};
}

/** Returns the file that a word of a command line names; else the word. */
export function fileOrWord(word: string): Word {
  // Not every word can be a file name: it may be too long.
  return existsSync(word) && statSync(word).isFile() ? {file: resolve(word)} : word;
}

/** Returns the first bytes of a file; none if it may not be read: then it is no script. */
function startIfReadable(file: string): Buffer {
  return ifAllowed(() => startOfRegularFile(file, FIRST_LINE)) ?? Buffer.alloc(0);
}

export function sourceFiles({source, sources}: LaunchPlan & {kind: 'compile'}): string[] {
  return sources.map((name) => join(dirname(source.file), name));
}

/** Returns the name of the class in a main file of Java, with its package. */
export function mainClassOf(file: string): string {
  const itsPackage = /^[ \t]*package[ \t]+([\w.]+)[ \t]*;/m.exec(textOf(file))?.[1];
  return [...(itsPackage === undefined ? [] : [itsPackage]), basename(file, extname(file))].join('.');
}

export function fill(
  compiler: string,
  words: Readonly<Record<'source' | 'sources' | 'program' | 'main', string>>,
): string {
  return compiler.replace(/\{(source|sources|program|main)\}/g, (_, name: keyof typeof words) => words[name]);
}
