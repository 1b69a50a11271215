/*
 * Programs as the runner sees them, with no marker around it: lines of shell, in the sandbox or without it. All of it
 * runs in the test's own process.
 */
import * as assert from 'uvu/assert';
import type {Job, Observation} from '../../src/running/job.js';
import {DEFAULT_LIMITS, type Limits} from '../../src/running/limits.js';
import {Runner} from '../../src/running/runner.js';
import type {SandboxOptions} from '../../src/running/sandbox.js';

/** What keeps a program to itself. */
export const MODES = ['sandbox', 'process group'] as const;
export type Mode = (typeof MODES)[number];

/** The tools that a mode needs. */
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
}

interface More extends Pick<Job, 'environment' | 'files' | 'isHidden' | 'kept' | 'wanted'> {
  readonly limits?: Partial<Limits>;
  /** The program's owner; the default is the same for all. */
  readonly owner?: string;
  readonly input?: string;
}

export interface WatchOptions extends Partial<SandboxOptions> {
  readonly lanes?: number;
}

/** Far from what a test takes on a loaded machine. A test about time sets its own. */
const WIDE: Limits = {...DEFAULT_LIMITS, wall: 60, cpu: 60};

/** Gives `use` a runner of its own, of which nothing may be left afterwards. */
export async function watching<T>(
  mode: Mode,
  use: (watched: Watched) => Promise<T>,
  {lanes = 1, show = [], hide = []}: WatchOptions = {},
): Promise<T> {
  const runner = new Runner({lanes, sandbox: mode === 'sandbox' ? {show, hide} : null});
  try {
    return await use({
      runner,
      sees: async (program, {limits = {}, owner = 'Ada', input = '', ...more} = {}) => {
        const seen = await runner.observe({
          command: typeof program === 'string' ? ['sh', '-c', program] : program,
          owner,
          input: Buffer.from(input),
          limits: {...WIDE, ...limits},
          ...more,
        });
        if ('could' in seen) throw new Error(`could ${seen.could}: ${seen.reason}`);
        const {end, stdout, stderr, ...rest} = seen;
        return {
          ...rest,
          end: 'exited' in end ? end.exited : end.signalled,
          stdout: stdout.toString(),
          stderr: stderr.toString(),
        };
      },
    });
  } finally {
    assert.ok(runner.close(), 'its folder is gone');
  }
}
