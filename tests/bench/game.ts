/*
 * `npm run bench:game`: whole games and actions a second, in process, played by the built library as a user of the
 * package does. Fails if a figure misses its target.
 */
import type {Action, ColumnNumber, Game, RuleSet} from '../../src/index.js';
import {interleaved, median, printTable, seconds, thousands} from './measure.js';

const {applyAction, openPlacements, newGame, playerOf, RULES, roundsOf} = (await import(
  new URL('../../dist/esm/index.js', import.meta.url).href
)) as typeof import('../../src/index.js');

const ROUNDS = 20;
const GAMES = 1000;
const NAMES = ['Ada', 'Eric', 'Julie', 'Mehran'];

interface Kind {
  readonly players: number;
  readonly rules: RuleSet;
  readonly columns: ColumnNumber;
  /** Least games a second. */
  readonly reach?: number;
}

const KINDS: readonly Kind[] = [
  {players: 1, rules: 'official', columns: 1, reach: 20_000},
  {players: 1, rules: 'cs106a', columns: 1},
  {players: 4, rules: 'official', columns: 1},
  {players: 1, rules: 'official', columns: 3},
];

let chosen = 0x9e3779b9;
/** Returns a whole number below 2³² (xorshift: it must cost little beside an action). */
function choose(): number {
  chosen ^= chosen << 13;
  chosen ^= chosen >>> 17;
  chosen ^= chosen << 5;
  return chosen >>> 0;
}

const ROLL: Action = {action: 'roll'};
/** Rerolls of every set of dice. */
const REROLLS: readonly Action[] = Array.from({length: 32}, (_, set) => ({
  action: 'reroll',
  numbers: ([1, 2, 3, 4, 5] as const).filter((number) => (set >> (number - 1)) & 1),
}));

/** Plays a game of random legal actions to its end; returns the number of actions. */
function playGame({players, rules, columns}: Kind, seed: number): number {
  let game: Game = newGame({players: NAMES.slice(0, players), rules, columns, dice: {seed}});
  let actions = 0;
  for (; game.phase !== 'over'; actions += 1) {
    const next = applyAction(game, nextAction(game, rules));
    if ('refusal' in next) throw new Error(next.refusal);
    game = next;
  }
  if (game.turn !== roundsOf(game.setup) * players) throw new Error('not all rounds were played');
  return actions;
}

function nextAction(game: Game, rules: RuleSet): Action {
  if (game.phase !== 'awaiting-choice') return ROLL;
  // Two of three turns take all three rolls.
  const set = choose();
  if (game.roll < 3 && set % 5 > 0) return REROLLS[(set >>> 8) % REROLLS.length] ?? ROLL;
  const placements = openPlacements(game.cards[playerOf(game)] ?? [], game.dice, RULES[rules]);
  const legal = placements.filter((placement) => placement.legal);
  const placement = legal[choose() % legal.length];
  if (placement === undefined) throw new Error('no legal placement');
  return {action: 'place', column: placement.column, category: placement.category};
}

let seed = 0;
const actions = KINDS.map(() => 0);
/** Returns games a second. */
async function gameSpeed(kind: Kind, index: number): Promise<number> {
  let count = 0;
  const taken = await seconds(() => {
    for (let game = 0; game < GAMES; game += 1, seed += 1) count += playGame(kind, seed);
  });
  actions[index] = count / GAMES;
  return GAMES / taken;
}

const contenders = Object.fromEntries(KINDS.map((kind, index) => [`${index}`, () => gameSpeed(kind, index)]));
await interleaved(1, contenders);
const speeds = await interleaved(ROUNDS, contenders);
printTable(
  `medians of ${ROUNDS} interleaved rounds of ${thousands(GAMES)} games`,
  ['players', 'rules', 'columns', 'games a second', 'actions a second', 'reach'],
  KINDS.map(({players, rules, columns, reach}, index) => {
    const games = median(speeds[`${index}`] ?? []);
    return {
      cells: [
        `${players}`,
        `\`${rules}\``,
        `${columns}`,
        thousands(games),
        thousands(games * (actions[index] ?? Number.NaN)),
        reach === undefined ? '' : `≥ ${thousands(reach)} games`,
      ],
      missed: games < (reach ?? 0),
    };
  }),
);
