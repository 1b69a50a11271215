/*
 * `npm run bench:marking`: the cost of a case, start-up included, beside plain bash loops and a C loop. Needs gcc, bash
 * and bubblewrap. Fails if a figure misses its target.
 */
import {execFileSync, spawn, spawnSync} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {copyFileSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {FIVEDICE, userEnvironment} from '../support/command.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';
import {
  inMilliseconds,
  interleaved,
  median,
  printTable,
  type Row,
  ratioOf,
  seconds,
  usageOf,
} from './measure.js';

/** Highest ratios to bash, with the sandbox and without. */
interface Goals {
  readonly inSandbox: number;
  readonly outside: number;
}

/** One program. */
const SIZES = [
  {cases: 100, rounds: 20, goals: {inSandbox: 1.8, outside: 1.8}},
  {cases: 1000, rounds: 10, goals: {inSandbox: 1, outside: 1.5}},
] as const;

/** Sleeping processes, as on a lab server. */
const SLEEPERS = 1000;

/** A class of submissions that have to be compiled. */
const CLASS = {submissions: 200, cases: 10, rounds: 5, goals: {inSandbox: 1.35, outside: 1.6}} as const;

/** A class as Moodle exports it: three files of each person are taken, and nothing runs. */
const EXPORT = {people: 500, rounds: 7, goal: 1.2} as const;

/** Processor time of the help of `mark`, beside that of `fivedice`, which loads nothing. */
const HELP = {rounds: 40, goal: 1.25} as const;

/** Arguments: a command that runs a program, the program, the fixtures. */
const BASH_LOOP = `
same=0
for input in "$3"/*.in; do
  if $1 "$2" < "$input" | cmp -s - "\${input%.in}.out"; then same=$((same + 1)); fi
done
echo $same`;

/** Sandbox that a careful shell script puts before each program. */
const BUBBLEWRAP =
  'bwrap --unshare-all --unshare-user --die-with-parent --new-session --cap-drop ALL --uid 1000 --gid 1000 --ro-bind / / --proc /proc --dev /dev --tmpfs /dev/shm --tmpfs /var/tmp --chdir /';

/** Runs the loop for every submission of a class, on two lanes. */
const CLASS_LOOP = `
export fixtures=$2
one() {
  gcc -Wall -Werror -o "$1.program" "$1" && bash -c '${BASH_LOOP}' bash '' "$1.program" "$fixtures"
  # Files of the class are submissions.
  rm -f "$1.program"
}
export -f one
find "$1" -name '*.c' | xargs -P 2 -I {} bash -c 'one {}' | awk '{sum += $1} END {print sum}'`;

interface Contender {
  readonly what: string;
  readonly command: readonly string[];
  /** Part of the output when all cases are right. */
  readonly prints: string;
  /** Highest ratio to bash. */
  readonly goal?: number;
  /** Processes that sleep beside it. */
  readonly sleepers?: number;
}

const rows: Row[] = [];
await inTemporaryFolder(async (folder) => {
  for (const {cases, rounds, goals} of SIZES)
    rows.push(...(await rowsOf(cases, rounds, oneProgram(folder, cases, goals))));
  rows.push(...(await rowsOf(CLASS.submissions * CLASS.cases, CLASS.rounds, aClass(folder))));
  rows.push(...(await rowsOf(EXPORT.people, EXPORT.rounds, anExport(folder))));
});
rows.push(...(await helpRows()));
printTable(
  `medians of ${[...SIZES, CLASS, EXPORT, HELP].map(({rounds}) => rounds).join(', ')} interleaved rounds, ratios pair by pair`,
  ['what', 'cases', 'a run', 'a case', 'ratio to bash', 'target'],
  rows,
);

/** Returns the contenders, the bash loop first. */
function oneProgram(folder: string, cases: number, goals: Goals): readonly Contender[] {
  const fixtures = fixturesOf(folder, cases);
  const program = compiled(folder, 'trivial');
  const bash = (sandbox: string): string[] => ['bash', '-c', BASH_LOOP, 'bash', sandbox, program, fixtures];
  const mark = (flags: string): string[] => [
    FIVEDICE,
    'mark',
    program,
    '--fixtures',
    fixtures,
    ...flags.split(' '),
  ];
  const [loop, passed] = [`${cases}\n`, `${cases} of ${cases} cases passed`];
  const what = '`fivedice mark -j 2 --no-sandbox`';
  const outside = {what, command: mark('-j 2 --no-sandbox'), prints: passed, goal: goals.outside};
  return [
    {what: 'bash loop: `./prog < in \\| cmp -s - out`', command: bash(''), prints: loop},
    {
      what: 'C loop: fork, exec, pipe, compare',
      command: [compiled(folder, 'fork-loop'), program, fixtures, `${cases}`],
      prints: loop,
    },
    {what: 'bash loop, `bwrap … ./prog`', command: bash(BUBBLEWRAP), prints: loop},
    {what: '`fivedice mark -j 1`', command: mark('-j 1'), prints: passed},
    {what: '`fivedice mark -j 2`', command: mark('-j 2'), prints: passed, goal: goals.inSandbox},
    outside,
    {...outside, what: `${outside.what} beside ${SLEEPERS} processes`, sleepers: SLEEPERS},
  ];
}

function aClass(folder: string): readonly Contender[] {
  const {submissions, cases, goals} = CLASS;
  const fixtures = fixturesOf(folder, cases);
  const all = join(folder, 'class');
  mkdirSync(all);
  for (let number = 1; number <= submissions; number += 1)
    copyFileSync(sourceOf('trivial'), join(all, `student-${number}.c`));
  const mark = [FIVEDICE, 'mark', '--all', all, '--fixtures', fixtures, '-j', '2'];
  const count = submissions * cases;
  const marked = `${submissions} submissions, ${count}/${count} points, `;
  return [
    {
      what: `bash, 2 lanes: compile ${submissions}, run ${cases} each`,
      command: ['bash', '-c', CLASS_LOOP, 'bash', all, fixtures],
      prints: `${count}\n`,
    },
    {what: '`fivedice mark --all -j 2`', command: mark, prints: marked, goal: goals.inSandbox},
    {
      what: '`fivedice mark --all -j 2 --no-sandbox`',
      command: [...mark, '--no-sandbox'],
      prints: marked,
      goal: goals.outside,
    },
  ];
}

function anExport(folder: string): readonly Contender[] {
  const {people, goal} = EXPORT;
  const made = join(folder, 'export');
  for (let number = 1; number <= people; number += 1) {
    const own = join(made, `Name ${number} Family_${number}_assignsubmission_file_`);
    mkdirSync(join(own, 'src'), {recursive: true});
    copyFileSync(sourceOf('trivial'), join(own, 'src/main.c'));
    writeFileSync(join(own, 'README.md'), 'text\n'.repeat(200));
    writeFileSync(join(own, 'data'), randomBytes(20_000));
  }
  const zip = join(folder, 'export.zip');
  execFileSync('zip', ['-qr', zip, '.'], {cwd: made});
  const copy = 'cd "$1" && unzip -q export.zip -d a && cp -r a b && find b -name main.c | wc -l && rm -r a b';
  return [
    {
      what: `\`unzip\`, \`cp -r\`, \`rm -r\` of a class of ${people}`,
      command: ['bash', '-c', copy, 'bash', folder],
      prints: `${people}\n`,
    },
    {
      what: '`fivedice mark --all class.zip --list`',
      command: [FIVEDICE, 'mark', '--all', zip, '--list'],
      prints: `Name ${people} Family`,
      goal,
    },
  ];
}

async function helpRows(): Promise<Row[]> {
  const processor =
    (...args: string[]) =>
    (): number =>
      usageOf([FIVEDICE, ...args]).processor;
  const {all, own} = await interleaved(HELP.rounds, {
    all: processor('help'),
    own: processor('mark', '--help'),
  });
  const ratio = ratioOf(own, all);
  return [
    {cells: ['`fivedice help`, processor time', '', inMilliseconds(all), '', '1.00', '']},
    {
      cells: ['`fivedice mark --help`', '', inMilliseconds(own), '', ratio.toFixed(2), `≤ ${HELP.goal}`],
      missed: ratio > HELP.goal,
    },
  ];
}

async function rowsOf(cases: number, rounds: number, contenders: readonly Contender[]): Promise<Row[]> {
  const runs = Object.fromEntries(contenders.map((contender) => [contender.what, () => run(contender)]));
  const times = await interleaved(rounds, runs);
  const [bash = []] = Object.values(times);
  return contenders.map(({what, goal}) => {
    const own = times[what] ?? [];
    const ratio = ratioOf(own, bash);
    return {
      cells: [
        what,
        `${cases}`,
        inMilliseconds(own),
        inMilliseconds([median(own) / cases], 2),
        ratio.toFixed(2),
        goal === undefined ? '' : `≤ ${goal}`,
      ],
      missed: ratio > (goal ?? Infinity),
    };
  });
}

async function run({command: [file = '', ...args], prints, sleepers = 0}: Contender): Promise<number> {
  let stdout = '';
  const end = sleepers > 0 ? await sleeping(sleepers) : () => {};
  const taken = await seconds(() => {
    stdout = spawnSync(file, args, {env: userEnvironment(), encoding: 'utf8', maxBuffer: 2 ** 26}).stdout;
  });
  end();
  if (!stdout.includes(prints)) throw new Error(`${file} ${args.join(' ')}: ${stdout}`);
  return taken;
}

/** Starts processes that sleep. Returns how to end them. */
async function sleeping(count: number): Promise<() => void> {
  const start = `for n in $(seq ${count}); do sleep 1000 & done; echo started; wait`;
  const shell = spawn('sh', ['-c', start], {detached: true, stdio: ['ignore', 'pipe', 'ignore']});
  await once(shell.stdout, 'data');
  return () => process.kill(-(shell.pid ?? 0), 'SIGKILL');
}

function fixturesOf(folder: string, cases: number): string {
  const fixtures = join(folder, `fixtures-${cases}`);
  mkdirSync(fixtures);
  for (let number = 1; number <= cases; number += 1)
    for (const ending of ['in', 'out'])
      writeFileSync(join(fixtures, `${number}.${ending}`), `case ${number}\n`);
  return fixtures;
}

function compiled(folder: string, name: string): string {
  const program = join(folder, name);
  execFileSync('gcc', ['-O2', '-D_GNU_SOURCE', '-Wall', '-Werror', '-o', program, sourceOf(name)]);
  return program;
}

function sourceOf(name: string): string {
  return join(import.meta.dirname, `${name}.c`);
}
