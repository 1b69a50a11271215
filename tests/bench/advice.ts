/*
 * `npm run bench:advice`: what advice, the distribution of scores and targets cost by the official rules, in seconds of
 * processor time, beside the time to solve all values. Fails if a figure misses its reach. `-- --whole` adds the target
 * from an empty card, which takes minutes.
 */
import {diceOf} from '../../src/rules/dice.js';
import {advise} from '../../src/solver/advice.js';
import {distributionOf} from '../../src/solver/distribution.js';
import {type Position, START} from '../../src/solver/lattice.js';
import {solve} from '../../src/solver/solver.js';
import {finish, solveTarget} from '../../src/solver/target/target.js';
import {printTable} from './measure.js';

const RANKINGS = 1000;

/** Positions with many questions: further Yahtzees pay, and several upper boxes are open. */
const SIX: Position = {open: 0b1_0011_1011_1000, upper: 12, pays: true};
const EIGHT: Position = {open: 0b1_0111_1111_1000 & ~(1 << 6), upper: 6, pays: true};

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
    seconds: processorSeconds(() => distributionOf(values, {position: START, points: 0})),
  },
  {name: 'a target with six boxes open', ...costOfTarget(SIX, 200), reach: 1},
  {name: 'a target with eight boxes open', ...costOfTarget(EIGHT, 250), reach: 10},
  ...(process.argv.includes('--whole')
    ? [{name: 'a target from an empty card', ...costOfTarget(START, 300)}]
    : []),
];
printTable(
  'seconds of processor time',
  ['what', 'seconds', 'questions', 'reach'],
  costs.map(({name, seconds, questions, reach}) => ({
    cells: [
      name,
      seconds.toFixed(2),
      questions === undefined ? '' : `${questions}`,
      reach === undefined ? '' : `≤ ${reach} s`,
    ],
    missed: reach !== undefined && seconds > reach,
  })),
);

/** Each ranking is of a first roll with all its 32 keeps, on an empty card. */
function rank(times: number): void {
  const one = {position: START, points: 0, dice: diceOf([1, 2, 3, 5, 6]), rolls: 2} as const;
  for (let time = 0; time < times; time += 1) advise(values, one);
}

function costOfTarget(position: Position, total: number): Pick<Cost, 'seconds'> & {questions: number} {
  let questions = 0;
  const seconds = processorSeconds(() =>
    finish(solveTarget('official', {position, points: 0}, total), (progress) => {
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
