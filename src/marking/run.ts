/*
 * The door to the programs: starts one, feeds it, collects what it prints, holds it to its limits, and ends
 * whatever it leaves behind.
 *
 * There are two ways to start a program. The quick one is through the lane's shell. The exact one is from Node
 * itself, which tells a signal from an exit status without fail; it is taken in the sandbox, and once more for the
 * rare case of which the shell could not be sure. `node:child_process` does it: `execa` costs 0.9 ms more each.
 */
import {spawn} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {closeSync, mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {constants as osConstants, tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {type Channel, Lane} from './lane.js';
import type {Limit, Limits} from './limits.js';
import type {End, NoObservation, Observation} from './observation.js';
import {type Family, ProcessWatch, TOKEN_NAME} from './processes.js';
import {
  GRACE,
  LEFT_PROCESSES,
  plainCommand,
  SANDBOX_PROCESSES,
  type SandboxOptions,
  sandboxedCommand,
  scratchFor,
  shellLine,
  type Word,
} from './sandbox.js';

export interface Job {
  readonly command: readonly Word[];
  /** Bytes for standard input. */
  readonly input: Buffer;
  readonly limits: Limits;
  /** An own folder to work in, which is kept; otherwise an empty one, which is emptied afterwards. */
  readonly scratch?: string;
}

export interface RunnerOptions {
  readonly lanes: number;
  /** null: programs run as the marker itself does. */
  readonly sandbox: SandboxOptions | null;
}

/** How often running programs are looked at, in milliseconds. Short runs are over before. */
const LOOK_EVERY = 20;

/** Node takes a longer one for 1 ms. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** How long killed processes may take to be gone, in milliseconds, before that is our own failure. */
const KILL_PATIENCE = 5000;

/** What a shell exits with when it cannot start a command. */
const SHELL_FAILURES: readonly number[] = [126, 127];

/** Signals for which a shell has no words, so that it cannot be told from the exit status 128 + n. */
const SILENT_SIGNALS: readonly string[] = ['SIGINT', 'SIGPIPE'];

/** How a program ends that the marker ended. */
const KILLED: End = {signalled: 'SIGKILL'};

/** The signals by which people and systems end a marker. */
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export class Runner {
  /** Of the marker's own, gone when it closes. */
  readonly folder: string;
  private readonly sandbox: SandboxOptions | null;
  private readonly watch = new ProcessWatch();
  private readonly lanes: readonly Lane[];
  private readonly free: Lane[];
  private readonly waiting: ((lane: Lane) => void)[] = [];
  private readonly running = new Map<Family, Run>();
  private readonly name = `fivedice-${randomBytes(8).toString('hex')}`;
  private count = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor({lanes, sandbox}: RunnerOptions) {
    this.folder = mkdtempSync(join(realpathSync(tmpdir()), 'fivedice-'));
    this.sandbox = sandbox;
    this.lanes = Array.from(
      {length: lanes},
      (_, index) => new Lane(join(this.folder, `lane-${index}`), this.name, environment),
    );
    this.free = [...this.lanes];
    for (const signal of ENDING_SIGNALS) process.on(signal, this.interrupted);
  }

  /** Runs a program to its end, as soon as a lane is free. */
  async observe(job: Job): Promise<Observation | NoObservation> {
    const lane = this.free.pop() ?? (await new Promise<Lane>((resolve) => this.waiting.push(resolve)));
    try {
      const quick = this.sandbox === null && job.scratch === undefined;
      const seen = quick ? await this.runIn(lane, job, QUICK) : null;
      return (
        seen ?? (await this.runIn(lane, job, EXACT)) ?? {could: 'not-check', reason: 'its end was not seen'}
      );
    } catch (error) {
      return {could: 'not-check', reason: error instanceof Error ? error.message : String(error)};
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free.push(lane);
      else next(lane);
    }
  }

  /** Ends everything that still runs, and leaves no file behind. */
  close(): void {
    for (const signal of ENDING_SIGNALS) process.off(signal, this.interrupted);
    this.rest();
    const until = performance.now() + KILL_PATIENCE;
    for (const family of this.running.keys()) {
      // What was killed stays as a zombie until this returns: that is not running.
      do this.watch.kill(family);
      while (this.watch.isRunning(family) && performance.now() < until);
    }
    for (const lane of this.lanes) lane.close();
    rmSync(this.folder, {recursive: true, force: true});
  }

  private readonly interrupted = (signal: NodeJS.Signals): void => {
    this.close();
    process.exit(128 + osConstants.signals[signal]);
  };

  /** @returns null if the way of starting it does not allow to say how it ended */
  private async runIn(lane: Lane, job: Job, way: Way): Promise<Observation | NoObservation | null> {
    this.count += 1;
    const token = `${this.name}-${this.count}`;
    const scratch = job.scratch ?? lane.scratch;
    const run = new Run(job.limits, this.sandbox === null ? 0 : SANDBOX_PROCESSES);
    let suspect = true;
    lane.begin(job.input, (channel, chunk) => run.collect(channel, chunk));
    const started = performance.now();
    const clock = setTimeout(() => run.stop('wall'), Math.min(job.limits.wall * 1000, LONGEST_TIMEOUT));
    const start = {command: job.command, limits: job.limits, scratch, token, name: this.name};
    const {leader, ended, isMember} = way({lane, run, start, sandbox: this.sandbox});
    const family = this.watch.watch(token, leader, isMember, scratch);
    run.stop = (limit) => {
      run.passed ??= limit;
      this.watch.kill(family);
    };
    this.running.set(family, run);
    this.timer ??= setInterval(() => this.look(), LOOK_EVERY);
    try {
      const end = await ended;
      const seconds = (performance.now() - started) / 1000;
      clearTimeout(clock);
      const left = await this.sweep(family, run.passed === null);
      lane.drain();
      suspect = left || run.passed !== null || end === null;
      return observed(run, {end, seconds, left, name: this.name, sandboxed: this.sandbox !== null});
    } finally {
      clearTimeout(clock);
      this.running.delete(family);
      this.watch.forget(family);
      if (this.running.size === 0) this.rest();
      lane.finish(suspect);
    }
  }

  /** Holds all running programs to their limits. */
  private look(): void {
    for (const [family, run] of this.running) {
      const {cpu, memory, processes} = this.watch.usage(family);
      if (cpu > run.limits.cpu) run.stop('cpu');
      else if (memory > run.limits.memory * 1024 ** 2) run.stop('memory');
      else if (processes > run.limits.processes + run.ownProcesses) run.stop('processes');
      else if (run.passed !== null) this.watch.kill(family);
    }
  }

  private rest(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  /**
   * Ends what a program left running.
   *
   * @param grace whether that may first go on for a moment, as the end of a shell's pipeline does
   * @returns whether anything was still running then
   */
  private async sweep(family: Family, grace: boolean): Promise<boolean> {
    if (!this.watch.isRunning(family)) return false;
    if (grace) {
      for (const until = performance.now() + GRACE; performance.now() < until; ) {
        await sleep(2);
        if (!this.watch.isRunning(family)) return false;
      }
    }
    for (const until = performance.now() + KILL_PATIENCE; performance.now() < until; await sleep(1)) {
      this.watch.kill(family);
      if (!this.watch.isRunning(family)) return true;
    }
    throw new Error('processes of the program could not be ended');
  }
}

/** What is collected while a program runs. */
class Run {
  readonly chunks: Readonly<Record<Channel, Buffer[]>> = {stdout: [], stderr: [], words: []};
  readonly limits: Limits;
  /** Those of the sandbox, which do not count. */
  readonly ownProcesses: number;
  passed: Limit | null = null;
  stop: (limit: Limit) => void = (limit) => {
    this.passed ??= limit;
  };
  /** Called when the shell has said something. */
  heard: () => void = () => {};
  private bytes = 0;

  constructor(limits: Limits, ownProcesses: number) {
    this.limits = limits;
    this.ownProcesses = ownProcesses;
  }

  collect(channel: Channel, chunk: Buffer): void {
    this.bytes += chunk.length;
    if (channel !== 'words' && this.bytes > this.limits.output * 1024) this.stop('output');
    else this.chunks[channel].push(Buffer.from(chunk));
    if (channel === 'words') this.heard();
  }

  text(channel: Channel): string {
    return Buffer.concat(this.chunks[channel]).toString('latin1');
  }
}

interface Starting {
  readonly lane: Lane;
  readonly run: Run;
  readonly start: Parameters<typeof shellLine>[0];
  readonly sandbox: SandboxOptions | null;
}

/** A way of starting a program. */
type Way = (starting: Starting) => {
  /** The first process of its process group, and whether that belongs to the program. */
  readonly leader: number;
  readonly isMember: boolean;
  /** null: it was not seen. */
  readonly ended: Promise<End | null>;
};

/** Through the lane's shell, which says with its last line how the program ended. */
const QUICK: Way = ({lane, run, start}) => {
  let resolve: (end: End | null) => void = () => {};
  const ended = new Promise<End | null>((settle) => {
    resolve = settle;
  });
  run.heard = () => {
    const [words = '', status] = run.text('words').split(`${start.token} `);
    if (status?.endsWith('\n')) resolve(endFromShell(Number(status), words));
  };
  const leader = lane.tell(shellLine(start, lane.inputFile), () => resolve(null));
  return {leader, isMember: false, ended};
};

/** From Node. */
const EXACT: Way = ({lane, start, sandbox}) => {
  const {stdin, stdout, stderr, words} = lane.descriptors();
  const [file = '', ...args] = sandbox === null ? plainCommand(start) : sandboxedCommand(start, sandbox);
  const child = spawn(file, args, {
    cwd: start.scratch,
    detached: true,
    env: {...environment(scratchFor(start.scratch, sandbox !== null)), [TOKEN_NAME]: start.token},
    stdio: [stdin, stdout, words, stderr],
  });
  for (const fd of [stdin, stdout, stderr, words]) closeSync(fd);
  return {
    leader: child.pid ?? 0,
    isMember: true,
    ended: new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code, signal) =>
        resolve(signal === null ? {exited: code ?? 0} : {signalled: signal}),
      );
    }),
  };
};

