/*
 * `npm run bench:solver`: processor time and memory of solving the official rules in a new process, beside a C program
 * that does the same, where there is gcc; and the other questions beside solving. Fails if a figure misses its target.
 */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execaSync} from 'execa';
import {CATEGORIES, CATEGORY_RULES} from '../../src/rules/categories.js';
import {diceOf} from '../../src/rules/dice.js';
import {RULES} from '../../src/rules/rule-sets.js';
import {deviations} from '../../src/solver/advice.js';
import {finish} from '../../src/solver/chances/target.js';
import {bounds} from '../../src/solver/chances/win.js';
import {distribution, evaluate, type Player} from '../../src/solver/distribution.js';
import {FIRST_ROLL, ROLLS, rerolls} from '../../src/solver/keeps.js';
import {EMPTY_CARD} from '../../src/solver/lattice.js';
import {solve, valuesOf} from '../../src/solver/solver.js';
import type {Chooser} from '../../src/solver/turn.js';
import {AS_USER} from '../support/command.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';
import {interleaved, median, printTable, processorSeconds, ratioOf, usageIn, WITH_USAGE} from './measure.js';

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

const EMPTY = {position: EMPTY_CARD, points: 0};
const values = solve('official');

/** The third face of each roll, as a keep; and a number that picks a box. All is looked up: a player must take no time. */
const SAME = new Map(ROLLS.map((dice) => [dice, {keep: dice.filter((face) => face === dice[2])}]));
const NUMBERS = new Map(ROLLS.map((dice) => [dice, dice.reduce((sum, face) => 7 * sum + face, 0)]));

/** Keeps the dice that show the third face, and ends in any box that the rules allow. */
function chooserAt(open: number): Chooser {
  const boxes = CATEGORIES.filter((_, box) => ((open >> box) & 1) === 1).map((category) => ({category}));
  const lower = boxes.filter(({category}) => CATEGORY_RULES[category].section === 'lower');
  const isYahtzeeOpen = boxes.some(({category}) => category === 'yahtzee');
  return (dice, rolls) => {
    if (rolls > 0) return SAME.get(dice) ?? {keep: []};
    const own = boxes.find(({category}) => category === CATEGORIES[dice[0] - 1]);
    const isJoker = dice[0] === dice[4] && !isYahtzeeOpen;
    const allowed = !isJoker ? boxes : own !== undefined ? [own] : lower.length > 0 ? lower : boxes;
    return allowed[(NUMBERS.get(dice) ?? 0) % allowed.length] ?? {category: 'ones'};
  };
}
const choosers = new Map<number, Chooser>();
const player: Player = ({open}) => {
  const chooser = choosers.get(open) ?? chooserAt(open);
  choosers.set(open, chooser);
  return chooser;
};

/** Further Yahtzees pay, and ten boxes are open. */
const TEN = {position: {open: 0b1_1111_1011_1100, upper: 3, pays: false}, points: 50};

/** Values are kept by their rules: solves others each time. */
let rounds = 0;
function solveAnew(): void {
  rounds += 1;
  solve({...RULES.official, yahtzeeBonus: 100 + rounds});
}

const SOLVING = 'solving';
/** The most that each question may take, as a multiple of solving. */
const QUESTIONS: readonly (readonly [what: string, ask: () => unknown, most: number])[] = [
  [SOLVING, solveAnew, 1],
  ['the distribution from an empty card', () => distribution(values, EMPTY), 13],
  [
    'the deviations of a turn from an empty card',
    // Other values each time: deviations are kept by their values.
    () =>
      deviations(valuesOf('official', values.numbers), {...EMPTY, dice: diceOf([1, 2, 3, 5, 6]), rolls: 2}),
    2.5,
  ],
  ['evaluate', () => evaluate('official', player), 8],
  ['bounds with ten open boxes each', () => finish(bounds(values, TEN, TEN)), 60],
];
const times = await interleaved(
  3,
  Object.fromEntries(QUESTIONS.map(([what, ask]) => [what, () => processorSeconds(ask)])),
);
printTable(
  'processor time beside solving; medians of 3 interleaved rounds',
  ['what', 'seconds', '× solving', 'target'],
  QUESTIONS.map(([what, , most]) => {
    const own = times[what] ?? [];
    const ratio = ratioOf(own, times[SOLVING] ?? []);
    return {cells: [what, median(own).toFixed(2), ratio.toFixed(1), `≤ ${most}`], missed: ratio > most};
  }),
);

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
