/* A column as text on a command line: `ones=3,twos=6,yahtzee=50,bonuses=1`; `empty` if nothing is filled. */
import {usageError} from '../../command-line/user-error.js';
import {listOf} from '../../game/format.js';
import {CATEGORIES, CATEGORY_RULES, type Category, scoreOf} from '../../rules/categories.js';
import {RULES, type RuleSet} from '../../rules/rule-sets.js';
import type {Column} from '../../rules/scorecard.js';
import {ROLLS} from '../../solver/keeps.js';

export const EMPTY = 'empty';

/** Boxes that are not named are open. Throws UserError if no game by these rules can have the column. */
export function parseColumn(flag: string, text: string, rules: RuleSet): Column {
  const boxes = new Map<Category, number>();
  let bonuses = 0;
  for (const part of text === EMPTY ? [] : text.split(',')) {
    const [, name, digits] = /^([^=]*)=(\d+)$/.exec(part) ?? [];
    if (name === undefined)
      throw usageError(
        `${flag} takes boxes with their points, as in ones=3,yahtzee=50, not ${JSON.stringify(part)}`,
      );
    const category = CATEGORIES.find((one) => one === name);
    if (category !== undefined && boxes.has(category)) throw usageError(`${flag} has ${category} twice`);
    if (category !== undefined) boxes.set(category, checkPoints(flag, category, Number(digits)));
    else if (name === 'bonuses') bonuses = Number(digits);
    else
      throw usageError(
        `${flag}: there is no box ${JSON.stringify(name)}; the boxes are ${listOf(CATEGORIES)}`,
      );
  }
  if (bonuses > 0 && RULES[rules].yahtzeeBonus === 0)
    throw usageError(`${flag}: the rules ${rules} have no Yahtzee bonuses`);
  if (bonuses > 0 && boxes.get('yahtzee') !== 50)
    throw usageError(`${flag}: bonuses=${bonuses} needs yahtzee=50`);
  if (bonuses > 0 && bonuses >= boxes.size)
    throw usageError(
      `${flag}: bonuses=${bonuses} needs ${bonuses} boxes filled besides Yahtzee, not ${boxes.size - 1}`,
    );
  return {
    factor: 1,
    boxes: Object.fromEntries(CATEGORIES.map((box) => [box, boxes.get(box) ?? null])) as Column['boxes'],
    yahtzeeBonus: bonuses * RULES[rules].yahtzeeBonus,
  };
}

/** Returns the points if some roll scores them in the box. A Joker adds no others. */
function checkPoints(flag: string, category: Category, points: number): number {
  const possible = [...new Set(ROLLS.map((roll) => scoreOf(roll, category)))].sort(
    (one, other) => one - other,
  );
  if (possible.includes(points)) return points;
  const [first, second] = possible;
  const range =
    possible.length <= 6
      ? listOf(possible, 'or')
      : `${first === 0 ? `0 or ${second}` : first} to ${possible.at(-1)}`;
  throw usageError(`${flag}: ${CATEGORY_RULES[category].label} can hold ${range}, not ${points}`);
}
