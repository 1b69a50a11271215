/*
 * Runs programs: each in a lane, as soon as one is free, within limits. What is seen of it says nothing about right or
 * wrong.
 */
import {createHash, randomBytes, randomUUID} from 'node:crypto';
import {chmodSync, mkdirSync, mkdtempSync, realpathSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import type {Containment} from './containment.js';
import {folderPrefix, foldersOfTheDead, GUARDIAN, Guardian, removeTree} from './guardian.js';
import {Fifos, MEMORY} from './lanes/fifos.js';
import {Lane} from './lanes/lane.js';
import {DEFAULT_LIMITS} from './limits.js';
import {LimitsWatch} from './limits-watch.js';
import type {End, NoObservation, Observation} from './meaning.js';
import {endOf, limitOf, whyNotStarted} from './meaning.js';
import {type Job, opened, type Run, type RunContext, runIn} from './run.js';
import {Sandbox, type SandboxOptions} from './sandbox.js';
import {ControlGroup, ownGroup} from './usage/cgroup.js';
import {isNoRoom} from './usage/disk.js';

export type {Job} from './run.js';

export interface RunnerOptions {
  readonly lanes: number;
  /** null: programs run with the marker's own rights. */
  readonly sandbox: SandboxOptions | null;
  /** Whether to make namespaces where that is possible. The default is to do it. */
  readonly namespaces?: boolean;
}

/** The folder whose folders cannot be listed. */
const UNLISTED = 'programs';

/** How a program ends if the marker kills it. */
const KILLED: End = {signalled: 'SIGKILL'};

export class Runner {
  /** The marker's own folder; `close` removes it. */
  readonly folder: string;
  /** Why every further run would fail, once one failed because the disk is full; null as long as none did. */
  fullDisk: string | null = null;
  private readonly context: RunContext;
  private readonly lanes: Lane[] = [];
  private readonly free: Lane[] = [];
  private readonly waiting: {readonly owner: unknown; readonly take: (lane: Lane) => void}[] = [];
  /** Makes the names of its folders impossible to guess. */
  private readonly hidden = randomUUID();
  private readonly guardian: Guardian;
  private readonly fifos: Fifos;
  private readonly groups: ControlGroup[] = [];

  constructor({lanes, sandbox, namespaces = true}: RunnerOptions) {
    const temporary = realpathSync(tmpdir());
    this.folder = mkdtempSync(join(temporary, folderPrefix()));
    const name = `fivedice-${randomBytes(8).toString('hex')}`;
    const parent = ownGroup();
    this.guardian = new Guardian(name, this.folder, parent);
    this.fifos = new Fifos(this.folder, lanes);
    try {
      const {folder, guardian, fifos} = this;
      const containment = sandbox !== null ? 'sandbox' : namespaces ? 'namespaces' : 'process-groups';
      const made = sandbox === null ? null : new Sandbox({...sandbox, hide: [...sandbox.hide, folder]});
      this.context = {containment, folder, name, guardian, fifos, sandbox: made, watch: new LimitsWatch()};
      while (this.lanes.length < lanes) {
        const group = this.makeGroup(parent, String(this.lanes.length));
        this.lanes.push(new Lane(this.context, group));
      }
      // Only now, because no group can be made while a process joins one.
      const guarded = this.makeGroup(parent, GUARDIAN);
      if (guarded !== null) this.guardian.join(guarded);
      for (const dead of [temporary, MEMORY].flatMap(foldersOfTheDead)) this.guardian.remove(dead);
      if (guarded !== null && parent !== null) {
        for (const dead of foldersOfTheDead(parent)) this.guardian.removeGroup(dead);
      }
    } catch (error) {
      this.close();
      throw error;
    }
    this.free.push(...this.lanes);
  }

  /** What keeps a program to itself. */
  get containment(): Containment {
    return this.context.containment;
  }

  /** Starts the lanes. Where the system allows no namespaces, process groups are what keeps a program to itself. */
  async start(): Promise<void> {
    if (this.containment !== 'namespaces') return;
    const opening = await Promise.allSettled(this.lanes.map((lane) => opened(lane, this.context)));
    if (opening.every((one) => one.status === 'fulfilled' && one.value === null)) return;
    this.context.containment = 'process-groups';
    for (const lane of this.lanes) lane.renew();
  }

  /**
   * Whether the sandbox works: if a killed program is reported as killed, everything that it depends on does.
   *
   * @returns why it does not work; null if it does
   */
  async checkSandbox(): Promise<string | null> {
    const command = ['/bin/sh', '-c', 'kill -KILL $$'];
    const seen = await this.observe({command, input: Buffer.alloc(0), limits: DEFAULT_LIMITS});
    if ('could' in seen) return seen.reason;
    if ('signalled' in seen.end && seen.end.signalled === 'SIGKILL') return null;
    return `a program that killed itself was reported as ${JSON.stringify(seen.end)}`;
  }

  /** Runs a program to its end, as soon as a lane is free. */
  async observe(job: Job): Promise<Observation | NoObservation> {
    const lane = await this.takeLane(job.owner ?? null);
    try {
      const first = await runIn(lane, job, this.context);
      return this.couldNot(job, first) ?? observed(first);
    } catch (error) {
      return {could: 'not-check', reason: this.noticed(error)};
    } finally {
      this.giveBack(lane);
    }
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
    this.context?.watch.close();
    for (const lane of this.lanes) {
      lane.close();
      // All at once, so that the guardian finds the groups empty.
      lane.group?.kill();
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

  /** What an error says. That of a full disk is kept. */
  private noticed(error: unknown): string {
    const reason = error instanceof Error ? error.message : String(error);
    if (isNoRoom(error)) this.fullDisk ??= reason;
    return reason;
  }

  /** Why a run says nothing about the program; null if it does. */
  private couldNot({isMerged}: Job, {report, capture, isDiskFull}: Run): NoObservation | null {
    if (capture.exceeded !== null) return null;
    if (isDiskFull) {
      this.fullDisk ??= `ENOSPC: no space left on device, in ${dirname(this.folder)}`;
      return {could: 'not-check', reason: this.fullDisk};
    }
    if ('died' in report) {
      // Where no namespaces protect it, a program can end its shell.
      return report.hadStarted ? null : {could: 'not-check', reason: report.died || 'its shell died'};
    }
    const {name} = this.context;
    const stderr = capture.bytes(isMerged === true ? 'stdout' : 'stderr').toString('latin1');
    return whyNotStarted(report.status, stderr, name);
  }
}

function observed({report, capture, left, near, seconds, written}: Run): Observation {
  const end = capture.exceeded === null ? endOfRun(report) : KILLED;
  const exceeded = capture.exceeded ?? limitOf(end, near);
  return {
    end,
    stdout: capture.bytes('stdout'),
    stderr: capture.bytes('stderr'),
    written,
    exceeded,
    leftProcesses: exceeded === null && left,
    seconds,
  };
}

function endOfRun(report: Run['report']): End {
  return 'died' in report
    ? {signalled: 'SIGKILL, which it sent to the shell that started it'}
    : endOf(report.status);
}
