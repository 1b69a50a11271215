/*
 * Finds the program among the files of a hand-in, by the rules of the README in their order. Where they leave several, the
 * marker is asked to name one with `--file` or in `people.csv`.
 */
import {statSync} from 'node:fs';
import {basename, extname, join} from 'node:path';
import picomatch from 'picomatch';
import {isOfThisMachine} from '../../running/shell.js';
import {startOfRegularFile} from '../../system/regular-file.js';
import {groupBy} from '../results/grouping.js';
import {type Language, languageOf} from './languages.js';
import {isBuilt, type Project} from './taking.js';

export type Choice =
  | {readonly kind: 'program'; readonly file: string}
  /** Several files could be the program. */
  | {readonly kind: 'question'; readonly files: readonly string[]}
  | {readonly kind: 'none'};

export interface Asked {
  /** Names or patterns; the first that fits a file counts. None: any file may be the program. */
  readonly files: readonly string[];
  /** Name of the program in the handout, which counts if it is there. */
  readonly usual: string | null;
  readonly languages: readonly Language[];
}

/** @throws the system's error if a file cannot be read */
export function programIn(project: Project, {files, usual, languages}: Asked): Choice {
  const fitting = (pattern: string): string[] => project.files.filter((file) => matches(file, pattern));
  if (files.length > 0) {
    const found = files.map(fitting).find((some) => some.length > 0) ?? [];
    const isSource = (file: string): boolean => languageOf(file, languages) !== null;
    const [only, ...more] = preferred(found, isSource);
    if (only === undefined) return {kind: 'none'};
    return more.length === 0 ? {kind: 'program', file: only} : choose(project, [only, ...more], languages);
  }
  const named = usual === null ? [] : fitting(usual);
  const described = named.length > 0 ? named : describedIn(project, languages);
  if (described.length > 0) return choose(project, described, languages);
  const sources = project.files.filter((file) => languageOf(file, languages) !== null);
  const binaries = sources.length > 0 ? [] : project.files.filter((file) => isProgram(project, file));
  return choose(project, [...sources, ...binaries], languages);
}

/** Returns whether a path fits a name or a pattern, at any depth and in any case. */
export function matches(file: string, pattern: string): boolean {
  const [path, wanted] = [file.toLowerCase(), pattern.toLowerCase()];
  // Not every name is a pattern: `a(1).c` is a name.
  return path === wanted || path.endsWith(`/${wanted}`) || picomatch(`**/${wanted}`, {nonegate: true})(path);
}

function describedIn(project: Project, languages: readonly Language[]): string[] {
  const top = topOf(project.files);
  for (const [name, namedBy] of DESCRIPTIONS) {
    if (!project.files.includes(top + name)) continue;
    const named = namedBy(textOf(project, top + name)).map((path) => join(top, path));
    const isNamed = (file: string): boolean =>
      named.includes(file) || (languageOf(file, languages) !== null && named.includes(withoutEnding(file)));
    const found = project.files.filter(isNamed);
    if (found.length > 0) return found;
  }
  return [];
}

/** Descriptions of builds, and the paths that they name, perhaps without an ending. */
const DESCRIPTIONS: readonly (readonly [name: string, namedBy: (text: string) => string[]])[] = [
  ['package.json', (text) => firstGroups(text, /"main"\s{0,9}:\s{0,9}"([^"\n]{1,200})"/g)],
  ['Cargo.toml', (text) => [...firstGroups(text, /^path\s{0,9}=\s{0,9}"([^"\n]{1,200})"/gm), 'src/main.rs']],
  ['go.mod', () => ['main.go']],
  ['pom.xml', (text) => firstGroups(text, /<mainClass>\s{0,99}([\w.]{1,200})/g).map(mavenPath)],
];

function mavenPath(mainClass: string): string {
  return `src/main/java/${mainClass.replaceAll('.', '/')}.java`;
}

function firstGroups(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, found = '']) => found);
}

export function withoutEnding(file: string): string {
  return file.slice(0, file.length - extname(file).length);
}

