/*
 * The processes of a running program, and what they use. In namespaces, all that their own `/proc` shows are its, but
 * for the first. Elsewhere a process belongs to the program if its session or its parent does, or if its environment has
 * the program's token; a control group knows them all.
 */

import {existsSync, readdirSync, readFileSync} from 'node:fs';
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
      memory: sum(({pages}) => pages * PAGE_SIZE),
      processes: alive.length,
    };
  }

  /** Bytes of memory in use, which takes longer: memory that several processes share is counted once. */
  memory(): number {
    const all = this.alive();
    // A child that has its parent's memory for a moment, until it becomes another program, has none of its own.
    const isBorrower = ({parent, size, pages}: Stat): boolean =>
      all.some((one) => one.pid === parent && one.isWaiting && one.size === size && one.pages === pages);
    return sumOf(
      all
        .filter((one) => !isBorrower(one))
        .map(({path, pages}) => proportionalMemory(path) ?? pages * PAGE_SIZE),
    );
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
    pages: number(21),
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

/** Bytes that a process uses if what it shares is divided by all who share it; null if that cannot be read. */
function proportionalMemory(path: string): number | null {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(read(`${path}/smaps_rollup`))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
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
