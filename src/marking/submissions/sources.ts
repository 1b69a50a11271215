/*
 * The sources that are compiled together with a main file, and the names under which the compiler gets them: a public
 * class of Java lies in a file of its name, and endings are in lower case.
 */
import {isUtf8} from 'node:buffer';
import {basename, dirname, extname, join} from 'node:path';
import {type Language, languageOf} from './languages.js';
import {importsIn, isTest, textOf} from './program.js';
import type {Project} from './taking.js';

/** Files of a program, by their paths in the submission. */
export interface Sources {
  /** The main file and all others, sorted. */
  readonly files: readonly string[];
  /** Files that must be renamed before they are compiled, with their new paths. */
  readonly renamed: readonly (readonly [from: string, to: string])[];
  /** Files of the same language, or made by a build, that are not compiled. */
  readonly leftOut: readonly string[];
  /** Folders of headers other than that of the main file. */
  readonly headers: readonly string[];
  /** Name of the class with the main method, with its package. Empty in other languages. */
  readonly mainClass: string;
  /** True for Java that is not UTF-8, as an editor on Windows writes it: `javac` would refuse it. */
  readonly isLatin1: boolean;
}

interface SourceFile {
  readonly file: string;
  readonly text: string;
  readonly isMain: boolean;
}

/** @throws the system's error if a file cannot be read */
export function sourcesOf(project: Project, main: string, language: Language | null): Sources {
  const isOwn = (file: string): boolean => language !== null && languageOf(file, [language]) === language;
  const own = project.files.filter((file) => file === main || isOwn(file));
  const all = own.map((file): SourceFile => {
    const text = textOf(project, file);
    return {file, text, isMain: language?.main?.test(text) === true};
  });
  const java = language?.name === 'java';
  const kept = java ? javaSources(all, main) : otherSources(all, main, language);
  const renamed = kept.flatMap((one): [string, string][] => {
    const to = nameFor(one, java);
    if (to === one.file) return [];
    // Classes of two packages may have one name.
    const isTaken = project.files.includes(to);
    return [[one.file, isTaken ? join(packageIn(one.text).replaceAll('.', '/'), basename(to)) : to]];
  });
  const text = all.find(({file}) => file === main)?.text ?? '';
  return {
    files: kept.map(({file}) => file).sort(),
    renamed,
    leftOut: [
      ...own.filter((file) => !kept.some((one) => one.file === file)),
      ...project.leftOut,
      ...project.files.filter((file) => ARCHIVE.test(file)),
    ],
    headers: headersIn(project, main),
    mainClass: java ? mainClassIn(text, withoutEnding(basename(main))) : '',
    isLatin1: java && kept.some((one) => !isUtf8(Buffer.from(one.text, 'latin1'))),
  };
}

/** Takes the sources of the tree without tests, other main files, and what others include. */
function otherSources(all: readonly SourceFile[], main: string, language: Language | null): SourceFile[] {
  const others = all.filter(({file, isMain}) => file !== main && isMain && !isTest(file));
  const tree = language?.sources === 'folder' ? dirname(main) : treeOf(main, others);
  const inTree = all.filter(({file}) =>
    language?.sources === 'folder' ? dirname(file) === tree : tree === '.' || file.startsWith(`${tree}/`),
  );
  const included = new Set(inTree.flatMap(({file, text}) => includedBy(file, text)));
  return inTree.filter(({file, isMain}) => file === main || !(isMain || isTest(file) || included.has(file)));
}

/** Returns the paths of source files that a file includes. */
function includedBy(file: string, text: string): string[] {
  return importsIn(file, text).map((path) => join(dirname(file), path));
}

/** Returns the largest folder around a file with no other main file outside the file's own folder. */
function treeOf(main: string, others: readonly SourceFile[]): string {
  let tree = dirname(main);
  while (tree !== '.') {
    const [inside, around] = [`${tree}/`, dirname(tree) === '.' ? '' : `${dirname(tree)}/`];
    if (others.some(({file}) => file.startsWith(around) && !file.startsWith(inside))) break;
    tree = dirname(tree);
  }
  return tree;
}

/**
 * Takes all sources of Java without tests: classes that are not needed do no harm. Of folders with a main class of their
 * own, only that of the main file counts, and of two files with one class the first.
 */
function javaSources(all: readonly SourceFile[], main: string): SourceFile[] {
  const root = packageRoot(all.find(({file}) => file === main));
  const own = all.filter((one) => packageRoot(one) === root);
  const foreign = new Set(all.filter(({isMain}) => isMain).map(packageRoot));
  const around = all.filter((one) => packageRoot(one) !== root && !foreign.has(packageRoot(one)));
  const seen = new Set<string>();
  const sorted = [...own, ...around].sort((a, b) => Number(b.file === main) - Number(a.file === main));
  return sorted.filter((one) => {
    const {file, text} = one;
    const isInfo = /^(?:module|package)-info\.java$/i.test(basename(file));
    if (
      file !== main &&
      (isInfo || isTest(file) || /^\s*import\s+(?:static\s+)?org\.(?:junit|testng)\b/m.test(text))
    )
      return false;
    const name = `${packageIn(text)}.${withoutEnding(basename(nameFor(one, true)))}`;
    return !seen.has(name) && seen.add(name) !== undefined;
  });
}

