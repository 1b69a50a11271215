/*
 * Finds all processes of a running program, wherever they went, and kills them. Linux only: it reads `/proc`.
 *
 * A process belongs to a program if its parent or process group belongs to the program, if its working folder is
 * the program's scratch folder, or else if its environment contains the program's token. The token finds a child that
 * called `setsid` and lost its parent; the other signs find one that was started with another environment.
 *
 * Where there are control groups, these say which processes are a program's, and the search is for those that left.
 *
 * Reading all of `/proc` would take longer than a small program runs. But the kernel assigns process numbers
 * in ascending order, and `/proc/loadavg` holds the last one assigned, so only numbers above the one at the
 * last look can be new.
 */
import {
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import {endianness} from 'node:os';
import type {ControlGroup} from './cgroup.js';
import {keyedMemory} from './shared-memory.js';

/** The environment variable that holds a program's token. */
export const TOKEN_NAME = 'FIVEDICE_CASE';

/** A program to watch. */
export interface Watched {
  readonly token: string;
  /** The lane's shell, which leads the process group. It is not part of the program. */
  readonly leader: number;
  /** The folder that the program works in, by its real path. */
  readonly scratch: string;
  /** The control group of the lane; null if there is none. */
  readonly group: ControlGroup | null;
  /**
   * What else is in the group, or would be: the shell, and a sandbox around it; then all else that the leader starts
   * is the program's. Null while that is not known, because the sandbox is being made.
   */
  readonly others: ReadonlySet<number> | null;
  /** Whether a sandbox is around it, from which no process can get out of the group. */
  readonly enclosed: boolean;
}

/** A program that is being watched. */
export interface Family extends Watched {
  /** All processes that were seen and have not ended. */
  readonly members: Map<number, Member>;
  /** The numbers of all processes that were seen. */
  readonly seen: Set<number>;
  /** Processor time of those that have ended, in ticks. */
  spent: number;
  /** Seconds of processor time that the group had used before. */
  readonly before: number;
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

/** `PF_EXITING` among the flags of a process. */
const EXITING = 0x4;

/** `O_ACCMODE`; 0 is `O_RDONLY`. */
const ACCESS_MODE = 0o3;

export class ProcessWatch {
  private readonly families = new Set<Family>();
  private readonly loadavg = openSync('/proc/loadavg', 'r');
  private readonly buffer = Buffer.alloc(128);
  private readonly pageSize = pageSize();
  /** Bytes of memory without a process that the whole system had in use before. */
  private readonly sharedBefore = sharedMemory();
  private newest = this.lastGiven();
  /** The number at the look before that: a number can be assigned a moment before its process appears. */
  private before = this.newest;

  /** Call it before the program starts. */
  watch(watched: Watched): Family {
    // Nobody looked while there was no need. All processes of this program are yet to come.
    if ([...this.families].every(isGrouped)) this.before = this.newest = this.lastGiven();
    const family = {
      ...watched,
      members: new Map(),
      seen: new Set<number>(),
      spent: 0,
      before: watched.group?.seconds() ?? 0,
    };
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
    // Each sum misses something: the first, children too short-lived to be seen; the second, children that
    // nobody waited for. A control group misses nothing.
    const ticks = Math.max(
      family.spent + sum(({own}) => own),
      sum(({own, children}) => own + children),
    );
    return {
      cpu: this.groupSeconds(family) ?? ticks / TICKS_PER_SECOND,
      // What the system holds for no process in particular may be the program's.
      memory: sum(({pages}) => pages) * this.pageSize + Math.max(0, sharedMemory() - this.sharedBefore),
      processes: alive.length,
    };
  }

  /** Seconds of processor time, exactly; null if only looks can tell. */
  groupSeconds({group, before}: Family): number | null {
    return group === null ? null : group.seconds() - before;
  }

  /**
   * Bytes of memory in use, exactly, which takes longer: memory that several processes share is counted once, and
   * memory that belongs to no process, only to a descriptor or to a key, is counted too.
   */
  memory(family: Family): number {
    const all = this.alive(family);
    // A child that has its parent's memory for a moment, until it becomes another program, has none of its own.
    const isBorrower = ({parent, size, pages}: Stat): boolean =>
      all.some((one) => one.pid === parent && one.isWaiting && one.size === size && one.pages === pages);
    const pids = all.filter((one) => !isBorrower(one)).map(({pid}) => pid);
    // We may not read it, or the process has just released its memory.
    const shares = pids.map(
      (pid) => proportionalMemory(pid) ?? {all: (stat(pid)?.pages ?? 0) * this.pageSize, shared: 0},
    );
    const [sum, mapped] = [sumOf(shares.map(({all: one}) => one)), sumOf(shares.map(({shared}) => shared))];
    const unmapped = memoryFiles(pids) + keyedMemory(pids);
    return sum + Math.max(0, unmapped - mapped);
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
    // Everything at once, so that no process can start another before its turn comes.
    family.group?.kill();
    const group = send(-family.leader);
    for (const {pid} of alive) send(pid);
    return group || alive.length > 0;
  }

  /** Counts every process that can write to one of these files as a member; there are always some that cannot. */
  adoptWriters(family: Family, files: readonly string[]): void {
    for (const name of readdirSync('/proc')) {
      const pid = Number(name);
      if (!/^\d+$/.test(name) || pid === process.pid || family.members.has(pid)) continue;
      const now = stat(pid);
      if (now !== null && writesTo(pid, files)) admit(family, now);
    }
  }

  private alive(family: Family): Stat[] {
    const alive: Stat[] = [];
    if (family.others !== null) {
      for (const pid of family.group?.processes() ?? []) {
        const now = family.others.has(pid) || family.members.has(pid) ? null : stat(pid);
        if (now !== null) admit(family, now);
      }
    }
    for (const [pid, member] of family.members) {
      const now = stat(pid);
      if (now === null || now.start !== member.start) {
        family.members.delete(pid);
        family.spent += member.ticks;
        continue;
      }
      member.ticks = now.own;
      // A process whose first thread has ended looks as if it had ended, but its other threads go on.
      if (!now.isEnding || now.threads > 1) alive.push(now);
    }
    return alive;
  }

  /** Finds the processes that are new since the last look, and assigns each to its family. */
  private look(): void {
    const families = [...this.families];
    if (families.every(isGrouped)) return;
    const last = this.lastGiven();
    const from = this.before;
    this.before = this.newest;
    this.newest = last;
    if (last >= from && last - from <= MANY) {
      for (let pid = from + 1; pid <= last; pid += 1) sort(pid, families);
    } else {
      for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) sort(Number(name), families);
    }
  }

  private lastGiven(): number {
    const length = readSync(this.loadavg, this.buffer, 0, this.buffer.length, 0);
    return Number(this.buffer.toString('latin1', 0, length).trim().split(' ').at(-1));
  }
}

/** Whether its control group alone says which processes are its. */
function isGrouped({group, others, enclosed}: Family): boolean {
  return group !== null && others !== null && enclosed;
}

/** Assigns a process to its family, if it has one, and if its control group does not say so anyway (`alive`). */
function sort(pid: number, families: readonly Family[]): void {
  if (families.some(({leader, members}) => leader === pid || members.has(pid))) return;
  // Most have ended already.
  if (!existsSync(`/proc/${pid}`)) return;
  if (families.some(({group, others}) => others !== null && group?.processes().includes(pid))) return;
  const now = stat(pid);
  if (now === null) return;
  // What it is a child of counts first: a program can write what it likes into its environment.
  const family = families.find((one) => isRelative(now, one)) ?? families.find(hasToken(pid));
  // Threads have numbers too, each with a folder that `/proc` does not list.
  if (family !== undefined && isProcess(pid)) admit(family, now);
}

interface Stat {
  readonly pid: number;
  /** It has ended, or is just being taken apart, which takes longest for a sandbox. */
  readonly isEnding: boolean;
  readonly parent: number;
  readonly group: number;
  /** Processor time in ticks: its own, and that of children that have ended and been waited for. */
  readonly own: number;
  readonly children: number;
  readonly threads: number;
  /** Bytes of addresses. */
  readonly size: number;
  /** Whether nothing but its end can interrupt it, as while a child has its memory (`vfork`). */
  readonly isWaiting: boolean;
  readonly pages: number;
  readonly start: string;
}

/** When a process started, in clock ticks since the boot; null if there is none. */
export function startOf(pid: number): string | null {
  return stat(pid)?.start ?? null;
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
    isEnding: fields[0] === 'Z' || fields[0] === 'X' || (number(6) & EXITING) !== 0,
    parent: number(1),
    group: number(2),
    own: number(11) + number(12),
    children: number(13) + number(14),
    threads: number(17),
    // If its first thread has ended, the others still have its memory.
    pages: number(21) === 0 && number(17) > 1 ? pagesOfThreads(pid) : number(21),
    size: number(20),
    start: fields[19] ?? '',
    isWaiting: fields[0] === 'D',
  };
}

