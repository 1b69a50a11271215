/* The descriptors that whoever started this process left open in it. */
import {closeSync, readdirSync, readFileSync} from 'node:fs';

/** `O_CLOEXEC`, as `/proc` shows it. */
const CLOSE_ON_EXEC = 0o2000000;

/**
 * Closes all but the three standard streams. A program would inherit the others, and an open folder of ours would lead
 * it out of the sandbox. What Node itself opens is closed for its children anyway.
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
      // The one that listed the folder is closed already.
    }
  }
}
