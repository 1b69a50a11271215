/* The solver's worker in a browser: for every rule set that it is told, it answers with the numbers of the values. */
import type {RuleSet} from '../../rules/variants.js';
import {solve} from '../solver.js';

addEventListener('message', ({data}: MessageEvent<RuleSet>) => {
  // A copy: the numbers lie in the memory of the kernel, which cannot leave the worker.
  const numbers = solve(data).numbers.slice();
  postMessage(numbers, {transfer: [numbers.buffer]});
});
