/* Shared memory with a key (SysV), which belongs to no process: how much a program has, and what it leaves. */
import {spawnSync} from 'node:child_process';
import {readFileSync, readlinkSync} from 'node:fs';

const TABLE = '/proc/sysvipc/shm';

type Row = Readonly<Record<string, number>>;

/** Bytes of shared memory that these processes made, in whatever namespace they are. */
export function keyedMemory(pids: readonly number[]): number {
  const seen = new Set<string>();
  let sum = 0;
  for (const pid of pids) {
    const place = namespaceOf(pid);
    if (place === null || seen.has(place)) continue;
    seen.add(place);
    const isOurs = place === namespaceOf(process.pid);
    const own = rowsOf(isOurs ? table() : readWithin(pid));
    // In a namespace of its own, everything is the program's.
    for (const {cpid = 0, rss = 0} of own) if (!isOurs || pids.includes(cpid)) sum += rss;
  }
  return sum;
}

/** What there is, to see later what is new. */
export function table(): string {
  try {
    return readFileSync(TABLE, 'latin1');
  } catch {
    // A kernel may have no such memory.
    return '';
  }
}

/**
 * Removes what a program left: what is not in the table from before any program ran, and was made by one of its
 * processes, all of which have ended. One that was killed may still be about to let go of it, which is when it goes.
 *
 * @param before that table
 * @param makers the numbers of its processes
 */
export function removeLeft(before: string, makers: ReadonlySet<number>): void {
  const now = table();
  if (now === before) return;
  const old = new Set(rowsOf(before).map(({shmid}) => shmid));
  for (const {shmid, uid, cpid = 0} of rowsOf(now)) {
    const isLeft = !old.has(shmid) && uid === process.getuid?.() && makers.has(cpid) && !isRunning(cpid);
    if (isLeft) spawnSync('ipcrm', ['-m', String(shmid)], {stdio: 'ignore'});
  }
}

/** A killed process stays in `/proc` until its parent has heard of it. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}

/** A table of numbers with a line of names above it. */
function rowsOf(table: string): Row[] {
  const [names = [], ...rows] = table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/));
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, Number(row[index])])));
}

function namespaceOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/ipc`);
  } catch {
    return null;
  }
}

/** The table as a process in a sandbox sees it. */
function readWithin(pid: number): string {
  const args = ['--target', String(pid), '--user', '--ipc', '--preserve-credentials', 'cat', TABLE];
  return spawnSync('nsenter', args, {encoding: 'latin1'}).stdout ?? '';
}
