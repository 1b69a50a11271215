/*
 * The value of a position as anyone would compute it: from cards, by the rules room alone, with nothing of the solver.
 * Every handful of every roll is weighed against all that can be rolled.
 */
import type {Category} from '../../src/rules/categories.js';
import {diceOf} from '../../src/rules/dice.js';
import {
  columnTotals,
  fill,
  openPlacements,
  type Placement,
  type Scorecard,
  totalOf,
} from '../../src/rules/scorecard.js';
import {RULES, type RuleSet} from '../../src/rules/variants.js';
import {ALL_ROLLS, sortedFaces} from './brute-force.js';
import {only} from './cards.js';

/** The chance of each different roll, by its sorted faces. */
const CHANCES = chancesOf(ALL_ROLLS);
const ROLLS = [...CHANCES.keys()];

/** For each handful that can be kept of a roll, what it becomes, as numbers of rolls, and with what chances. */
const AFTER: ReadonlyMap<string, readonly (readonly [roll: number, chance: number])[]> = new Map(
  [...new Set(ROLLS.flatMap(handfulsOf))].map((kept) => {
    // Rolls that differ in other dice than these stand for the same; the first of them is enough.
    const rolls = ALL_ROLLS.slice(0, 6 ** (5 - kept.length));
    const after = chancesOf(
      rolls.map((roll) => [...roll.slice(0, 5 - kept.length), ...Array.from(kept, Number)]),
    );
    return [kept, [...after].map(([roll, chance]) => [ROLLS.indexOf(roll), chance] as const)];
  }),
);
const HANDFULS = [...AFTER.keys()];
const KEPT = ROLLS.map((roll) => handfulsOf(roll).map((kept) => HANDFULS.indexOf(kept)));

/** Points still to come on cards of one column; what is known of a position is not computed again. */
export function naiveValues(rules: RuleSet): (card: Scorecard) => number {
  const known = new Map<string, number>();
  return toCome;

  function toCome(card: Scorecard): number {
    const key = keyOf(card);
    const value = known.get(key) ?? expected(ROLLS.map(bestBox(card)));
    known.set(key, value);
    return value;
  }

  function bestBox(card: Scorecard): (roll: string) => number {
    const worth = new Map<string, number>();
    const worthOf = (placement: Placement): number => {
      const after = fill(card, placement);
      return totalOf(after) - totalOf(card) + toCome(after);
    };
    return (roll) => {
      const placements = openPlacements(card, diceOf(Array.from(roll, Number)), RULES[rules]);
      const points = placements.flatMap((placement) => {
        if (!placement.legal) return [];
        const key = `${placement.category} ${placement.points} ${placement.bonus}`;
        if (!worth.has(key)) worth.set(key, worthOf(placement));
        return [only(worth.get(key), 'worth')];
      });
      return Math.max(0, ...points);
    };
  }
}

/** Of rolls that are worth this in a box, two rerolls earlier. */
function expected(inBoxes: readonly number[]): number {
  let worth = inBoxes;
  for (let rerolls = 0; rerolls < 2; rerolls += 1) {
    const after = worth;
    const handfuls = [...AFTER.values()].map((rolled) =>
      rolled.reduce((sum, [roll, chance]) => sum + chance * (after[roll] ?? Number.NaN), 0),
    );
    worth = KEPT.map((kept) => Math.max(...kept.map((one) => handfuls[one] ?? Number.NaN)));
  }
  return ROLLS.reduce((sum, roll, at) => sum + (CHANCES.get(roll) ?? 0) * (worth[at] ?? Number.NaN), 0);
}

function keyOf(card: Scorecard): string {
  const [column] = card;
  const {boxes} = only(column, 'column');
  const open = (Object.keys(boxes) as Category[]).filter((box) => boxes[box] === null);
  return `${open} ${Math.min(63, columnTotals(only(column, 'column')).upperScore)} ${boxes.yahtzee}`;
}

function chancesOf(rolls: readonly (readonly number[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const roll of rolls.map(sortedFaces)) counts.set(roll, 1 + (counts.get(roll) ?? 0));
  return new Map([...counts].map(([roll, count]) => [roll, count / rolls.length]));
}

/** Every different choice from sorted faces. */
function handfulsOf(roll: string): string[] {
  const [first, ...others] = roll;
  if (first === undefined) return [''];
  const without = handfulsOf(others.join(''));
  return [...new Set([...without, ...without.map((kept) => first + kept)])];
}
