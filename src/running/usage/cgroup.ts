/*
 * Control groups (cgroup v2), where this process may make some: the kernel's own exact books on a lane. Nothing
 * that runs in a lane can leave its group, so none of its processes and none of their time is missed. Everywhere
 * else, looks at `/proc` have to do (`processes.ts`).
 */
import {closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/** Where the control groups of this process are, or null if it may make none. */
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

/** The file of a group with its processes: one that writes `0` to it joins. */
export const MEMBERS = 'cgroup.procs';

/** Bytes. What is shorter ends before the end of a page. */
const SHORT = 2048;

export class ControlGroup {
  /** A process that writes `0` to it joins the group. */
  readonly processesFile: string;
  /** Whether the kernel holds the group to a limit on memory. */
  private readonly limitsMemory: boolean;
  private readonly folder: string;
  private limits = '';
  private readonly buffer = Buffer.alloc(64 * 1024);
  private readonly processesFd: number;
  private readonly timeFd: number;

  private constructor(folder: string) {
    mkdirSync(folder);
    this.folder = folder;
    this.processesFile = join(folder, MEMBERS);
    this.limitsMemory = existsSync(join(folder, 'memory.max'));
    this.processesFd = openSync(this.processesFile, 'r');
    this.timeFd = openSync(join(folder, 'cpu.stat'), 'r');
  }

  /** @returns null if the groups here are not ours to make */
  static make(parent: string | null, name: string): ControlGroup | null {
    if (parent === null) return null;
    try {
      return new ControlGroup(join(parent, name));
    } catch {
      return null;
    }
  }

  /** The numbers of all processes in it. */
  processes(): number[] {
    let [all, length] = ['', 0];
    // The kernel gives them page by page.
    do {
      const more = this.read(this.processesFd, all.length);
      [all, length] = [all + more, more.length];
    } while (length >= SHORT);
    return all.split('\n').filter(Boolean).map(Number);
  }

  /** Seconds of processor time that everything in it has used, whether it still runs or not. */
  seconds(): number {
    return Number(/^usage_usec (\d+)$/m.exec(this.read(this.timeFd))?.[1]) / 1e6;
  }

  /** Sets the most memory in bytes, files in memory included, and the most processes. */
  limit(memory: number, processes: number): void {
    const values = [memory, 0, processes];
    if (values.join() === this.limits) return;
    this.limits = values.join();
    for (const [index, name] of ['memory.max', 'memory.swap.max', 'pids.max'].entries()) {
      const file = join(this.folder, name);
      if (existsSync(file)) writeFileSync(file, String(values[index]));
    }
  }

  /** How often the kernel has killed something in it for want of memory. */
  memoryKills(): number {
    if (!this.limitsMemory) return 0;
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync(join(this.folder, 'memory.events'), 'utf8'))?.[1]);
  }

  /** Kills everything in it at once. */
  kill(): void {
    try {
      writeFileSync(join(this.folder, 'cgroup.kill'), '1');
    } catch {
      // It is gone, and all that was in it.
    }
  }

  /** Closes what this process has open of it. */
  close(): void {
    for (const fd of [this.processesFd, this.timeFd]) closeSync(fd);
  }

  private read(fd: number, from = 0): string {
    return this.buffer.toString('latin1', 0, readSync(fd, this.buffer, 0, this.buffer.length, from));
  }
}
