/*
 * Interpreters of scripts: the one that the first line names after `#!`, else that of the language. In the sandbox it is
 * the same one, or an error: another Python is never taken in silence.
 */
import {existsSync} from 'node:fs';
import {basename, delimiter, dirname} from 'node:path';
import {inputError} from '../../command-line/user-error.js';
import {PROGRAM_USER} from '../../running/shell.js';
import {realPathOf} from '../../system/paths.js';
import {isBelowAny, toolNamed} from './toolchains.js';

/** The paths that the sandbox shows, and the real paths of those; null without a sandbox. */
export type ShownPaths = readonly string[] | null;

/** Bytes of the first line that the kernel reads. */
export const FIRST_LINE = 256;

/**
 * Returns the words that a first line puts before the script: the interpreter, and all that follows it as one argument;
 * or those that `env` would start. Null if there is no such line. The end of a line of Windows does not count.
 */
export function interpreterIn(start: Buffer): readonly string[] | null {
  const [line = ''] = start.toString('utf8').split('\n', 1);
  const words = line.startsWith('#!') ? line.slice(2).trim() : '';
  if (words === '') return null;
  const end = words.search(/[ \t]/);
  if (end === -1) return [words];
  const [interpreter, argument] = [words.slice(0, end), words.slice(end).trim()];
  if (basename(interpreter) !== 'env') return [interpreter, argument];
  const started = argument.replace(/^-S[ \t]*/, '').split(/[ \t]+/);
  return /[/=]|^-/.test(started[0] ?? '') ? [interpreter, argument] : started;
}

/** A reason why an interpreter cannot run here. */
export interface NoInterpreter {
  readonly reason: string;
  /** It is installed, but the sandbox does not show it. */
  readonly isHidden: boolean;
}

/**
 * Returns why an interpreter cannot run; null if it can.
 *
 * @param named its path, or its name to be found by `PATH`
 */
export function whyNoInterpreter(named: string, shown: ShownPaths): NoInterpreter | null {
  const tool = toolNamed(named);
  if (tool === null) return {reason: `${named} is not installed${whereClosed(named)}`, isHidden: false};
  if (shown === null || isBelowAny(tool.path, [...shown, ...tool.folders])) return null;
  const real = realPathOf(tool.path);
  const which = real === named ? named : `${named}, which is ${real} here`;
  return {
    reason: `it runs by ${which}, and the sandbox does not show that: --show ${dirname(real)}`,
    isHidden: true,
  };
}

/** Returns the place of a command that only root may run, as words for a message; '' if there is none. */
function whereClosed(named: string): string {
  const {PATH: path = ''} = process.env;
  const places =
    PROGRAM_USER === null ? [] : path.split(delimiter).filter((folder) => folder.startsWith('/'));
  const closed = places.map((folder) => `${folder}/${named}`).find((file) => existsSync(file));
  return closed === undefined ? '' : ` for user ${PROGRAM_USER}, who runs programs: ${closed} is closed`;
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
