/*
 * Which file of a hand-in is the program. It is never guessed: a list of rules finds it, or there is a question, which
 * the marker answers with `--file`, or in `people.csv`. The README lists the rules in this order.
 */
import {statSync} from 'node:fs';
import {basename, dirname, extname, join} from 'node:path';
import {arch} from 'node:process';
import picomatch from 'picomatch';
import {startOfRegularFile} from '../../system/regular-file.js';
import {type Language, languageOf} from './languages.js';
import type {Project} from './taking.js';

export type Choice =
  | {readonly kind: 'program'; readonly file: string}
  /** Several files could be it. */
  | {readonly kind: 'question'; readonly files: readonly string[]}
  /** None could be it; `wanted`: none has a name that is asked for. */
  | {readonly kind: 'none'; readonly wanted: readonly string[]};

export interface Asked {
  /** Path of the program, as `people.csv` says; null: it is found. */
  readonly program: string | null;
  /** Names or patterns; the first that fits a file counts. None: any file may be it. */
  readonly files: readonly string[];
  /** Name of the program in the handout, which counts if it is there. */
  readonly usual: string | null;
  readonly languages: readonly Language[];
}

/** Finds the program in a submission. @throws the system's error if a file cannot be read */
export function programIn(project: Project, asked: Asked): Choice {
  const {program, files, usual, languages} = asked;
  if (program !== null) return {kind: 'program', file: program};
  for (const pattern of files) {
    const found = project.files.filter((file) => matches(file, pattern));
    if (found.length > 0) return oneOf(project, found, languages);
  }
  if (files.length > 0) return {kind: 'none', wanted: files};
  const named = usual === null ? [] : project.files.filter((file) => matches(file, usual));
  const described = named.length > 0 ? named : describedIn(project, languages);
  if (described.length > 0) return oneOf(project, described, languages);
  const sources = project.files.filter((file) => languageOf(file, languages) !== null);
  const candidates = sources.length > 0 ? sources : project.files.filter((file) => isProgram(project, file));
  return oneOf(project, candidates, languages);
}

/** Returns whether a path fits a name or a pattern, at any depth and without regard to case. */
export function matches(file: string, pattern: string): boolean {
  const options = {nocase: true, nonegate: true};
  // Not every name is a pattern: `a(1).c` is a name.
  return [pattern, `**/${pattern}`].some(
    (one) =>
      file.toLowerCase() === pattern.toLowerCase() ||
      file.toLowerCase().endsWith(`/${pattern.toLowerCase()}`) ||
      picomatch(one, options)(file),
  );
}

/** Returns the files that a description of the build names, if they are there. */
function describedIn(project: Project, languages: readonly Language[]): string[] {
  const top = topOf(project.files);
  for (const [name, namedBy] of DESCRIPTIONS) {
    const file = join(top, name);
    if (!project.files.includes(file)) continue;
    const named = namedBy(textOf(project, file)).map((path) => join(top, path));
    const found = named.flatMap((path) => project.files.filter((one) => isNamed(one, path, languages)));
    if (found.length > 0) return found;
  }
  return [];
}

/** By the name of the file: the paths of programs, perhaps without an ending, that its text names. */
const DESCRIPTIONS: readonly (readonly [name: string, namedBy: (text: string) => string[]])[] = [
  ['package.json', (text) => firstGroups(text, /"main"\s*:\s*"([^"\n]{1,200})"/g)],
  ['Cargo.toml', (text) => [...firstGroups(text, /^path\s*=\s*"([^"\n]{1,200})"/gm), 'src/main.rs']],
  ['go.mod', () => ['main.go']],
  [
    'pom.xml',
    (text) =>
      firstGroups(text, /<mainClass>\s*([\w.]{1,200})\s*<\/mainClass>/g).map(
        (name) => `src/main/java/${name.replaceAll('.', '/')}.java`,
      ),
  ],
];

function firstGroups(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, found = '']) => found);
}

