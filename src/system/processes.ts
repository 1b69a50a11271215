/* What tells a process of this machine from a later one with its number, and the descriptors it has inherited. */
import {closeSync, readdirSync, readFileSync, readlinkSync} from 'node:fs';

/**
 * Returns the start time in ticks since the boot, or null if the process has ended, even if it is still a
 * zombie.
 */
export function startOf(pid: number): string | null {
  const text = contentOf(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  // The name in brackets may contain anything. Field 3 is the state, field 22 the start time.
  const [state = '', ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ['Z', 'X'].includes(state) ? null : (fields[18] ?? null);
}

/**
 * Identifies this boot of this machine and, since containers number their processes anew, the PID
 * namespace.
 */
export function machine(): string {
  const boot = contentOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')).slice(0, 8);
  const namespace = /\d+/.exec(contentOf(() => readlinkSync('/proc/self/ns/pid')))?.[0];
  return namespace === undefined ? boot : boot + Number(namespace).toString(16);
}

/** Returns '' if the file cannot be read. */
function contentOf(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** `O_CLOEXEC`, as `/proc` shows it. */
const CLOSE_ON_EXEC = 0o2000000;

/**
 * Closes every inherited descriptor except the standard streams: a program under test would inherit them
 * too, and an open folder would let it escape the sandbox. Node's own descriptors are close-on-exec.
 */
export function closeInheritedDescriptors(): void {
  for (const fd of readdirSync('/proc/self/fd')
    .map(Number)
    .filter((one) => one > 2)) {
    try {
      const flags = Number.parseInt(
        /flags:\s+(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? '',
        8,
      );
      if ((flags & CLOSE_ON_EXEC) === 0) closeSync(fd);
    } catch {
      // The descriptor that listed the folder is closed already.
    }
  }
}
