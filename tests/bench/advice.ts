/*
 * `npm run bench:advice`: what advice, the distribution of scores, targets and chances to win cost by the official rules,
 * in seconds of processor time, and the commands, each in a process of its own. Fails if a figure misses its reach.
 * `-- --whole` adds a target and a win from an empty card, which take minutes.
 */
import {join} from 'node:path';
import {execaSync} from 'execa';
import {diceOf} from '../../src/rules/dice.js';
import {advise} from '../../src/solver/advice.js';
import {distribution} from '../../src/solver/distribution.js';
import {type Position, START} from '../../src/solver/lattice.js';
import {type Progress, solve} from '../../src/solver/solver.js';
import {solveDuel} from '../../src/solver/target/duel.js';
import {finish, target} from '../../src/solver/target/target.js';
import {win} from '../../src/solver/target/win.js';
import {AS_USER, FIVEDICE} from '../support/command.js';
import {median, printTable} from './measure.js';

const RANKINGS = 1000;

/** Positions with many questions: further Yahtzees pay, and several upper boxes are open. */
const SIX: Position = {open: 0b1_0011_1011_1000, upper: 12, pays: true};
const EIGHT: Position = {open: 0b1_0111_1111_1000 & ~(1 << 6), upper: 6, pays: true};
/** In the middle of a usual game, with eight and with ten boxes open. */
const MIDDLE: Position = {open: 0b1_1101_1011_0100, upper: 15, pays: false};
const EARLIER: Position = {open: 0b1_1111_1011_1100, upper: 3, pays: false};

/** The highest upper boxes are open, the others hold three of a face: these have the most questions. */
const DUELS = [
  [2, 30, 0.1],
  [3, 18, 0.3],
  [4, 9, 2],
  [5, 3, 60],
] as const;

/** How often a command is run. */
const ROUNDS = 7;
const MIDGAME = '--card ones=3,twos=6,threes=9,full-house=25,chance=22'.split(' ');
const TURN = '--dice 1,1,6,6,6 --rolls 2'.split(' ');

interface Cost {
  readonly name: string;
  readonly seconds: number;
  readonly questions?: number;
  readonly reach?: number;
}

const values = solve('official');
rank(RANKINGS);

const costs: readonly Cost[] = [
  {name: 'all values, for comparison', seconds: processorSeconds(() => solve('official'))},
  {name: `${RANKINGS} rankings`, seconds: processorSeconds(() => rank(RANKINGS)), reach: RANKINGS / 2000},
  {
    name: 'the distribution from an empty card',
    seconds: processorSeconds(() => distribution(values, {position: START, points: 0})),
    reach: 6,
  },
  {name: 'a target with six boxes open', ...costOfTarget(SIX, 200), reach: 0.2},
  {name: 'a target with eight boxes open', ...costOfTarget(EIGHT, 250), reach: 0.5},
  ...DUELS.map(([boxes, upper, reach]) => ({
    name: `a duel with ${boxes} upper boxes open each`,
    ...costOfDuel({open: (1 << 6) - (1 << (6 - boxes)), upper, pays: true}),
    reach,
  })),
  {name: 'a win against one equal, with eight boxes open', ...costOfWin(MIDDLE), reach: 0.5},
  {name: 'the same with ten boxes open', ...costOfWin(EARLIER), reach: 6},
  ...(process.argv.includes('--whole')
    ? [
        {name: 'a target from an empty card', ...costOfTarget(START, 300), reach: 40},
        {name: 'a win from an empty card', ...costOfWin(START)},
      ]
    : []),
  {name: '`advise`, from an empty card', seconds: commandSeconds('advise', ...TURN), reach: 0.45},
  {
    name: '`advise`, with eight boxes open',
    seconds: commandSeconds('advise', ...MIDGAME, ...TURN),
    reach: 0.18,
  },
  {name: '`advise --help`', seconds: commandSeconds('advise', '--help'), reach: 1.4 * commandSeconds()},
];
printTable(
  'seconds of processor time',
  ['what', 'seconds', 'questions', 'reach'],
  costs.map(({name, seconds, questions, reach}) => ({
    cells: [
      name,
      seconds.toFixed(3),
      questions === undefined ? '' : `${questions}`,
      reach === undefined ? '' : `≤ ${Number(reach.toFixed(3))} s`,
    ],
    missed: reach !== undefined && seconds > reach,
  })),
);

/** Each ranking is of a first roll with all its 32 keeps, on an empty card. */
function rank(times: number): void {
  const one = {position: START, points: 0, dice: diceOf([1, 2, 3, 5, 6]), rolls: 2} as const;
  for (let time = 0; time < times; time += 1) advise(values, one);
}

/** Against an equal opponent. */
function costOfWin(position: Position): Pick<Cost, 'seconds' | 'questions'> {
  const standing = {position, points: 0};
  return costOf(win(values, standing, [standing]));
}

function costOfDuel(position: Position): Pick<Cost, 'seconds' | 'questions'> {
  const standing = {position, points: 0};
  return costOf(solveDuel('official', standing, standing));
}

function costOf(solution: Generator<Progress, unknown>): Pick<Cost, 'seconds' | 'questions'> {
  let questions = 0;
  const seconds = processorSeconds(() =>
    finish(solution, (progress) => {
      ({questions} = progress);
    }),
  );
  return {seconds, questions};
}

/** The processor time of a command, or of Node alone: the median of some runs. */
function commandSeconds(...args: readonly string[]): number {
  const meter = ['--require', join(import.meta.dirname, 'processor-time.cjs')];
  const command = args.length === 0 ? ['--eval', '0'] : [FIVEDICE, ...args];
  return median(
    Array.from({length: ROUNDS}, () =>
      Number(
        execaSync(process.execPath, [...meter, ...command], AS_USER)
          .stderr.split('\n')
          .at(-1),
      ),
    ),
  );
}

function costOfTarget(position: Position, total: number): Pick<Cost, 'seconds'> & {questions: number} {
  let questions = 0;
  const seconds = processorSeconds(() =>
    finish(target('official', {position, points: 0}, total), (progress) => {
      ({questions} = progress);
    }),
  );
  return {seconds, questions};
}

function processorSeconds(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const {user, system} = process.cpuUsage(start);
  return (user + system) / 1e6;
}
