/*
 * Tries regular expressions on lines in a thread of its own, which is stopped if it takes too long: an output may be
 * made so that an expression takes years.
 */
import {Worker} from 'node:worker_threads';
import type {Pair} from '../comparing/checkers/regex.js';

/** How long the expressions of one case may take in all, in milliseconds. */
const PATIENCE = 5000;

/** What the thread runs: as text, so that no file must be found. The flags are `REGEX_FLAGS`. */
const SCRIPT = `
  const {parentPort} = require('node:worker_threads');
  parentPort.on('message', (pairs) => {
    parentPort.postMessage(pairs.map(({pattern, line}) => new RegExp(pattern, 'su').test(line)));
  });
`;

export class Matching {
  private readonly patience: number;
  private worker: Worker | null = null;
  /** One case after the other: each has all its time. */
  private before: Promise<unknown> = Promise.resolve();

  constructor(patience = PATIENCE) {
    this.patience = patience;
  }

  /** Whether each line is as it must be. @throws Error if that takes too long */
  matches(pairs: readonly Pair[]): Promise<readonly boolean[]> {
    const found = this.before.then(() => this.matchesNow(pairs));
    this.before = found.catch(() => {});
    return found;
  }

  private async matchesNow(pairs: readonly Pair[]): Promise<readonly boolean[]> {
    if (pairs.length === 0) return [];
    this.worker ??= new Worker(SCRIPT, {eval: true});
    const {worker} = this;
    // Between cases, it keeps no process from ending.
    worker.ref();
    let clock: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        clock = setTimeout(() => {
          reject(new Error(`the regular expressions took more than ${this.patience / 1000} seconds`));
        }, this.patience);
        worker.once('message', resolve).once('error', reject);
        worker.postMessage(pairs);
      });
    } catch (error) {
      this.worker = null;
      await worker.terminate();
      throw error;
    } finally {
      clearTimeout(clock);
      worker.removeAllListeners();
      worker.unref();
    }
  }
}
