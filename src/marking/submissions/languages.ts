/* The languages of submissions, as data: another language is another row. */
import {extname} from 'node:path';

export interface Language {
  /** As `suite.json` and messages call it. */
  readonly name: string;
  /** In lower case. */
  readonly endings: readonly string[];
  /** Shell command that makes `{program}`; null: nothing is compiled. */
  readonly compile: string | null;
  /** Compilers of this language; a `--compile` command that calls one applies to it alone. */
  readonly compilers: readonly string[];
  /** Words that run `{program}`, split at spaces. */
  readonly run: string;
  /** Debian package of the tools; null: unknown. */
  readonly package: string | null;
  /** Matches only the main file. */
  readonly main: RegExp | null;
  /** Files of `{sources}`: those of the program's tree, or those beside the main file. */
  readonly sources: 'tree' | 'folder';
  /** Set if the suite says how it runs, so that the first line of a script does not count. */
  readonly isRunBySuite?: boolean;
}

const MAIN_OF_C = /^[ \t]*(?:int|void|auto)\s+main\s*\(/m;

/** C's warnings, except attributes and threads, that gcc 6 lacks without `-O`: gcc.gnu.org/gcc-7/changes.html to 14. */
const SINCE_2016 =
  'array-compare array-parameter bool-operation dangling-pointer duplicate-decl-specifier enum-int-mismatch format-overflow format-truncation infinite-recursion int-in-bool-context maybe-uninitialized memset-elt-size mismatched-dealloc multistatement-macros pointer-compare restrict sizeof-array-div sizeof-pointer-div stringop-overflow stringop-overread stringop-truncation switch-unreachable use-after-free vla-parameter xor-used-as-pow zero-length-bounds';

/** Shell words for `{werror}`. gcc fails at the name of a warning that it does not know. */
export const WERROR = `-Werror $(gcc --help=warnings | grep -oE -e '-W(${SINCE_2016.replaceAll(' ', '|')})\\b' | sed s/W/Wno-error=/)`;

export const MAIN_OF_JAVA = /\bstatic\s+(?:\w+\s+){0,3}void\s+main\s*\(/;

const COMPILE_JAVA =
  'javac -J-XX:+UseSerialGC -d {program}.classes {sources} && jar --create --file {program} --main-class {main} -C {program}.classes .';

const COMPILE_GO =
  'cd {folder} && GOCACHE={program}.cache GO111MODULE=auto GOPROXY=off GOTOOLCHAIN=local go build -o {program} {sources}';

/** Java's threads count as processes, and its heap as the program's memory. Its performance data would be files in `/tmp`. */
const JAVA = 'java -XX:-UsePerfData -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx384m -Xss64m -jar {program}';

/**
 * A warning is not an error unless a suite says so. `-lm` links C's mathematics. Go finds packages where there is a
 * go.mod, and fetches nothing.
 */
// biome-ignore format: a table
export const LANGUAGES: readonly Language[] = [
  compiled('c', ['.c'], 'gcc', 'gcc -Wall -o {program} {sources} -lm', ['gcc', 'cc', 'clang', 'tcc', 'c99'], MAIN_OF_C),
  compiled('c++', ['.cc', '.cpp', '.cxx', '.c++'], 'g++', 'g++ -O2 -o {program} {sources} -lm', ['g++', 'c++', 'clang++'], MAIN_OF_C),
  {...compiled('java', ['.java'], 'default-jdk-headless', COMPILE_JAVA, ['javac'], MAIN_OF_JAVA), run: JAVA},
  compiled('rust', ['.rs'], 'rustc', 'rustc --edition 2021 -O -o {program} {source}', ['rustc'], /\bfn\s+main\s*\(/),
  {...compiled('go', ['.go'], 'golang-go', COMPILE_GO, ['go'], /\bfunc\s+main\s*\(/), sources: 'folder'},
  compiled('haskell', ['.hs'], 'ghc', 'ghc -O -outputdir {program}.objects -o {program} {sources}', ['ghc'], /^main\b/m),
  script('python', ['.py'], 'python3', 'python3', /^if\s+__name__\s*==/m),
  script('node', ['.js', '.cjs', '.mjs'], 'nodejs', 'node', /\brequire\.main\b/),
  script('ruby', ['.rb'], 'ruby', 'ruby', /^if\s+(?:__FILE__|\$PROGRAM_NAME|\$0)\s*==/m),
  script('perl', ['.pl'], 'perl', 'perl', null),
  script('php', ['.php'], 'php-cli', 'php', null),
  script('sh', ['.sh'], 'dash', 'sh', null),
];

function compiled(
  name: string,
  endings: readonly string[],
  itsPackage: string,
  compile: string,
  compilers: readonly string[],
  main: RegExp,
): Language {
  return {name, endings, compile, compilers, run: '{program}', package: itsPackage, main, sources: 'tree'};
}

function script(
  name: string,
  endings: readonly string[],
  itsPackage: string,
  interpreter: string,
  main: RegExp | null,
): Language {
  const commands = {compile: null, compilers: [], run: `${interpreter} {program}`};
  return {name, endings, ...commands, package: itsPackage, main, sources: 'tree'};
}

export interface LanguageCommands {
  readonly compile?: Readonly<Record<string, string>> | undefined;
  readonly run?: Readonly<Record<string, string>> | undefined;
  readonly languages?: Readonly<Record<string, NewLanguage>> | undefined;
}

interface NewLanguage {
  readonly endings: readonly string[];
  readonly compile?: string | undefined;
  readonly run: string;
}

/** Returns the languages as a suite changes them, its own first. */
export function languagesWith({compile = {}, run = {}, languages = {}}: LanguageCommands): Language[] {
  const added = Object.entries(languages).map(([name, {endings, run, compile = null}]): Language => {
    const commands = {compile, compilers: [], run, isRunBySuite: true};
    return {name, endings, ...commands, package: null, main: null, sources: 'tree'};
  });
  const known = LANGUAGES.map((one): Language => {
    const {name} = one;
    return {
      ...one,
      compile: compile[name] ?? one.compile,
      run: run[name] ?? one.run,
      isRunBySuite: name in run,
    };
  });
  return [...added, ...known];
}

export function languageOf(file: string, languages: readonly Language[]): Language | null {
  const ending = extname(file).toLowerCase();
  return languages.find(({endings}) => endings.includes(ending)) ?? null;
}

export function namesProgram(command: string): boolean {
  return command.includes('{program}');
}

/** Returns whether a command builds the whole submission, as `make` does. */
export function isBuild(command: string): boolean {
  return !/\{sources?\}/.test(command);
}

export function compilerIn(command: string): string | null {
  return /^\s*(?:cd \S+ && )?(?:\w+=\S*\s+)*(\S+)/.exec(command)?.[1] ?? null;
}

/** Returns the language whose compiler a command calls; null: it may be for any. */
export function languageCompiledBy(command: string): Language | null {
  const name = (compilerIn(command) ?? '').replace(/^.*\//, '').replace(/-\d[\d.]*$/, '');
  return LANGUAGES.find(({compilers}) => compilers.includes(name)) ?? null;
}

export function helpOfLanguages(): string {
  const rows = LANGUAGES.map(({name, endings, compile, run, package: itsPackage}) =>
    [
      `${name}  (${endings.join(' ')}; apt-get install ${itsPackage})`,
      ...(compile === null ? [] : [`  ${compile}`]),
      `  ${run}`,
    ].join('\n'),
  );
  return `How files are compiled and run, by the endings of their names:

${rows.join('\n')}

{source} is the main file, {sources} are all files of the program in its language, {folder} is the folder of the main
file, {program} is what the compiler makes or the script itself, {main} is the class with the main method, {werror} is
-Werror as in 2016: warnings that are new in later versions of gcc do not fail. In suite.json, the keys compile and run
replace a line by the name of the language (${LANGUAGES.map(({name}) => name).join(', ')}), and
the key languages adds others.
`;
}
