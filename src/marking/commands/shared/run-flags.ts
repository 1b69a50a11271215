/* Values of the flags of commands that run programs. */
import {resolve} from 'node:path';
import type {ParsedFlags} from '../../../command-line/flags.js';
import {complain, messageOf, usageError} from '../../../command-line/user-error.js';
import {isLimit, LIMIT_NAMES, type Limits, rangeOf} from '../../../running/limits.js';
import {SYSTEM, trySandbox} from '../../../running/sandbox.js';
import {systemTool} from '../../../running/shell.js';
import {allPathsOf} from '../../../system/paths.js';
import {parseTolerance, type Tolerance} from '../../comparing/tolerances.js';
import {languagesWith, namesProgram} from '../../submissions/languages.js';
import type {TargetOptions} from '../../submissions/launch-plan.js';
import type {ShownPaths} from '../../submissions/tools.js';
import {programSettingsIn} from '../../suites/fixtures.js';

/** Prints a note, unless --quiet. */
export function remark(given: ParsedFlags, message: string): void {
  if (!given.has('quiet')) complain(message);
}

export function limitsFrom(given: ParsedFlags): Partial<Limits> {
  const limits: Partial<Record<keyof Limits, number>> = {};
  for (const name of LIMIT_NAMES) {
    const text = given.text(name);
    if (text === null) continue;
    const value = Number(text);
    if (!/^[\d.]+$/.test(text) || !isLimit(name, value)) {
      throw usageError(`--${name} takes ${rangeOf(name)}, not ${JSON.stringify(text)}`);
    }
    limits[name] = value;
  }
  return limits;
}

/**
 * @param folder the fixtures, whose `suite.json` may name the program, and how languages are compiled and run
 * @param usual name of the program in the handout
 */
export function targetOptionsFrom(
  given: ParsedFlags,
  folder: string | null = null,
  usual: string | null = null,
): TargetOptions {
  const compile = given.text('compile');
  if (compile !== null && !namesProgram(compile)) {
    throw usageError(`--compile takes a command that makes {program}, not ${JSON.stringify(compile)}`);
  }
  const suite = folder === null ? {commands: {}, files: []} : programSettingsIn(folder);
  const files = given.text('file')?.split(',') ?? suite.files;
  return {compile, files, usual, languages: languagesWith(suite.commands), shown: shownFrom(given)};
}

export function tolerancesFrom(given: ParsedFlags): Tolerance[] {
  try {
    return given.texts('tolerate').map(parseTolerance);
  } catch (error) {
    throw usageError(`--tolerate: ${messageOf(error)}`);
  }
}

function shownFrom(given: ParsedFlags): ShownPaths {
  if (given.has('no-sandbox') || systemTool('bwrap') === null) return null;
  // In the background, while the command prepares.
  void trySandbox();
  return allPathsOf([...SYSTEM, ...given.texts('show').map((path) => resolve(path))]);
}
