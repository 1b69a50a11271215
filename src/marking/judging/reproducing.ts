/*
 * The lines of bash that repeat a run. Whoever marks has all files where they are. A student has their own folder, and
 * in it what a course hands out: the line for students is made of the same parts, with other names for the files.
 */
import {dirname, relative, resolve, sep} from 'node:path';
import type {Word} from '../../running/sandbox.js';
import {quote} from '../../running/shell.js';
import type {Judgement} from '../run/marks.js';
import type {Verdict} from '../run/verdicts.js';
import {fill, mainClassOf, sourceFiles} from '../submissions/launch-plan.js';
import type {Submission} from '../submissions/submissions.js';
import type {FixtureCase} from '../suites/fixture-case.js';
import {type Check, type Commands, NEVER_RAN} from './judgement.js';

/** Verdicts that a checker can be the reason of. */
const CHECKED: readonly Verdict[] = ['wrong-output', 'partly-right', 'could-not-check'];

/** What a program is given besides its input. */
interface RunInputs {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly files: readonly {readonly path: string}[];
  /** If there are any, it works in a folder of its own. */
  readonly expectedFiles: readonly unknown[];
}

/** How a line calls the files that it needs: as words of bash. */
interface Names {
  /** A program or a source file: with a slash, so that nothing looks for it elsewhere. */
  readonly program: (word: Word & object) => string;
  /**
   * A file of the fixtures.
   *
   * @param folder the one that a student has as the current one; else the file's own
   */
  readonly fixture: (path: string, folder?: string) => string;
}

const FOR_MARKERS: Names = {
  program: ({file}) => {
    const [path, here] = [resolve(file), resolve() + sep];
    return quoteWord(path.startsWith(here) ? `./${path.slice(here.length)}` : path);
  },
  fixture: typedPath,
};

const FOR_STUDENTS: Names = {
  program: ({file, folder = dirname(file)}) => quoteWord(`./${relative(folder, file)}`),
  fixture: (path, folder = dirname(path)) => quoteWord(`./${relative(folder, path)}`),
};

/** The commands that repeat a run that did not pass; null if nothing can be run. */
export function commandsFor(
  submission: Submission,
  one: FixtureCase,
  judgement: Judgement,
  check: Check | null,
): Commands {
  const {verdict, difference} = judgement;
  const isOfFile = (difference?.file ?? null) !== null;
  const checker = CHECKED.includes(verdict) && !isOfFile ? (check?.commandOf(one) ?? null) : null;
  const command = (names: Names, judged: (run: string) => string): string | null => {
    const run = shellCommand(submission, one, names);
    // A program that never ran fails all cases alike. Without the input, reports can say so just once.
    if (run === null || NEVER_RAN.includes(verdict)) return run && withStatus(run);
    const whole = `${run} < ${names.fixture(one.inputFile)}`;
    if (checker !== null) return judged(whole);
    return verdict === 'wrong-output' ? compared(whole, one, difference, names) : withStatus(whole);
  };
  return {
    reproduce:
      submission.isUnpacked === true
        ? null
        : command(FOR_MARKERS, (run) => withStatus(`${run} | { ${checker}; }`)),
    // What checks it is not theirs.
    reproduceAsStudent: command(FOR_STUDENTS, (run) => run),
  };
}

function withStatus(run: string): string {
  return `${run}; echo "exit status $?"`;
}

/** A run whose output, or a file that it writes, is compared with the golden. */
function compared(
  run: string,
  {inputFile, expectedFile, expectedFiles, expectedErrors, checker, isMerged}: FixtureCase,
  difference: Judgement['difference'],
  names: Names,
): string {
  const ofErrors = expectedErrors !== null && difference?.file === expectedErrors.name;
  const file = expectedFiles.find(({name}) => name === difference?.file);
  // What a checker accepts may differ from the golden all the same.
  const isByChecker = checker !== null && !(ofErrors && checker.kind === 'program');
  if (file === undefined && isByChecker) return run;
  if (ofErrors) return `${run} 2>&1 >/dev/null | diff --text ${names.fixture(expectedErrors.path)} -`;
  if (file === undefined)
    return `${run}${isMerged ? ' 2>&1' : ''} | diff --text ${names.fixture(expectedFile)} -`;
  const golden = names.fixture(file.path, dirname(inputFile));
  // A program of the course is not asked about files.
  const isOfBytes = checker === null || checker.kind === 'program';
  const show = isOfBytes ? `diff --text ${golden}` : 'cat';
  return `${run} > /dev/null; ${show} "$folder"/${quote(file.name)}`;
}

/**
 * A line of bash that compiles the submission if necessary and runs it; null if nothing can be run. The folder in which
 * it works, if it has files, is then `$folder`.
 */
export function shellCommand(
  {plan, args}: Submission,
  given: RunInputs,
  names: Names = FOR_MARKERS,
): string | null {
  const {environment, files, expectedFiles} = given;
  const hasFolder = files.length + expectedFiles.length > 0;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${quoteWord(value)}`);
  const shellWord = (word: Word): string =>
    typeof word === 'string' ? quoteWord(word) : names.program(word);
  // From its folder, what is typed below the current one is not found.
  const innerWord = (word: Word): string => {
    const typed = shellWord(word);
    return typeof word === 'string' || !hasFolder
      ? typed
      : typed.replace(/^(?!\/|\$?'\/)(?:\.\/)?/, '"$OLDPWD"/');
  };
  const rest = [...args, ...given.arguments].map(innerWord);
  const run = (words: readonly string[]): string => {
    const line = [...variables, ...words, ...rest].join(' ');
    if (!hasFolder) return line;
    const copies = files.map(({path}) => `${names.fixture(path)} `).join('');
    const copy = copies === '' ? '' : `cp ${copies}"$folder" && `;
    return `folder=$(mktemp -d) && ${copy}(cd "$folder" && ${line})`;
  };
  switch (plan.kind) {
    case 'command':
      return run(plan.words.map(innerWord));
    case 'none':
      return null;
    case 'compile': {
      const compiler = fill(plan.compiler, {
        source: shellWord(plan.source),
        sources: sourceFiles(plan)
          .map((file) => shellWord({...plan.source, file}))
          .join(' '),
        program: '"$program"',
        main: plan.compiler.includes('{main}') ? quote(mainClassOf(plan.source.file)) : '',
      });
      const words = plan.run.map((word) => (word === '{program}' ? '"$program"' : quoteWord(word)));
      return `program=$(mktemp -d)/program && ${compiler} && ${run(words)}`;
    }
  }
}

/** A path as a user would type it: relative if it is below the current folder. */
export function typedPath(path: string): string {
  const below = relative('', path);
  const typed = below.startsWith('..') || below === '' ? resolve(path) : below;
  // Not what a command takes for a flag.
  return quoteWord(typed.replace(/^-/, './-'));
}

/** What would break a line, or command a terminal. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** A word, on one line, that bash reads back unchanged. */
function quoteWord(word: string): string {
  if (!CONTROL.test(word)) return quote(word);
  const octal = (byte: string): string => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
  return `$'${Buffer.from(word)
    .toString('latin1')
    .replace(/[^ -~]|['\\]/g, octal)}'`;
}
