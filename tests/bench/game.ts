/*
 * `npm run bench:game`: how many whole games and actions a second the rules and the game room play in process, each
 * figure beside a plain counting loop measured in the same interleaved run. Fails if a figure misses its reach.
 *
 * It runs the built library, as whoever installs the package does.
 */
import type {Action, ColumnNumber, Game, RuleSet} from '../../src/index.js';
import {median, printTable, ratioOf, seconds, thousands} from './measure.js';

const {applyAction, openPlacements, newGame, playerOf, RULES, roundsOf} = (await import(
  new URL('../../dist/esm/index.js', import.meta.url).href
)) as typeof import('../../src/index.js');

const ROUNDS = 20;
const GAMES = 1000;
const COUNTED = 20_000_000;
/** Games in a second, of one player with one column, by the official rules. */
const REACH = 20_000;

const NAMES = ['Ada', 'Eric', 'Julie', 'Mehran'];

interface Kind {
  readonly players: number;
  readonly rules: RuleSet;
  readonly columns: ColumnNumber;
  readonly reach?: number;
}

const KINDS: readonly Kind[] = [
  {players: 1, rules: 'official', columns: 1, reach: REACH},
  {players: 1, rules: 'cs106a', columns: 1},
  {players: 4, rules: 'official', columns: 1},
  {players: 1, rules: 'official', columns: 3},
];

/** Whole numbers below 2³² that choose the actions: not what is measured, so as cheap as can be (xorshift). */
let chosen = 0x9e3779b9;
function choose(): number {
  chosen ^= chosen << 13;
  chosen ^= chosen >>> 17;
  chosen ^= chosen << 5;
  return chosen >>> 0;
}

const ROLL: Action = {action: 'roll'};

/** Every set of dice to reroll, as 32 actions. */
const REROLLS: readonly Action[] = Array.from({length: 32}, (_, set) => ({
  action: 'reroll',
  numbers: ([1, 2, 3, 4, 5] as const).filter((number) => (set >> (number - 1)) & 1),
}));

/** Plays a game of random legal actions to its end; gives how many there were. */
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

/** The yardstick: how often a plain loop counts in a second. */
function countSpeed(): number {
  let count = 0;
  const taken = seconds(() => {
    for (let index = 0; index < COUNTED; index += 1) count += index & 1;
  });
  if (count !== COUNTED / 2) throw new Error('miscounted');
  return COUNTED / taken;
}

const measured = KINDS.map((kind) => ({
  kind,
  games: [] as number[],
  actions: [] as number[],
  counts: [] as number[],
}));
for (const {kind} of measured) for (let seed = 0; seed < GAMES; seed += 1) playGame(kind, seed);
countSpeed();
for (let round = 0; round < ROUNDS; round += 1) {
  for (const {kind, games, actions, counts} of measured) {
    let played = 0;
    const taken = seconds(() => {
      for (let seed = 0; seed < GAMES; seed += 1) played += playGame(kind, round * GAMES + seed);
    });
    games.push(GAMES / taken);
    actions.push(played / taken);
    counts.push(countSpeed());
  }
}

printTable(
  `medians of ${ROUNDS} interleaved rounds of ${GAMES} games; ratios pair by pair`,
  [
    'players',
    'rules',
    'columns',
    'games a second',
    'actions a second',
    'counts of a plain loop in an action',
    'reach',
  ],
  measured.map(({kind: {players, rules, columns, reach}, games, actions, counts}) => ({
    cells: [
      `${players}`,
      `\`${rules}\``,
      `${columns}`,
      thousands(median(games)),
      thousands(median(actions)),
      thousands(ratioOf(counts, actions)),
      reach === undefined ? '' : `≥ ${thousands(reach)} games`,
    ],
    missed: median(games) < (reach ?? 0),
  })),
);