function isNamed(file: string, path: string, languages: readonly Language[]): boolean {
  return file === path || (languageOf(file, languages) !== null && withoutEnding(file) === path);
}

function withoutEnding(file: string): string {
  return file.slice(0, file.length - extname(file).length);
}

/** Returns the folder that holds all files: the only one at the top, and so on inside. */
export function topOf(files: readonly string[]): string {
  let top = '';
  for (;;) {
    const firsts = new Set(files.map((file) => file.slice(top.length).split('/')));
    const [first] = firsts;
    const next = first === undefined || first.length < 2 ? null : `${top}${first[0]}/`;
    if (next === null || !files.every((file) => file.startsWith(next))) return top;
    top = next;
  }
}

/** Tests and helpers, by their names and those of their folders. */
const TEST = /^tests?$|^tests?[._-]|[._-](?:tests?|spec)$/i;
const TEST_CLASS = /(?:Tests?|TestCase)$/;
const TEST_FOLDER = /^(?:tests?|__tests__|spec)$/i;
const HELPER =
  /^(?:__init__|conftest|setup)\.py$|^(?:module|package)-info\.java$|\.config\.[cm]?js$|^(?:build|compile|install|make|run|setup|clean)\.sh$/i;

export function isTest(file: string): boolean {
  const stem = withoutEnding(basename(file));
  const folders = dirname(file).split('/');
  return TEST.test(stem) || TEST_CLASS.test(stem) || folders.some((name) => TEST_FOLDER.test(name));
}

/** Applies the rules for several candidates, each of which may leave only some of them. */
function oneOf(project: Project, candidates: readonly string[], languages: readonly Language[]): Choice {
  const texts = new Map(candidates.map((file) => [file, candidates.length > 1 ? textOf(project, file) : '']));
  const textOfOne = (file: string): string => texts.get(file) ?? '';
  const mainOf = (file: string): boolean => languageOf(file, languages)?.main?.test(textOfOne(file)) === true;
  const written = narrowed(candidates, (file) => !HELPER.test(basename(file)));
  const programs =
    written.length === 1 && depthOf(written[0] ?? '') === 1
      ? written
      : written.filter((file) => !isTest(file));
  const imported = importedBy(programs, textOfOne);
  const entries = narrowed(programs, (file) => !imported.has(file));
  // Without a main function, a file of a compiled language is a part of another; of scripts, most have none.
  const runnable = entries.filter((file) => {
    const language = languageOf(file, languages);
    const others = entries.filter((one) => languageOf(one, languages) === language);
    return (language?.compile ?? null) === null || mainOf(file) || !others.some(mainOf);
  });
  const [only, ...more] = reasoned(runnable, [
    mainOf,
    (file) => /^(?:main|index|app)(?:-\d+)?$/i.test(withoutEnding(basename(file))),
    (file) => depthOf(file) === Math.min(...runnable.map(depthOf)),
  ]);
  if (only === undefined) return {kind: 'none', wanted: []};
  if (more.length === 0) return {kind: 'program', file: only};
  const language = languageOf(only, languages);
  // Parts of one program that lacks its main function: the linker says best what is wrong.
  const isOneProgram =
    language?.compile?.includes('{sources}') === true &&
    [only, ...more].every((file) => languageOf(file, languages) === language && !mainOf(file));
  return isOneProgram ? {kind: 'program', file: only} : {kind: 'question', files: [only, ...more]};
}

/** Returns those for which a reason holds; all, if it holds for none. */
function narrowed(files: readonly string[], holds: (file: string) => boolean): readonly string[] {
  const some = files.filter(holds);
  return some.length > 0 ? some : files;
}

/** Returns the files for which all reasons hold that hold for some; all, if different files have different reasons. */
function reasoned(
  files: readonly string[],
  reasons: readonly ((file: string) => boolean)[],
): readonly string[] {
  const telling = reasons.filter((holds) => files.some(holds));
  return narrowed(files, (file) => telling.every((holds) => holds(file)));
}

