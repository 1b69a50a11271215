/* The languages in which submissions are written, as data: another language is another row. */
import {extname} from 'node:path';

export interface Language {
  /** As `suite.json` and messages call it. */
  readonly name: string;
  /** In lower case; endings of files are compared without regard to case. */
  readonly endings: readonly string[];
  /** Shell command that makes `{program}`; null: nothing is compiled. */
  readonly compile: string | null;
  /** Compilers of this language; a `--compile` command that calls one applies to it alone. */
  readonly compilers: readonly string[];
  /** Words that run `{program}`, split at spaces. */
  readonly run: string;
  /** Debian package of the tools; null: unknown. */
  readonly package: string | null;
  /** Pattern that only the main file of several matches. */
  readonly main: RegExp | null;
  /** Files that `{sources}` names: those of the program's tree, or only those beside the main file. */
  readonly sources: 'tree' | 'folder';
  /** Set if the suite says how it runs: the first line of a script then names no interpreter. */
  readonly isRunBySuite?: boolean;
}

const MAIN_OF_C = /^[ \t]*(?:int|void|auto)\s+main\s*\(/m;

/**
 * Warnings of C that gcc 6, of 2016, does not give without `-O`. By release: "C family" in gcc.gnu.org/gcc-7/changes.html to
 * gcc-14. Those of attributes and of threads are left out.
 */
const SINCE_2016 =
  'array-compare array-parameter bool-operation dangling-pointer duplicate-decl-specifier enum-int-mismatch format-overflow format-truncation infinite-recursion int-in-bool-context maybe-uninitialized memset-elt-size mismatched-dealloc multistatement-macros pointer-compare restrict sizeof-array-div sizeof-pointer-div stringop-overflow stringop-overread stringop-truncation switch-unreachable use-after-free vla-parameter xor-used-as-pow zero-length-bounds';

/** Words of a shell for `{werror}`. gcc ends at the name of a warning that it does not know. */
export const WERROR = `-Werror $(gcc --help=warnings | grep -oE -e '-W(${SINCE_2016.replaceAll(' ', '|')})\\b' | sed s/W/Wno-error=/)`;

/** Modifiers may stand in any order. */
export const MAIN_OF_JAVA = /\bstatic\s+(?:\w+\s+){0,3}void\s+main\s*\(/;

/**
 * Java's own threads count as processes, and the memory that it keeps counts as the program's: so one collector, and a
 * bound. Its figures on performance would be files in `/tmp`, which two programs at once would share.
 */
const JAVA = 'java -XX:-UsePerfData -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx384m -Xss64m -jar {program}';

/** Properties of most compiled languages. */
const COMPILED = {run: '{program}', sources: 'tree', main: MAIN_OF_C} as const;

export const LANGUAGES: readonly Language[] = [
  // A warning is no error unless a suite says so. The mathematics of C are a library of their own.
  {
    ...{...COMPILED, name: 'c', endings: ['.c'], package: 'gcc'},
    compile: 'gcc -Wall -o {program} {sources} -lm',
    compilers: ['gcc', 'cc', 'clang', 'tcc', 'c99'],
  },
  {
    ...{...COMPILED, name: 'c++', endings: ['.cc', '.cpp', '.cxx', '.c++'], package: 'g++'},
    compile: 'g++ -O2 -o {program} {sources} -lm',
    compilers: ['g++', 'c++', 'clang++'],
  },
  {
    ...{...COMPILED, name: 'java', endings: ['.java'], package: 'default-jdk-headless', main: MAIN_OF_JAVA},
    compile:
      'javac -J-XX:+UseSerialGC -d {program}.classes {sources} && jar --create --file {program} --main-class {main} -C {program}.classes .',
    compilers: ['javac'],
    run: JAVA,
  },
  {
    ...{...COMPILED, name: 'rust', endings: ['.rs'], package: 'rustc', main: /\bfn\s+main\s*\(/},
    compile: 'rustc --edition 2021 -O -o {program} {source}',
    compilers: ['rustc'],
  },
  {
    ...{...COMPILED, name: 'go', endings: ['.go'], package: 'golang-go', main: /\bfunc\s+main\s*\(/},
    // Where there is a go.mod, its packages are found; nothing is fetched.
    compile:
      'cd {folder} && GOCACHE={program}.cache GO111MODULE=auto GOPROXY=off GOTOOLCHAIN=local go build -o {program} {sources}',
    compilers: ['go'],
    sources: 'folder',
  },
  {
    ...{...COMPILED, name: 'haskell', endings: ['.hs'], package: 'ghc', main: /^main\b/m},
    compile: 'ghc -O -outputdir {program}.objects -o {program} {sources}',
    compilers: ['ghc'],
  },
  script('python', ['.py'], 'python3', 'python3', /^if\s+__name__\s*==/m),
  script('node', ['.js', '.cjs', '.mjs'], 'node', 'nodejs', /\brequire\.main\b/),
  script('ruby', ['.rb'], 'ruby', 'ruby', /^if\s+(?:__FILE__|\$PROGRAM_NAME|\$0)\s*==/m),
  script('perl', ['.pl'], 'perl', 'perl', null),
  script('php', ['.php'], 'php', 'php-cli', null),
  script('sh', ['.sh'], 'sh', 'dash', null),
];

function script(
  name: string,
  endings: readonly string[],
  interpreter: string,
  itsPackage: string,
  main: RegExp | null,
): Language {
  const commands = {compile: null, compilers: [], run: `${interpreter} {program}`};
  return {name, endings, ...commands, package: itsPackage, main, sources: 'tree'};
}

/** Keys of `suite.json` about languages: commands by language, and languages that the table lacks. */
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

/** Returns the table of languages as a suite changes it. Its own languages come first. */
export function languagesWith({compile = {}, run = {}, languages = {}}: LanguageCommands): Language[] {
  const added = Object.entries(languages).map(([name, {endings, run, compile = null}]): Language => {
    const commands = {compile, compilers: [], run, isRunBySuite: true};
    return {name, endings, ...commands, package: null, main: null, sources: 'tree'};
  });
  const known = LANGUAGES.map((one): Language => {
    const [ownCompile = one.compile, ownRun = one.run] = [compile[one.name], run[one.name]];
    return {...one, compile: ownCompile, run: ownRun, isRunBySuite: one.name in run};
  });
  return [...added, ...known];
}

/** Returns the language of a file by its ending; null if it is none of these. */
export function languageOf(file: string, languages: readonly Language[]): Language | null {
  const ending = extname(file).toLowerCase();
  return languages.find(({endings}) => endings.includes(ending)) ?? null;
}

export function isCompileCommand(command: string): boolean {
  return command.includes('{program}');
}

/** Returns whether a command builds the whole submission, as `make` does, rather than sources that it names. */
export function isBuild(command: string): boolean {
  return !/\{sources?\}/.test(command);
}

export function compilerIn(command: string): string | null {
  return /^\s*(?:cd \S+ && )?(?:\w+=\S*\s+)*(\S+)/.exec(command)?.[1] ?? null;
}

/** The language whose compiler a command calls; null: it may be for any. */
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