/** Returns the folder in which the packages of a file begin. */
function packageRoot(one: SourceFile | undefined): string {
  if (one === undefined) return '';
  const folder = `/${dirname(one.file)}`;
  const path = `/${packageIn(one.text).replaceAll('.', '/')}`;
  return path !== '/' && folder.endsWith(path) ? folder.slice(0, -path.length) : folder;
}

function packageIn(text: string): string {
  return /^[ \t]*package[ \t]+([\w.]+)[ \t]*;/m.exec(text)?.[1] ?? '';
}

/** An archive that is not opened may hold what is missing. */
const ARCHIVE = /\.(?:zip|jar|tar|tgz|tar\.\w+|7z|rar)$/i;

const TYPE = String.raw`(?:class|interface|enum|record|@interface)\s+(\w+)`;

const PUBLIC_TYPE = new RegExp(
  String.raw`^\s*public\s+(?:(?:abstract|final|sealed|strictfp)\s+){0,2}${TYPE}`,
  'm',
);

/** Returns the path at which the compiler finds a file. */
function nameFor({file, text}: SourceFile, isJava: boolean): string {
  const path = withoutTxt(file);
  const stem = withoutEnding(basename(path));
  const name = isJava ? (PUBLIC_TYPE.exec(withoutComments(text))?.[1] ?? stem) : stem;
  return join(dirname(file), name + extname(path).toLowerCase());
}

/** Returns the class that has the main method, with its package. Another class may stand before it in the file. */
function mainClassIn(text: string, stem: string): string {
  const code = withoutComments(text).replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""');
  const main = /\bstatic\s+(?:\w+\s+){0,3}void\s+main\s*\(/.exec(code)?.index ?? 0;
  let [depth, found] = [0, stem];
  for (const {0: token, 1: name, index} of code.matchAll(new RegExp(String.raw`[{}]|\b${TYPE}`, 'g'))) {
    if (index > main) break;
    if (token === '{') depth += 1;
    else if (token === '}') depth -= 1;
    else if (depth === 0) found = name ?? found;
  }
  const itsPackage = packageIn(code);
  return itsPackage === '' ? found : `${itsPackage}.${found}`;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}

/** Returns shell words that set variables for the compiler. @param wordOf quotes the path of a folder */
export function variablesFor(
  {headers, isLatin1}: Pick<Sources, 'headers' | 'isLatin1'>,
  wordOf: (folder: string) => string,
): string {
  const include = headers.length === 0 ? '' : `export CPATH=${headers.map(wordOf).join(':')}; `;
  return include + (isLatin1 ? "export JDK_JAVAC_OPTIONS='-encoding ISO-8859-1'; " : '');
}

function headersIn({files}: Project, main: string): string[] {
  const folders = new Set(
    files.filter((file) => /\.(?:h|hh|hpp|hxx)$/i.test(file)).map((file) => dirname(file)),
  );
  folders.delete(dirname(main));
  return folders.size === 0 ? [] : [...new Set([...folders, '.'])].sort();
}

/** Drops the ending that some systems and browsers add: `main.py.txt`. */
export function withoutTxt(file: string): string {
  return file.replace(/\.txt$/i, '');
}

function withoutEnding(name: string): string {
  return name.slice(0, name.length - extname(name).length);
}

/** Names that compilers and interpreters miss, in the groups. */
const MISSING = [
  /symbol:\s+(?:class|variable|interface) (\w+)/g,
  /package ([\w.]+) does not exist/g,
  /undefined reference to [`'"](?:\w+::)*(\w+)/g,
  /fatal error: ([\w./-]+): No such file/g,
  /No module named '?([\w.]+)/g,
  /Cannot find module '([^'\n]+)'/g,
  /cannot (?:load such file -- |find package "?)([\w./-]+)/g,
  /package ([\w./-]+) is not in /g,
  /file not found for module `(\w+)`/g,
  /Could not find module [`‘](\w[\w.]*)/g,
];

/**
 * Returns a file that was handed in, but left out, and that a message misses; null if there is none.
 *
 * @param textOfFile returns the source of a file
 */
export function missedFile(
  message: string,
  leftOut: readonly string[],
  textOfFile: (file: string) => string,
): string | null {
  const names = MISSING.flatMap((pattern) => Array.from(message.matchAll(pattern), ([, name = '']) => name));
  for (const name of names) {
    const parts = name
      .replace(/\.\w{1,3}$/, '')
      .split(/[./]/)
      .filter(Boolean);
    const last = parts.at(-1) ?? name;
    const isNamed = (file: string): boolean =>
      withoutEnding(basename(file)) === last || dirname(file).split('/').includes(last);
    const defines = /^\w+$/.test(last) ? new RegExp(`\\b${last}\\s*\\(`) : null;
    const found = leftOut.find(isNamed) ?? leftOut.find((file) => defines?.test(textOfFile(file)));
    if (found !== undefined) return found;
  }
  return names.length === 0 ? null : (leftOut.find((file) => ARCHIVE.test(file)) ?? null);
}