function depthOf(file: string): number {
  return file.split('/').length;
}

/** Names of modules that Python imports, and paths in quotes that other languages do. */
const PYTHON_IMPORT =
  /^[ \t]{0,40}(?:from[ \t]+([\w.]{1,200})[ \t]+import\b([\w, \t]{0,200})|import[ \t]+([\w., \t]{1,200}))/gm;
const QUOTED_IMPORT =
  /\b(?:require|require_relative|require_once|include|include_once|load|import|from)\b[ \t(]{0,10}["']([^"'\n]{1,200})["']/g;

/** Returns the files that others of them import or include. */
function importedBy(files: readonly string[], textOfOne: (file: string) => string): ReadonlySet<string> {
  const imported = new Set<string>();
  for (const file of files) {
    const names = importsIn(file, textOfOne(file));
    for (const other of files)
      if (other !== file && names.some((name) => isCalled(other, name))) imported.add(other);
  }
  return imported;
}

/** Returns one of some files that the sources of a project import; null if they import none. */
export function importedFrom(
  project: Project,
  files: readonly string[],
  languages: readonly Language[],
): string | null {
  if (files.length === 0) return null;
  const sources = project.files.filter((file) => languageOf(file, languages) !== null);
  const names = new Set(sources.flatMap((file) => importsIn(file, textOf(project, file))));
  const isImported = (file: string): boolean => [...names].some((name) => isCalled(file, name));
  // A package is imported by the name of its folder.
  return files.find((file) => isImported(file) || isImported(dirname(file))) ?? null;
}

/** Returns the paths, perhaps without an ending or a start, that a file imports. */
export function importsIn(file: string, text: string): string[] {
  if (/\.py$/i.test(file))
    return Array.from(text.matchAll(PYTHON_IMPORT)).flatMap(([, from = '', names = '', modules = '']) => {
      const inside = names.split(',').map((name) => `${from}.${firstWord(name)}`);
      const modulesOf = [from, ...inside, ...modules.split(',').map(firstWord)];
      return modulesOf.map((name) => name.replace(/^\.+|\.+$/g, '').replaceAll('.', '/')).filter(Boolean);
    });
  return Array.from(text.matchAll(QUOTED_IMPORT), ([, path = '']) => path.replace(/^(?:\.{1,2}\/)+/, ''));
}

function firstWord(text: string): string {
  return text.trim().split(/\s/)[0] ?? '';
}

function isCalled(file: string, name: string): boolean {
  return [file, withoutEnding(file)].some((path) => path === name || path.endsWith(`/${name}`));
}

const LARGEST_SOURCE = 1024 ** 2;

export function textOf({root}: Pick<Project, 'root'>, file: string): string {
  return startOfRegularFile(join(root, file), LARGEST_SOURCE).toString('latin1');
}

/** Bytes of the first line that the kernel reads. */
export const SHEBANG_BYTES = 256;

/** ELF's numbers of processors, by Node's names. */
const PROCESSORS: Partial<Record<string, number>> = {ia32: 3, arm: 40, x64: 62, arm64: 183, riscv64: 243};

/** Kinds of ELF files that run: a program, or one that can be loaded anywhere. */
const ELF_PROGRAMS = [2, 3];

/** Returns whether a file runs by itself: a script that names its interpreter, or a binary of this machine. */
export function isProgram({root}: Pick<Project, 'root'>, file: string): boolean {
  if (statSync(join(root, file)).size === 0) return false;
  const start = startOfRegularFile(join(root, file), SHEBANG_BYTES);
  if (start.toString('latin1', 0, 2) === '#!') return true;
  return (
    start.toString('latin1', 0, 4) === '\x7fELF' &&
    start.length >= 20 &&
    ELF_PROGRAMS.includes(start.readUInt16LE(16)) &&
    start.readUInt16LE(18) === PROCESSORS[arch] &&
    !/\.so(?:\.[\d.]+)?$/.test(file)
  );
}
