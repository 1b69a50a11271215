/* The processes of this machine, as `/proc` shows them. */
import {readdirSync, readFileSync, readlinkSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import * as assert from 'uvu/assert';
import {PATIENCE} from './command.js';

/** Waits until something is true; fails with the words `never` if it does not become so. */
export async function until(isTrue: () => boolean | Promise<boolean>, never: string): Promise<void> {
  const latest = performance.now() + PATIENCE;
  while (!(await isTrue())) {
    assert.ok(performance.now() < latest, never);
    await sleep(10);
  }
}

/** Waits until `count` processes with a text in their command lines run. */
export async function untilRunning(text: string, count: number): Promise<void> {
  await until(() => processesWith(text).length >= count, `there are never ${count} processes with ${text}`);
}

/** Returns the command lines of running processes that hold a text. */
export function processesWith(text: string): string[] {
  return processes()
    .filter((pid) => commandLine(pid).includes(text) && isRunning(pid))
    .map(commandLine)
    .filter((line) => line !== '');
}

/** Returns the other processes whose environment, program or working folder names a folder. */
export function processesBelow(folder: string): string[] {
  return processes()
    .filter((pid) => Number(pid) !== process.pid)
    .filter((pid) =>
      [
        look(() => readFileSync(`/proc/${pid}/environ`, 'latin1')),
        look(() => readlinkSync(`/proc/${pid}/exe`)),
        look(() => readlinkSync(`/proc/${pid}/cwd`)),
      ].some((text) => text.includes(folder)),
    )
    .map((pid) => ({pid, line: commandLine(pid)}))
    .filter(({pid, line}) => line !== '' && isRunning(pid))
    .map(({pid, line}) => `${pid} ${line.replaceAll('\0', ' ')}`);
}

function processes(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

function commandLine(pid: string): string {
  return look(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
}

/** `PF_EXITING` among the flags of a process, and SIGKILL among the signals that wait for it. */
const [EXITING, KILLED] = [0x4, 1n << 8n];

/** Returns false for a process that ends, or was killed and waits, under load, for its turn to end. */
function isRunning(pid: string): boolean {
  const stat = look(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  const [state = 'X', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const status = look(() => readFileSync(`/proc/${pid}/status`, 'latin1'));
  const waiting = [...status.matchAll(/^(?:Sig|Shd)Pnd:\s+(\w+)$/gm)].map(([, bits]) => BigInt(`0x${bits}`));
  const isEnding = (Number(fields[5]) & EXITING) !== 0 || waiting.some((bits) => (bits & KILLED) !== 0n);
  return stat !== '' && !/[ZX]/.test(state) && !isEnding;
}

function look(read: () => string): string {
  try {
    return read();
  } catch {
    // It has ended, or is another user's.
    return '';
  }
}

/** Returns the ids of processes with a text in their command line that work in a folder. */
export function pidsOf(text: string, folder: string): number[] {
  return processes()
    .filter((pid) => commandLine(pid).includes(text))
    .filter((pid) => look(() => readlinkSync(`/proc/${pid}/cwd`)) === folder)
    .map(Number);
}
