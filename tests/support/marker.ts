/*
 * A runner with one program, as a process of its own, for tests of what becomes of the program when that dies. Arguments:
 * `sandbox` or `process group`, and a line of shell. Prints the runner's folder, and what was observed.
 */
import {DEFAULT_LIMITS} from '../../src/running/limits.js';
import {Runner} from '../../src/running/runner.js';

async function main(mode = '', line = ''): Promise<void> {
  const runner = new Runner({lanes: 1, sandbox: mode === 'sandbox' ? {show: [], hide: []} : null});
  console.log(runner.folder);
  const limits = {...DEFAULT_LIMITS, wall: 200, cpu: 200};
  const seen = await runner.observe({command: ['sh', '-c', line], input: Buffer.alloc(0), limits});
  console.log('could' in seen ? seen : seen.stdout.toString());
  runner.close();
}

await main(...process.argv.slice(2));
