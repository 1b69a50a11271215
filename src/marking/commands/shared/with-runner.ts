/* A runner for a command: made as its flags say, and always closed, even if a signal ends the marker. */
import {existsSync, realpathSync, statSync} from 'node:fs';
import {constants} from 'node:os';
import {dirname, resolve} from 'node:path';
import type {ParsedFlags} from '../../../command-line/flags.js';
import {complain, messageOf, troubleError, usageError} from '../../../command-line/user-error.js';
import {Runner} from '../../../running/runner.js';
import {FILTER, SYSTEM, trySandbox} from '../../../running/sandbox.js';
import {PROGRAM_USER, systemTool} from '../../../running/shell.js';
import {isBelow} from '../../../system/paths.js';

/** Signals with which people and systems end a marker. */
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Max milliseconds that killed programs may delay the exit. */
const LAST_PATIENCE = 1000;

/**
 * Passes a runner to `use`.
 *
 * @param hide paths that no program may see, besides those that the command line names
 * @param ending aborted by the first signal, which closes the runner; only a second one ends this process
 * @throws UserError if the sandbox is demanded and does not work, or if no program can run
 */
export async function withRunner<T>(
  given: ParsedFlags,
  lanes: number,
  hide: readonly string[],
  use: (runner: Runner) => Promise<T>,
  ending: AbortController | null = null,
): Promise<T> {
  let runner: Runner | null = null;
  // Called twice if a signal comes first.
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

/** Returns the paths that the command line names, and the folder of each program. */
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
