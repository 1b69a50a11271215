/*
 * The processes of a running program, and their use of the machine. In a sandbox, these are all but the first process
 * in its `/proc`. Elsewhere, a process belongs to the program by its session, or by a token in its environment.
 */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {ifAllowed} from '../system/file-errors.js';

export const TOKEN_NAME = 'FIVEDICE_CASE';

interface Place {
  /** `/proc` of its sandbox; null without one. */
  readonly processes: string | null;
  /** Shell that starts the program and leads its session. */
  readonly leader: number;
  /** Ticks of the shell's children at the end of the last program. */
  spent: number;
}

interface Usage {
  readonly cpu: number;
  /** Bytes of memory; shared memory counts for each process. */
  readonly memory: number;
  readonly processes: number;
}

/** Linux reports processor time in hundredths of a second on any machine. */
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
  /** Possible numbers of the program's processes. */
  private readonly numbers: () => number[];
  /** Numbers of other processes, which are not checked again. */
  private readonly others = new Set<number>();
  private spent = 0;

  constructor(place: Place, token: string) {
    const {processes, leader} = place;
    // Every process of session 0 would count.
    if (leader === 0) throw new Error('no shell runs');
    this.place = place;
    this.isSandboxed = processes !== null;
    this.folder = processes ?? '/proc';
    this.shell = processes === null ? leader : 1;
    this.token = token;
    this.numbers = this.isSandboxed ? () => numbersIn(this.folder) : laterNumbers();
  }

  /** Returns the seconds of processor time of an ended program, including children that were waited for. */
  cpuAtEnd(): number {
    const {place} = this;
    const before = place.spent;
    place.spent = stat(this.folder, this.shell)?.children ?? before;
    return (place.spent - before) / TICKS_PER_SECOND;
  }

  usage(): Usage {
    const alive = this.alive();
    const sum = (of: (one: Stat) => number): number => sumOf(alive.map(of));
    // The first sum misses children that end between polls; the second, children that nobody waited for.
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

  /** Returns the bytes of memory, shared memory counted once. Slower than `usage`. */
  memory(): number {
    const all = this.alive();
    // After `vfork`, a child borrows its parent's memory.
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

  /** Processes of a sandbox end with its shell. */
  kill(): void {
    if (this.isSandboxed) return;
    // Some may have ended.
    for (const {pid} of this.alive()) ifAllowed(() => process.kill(pid, 'SIGKILL'));
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
    // A process whose first thread has ended looks ended.
    return now.filter(({isEnding, threads}) => !isEnding || threads > 1);
  }

  private list(): Stat[] {
    const {folder, shell} = this;
    const found: Stat[] = [];
    for (const pid of this.numbers()) {
      const one = pid === shell || this.others.has(pid) ? null : stat(folder, pid);
      if (one === null) continue;
      if (this.isSandboxed || this.isOwn(one)) found.push(one);
    }
    return found;
  }

  private isOwn(one: Stat): boolean {
    const {shell, members, others, token} = this;
    const environment = read(`${one.path}/environ`);
    const hasToken = `\0${environment}`.includes(`\0${TOKEN_NAME}=${token}\0`);
    if ((one.session === shell || members.has(nameOf(one)) || hasToken) && !isThread(one)) return true;
    // The environment is empty while the process becomes another program.
    if (environment !== '') others.add(one.pid);
    return false;
  }
}

interface Stat {
  readonly pid: number;
  /** Folder of the process; if its first thread has ended, of the last one, which still has memory and environment. */
  readonly path: string;
  /** True for a process that has ended or is ending. */
  readonly isEnding: boolean;
  /** True while uninterruptible, as during `vfork`. */
  readonly isWaiting: boolean;
  readonly parent: number;
  readonly session: number;
  /** Ticks of the process, and of its children that were waited for. */
  readonly own: number;
  readonly children: number;
  readonly threads: number;
  readonly start: string;
  readonly size: number;
}

/** Returns a unique name, since numbers are reused. */
const nameOf = ({pid, start}: Stat): string => `${pid} ${start}`;

/** See proc(5). Returns null without such a process. */
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

/** Returns the fields of a `stat` after the name, which can contain spaces and parentheses. */
export function fieldsOf(text: string): string[] {
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Max numbers looked up one by one. */
const FEW = 256;

/**
 * Returns a function that lists the processes begun since this call, and perhaps others. The kernel gives numbers in
 * order and tells the last one, so most programs need no list of all processes: a lab server has thousands.
 */
function laterNumbers(): () => number[] {
  let first = lastNumber();
  const older = new Set(Number.isNaN(first) ? numbersIn('/proc') : []);
  return () => {
    const count = lastNumber() - first;
    if (count >= 0 && count <= FEW) return Array.from({length: count}, (_, index) => first + 1 + index);
    const all = numbersIn('/proc');
    const last = lastNumber();
    // After the greatest number, the kernel starts again with small ones.
    const isLater = (pid: number): boolean =>
      first <= last ? pid > first && pid <= last : pid > first || pid <= last;
    if (!Number.isNaN(first)) for (const pid of all) if (!isLater(pid)) older.add(pid);
    first = Number.NaN;
    return all.filter((pid) => !older.has(pid));
  };
}

/** Returns the number of the last process or thread; NaN: unknown. */
function lastNumber(): number {
  return Number.parseInt(read('/proc/sys/kernel/ns_last_pid'), 10);
}

/** `/proc` has threads, too, but does not list them. */
function isThread({pid, path, threads}: Stat): boolean {
  return threads > 1 && !read(`${path}/status`).includes(`\nTgid:\t${pid}\n`);
}

function numbersIn(folder: string): number[] {
  return (ifAllowed(() => readdirSync(folder)) ?? []).map(Number).filter(Number.isInteger);
}

function kilobytes({path}: Stat, file: string, name: string): number | null {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(read(`${path}/${file}`))?.[1];
  return found === undefined ? null : Number(found);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** Returns `''` if the process has ended, or is another user's. */
function read(path: string): string {
  // Many have ended already, and exceptions are slow.
  return (existsSync(path) ? ifAllowed(() => readFileSync(path, 'latin1')) : null) ?? '';
}
