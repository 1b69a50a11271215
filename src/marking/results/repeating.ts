/*
 * The line of bash that repeats a failure for the marker: it compiles, runs and compares as `mark` did. Results keep its
 * parts, once for each submission and once for each case; a report draws it. No submission is read for it.
 */
import {relative, resolve} from 'node:path';
import {quote} from '../../running/shell.js';
import type {BriefJudgement} from './marks.js';
import type {Verdict} from './verdicts.js';

/** Part of a line of bash: its text, or a file, which is drawn as the reader would type it. */
export type Script = readonly (string | {readonly file: string})[];

/** Commands that compile and run a submission. */
export interface RepeatedSubmission {
  /** Commands that make `$program`; null: nothing is compiled. */
  readonly make: Script | null;
  /** Words that run it, each a script. */
  readonly run: readonly Script[];
}

interface NamedFile {
  readonly name: string;
  readonly path: string;
}

/** Settings of a case that its command depends on. Paths are absolute. */
export interface RepeatedCase {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly inputFile: string;
  readonly expectedFile: string;
  readonly isMerged: boolean;
  readonly files: readonly NamedFile[];
  readonly expectedFiles: readonly NamedFile[];
  readonly expectedErrors: NamedFile | null;
  /** null: bytes are compared. */
  readonly checker: {readonly kind: string} | null;
}

/** Verdicts on programs that never got any input. */
const NEVER_RAN: readonly Verdict[] = ['did-not-compile', 'could-not-run', 'skipped'];

/** Returns the line. Output that a checker judged is shown, not compared: it need not equal the golden. */
export function commandFor(
  submission: RepeatedSubmission,
  one: RepeatedCase,
  {verdict, difference = null}: BriefJudgement,
): string {
  const run = shellCommand(submission, one);
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
 * Returns a line of bash that compiles the submission if necessary and runs it. If the case has files, the program works
 * in a new folder, `$folder`.
 */
export function shellCommand(
  {make, run}: RepeatedSubmission,
  one: Pick<RepeatedCase, 'arguments' | 'environment' | 'files' | 'expectedFiles' | 'isMerged'>,
): string {
  const hasFolder = one.files.length + one.expectedFiles.length > 0;
  // Relative paths do not hold in the folder.
  const drawn = (script: Script): string =>
    script
      .map((part) => {
        if (typeof part === 'string') return part;
        return hasFolder ? quoteWord(resolve(part.file)) : typedPath(part.file, './');
      })
      .join('');
  const variables = Object.entries(one.environment).map(([name, value]) => `${name}=${quoteWord(value)}`);
  const byLine = one.isMerged ? ['PYTHONUNBUFFERED=1', ...variables, 'stdbuf -oL'] : variables;
  const line = [...byLine, ...run.map(drawn), ...one.arguments.map(quoteWord)].join(' ');
  const copies = one.files.map(({path}) => `${typedPath(path)} `).join('');
  const copy = copies === '' ? '' : `cp ${copies}"$folder" && `;
  const whole = hasFolder ? `folder=$(mktemp -d) && ${copy}(cd "$folder" && ${line})` : line;
  return make === null ? whole : `program=$(mktemp -d)/program && ${drawn(make)} && ${whole}`;
}

/**
 * Returns a path as a user would type it: relative if it is below the current folder.
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
export function quoteWord(word: string): string {
  if (!CONTROL.test(word)) return quote(word);
  const octal = (byte: string): string => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
  const bytes = Buffer.from(word).toString('latin1');
  return `$'${bytes.replace(/[^ -~]|['\\]/g, octal)}'`;
}
