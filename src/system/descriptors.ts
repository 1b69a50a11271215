/* File descriptors that this process inherited from whoever started it. */
import {closeSync, readdirSync, readFileSync} from 'node:fs';

/** `O_CLOEXEC`, as shown in `/proc`. */
const CLOSE_ON_EXEC = 0o2000000;

/**
 * Closes every inherited descriptor except the three standard streams. A program under test would inherit
 * them too, and an open folder would let it escape the sandbox. Those that Node opens itself are closed in
 * its children anyway.
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
      // This is the descriptor that listed the folder; it is closed already.
    }
  }
}
