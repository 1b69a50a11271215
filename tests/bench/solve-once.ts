/*
 * Solves the official rules once, with the kernel `fastest` or `typed-arrays` on so many threads, and prints the seconds,
 * and those of processor time, from the call to the values. `bench:solver` bundles it, and runs it in a new process each
 * time.
 */
import {typedArrayKernel} from '../../src/solver/kernels/typed-arrays.js';
import {fastestKernel} from '../../src/solver/kernels/webassembly.js';
import {START} from '../../src/solver/lattice.js';
import {solve} from '../../src/solver/solver.js';
import {solveInThreads} from '../../src/solver/workers/threads.js';

const [kernel = 'fastest', threads = '1'] = process.argv.slice(2);
const isPlain = kernel === 'typed-arrays';

async function solveOnce(): Promise<void> {
  const [began, used] = [performance.now(), process.cpuUsage()];
  const values =
    threads === '1'
      ? solve('official', isPlain ? typedArrayKernel : fastestKernel())
      : await solveInThreads('official', Number(threads), isPlain ? 'typed-arrays' : 'fastest');
  const taken = (performance.now() - began) / 1000;
  const {user, system} = process.cpuUsage(used);
  if (Math.abs(values.of(START) - 254.587728734495) > 1e-9) throw new Error('wrong');
  console.log(`${taken} ${(user + system) / 1e6}`);
}

void solveOnce();
