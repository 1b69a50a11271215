/*
 * The best play, computed from columns by the rules alone, with no code of the solver: every handful of every roll is
 * weighed against all rolls that can follow. For columns with few open boxes.
 */
import {CATEGORIES} from '../../src/rules/categories.js';
import {diceOf, type Face} from '../../src/rules/dice.js';
import type {RuleSet, Rules} from '../../src/rules/rule-sets.js';
import {type Column, columnTotals, fill, openPlacements} from '../../src/rules/scorecard.js';
import {ALL_ROLLS, sortedFaces} from './brute-force.js';

const CHANCES = chancesOf(ALL_ROLLS);
const ROLLS = [...CHANCES.keys()];

/** Rolls that follow from each handful of kept dice, with their chances. */
export const ROLLS_AFTER: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  [...new Set(ROLLS.flatMap(handfulsOf))].map((kept) => {
    // The first rolls of the list differ only in the dice that are not kept.
    const rolls = ALL_ROLLS.slice(0, 6 ** (5 - kept.length));
    return [
      kept,
      chancesOf(rolls.map((roll) => [...roll.slice(0, 5 - kept.length), ...Array.from(kept, Number)])),
    ];
  }),
);

/** The same rolls as indices of `ROLLS`. */
const AFTER: ReadonlyMap<string, readonly (readonly [roll: number, chance: number])[]> = new Map(
  [...ROLLS_AFTER].map(([kept, after]) => [
    kept,
    [...after].map(([roll, chance]) => [ROLLS.indexOf(roll), chance] as const),
  ]),
);
const HANDFULS = [...AFTER.keys()];
const KEPT = ROLLS.map((roll) => handfulsOf(roll).map((kept) => HANDFULS.indexOf(kept)));

interface Naive {
  readonly of: (column: Column) => number;
  readonly ofKeep: (column: Column, keep: readonly Face[], rolls: number) => number;
}

/** Mean of the points still to come, equal for equal open boxes and bonuses in reach. */
export const naivePoints = (rules: RuleSet | Rules): Naive =>
  naive(rules, {
    keyOf: (column) => {
      const open = CATEGORIES.filter((box) => column.boxes[box] === null);
      return `${open} ${Math.min(63, columnTotals(column, rules).upperScore)} ${column.boxes.yahtzee}`;
    },
    ofPoints: (points) => points,
    atEnd: () => 0,
  });

export const naivePayoff = (rules: RuleSet | Rules, atEnd: (total: number) => number): Naive =>
  naive(rules, {keyOf: JSON.stringify, ofPoints: () => 0, atEnd});

/** Returns the first player's chance to win if both play to win; a tie is half a win. */
export function naiveDuel(rules: RuleSet | Rules): (mover: Column, other: Column) => number {
  const known = new Map<string, number>();
  const chance = (mover: Column, other: Column): number => {
    const key = JSON.stringify([mover, other]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const isOver = CATEGORIES.every((box) => mover.boxes[box] !== null);
    const ahead = columnTotals(mover, rules).total - columnTotals(other, rules).total;
    const found = isOver
      ? (Math.sign(ahead) + 1) / 2
      : naive(rules, {
          keyOf: JSON.stringify,
          ofPoints: () => 0,
          atEnd: () => Number.NaN,
          afterTurn: (column) => 1 - chance(other, column),
        }).of(mover);
    known.set(key, found);
    return found;
  };
  return chance;
}

interface Aim {
  /** Returns an equal key for columns with the same future. */
  readonly keyOf: (column: Column) => string;
  readonly ofPoints: (points: number) => number;
  readonly atEnd: (total: number) => number;
  /** Returns the worth of a column after one turn, if only that is played. */
  readonly afterTurn?: (column: Column) => number;
}

function naive(rules: RuleSet | Rules, {keyOf, ofPoints, atEnd, afterTurn}: Aim): Naive {
  /** Worths of each roll with no reroll left, with one, and with two, by columns. */
  const known = new Map<string, readonly (readonly number[])[]>();
  const worthsOf = (column: Column): readonly (readonly number[])[] => {
    const key = keyOf(column);
    const before = known.get(key);
    if (before !== undefined) return before;
    const last = ROLLS.map(bestBox(column));
    const second = rerolled(last);
    const worths = [last, second, rerolled(second)];
    known.set(key, worths);
    return worths;
  };
  const of = (column: Column): number =>
    CATEGORIES.every((box) => column.boxes[box] !== null)
      ? atEnd(columnTotals(column, rules).total)
      : meanOf(AFTER.get(''), worthsOf(column)[2]);

  const bestBox = (column: Column): ((roll: string) => number) => {
    const worth = new Map<string, number>();
    return (roll) => {
      const placements = openPlacements([column], diceOf(Array.from(roll, Number)), rules);
      const worths = placements.flatMap((placement) => {
        if (!placement.legal) return [];
        const key = `${placement.category} ${placement.points} ${placement.bonus}`;
        const [after = column] = fill([column], placement);
        const points = columnTotals(after, rules).total - columnTotals(column, rules).total;
        const more = worth.get(key) ?? ofPoints(points) + (afterTurn ?? of)(after);
        worth.set(key, more);
        return [more];
      });
      return Math.max(...worths);
    };
  };

  return {
    of,
    ofKeep: (column, keep, rolls) => meanOf(AFTER.get(keep.join('')), worthsOf(column)[rolls - 1]),
  };
}

function rerolled(worths: readonly number[]): readonly number[] {
  const handfuls = [...AFTER.values()].map((after) => meanOf(after, worths));
  return KEPT.map((kept) => Math.max(...kept.map((one) => handfuls[one] ?? Number.NaN)));
}

function meanOf(
  after: readonly (readonly [roll: number, chance: number])[] = [],
  worths: readonly number[] = [],
): number {
  return after.reduce((sum, [roll, chance]) => sum + chance * (worths[roll] ?? Number.NaN), 0);
}

function chancesOf(rolls: readonly (readonly number[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const roll of rolls.map(sortedFaces)) counts.set(roll, 1 + (counts.get(roll) ?? 0));
  return new Map([...counts].map(([roll, count]) => [roll, count / rolls.length]));
}

function handfulsOf(roll: string): string[] {
  const [first, ...others] = roll;
  if (first === undefined) return [''];
  const without = handfulsOf(others.join(''));
  return [...new Set([...without, ...without.map((kept) => first + kept)])];
}
