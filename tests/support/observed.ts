/*
 * Programs as the runner sees them, with no marker around it: lines of shell, in the sandbox or without it. All of it
 * runs in the test's own process.
 */
import * as assert from 'uvu/assert';
import {CONTAINMENTS, type Containment} from '../../src/running/containment.js';
import {DEFAULT_LIMITS, type Limits} from '../../src/running/limits.js';
import type {Observation} from '../../src/running/meaning.js';
import {type Job, Runner, type RunnerOptions} from '../../src/running/runner.js';
import type {SandboxOptions} from '../../src/running/sandbox.js';

/** What keeps a program to itself; the last is what a system gets that allows no namespaces. */
export const MODES = CONTAINMENTS;
export type Mode = Containment;

/** What a mode needs. */
export const toolsOf = (mode: Mode): readonly 'bubblewrap'[] => (mode === 'sandbox' ? ['bubblewrap'] : []);

/** Output as text; `end` is an exit status or the name of a signal. */
export interface Seen extends Pick<Observation, 'exceeded' | 'leftProcesses' | 'seconds' | 'written'> {
  readonly stdout: string;
  readonly stderr: string;
  readonly end: number | string;
}

export interface Watched {
  readonly runner: Runner;
  /** Runs a program: a line of shell, or the words of a command. Fails if nothing can be said about it. */
  readonly sees: (program: string | Job['command'], more?: More) => Promise<Seen>;
  /** The same of a program that cannot be judged: why not. */
  readonly cannotSee: (program: string | Job['command'], more?: More) => Promise<string>;
}

interface More extends Pick<Job, 'environment' | 'files' | 'wanted' | 'kept'> {
  readonly limits?: Partial<Limits>;
  /** Whose program it is; all belong to the same if nothing is said. */
  readonly owner?: string;
  readonly input?: string;
}

export interface WatchOptions extends Partial<SandboxOptions> {
  readonly lanes?: number;
}

/** Far from what a test takes on a loaded machine. A test about time sets its own. */
const WIDE: Limits = {...DEFAULT_LIMITS, wall: 60, cpu: 60};

/** The options of a runner in a mode. */
export function optionsOf(
  mode: string,
  sandbox: SandboxOptions,
): Pick<RunnerOptions, 'sandbox' | 'namespaces'> {
  return {sandbox: mode === 'sandbox' ? sandbox : null, namespaces: mode !== 'process-groups'};
}

/** Gives `use` a runner of its own, of which nothing may be left afterwards. */
export async function watching<T>(
  mode: Mode,
  use: (watched: Watched) => Promise<T>,
  {lanes = 1, show = [], hide = []}: WatchOptions = {},
): Promise<T> {
  const runner = new Runner({lanes, ...optionsOf(mode, {show, hide})});
  const observe = (
    program: string | Job['command'],
    {limits = {}, owner = 'Ada', input = '', ...more}: More = {},
  ): ReturnType<Runner['observe']> =>
    runner.observe({
      command: typeof program === 'string' ? ['sh', '-c', program] : program,
      owner,
      input: Buffer.from(input),
      limits: {...WIDE, ...limits},
      ...more,
    });
  try {
    await runner.start();
    assert.is(runner.containment, mode);
    if (mode === 'sandbox') assert.is(await runner.checkSandbox(), null);
    return await use({
      runner,
      sees: async (program, more) => {
        const seen = await observe(program, more);
        if ('could' in seen) throw new Error(`could ${seen.could}: ${seen.reason}`);
        const {end, stdout, stderr, ...rest} = seen;
        return {
          ...rest,
          end: 'exited' in end ? end.exited : end.signalled,
          stdout: stdout.toString(),
          stderr: stderr.toString(),
        };
      },
      cannotSee: async (program, more) => {
        const seen = await observe(program, more);
        if ('could' in seen) return seen.reason;
        throw new Error(`it ended: ${JSON.stringify(seen.end)}`);
      },
    });
  } finally {
    assert.ok(runner.close(), 'its folder is gone');
  }
}
