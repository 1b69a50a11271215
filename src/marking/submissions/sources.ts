/* The sources compiled with a main file, and their names for the compiler: Java demands the names of public classes. */
import {isUtf8} from 'node:buffer';
import {basename, dirname, extname, join} from 'node:path';
import {ifAllowed} from '../../system/file-errors.js';
import {type Language, languageOf, MAIN_OF_JAVA} from './languages.js';
import {importsIn, isTest, textOf, topOf, withoutEnding} from './program.js';
import {isBuilt, type Project} from './taking.js';

export interface Sources {
  /** Sorted, with the main file. */
  readonly files: readonly string[];
  readonly renamed: readonly (readonly [from: string, to: string])[];
  /** Files that are not compiled, though the others may need them. */
  readonly leftOut: readonly string[];
  /** Folders of headers other than that of the main file. */
  readonly headers: readonly string[];
  /** Class with the main method, with its package; empty in other languages. */
  readonly mainClass: string;
  /** True for Java that is not UTF-8, which `javac` would refuse. */
  readonly isLatin1: boolean;
}

/** A build finds its sources itself. */
// biome-ignore format: a table
export const NO_SOURCES: Sources = {files: [], renamed: [], leftOut: [], headers: [], mainClass: '', isLatin1: false};

/** Returns a function from the path of a file to its path for the compiler. */
export function compiledPathsOf({renamed}: Sources): (path: string) => string {
  const paths = new Map(renamed);
  return (path) => paths.get(path) ?? path;
}

interface SourceFile {
  readonly file: string;
  readonly text: string;
  readonly isMain: boolean;
}

const ARCHIVE = /\.(?:zip|jar|tar|tgz|tar\.\w+|7z|rar)$/i;

/** @throws the system's error if a file cannot be read */
export function sourcesOf(project: Project, main: string, language: Language | null): Sources {
  const isOwn = (file: string): boolean =>
    file === main || (language !== null && languageOf(file, [language]) !== null);
  const own = project.files.filter((file) => isOwn(file) && (isBuilt(main) || !isBuilt(file)));
  const all = own.map((file): SourceFile => {
    const text = textOf(project, file);
    return {file, text, isMain: language?.main?.test(text) === true};
  });
  const isJava = language?.name === 'java';
  const top = topOf(project.files);
  const plain = all.filter(({file}) => file === main || !isTest(file, top));
  const kept = isJava ? javaSources(plain, main) : otherSources(plain, main, language);
  const isTaken = new Set(project.files);
  const renamed = kept.flatMap((one): [string, string][] => {
    const to = nameFor(one, isJava);
    if (to === one.file) return [];
    // Two packages may have classes of one name.
    const isShared = isTaken.has(to);
    return [[one.file, isShared ? join(packageIn(one.text).replaceAll('.', '/'), basename(to)) : to]];
  });
  const files = kept.map(({file}) => file).sort();
  const isKept = new Set(files);
  const isLeftOut = (file: string): boolean => (isOwn(file) && !isKept.has(file)) || ARCHIVE.test(file);
  const text = all.find(({file}) => file === main)?.text ?? '';
  return {
    files,
    renamed,
    leftOut: project.files.filter(isLeftOut),
    headers: headersIn(project, main),
    mainClass: isJava ? mainClassIn(text, withoutEnding(basename(main))) : '',
    isLatin1: isJava && kept.some((one) => !isUtf8(Buffer.from(one.text, 'latin1'))),
  };
}

/** Takes the tree of the main file, without other main files and included ones. */
function otherSources(all: readonly SourceFile[], main: string, language: Language | null): SourceFile[] {
  const others = all.filter(({file, isMain}) => file !== main && isMain);
  const isInFolder = language?.sources === 'folder';
  const tree = isInFolder ? dirname(main) : treeOf(main, others);
  const inTree = all.filter(({file}) =>
    isInFolder ? dirname(file) === tree : tree === '.' || file.startsWith(`${tree}/`),
  );
  const included = new Set(
    inTree.flatMap(({file, text}) => importsIn(file, text).map((path) => join(dirname(file), path))),
  );
  return inTree.filter(({file, isMain}) => file === main || !(isMain || included.has(file)));
}

/** Returns the largest folder around a file without a main file outside of the file's own folder. */
function treeOf(main: string, others: readonly SourceFile[]): string {
  let tree = dirname(main);
  while (tree !== '.') {
    const inside = `${tree}/`;
    const around = dirname(tree) === '.' ? '' : `${dirname(tree)}/`;
    if (others.some(({file}) => file.startsWith(around) && !file.startsWith(inside))) break;
    tree = dirname(tree);
  }
  return tree;
}

