/*
 * Control groups (cgroup v2), where this process may make some: the kernel's own exact books on a lane. Nothing
 * that runs in a lane can leave its group, so none of its processes and none of their time is missed. Everywhere
 * else, looks at `/proc` have to do (`processes.ts`).
 */
import {closeSync, existsSync, mkdirSync, openSync, readFileSync, rmdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {textOf} from './disk.js';

/** Returns the folder of this process's control groups; null if there is none. */
export function ownGroup(): string | null {
  try {
    const mount = /^\S+ \S+ \S+ (\S+) (\S+) .* - cgroup2 /m.exec(
      readFileSync('/proc/self/mountinfo', 'utf8'),
    );
    const path = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
    if (mount === null || path === undefined) return null;
    const [, root = '/', folder = ''] = mount;
    return join(folder, root === '/' ? path : path.slice(root.length));
  } catch {
    return null;
  }
}

export class ControlGroup {
  /** A process that writes `0` to it joins the group. */
  readonly processesFile: string;
  private readonly folder: string;
  private readonly time: number;
  /** Null where the kernel does not count memory. */
  private readonly events: number | null;
  private limits = '';

  private constructor(folder: string) {
    mkdirSync(folder);
    this.folder = folder;
    this.processesFile = join(folder, 'cgroup.procs');
    this.time = openSync(join(folder, 'cpu.stat'), 'r');
    const events = join(folder, 'memory.events');
    this.events = existsSync(events) ? openSync(events, 'r') : null;
  }

  /** Returns null if the groups here are not ours to make. */
  static make(parent: string | null, name: string): ControlGroup | null {
    if (parent === null) return null;
    try {
      return new ControlGroup(join(parent, name));
    } catch {
      return null;
    }
  }

  /** Returns the numbers of all processes in it. */
  processes(): number[] {
    return readFileSync(this.processesFile, 'latin1').split('\n').filter(Boolean).map(Number);
  }

  /** Returns the seconds of processor time that everything in it has used, whether it still runs or not. */
  seconds(): number {
    return Number(/^usage_usec (\d+)$/m.exec(textOf(this.time))?.[1]) / 1e6;
  }

  /** Returns how often the kernel has killed something in it for want of memory. */
  memoryKills(): number {
    return Number(/^oom_kill (\d+)$/m.exec(textOf(this.events))?.[1] ?? 0);
  }

  /** Sets the most memory in bytes, files in memory included, and the most processes, where the kernel counts them. */
  limit(memory: number, processes: number): void {
    const values = {'memory.max': memory, 'memory.swap.max': 0, 'pids.max': processes};
    const limits = JSON.stringify(values);
    if (limits === this.limits) return;
    this.limits = limits;
    for (const [name, value] of Object.entries(values)) {
      const file = join(this.folder, name);
      if (existsSync(file)) writeFileSync(file, String(value));
    }
  }

  /** Ends everything in it, and removes it. */
  close(): void {
    for (const file of [this.time, this.events]) if (file !== null) closeSync(file);
    removeGroup(this.folder);
  }
}

/** Max attempts, a few milliseconds apart, to remove a group whose processes are just ending. */
const MOST_TRIES = 20;

/** Kills all in a control group, and removes it. One that cannot be removed is left for the next marker. */
export function removeGroup(folder: string): void {
  for (let tries = 0; tries < MOST_TRIES && existsSync(folder); tries += 1) {
    try {
      writeFileSync(join(folder, 'cgroup.kill'), '1');
      rmdirSync(folder);
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
