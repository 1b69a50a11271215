/* The solver on a thread of its own in Node: for whoever has something else to do meanwhile, such as taking keys. */
import {Worker} from 'node:worker_threads';
import type {RuleSet} from '../../rules/variants.js';
import {type Values, valuesOf} from '../solver.js';
import {THREAD} from './scripts.js';

const known = new Map<RuleSet, Promise<Values>>();

/** The values of a set of rules: solved at the first call, on a thread of its own. */
export function solved(rules: RuleSet): Promise<Values> {
  const values = known.get(rules) ?? solveInThread(rules);
  known.set(rules, values);
  return values;
}

function solveInThread(rules: RuleSet): Promise<Values> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(THREAD, {eval: true});
    worker.once('message', (numbers: Float64Array) => resolve(valuesOf(rules, numbers)));
    worker.once('error', reject);
    worker.once('exit', (status) => reject(new Error(`the thread of the solver ended with ${status}`)));
    worker.postMessage(rules);
  });
}
