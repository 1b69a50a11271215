/*
 * `npm run bench:marking`: what a case costs, start-up included, beside plain bash loops and beside a C loop as the
 * floor, each series in one interleaved run. Needs gcc, bash and bubblewrap. Fails if a figure misses its reach.
 */
import {execFileSync, spawnSync} from 'node:child_process';
import {copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {FIVEDICE, userEnvironment} from '../support/command.js';
import {inMilliseconds, median, printTable, type Row, ratioOf, seconds} from './measure.js';

/** One program: how many cases, how many rounds of them, and the highest ratio to bash. */
const SIZES = [
  {cases: 100, rounds: 30, reach: 1.8},
  {cases: 1000, rounds: 10, reach: 1},
] as const;

/** A class of submissions that have to be compiled. */
const CLASS = {submissions: 200, cases: 10, rounds: 3, reach: 1.4} as const;

/** Arguments: a command that runs a program, the program, the fixtures. */
const BASH_LOOP = `
same=0
for input in "$3"/*.in; do
  if $1 "$2" < "$input" | cmp -s - "\${input%.in}.out"; then same=$((same + 1)); fi
done
echo $same`;

/** What a careful shell script would put before each program. */
const BUBBLEWRAP =
  'bwrap --unshare-all --unshare-user --die-with-parent --new-session --cap-drop ALL --uid 1000 --gid 1000 --ro-bind / / --proc /proc --dev /dev --tmpfs /dev/shm --tmpfs /var/tmp --chdir /';

/** The same for every submission of a class, on two lanes. */
const CLASS_LOOP = `
export fixtures=$2
one() {
  gcc -Wall -Werror -o "$1.program" "$1" && bash -c '${BASH_LOOP}' bash '' "$1.program" "$fixtures"
  # What lies in the class is a submission.
  rm -f "$1.program"
}
export -f one
find "$1" -name '*.c' | xargs -P 2 -I {} bash -c 'one {}' | awk '{sum += $1} END {print sum}'`;

const folder = mkdtempSync(join(tmpdir(), 'fivedice-bench-'));
try {
  const rows = [
    ...SIZES.flatMap(({cases, rounds, reach}) => measured(oneProgram(cases, reach), rounds)),
    ...measured(aClass(), CLASS.rounds),
  ];
  const rounds = [...SIZES, CLASS].map((one) => one.rounds).join(', ');
  printTable(
    `medians of ${rounds} interleaved rounds, ratios pair by pair`,
    ['what', 'cases', 'a run', 'a case', 'ratio to bash', 'ratio to the floor', 'reach'],
    rows,
  );
} finally {
  rmSync(folder, {recursive: true, force: true});
}

interface Contender {
  readonly what: string;
  readonly command: readonly [string, ...string[]];
  /** What it must print of a run in which all cases are right. */
  readonly says: string;
  /** The highest ratio to bash. */
  readonly reach?: number;
}

interface Series {
  readonly cases: number;
  /** The first is what the others are compared with. */
  readonly contenders: readonly Contender[];
  /** The one that cannot be beaten. */
  readonly floor: Contender | null;
}

function oneProgram(cases: number, reach: number): Series {
  const fixtures = fixturesOf(cases);
  const program = compiled('trivial');
  const floor = compiled('fork-loop');
  const mark = (jobs: number, ...flags: string[]): [string, ...string[]] => [
    FIVEDICE,
    ...['mark', program, '--fixtures', fixtures, '-j', String(jobs), ...flags],
  ];
  const bash = (before: string): [string, ...string[]] => [
    'bash',
    '-c',
    BASH_LOOP,
    'bash',
    before,
    program,
    fixtures,
  ];
  const [printed, passed] = [`${cases}\n`, `${cases} of ${cases} cases passed`];
  return {
    cases,
    floor: {
      what: 'C loop: fork, exec, pipe, compare',
      command: [floor, program, fixtures, String(cases)],
      says: printed,
    },
    contenders: [
      {what: 'bash loop: `./prog < in \\| cmp -s - out`', command: bash(''), says: printed},
      {what: '`fivedice mark -j 1`', command: mark(1), says: passed},
      {what: '`fivedice mark -j 2`', command: mark(2), says: passed, reach},
      {what: '`fivedice mark -j 2 --no-sandbox`', command: mark(2, '--no-sandbox'), says: passed},
      {what: 'bash loop, `bwrap … ./prog`', command: bash(BUBBLEWRAP), says: printed},
    ],
  };
}

function aClass(): Series {
  const {submissions, cases, reach} = CLASS;
  const fixtures = fixturesOf(cases);
  const all = join(folder, 'class');
  mkdirSync(all);
  for (let number = 1; number <= submissions; number += 1) {
    copyFileSync(sourceOf('trivial'), join(all, `student-${number}.c`));
  }
  const mark = (...flags: string[]): [string, ...string[]] => [
    FIVEDICE,
    ...['mark', '--all', all, '--fixtures', fixtures, '-j', '2', ...flags],
  ];
  const passed = `${submissions} submissions, ${submissions * cases}/${submissions * cases} points, `;
  return {
    cases: submissions * cases,
    floor: null,
    contenders: [
      {
        what: `bash, 2 lanes: compile ${submissions}, run ${cases} each`,
        command: ['bash', '-c', CLASS_LOOP, 'bash', all, fixtures],
        says: `${submissions * cases}\n`,
      },
      {what: '`fivedice mark --all -j 2`', command: mark(), says: passed, reach},
      {what: '`fivedice mark --all -j 2 --no-sandbox`', command: mark('--no-sandbox'), says: passed},
    ],
  };
}

function measured({cases, contenders, floor}: Series, rounds: number): Row[] {
  const all = floor === null ? contenders : [floor, ...contenders];
  const times = all.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contender] of all.entries()) times[index]?.push(run(contender));
  }
  const [bash = []] = floor === null ? times : times.slice(1);
  const [lowest = []] = times;
  return all.map(({what, reach}, index) => {
    const own = times[index] ?? [];
    return {
      cells: [
        what,
        String(cases),
        inMilliseconds(own),
        inMilliseconds([median(own) / cases], 2),
        ratioOf(own, bash).toFixed(2),
        floor === null ? '' : ratioOf(own, lowest).toFixed(2),
        reach === undefined ? '' : `≤ ${reach}`,
      ],
      missed: reach !== undefined && ratioOf(own, bash) > reach,
    };
  });
}

function run({command: [file, ...args], says}: Contender): number {
  let stdout = '';
  const taken = seconds(() => {
    stdout = spawnSync(file, args, {env: userEnvironment(), encoding: 'utf8', maxBuffer: 2 ** 26}).stdout;
  });
  if (!stdout.includes(says)) throw new Error(`${file} ${args.join(' ')}: ${stdout}`);
  return taken;
}

function fixturesOf(cases: number): string {
  const fixtures = join(folder, `fixtures-${cases}`);
  mkdirSync(fixtures);
  for (let number = 1; number <= cases; number += 1) {
    for (const ending of ['in', 'out'])
      writeFileSync(join(fixtures, `${number}.${ending}`), `case ${number}\n`);
  }
  return fixtures;
}

function compiled(name: string): string {
  const program = join(folder, name);
  execFileSync('gcc', ['-O2', '-D_GNU_SOURCE', '-Wall', '-Werror', '-o', program, sourceOf(name)]);
  return program;
}

function sourceOf(name: string): string {
  return join(import.meta.dirname, `${name}.c`);
}
