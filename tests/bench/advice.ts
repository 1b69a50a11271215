/*
 * `npm run bench:advice`: seconds of processor time of advice, distributions, targets and chances to win by the official
 * rules, and of the commands. Fails if a figure misses its target.
 */
import {diceOf} from '../../src/rules/dice.js';
import {RULES} from '../../src/rules/rule-sets.js';
import {advise} from '../../src/solver/advice.js';
import {solveDuel} from '../../src/solver/chances/duel.js';
import {finish, target} from '../../src/solver/chances/target.js';
import {win} from '../../src/solver/chances/win.js';
import {EMPTY_CARD, type Position} from '../../src/solver/lattice.js';
import {type Progress, solve} from '../../src/solver/solver.js';
import {FIVEDICE} from '../support/command.js';
import {median, printTable, processorSeconds, usageOf} from './measure.js';

const RANKINGS = 1000;
/** Runs of each command. */
const ROUNDS = 7;
const MIDGAME = '--card ones=3,twos=6,threes=9,full-house=25,chance=22';
const TURN = '--dice 1,1,6,6,6 --rolls 2';

/** Positions with many questions: further Yahtzees pay, and several upper boxes are open. */
const SIX: Position = {open: 0b1_0011_1011_1000, upper: 12, pays: true};
const EIGHT: Position = {open: 0b1_0111_1111_1000 & ~(1 << 6), upper: 6, pays: true};
/** The middle of a usual game, with eight and with ten boxes open. */
const MIDDLE: Position = {open: 0b1_1101_1011_0100, upper: 15, pays: false};
const EARLIER: Position = {open: 0b1_1111_1011_1100, upper: 3, pays: false};

/** The highest upper boxes are open, the others hold three of a face: these have the most questions. */
const DUELS = [
  [2, 30, 0.1],
  [3, 18, 0.3],
  [4, 9, 2],
  [5, 3, 60],
] as const;

type Solution = Generator<Progress, unknown>;
type Figure = readonly [what: string, work: () => Solution | number, goal?: number];

const values = solve('official');
rank();
const aims = (position: Position, total: number) => () => target('official', standing(position), total);
const wins = (position: Position) => () => win(values, standing(position), [standing(position)]);
const FIGURES: readonly Figure[] = [
  // Values are kept by their rules: solves others.
  ['all values, for comparison', () => processorSeconds(() => solve({...RULES.official, yahtzeeBonus: 101}))],
  [`${RANKINGS} rankings`, () => processorSeconds(rank), RANKINGS / 2000],
  ['a target with six boxes open', aims(SIX, 200), 0.2],
  ['a target with eight boxes open', aims(EIGHT, 250), 0.5],
  ...DUELS.map(([boxes, upper, goal]): Figure => {
    const each = standing({open: (1 << 6) - (1 << (6 - boxes)), upper, pays: true});
    return [`a duel with ${boxes} upper boxes open each`, () => solveDuel('official', each, each), goal];
  }),
  ['a win against one equal, with eight boxes open', wins(MIDDLE), 0.5],
  ['the same with ten boxes open', wins(EARLIER), 6],
  ['`advise`, from an empty card', () => commandSeconds(`advise ${TURN}`), 0.45],
  ['`advise`, with eight boxes open', () => commandSeconds(`advise ${MIDGAME} ${TURN}`), 0.18],
  ['`advise --help`', () => commandSeconds('advise --help'), 1.4 * commandSeconds('')],
];

printTable(
  'seconds of processor time',
  ['what', 'seconds', 'questions', 'target'],
  FIGURES.map(([what, work, goal = Infinity]) => {
    const {seconds, questions} = measured(work);
    const shown = goal === Infinity ? '' : `≤ ${Number(goal.toFixed(3))} s`;
    return {cells: [what, seconds.toFixed(3), questions, shown], missed: seconds > goal};
  }),
);

/** Measures a solution; other work measures itself. */
function measured(work: () => Solution | number): {seconds: number; questions: string} {
  let questions = '';
  let own = 0;
  const seconds = processorSeconds(() => {
    const solution = work();
    if (typeof solution === 'number') own = solution;
    else
      finish(solution, (progress) => {
        questions = `${progress.questions}`;
      });
  });
  return {seconds: own || seconds, questions};
}

function standing(position: Position): {readonly position: Position; readonly points: number} {
  return {position, points: 0};
}

/** Ranks all 32 keeps of a first roll on an empty card, again and again. */
function rank(): void {
  const first = {...standing(EMPTY_CARD), dice: diceOf([1, 2, 3, 5, 6]), rolls: 2} as const;
  for (let time = 0; time < RANKINGS; time += 1) advise(values, first);
}

/** Returns the median of a command, or of Node alone. */
function commandSeconds(line: string): number {
  const command = line === '' ? ['--eval', '0'] : [FIVEDICE, ...line.split(' ')];
  return median(Array.from({length: ROUNDS}, () => usageOf(command).processor));
}
