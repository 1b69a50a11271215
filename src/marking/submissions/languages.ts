/* The languages in which submissions are written, as data: another language is another row. */

export interface Language {
  /** As `suite.json` and messages call it. */
  readonly name: string;
  readonly title: string;
  readonly endings: readonly string[];
  /** The shell command that makes `{program}` of `{source}` or `{sources}`; null: nothing is compiled. */
  readonly compile: string | null;
  /** The names of compilers by which one knows that a command is for this language. */
  readonly compilers: readonly string[];
  /** The words that run `{program}`, split at spaces. */
  readonly run: string;
  readonly package: string;
  /** Pattern that only the main file of several matches. */
  readonly main: RegExp | null;
}

const MAIN_OF_C = /^[ \t]*(?:int|void|auto)\s+main\s*\(/m;

/**
 * Java's own threads count as processes, and the memory that it keeps counts as the program's: so one collector, and a
 * bound. Its figures on performance would be files in `/tmp`, which two programs at once would share.
 */
const JAVA = 'java -XX:-UsePerfData -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx384m -Xss64m -jar {program}';

export const LANGUAGES: readonly Language[] = [
  // A warning is no error unless a suite says so. The mathematics of C are a library of their own.
  {
    name: 'c',
    title: 'C',
    endings: ['.c'],
    compile: 'gcc -Wall -o {program} {sources} -lm',
    compilers: ['gcc', 'cc', 'clang', 'tcc', 'c99'],
    run: '{program}',
    package: 'gcc',
    main: MAIN_OF_C,
  },
  {
    name: 'c++',
    title: 'C++',
    endings: ['.cc', '.cpp', '.cxx'],
    compile: 'g++ -O2 -o {program} {sources} -lm',
    compilers: ['g++', 'c++', 'clang++'],
    run: '{program}',
    package: 'g++',
    main: MAIN_OF_C,
  },
  {
    name: 'java',
    title: 'Java',
    endings: ['.java'],
    compile:
      'javac -J-XX:+UseSerialGC -d classes {sources} && jar --create --file {program} --main-class {main} -C classes .',
    compilers: ['javac'],
    run: JAVA,
    package: 'default-jdk-headless',
    main: /\bstatic\s+(?:final\s+)?void\s+main\s*\(/,
  },
  {
    name: 'rust',
    title: 'Rust',
    endings: ['.rs'],
    compile: 'rustc -O -o {program} {source}',
    compilers: ['rustc'],
    run: '{program}',
    package: 'rustc',
    main: /\bfn\s+main\s*\(/,
  },
  {
    name: 'go',
    title: 'Go',
    endings: ['.go'],
    compile: 'GOCACHE="$PWD/cache" GO111MODULE=off go build -o {program} {sources}',
    compilers: ['go'],
    run: '{program}',
    package: 'golang-go',
    main: /\bfunc\s+main\s*\(/,
  },
  {
    name: 'haskell',
    title: 'Haskell',
    endings: ['.hs'],
    compile: 'ghc -O -outputdir objects -o {program} {sources}',
    compilers: ['ghc'],
    run: '{program}',
    package: 'ghc',
    main: /^main\b/m,
  },
  script('python', 'Python', ['.py'], 'python3', 'python3', /^if\s+__name__\s*==/m),
  script('node', 'Node', ['.js', '.cjs', '.mjs'], 'node', 'nodejs', /\brequire\.main\b/),
  script('ruby', 'Ruby', ['.rb'], 'ruby', 'ruby', /^if\s+__FILE__\s*==/m),
  script('perl', 'Perl', ['.pl'], 'perl', 'perl', null),
  script('php', 'PHP', ['.php'], 'php', 'php-cli', null),
  script('sh', 'shell', ['.sh'], 'sh', 'dash', null),
];

function script(
  name: string,
  title: string,
  endings: readonly string[],
  interpreter: string,
  itsPackage: string,
  main: RegExp | null,
): Language {
  const run = `${interpreter} {program}`;
  return {name, title, endings, compile: null, compilers: [], run, package: itsPackage, main};
}

export const ENDINGS: readonly string[] = LANGUAGES.flatMap(({endings}) => endings);

export function languageOf(ending: string): Language | null {
  return LANGUAGES.find(({endings}) => endings.includes(ending)) ?? null;
}

export interface LanguageCommands {
  readonly compile: Readonly<Record<string, string>>;
  readonly run: Readonly<Record<string, string>>;
}

export function isCompileCommand(command: string): boolean {
  return /\{sources?\}/.test(command) && command.includes('{program}');
}

export function compilerIn(command: string): string | null {
  return /^\s*(?:\w+=\S*\s+)*(\S+)/.exec(command)?.[1] ?? null;
}

/** The language whose compiler a command calls; null: it may be for any. */
export function languageCompiledBy(command: string): Language | null {
  const name = (compilerIn(command) ?? '').replace(/^.*\//, '').replace(/-\d[\d.]*$/, '');
  return LANGUAGES.find(({compilers}) => compilers.includes(name)) ?? null;
}

export function helpOfLanguages(): string {
  const rows = LANGUAGES.map(({title, endings, compile, run, package: itsPackage}) =>
    [
      `${title}  (${endings.join(' ')}; apt-get install ${itsPackage})`,
      ...(compile === null ? [] : [`  ${compile}`]),
      `  ${run}`,
    ].join('\n'),
  );
  return `How files are compiled and run, by the endings of their names:

${rows.join('\n')}

{source} is the main file, {sources} are all files beside it with the same ending, {program} is what the compiler makes or
the script itself, {main} is the name of the class in the main file. The keys compile and run of suite.json replace a
line, by the name of the language: ${LANGUAGES.map(({name}) => name).join(', ')}.
`;
}