/** Takes all classes: extra ones do no harm. Leaves out other folders with a main class, and copies of a class. */
function javaSources(all: readonly SourceFile[], main: string): SourceFile[] {
  const root = packageRoot(all.find(({file}) => file === main));
  const foreign = new Set(all.filter(({isMain}) => isMain).map(packageRoot));
  foreign.delete(root);
  // First the main file, then its packages.
  const rank = (one: SourceFile): number => (one.file === main ? 0 : packageRoot(one) === root ? 1 : 2);
  const seen = new Set<string>();
  return [...all]
    .sort((a, b) => rank(a) - rank(b))
    .filter((one) => {
      const {file, text} = one;
      const isInfo = /^(?:module|package)-info\.java$/i.test(basename(file));
      const isOfTests = /^[ \t]*import[ \t]+(?:static[ \t]+)?org\.(?:junit|testng)\b/m.test(text);
      if (file !== main && (isInfo || isOfTests || foreign.has(packageRoot(one)))) return false;
      const name = `${packageIn(text)}.${basename(nameFor(one, true))}`;
      const isNew = !seen.has(name);
      seen.add(name);
      return isNew;
    });
}

/** Returns the folder in which the packages of a file begin. */
function packageRoot(one: SourceFile | undefined): string {
  if (one === undefined) return '';
  const folder = dirname(one.file) === '.' ? '' : `/${dirname(one.file)}`;
  const path = `/${packageIn(one.text).replaceAll('.', '/')}`;
  return path !== '/' && folder.endsWith(path) ? folder.slice(0, -path.length) : folder;
}

function packageIn(text: string): string {
  return /^[ \t]*package[ \t]+([\w.]+)[ \t]*;/m.exec(text)?.[1] ?? '';
}

/** Texts are Latin-1, so letters beyond ASCII are bytes of UTF-8. */
const TYPE = String.raw`(?:class|interface|enum|record|@interface)\s+([\w$\x80-\xff]+)`;

const PUBLIC_TYPE = new RegExp(String.raw`\bpublic\s+(?:(?:abstract|final|sealed|strictfp)\s+){0,2}${TYPE}`);

/** Returns the path that the compiler demands. */
function nameFor({file, text}: SourceFile, isJava: boolean): string {
  const path = withoutTxt(file);
  const stem = withoutEnding(basename(path));
  const type = isJava ? PUBLIC_TYPE.exec(codeOf(text))?.[1] : undefined;
  const name = type === undefined ? stem : inUtf8(type);
  return join(dirname(file), name + extname(path).toLowerCase());
}

function inUtf8(name: string): string {
  const bytes = Buffer.from(name, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : name;
}

/** Returns the class with the main method, with its package: the last top-level class that begins before the method. */
function mainClassIn(text: string, stem: string): string {
  const code = codeOf(text);
  const main = MAIN_OF_JAVA.exec(code)?.index ?? 0;
  let depth = 0;
  let found = stem;
  for (const {0: token, 1: name, index} of code.matchAll(new RegExp(String.raw`[{}]|\b${TYPE}`, 'g'))) {
    if (index > main) break;
    if (token === '{') depth += 1;
    else if (token === '}') depth -= 1;
    else if (depth === 0 && name !== undefined) found = inUtf8(name);
  }
  const itsPackage = packageIn(code);
  return itsPackage === '' ? found : `${itsPackage}.${found}`;
}

/** Drops comments and strings. Each alternative always matches, so the time is linear. */
function codeOf(text: string): string {
  return text.replace(
    /\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|\/\/.*|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?/g,
    ' ',
  );
}

/** Returns shell words that set variables for the compiler. */
export function variablesFor({headers, isLatin1}: Sources, wordOf: (folder: string) => string): string {
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

const MISSING =
  /symbol:\s{1,9}(?:class|variable|interface) (\w+)|package ([\w.]+) does not exist|undefined reference to [`'"](?:\w+::)*(\w+)|fatal error: ([\w./-]+): No such file|package ([\w./-]+) is not in |file not found for module `(\w+)`|Could not find module [`‘](\w[\w.]*)/g;

const MOST_MISSING = 20;

/** Returns a file that a compiler's message asks for and that was left out; null if there is none. */
export function missedFile(message: string, {leftOut}: Sources, root: string): string | null {
  const found = Array.from(message.matchAll(MISSING), ([, ...groups]) => groups.find(Boolean) ?? '');
  const names = new Set(found.map((name) => name.replace(/\.\w{1,3}$/, '').replace(/^.*[./]/, '')));
  const wanted = [...names].filter((name) => /^\w+$/.test(name)).slice(0, MOST_MISSING);
  if (wanted.length === 0) return null;
  const isNamed = (file: string): boolean =>
    wanted.some((name) => withoutEnding(basename(file)) === name || dirname(file).split('/').includes(name));
  const definition = new RegExp(`\\b(?:${wanted.join('|')})\\s{0,9}\\(`);
  const defines = (file: string): boolean => definition.test(ifAllowed(() => textOf({root}, file)) ?? '');
  return leftOut.find(isNamed) ?? leftOut.find(defines) ?? leftOut.find((file) => ARCHIVE.test(file)) ?? null;
}
