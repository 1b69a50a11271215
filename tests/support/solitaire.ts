/* Whole games of one player with one column, dealt from a seed and played by a strategy; the rules keep the card. */
import {CATEGORIES, type Category} from '../../src/rules/categories.js';
import {type Dice, diceOf, FACES, type Face} from '../../src/rules/dice.js';
import {RULES, type RuleSet} from '../../src/rules/rule-sets.js';
import {
  type Column,
  columnTotals,
  emptyScorecard,
  fill,
  openPlacements,
  type Placement,
  type Scorecard,
} from '../../src/rules/scorecard.js';
import {type Dealer, dealer} from './random.js';

/** Faces to keep, all five to stop rolling; and the box for the last dice. */
export interface Turn {
  readonly keep: (dice: Dice, rolls: number) => readonly Face[];
  readonly box: (dice: Dice) => Category;
}

/** Called at the start of each turn. */
export type Strategy = (column: Column) => Turn;

/** Returns the totals of some games, which begin with an empty column or with another one. */
export function totalsOfGames(
  rules: RuleSet,
  strategy: Strategy,
  seed: number,
  games: number,
  from?: Column,
): number[] {
  const {oneOf} = dealer(seed);
  const card = from === undefined ? emptyScorecard(1) : [from];
  return Array.from({length: games}, () => playGame(rules, card, strategy, () => oneOf(FACES)));
}

/** Returns the distance of a mean from the expected one, in standard errors; `deviation` is that of one game. */
export function standardErrors(numbers: readonly number[], expected: number, deviation: number): number {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return Math.abs(mean - expected) / (deviation / Math.sqrt(numbers.length));
}

/** Returns a column with 0 in all other boxes. */
export function filled(boxes: Partial<Column['boxes']>): Column {
  const zeros = Object.fromEntries(CATEGORIES.map((box) => [box, 0]));
  return {factor: 1, boxes: {...zeros, ...boxes} as Column['boxes'], yahtzeeBonus: 0};
}

/** Returns a column after some turns with random dice and boxes, by the official rules. */
export function randomColumn(random: Dealer, turns: number): Column {
  let card = emptyScorecard(1);
  for (let turn = 0; turn < turns; turn += 1) {
    const legal = openPlacements(card, oftenAlike(random), RULES.official).filter((one) => one.legal);
    card = fill(card, random.oneOf(legal as [Placement, ...Placement[]]));
  }
  return card[0] ?? filled({});
}

/** Returns dice that are often alike, so that there are many Jokers. */
export function oftenAlike({number, oneOf}: Dealer): Dice {
  const face = oneOf(FACES);
  return diceOf(Array.from({length: 5}, () => (number(1, 3) === 1 ? oneOf(FACES) : face)));
}

function playGame(rules: RuleSet, from: Scorecard, strategy: Strategy, roll: () => Face): number {
  let card = from;
  for (;;) {
    const [column] = card;
    if (column === undefined) throw new Error('a card has a column');
    if (Object.values(column.boxes).every((box) => box !== null)) return columnTotals(column).total;
    const turn = strategy(column);
    const dice = playDice(turn, roll);
    const box = turn.box(dice);
    const placement = openPlacements(card, dice, RULES[rules]).find(({category}) => category === box);
    if (!placement?.legal) throw new Error(`${box} is closed to ${dice}`);
    card = fill(card, placement);
  }
}

function playDice({keep}: Turn, roll: () => Face): Dice {
  const rollTo = (kept: readonly Face[]): Dice =>
    diceOf([...kept, ...Array.from({length: 5 - kept.length}, roll)]);
  let dice = rollTo([]);
  for (let rolls = 2; rolls > 0; rolls -= 1) {
    const kept = keep(dice, rolls);
    if (kept.length === 5) break;
    dice = rollTo(kept);
  }
  return dice;
}
