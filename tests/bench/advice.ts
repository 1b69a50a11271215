/*
 * `npm run bench:advice`: seconds of processor time of advice, targets and chances to win by the official rules, and of
 * the command. Fails if a figure misses its target.
 */
import {diceOf} from '../../src/rules/dice.js';
import {advise} from '../../src/solver/advice.js';
import {solveDuel} from '../../src/solver/chances/duel.js';
import {finish, target} from '../../src/solver/chances/target.js';
import {win} from '../../src/solver/chances/win.js';
import {EMPTY_CARD} from '../../src/solver/lattice.js';
import {type Progress, solve} from '../../src/solver/solver.js';
import type {Standing} from '../../src/solver/standing.js';
import {FIVEDICE} from '../support/command.js';
import {median, printTable, processorSeconds, type Row, usageOf} from './measure.js';

const RANKINGS = 1000;
/** Runs of each script. */
const ROUNDS = 7;

const at = (open: number, upper: number, pays: boolean): Standing => ({
  position: {open, upper, pays},
  points: 0,
});
/** Has many questions: further Yahtzees pay, and several upper boxes are open. */
const SIX = at(0b1_0011_1011_1000, 12, true);
/** The highest upper boxes are open, the others hold three of a face: no duel has more questions. */
const DUEL = at(0b11_1100, 9, true);
/** The middle of a usual game, with eight and with ten boxes open. */
const MIDDLE = at(0b1_1101_1011_0100, 15, false);
const EARLIER = at(0b1_1111_1011_1100, 3, false);

const values = solve('official');
const SOLUTIONS: readonly (readonly [what: string, solution: Generator<Progress, unknown>, goal: number])[] =
  [
    ['a target with six boxes open', target('official', SIX, 200), 0.2],
    ['a duel with four upper boxes open each', solveDuel('official', DUEL, DUEL), 2],
    ['a win against one equal, with eight boxes open', win(values, MIDDLE, [MIDDLE]), 0.5],
    ['the same with ten boxes open', win(values, EARLIER, [EARLIER]), 6],
  ];

rank();
const rows = [rowOf(`${RANKINGS} rankings`, await processorSeconds(rank), RANKINGS / 2000)];
for (const [what, solution, goal] of SOLUTIONS) {
  let questions = 0;
  const seconds = await processorSeconds(() =>
    finish(solution, (progress) => {
      questions = progress.questions;
    }),
  );
  rows.push(rowOf(`${what}, ${questions} questions`, seconds, goal));
}
const advice = scriptSeconds(FIVEDICE, 'advise', '--dice', '1,1,6,6,6', '--rolls', '2');
rows.push(rowOf('`advise`, from an empty card', advice, 0.45));
const [bare, help] = [scriptSeconds('--eval', '0'), scriptSeconds(FIVEDICE, 'advise', '--help')];
rows.push(rowOf('`advise --help`', help, 1.4 * bare));
printTable('seconds of processor time', ['what', 'seconds', 'target'], rows);

function rowOf(what: string, seconds: number, goal: number): Row {
  return {cells: [what, seconds.toFixed(3), `≤ ${Number(goal.toFixed(3))} s`], missed: seconds > goal};
}

/** Ranks all 32 keeps of a first roll on an empty card, again and again. */
function rank(): void {
  const first = {position: EMPTY_CARD, points: 0, dice: diceOf([1, 2, 3, 5, 6]), rolls: 2} as const;
  for (let time = 0; time < RANKINGS; time += 1) advise(values, first);
}

/** Returns the median of a script of Node. */
function scriptSeconds(...args: readonly string[]): number {
  return median(Array.from({length: ROUNDS}, () => usageOf(args).processor));
}
