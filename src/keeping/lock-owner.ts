/*
 * Who holds a lock: a process. A lock is stale when that process has ended, however old the lock is.
 *
 * A process id alone does not tell, because ids are used again: on Linux the time when the process started goes with it,
 * and the boot since which that is counted. Nor do ids mean anything on another computer that shares the folder, or in
 * another container: what is going on there cannot be known from here.
 */
import {randomBytes} from 'node:crypto';
import {readFileSync, readlinkSync} from 'node:fs';
import {hostname} from 'node:os';
import {printable} from '../game/shown.js';
import {isSystemError} from './unusable-file.js';

export interface Owner {
  readonly pid: number;
  /** When it started, in ticks since the boot; empty where that is not known, which is everywhere but on Linux. */
  readonly started: string;
  /** The boot; empty likewise. */
  readonly boot: string;
  /** Where the id counts: a container has ids of its own. Empty likewise. */
  readonly namespace: string;
  /** Tells two locks of one process apart. */
  readonly nonce: string;
  readonly host: string;
}

/** Whether its process is there; `elsewhere` if that cannot be known from here. */
export type Whereabouts = 'alive' | 'dead' | 'elsewhere';

/** This process, as the owner of a new lock. */
export function newOwner(): Owner {
  const stat = statOf('self');
  return {
    pid: process.pid,
    // Where `/proc` belongs to other ids than ours, it says nothing about us.
    started: stat?.pid === process.pid ? stat.started : '',
    boot: contentOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')),
    namespace: contentOf(() => readlinkSync('/proc/self/ns/pid')).replace(/\D/g, ''),
    nonce: randomBytes(4).toString('hex'),
    host: hostname(),
  };
}

export function whereaboutsOf(owner: Owner): Whereabouts {
  const here = newOwner();
  if (owner.host !== here.host || [owner.boot, here.boot].filter((boot) => boot === '').length === 1)
    return 'elsewhere';
  // This computer has been started again since.
  if (owner.boot !== here.boot) return 'dead';
  if (owner.namespace !== here.namespace) return 'elsewhere';
  return isAlive(owner) ? 'alive' : 'dead';
}

export function formatOwner({pid, started, boot, namespace, nonce, host}: Owner): string {
  return ['fivedice', pid, started, boot, namespace, nonce, host].join(':');
}

/** The owner that a text names; null if it names none. */
export function parseOwner(text: string): Owner | null {
  const match = /^fivedice:([1-9]\d{0,9}):(\d*):([\da-f-]*):(\d*):([\da-f]+):(.+)$/.exec(text);
  if (match === null) return null;
  const [, pid, started = '', boot = '', namespace = '', nonce = '', host = ''] = match;
  return {pid: Number(pid), started, boot, namespace, nonce, host};
}

/** The owner as a message names it. */
export function ownerInWords({pid, host}: Owner, whereabouts: Whereabouts): string {
  if (whereabouts !== 'elsewhere') return `process ${pid}`;
  return host === hostname()
    ? `process ${pid} of another container`
    : `process ${pid} of the computer ${printable(host, 64)}`;
}

function isAlive({pid, started}: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // What is refused is there, but another user's.
    if (isSystemError(error, 'ESRCH')) return false;
  }
  const stat = statOf(pid);
  if (stat === null || started === '') return true;
  // One that has ended, and whose parent did not look yet, is still listed.
  return stat.started === started && !['Z', 'X'].includes(stat.state);
}

/** What Linux says of a process; null if it says nothing. */
function statOf(
  pid: number | 'self',
): {readonly pid: number; readonly state: string; readonly started: string} | null {
  const text = contentOf(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  // The name in brackets may hold anything. The state is field 3, the start is field 22.
  const [state = '', ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const started = fields[18];
  return started === undefined ? null : {pid: Number.parseInt(text, 10), state, started};
}

/** What is there, without its newline; empty if it cannot be read. */
function contentOf(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return '';
  }
}
