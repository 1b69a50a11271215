/*
 * Solves the official rules once, and prints the seconds, and those of processor time, from the call to the values.
 * `bench:solver` bundles it, and runs it in a new process each time.
 */
import {START} from '../../src/solver/lattice.js';
import {solve} from '../../src/solver/solver.js';

const [began, used] = [performance.now(), process.cpuUsage()];
const values = solve('official');
const taken = (performance.now() - began) / 1000;
const {user, system} = process.cpuUsage(used);
if (Math.abs(values.of(START) - 254.587728734495) > 1e-9) throw new Error('wrong');
console.log(`${taken} ${(user + system) / 1e6}`);
