/*
 * The line of bash that repeats a failure for whoever marks: compiles, runs and compares as the marker did. Results keep
 * what it is made of, once for each submission and once for each case; a report draws it.
 */
import {relative, resolve, sep} from 'node:path';
import type {Word} from '../../running/job.js';
import {quote} from '../../running/shell.js';
import type {Judgement} from '../results/marks.js';
import {fill, mainClassOf, sourceFiles} from '../submissions/launch-plan.js';
import type {Submission} from '../submissions/submissions.js';
import type {ExpectedFile, FixtureCase} from '../suites/fixture-case.js';
import {NEVER_RAN} from './judgement.js';

/** Program and arguments of a submission. */
export type Launch = Pick<Submission, 'plan' | 'args'>;

type NamedFile = Pick<ExpectedFile, 'name' | 'path'>;

/** Settings of a case that its command depends on. */
export interface RepeatedCase
  extends Pick<FixtureCase, 'arguments' | 'environment' | 'inputFile' | 'expectedFile' | 'isMerged'> {
  readonly files: readonly NamedFile[];
  readonly expectedFiles: readonly NamedFile[];
  readonly expectedErrors: NamedFile | null;
  /** null: bytes are compared. */
  readonly checker: {readonly kind: string} | null;
}

/** Returns the settings without the content of files. */
export function repeatedCase(one: FixtureCase): RepeatedCase {
  const named = ({name, path}: NamedFile): NamedFile => ({name, path: resolve(path)});
  return {
    arguments: one.arguments,
    environment: one.environment,
    inputFile: resolve(one.inputFile),
    expectedFile: resolve(one.expectedFile),
    isMerged: one.isMerged,
    files: one.files.map(named),
    expectedFiles: one.expectedFiles.map(named),
    expectedErrors: one.expectedErrors && named(one.expectedErrors),
    checker: one.checker && {kind: one.checker.kind},
  };
}

/** Returns null if nothing can be run. */
export function commandFor(
  launch: Launch,
  one: RepeatedCase,
  {verdict, difference}: Pick<Judgement, 'verdict' | 'difference'>,
): string | null {
  const run = shellCommand(launch, one);
  if (run === null) return null;
  // A program that never ran fails all cases alike. Without the input, reports can say so just once.
  if (NEVER_RAN.includes(verdict)) return withStatus(run);
  const whole = `${run} < ${typedPath(one.inputFile)}`;
  return verdict === 'wrong-output' ? compared(whole, one, difference?.file ?? null) : withStatus(whole);
}

function withStatus(run: string): string {
  return `${run}; echo "exit status $?"`;
}

/**
 * Compares what a run made with its golden, but only shows it where a checker judged it: that may accept other bytes.
 *
 * @param name file that is wrong; null: the output is
 */
function compared(run: string, one: RepeatedCase, name: string | null): string {
  const {expectedFile, expectedFiles, expectedErrors, checker, isMerged} = one;
  // A checker program judges the output alone.
  const isByChecker = checker !== null && (name === null || checker.kind !== 'program');
  const file = expectedFiles.find((golden) => golden.name === name);
  if (file !== undefined) {
    const show = isByChecker ? 'cat' : `diff --text ${typedPath(file.path)}`;
    return `${run} > /dev/null; ${show} "$folder"/${quote(file.name)}`;
  }
  if (isByChecker) return run;
  return name !== null && name === expectedErrors?.name
    ? `${run} 2>&1 >/dev/null | diff --text ${typedPath(expectedErrors.path)} -`
    : `${run}${isMerged ? ' 2>&1' : ''} | diff --text ${typedPath(expectedFile)} -`;
}

/**
 * A line of bash that compiles the submission if necessary and runs it; null if nothing can be run. If the case has files,
 * the program works in a new folder, `$folder`.
 */
export function shellCommand(
  {plan, args}: Launch,
  {
    arguments: more,
    environment,
    files,
    expectedFiles,
  }: Pick<RepeatedCase, 'arguments' | 'environment' | 'files' | 'expectedFiles'>,
): string | null {
  const hasFolder = files.length + expectedFiles.length > 0;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${quoteWord(value)}`);
  // Relative paths do not hold in the folder.
  const innerWord = (word: Word): string => {
    const typed = shellWord(word);
    return typeof word === 'string' || !hasFolder
      ? typed
      : typed.replace(/^(?!\/|\$?'\/)(?:\.\/)?/, '"$OLDPWD"/');
  };
  const rest = [...args, ...more].map(innerWord);
  const run = (words: readonly string[]): string => {
    const line = [...variables, ...words, ...rest].join(' ');
    if (!hasFolder) return line;
    const copies = files.map(({path}) => `${typedPath(path)} `).join('');
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

/** A program or source file has a slash, so that bash does not look for it in `PATH`. */
function shellWord(word: Word): string {
  if (typeof word === 'string') return quoteWord(word);
  const [path, here] = [resolve(word.file), resolve() + sep];
  return quoteWord(path.startsWith(here) ? `./${path.slice(here.length)}` : path);
}

/** A path as a user would type it: relative if it is below the current folder. */
export function typedPath(path: string): string {
  const below = relative('', path);
  const typed = below.startsWith('..') || below === '' ? resolve(path) : below;
  // A leading dash would be taken for a flag.
  return quoteWord(typed.replace(/^-/, './-'));
}

/** Characters that would break a line, or command a terminal. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Quotes a word so that bash reads it back unchanged from one line. */
function quoteWord(word: string): string {
  if (!CONTROL.test(word)) return quote(word);
  const octal = (byte: string): string => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
  return `$'${Buffer.from(word)
    .toString('latin1')
    .replace(/[^ -~]|['\\]/g, octal)}'`;
}
