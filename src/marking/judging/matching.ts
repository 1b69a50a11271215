/*
 * Tries regular expressions on lines in a thread of its own, which is stopped if it takes too long: an output may be
 * made so that an expression takes years.
 */
import {once} from 'node:events';
import {Worker} from 'node:worker_threads';
import {type Matcher, type Pair, REGEX_SECONDS} from '../comparing/checkers/regex.js';

/** What is found of a line, by the number that the thread writes for it. */
const FOUND: readonly (boolean | null)[] = [null, false, true];

/** What the thread runs: as text, so that no file must be found. The flags are `REGEX_FLAGS`. */
const SCRIPT = `
  const {parentPort} = require('node:worker_threads');
  parentPort.on('message', ({pairs, found}) => {
    pairs.forEach(({pattern, line}, index) => {
      found[index] = new RegExp(pattern, 'su').test(line) ? 2 : 1;
    });
    parentPort.postMessage('done');
  });
`;

export class Matching {
  private readonly patience: number;
  /** As many as there were goldens at the same time: none waits for what another takes. */
  private readonly idle: Worker[] = [];

  /** @param patience how long the expressions of one golden may take in all, in milliseconds */
  constructor(patience = REGEX_SECONDS * 1000) {
    this.patience = patience;
  }

  /** Whether each line is as it must be; null for those for which there was no time. */
  async matches(pairs: readonly Pair[]): ReturnType<Matcher> {
    if (pairs.length === 0) return [];
    const worker = this.idle.pop() ?? (await started());
    // Between cases, it keeps no process from ending.
    worker.ref();
    // Shared, so that what was found is known even if the rest takes too long.
    const found = new Uint8Array(new SharedArrayBuffer(pairs.length));
    let isDone = false;
    try {
      isDone = await answers(worker, {pairs, found}, this.patience);
    } finally {
      worker.unref();
      if (isDone) this.idle.push(worker);
      else await worker.terminate();
    }
    return Array.from(found, (number) => FOUND[number] ?? null);
  }
}

/** What it takes to start does not count as time of an expression. */
async function started(): Promise<Worker> {
  const worker = new Worker(SCRIPT, {eval: true, execArgv: []});
  await once(worker, 'online');
  return worker;
}

/** Whether it is done in time, in milliseconds. @throws Error if it fails */
async function answers(
  worker: Worker,
  task: {readonly pairs: readonly Pair[]; readonly found: Uint8Array},
  patience: number,
): Promise<boolean> {
  const ending = new AbortController();
  const clock = setTimeout(() => ending.abort(), patience);
  try {
    worker.postMessage(task);
    await once(worker, 'message', {signal: ending.signal});
    return true;
  } catch (error) {
    if (!ending.signal.aborted) throw error;
    return false;
  } finally {
    clearTimeout(clock);
  }
}
