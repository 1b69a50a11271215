/*
 * What runs a script: the interpreter that its first line names after `#!`, read as the kernel reads it, or else that
 * of its language. In the sandbox it is the same one, or an error: another Python is never taken in silence.
 */
import {existsSync} from 'node:fs';
import {basename, dirname} from 'node:path';
import {inputError} from '../../command-line/user-error.js';
import {foundInPath} from '../../running/shell.js';
import {isBelow, linksFrom, realPathOf} from '../../system/paths.js';

/** The paths that the sandbox shows, and the real paths of those; null without a sandbox. */
export type ShownPaths = readonly string[] | null;

/** An interpreter that is there, but that the sandbox does not show. The message says what to do. */
export class NotShown extends Error {
  /** As it was named: a path, or a name to be found by `PATH`. */
  readonly interpreter: string;

  constructor(interpreter: string, found: string) {
    const real = realPathOf(found);
    const which = real === interpreter ? interpreter : `${interpreter}, which is ${real} here`;
    super(
      `it runs by ${which}, and the sandbox does not show that: --show ${dirname(real)}, or a PATH with another`,
    );
    this.interpreter = interpreter;
  }
}

/** How many bytes of the first line the kernel reads. */
export const FIRST_LINE = 256;

/**
 * The words that a first line puts before the script: the interpreter, and all that follows it as one argument. Null
 * if there is no such line, or one that ends as in DOS: the kernel would look for a program whose name ends so.
 */
export function interpreterIn(start: Buffer): readonly string[] | null {
  const line = /^#![ \t]*([^ \t\r\n]+)[ \t]*([^\r\n]*?)[ \t]*(?:\n|$)/.exec(start.toString('utf8'));
  if (line === null) return null;
  return line.slice(1).filter((word) => word !== '');
}

/**
 * The same words, with the interpreter by a path at which the sandbox shows it.
 *
 * @throws NotShown if there is none
 */
export function asShown(words: readonly string[], shown: ShownPaths): readonly string[] {
  if (shown === null) return words;
  const [first = '', argument = ''] = words;
  if (first.includes('/') && basename(first) !== 'env')
    return [shownPathOf(first, first, shown), ...words.slice(1)];
  // `env -S` splits its argument into words; a plain one is the name of the interpreter.
  const [name = '', ...rest] = first.includes('/')
    ? argument.replace(/^-S[ \t]*/, '').split(/[ \t]+/)
    : words;
  const found = name === '' || /[/=]|^-/.test(name) ? null : foundInPath(name);
  return found === null ? words : [shownPathOf(name, found, shown), ...rest];
}

/**
 * The first of the paths that lead to a program which the sandbox shows. It need not be the last, because what some
 * programs do depends on the name by which they are called.
 */
function shownPathOf(named: string, found: string, shown: readonly string[]): string {
  // What is not there at all, the sandbox will say.
  if (!existsSync(found)) return named;
  const isShown = (path: string): boolean => shown.some((folder) => isBelow(path, folder));
  const path = isShown(realPathOf(found)) ? linksFrom(found).find(isShown) : undefined;
  if (path === undefined) throw new NotShown(named, found);
  return path === found ? named : path;
}

/**
 * Splits a command line at its spaces; single and double quotes keep words together.
 *
 * @throws UserError if a quote is not closed
 */
export function wordsOf(line: string): string[] {
  if (!/^(?:[^'"]|'[^']*'|"[^"]*")*$/.test(line)) throw inputError(`${line}: a quote is not closed`);
  const words = line.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}
