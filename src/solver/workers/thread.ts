/* The solver's thread in Node: solves one set of rules, and ends. */
import {parentPort} from 'node:worker_threads';
import type {RuleSet} from '../../rules/variants.js';
import {solve} from '../solver.js';

parentPort?.once('message', (rules: RuleSet) => {
  const numbers = solve(rules).numbers.slice();
  parentPort?.postMessage(numbers, [numbers.buffer]);
});
