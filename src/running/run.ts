/* One run of a program in a lane: prepare, start, clear, read. */
import {randomUUID} from 'node:crypto';
import {statfsSync} from 'node:fs';
import {setTimeout as sleep, setImmediate as soon} from 'node:timers/promises';
import {ifAllowed} from '../system/file-errors.js';
import type {Job} from './job.js';
import type {Lane, LaneContext, Shell} from './lane.js';
import {placesOf} from './sandbox.js';
import {asProgramUser} from './shell.js';
import {lineOf, statusIn} from './shell-line.js';
import {WatchedRun} from './watch.js';
import {type WrittenFile, writtenFile} from './work-files.js';

export interface FinishedRun {
  readonly status: number | null;
  readonly watched: WatchedRun;
  /** True if processes were left and killed. */
  readonly left: boolean;
  readonly isDiskFull: boolean;
  readonly seconds: number;
  readonly written: readonly WrittenFile[];
}

/** Node treats a longer timeout as 1 ms. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** Max polls for forgotten children to end, and milliseconds between two. A stalled host would shorten a time limit. */
const GRACE_POLLS = 100;
const GRACE_WAIT = 2;

/** Max polls, a millisecond apart, for killed processes to disappear. */
const KILL_POLLS = 5000;

/** Min bytes free on the disk; with less, a program may fail through no fault of its own. */
const LEAST_FREE = 1024 ** 2;

const MIB = 1024 ** 2;
const PAGE = 4096;

/** @throws Error if the lane fails, or the system */
export async function runIn(lane: Lane, job: Job, context: LaneContext): Promise<FinishedRun> {
  const {input, limits, files = [], isFresh = false} = job;
  let isSuspect = true;
  let clock: NodeJS.Timeout | undefined;
  // Unguessable, so that no process can pose as another program's.
  const token = `${context.name}-${randomUUID()}`;
  try {
    if (isFresh) lane.leave();
    const shell = await enter(lane, job, context);
    const run = new WatchedRun(shell, limits, token);
    lane.running = run;
    shell.begin(input, files, (stream, chunk) => run.collect(stream, chunk));
    const began = performance.now();
    clock = setTimeout(() => run.exceed('wall'), Math.min(limits.wall * 1000, LONGEST_TIMEOUT));
    const status = await start(shell, job, token, context);
    const seconds = (performance.now() - began) / 1000;
    clearTimeout(clock);
    const left = await killRemaining(shell, run);
    shell.drain();
    run.end(status);
    const {written, isDiskFull} = read(shell, job);
    isSuspect = isFresh || left || run.exceeded !== null || status === null;
    return {status, watched: run, left, isDiskFull, seconds, written};
  } finally {
    clearTimeout(clock);
    lane.finish(isSuspect);
  }
}

function enter(lane: Lane, job: Job, {sandbox}: LaneContext): Promise<Shell> {
  const {command, limits, owner = null, isHidden = false, toolchain = []} = job;
  // A page more, so that a program can exceed the limit.
  const bytes = limits.disk * MIB + PAGE;
  const key =
    sandbox === null ? '' : JSON.stringify([bytes, isHidden, toolchain, [...placesOf(command).keys()]]);
  const around = (folder: string): readonly string[] =>
    sandbox === null ? [] : asProgramUser(sandbox.around(command, toolchain, folder, bytes), lane.number);
  return lane.enter(owner, key, around);
}

async function start(
  shell: Shell,
  {command, limits, environment = {}, isMerged = false}: Job,
  token: string,
  {sandbox}: LaneContext,
): Promise<number | null> {
  const secret = randomUUID();
  const line = lineOf({
    ...shell.inside,
    words: sandbox?.inside(command) ?? command.map((word) => (typeof word === 'string' ? word : word.file)),
    limits,
    environment,
    isMerged,
    token: sandbox === null ? token : null,
    secret,
  });
  const reply = await shell.ask(line, `${secret} ends `);
  return reply === null ? null : statusIn(reply, secret);
}

/** Waits for the processes that a program left, and kills those that stay. Returns whether any stayed. */
async function killRemaining(shell: Shell, run: WatchedRun): Promise<boolean> {
  for (let polls = 0; ; polls += 1) {
    if (!run.processes.isRunning()) return false;
    if (run.exceeded !== null || polls === GRACE_POLLS) break;
    await (polls === 0 ? soon() : sleep(GRACE_WAIT));
  }
  for (let polls = 0; polls < KILL_POLLS; polls += 1) {
    run.kill();
    // A sandbox ends with its shell.
    if (shell.processes !== null ? shell.leader === 0 : !run.processes.isRunning()) return true;
    await sleep(1);
  }
  throw new Error('some processes of the program could not be killed');
}

function read(
  shell: Shell,
  {limits, wanted = [], mostWritten = limits.output * 1024 + 1}: Job,
): Pick<FinishedRun, 'written' | 'isDiskFull'> {
  const {work} = shell;
  const isDiskFull = shell.bytesInMemory === null && freeOn(work) < LEAST_FREE;
  return {isDiskFull, written: wanted.map((name) => writtenFile(work, name, mostWritten))};
}

function freeOn(folder: string): number {
  const disk = ifAllowed(() => statfsSync(folder));
  return disk === null ? Number.POSITIVE_INFINITY : disk.bavail * disk.bsize;
}
