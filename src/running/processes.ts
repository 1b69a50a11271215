/*
 * The processes of a running program, and their use of the machine. In a sandbox, they are all processes of its `/proc`
 * except the first. Elsewhere, a process belongs to the program by its session, or by a token in its environment.
 */
import {existsSync, readdirSync, readFileSync} from 'node:fs';

export const TOKEN_NAME = 'FIVEDICE_CASE';

interface Place {
  /** `/proc` of its sandbox; null without one. */
  readonly processes: string | null;
  /** Shell that starts the program and leads its session, but is no part of it. */
  readonly leader: number;
  /** Processor time of the shell's children at the end of the last program, in ticks. */
  spent: number;
}

interface Usage {
  readonly cpu: number;
  /** Bytes of memory; what several processes share counts for each. */
  readonly memory: number;
  readonly processes: number;
}

/** Linux reports processor time in hundredths of a second, whatever the rate of its own clock. */
const TICKS_PER_SECOND = 100;

/** `PF_EXITING` among the flags of a process. */
const EXITING = 0x4;

export class Processes {
  private readonly place: Place;
  private readonly isSandboxed: boolean;
  private readonly token: string;
  private readonly folder: string;
  private readonly shell: number;
  private readonly members = new Map<string, Stat>();
  /** Numbers of other processes: on a busy machine, checking all of them again takes long. */
  private readonly others: Set<number>;
  private spent = 0;

  constructor(place: Place, token: string) {
    const {processes, leader} = place;
    // Without a leader, every process of session 0 would count.
    if (leader === 0) throw new Error('no shell runs');
    this.place = place;
    this.isSandboxed = processes !== null;
    [this.folder, this.shell] = processes === null ? ['/proc', leader] : [processes, 1];
    this.token = token;
    // The program has not started yet: on a lab server, thousands of processes need never be looked at.
    this.others = new Set(this.isSandboxed ? [] : numbersIn(this.folder));
  }

  /** Returns the seconds of processor time of a program that ended, with children that were waited for. */
  cpuAtEnd(): number {
    const {place} = this;
    const before = place.spent;
    place.spent = stat(this.folder, this.shell)?.children ?? before;
    return (place.spent - before) / TICKS_PER_SECOND;
  }

  usage(): Usage {
    const alive = this.alive();
    const sum = (of: (one: Stat) => number): number => sumOf(alive.map(of));
    // The first sum misses children too short-lived for a poll; the second, children that nobody waited for.
    const ticks = Math.max(
      this.spent + sum(({own}) => own),
      sum(({own, children}) => own + children),
    );
    return {
      cpu: ticks / TICKS_PER_SECOND,
      memory: sum((one) => kilobytes(one, 'status', 'VmRSS') ?? 0) * 1024,
      processes: alive.length,
    };
  }

  /** Returns the bytes of memory in use, shared memory counted once. Slower than `usage`. */
  memory(): number {
    const all = this.alive();
    // After `vfork`, a child has its parent's memory until it becomes another program.
    const isBorrower = ({parent, size}: Stat): boolean =>
      all.some((one) => one.pid === parent && one.isWaiting && one.size === size);
    const shares = all
      .filter((one) => !isBorrower(one))
      .map((one) => kilobytes(one, 'smaps_rollup', 'Pss') ?? kilobytes(one, 'status', 'VmRSS') ?? 0);
    return sumOf(shares) * 1024;
  }

  isRunning(): boolean {
    return this.alive().length > 0;
  }

  /** Sends SIGKILL to each; those of a sandbox end with its shell. */
  kill(): void {
    if (this.isSandboxed) return;
    for (const {pid} of this.alive()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
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
    // A process whose first thread has ended looks ended, but its other threads go on.
    return now.filter(({isEnding, threads}) => !isEnding || threads > 1);
  }

  private list(): Stat[] {
    const {folder, shell} = this;
    const found: Stat[] = [];
    for (const pid of numbersIn(folder)) {
      const one = pid === shell || this.others.has(pid) ? null : stat(folder, pid);
      if (one === null) continue;
      if (this.isSandboxed || this.isOwn(one)) found.push(one);
      else this.others.add(pid);
    }
    return found;
  }

  private isOwn(one: Stat): boolean {
    return one.session === this.shell || this.members.has(nameOf(one)) || hasToken(one.path, this.token);
  }
}

interface Stat {
  readonly pid: number;
  /** Its folder. If its first thread has ended, that of its last one: the first has no memory and no environment left. */
  readonly path: string;
  /** True for a process that has ended, or is being taken apart. */
  readonly isEnding: boolean;
  /** True while it is uninterruptible, as during `vfork`. */
  readonly isWaiting: boolean;
  readonly parent: number;
  readonly session: number;
  /** Processor time in ticks: its own, and that of children that have ended and been waited for. */
  readonly own: number;
  readonly children: number;
  readonly threads: number;
  readonly start: string;
  readonly size: number;
}

/** Returns a unique name: numbers are given again, but not with the same start. */
const nameOf = ({pid, start}: Stat): string => `${pid} ${start}`;

/** See proc(5). Returns null if there is no such process. */
function stat(folder: string, pid: number): Stat | null {
  const path = `${folder}/${pid}`;
  const text = read(`${path}/stat`);
  if (text === '') return null;
  const fields = fieldsOf(text);
  const number = (index: number): number => Number(fields[index]);
  const isEnding = fields[0] === 'Z' || fields[0] === 'X' || (number(6) & EXITING) !== 0;
  return {
    pid,
    path: isEnding && number(17) > 1 ? `${path}/task/${numbersIn(`${path}/task`).at(-1)}` : path,
    isEnding,
    isWaiting: fields[0] === 'D',
    parent: number(1),
    session: number(3),
    own: number(11) + number(12),
    children: number(13) + number(14),
    threads: number(17),
    start: fields[19] ?? '',
    size: number(20),
  };
}

/** Returns the fields of a `stat` after the name, which can contain anything, even spaces and parentheses. */
export function fieldsOf(text: string): string[] {
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function hasToken(path: string, token: string): boolean {
  return `\0${read(`${path}/environ`)}`.includes(`\0${TOKEN_NAME}=${token}\0`);
}

function kilobytes({path}: Stat, file: string, name: string): number | null {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(read(`${path}/${file}`))?.[1];
  return found === undefined ? null : Number(found);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** Returns the text of a file; empty if its process has ended, or belongs to another user. */
function read(path: string): string {
  // Many of these processes have ended already, and exceptions are slow.
  if (!existsSync(path)) return '';
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
