/*
 * The process that plays the game in a file. Beside the file lie numbered locks; the one with the highest number names
 * the owner. To take the game, a process creates the next number, which only one process can do. The owner before it
 * notices at its next save. The lock of a killed process stays until the next owner removes it.
 */
import {randomBytes} from 'node:crypto';
import {readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {ifAllowed, isSystemError} from '../system/file-errors.js';

export class Lock {
  readonly #path: string;
  /** Text of this process's lock; null while it has none. */
  #own: string | null = null;

  /** @param path the file of the game */
  constructor(path: string) {
    this.#path = path;
  }

  /** Tests if another living process plays the game. */
  isElsewhere(): boolean {
    const owner = this.#textOf(this.#highest());
    return owner !== null && owner !== this.#own && isAlive(owner);
  }

  /** Tests if another process has taken the game away. */
  isLost(): boolean {
    return this.#own !== null && this.#textOf(this.#highest()) !== this.#own;
  }

  /**
   * Takes the game, or keeps it. Returns false if another process plays it, unless `isTakeover`, or has taken it away.
   *
   * @throws the system's error if the lock cannot be written
   */
  hold(isTakeover = false): boolean {
    if (this.#own !== null) return !this.isLost();
    const text = `${process.pid} ${randomBytes(8).toString('hex')}`;
    for (;;) {
      const highest = this.#highest();
      if (!isTakeover && this.isElsewhere()) return false;
      try {
        writeFileSync(this.#pathOf(highest + 1), text, {flag: 'wx'});
        this.#own = text;
        for (const number of this.#numbers()) if (number <= highest) this.#remove(number);
        return true;
      } catch (error) {
        if (!isSystemError(error, 'EEXIST')) throw error;
      }
    }
  }

  release(): void {
    if (this.#own !== null && !this.isLost()) this.#remove(this.#highest());
    this.#own = null;
  }

  #numbers(): number[] {
    const start = `${basename(this.#path)}.lock.`;
    const locks = ifAllowed(() => readdirSync(dirname(this.#path))) ?? [];
    return locks
      .filter((name) => name.startsWith(start))
      .map((name) => name.slice(start.length))
      .filter((number) => /^\d+$/.test(number))
      .map(Number);
  }

  /** Returns 0 if there is none. */
  #highest(): number {
    return Math.max(0, ...this.#numbers());
  }

  #pathOf(number: number): string {
    return join(dirname(this.#path), `${basename(this.#path)}.lock.${number}`);
  }

  #textOf(number: number): string | null {
    return ifAllowed(() => readFileSync(this.#pathOf(number), 'utf8'));
  }

  #remove(number: number): void {
    ifAllowed(() => rmSync(this.#pathOf(number), {force: true}));
  }
}

/** An empty lock is still being written; EPERM means a living process of another user. */
function isAlive(owner: string): boolean {
  const id = Number.parseInt(owner, 10);
  if (!(id > 0)) return true;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return !isSystemError(error, 'ESRCH');
  }
}
