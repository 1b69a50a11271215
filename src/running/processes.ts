/*
 * Finds all processes of a running program, wherever they went, and kills them. Linux only: it reads `/proc`.
 *
 * A process belongs to a program if its environment contains the program's token, if its parent or process
 * group belongs to the program, or if its working folder is the program's scratch folder. The token finds a
 * child that called `setsid`; the other signs find one that was started with an empty environment.
 *
 * Reading all of `/proc` would take longer than a small program runs. But the kernel assigns process numbers
 * in ascending order, and `/proc/loadavg` holds the last one assigned, so only numbers above the one at the
 * last look can be new.
 */
import {existsSync, openSync, readdirSync, readFileSync, readlinkSync, readSync} from 'node:fs';
import {endianness} from 'node:os';

/** The environment variable that holds a program's token. */
export const TOKEN_NAME = 'FIVEDICE_CASE';

/** A program that is being watched. */
export interface Family {
  readonly token: string;
  /** The first process of its process group, which is also the number of the group. */
  readonly leader: number;
  readonly scratch: string;
  /** All processes that were seen and have not ended. */
  readonly members: Map<number, Member>;
  /** Processor time of those that have ended, in ticks. */
  spent: number;
}

interface Member {
  /** When it started, which tells it apart from a later process with the same number. */
  readonly start: string;
  /** Its own processor time when it was last seen, in ticks. */
  ticks: number;
}

export interface Usage {
  /** Seconds of processor time. */
  readonly cpu: number;
  /** Bytes of memory in use. */
  readonly memory: number;
  readonly processes: number;
}

/** If more numbers than this are new since the last look, it is faster to list the folder. */
const MANY = 4096;

/** Linux reports processor time in hundredths of a second, whatever the rate of its own clock. */
const TICKS_PER_SECOND = 100;

const AT_PAGESZ = 6n;

export class ProcessWatch {
  private readonly families = new Set<Family>();
  private readonly loadavg = openSync('/proc/loadavg', 'r');
  private readonly buffer = Buffer.alloc(128);
  private readonly pageSize = pageSize();
  private newest = this.lastGiven();
  /** The number at the look before that: a number can be assigned a moment before its process appears. */
  private before = this.newest;

  /** @param isMember whether the leader is part of the program, rather than the shell that started it */
  watch(token: string, leader: number, isMember: boolean, scratch: string): Family {
    const now = isMember ? stat(leader) : null;
    const members = new Map(now === null ? [] : [[leader, {start: now.start, ticks: 0}]]);
    const family = {token, leader, scratch, members, spent: 0};
    this.families.add(family);
    return family;
  }

  forget(family: Family): void {
    this.families.delete(family);
  }

  /** What a family uses now, including the processor time of its ended processes. */
  usage(family: Family): Usage {
    this.look();
    const alive = this.alive(family);
    const sum = (of: (one: Stat) => number): number => alive.reduce((total, one) => total + of(one), 0);
    return {
      // Each sum misses something: the first, children too short-lived to be seen; the second, children that
      // nobody waited for.
      cpu:
        Math.max(
          family.spent + sum(({own}) => own),
          sum(({own, children}) => own + children),
        ) / TICKS_PER_SECOND,
      memory: sum(({pages}) => pages) * this.pageSize,
      processes: alive.length,
    };
  }

