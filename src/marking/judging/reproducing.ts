/*
 * The line of bash that repeats a failure for the marker: it compiles, runs and compares as `mark` did, in the folder where
 * `mark` ran.
 */
import {join, relative, resolve} from 'node:path';
import type {Word} from '../../running/job.js';
import {quote} from '../../running/shell.js';
import type {Judgement} from '../results/marks.js';
import type {Verdict} from '../results/verdicts.js';
import {isBuild} from '../submissions/languages.js';
import {type CompilePlan, compileLine, rootOf} from '../submissions/launch-plan.js';
import type {Submission} from '../submissions/submissions.js';
import type {FixtureCase} from '../suites/fixture-case.js';

const NEVER_RAN: readonly Verdict[] = ['did-not-compile', 'could-not-run', 'skipped'];

/** Returns null for a pass, or if nothing can be run. Output that a checker judged is only shown, and not compared. */
export function commandFor(
  submission: Submission,
  one: FixtureCase,
  {verdict, difference}: Pick<Judgement, 'verdict' | 'difference'>,
): string | null {
  const run = verdict === 'pass' ? null : shellCommand(submission, one, verdict !== 'did-not-compile');
  if (run === null) return null;
  const status = '; echo "exit status $?"';
  // A program that never ran fails all cases alike: without the input, they all have this command.
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
 * Returns the part that compiles a submission if necessary and runs it; null if nothing can be run. If the case has files,
 * the program works in a new folder, `$folder`.
 */
export function shellCommand(
  {plan, args, isUnpacked}: Pick<Submission, 'plan' | 'args' | 'isUnpacked'>,
  one: Pick<FixtureCase, 'arguments' | 'environment' | 'files' | 'expectedFiles' | 'isMerged'>,
  isCompiled = true,
): string | null {
  // Unpacked files are removed when the run ends.
  if (plan.kind === 'none' || isUnpacked === true) return null;
  const hasFolder = one.files.length + one.expectedFiles.length > 0;
  // In the new folder, relative paths would lead elsewhere.
  const pathTo = (path: string): string => (hasFolder ? quoteWord(resolve(path)) : typedPath(path, './'));
  const wordFor = (word: Word): string => (typeof word === 'string' ? quoteWord(word) : pathTo(word.file));
  const program = plan.kind === 'compile' || plan.source === null ? '"$program"' : wordFor(plan.source);
  const run = plan.run.map((word) => (word === '{program}' ? program : wordFor(word)));
  const variables = Object.entries(one.environment).map(([name, value]) => `${name}=${quoteWord(value)}`);
  const byLine = one.isMerged ? ['PYTHONUNBUFFERED=1', ...variables, 'stdbuf -oL'] : variables;
  const line = [...byLine, ...run, ...args.map(wordFor), ...one.arguments.map(quoteWord)].join(' ');
  const copies = one.files.map(({path}) => `${typedPath(path)} `).join('');
  const copy = copies === '' ? '' : `cp ${copies}"$folder" && `;
  const whole = hasFolder ? `folder=$(mktemp -d) && ${copy}(cd "$folder" && ${line})` : line;
  if (plan.kind !== 'compile') return whole;
  return `program=$(mktemp -d)/program && ${compilation(plan, isCompiled, pathTo)} && ${whole}`;
}

/** Returns commands that make `$program`, in a copy if the compiler needs other names or a place to write. */
function compilation(plan: CompilePlan, isCompiled: boolean, pathTo: (path: string) => string): string {
  const {source, sources, top} = plan;
  // A program that has compiled needs no -Werror, and its line is shorter.
  const compiler = isCompiled ? plan.compiler.replace(' {werror}', '') : plan.compiler;
  const root = resolve(rootOf(source));
  const isCopied = isBuild(compiler) || sources.renamed.length > 0;
  const changesFolder = compiler.includes('{folder}');
  const wordOf = (path: string): string => {
    if (isCopied) return `"$copy"/${quoteWord(path)}`;
    return changesFolder ? quoteWord(join(root, path)) : pathTo(join(root, path));
  };
  const line = compileLine({...plan, compiler}, wordOf, '"$program"');
  if (!isCopied) return changesFolder || line.startsWith('export ') ? `(${line})` : line;
  const moves = sources.renamed.map(
    ([old, name]) => ` && install -D "$copy"/${quoteWord(old)} "$copy"/${quoteWord(name)}`,
  );
  const place = isBuild(compiler) ? `cd "$copy"/${quoteWord(top || '.')} && ` : '';
  const from = source.folder === undefined ? pathTo(source.file) : `${pathTo(root)}/.`;
  return `copy=$(mktemp -d) && cp -R ${from} "$copy"${moves.join('')} && (${place}${line})`;
}

/**
 * Returns a path as a user would type it: relative if it is below the current folder.
 *
 * @param here put before a relative path; a program needs a slash, so that bash does not look for it in `PATH`
 */
function typedPath(path: string, here = ''): string {
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
