/*
 * `npm run bench:marking`: what a case costs, start-up included, beside a plain bash loop and beside a C loop as the
 * floor, all in the same interleaved run. Needs gcc, bash and bubblewrap. Fails if a figure misses its reach.
 */
import {execFileSync, spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {FIVEDICE, userEnvironment} from '../support/command.js';
import {machine, median, printTable, seconds} from './measure.js';

/** How many cases, and how many rounds of them. */
const SIZES = [
  {cases: 100, rounds: 30},
  {cases: 1000, rounds: 10},
] as const;

const BASH_LOOP = `
same=0
for ((number = 1; number <= $3; number++)); do
  if "$1" < "$2/$number.in" | cmp -s - "$2/$number.out"; then same=$((same + 1)); fi
done
echo $same`;

const folder = mkdtempSync(join(tmpdir(), 'fivedice-bench-'));
try {
  const rows = SIZES.flatMap(({cases, rounds}) => measured(cases, rounds));
  console.log(
    `${machine()}\nmedians of ${SIZES.map(({rounds}) => rounds).join(' and ')} interleaved rounds, ratios pair by pair\n`,
  );
  printTable(
    ['what', 'cases', 'a run', 'a case', 'ratio to bash', 'ratio to the floor', 'reach'],
    rows.map((row) => row.cells),
  );
  const missed = rows.filter(({met}) => !met);
  for (const {cells} of missed) console.log(`missed: ${cells.slice(0, 2).join(', ')}`);
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, {recursive: true, force: true});
}

interface Contender {
  readonly what: string;
  readonly command: readonly [string, ...string[]];
  /** What it must print of a run in which all cases are right. */
  readonly says: string;
  /** The highest ratio to bash. */
  readonly reach?: {readonly ratio: number; readonly words: string};
}

function measured(cases: number, rounds: number): {cells: string[]; met: boolean}[] {
  const fixtures = join(folder, `fixtures-${cases}`);
  mkdirSync(fixtures);
  for (let number = 1; number <= cases; number += 1) {
    for (const ending of ['in', 'out'])
      writeFileSync(join(fixtures, `${number}.${ending}`), `case ${number}\n`);
  }
  const program = compiled('trivial');
  const floor = compiled('fork-loop');
  const loop = [program, fixtures, String(cases)];
  const mark = (jobs: number): [string, ...string[]] => [
    FIVEDICE,
    ...['mark', program, '--fixtures', fixtures, '-j', String(jobs)],
  ];
  const passed = `${cases} of ${cases} cases passed`;
  const contenders: readonly Contender[] = [
    {what: 'C loop: fork, exec, pipe, compare', command: [floor, ...loop], says: `${cases}\n`},
    {
      what: 'bash loop: `./prog < in \\| cmp -s - out`',
      command: ['bash', '-c', BASH_LOOP, 'bash', ...loop],
      says: `${cases}\n`,
    },
    {what: '`fivedice mark -j 1`', command: mark(1), says: passed},
    {
      what: '`fivedice mark -j 2`',
      command: mark(2),
      says: passed,
      reach: cases === 100 ? {ratio: 1.5, words: '≤ 1.5 × bash'} : {ratio: 1, words: 'faster than bash'},
    },
    {what: '`fivedice mark -j 2 --sandbox`', command: [...mark(2), '--sandbox'], says: passed},
  ];
  const times = contenders.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) times[index]?.push(run(contender));
  }
  const ratio = (index: number, to: number): number =>
    median((times[index] ?? []).map((time, round) => time / (times[to]?.[round] ?? Number.NaN)));
  return contenders.map(({what, reach}, index) => {
    const time = median(times[index] ?? []);
    return {
      cells: [
        what,
        String(cases),
        `${(time * 1000).toFixed(0)} ms`,
        `${((time / cases) * 1000).toFixed(2)} ms`,
        ratio(index, 1).toFixed(2),
        ratio(index, 0).toFixed(2),
        reach?.words ?? '',
      ],
      met: reach === undefined || ratio(index, 1) <= reach.ratio,
    };
  });
}

function run({command: [file, ...args], says}: Contender): number {
  let stdout = '';
  const taken = seconds(() => {
    stdout = spawnSync(file, args, {env: userEnvironment(), encoding: 'utf8'}).stdout;
  });
  if (!stdout.includes(says)) throw new Error(`${file} ${args.join(' ')}: ${stdout}`);
  return taken;
}

function compiled(name: string): string {
  const program = join(folder, name);
  const source = join(import.meta.dirname, `${name}.c`);
  execFileSync('gcc', ['-O2', '-D_GNU_SOURCE', '-Wall', '-Werror', '-o', program, source]);
  return program;
}
