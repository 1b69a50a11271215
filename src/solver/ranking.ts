/* What can be chosen with a roll, and how choices are ranked. */
import {CATEGORIES, type Category} from '../rules/categories.js';
import {BOXES, type Position} from './lattice.js';
import {isYahtzee, NO_OUTCOME, type Outcomes, rowOf, type Steps} from './outcomes.js';

/** An open box that the rules allow. */
export interface OpenBox {
  readonly category: Category;
  /** What is written into it. */
  readonly points: number;
  /** What it earns besides: the Yahtzee bonus, and the upper bonus if it is reached now. */
  readonly bonus: number;
  /** The place of the position after it. */
  readonly place: number;
}

/** The boxes for a roll, counted from 0, in the order of the card. */
export function boxesFor(
  roll: number,
  {open, pays}: Position,
  {points, numbers, yahtzeeBonus}: Outcomes,
  {gains, places}: Steps,
): OpenBox[] {
  const extra = pays && isYahtzee(roll) ? yahtzeeBonus : 0;
  return CATEGORIES.flatMap((category, box) => {
    const outcome = numbers[BOXES * rowOf(roll, open) + box] ?? NO_OUTCOME;
    const place = outcome === NO_OUTCOME ? -1 : (places[outcome] ?? -1);
    if (place < 0) return [];
    const written = points[outcome] ?? 0;
    return [{category, points: written, bonus: (gains[outcome] ?? 0) + extra - written, place}];
  });
}

/** Best first, each with its loss against the best; what differs by less than `same` is equal, and stays in order. */
export function ranked<Choice>(
  choices: readonly Choice[],
  worthOf: (choice: Choice) => number,
  best: number,
  same: number,
): (Choice & {readonly loss: number})[] {
  return choices
    .map((choice) => {
      const loss = best - worthOf(choice);
      return {...choice, loss: loss < same ? 0 : loss};
    })
    .sort((one, other) => (Math.abs(one.loss - other.loss) < same ? 0 : one.loss - other.loss));
}
