/*
 * The processes of a running program, and what they use. In namespaces, all that their own `/proc` shows are its, but
 * for the first. Elsewhere a process belongs to the program if its session or its parent does, or if its environment has
 * the program's token; a control group knows them all.
 */

import {spawnSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync, readlinkSync, type Stats, statSync} from 'node:fs';
import {endianness} from 'node:os';
import type {ControlGroup} from './cgroup.js';

/** The environment variable that holds a program's token. */
export const TOKEN_NAME = 'FIVEDICE_CASE';

/** Where to look for a program's processes. */
export interface Place {
  /** The `/proc` of its namespaces; null if it has none. */
  readonly processes: string | null;
  /** The inner shell, which leads the session. It is not part of the program. */
  readonly leader: number;
  readonly token: string;
  readonly group: ControlGroup | null;
  /** What else is in the group. */
  readonly own: readonly number[];
}

export interface Usage {
  /** Seconds of processor time that was seen. */
  readonly cpu: number;
  /** Bytes of memory, some possibly twice, and some possibly another program's. */
  readonly memory: number;
  readonly processes: number;
}

/** Linux reports processor time in hundredths of a second, whatever the rate of its own clock. */
const TICKS_PER_SECOND = 100;

const AT_PAGESZ = 6n;

/** `PF_EXITING` among the flags of a process. */
const EXITING = 0x4;

const PAGE_SIZE = pageSize();

export class Processes {
  private readonly place: Place;
  private readonly members = new Map<string, Stat>();
  /** Processes that are not the program's, by number and start. */
  private readonly others = new Set<string>();
  /** Processor time of those that have ended, in ticks. */
  private spent = 0;

  constructor(place: Place) {
    this.place = place;
  }

  usage(): Usage {
    const alive = this.alive();
    const sum = (of: (one: Stat) => number): number => sumOf(alive.map(of));
    // Each sum misses something: the first, children too short-lived to be seen; the second, children that
    // nobody waited for.
    const ticks = Math.max(
      this.spent + sum(({own}) => own),
      sum(({own, children}) => own + children),
    );
    return {
      cpu: ticks / TICKS_PER_SECOND,
      memory: sum(({pages, path}) => pages * PAGE_SIZE + pageTables(path)) + newSharedMemory(),
      processes: alive.length,
    };
  }

  /**
   * Bytes of memory in use, which takes longer: memory that several processes share is counted once, and memory that
   * belongs to no process, only to a descriptor or to a key, is counted too.
   */
  memory(): number {
    const all = this.alive();
    // A child that has its parent's memory for a moment, until it becomes another program, has none of its own.
    const isBorrower = ({parent, size, pages}: Stat): boolean =>
      all.some((one) => one.pid === parent && one.isWaiting && one.size === size && one.pages === pages);
    const paths = all.filter((one) => !isBorrower(one)).map(({path}) => path);
    const shares = paths.map((path) => proportionalMemory(path));
    const [sum, mapped] = [sumOf(shares.map((one) => one.all)), sumOf(shares.map(({shared}) => shared))];
    const keyed = this.place.processes === null ? 0 : keyedMemory(this.place.leader);
    return sum + sumOf(paths.map(pageTables)) + Math.max(0, memoryFiles(paths) + keyed - mapped);
  }

  /** Whether any of them still runs. */
  isRunning(): boolean {
    return this.alive().length > 0;
  }

  /** Sends SIGKILL to each that is not in namespaces of its own, which end at once. */
  kill(): void {
    if (this.place.processes !== null) return;
    for (const {pid} of this.alive()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended in the meantime.
      }
    }
  }

  private alive(): Stat[] {
    const now = this.list();
    const names = new Set(now.map(nameOf));
    for (const [name, {own}] of this.members) {
      if (names.has(name)) continue;
      this.members.delete(name);
      this.spent += own;
    }
    for (const one of now) this.members.set(nameOf(one), one);
    // A process whose first thread has ended looks as if it had ended, but its other threads go on.
    return now.filter(({isEnding, threads}) => !isEnding || threads > 1);
  }

  private list(): Stat[] {
    const {processes, group, own} = this.place;
    if (processes !== null) {
      return numbersIn(processes).flatMap((pid) => (pid === 1 ? [] : (stat(processes, pid) ?? [])));
    }
    if (group !== null) {
      const pids = group.processes().filter((pid) => !own.includes(pid));
      return pids.flatMap((pid) => stat('/proc', pid) ?? []);
    }
    return this.related();
  }

  private related(): Stat[] {
    const {leader, token} = this.place;
    const found: Stat[] = [];
    for (const pid of numbersIn('/proc')) {
      const one = pid === leader ? null : stat('/proc', pid);
      if (one === null || this.others.has(nameOf(one))) continue;
      const isRelative = one.session === leader || found.some((other) => other.pid === one.parent);
      if (isRelative || this.members.has(nameOf(one)) || hasToken(one.path, token)) found.push(one);
      else this.others.add(nameOf(one));
    }
    return found;
  }
}

