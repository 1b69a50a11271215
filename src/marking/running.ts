/* What the commands that run programs share: their flags, and a runner. */
import {existsSync, realpathSync} from 'node:fs';
import {resolve} from 'node:path';
import {type Command, type Given, UsageError} from '../command-line/flags.js';
import {isLimit} from './fixtures.js';
import {DEFAULT_LIMITS, LIMIT_NAMES, LIMITS, type Limits} from './limits.js';
import {Runner} from './run.js';
import type {SandboxOptions} from './sandbox.js';
import {parseTolerance, TOLERANCE_NAMES, type Tolerance} from './tolerances.js';

/** Flags that say how programs run; other commands that run programs take them too. */
export const RUN_FLAGS = [
  ...LIMIT_NAMES.map((name) => ({
    name,
    takes: LIMITS[name].unit,
    help: `${LIMITS[name].help}, at the most (${LIMITS[name].default})`,
  })),
  {
    name: 'sandbox',
    help: 'run every program under bubblewrap: no network, a read-only system, its own processes, and none of your files in sight',
  },
  {name: 'show', takes: 'PATH', many: true, help: 'show this too in the sandbox, read-only'},
  {name: 'compile', takes: 'CMD', help: "compile with this shell command: 'cc -o {program} {source}'"},
  {name: 'file', takes: 'NAME', help: 'which file of a folder is the program'},
] as const;

/** For commands that compare output. */
export const TOLERATE_FLAG = {
  name: 'tolerate',
  takes: 'NAME',
  many: true,
  help: `let this pass: ${TOLERANCE_NAMES.join(', ')}`,
} as const;

/** @throws Error on a system where programs cannot be watched: commands that run some ask this first */
export function requireLinux({name}: Command): void {
  if (process.platform === 'linux') return;
  throw new Error(
    `${name} works on Linux only, where /proc shows what programs do; this system is ${process.platform}`,
  );
}

/**
 * Gives a runner to `use`, and closes it whatever happens.
 *
 * @param hide folders that no program in a sandbox may see
 * @throws Error if there shall be a sandbox, and none can be made
 */
export async function withRunner<T>(
  given: Given,
  lanes: number,
  hide: readonly string[],
  use: (runner: Runner) => Promise<T>,
): Promise<T> {
  const runner = new Runner({lanes, sandbox: sandboxFrom(given, hide)});
  try {
    if (given.has('sandbox')) await checkSandbox(runner);
    return await use(runner);
  } finally {
    runner.close();
  }
}

export function limitsFrom(given: Given): Partial<Limits> {
  const limits: Partial<Record<keyof Limits, number>> = {};
  for (const name of LIMIT_NAMES) {
    const text = given.text(name);
    if (text === null) continue;
    const value = Number(text);
    if (!/^[\d.]+$/.test(text) || !isLimit(name, value)) {
      const what = LIMITS[name].fraction ? 'a number' : 'a whole number';
      throw new UsageError(`--${name} takes ${what} over 0, not ${JSON.stringify(text)}`);
    }
    limits[name] = value;
  }
  return limits;
}

export function targetOptionsFrom(given: Given): {compile: string | null; file: string | null} {
  const compile = given.text('compile');
  if (compile !== null && !(compile.includes('{source}') && compile.includes('{program}'))) {
    throw new UsageError(
      `--compile takes a command with {source} and {program}, not ${JSON.stringify(compile)}`,
    );
  }
  return {compile, file: given.text('file')};
}

export function tolerancesFrom(given: Given): Tolerance[] {
  try {
    return given.texts('tolerate').map(parseTolerance);
  } catch (error) {
    throw new UsageError(`--tolerate: ${error instanceof Error ? error.message : error}`);
  }
}

function sandboxFrom(given: Given, hide: readonly string[]): SandboxOptions | null {
  const show = given.texts('show').map((path) => resolve(path));
  for (const path of show) if (!existsSync(path)) throw new UsageError(`--show: there is no ${path}`);
  if (given.has('sandbox')) return {show, hide: hide.map((path) => realpathSync(path))};
  if (show.length > 0) throw new UsageError('--show says what the sandbox shows: it needs --sandbox');
  return null;
}

/** A program that is killed must be seen to be killed: then all that the sandbox stands on works. */
async function checkSandbox(runner: Runner): Promise<void> {
  const command = ['sh', '-c', 'kill -KILL $$'];
  const seen = await runner.observe({command, input: Buffer.alloc(0), limits: DEFAULT_LIMITS});
  if (!('could' in seen) && 'signalled' in seen.end && seen.end.signalled === 'SIGKILL') return;
  const why = 'could' in seen ? seen.reason : `a killed program was seen to have ${JSON.stringify(seen.end)}`;
  const hint = why.includes('ENOENT') ? ' (it needs bubblewrap: apt-get install bubblewrap)' : '';
  throw new Error(`the sandbox could not be made: ${why}${hint}`);
}
