/*
 * The line of bash that repeats a failure for whoever marks: compiles, runs and compares as the marker did. Results keep
 * what it is made of, once for each submission and once for each case; a report draws it.
 */
import {join, relative, resolve} from 'node:path';
import type {Word} from '../../running/job.js';
import {quote} from '../../running/shell.js';
import type {Judgement} from '../results/marks.js';
import type {Verdict} from '../results/verdicts.js';
import {isBuild} from '../submissions/languages.js';
import {type CompilePlan, compileLine, rootOf} from '../submissions/launch-plan.js';
import type {Submission} from '../submissions/submissions.js';
import type {ExpectedFile, FixtureCase} from '../suites/fixture-case.js';

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

/** Verdicts on programs that never got any input. */
const NEVER_RAN: readonly Verdict[] = ['did-not-compile', 'could-not-run', 'skipped'];

/** Returns null if nothing can be run. Output that a checker judged is shown, not compared: it need not equal the golden. */
export function commandFor(
  launch: Launch,
  one: RepeatedCase,
  {verdict, difference}: Pick<Judgement, 'verdict' | 'difference'>,
): string | null {
  const run = shellCommand(launch, one);
  if (run === null) return null;
  const status = '; echo "exit status $?"';
  // A program that never ran fails all cases alike. Without the input, reports can say so just once.
  if (NEVER_RAN.includes(verdict)) return run + status;
  const whole = `${run} < ${typedPath(one.inputFile)}`;
  if (verdict !== 'wrong-output') return whole + status;
  const name = difference?.file ?? null;
  // A checker program judges the output alone.
  const isByChecker = one.checker !== null && (name === null || one.checker.kind !== 'program');
  const file = one.expectedFiles.find((golden) => golden.name === name);
  if (file !== undefined) {
    const show = isByChecker ? 'cat' : `diff --text ${typedPath(file.path)}`;
    return `${whole} > /dev/null; ${show} "$folder"/${quote(file.name)}`;
  }
  if (isByChecker) return whole;
  return name !== null && one.expectedErrors !== null
    ? `${whole} 2>&1 >/dev/null | diff --text ${typedPath(one.expectedErrors.path)} -`
    : `${whole}${one.isMerged ? ' 2>&1' : ''} | diff --text ${typedPath(one.expectedFile)} -`;
}

/**
 * A line of bash that compiles the submission if necessary and runs it; null if nothing can be run. If the case has files,
 * the program works in a new folder, `$folder`.
 */
export function shellCommand(
  {plan, args}: Launch,
  one: Pick<RepeatedCase, 'arguments' | 'environment' | 'files' | 'expectedFiles'>,
): string | null {
  const hasFolder = one.files.length + one.expectedFiles.length > 0;
  const shellWord = (word: Word): string => {
    if (typeof word === 'string') return quoteWord(word);
    // Relative paths do not hold in the folder.
    return hasFolder ? quoteWord(resolve(word.file)) : typedPath(word.file, './');
  };
  if (plan.kind === 'none') return null;
  const program = plan.kind === 'compile' || plan.source === null ? '"$program"' : shellWord(plan.source);
  const words = plan.run.map((word) => (word === '{program}' ? program : shellWord(word)));
  const variables = Object.entries(one.environment).map(([name, value]) => `${name}=${quoteWord(value)}`);
  const line = [...variables, ...words, ...[...args, ...one.arguments].map(shellWord)].join(' ');
  const copies = one.files.map(({path}) => `${typedPath(path)} `).join('');
  const copy = copies === '' ? '' : `cp ${copies}"$folder" && `;
  const run = hasFolder ? `folder=$(mktemp -d) && ${copy}(cd "$folder" && ${line})` : line;
  return plan.kind === 'compile'
    ? `program=$(mktemp -d)/program && ${compilation(plan, hasFolder)} && ${run}`
    : run;
}

/** Returns commands that make `$program`, in a copy where the compiler needs other names or a place to write. */
function compilation(plan: CompilePlan, isAbsolute: boolean): string {
  const {source, compiler, sources, top} = plan;
  const root = rootOf(source);
  const isCopied = isBuild(compiler) || sources.renamed.length > 0;
  const changesFolder = compiler.includes('{folder}');
  const line = compileLine(
    plan,
    (path) => {
      if (isCopied) return `"$copy"/${quoteWord(path)}`;
      return isAbsolute || changesFolder ? quoteWord(resolve(root, path)) : typedPath(join(root, path), './');
    },
    '"$program"',
  );
  if (!isCopied) return changesFolder || line.startsWith('export ') ? `(${line})` : line;
  const from = source.folder === undefined ? typedPath(source.file) : `${typedPath(root)}/.`;
  const moves = sources.renamed.map(
    ([old, name]) => ` && install -D "$copy"/${quoteWord(old)} "$copy"/${quoteWord(name)}`,
  );
  const place = isBuild(compiler) ? `cd "$copy"/${quoteWord(top || '.')} && ` : '';
  return `copy=$(mktemp -d) && cp -R ${from} "$copy"${moves.join('')} && (${place}${line})`;
}

/**
 * A path as a user would type it: relative if it is below the current folder.
 *
 * @param here put before a relative path; a program needs a slash, so that bash does not look for it in `PATH`
 */
export function typedPath(path: string, here = ''): string {
  const below = relative('', path);
  if (below.startsWith('..') || below === '') return quoteWord(resolve(path));
  // A leading dash would be taken for a flag.
  return quoteWord((below.startsWith('-') ? './' : here) + below);
}

/** Characters that would break a line, or command a terminal. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Quotes a word so that bash reads it back unchanged from one line. */
function quoteWord(word: string): string {
  if (!CONTROL.test(word)) return quote(word);
  const octal = (byte: string): string => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
  const bytes = Buffer.from(word).toString('latin1');
  return `$'${bytes.replace(/[^ -~]|['\\]/g, octal)}'`;
}
