/*
 * The door to programs: runs one in a lane, enforces its limits, and kills whatever it leaves behind.
 */
import {randomBytes} from 'node:crypto';
import {mkdtempSync, realpathSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {Capture} from './capture.js';
import {Lane, removeTree} from './lane.js';
import type {Limits} from './limits.js';
import type {End, NoObservation, Observation} from './observation.js';
import {type Family, ProcessWatch} from './processes.js';
import {
  GRACE,
  LEFT_PROCESSES,
  SANDBOX_PROCESSES,
  SANDBOX_SCRIPT,
  Sandbox,
  type SandboxOptions,
  STARTED,
  type Word,
} from './sandbox.js';
import {endInSandbox, environment, type Start, type Started, startExactly, startQuickly} from './start.js';

export interface Job {
  readonly command: readonly Word[];
  /** Whose program it is. A program never finds what another owner's program left. */
  readonly owner?: unknown;
  /** Bytes for standard input. */
  readonly input: Buffer;
  readonly limits: Limits;
  /** A folder to work in, which is kept. The default is an empty one, which is emptied afterwards. */
  readonly scratch?: string;
}

export interface RunnerOptions {
  readonly lanes: number;
  /** null: programs run with the marker's own rights. */
  readonly sandbox: SandboxOptions | null;
}

/** How often to look at running programs, in milliseconds. Short runs are over before the first look. */
const LOOK_EVERY = 20;

/** Node treats a longer timeout as 1 ms. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** How long killed processes may take to disappear, in milliseconds, before it is our own failure. */
const KILL_PATIENCE = 5000;

/** The exit statuses of a shell that cannot start a command. */
const SHELL_FAILURES: readonly number[] = [126, 127];

/** How a program ends if the marker kills it. */
const KILLED: End = {signalled: 'SIGKILL'};

export class Runner {
  /** The marker's own folder; `close` removes it. */
  readonly folder: string;
  private readonly sandbox: Sandbox | null;
  private readonly watch = new ProcessWatch();
  private readonly lanes: Lane[] = [];
  private readonly free: Lane[] = [];
  private readonly waiting: ((lane: Lane) => void)[] = [];
  private readonly running = new Map<Family, Capture>();
  private readonly name = `fivedice-${randomBytes(8).toString('hex')}`;
  private count = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor({lanes, sandbox}: RunnerOptions) {
    this.folder = mkdtempSync(join(realpathSync(tmpdir()), 'fivedice-'));
    try {
      this.sandbox = sandbox === null ? null : new Sandbox(this.folder, sandbox);
      while (this.lanes.length < lanes) this.lanes.push(new Lane(this.folder, this.name, environment));
    } catch (error) {
      this.close();
      throw error;
    }
    this.free.push(...this.lanes);
  }

  /** Runs a program to its end, as soon as a lane is free. */
  async observe(job: Job): Promise<Observation | NoObservation> {
    const lane = this.free.pop() ?? (await new Promise<Lane>((resolve) => this.waiting.push(resolve)));
    try {
      const quick = this.sandbox === null && job.scratch === undefined;
      const seen = quick ? await this.runIn(lane, job, startQuickly) : null;
      return (
        seen ??
        (await this.runIn(lane, job, startExactly)) ?? {could: 'not-check', reason: 'nobody saw how it ended'}
      );
    } catch (error) {
      return {could: 'not-check', reason: error instanceof Error ? error.message : String(error)};
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free.push(lane);
      else next(lane);
    }
  }

  /**
   * Kills everything that is still running and removes every file. Never throws, so that no marks are lost.
   *
   * @returns whether the folder is gone
   */
  close(): boolean {
    this.rest();
    const until = performance.now() + KILL_PATIENCE;
    for (const family of this.running.keys()) {
      // A killed process stays a zombie until this returns; that does not count as running.
      do this.watch.kill(family);
      while (this.watch.isRunning(family) && performance.now() < until);
    }
    for (const lane of this.lanes) lane.close();
    return removeTree(this.folder);
  }

  /** @returns null if this way of starting the program cannot tell how it ended */
  private async runIn(
    lane: Lane,
    job: Job,
    start: (start: Start) => Started,
  ): Promise<Observation | NoObservation | null> {
    if (lane.owner !== null && lane.owner !== job.owner) lane.renew();
    lane.owner = job.owner ?? null;
    this.count += 1;
    const token = `${this.name}-${this.count}`;
    const secret = randomBytes(16).toString('hex');
    const capture = new Capture(job.limits);
    let family: Family | null = null;
    let clock: NodeJS.Timeout | undefined;
    let suspect = true;
    try {
      lane.begin(job.input, (channel, chunk) => capture.collect(channel, chunk));
      const began = performance.now();
      const {command, scratch = null} = job;
      const {leader, isMember, ended} = start({
        lane,
        capture,
        command,
        scratch,
        token,
        secret,
        sandbox: this.sandbox,
      });
      if (leader !== null) {
        family = this.observeFamily(
          capture,
          this.watch.watch(token, leader, isMember, scratch ?? lane.scratch),
        );
        clock = setTimeout(() => capture.pass('wall'), Math.min(job.limits.wall * 1000, LONGEST_TIMEOUT));
      }
      const end = await ended;
      const seconds = (performance.now() - began) / 1000;
      clearTimeout(clock);
      const left = family !== null && (await this.sweep(family, capture.passed === null));
      lane.drain();
      suspect = left || capture.passed !== null || end === null;
      return this.observed(capture, end, seconds, left);
    } finally {
      clearTimeout(clock);
      if (family !== null) {
        this.running.delete(family);
        this.watch.forget(family);
      }
      if (this.running.size === 0) this.rest();
      lane.finish(suspect);
    }
  }

  private observeFamily(capture: Capture, family: Family): Family {
    capture.onPassed(() => this.watch.kill(family));
    this.running.set(family, capture);
    this.timer ??= setInterval(() => this.look(), LOOK_EVERY);
    return family;
  }

  /** Enforces the limits of all running programs. */
  private look(): void {
    for (const [family, capture] of this.running) {
      const {cpu, memory, processes} = this.watch.usage(family);
      const [mostMemory, own] = [
        capture.limits.memory * 1024 ** 2,
        this.sandbox === null ? 0 : SANDBOX_PROCESSES,
      ];
      if (capture.passed !== null) this.watch.kill(family);
      else if (cpu > capture.limits.cpu) capture.pass('cpu');
      // Memory that processes share was counted for each of them, so look again, which takes longer.
      else if (memory > mostMemory && this.watch.sharedMemory(family) > mostMemory) capture.pass('memory');
      else if (processes > capture.limits.processes + own) capture.pass('processes');
    }
  }

  private rest(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  /**
   * Kills what a program left running.
   *
   * @param grace whether to give it a moment first, as the last command of a shell's pipeline may need
   * @returns whether anything had to be killed
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
    throw new Error('some processes of the program could not be killed');
  }

  private observed(
    capture: Capture,
    end: End | null,
    seconds: number,
    left: boolean,
  ): Observation | NoObservation | null {
    const {passed} = capture;
    const words = capture.text('words').trim();
    const isSandboxed = this.sandbox !== null;
    // If the shell in the sandbox has not spoken yet, these are the words of bubblewrap.
    if (isSandboxed && passed === null && !words.startsWith(STARTED)) {
      return {could: 'not-check', reason: words === '' ? 'the sandbox did not start' : words};
    }
    const complaint = complaintIn(capture.text('stderr'), isSandboxed ? SANDBOX_SCRIPT : this.name);
    if (complaint !== null && end !== null && 'exited' in end && SHELL_FAILURES.includes(end.exited)) {
      return {could: 'not-run', reason: complaint};
    }
    const said = words.replace(STARTED, '').replace(LEFT_PROCESSES, '');
    const seen = isSandboxed && end !== null && 'exited' in end ? endInSandbox(end.exited, said) : end;
    const known = passed === null ? seen : KILLED;
    if (known === null) return null;
    return {
      end: known,
      stdout: capture.bytes('stdout'),
      stderr: capture.bytes('stderr'),
      passed,
      leftProcesses: passed === null && (left || words.endsWith(LEFT_PROCESSES)),
      seconds,
    };
  }
}

/** Why a shell could not start a command. After its name, the shell prints a line number and a builtin. */
function complaintIn(stderr: string, shell: string): string | null {
  if (!stderr.startsWith(`${shell}: `)) return null;
  return stderr
    .slice(shell.length + 2)
    .trim()
    .replace(/^(?:line )?\d+: (?:exec: )?/, '');
}
