/*
 * The best play, naively: straight from the rules, card by card and choice by choice, with no table of the solver.
 * Good for cards with few open boxes.
 */
import {CATEGORIES} from '../../src/rules/categories.js';
import {type Dice, diceOf, FACES, type Face} from '../../src/rules/dice.js';
import {type Column, columnTotals, fill, openPlacements} from '../../src/rules/scorecard.js';
import {RULES, type RuleSet} from '../../src/rules/variants.js';

/** What a final total is worth to somebody: itself, or 1 from a target on. */
export type Worth = (total: number) => number;

export interface Naive {
  /** The best mean worth from the start of a turn, or at the end. */
  readonly of: (column: Column) => number;
  /** The best mean worth after keeping some dice, sorted, with so many rolls to come. */
  readonly ofKeep: (column: Column, keep: readonly Face[], rolls: number) => number;
}

export function naive(rules: RuleSet, worth: Worth): Naive {
  const turns = new Map<string, Naive['ofKeep']>();

  const turnOf = (column: Column): Naive['ofKeep'] => {
    const key = JSON.stringify(column);
    const turn = turns.get(key) ?? newTurn(column);
    turns.set(key, turn);
    return turn;
  };
  const of = (column: Column): number =>
    CATEGORIES.every((box) => column.boxes[box] !== null)
      ? worth(columnTotals(column).total)
      : turnOf(column)(column, [], 3);

  const newTurn = (column: Column): Naive['ofKeep'] => {
    const known = new Map<string, number>();
    const remember = (key: string, make: () => number): number => {
      const value = known.get(key) ?? make();
      known.set(key, value);
      return value;
    };
    const ofKeep = (keep: readonly Face[], rolls: number): number =>
      remember(`${keep.join('')} before ${rolls}`, () => {
        if (keep.length === 5) return ofDice(diceOf(keep), rolls - 1);
        const means = FACES.map((face) => ofKeep([...keep, face].sort(), rolls));
        return means.reduce((sum, mean) => sum + mean, 0) / FACES.length;
      });
    const ofDice = (dice: Dice, rolls: number): number =>
      remember(`${dice.join('')} with ${rolls}`, () =>
        rolls === 0 ? ofBoxes(dice) : Math.max(...subsetsOf(dice).map((keep) => ofKeep(keep, rolls))),
      );
    const ofBoxes = (dice: Dice): number =>
      Math.max(
        ...openPlacements([column], dice, RULES[rules])
          .filter(({legal}) => legal)
          .map((placement) => of(fill([column], placement)[0] ?? column)),
      );
    return (_, keep, rolls) => ofKeep(keep, rolls);
  };

  return {of, ofKeep: (column, keep, rolls) => turnOf(column)(column, keep, rolls)};
}

/** The different keeps of sorted dice. */
function subsetsOf(dice: Dice): Face[][] {
  const all = Array.from({length: 32}, (_, held) => dice.filter((_die, die) => (held & (1 << die)) !== 0));
  return [...new Map(all.map((keep) => [keep.join(''), keep])).values()];
}