interface Stat {
  readonly pid: number;
  readonly path: string;
  /** It has ended, or is just being taken apart. */
  readonly isEnding: boolean;
  readonly parent: number;
  readonly session: number;
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

/** Numbers are given again; with its start, each process has a name of its own. */
const nameOf = ({pid, start}: Stat): string => `${pid} ${start}`;

/** Seconds of processor time of the children for which a process has waited, by its `stat`. */
export function childrenSecondsIn(text: string): number {
  return ticksOfChildren(fieldsOf(text)) / TICKS_PER_SECOND;
}

/** The fields after the name. That is in parentheses, and can contain anything, even spaces and parentheses. */
function fieldsOf(text: string): string[] {
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function ticksOfChildren(fields: readonly string[]): number {
  return Number(fields[13]) + Number(fields[14]);
}

/** See proc(5). Null if there is no such process. */
function stat(folder: string, pid: number): Stat | null {
  const path = `${folder}/${pid}`;
  const text = read(`${path}/stat`);
  if (text === '') return null;
  const fields = fieldsOf(text);
  const number = (index: number): number => Number(fields[index]);
  return {
    pid,
    path,
    isEnding: fields[0] === 'Z' || fields[0] === 'X' || (number(6) & EXITING) !== 0,
    parent: number(1),
    session: number(3),
    own: number(11) + number(12),
    children: ticksOfChildren(fields),
    threads: number(17),
    // If its first thread has ended, the others still have its memory.
    pages: number(21) === 0 && number(17) > 1 ? pagesOfThreads(path) : number(21),
    size: number(20),
    start: fields[19] ?? '',
    isWaiting: fields[0] === 'D',
  };
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    // The namespaces have ended.
    return [];
  }
}

function hasToken(path: string, token: string): boolean {
  return `\0${read(`${path}/environ`)}`.includes(`\0${TOKEN_NAME}=${token}\0`);
}

function pagesOfThreads(path: string): number {
  return Math.max(0, ...threadsOf(path).map((thread) => Number(read(`${thread}/statm`).split(' ')[1] ?? 0)));
}

/** The folders of the threads of a process. */
function threadsOf(path: string): string[] {
  return numbersIn(`${path}/task`).map((thread) => `${path}/task/${thread}`);
}

/** The bytes of a process's page tables: a program can have many that hold no page. */
function pageTables(path: string): number {
  return kilobytes(read(`${path}/status`), 'VmPTE') ?? 0;
}

/** Bytes of memory that belong to files in memory and to shared memory, of the whole system. */
function sharedMemory(): number {
  return kilobytes(read('/proc/meminfo'), 'Shmem') ?? 0;
}

/** The least that was seen of it: what is more may be a program's. */
let leastShared = sharedMemory();

function newSharedMemory(): number {
  const now = sharedMemory();
  leastShared = Math.min(leastShared, now);
  return now - leastShared;
}

/** Bytes of shared memory with a key (SysV), which belongs to no process, in the namespace of a process. */
function keyedMemory(pid: number): number {
  const user = process.getuid?.() === 0 ? [] : ['--user', '--preserve-credentials'];
  const args = ['--target', String(pid), ...user, '--ipc', 'cat', '/proc/sysvipc/shm'];
  const {stdout} = spawnSync('nsenter', args, {encoding: 'latin1'});
  const [names = [], ...rows] = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/));
  const column = names.indexOf('rss');
  return rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0);
}

/** What a process uses if what it shares is divided by all who share it. */
function proportionalMemory(path: string): {readonly all: number; readonly shared: number} {
  const text = threadsOf(path)
    .map((thread) => read(`${thread}/smaps_rollup`))
    .find((one) => one !== '');
  const all = kilobytes(text ?? '', 'Pss');
  // We may not read it, or the process has just released its memory.
  if (all === null) return {all: Number(read(`${path}/statm`).split(' ')[1] ?? 0) * PAGE_SIZE, shared: 0};
  return {all, shared: kilobytes(text ?? '', 'Pss_Shmem') ?? 0};
}

/** A figure in a table of the system, in bytes; null if there is none. */
function kilobytes(text: string, name: string): number | null {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1];
  return found === undefined ? null : Number(found) * 1024;
}

/** Bytes in files without a name (`memfd_create`) that these processes hold open, each file once. */
function memoryFiles(paths: readonly string[]): number {
  const files = new Map<string, Stats>();
  for (const path of paths.flatMap((one) => numbersIn(`${one}/fd`).map((fd) => `${one}/fd/${fd}`))) {
    try {
      if (!readlinkSync(path).startsWith('/memfd:')) continue;
      const stats = statSync(path);
      files.set(`${stats.dev}:${stats.ino}`, stats);
    } catch {
      // It is closed, or belongs to another user.
    }
  }
  return sumOf([...files.values()].map(({blocks}) => blocks * 512));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** The text of a file; empty if its process has ended in the meantime, or belongs to another user. */
function read(path: string): string {
  // Many of these processes have ended already, and exceptions are slow.
  if (!existsSync(path)) return '';
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
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
