/* Launch plans: a submission runs by itself, by an interpreter, once it is compiled, or not at all. */
import {existsSync, realpathSync, type Stats, statSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {usageError} from '../../command-line/user-error.js';
import type {Word} from '../../running/job.js';
import {ifAllowed} from '../../system/file-errors.js';
import {isBelow} from '../../system/paths.js';
import {checkRegular, startOfRegularFile} from '../../system/regular-file.js';
import {compilerIn, isBuild, type Language, languageCompiledBy, languageOf} from './languages.js';
import {listSome} from './people.js';
import {type Asked, importedFrom, isProgram, programIn, SHEBANG_BYTES, topOf} from './program.js';
import {type Sources, sourcesOf, withoutTxt} from './sources.js';
import {isFolder, type Project, projectAt, projectOfFile, type Refusal} from './taking.js';
import {interpreterIn, type ShownPaths, toolNamed, whyNoTool, wordsOf} from './tools.js';

/** Words that run a submission, or the reason why nothing can. */
export type LaunchPlan =
  | {
      readonly kind: 'command';
      readonly words: readonly Word[];
      /** Index of the word that is the submission, which runs from a copy; null: the command line names it, and it runs in place. */
      readonly sourceAt: number | null;
    }
  | CompilePlan
  | NoPlan;

export interface CompilePlan extends Sources {
  readonly kind: 'compile';
  /** The main file, or the submission's folder for a command that builds all of it. */
  readonly source: Word & object;
  /** Folder of the submission in which a build runs. */
  readonly top: string;
  readonly compiler: string;
  /** True if the command runs in a writable copy of the submission. */
  readonly isBuild: boolean;
  /** Words that run what the compiler makes, which is `{program}` among them. */
  readonly run: readonly string[];
}

export interface NoPlan {
  readonly kind: 'none';
  /** Fault of the program, or of the machine. */
  readonly verdict: 'could-not-run' | 'could-not-check';
  readonly reason: string;
  /** Help for the marker; null: there is none. */
  readonly remedy: string | null;
  /** The reason in words for the student; null: the same. */
  readonly studentReason: string | null;
}

export interface TargetOptions extends Omit<Asked, 'program'> {
  /** Shell command that makes `{program}`, for the language whose compiler it calls, if any; null: as the table says. */
  readonly compile: string | null;
  /** Paths that the sandbox shows: the interpreters of scripts must be among them. */
  readonly shown: ShownPaths;
}

/** A plan, with the path of the program in the submission; null: it is the submission itself, or unknown. */
export interface Planned {
  readonly plan: LaunchPlan;
  readonly program: string | null;
}

/** Symlinks out of the submission are refused: they may point at a golden, or at what others handed in. */
export const LEADS_OUT = noPlan('it is a link that leads out of the submission');

export function noPlan(
  reason: string,
  remedy: string | null = null,
  studentReason: string | null = null,
): NoPlan {
  return {kind: 'none', verdict: 'could-not-run', reason, remedy, studentReason};
}

/** Returns the plan for what a marker or the machine must settle first, such as a missing tool. */
export function noCheck(
  reason: string,
  remedy: string | null = null,
  studentReason: string | null = null,
): NoPlan {
  return {...noPlan(reason, remedy, studentReason), verdict: 'could-not-check'};
}

export function refused({verdict, message, remedy}: Refusal): NoPlan {
  return verdict === 'could-not-check'
    ? noCheck(message, remedy)
    : noPlan(`its files are refused: ${message}`, remedy);
}

/** Plans a file or a folder. @throws Refusal, NotRegular, or the system's error, if it cannot be read */
export function planOf(path: string, options: TargetOptions, program: string | null = null): Planned {
  if (!isFolder(path) && !statSync(path).isDirectory()) {
    checkRegular(statSync(path));
    return {plan: planOfFile({file: path}, projectOfFile(path), basename(path), options), program: null};
  }
  const project = projectAt(path);
  const {files, linksOut} = project;
  if (files.length === 0 && linksOut.length === 0) return {plan: noPlan('it holds no files'), program: null};
  const choice = programIn(project, {...options, program});
  const {compile} = options;
  if (compile !== null && isBuild(compile) && languageCompiledBy(compile) === null)
    return {plan: buildOf(project, compile, choice, options), program: null};
  if (choice.kind === 'program') return planWithin(project, choice.file, options, program !== null);
  if (choice.kind === 'question') {
    const remedy = 'name one with --file, or in people.csv';
    const forStudent = `hand in one program: your hand-in holds ${inWords(choice.files)}`;
    const count = NUMBERS[choice.files.length] ?? choice.files.length;
    return {plan: noCheck(`${count} programs, ${inWords(choice.files)}`, remedy, forStudent), program: null};
  }
  const [names, leading] = [listSome(files), listSome(linksOut)];
  const {wanted} = choice;
  if (leading !== '')
    return {plan: noPlan(`${leading}: a link that leads out of the submission`), program: null};
  const plan =
    wanted.length > 0
      ? noPlan(`there is no ${wanted.join(' or ')}: it holds ${names}`)
      : noPlan(`no program that can be run: it holds ${names}`, howToRun(files, options), NO_PROGRAM + names);
  return {plan, program: null};
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

function inWords(files: readonly string[]): string {
  return files.length === 2 ? files.join(' and ') : listSome(files);
}

const NO_PROGRAM = 'your hand-in has no program that can be run: it holds ';

function howToRun(files: readonly string[], {languages}: TargetOptions): string {
  return files.some((file) => languageOf(withoutTxt(file), languages) !== null)
    ? 'name the program with --file, or in people.csv'
    : 'use --compile, or add its language to suite.json (fivedice help languages)';
}

/** Programs that make a folder a class. A student may hand in a few attempts beside the program. */
const CLASS_OF_PROGRAMS = 4;

/**
 * Refuses a class that is named as one submission: it would get no points.
 *
 * @param path as typed
 * @param place the file or the folder, unpacked if it was an archive
 * @throws UserError
 */
export function refuseClass(path: string, place: string, plan: LaunchPlan, options: TargetOptions): void {
  if (plan.kind !== 'none' || options.files.length > 0 || !statSync(place).isDirectory()) return;
  const project = projectAt(place);
  const top = topOf(project.files);
  const programs = project.files.filter((file) => languageOf(file, options.languages) !== null);
  const firsts = new Set(programs.map((file) => file.slice(top.length).split('/')[0] ?? ''));
  const flat = programs.filter((file) => !file.slice(top.length).includes('/'));
  const folders = firsts.size - flat.length;
  const held =
    flat.length >= CLASS_OF_PROGRAMS
      ? `${flat.length} programs`
      : folders > 1 && flat.length === 0
        ? `programs in ${folders} folders`
        : null;
  if (held !== null) throw usageError(`${path} holds ${held}: do you mean --all ${path}?`);
}

/** Plans a command that builds the whole submission. Its language says how the result runs. */
function buildOf(
  {root, files, leftOut}: Project,
  compiler: string,
  choice: ReturnType<typeof programIn>,
  options: TargetOptions,
): LaunchPlan {
  const chosen = choice.kind === 'program' ? [choice.file] : choice.kind === 'question' ? choice.files : [];
  const languages = new Set(chosen.map((file) => languageOf(file, options.languages)));
  const [language = null, ...others] = languages;
  const run = wordsOf(others.length > 0 || language?.compile == null ? '{program}' : language.run);
  const whyNot = whyNoToolFor(run[0], options.shown, language);
  if (whyNot !== null) return whyNot;
  const top = topOf(files);
  const [first = ''] = files;
  return {
    kind: 'compile',
    source: {file: join(root, first), folder: root},
    ...{top, compiler, isBuild: true, run},
    ...{files: [first], renamed: [], leftOut, headers: [], mainClass: '', isLatin1: false},
  };
}

/** Plans a file within a folder. Links may lead to other files there, but not out of the folder. */
function planWithin(project: Project, name: string, options: TargetOptions, isInTable: boolean): Planned {
  const file = join(project.root, name);
  if (!isBelow(realpathSync(file), realpathSync(project.root))) return {plan: LEADS_OUT, program: null};
  const isNamed = isInTable || options.files.length > 0;
  const plan = planOfFile({file, folder: project.root}, project, name, options, isNamed);
  return {plan, program: name};
}

function compilerOf(language: Language | null, {compile}: TargetOptions): string | null {
  if (compile !== null) {
    const fits = languageCompiledBy(compile);
    if (fits === null || language === null || fits.name === language.name) return compile;
  }
  return language?.compile ?? null;
}

function planOfFile(
  source: Word & object,
  project: Project,
  name: string,
  options: TargetOptions,
  isNamed = false,
): LaunchPlan {
  const {shown, languages} = options;
  const language = languageOf(name, languages) ?? (isNamed ? languageOf(withoutTxt(name), languages) : null);
  const stats = statSync(source.file);
  const start = startOfRegularFile(source.file, SHEBANG_BYTES);
  const compiler = compilerOf(language, options);
  if (compiler !== null) {
    // A script of which a build makes a program runs by itself.
    const run = wordsOf(language?.compile == null ? '{program}' : language.run);
    const compilers = languageCompiledBy(compiler) === null ? undefined : (compilerIn(compiler) ?? undefined);
    const whyNot = whyNoToolFor(compilers, shown, language) ?? whyNoToolFor(run[0], shown, language);
    if (whyNot !== null) return whyNot;
    const sources = sourcesOf(project, name, language);
    const isEmpty = stats.size <= start.length && start.toString('latin1').trim() === '';
    if (isEmpty && sources.files.length === 1) return noPlan('the file is empty');
    const top = topOf(project.files);
    const isOwn = options.compile === compiler;
    return {kind: 'compile', source, top, compiler, isBuild: isOwn || isBuild(compiler), run, ...sources};
  }
  const isRunBySuite = language?.isRunBySuite === true;
  const named = isRunBySuite ? null : interpreterIn(start);
  if (named !== null) {
    // A first line of another machine leaves a known language to its own interpreter.
    const whyNot = whyNoToolFor(named[0], shown, language);
    const words = isExecutable(stats) ? [source] : [...named, source];
    if (whyNot === null) return {kind: 'command', words, sourceAt: words.length - 1};
    if (language === null) return whyNot;
  }
  if (language === null) {
    const canRun = isExecutable(stats) || isProgram(project, name);
    if (canRun) return {kind: 'command', words: [source], sourceAt: 0};
    return noPlan(`${name} is no program that can be run`, howToRun([name], options), NO_PROGRAM + name);
  }
  const words = wordsOf(language.run);
  const missed = importedFrom(project, project.leftOut, languages);
  const whyNot = missed === null ? whyNoToolFor(words[0], shown, language) : needs(missed);
  if (whyNot !== null) return whyNot;
  const sourceAt = words.indexOf('{program}');
  return {kind: 'command', words: words.map((word, index) => (index === sourceAt ? source : word)), sourceAt};
}

/** Plan for a submission of which a part that it needs was not taken. */
export function needs(file: string): NoPlan {
  return noCheck(
    `it needs ${file}, which was left out`,
    'name the program with --file, or a build with --compile',
  );
}

function isExecutable({mode}: Stats): boolean {
  return (mode & 0o111) !== 0;
}

function whyNoToolFor(tool: string | undefined, shown: ShownPaths, language: Language | null): NoPlan | null {
  if (tool === undefined || tool === '{program}') return null;
  const why = whyNoTool(tool, shown, language?.package ?? null);
  return why === null ? null : noCheck(why.reason, why.remedy);
}

/**
 * Plans a command, without its arguments.
 *
 * @param named its first word: a file, or a name to be found by `PATH`
 */
export function planOfCommand(named: string, shown: ShownPaths): LaunchPlan {
  const word = named.includes('/') ? fileOrWord(named) : named;
  const tool = typeof word === 'string' ? word : interpreterIn(startIfReadable(word.file))?.[0];
  return whyNoToolFor(tool, shown, null) ?? {kind: 'command', words: [word], sourceAt: null};
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
  return ifAllowed(() => startOfRegularFile(file, SHEBANG_BYTES)) ?? Buffer.alloc(0);
}

/** Returns the source files of a plan on the disk. */
export function sourceFiles({source, files}: CompilePlan): string[] {
  const root = source.folder ?? dirname(source.file);
  return files.map((name) => join(root, name));
}

export type Placeholder = 'source' | 'sources' | 'folder' | 'program' | 'main';

export function fill(compiler: string, words: Readonly<Record<Placeholder, string>>): string {
  return compiler.replace(/\{(source|sources|folder|program|main)\}/g, (_, name: Placeholder) => words[name]);
}
