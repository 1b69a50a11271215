/* The processes of this machine, as `/proc` shows them. */
import {readdirSync, readFileSync, readlinkSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import * as assert from 'uvu/assert';
import {PATIENCE} from './command.js';

/** Waits until a condition holds; fails with the message `never` if it does not. */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  never: string,
  patience = PATIENCE,
): Promise<void> {
  const latest = performance.now() + patience;
  while (!(await isTrue())) {
    assert.ok(performance.now() < latest, never);
    await sleep(10);
  }
}

export async function untilRunning(text: string, count: number): Promise<void> {
  await until(() => processesWith(text).length >= count, `there are never ${count} processes with ${text}`);
}

/** Waits for killed processes to end, which takes moments. Programs that were not killed run on for a minute. */
export async function untilGone(left: () => readonly string[]): Promise<void> {
  await until(() => left().length === 0, `running: ${left().join(', ')}`, 30_000);
}

export function processesWith(text: string): string[] {
  return processes()
    .map(commandLine)
    .filter((line) => line.includes(text));
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
    .filter(({line}) => line !== '')
    .map(({pid, line}) => `${pid} ${line.replaceAll('\0', ' ')}`);
}

function processes(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

/** Returns an empty text for a process that has ended and waits for its parent. */
function commandLine(pid: string): string {
  return look(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
}

function look(read: () => string): string {
  try {
    return read();
  } catch {
    // It has ended, or is another user's.
    return '';
  }
}

export function pidsOf(text: string, folder: string): number[] {
  return processes()
    .filter((pid) => commandLine(pid).includes(text))
    .filter((pid) => look(() => readlinkSync(`/proc/${pid}/cwd`)) === folder)
    .map(Number);
}
