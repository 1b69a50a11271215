/* What the commands that run programs share: their flags, and a runner. */
import {isLimit} from './fixtures.js';
import {type Given, UsageError} from './flags.js';
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

/**
 * Gives a runner to `use`, and closes it whatever happens.
 *
 * @throws Error if there shall be a sandbox, and none can be made
 */
export async function withRunner<T>(
  given: Given,
  lanes: number,
  use: (runner: Runner) => Promise<T>,
): Promise<T> {
  const runner = new Runner({lanes, sandbox: sandboxFrom(given)});
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

function sandboxFrom(given: Given): SandboxOptions | null {
  if (given.has('sandbox')) return {show: given.texts('show')};
  if (given.has('show')) throw new UsageError('--show says what the sandbox shows: it needs --sandbox');
  return null;
}

async function checkSandbox(runner: Runner): Promise<void> {
  const seen = await runner.observe({command: ['true'], input: Buffer.alloc(0), limits: DEFAULT_LIMITS});
  if (!('could' in seen) && 'exited' in seen.end && seen.end.exited === 0) return;
  const why = 'could' in seen ? seen.reason : 'a program in it did not end well';
  throw new Error(`the sandbox could not be made: ${why} (it needs bubblewrap: apt-get install bubblewrap)`);
}
