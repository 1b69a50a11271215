/* Launch plans: a submission runs by itself, by an interpreter, once it is compiled, or not at all. */
import {existsSync, type Stats, statSync} from 'node:fs';
import {basename, dirname, join, relative, resolve} from 'node:path';
import type {Word} from '../../running/job.js';
import {ifAllowed} from '../../system/file-errors.js';
import {realPathOf} from '../../system/paths.js';
import {checkRegular, startOfRegularFile} from '../../system/regular-file.js';
import {listSome} from '../results/grouping.js';
import {compilerIn, isBuild, type Language, languageCompiledBy, languageOf} from './languages.js';
import {type Asked, type Choice, isProgram, programIn, SHEBANG_BYTES, topOf} from './program.js';
import {compiledPathsOf, NO_SOURCES, type Sources, sourcesOf, variablesFor, withoutTxt} from './sources.js';
import {type Project, projectAt, projectOfFile, type Refusal} from './taking.js';
import {interpreterIn, isBelowAny, type ShownPaths, toolNamed, wordsOf} from './tools.js';

export type LaunchPlan = CommandPlan | CompilePlan | NoPlan;

interface CommandPlan {
  readonly kind: 'command';
  /** The submission, which runs from a copy; null: a command of the marker, which runs in place. */
  readonly source: (Word & object) | null;
  /** Words that run it; `{program}` stands for the copy. */
  readonly run: readonly Word[];
  /** Path of the program in the submission; null: the submission itself. */
  readonly program: string | null;
}

export interface CompilePlan {
  readonly kind: 'compile';
  /** The main file; any file if a command builds the whole submission. */
  readonly source: Word & object;
  readonly compiler: string;
  /** True if the command runs in folder `top` of a writable copy. */
  readonly isBuild: boolean;
  readonly top: string;
  readonly sources: Sources;
  /** Words that run what is made, `{program}`. */
  readonly run: readonly Word[];
  readonly program: string | null;
}

export interface NoPlan {
  readonly kind: 'none';
  /** `could-not-check`: the machine's fault, or a question to the marker; else the program's. */
  readonly verdict: 'could-not-run' | 'could-not-check' | 'did-not-compile';
  readonly reason: string;
  /** Help for the marker; null: there is none. */
  readonly remedy: string | null;
  /** The reason in words for the student; null: the same. */
  readonly studentReason: string | null;
  readonly program: null;
}

export interface TargetOptions extends Asked {
  /** Shell command that makes `{program}`, for the language whose compiler it calls; null: the language's own. */
  readonly compile: string | null;
  readonly shown: ShownPaths;
}

export function noPlan(reason: string, more: Partial<NoPlan> = {}): NoPlan {
  const plain = {remedy: null, studentReason: null, program: null};
  return {kind: 'none', verdict: 'could-not-run', reason, ...plain, ...more};
}

export function noCheck(reason: string, more: Partial<NoPlan> = {}): NoPlan {
  return noPlan(reason, {verdict: 'could-not-check', ...more});
}

export function planOfRefusal({verdict, message, remedy}: Refusal): NoPlan {
  return noPlan(message, {verdict, remedy});
}

