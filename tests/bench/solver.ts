/*
 * `npm run bench:solver`: how long it takes to solve the official rules, and how much memory, beside a C program that
 * does the same, where there is gcc. Each time in a new process.
 * Processor time is what is judged, since other work on the machine changes it least. Fails if a figure misses its reach.
 */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {build} from 'esbuild';
import {execaSync} from 'execa';
import {EXTENSIONS, FACE_COUNTS, FIRST_ROLL, REDUCTIONS} from '../../src/solver/keeps.js';
import {AS_USER} from '../support/command.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';
import {median, printTable, ratioOf} from './measure.js';

const ROUNDS = 7;
/** MB in a whole process. */
const MOST_MEMORY = 150;

/** The most seconds of processor time that it may take. */
const REACH = 0.45;

await inTemporaryFolder(async (folder) => {
  const script = join(folder, 'solve-once.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'solve-once.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: script,
  });
  const measure = compiledMeasure(folder);
  const [inC, times, clock, memory]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (measure !== null) inC.push(Number(execaSync(measure).stdout.split(' ')[1]));
    const preload = ['--require', join(import.meta.dirname, 'peak-memory.cjs')];
    const {stdout, stderr} = execaSync(process.execPath, [...preload, script], AS_USER);
    const [taken = Number.NaN, used = Number.NaN] = stdout.split(' ').map(Number);
    clock.push(taken);
    times.push(used);
    memory.push(Number.parseInt(stderr, 10) / 1000);
  }
  printTable(
    `medians of ${ROUNDS} interleaved rounds; ratios pair by pair`,
    ['what', 'seconds', 'processor time', '× C', 'memory', 'reach'],
    [
      ...(measure === null ? [] : [{cells: ['C', '', median(inC).toFixed(2), '1.00', '', '']}]),
      {
        cells: [
          'WebAssembly',
          median(clock).toFixed(2),
          median(times).toFixed(2),
          measure === null ? '' : ratioOf(times, inC).toFixed(2),
          `${median(memory).toFixed(0)} MB`,
          `≤ ${REACH} s, ≤ ${MOST_MEMORY} MB`,
        ],
        missed: median(times) > REACH || median(memory) > MOST_MEMORY,
      },
    ],
  );
});

/** Null without a compiler. */
function compiledMeasure(folder: string): string | null {
  const program = join(folder, 'measure');
  const source = join(import.meta.dirname, 'solver.c');
  writeFileSync(join(folder, 'steps.h'), stepsInC());
  const flags = ['-O3', '-march=native', '-Wall', '-Werror', '-I', folder];
  const {failed} = execaSync('gcc', [...flags, '-o', program, source], {reject: false});
  return failed ? null : program;
}

/** The two steps of a reroll, a line of C for each keep. */
function stepsInC(): string {
  const worth = (keep: number | undefined): string => `worth[${keep}]`;
  const averages = Array.from({length: FIRST_ROLL}, (_, keep) => {
    const row = [...EXTENSIONS.subarray(6 * keep, 6 * keep + 6)];
    return `${worth(keep)} = (${row.map(worth).join(' + ')}) * (1.0 / 6);`;
  }).toReversed();
  const bests = [...FACE_COUNTS].map((count, at) => {
    const [keep, ...others] = REDUCTIONS.subarray(6 * at, 6 * at + count + 1);
    return `${worth(keep)} = ${others.reduce((best, one) => `larger(${best}, ${worth(one)})`, worth(keep))};`;
  });
  const body = (lines: readonly string[]): string => `(void) {\n${lines.join('\n')}\n}\n`;
  return `static void average_keeps${body(averages)}static void choose_keeps${body(bests)}`;
}
