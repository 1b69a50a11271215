/* One of the solver's threads in Node: does its share of the first work that it is given, and ends. */
import {parentPort} from 'node:worker_threads';
import {typedArrayKernel} from '../kernels/typed-arrays.js';
import {fastestKernel} from '../kernels/webassembly.js';
import {type Shared, solveShare} from './shares.js';

export interface Work {
  readonly shared: Shared;
  readonly kernel: 'fastest' | 'typed-arrays';
}

parentPort?.once('message', ({shared, kernel}: Work) => {
  solveShare(shared, kernel === 'fastest' ? fastestKernel() : typedArrayKernel);
});