function admit(family: Family, {pid, start, own}: Stat): void {
  family.members.set(pid, {start, ticks: own});
  family.seen.add(pid);
}

function isRelative({pid, parent, group}: Stat, {members, leader, scratch, others}: Family): boolean {
  if (members.has(parent)) return true;
  if (others !== null && (parent === leader || group === leader)) return true;
  const folder = workingFolder(pid);
  return folder === scratch || folder.startsWith(`${scratch}/`);
}

/** Whether a process has the token of a family. It may belong to another user, or be closed to us. */
function hasToken(pid: number): (family: Family) => boolean {
  const environment = read(`/proc/${pid}/environ`) ?? '';
  const token = new RegExp(`(?:^|\0)${TOKEN_NAME}=([^\0]*)`).exec(environment)?.[1];
  return (family) => token === family.token;
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

function pagesOfThreads(pid: number): number {
  return Math.max(0, ...threadsOf(pid).map((thread) => Number(read(`${thread}/statm`)?.split(' ')[1] ?? 0)));
}

/** The folders of the threads of a process. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  } catch {
    return [];
  }
}

/** Bytes of memory that belong to files in memory and to shared memory, of the whole system. */
function sharedMemory(): number {
  return Number(/^Shmem:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'latin1'))?.[1]) * 1024;
}

