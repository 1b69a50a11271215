/* Programs as the runner sees them, without a marker, in the test's own process: in the sandbox or without it. */
import * as assert from 'uvu/assert';
import type {Job, Observation} from '../../src/running/job.js';
import {DEFAULT_LIMITS, type Limits} from '../../src/running/limits.js';
import {Runner} from '../../src/running/runner.js';
import type {SandboxOptions} from '../../src/running/sandbox.js';
import {suiteWith, type Test} from './suite.js';

export const MODES = ['sandbox', 'process group'] as const;
type Mode = (typeof MODES)[number];

export const toolsOf = (mode: Mode): readonly 'bubblewrap'[] => (mode === 'sandbox' ? ['bubblewrap'] : []);

/** Output as text; `end` is an exit status or the name of a signal. */
export interface Seen extends Pick<Observation, 'exceeded' | 'leftProcesses' | 'seconds' | 'written'> {
  readonly stdout: string;
  readonly stderr: string;
  readonly end: number | string;
}

export interface Watched {
  readonly runner: Runner;
  /** Runs a line of shell, or the words of a command. Fails if it could not be run. */
  readonly sees: (program: string | Job['command'], more?: More) => Promise<Seen>;
}

interface More extends Pick<Job, 'environment' | 'files' | 'isFresh' | 'isHidden' | 'isMerged' | 'wanted'> {
  readonly limits?: Partial<Limits>;
  readonly owner?: string;
  readonly input?: string;
}

interface WatchOptions extends Partial<SandboxOptions> {
  readonly lanes?: number;
}

/** Limits that no program reaches on a loaded machine. Tests about time set their own. */
const WIDE: Limits = {...DEFAULT_LIMITS, wall: 60, cpu: 60};

/** Gives `use` a runner of its own, whose folder must be gone afterwards. */
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

const suiteWatching = (mode: Mode) =>
  suiteWith<Watched>((use) => watching(mode, async (watched) => use(watched))).needs(...toolsOf(mode));

/** Suites whose tests each have a runner of their own, with the sandbox. */
export const suiteInSandbox = suiteWatching('sandbox');

/** Suites whose tests each have a runner of their own, without the sandbox. */
export const suiteInProcessGroup = suiteWatching('process group');

/** Declares a suite twice: with the sandbox, and without it. */
export function suiteInModes(name: string, define: (test: Test<Watched>, mode: Mode) => void): void {
  for (const mode of MODES) suiteWatching(mode)(`${name}, ${mode}`, (test) => define(test, mode));
}