/** A program's environment: what it needs to find its tools, and nothing of the marker's own. */
function environment(scratch: string): NodeJS.ProcessEnv {
  const {PATH: path = '/usr/local/bin:/usr/bin:/bin'} = process.env;
  return {PATH: path, HOME: scratch, TMPDIR: scratch, LANG: 'C.UTF-8'};
}

interface Ended {
  readonly end: End | null;
  readonly seconds: number;
  readonly left: boolean;
  readonly name: string;
  readonly sandboxed: boolean;
}

function observed(
  run: Run,
  {end, seconds, left, name, sandboxed}: Ended,
): Observation | NoObservation | null {
  const {passed} = run;
  const words = run.text('words').trim();
  const said = run.text('stderr').trim();
  if (passed === null && words.startsWith('bwrap: ')) return {could: 'not-check', reason: words};
  if (
    end !== null &&
    'exited' in end &&
    SHELL_FAILURES.includes(end.exited) &&
    said.startsWith(`${name}: `)
  ) {
    // After its own name, the shell says the line and the builtin.
    return {could: 'not-run', reason: said.slice(name.length + 2).replace(/^(?:line )?\d+: (?:exec: )?/, '')};
  }
  const known = sandboxed
    ? endInSandbox(end, words.replace(LEFT_PROCESSES, ''))
    : (end ?? (passed && KILLED));
  return (
    known && {
      end: known,
      stdout: Buffer.concat(run.chunks.stdout),
      stderr: Buffer.concat(run.chunks.stderr),
      passed,
      leftProcesses: passed === null && (left || words.endsWith(LEFT_PROCESSES)),
      seconds,
    }
  );
}

/** There the shell is all there is to ask; exit statuses 130 and 141 are rarer than the two silent signals. */
function endInSandbox(end: End | null, words: string): End | null {
  if (end === null || 'signalled' in end) return end;
  return endFromShell(end.exited, words) ?? endFromShell(end.exited, 'a silent signal');
}

/**
 * Of 128 + n, which can be an exit status or a signal, a shell has words for a signal only.
 *
 * @returns null if it cannot be known: there are signals without words
 */
function endFromShell(status: number, words: string): End | null {
  const signal = Object.entries(osConstants.signals).find((entry) => entry[1] === status - 128)?.[0];
  if (signal === undefined) return {exited: status};
  if (words.trim() !== '') return {signalled: signal};
  return SILENT_SIGNALS.includes(signal) ? null : {exited: status};
}