/** What a process uses if what it shares is divided by all who share it; null if we may not read that. */
function proportionalMemory(pid: number): {readonly all: number; readonly shared: number} | null {
  let text = '';
  for (const thread of threadsOf(pid)) {
    text = read(`${thread}/smaps_rollup`) ?? '';
    if (text !== '') break;
  }
  const bytes = (name: string): number | null => {
    const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1];
    return found === undefined ? null : Number(found) * 1024;
  };
  const all = bytes('Pss');
  return all === null ? null : {all, shared: bytes('Pss_Shmem') ?? 0};
}

/** The same for the same file, whatever its path. */
export function identityOf({dev, ino}: Stats): string {
  return `${dev}:${ino}`;
}

/** Bytes in files without a name (`memfd_create`) that these processes hold open, each file once. */
function memoryFiles(pids: readonly number[]): number {
  const sizes = new Map<string, number>();
  for (const [path, link] of pids.flatMap(descriptors)) {
    const stats = link.startsWith('/memfd:') ? statSync(path, {throwIfNoEntry: false}) : undefined;
    if (stats !== undefined) sizes.set(identityOf(stats), stats.blocks * 512);
  }
  return sumOf([...sizes.values()]);
}

function writesTo(pid: number, files: readonly string[]): boolean {
  return descriptors(pid).some(([path, link]) => {
    // Only pipes, which can be looked at without any wait.
    if (!link.startsWith('/') && !link.startsWith('pipe:')) return false;
    const stats = statSync(path, {throwIfNoEntry: false});
    if (stats === undefined || !stats.isFIFO() || !files.includes(identityOf(stats))) return false;
    const flags = /^flags:\s+(\d+)$/m.exec(read(path.replace('/fd/', '/fdinfo/')) ?? '')?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & ACCESS_MODE) !== 0;
  });
}

/** The open descriptors of a process: their paths, and what each one names. */
function descriptors(pid: number): [path: string, link: string][] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd): [string, string][] => {
      const path = `/proc/${pid}/fd/${fd}`;
      try {
        return [[path, readlinkSync(path)]];
      } catch {
        return [];
      }
    });
  } catch {
    // It has ended, or belongs to another user.
    return [];
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
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
