/*
 * The solver in a worker of a browser, so that the page stays free. One worker is all: without headers that isolate a
 * page, browsers share no memory.
 */
import type {RuleSet} from '../../rules/variants.js';
import {type Values, valuesOf} from '../solver.js';
import {BROWSER_WORKER} from './scripts.js';

/**
 * Solves all positions in a worker. The page's policy must allow `worker-src blob:`; where it does not allow
 * `script-src 'wasm-unsafe-eval'`, the kernel in plain TypeScript does the work.
 */
export async function solveInWorker(rules: RuleSet): Promise<Values> {
  // From its text, because a page that is opened as a file may load no other file.
  const address = URL.createObjectURL(new Blob([BROWSER_WORKER], {type: 'text/javascript'}));
  const worker = new Worker(address);
  try {
    const numbers = await new Promise<Float64Array>((resolve, reject) => {
      worker.addEventListener('message', ({data}) => resolve(data));
      worker.addEventListener('error', ({message}) => reject(new Error(`the solver's worker: ${message}`)));
      worker.postMessage(rules);
    });
    return valuesOf(rules, numbers);
  } finally {
    worker.terminate();
    URL.revokeObjectURL(address);
  }
}
