/* The values of flags of commands that run programs, and a runner that is always closed. */
import {existsSync, realpathSync, statSync} from 'node:fs';
import {constants} from 'node:os';
import {dirname, resolve} from 'node:path';
import type {ParsedFlags} from '../../../command-line/flags.js';
import {complain, messageOf, troubleError, usageError} from '../../../command-line/user-error.js';
import {isLimit, LIMIT_NAMES, type Limits, rangeOf} from '../../../running/limits.js';
import {Runner} from '../../../running/runner.js';
import {FILTER, SYSTEM, trySandbox} from '../../../running/sandbox.js';
import {PROGRAM_USER, systemTool} from '../../../running/shell.js';
import {allPathsOf, isBelow} from '../../../system/paths.js';
import {parseTolerance, type Tolerance} from '../../comparing/tolerances.js';
import {isCompileCommand, languagesWith} from '../../submissions/languages.js';
import type {TargetOptions} from '../../submissions/launch-plan.js';
import type {ShownPaths} from '../../submissions/tools.js';
import {programSettingsIn} from '../../suites/fixtures.js';

/** Says what is no error, unless --quiet. */
export function remark(given: ParsedFlags, message: string): void {
  if (!given.has('quiet')) complain(message);
}

/** Signals with which people and systems end a marker. */
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Max milliseconds for which killed programs may keep this process. */
const LAST_PATIENCE = 1000;

/**
 * Passes a runner to `use` and always closes it, even if a signal ends this process.
 *
 * @param hide files and folders that no program may see, besides those that the command line names and the system's
 * @param ending aborted by the first signal, which closes the runner; only a second one ends this process
 * @throws UserError if the sandbox was demanded and cannot be had, or if no program can run
 */
export async function withRunner<T>(
  given: ParsedFlags,
  lanes: number,
  hide: readonly string[],
  use: (runner: Runner) => Promise<T>,
  ending: AbortController | null = null,
): Promise<T> {
  let runner: Runner | null = null;
  // Closes once, though a signal may come first.
  const close = (): void => {
    const open = runner;
    runner = null;
    if (open?.close() === false) complain(`${open.folder} could not be removed`);
  };
  let isInUse = false;
  const interrupted = (signal: NodeJS.Signals): void => {
    const goesOn = isInUse && ending?.signal.aborted === false;
    ending?.abort(signal);
    close();
    if (!goesOn) process.exit(128 + constants.signals[signal]);
  };
  // Installed before the runner exists, so that a signal always closes it.
  for (const signal of ENDING_SIGNALS) process.on(signal, interrupted);
  try {
    runner = await runnerFor(given, lanes, hide);
    isInUse = true;
    return await use(runner);
  } finally {
    for (const signal of ENDING_SIGNALS) process.off(signal, interrupted);
    close();
    if (ending?.signal.aborted === true) setTimeout(() => process.exit(), LAST_PATIENCE).unref();
  }
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
  if (compile !== null && !isCompileCommand(compile)) {
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
  // It runs while the command prepares.
  void trySandbox();
  return allPathsOf([...SYSTEM, ...given.texts('show').map((path) => resolve(path))]);
}

/** Returns all files and folders that the command line names, and the folder of each program. */
function namedPaths({positionals, values}: ParsedFlags): string[] {
  const given = [...values].flatMap(([flag, words]) => (['show', 'file'].includes(flag) ? [] : words));
  // A path may stand behind colons, as in `student:json:PATH`.
  const endsOf = (word: string): string[] =>
    word.split(':').map((_, index, parts) => parts.slice(index).join(':'));
  const words = [...positionals, ...given].flatMap(endsOf).filter((word) => word !== '' && existsSync(word));
  const paths = new Set(words.map((word) => realpathSync(word)));
  for (const word of positionals) {
    if (!existsSync(word) || statSync(word).isDirectory()) continue;
    const folder = dirname(realpathSync(word));
    if (!isOfSystem(folder)) paths.add(folder);
  }
  return [...paths];
}

/** Returns true for paths that all programs need. Those in `/opt` may be the user's. */
function isOfSystem(path: string): boolean {
  return SYSTEM.some((one) => one !== '/opt' && isBelow(path, one));
}

async function runnerFor(given: ParsedFlags, lanes: number, hide: readonly string[]): Promise<Runner> {
  const show = given.texts('show').map((path) => resolve(path));
  for (const path of show) if (!existsSync(path)) throw usageError(`--show: there is no ${path}`);
  const isWanted = !given.has('no-sandbox');
  for (const flag of ['sandbox', 'show'])
    if (!isWanted && given.has(flag)) throw usageError(`--${flag} needs the sandbox: leave out --no-sandbox`);
  const sandboxOff = isWanted ? await trySandbox() : null;
  if (sandboxOff !== null) {
    const why = sandboxOff + (systemTool('bwrap') === null ? ': apt-get install bubblewrap' : '');
    if (given.has('sandbox')) throw troubleError(`no sandbox: ${why}`);
    const what = PROGRAM_USER === null ? 'can do whatever you can' : `run as user ${PROGRAM_USER}`;
    complain(`sandbox off: ${why}; programs ${what}. --no-sandbox hides this line`);
  }
  const hidden = [
    ...hide.map((path) => realpathSync(path)).filter((path) => !isOfSystem(path)),
    ...namedPaths(given),
  ];
  const sandbox = isWanted && sandboxOff === null ? {show, hide: hidden} : null;
  if (sandbox !== null && FILTER === null)
    complain(
      `no filter of system calls for ${process.arch}: programs can read the keys of your login session`,
    );
  try {
    return new Runner({lanes, sandbox, sandboxOff});
  } catch (error) {
    throw troubleError(messageOf(error));
  }
}