/** Returns the path, with a final slash, of the innermost folder that holds all files. */
export function topOf(files: readonly string[]): string {
  let top = '';
  for (;;) {
    const [first = '', ...below] = files[0]?.slice(top.length).split('/') ?? [];
    const next = `${top}${first}/`;
    if (below.length === 0 || !files.every((file) => file.startsWith(next))) return top;
    top = next;
  }
}

/** Names of tests and helpers, and of their folders. */
const TEST = /^tests?[._-]|[._-](?:tests?|spec)$|.(?:tests|tester)$/i;
const TEST_CLASS = /.(?:Tests?|TestCase)$/;
const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|spec)\//i;
const HELPER =
  /^(?:__init__|conftest|setup)\.py$|^(?:module|package)-info\.java$|\.config\.[cm]?js$|^(?:build|compile|install|make|run|setup|clean|tests?|run_tests)\.sh$|^(?:gradlew|mvnw)$/i;

/** A file called `test` may be a test, or the program. */
const PERHAPS_TEST = /^test(?:s|er)?$/i;

const CALLED_MAIN = /^(?:main|index|app)(?:-\d+)?$/i;

function stemOf(file: string): string {
  return withoutEnding(basename(file));
}

/** @param top folder that holds all files, whose name does not count */
export function isTest(file: string, top: string): boolean {
  const stem = stemOf(file);
  return TEST.test(stem) || TEST_CLASS.test(stem) || TEST_FOLDER.test(file.slice(top.length));
}

function choose(project: Project, candidates: readonly string[], languages: readonly Language[]): Choice {
  const isAlone = project.files.length === 1;
  const written = candidates.filter((file) => isAlone || !HELPER.test(basename(file)));
  const texts = new Map(written.map((file) => [file, textOf(project, file)]));
  const hasMain = (file: string): boolean =>
    languageOf(file, languages)?.main?.test(texts.get(file) ?? '') === true;
  const isCompiled = (file: string): boolean => (languageOf(file, languages)?.compile ?? null) !== null;
  const top = topOf(project.files);
  const plain = written.filter((file) => !isTest(file, top));
  const onlyTest = written.length === 1 && depthOf(written[0] ?? '') === 1;
  // A test that has the only main function is the program.
  const isWhole = onlyTest || (plain.length > 0 && plain.every(isCompiled) && !plain.some(hasMain));
  const programs = isWhole ? written.filter((file) => !TEST_FOLDER.test(file.slice(top.length))) : plain;
  const imported = importedAmong(new Map(programs.map((file) => [file, texts.get(file) ?? ''])));
  const entries = preferred(
    preferred(programs, (file) => !imported.has(file) || CALLED_MAIN.test(stemOf(file))),
    (file) => !isBuilt(file),
  );
  const mains = new Set(entries.filter(hasMain));
  const languagesWithMain = new Set([...mains].map((file) => languageOf(file, languages)));
  // Beside a main function, other files of a compiled language are parts. Most scripts have no main function.
  const runnable = entries.filter((file) => {
    const language = languageOf(file, languages);
    return mains.has(file) || !isCompiled(file) || !languagesWithMain.has(language);
  });
  const least = Math.min(...runnable.map(depthOf));
  const [only, ...more] = withAllReasons(runnable, [
    (file) => mains.has(file),
    (file) => CALLED_MAIN.test(stemOf(file)),
    (file) => depthOf(file) === least,
  ]);
  if (only === undefined) return {kind: 'none'};
  const language = languageOf(only, languages);
  // If all lack a main function, the linker explains best what is wrong.
  const isOneProgram =
    language?.compile?.includes('{sources}') === true &&
    mains.size === 0 &&
    more.every((file) => languageOf(file, languages) === language);
  return more.length === 0 || isOneProgram
    ? {kind: 'program', file: only}
    : {kind: 'question', files: [only, ...more]};
}

