/*
 * `npm run bench:solver`: processor time and memory of solving the official rules in a new process, beside a C program
 * that does the same, where there is gcc. Fails if a figure misses its target.
 */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execaSync} from 'execa';
import {FIRST_ROLL, rerolls} from '../../src/solver/keeps.js';
import {AS_USER} from '../support/command.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';
import {interleaved, median, printTable, ratioOf, usageIn, WITH_USAGE} from './measure.js';

const ROUNDS = 7;
/** Highest seconds of processor time, and MB of the whole process. */
const GOALS = {seconds: 0.45, memory: 150} as const;

/** Prints the seconds, and those of processor time, from the call to the values. */
const SOLVE = `
const {EMPTY_CARD, solve} = require(${JSON.stringify(join(import.meta.dirname, '../../dist/cjs/index.js'))});
const [began, used] = [performance.now(), process.cpuUsage()];
const values = solve('official');
const taken = (performance.now() - began) / 1000;
const {user, system} = process.cpuUsage(used);
if (Math.abs(values.of(EMPTY_CARD) - 254.587728734495) > 1e-9) throw new Error('wrong');
console.log(taken, (user + system) / 1e6);`;

await inTemporaryFolder(async (folder) => {
  const inC = compiledMeasure(folder);
  const [clock, memory]: [number[], number[]] = [[], []];
  const {c, own} = await interleaved(ROUNDS, {
    c: () => (inC === null ? Number.NaN : Number(execaSync(inC).stdout.split(' ')[1])),
    own: () => {
      const args = [...WITH_USAGE, '--eval', SOLVE];
      const {stdout, stderr} = execaSync(process.execPath, args, AS_USER);
      const [taken = Number.NaN, used = Number.NaN] = stdout.split(' ').map(Number);
      clock.push(taken);
      memory.push(usageIn(stderr).peak / 1000);
      return used;
    },
  });
  printTable(
    `medians of ${ROUNDS} interleaved rounds; ratios pair by pair`,
    ['what', 'seconds', 'processor time', '× C', 'memory', 'target'],
    [
      {cells: ['C', '', median(c).toFixed(2), '1.00', '', '']},
      {
        cells: [
          'WebAssembly',
          median(clock).toFixed(2),
          median(own).toFixed(2),
          ratioOf(own, c).toFixed(2),
          `${median(memory).toFixed(0)} MB`,
          `≤ ${GOALS.seconds} s, ≤ ${GOALS.memory} MB`,
        ],
        missed: median(own) > GOALS.seconds || median(memory) > GOALS.memory,
      },
    ],
  );
});

/** Returns null without a compiler. */
function compiledMeasure(folder: string): string | null {
  const program = join(folder, 'measure');
  writeFileSync(join(folder, 'steps.h'), stepsInC());
  const flags = ['-O3', '-march=native', '-Wall', '-Werror', '-I', folder, '-o', program];
  const {failed} = execaSync('gcc', [...flags, join(import.meta.dirname, 'solver.c')], {reject: false});
  return failed ? null : program;
}

/** Returns the two steps of a reroll, a line of C for each keep. */
function stepsInC(): string {
  const {extensions, reductions, faceCounts} = rerolls();
  const worth = (keep: number | undefined): string => `worth[${keep}]`;
  const averages = Array.from({length: FIRST_ROLL}, (_, keep) => {
    const row = [...extensions.subarray(6 * keep, 6 * keep + 6)];
    return `${worth(keep)} = (${row.map(worth).join(' + ')}) * (1.0 / 6);`;
  }).toReversed();
  const bests = [...faceCounts].map((count, at) => {
    const [keep, ...others] = reductions.subarray(6 * at, 6 * at + count + 1);
    return `${worth(keep)} = ${others.reduce((best, one) => `larger(${best}, ${worth(one)})`, worth(keep))};`;
  });
  const body = (lines: readonly string[]): string => `(void) {\n${lines.join('\n')}\n}\n`;
  return `static void average_keeps${body(averages)}static void choose_keeps${body(bests)}`;
}
