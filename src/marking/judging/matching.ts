/*
 * Tries regular expressions on lines in a thread of its own, which is stopped if it takes too long: an output may be
 * made so that an expression takes years.
 */
import {once} from 'node:events';
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
    const worker = this.worker ?? (await started());
    this.worker = worker;
    // Between cases, it keeps no process from ending.
    worker.ref();
    try {
      return await answerOf(worker, pairs, this.patience);
    } catch (error) {
      this.worker = null;
      await worker.terminate();
      throw error;
    } finally {
      worker.unref();
    }
  }
}

/** What it takes to start does not count as time of an expression. */
async function started(): Promise<Worker> {
  const worker = new Worker(SCRIPT, {eval: true, execArgv: []});
  await once(worker, 'online');
  return worker;
}

/** @throws Error if there is none in time, in milliseconds */
async function answerOf(
  worker: Worker,
  pairs: readonly Pair[],
  patience: number,
): Promise<readonly boolean[]> {
  const ending = new AbortController();
  const clock = setTimeout(() => ending.abort(), patience);
  try {
    worker.postMessage(pairs);
    const [answer] = await once(worker, 'message', {signal: ending.signal});
    return answer;
  } catch (error) {
    if (!ending.signal.aborted) throw error;
    throw new Error(`the regular expressions took more than ${patience / 1000} seconds`);
  } finally {
    clearTimeout(clock);
  }
}