/** Returns the files for which a reason holds; all if it holds for none. */
function preferred(files: readonly string[], holds: (file: string) => boolean): readonly string[] {
  const some = files.filter(holds);
  return some.length > 0 ? some : files;
}

/** Returns the files for which all useful reasons hold; all if there is no such file. */
function withAllReasons(
  files: readonly string[],
  reasons: readonly ((file: string) => boolean)[],
): readonly string[] {
  const useful = reasons.filter((holds) => files.some(holds));
  return preferred(files, (file) => useful.every((holds) => holds(file)));
}

function depthOf(file: string): number {
  return file.split('/').length;
}

/** Returns the files that others import or include. @param texts by path */
function importedAmong(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const calls = [...texts.keys()].flatMap((file) => callsFor(file).map((name) => ({name, file})));
  const called = groupBy(calls, ({name}) => name);
  const imported = new Set<string>();
  for (const [file, text] of texts)
    for (const name of PERHAPS_TEST.test(stemOf(file)) ? [] : importsIn(file, text))
      for (const other of called.get(name) ?? []) if (other.file !== file) imported.add(other.file);
  return imported;
}

/** Returns all ways to name a file: without its ending, and without some of its folders. */
function callsFor(file: string): string[] {
  const parts = file.split('/');
  return parts.flatMap((_, depth) => {
    const path = parts.slice(depth).join('/');
    return [path, withoutEnding(path)];
  });
}

/** Names of modules in Python, and quoted paths in other languages. */
const PYTHON_IMPORT =
  /(?:^|;)[ \t]{0,40}(?:from[ \t]{1,9}([\w.]{1,200})[ \t]{1,9}import\b([\w, \t]{0,200})|import[ \t]{1,9}([\w., \t]{1,200}))/gm;
const QUOTED_IMPORT =
  /\b(?:require|require_relative|require_once|include|include_once|load|import|from)\b[^"'\n;]{0,30}["']([^"'\n]{1,200})["']|^[ \t]{0,40}(?:\.|source)[ \t]{1,9}([^"'\s;]{1,200})/gm;

/** Returns the imported paths, perhaps without an ending or a start. */
export function importsIn(file: string, text: string): string[] {
  if (!/\.py$/i.test(file))
    return Array.from(text.matchAll(QUOTED_IMPORT), ([, quoted, path = '']) =>
      (quoted ?? path).replace(/^(?:\.{0,2}\/)+/, ''),
    );
  return Array.from(text.matchAll(PYTHON_IMPORT)).flatMap(([, from = '', names = '', modules = '']) => {
    const inside = names.split(',').map((name) => `${from}.${firstWord(name)}`);
    const all = [from, ...inside, ...modules.split(',').map(firstWord)];
    return all.map((name) => name.replace(/^\.+|\.+$/g, '').replaceAll('.', '/')).filter(Boolean);
  });
}

function firstWord(text: string): string {
  return text.trim().split(/\s/)[0] ?? '';
}

const LARGEST_SOURCE = 1024 ** 2;

export function textOf({root}: Pick<Project, 'root'>, file: string): string {
  return startOfRegularFile(join(root, file), LARGEST_SOURCE).toString('latin1');
}

/** Bytes of a first line that the kernel reads. */
export const SHEBANG_BYTES = 256;

/** Types of ELF files that run: ET_EXEC and ET_DYN. */
const ELF_PROGRAMS: readonly number[] = [2, 3];

/** Returns whether a file runs by itself: a script that names its interpreter, or a binary of this machine. */
export function isProgram({root}: Pick<Project, 'root'>, file: string): boolean {
  if (statSync(join(root, file)).size < 20) return textOf({root}, file).startsWith('#!');
  const start = startOfRegularFile(join(root, file), SHEBANG_BYTES);
  if (start.toString('latin1', 0, 2) === '#!') return true;
  return (
    isOfThisMachine(start) &&
    ELF_PROGRAMS.includes(start.readUInt16LE(16)) &&
    !/\.so(?:\.[\d.]+)?$/.test(file)
  );
}
