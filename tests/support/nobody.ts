/* A user without rights: root becomes nobody. Anyone else has few rights as it is. */

/**
 * The first statements of a program for `program`: its code is loaded by then, which nobody may not be able to read.
 */
export const BECOME_NOBODY = `
  if (process.getuid() === 0) {
    process.setgroups([]);
    process.setgid(65534);
    process.setuid(65534);
  }`;

export const isRoot = process.getuid?.() === 0;
