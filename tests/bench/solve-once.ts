/*
 * Solves the official rules once, as `WEBASSEMBLY` or `TYPED-ARRAYS` on so many threads, and prints the seconds that it
 * takes from the call to the values. `bench:solver` bundles it, and runs it in a new process each time.
 */
import {typedArrayKernel} from '../../src/solver/kernels/typed-arrays.js';
import {fastestKernel} from '../../src/solver/kernels/webassembly.js';
import {START} from '../../src/solver/lattice.js';
import {solve} from '../../src/solver/solver.js';
import {solveInThreads} from '../../src/solver/workers/threads.js';

const [kernel = 'fastest', threads = '1'] = process.argv.slice(2);
const isPlain = kernel === 'typed-arrays';

async function solveOnce(): Promise<void> {
  const began = performance.now();
  const values =
    threads === '1'
      ? solve('official', isPlain ? typedArrayKernel : fastestKernel())
      : await solveInThreads('official', Number(threads), isPlain ? 'typed-arrays' : 'fastest');
  const taken = (performance.now() - began) / 1000;
  if (Math.abs(values.of(START) - 254.587728734495) > 1e-9) throw new Error('wrong');
  console.log(taken);
}

void solveOnce();
