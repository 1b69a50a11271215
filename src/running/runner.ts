/*
 * The door to programs: runs one in a lane, enforces its limits, and kills whatever it leaves behind.
 */
import {createHash, randomBytes, randomUUID} from 'node:crypto';
import {chmodSync, mkdirSync, mkdtempSync, realpathSync} from 'node:fs';
import {availableParallelism, endianness, tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {setTimeout as sleep, setImmediate as soon} from 'node:timers/promises';
import {Capture} from './capture.js';
import {folderPrefix, foldersOfTheDead, Guardian, removeTree} from './guardian.js';
import {Fifos} from './lanes/fifos.js';
import {Lane} from './lanes/lane.js';
import {type GivenFile, putFiles, type WrittenFile, writtenFile} from './lanes/work-files.js';
import {DEFAULT_LIMITS, type Limit, type Limits} from './limits.js';
import type {End, NoObservation, Observation} from './observation.js';
import {unknownProcessor} from './refused-calls.js';
import {refusalIn, SANDBOX_PROCESSES, Sandbox, type SandboxOptions, startedIn, type Word} from './sandbox.js';
import {endOf, endOnceMore, environment, run, type ShellReport} from './start.js';
import {ControlGroup, ownGroup} from './usage/cgroup.js';
import {bytesIn, freeOn, isNoRoom} from './usage/disk.js';
import {type Family, ProcessWatch} from './usage/processes.js';
import {removeLeft, table} from './usage/shared-memory.js';

export interface Job {
  readonly command: readonly Word[];
  /** Whose program it is. A program never finds what another owner's program left. */
  readonly owner?: unknown;
  /** Bytes for standard input. */
  readonly input: Buffer;
  readonly limits: Limits;
  /** A folder to work in, which is kept. The default is an empty one, which is emptied afterwards. */
  readonly scratch?: string;
  /** Variables of its environment, besides those that every program gets; none that is `RESERVED`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What it finds where it works, in an empty folder that is emptied afterwards; new for each run. */
  readonly files?: readonly GivenFile[];
  /** What to read there at its end: paths below. */
  readonly wanted?: readonly string[];
}

export interface RunnerOptions {
  readonly lanes: number;
  /** null: programs run with the marker's own rights. */
  readonly sandbox: SandboxOptions | null;
}

/** How often to look at running programs, in milliseconds. Short runs are over before the first look. */
const LOOK_EVERY = 20;

/** How often to count what a program has written though the disk has room, in milliseconds: others may make that. */
const COUNT_EVERY = 1000;

/** Node treats a longer timeout as 1 ms. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * How often to look whether a forgotten child still goes on, which may write until then, and how long to wait for the
 * next look, in milliseconds. No clock counts: on a busy machine, or one that stood still, it gets its turns as we do.
 */
const [GRACE_LOOKS, GRACE_WAIT] = [100, 2];

/** How long the first process of a sandbox takes to end after the program, in milliseconds, if it is not busy. */
const SETTLING = 2;

/** How long killed processes may take to disappear, in milliseconds, before it is our own failure. */
const KILL_PATIENCE = 5000;

/** The exit statuses of a shell that cannot start a command. */
const SHELL_FAILURES: readonly number[] = [126, 127];

/** Bytes that must be free on the disk, or else a program may fail because of that. */
const LEAST_FREE = 1024 ** 2;

/** The folder whose folders cannot be listed. */
const UNLISTED = 'programs';

/** Sixteen processes at once. */
const PIPELINE = Array.from({length: 16}, () => ':').join(' | ');

/** The limits that the system itself enforces, by the signal that it sends. */
const LIMIT_SIGNALS: Readonly<Record<string, Limit>> = {SIGXCPU: 'cpu', SIGXFSZ: 'disk'};

/** Such a signal from the system comes at this part of the limit or later: its clock is coarse. */
const NEARLY = 0.85;

/** How a program ends if the marker kills it. */
const KILLED: End = {signalled: 'SIGKILL'};

/** What was seen of one run. */
interface Run {
  readonly report: ShellReport;
  readonly capture: Capture;
  readonly left: boolean;
  /** The disk is full, and not of what the program itself wrote. */
  readonly isDiskFull: boolean;
  /** The limits that it nearly reached, or may have. */
  readonly near: readonly Limit[];
  readonly seconds: number;
  readonly written: readonly WrittenFile[];
}

/** How things were before a run, to tell afterwards what it changed. */
interface Before {
  /** How often the kernel had killed something in the lane for want of memory. */
  readonly memoryKills: number;
  /** Seconds of processor time that the lane's shell had counted. */
  readonly shellSeconds: number;
}

interface Running {
  readonly capture: Capture;
  /** When it began, in milliseconds. */
  readonly began: number;
  /** Bytes that were free on the disk before. */
  readonly freeBefore: number;
  /** Bytes that may lie in its folder: what it was given, and what it may write. */
  readonly most: number;
  /** When they were last counted, in milliseconds. */
  counted: number;
}

export class Runner {
  /** The marker's own folder; `close` removes it. */
  readonly folder: string;
  /** Why every further run would fail, once one failed because the disk is full; null as long as none did. */
  fullDisk: string | null = null;
  private readonly sandbox: Sandbox | null;
  private readonly watch = new ProcessWatch();
  /** The table of shared memory with a key, before any program ran. */
  private readonly keyed = table();
  private readonly lanes: Lane[] = [];
  private readonly free: Lane[] = [];
  private readonly waiting: {readonly owner: unknown; readonly take: (lane: Lane) => void}[] = [];
  private readonly running = new Map<Family, Running>();
  private readonly name = `fivedice-${randomBytes(8).toString('hex')}`;
  /** Makes the names of its folders impossible to guess. */
  private readonly hidden = randomUUID();
  private readonly guardian: Guardian;
  private readonly fifos: Fifos;
  private readonly groups: ControlGroup[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor({lanes, sandbox}: RunnerOptions) {
    const temporary = realpathSync(tmpdir());
    this.folder = mkdtempSync(join(temporary, folderPrefix()));
    this.sandbox =
      sandbox === null
        ? null
        : new Sandbox({...sandbox, hide: [...sandbox.hide, this.folder]}, join(this.folder, 'filter'));
    const parent = ownGroup();
    this.guardian = new Guardian(this.name, this.folder, parent);
    this.fifos = new Fifos(this.folder, lanes);
    try {
      const {folder, name, guardian, fifos} = this;
      const shared = {folder, name, guardian, fifos, environment};
      while (this.lanes.length < lanes) {
        this.lanes.push(new Lane(shared, this.makeGroup(parent, String(this.lanes.length))));
      }
      // Only now, because no group can be made while a process joins one.
      const guarded = this.makeGroup(parent, 'guardian');
      if (guarded !== null) this.guardian.join(guarded);
      for (const dead of foldersOfTheDead(temporary)) this.guardian.remove(dead);
      if (guarded !== null && parent !== null) {
        for (const dead of foldersOfTheDead(parent)) this.guardian.removeGroup(dead);
      }
    } catch (error) {
      this.close();
      throw error;
    }
    this.free.push(...this.lanes);
  }

  /** What the figures for limits come from: control groups of the kernel, or looks at all processes. */
  get accounting(): 'control-groups' | 'looks' {
    return this.lanes.every(({group}) => group !== null) ? 'control-groups' : 'looks';
  }

  /**
   * Whether the sandbox works: if a killed program is reported as killed, everything that it depends on does.
   *
   * @returns why it does not work; null if it does
   */
  async checkSandbox(): Promise<string | null> {
    const unknown = unknownProcessor(process.arch, endianness());
    if (unknown !== null) return unknown;
    const command = ['/bin/sh', '-c', 'kill -KILL $$'];
    const seen = await this.observe({command, input: Buffer.alloc(0), limits: DEFAULT_LIMITS});
    if (!('could' in seen) && 'signalled' in seen.end && seen.end.signalled === 'SIGKILL') return null;
    if (this.sandbox?.layers === true) {
      // Some systems let a program make a sandbox, but none within it.
      this.sandbox.layers = false;
      for (const lane of this.lanes) lane.renew();
      return this.checkSandbox();
    }
    return 'could' in seen
      ? seen.reason
      : `a program that killed itself was reported as ${JSON.stringify(seen.end)}`;
  }

  /** Runs a program to its end, as soon as a lane is free. */
  async observe(job: Job): Promise<Observation | NoObservation> {
    const lane = await this.takeLane(job.owner ?? null);
    try {
      const first = await this.runIn(lane, job, false);
      return this.couldNot(first) ?? (await this.observed(lane, job, first));
    } catch (error) {
      return {could: 'not-check', reason: this.noticed(error)};
    } finally {
      this.giveBack(lane);
    }
  }

  /**
   * Whether the machine lets every lane start as many processes as an ordinary compiler does.
   *
   * @returns what is in the way; null if nothing is
   */
  async checkProcesses(): Promise<string | null> {
    // The kernel lets root have any number.
    if (process.getuid?.() === 0) return null;
    const command = ['/bin/sh', '-c', PIPELINE];
    const input = Buffer.alloc(0);
    const seen = await Promise.all(
      this.lanes.map(() => this.observe({command, input, limits: {...DEFAULT_LIMITS, wall: 60, cpu: 60}})),
    );
    for (const one of seen) {
      if ('could' in one) return one.reason;
      if (!('exited' in one.end) || one.end.exited !== 0) return one.stderr.toString('latin1').trim();
    }
    return null;
  }

  /** Where `makeFolder` makes a folder: no neighbour can guess its name. */
  folderOf(name: string): string {
    const hidden = createHash('sha256').update(`${this.hidden}${name}`).digest('hex').slice(0, 16);
    return join(this.folder, UNLISTED, `${name}-${hidden}`);
  }

  /** Makes a new folder in its own, and returns its path. @throws the system's error */
  makeFolder(name: string): string {
    const folder = this.folderOf(name);
    try {
      // Whoever is in one of these folders cannot list the others.
      mkdirSync(dirname(folder), {recursive: true, mode: 0o300});
      mkdirSync(folder);
    } catch (error) {
      this.noticed(error);
      throw error;
    }
    return folder;
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
    for (const lane of this.lanes) {
      // All at once, so that the guardian finds the groups empty.
      lane.group?.kill();
      lane.close();
    }
    this.fifos.close();
    for (const group of this.groups.splice(0)) group.close();
    this.guardian.dismiss();
    this.openUnlisted();
    return removeTree(this.folder);
  }

  /** What cannot be listed could not be removed either, but by root. */
  private openUnlisted(): void {
    try {
      chmodSync(join(this.folder, UNLISTED), 0o700);
    } catch {
      // Nothing was compiled.
    }
  }

  private makeGroup(parent: string | null, name: string): ControlGroup | null {
    const group = ControlGroup.make(parent, `${basename(this.folder)}-${name}`);
    if (group !== null) this.groups.push(group);
    return group;
  }

  /** A free lane: if possible one in which the owner's programs ran before, else the one that was free longest. */
  private takeLane(owner: unknown): Promise<Lane> {
    const index = Math.max(
      0,
      this.free.findIndex((lane) => lane.owner === owner),
    );
    const [lane] = this.free.splice(index, 1);
    return lane === undefined
      ? new Promise((take) => this.waiting.push({owner, take}))
      : Promise.resolve(lane);
  }

  private giveBack(lane: Lane): void {
    const index = Math.max(
      0,
      this.waiting.findIndex(({owner}) => owner === lane.owner),
    );
    const [next] = this.waiting.splice(index, 1);
    if (next === undefined) this.free.push(lane);
    else next.take(lane);
  }

  private async runIn(lane: Lane, job: Job, exactly: boolean): Promise<Run> {
    const {command, limits, environment = {}, wanted = []} = job;
    const {sandbox} = this;
    // Nobody can guess them, and so pass a process off as another program's.
    const token = `${this.name}-${randomUUID()}`;
    const secret = randomUUID();
    const capture = new Capture(limits);
    let family: Family | null = null;
    let clock: NodeJS.Timeout | undefined;
    let suspect = true;
    try {
      const before = this.prepare(lane, job, capture);
      const scratch = this.keptScratch(lane, job);
      const {leader} = lane;
      if (leader !== null) {
        const {group, others} = lane;
        const watched = {token, leader, scratch: scratch ?? lane.scratch, group, others};
        const given = job.files === undefined ? 0 : bytesIn(watched.scratch);
        family = this.observeFamily(
          capture,
          this.watch.watch({...watched, enclosed: sandbox !== null}),
          given,
        );
      }
      const began = performance.now();
      clock = setTimeout(() => capture.pass('wall'), Math.min(limits.wall * 1000, LONGEST_TIMEOUT));
      const start = {lane, capture, command, scratch, environment};
      const report = await run({...start, token, secret, sandbox, exactly});
      const seconds = (performance.now() - began) / 1000;
      clearTimeout(clock);
      // Nothing gets out of a sandbox, whose first process may hold the pipes for a moment.
      const isHeld = sandbox === null && lane.drain();
      if (isHeld && family !== null) this.watch.adoptWriters(family, lane.outputFiles);
      const after = family === null ? 'gone' : await this.sweep(family, capture.passed === null);
      // Whoever still holds a pipe then shows itself to nobody; it must not hold that of the next case.
      const isHeldStill =
        (isHeld || sandbox !== null || after !== 'gone') && lane.drain() && sandbox === null;
      const left = after === 'killed';
      const near = family === null ? [] : this.lookBack(lane, family, before, report, seconds);
      const isDiskFull = freeOn(this.folder) < LEAST_FREE && bytesIn(scratch ?? lane.scratch) < LEAST_FREE;
      const written = wanted.map((name) =>
        writtenFile(scratch ?? lane.scratch, name, limits.output * 1024 + 1),
      );
      // From within a sandbox, the lane's own folder could be changed only if it was shown.
      const isShown = sandbox !== null && scratch === lane.scratch;
      suspect = left || isHeldStill || isShown || capture.passed !== null || report === 'died';
      if (sandbox === null && family !== null) {
        removeLeft(this.keyed, new Set([...family.seen, report === 'died' ? 0 : report.pid]));
      }
      return {report, capture, left, isDiskFull, near, seconds, written};
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

  /** Makes a lane ready for a run. */
  private prepare(lane: Lane, job: Job, capture: Capture): Before {
    const {limits, owner = null, input, files = []} = job;
    if (lane.owner !== null && lane.owner !== owner) lane.renew();
    lane.owner = owner;
    lane.begin(input, (channel, chunk) => capture.collect(channel, chunk));
    putFiles(lane.scratch, files);
    this.enclose(lane, job);
    lane.group?.limit(limits.memory * 1024 ** 2, limits.processes * 4);
    return {
      memoryKills: lane.group?.memoryKills() ?? 0,
      shellSeconds: lane.shellSeconds,
    };
  }

  /** Puts the outer layer of the sandbox around a lane, if there is one and it is not there already. */
  private enclose(lane: Lane, job: Job): void {
    const {sandbox} = this;
    const {inputFolder} = lane;
    const {command} = job;
    const scratch = this.keptScratch(lane, job);
    const files = command.map((word) => (typeof word === 'string' ? null : word));
    if (sandbox?.layers !== true) lane.enclose(null, () => []);
    else {
      const key = JSON.stringify([inputFolder, files, scratch]);
      lane.enclose(key, () => sandbox.around(command, inputFolder, scratch));
    }
  }

  /**
   * The folder on the disk that a program works in; null: where its lane has it work. A sandbox has that in memory,
   * where nobody else could put a file or find one.
   */
  private keptScratch(lane: Lane, job: Job): string | null {
    const {scratch = null, files = [], wanted = []} = job;
    const isNeeded = this.sandbox !== null && files.length + wanted.length > 0;
    return scratch ?? (isNeeded ? lane.scratch : null);
  }

  /**
   * Finds the limits that a program passed between the last look and its end.
   *
   * @returns those that it nearly reached
   */
  private lookBack(
    lane: Lane,
    family: Family,
    before: Before,
    report: ShellReport,
    seconds: number,
  ): readonly Limit[] {
    const running = this.running.get(family);
    if (running === undefined) return [];
    const {capture, most} = running;
    const near: Limit[] = [];
    if ((lane.group?.memoryKills() ?? 0) > before.memoryKills) capture.pass('memory');
    if (report !== 'died') {
      lane.shellSeconds = report.seconds;
      // A shorter run cannot have used so much.
      const {cpu} = capture.limits;
      const isLong = seconds * availableParallelism() > NEARLY * cpu;
      const used = isLong ? (this.watch.groupSeconds(family) ?? report.seconds - before.shellSeconds) : 0;
      if (used > cpu) capture.pass('cpu');
      else if (used > NEARLY * cpu) near.push('cpu');
    }
    const bytes = bytesIn(family.scratch);
    if (bytes > most) capture.pass('disk');
    // What a sandbox has in memory is gone already.
    else if (bytes > NEARLY * most || (this.sandbox !== null && bytes === 0)) near.push('disk');
    return near;
  }

  /** @param given bytes on the disk that lie in its folder already */
  private observeFamily(capture: Capture, family: Family, given: number): Family {
    capture.onPassed(() => this.watch.kill(family));
    const began = performance.now();
    const most = capture.limits.disk * 1024 ** 2 + given;
    this.running.set(family, {capture, began, freeBefore: freeOn(this.folder), most, counted: began});
    this.timer ??= setInterval(() => this.look(), LOOK_EVERY);
    return family;
  }

  /** Enforces the limits of all running programs. */
  private look(): void {
    const now = performance.now();
    for (const [family, {capture, began}] of this.running) {
      // Most programs are over before a look is worth its time.
      if (now - began < LOOK_EVERY / 2) continue;
      const {limits} = capture;
      const {cpu, memory, processes} = this.watch.usage(family);
      const mostMemory = limits.memory * 1024 ** 2;
      const own = this.sandbox === null ? 0 : SANDBOX_PROCESSES;
      if (capture.passed !== null) this.watch.kill(family);
      else if (cpu > limits.cpu) capture.pass('cpu');
      // That may be too much, so look again.
      else if (memory > mostMemory && this.watch.memory(family) > mostMemory) capture.pass('memory');
      else if (processes > limits.processes + own) capture.pass('processes');
      else if (this.fillsDisk(family)) capture.pass('disk');
    }
  }

  /** Whether a program has written more than it may. */
  private fillsDisk(family: Family): boolean {
    const running = this.running.get(family);
    if (running === undefined) return false;
    const {capture, freeBefore, most, counted} = running;
    const now = performance.now();
    // To count takes long, and others write to the same disk.
    const isLikely = freeBefore - freeOn(this.folder) > capture.limits.disk * 1024 ** 2;
    if (!isLikely && now - counted < COUNT_EVERY) return false;
    running.counted = now;
    return bytesIn(family.scratch) > most;
  }

  private rest(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  /**
   * Kills what a program left running.
   *
   * @param grace whether to give it a moment first, as the last command of a shell's pipeline may need
   * @returns whether it was gone, ended soon, or had to be killed
   */
  private async sweep(family: Family, grace: boolean): Promise<'gone' | 'ended' | 'killed'> {
    if (!this.watch.isRunning(family)) return 'gone';
    if (grace) {
      const settled = performance.now() + SETTLING;
      while (performance.now() < settled) {
        await soon();
        if (!this.watch.isRunning(family)) return 'ended';
      }
      for (let looks = 0; looks < GRACE_LOOKS; looks += 1) {
        await sleep(GRACE_WAIT);
        if (!this.watch.isRunning(family)) return 'ended';
      }
    }
    for (const until = performance.now() + KILL_PATIENCE; performance.now() < until; await sleep(1)) {
      this.watch.kill(family);
      if (!this.watch.isRunning(family)) return 'killed';
    }
    throw new Error('some processes of the program could not be killed');
  }

  /** What an error says. That of a full disk is kept. */
  private noticed(error: unknown): string {
    const reason = error instanceof Error ? error.message : String(error);
    if (isNoRoom(error)) this.fullDisk ??= reason;
    return reason;
  }

  /** Why a run says nothing about the program; null if it does. */
  private couldNot({report, capture, isDiskFull}: Run): NoObservation | null {
    const stderr = capture.text('stderr');
    if (capture.passed !== null) return null;
    if (isDiskFull) {
      this.fullDisk ??= `ENOSPC: no space left on device, in ${dirname(this.folder)}`;
      return {could: 'not-check', reason: this.fullDisk};
    }
    if (report === 'died') {
      const reason = capture.text('words').trim() || 'its shell died';
      if (this.sandbox !== null) return {could: 'not-check', reason: `the sandbox: ${reason}`};
      // It says which process a program becomes before it does: no program ended this shell.
      return capture.text('words').includes(' starts /proc/') ? null : {could: 'not-check', reason};
    }
    if (this.sandbox !== null) return startedIn(report.words) ? null : refusalIn(stderr);
    const complaint = complaintIn(stderr, this.name);
    return complaint !== null && SHELL_FAILURES.includes(report.status)
      ? {could: 'not-run', reason: complaint}
      : null;
  }

  private async observed(lane: Lane, job: Job, run: Run): Promise<Observation> {
    const {report, capture, left, near, seconds, written} = run;
    const seen = capture.passed === null ? await this.endOf(lane, job, report) : KILLED;
    const signalled = 'signalled' in seen ? LIMIT_SIGNALS[seen.signalled] : undefined;
    const passed = capture.passed ?? near.find((limit) => limit === signalled) ?? null;
    return {
      end: seen,
      stdout: capture.bytes('stdout'),
      stderr: capture.bytes('stderr'),
      written,
      passed,
      leftProcesses: passed === null && left,
      seconds,
    };
  }

  /** How a program ended. If that cannot be told, it runs again, in a slower way that can. */
  private async endOf(lane: Lane, job: Job, report: ShellReport): Promise<End> {
    if (report === 'died') return {signalled: 'SIGKILL, which it sent to the shell that started it'};
    const {status, words} = report;
    const end = endOf(status, words, this.sandbox !== null);
    if (end !== null) return end;
    const {report: again, capture} = await this.runIn(lane, job, true);
    return endOnceMore(status, again === 'died' || capture.passed !== null ? null : again.status);
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
