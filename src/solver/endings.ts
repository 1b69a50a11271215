/* How a turn that is played best may end: in which box, with how many points, and how probably. */
import {CATEGORIES, type Category} from '../rules/categories.js';
import type {Face} from '../rules/dice.js';
import {checkedRoll, type Throw, turnFrom} from './advice.js';
import {EXTENSIONS, FIRST_ROLL, KEEPS, keepNumber, ROLLS} from './keeps.js';
import type {Values} from './solver.js';
import type {Play} from './turn.js';

export interface Ending {
  readonly category: Category;
  /** What is written into the box. */
  readonly points: number;
  readonly chance: number;
}

/**
 * In which boxes a turn may end after some dice are kept, when all that follows is played best: each with each number of
 * points that it may get, the most probable first. The chances add up to 1.
 *
 * @param keep some of the dice; with all five they are scored now
 * @throws RangeError as `advise` does, or if the dice do not hold the keep
 */
export function endings(values: Values, thrown: Throw, keep: readonly Face[]): readonly Ending[] {
  checkedRoll(thrown);
  return endingsIn(turnFrom(values, thrown.position), thrown, keep);
}

/**
 * The same, when all that follows is played in some way.
 *
 * @throws RangeError if the dice do not hold the keep
 */
export function endingsIn(
  play: Play,
  {dice, rolls}: Pick<Throw, 'dice' | 'rolls'>,
  keep: readonly Face[],
): readonly Ending[] {
  const left = [...dice];
  for (const face of keep) {
    const at = left.indexOf(face);
    if (at < 0) throw new RangeError(`[${dice.join(', ')}] does not hold [${keep.join(', ')}]`);
    left.splice(at, 1);
  }
  const {boxes, points} = play.outcomes;
  const chances = endingRolls(play, keepNumber(keep), left.length === 0 ? 0 : rolls);
  const sums = new Float64Array(boxes.length);
  for (let roll = 0; roll < ROLLS.length; roll += 1) {
    const outcome = play.chosen[roll] ?? 0;
    sums[outcome] = (sums[outcome] ?? 0) + (chances[FIRST_ROLL + roll] ?? 0);
  }
  return [...sums]
    .flatMap((chance, outcome): Ending[] => {
      const category = CATEGORIES[boxes[outcome] ?? 0];
      return chance === 0 || category === undefined ? [] : [{category, points: points[outcome] ?? 0, chance}];
    })
    .sort((one, other) => other.chance - one.chance);
}

/**
 * The chance of each roll to be the one that is scored, at its number as a keep.
 *
 * @param from the keep of fewer dice that are to be rolled now, or a roll
 * @param rolls how many are still to come
 */
export function endingRolls({kept}: Play, from: number, rolls: number): Float64Array {
  const chances = new Float64Array(KEEPS.length);
  chances[from] = 1;
  const isRolled = from < FIRST_ROLL;
  if (isRolled) spread(chances);
  for (let left = isRolled ? rolls - 1 : rolls; left > 0; left -= 1) {
    const keeps = kept[left] ?? NONE_KEPT;
    for (let one = FIRST_ROLL; one < KEEPS.length; one += 1) {
      const keep = keeps[one] ?? 0;
      // Dice that stand now stand to the end.
      if (keep >= FIRST_ROLL) continue;
      chances[keep] = (chances[keep] ?? 0) + (chances[one] ?? 0);
      chances[one] = 0;
    }
    spread(chances);
  }
  return chances;
}

const NONE_KEPT = new Uint16Array(KEEPS.length);

/** Rolls one die after the other: the chance of a keep goes to its extensions in equal parts, down to the rolls. */
function spread(chances: Float64Array): void {
  for (let keep = 0; keep < FIRST_ROLL; keep += 1) {
    const part = (chances[keep] ?? 0) / 6;
    if (part === 0) continue;
    chances[keep] = 0;
    for (let one = keep * 6; one < (keep + 1) * 6; one += 1) {
      const extension = EXTENSIONS[one] ?? 0;
      chances[extension] = (chances[extension] ?? 0) + part;
    }
  }
}