  /** Bytes of memory in use, with memory that several processes share counted once. */
  sharedMemory(family: Family): number {
    return this.alive(family).reduce((total, {pid}) => {
      const share = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1];
      // We may not read it, or the process has just released its memory.
      return total + (share === undefined ? (stat(pid)?.pages ?? 0) * this.pageSize : Number(share) * 1024);
    }, 0);
  }

  /** Whether any process of a family is still running. */
  isRunning(family: Family): boolean {
    this.look();
    return this.alive(family).length > 0;
  }

  /** Sends SIGKILL to every running process of a family; returns whether there was one. */
  kill(family: Family): boolean {
    this.look();
    const alive = this.alive(family);
    // The whole group at once, so that no process in it can start another before its turn comes.
    const group = send(-family.leader);
    for (const {pid} of alive) send(pid);
    return group || alive.length > 0;
  }

  private alive(family: Family): Stat[] {
    const alive: Stat[] = [];
    for (const [pid, member] of family.members) {
      const now = stat(pid);
      if (now === null || now.start !== member.start) {
        family.members.delete(pid);
        family.spent += member.ticks;
        continue;
      }
      member.ticks = now.own;
      // A process whose first thread has ended is also shown as a zombie, but its other threads go on.
      if ((now.state !== 'Z' && now.state !== 'X') || now.threads > 1) alive.push(now);
    }
    return alive;
  }

  /** Finds the processes that are new since the last look, and assigns each to its family. */
  private look(): void {
    const last = this.lastGiven();
    const from = this.before;
    this.before = this.newest;
    this.newest = last;
    if (last >= from && last - from <= MANY) {
      for (let pid = from + 1; pid <= last; pid += 1) this.sort(pid);
    } else {
      for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) this.sort(Number(name));
    }
  }

  private sort(pid: number): void {
    for (const family of this.families) if (family.members.has(pid) || family.leader === pid) return;
    // It may belong to another user or be closed to us; then we can see only whose child it is.
    const environment = read(`/proc/${pid}/environ`) ?? '';
    const token = new RegExp(`(?:^|\0)${TOKEN_NAME}=([^\0]*)`).exec(environment)?.[1];
    for (const family of this.families) {
      if (token === undefined ? !this.isRelative(pid, family) : token !== family.token) continue;
      const now = stat(pid);
      // Threads have numbers too, each with a folder that `/proc` does not list.
      if (now !== null && isProcess(pid)) family.members.set(pid, {start: now.start, ticks: now.own});
      return;
    }
  }

  private isRelative(pid: number, family: Family): boolean {
    const now = stat(pid);
    return (
      now !== null &&
      (family.members.has(now.parent) ||
        now.parent === family.leader ||
        now.group === family.leader ||
        workingFolder(pid).startsWith(family.scratch))
    );
  }

  private lastGiven(): number {
    const length = readSync(this.loadavg, this.buffer, 0, this.buffer.length, 0);
    return Number(this.buffer.toString('latin1', 0, length).trim().split(' ').at(-1));
  }
}

interface Stat {
  readonly pid: number;
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  /** Processor time in ticks: its own, and that of children that have ended and been waited for. */
  readonly own: number;
  readonly children: number;
  readonly threads: number;
  readonly pages: number;
  readonly start: string;
}

/** See proc(5). Null if there is no such process. */
function stat(pid: number): Stat | null {
  const text = read(`/proc/${pid}/stat`);
  if (text === null) return null;
  // The name of the program is in parentheses, and can contain anything, even spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const number = (index: number): number => Number(fields[index]);
  return {
    pid,
    state: fields[0] ?? '',
    parent: number(1),
    group: number(2),
    own: number(11) + number(12),
    children: number(13) + number(14),
    threads: number(17),
    pages: number(21),
    start: fields[19] ?? '',
  };
}

function isProcess(pid: number): boolean {
  return read(`/proc/${pid}/status`)?.includes(`\nTgid:\t${pid}\n`) ?? false;
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function send(target: number): boolean {
  try {
    return process.kill(target, 'SIGKILL');
  } catch {
    // It has ended in the meantime.
    return false;
  }
}

function read(path: string): string | null {
  // Most of these processes have ended already, and exceptions are slow.
  if (!existsSync(path)) return null;
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It has ended in the meantime, or belongs to another user.
    return null;
  }
}

function pageSize(): number {
  const vector = readFileSync('/proc/self/auxv');
  const word = (at: number): bigint =>
    endianness() === 'LE' ? vector.readBigUInt64LE(at) : vector.readBigUInt64BE(at);
  for (let at = 0; at + 16 <= vector.length; at += 16)
    if (word(at) === AT_PAGESZ) return Number(word(at + 8));
  return 4096;
}
