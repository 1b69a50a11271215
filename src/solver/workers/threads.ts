/* The solver on several threads of Node. */
import {Worker} from 'node:worker_threads';
import type {RuleSet} from '../../rules/variants.js';
import {type Values, valuesOf} from '../solver.js';
import {THREAD} from './scripts.js';
import {makeShared} from './shares.js';
import type {Work} from './thread.js';

const known = new Map<RuleSet, Promise<Values>>();

/** The values of a set of rules: solved at the first call, on threads of their own. */
export function solved(rules: RuleSet): Promise<Values> {
  const values = known.get(rules) ?? solveInThreads(rules);
  known.set(rules, values);
  return values;
}

/** Solves all positions on threads of their own; this one stays free. */
export async function solveInThreads(
  rules: RuleSet,
  threads = 2,
  kernel: Work['kernel'] = 'fastest',
): Promise<Values> {
  // They start up while this one lays out what they share.
  const workers = Array.from({length: threads}, () => new Worker(THREAD, {eval: true}));
  const ends = workers.map(endOf);
  const shared = makeShared(rules, threads);
  const work: Work = {shared, kernel};
  for (const worker of workers) worker.postMessage(work);
  try {
    await Promise.all(ends);
  } catch (error) {
    // The others wait for what the one that failed would have solved.
    for (const worker of workers) worker.terminate();
    throw error;
  }
  return valuesOf(rules, shared.numbers);
}

function endOf(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (status) => {
      if (status === 0) resolve();
      else reject(new Error(`a thread of the solver ended with ${status}`));
    });
  });
}
