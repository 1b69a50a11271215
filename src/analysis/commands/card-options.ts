/* A column as text on a command line: `ones=3,twos=6,yahtzee=50`, and how many Yahtzee bonuses it has. */
import {usageError} from '../../command-line/user-error.js';
import {listOf} from '../../game/format.js';
import {CATEGORIES, CATEGORY_RULES, type Category, scoreOf} from '../../rules/categories.js';
import {RULES, type RuleSet} from '../../rules/rule-sets.js';
import {type Column, emptyScorecard} from '../../rules/scorecard.js';
import {ROLLS} from '../../solver/keeps.js';

/** The flags by which a column is given. */
export interface ColumnFlags {
  readonly card: string;
  readonly bonuses: string;
}

/**
 * The column that a text says, all other boxes open.
 *
 * @throws UserError if no game by these rules can have it
 */
export function columnOf(text: string | null, bonuses: number, rules: RuleSet, flags: ColumnFlags): Column {
  const [empty] = emptyScorecard(1);
  if (empty === undefined) throw new Error('a card has a column');
  const boxes: Record<Category, number | null> = {...empty.boxes};
  for (const part of text === null ? [] : text.split(',')) {
    const {category, points} = boxIn(part, flags);
    if (boxes[category] !== null) throw usageError(`${flags.card} has ${category} twice`);
    boxes[category] = points;
  }
  checkBonuses(boxes, bonuses, rules, flags);
  return {factor: 1, boxes, yahtzeeBonus: bonuses * RULES[rules].yahtzeeBonus};
}

function boxIn(part: string, {card}: ColumnFlags): {category: Category; points: number} {
  const [, name, digits] = /^([^=]*)=(\d+)$/.exec(part) ?? [];
  if (name === undefined)
    throw usageError(
      `${card} takes boxes with their points, as in ones=3,yahtzee=50, not ${JSON.stringify(part)}`,
    );
  const category = CATEGORIES.find((one) => one === name);
  if (category === undefined)
    throw usageError(`${card}: there is no box ${JSON.stringify(name)}, but ${listOf(CATEGORIES)}`);
  const possible = possiblePoints(category);
  const points = Number(digits);
  if (!possible.includes(points))
    throw usageError(
      `${card}: ${CATEGORY_RULES[category].label} can hold ${rangeOf(possible)}, not ${digits}`,
    );
  return {category, points};
}

/** What a box can hold: what some roll scores there, or 0 for one that does not meet its condition. A Joker adds none. */
function possiblePoints(category: Category): number[] {
  const found = ROLLS.map((roll) => scoreOf(roll, category));
  return [...new Set(found)].sort((one, other) => one - other);
}

/** `0, 25`, `0 or 5 to 30`. */
function rangeOf(points: readonly number[]): string {
  if (points.length <= 6) return listOf(points, 'or');
  const [first, second] = points;
  return `${first === 0 ? `0 or ${second}` : first} to ${points.at(-1)}`;
}

function checkBonuses(
  boxes: Column['boxes'],
  bonuses: number,
  rules: RuleSet,
  {card, bonuses: flag}: ColumnFlags,
): void {
  if (bonuses === 0) return;
  if (RULES[rules].yahtzeeBonus === 0) throw usageError(`${flag}: the rules ${rules} have none`);
  if (boxes.yahtzee !== CATEGORY_RULES.yahtzee.points({1: 5, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0}))
    throw usageError(`${flag} need yahtzee=50 in ${card}`);
  const turns = Object.values(boxes).filter((points) => points !== null).length - 1;
  if (bonuses > turns)
    throw usageError(
      `${flag}: besides Yahtzee ${card} has ${turns} boxes filled, so ${bonuses} are too many`,
    );
}