/** @throws Refusal, NotRegular, or the system's error, if the file or folder cannot be read */
export function planOf(path: string, options: TargetOptions): LaunchPlan {
  if (!statSync(path).isDirectory()) return planOfFile(projectOfFile(path), basename(path), options, true);
  const project = projectAt(path);
  const {files, linksOut} = project;
  if (files.length + linksOut.length === 0) return noPlan('it holds no files');
  const choice = programIn(project, options);
  const {compile} = options;
  if (compile !== null && isBuild(compile) && languageCompiledBy(compile) === null)
    return planOfBuild(project, compile, choice, options);
  if (choice.kind === 'program') return planOfFile(project, choice.file, options, false);
  if (choice.kind === 'question') return planOfQuestion(choice.files);
  if (linksOut.length > 0) return noPlan(`${listSome(linksOut)}: a link that leads out of the submission`);
  const names = listSome(files);
  if (options.files.length > 0) return noPlan(`there is no ${options.files.join(' or ')}: it holds ${names}`);
  const reason = `no program that can be run: it holds ${names}`;
  return noPlan(reason, {remedy: howToRun(files, options), studentReason: `your hand-in has ${reason}`});
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

function planOfQuestion(files: readonly string[]): NoPlan {
  const names = files.length === 2 ? files.join(' and ') : listSome(files);
  const reason = `${NUMBERS[files.length] ?? files.length} programs, ${names}`;
  const studentReason = `hand in one program: your hand-in holds ${names}`;
  return noCheck(reason, {remedy: 'name one with --file, or in people.csv', studentReason});
}

function howToRun(files: readonly string[], {languages}: TargetOptions): string {
  return files.some((file) => languageOf(withoutTxt(file), languages) !== null)
    ? 'name the program with --file, or in people.csv'
    : 'use --compile, or add its language to suite.json (fivedice help languages)';
}

function planOfBuild(
  {root, files}: Project,
  compiler: string,
  choice: Choice,
  options: TargetOptions,
): LaunchPlan {
  const chosen = choice.kind === 'program' ? [choice.file] : choice.kind === 'question' ? choice.files : [];
  const languages = new Set(chosen.map((file) => languageOf(file, options.languages)));
  const [language = null] = languages.size === 1 ? languages : [];
  const run = runOf(language);
  const source = {file: join(root, files[0] ?? ''), folder: root};
  const build = {compiler, isBuild: true, top: topOf(files), sources: NO_SOURCES};
  return (
    whyNoTool(run[0], options.shown, language) ?? {kind: 'compile', source, ...build, run, program: null}
  );
}

/** Returns the words that run what is made. What a build makes of a script runs by itself. */
function runOf(language: Language | null): string[] {
  return wordsOf(language?.compile == null ? '{program}' : language.run);
}

function compilerOf(language: Language | null, {compile}: TargetOptions): string | null {
  if (compile !== null) {
    const fits = languageCompiledBy(compile);
    if (fits === null || language === null || fits.name === language.name) return compile;
  }
  return language?.compile ?? null;
}

/** @param isAlone whether the file itself is the submission */
function planOfFile(project: Project, name: string, options: TargetOptions, isAlone: boolean): LaunchPlan {
  const {shown, languages, files} = options;
  const {root} = project;
  const file = join(root, name);
  const source = isAlone ? {file} : {file, folder: root};
  const program = isAlone ? null : name;
  const isNamed = !isAlone && files.length > 0;
  const language = languageOf(name, languages) ?? (isNamed ? languageOf(withoutTxt(name), languages) : null);
  const stats = statSync(file);
  checkRegular(stats);
  const start = startOfRegularFile(file, SHEBANG_BYTES);
  const compiler = compilerOf(language, options);
  if (compiler !== null) {
    const run = runOf(language);
    const itsCompiler = languageCompiledBy(compiler) === null ? undefined : compilerIn(compiler);
    const whyNot = whyNoTool(itsCompiler, shown, language) ?? whyNoTool(run[0], shown, language);
    if (whyNot !== null) return whyNot;
    const sources = sourcesOf(project, name, language);
    const isEmpty = stats.size <= start.length && start.toString('latin1').trim() === '';
    if (isEmpty && sources.files.length === 1) return noPlan('the file is empty');
    const build = {isBuild: options.compile === compiler || isBuild(compiler), top: topOf(project.files)};
    return {kind: 'compile', source, compiler, ...build, sources, run, program};
  }
  const named = language?.isRunBySuite === true ? null : interpreterIn(start);
  if (named !== null) {
    const run = isExecutable(stats) ? ['{program}'] : [...named, '{program}'];
    const whyNot = whyNoTool(named[0], shown, language);
    if (whyNot === null) return {kind: 'command', source, run, program};
    // The interpreter may be missing here: a known language has its own.
    if (language === null) return whyNot;
  }
  if (language !== null) {
    const run = wordsOf(language.run);
    return whyNoTool(run[0], shown, language) ?? {kind: 'command', source, run, program};
  }
  if (isExecutable(stats) || isProgram(project, name))
    return {kind: 'command', source, run: ['{program}'], program};
  const studentReason = `your hand-in has no program that can be run: it holds ${name}`;
  return noPlan(`${name} is no program that can be run`, {remedy: howToRun([name], options), studentReason});
}

function isExecutable({mode}: Stats): boolean {
  return (mode & 0o111) !== 0;
}

/** Returns why the tool of a plan cannot run; null if it can, or if the program runs by itself. */
function whyNoTool(
  tool: string | null | undefined,
  shown: ShownPaths,
  language: Language | null,
): NoPlan | null {
  if (tool == null || tool === '{program}') return null;
  const found = toolNamed(tool);
  const itsPackage = language?.package ?? null;
  const install = itsPackage === null ? null : `apt-get install ${itsPackage}`;
  if (found === null) return noCheck(`${tool} is not installed`, {remedy: install});
  if (shown === null || isBelowAny(found.path, [...shown, ...found.folders])) return null;
  const real = realPathOf(found.path);
  const folder = dirname(real);
  // A toolchain has its libraries beside its programs.
  const show = existsSync(join(folder, '../lib')) ? dirname(folder) : folder;
  const which = real === tool ? real : `${tool}, which is ${real} here`;
  return noCheck(`it needs ${which}, and the sandbox does not show that`, {remedy: `--show ${show}`});
}

/** @param named the first word of a command: a file, or a name to look up in `PATH` */
export function planOfCommand(named: string, shown: ShownPaths): LaunchPlan {
  const word = named.includes('/') ? fileOrWord(named) : named;
  const tool = typeof word === 'string' ? word : interpreterIn(startIfReadable(word.file))?.[0];
  return whyNoTool(tool, shown, null) ?? {kind: 'command', source: null, run: [word], program: null};
}

export interface Launch {
  readonly command: readonly Word[];
  /** Folders that a sandbox must show, besides the system's. */
  readonly toolchain: readonly string[];
}

/** Starts a tool by its path, and a script by its interpreter. */
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
  // A word may be too long for a file name.
  return existsSync(word) && statSync(word).isFile() ? {file: resolve(word)} : word;
}

/** Returns no bytes if the file may not be read: then it is not a script. */
function startIfReadable(file: string): Buffer {
  return ifAllowed(() => startOfRegularFile(file, SHEBANG_BYTES)) ?? Buffer.alloc(0);
}

export function rootOf({file, folder}: Word & object): string {
  return folder ?? dirname(file);
}

/**
 * Returns the shell command that compiles a submission.
 *
 * @param wordOf quotes a path in the submission; `.` is its folder
 * @param program the word for what is made
 * @param werror the words for `{werror}`
 */
export function compileLine(
  {source, compiler, sources}: CompilePlan,
  wordOf: (path: string) => string,
  program: string,
  werror = '-Werror',
): string {
  const compiledPath = compiledPathsOf(sources);
  const main = compiledPath(relative(rootOf(source), source.file));
  const words: Readonly<Record<string, string>> = {
    source: wordOf(main),
    sources: sources.files.map((path) => wordOf(compiledPath(path))).join(' '),
    folder: wordOf(dirname(main)),
    main: sources.mainClass,
    program,
    werror,
  };
  const line = compiler.replace(
    /\{(source|sources|folder|program|main|werror)\}/g,
    (all, name) => words[name] ?? all,
  );
  return variablesFor(sources, wordOf) + line;
}
