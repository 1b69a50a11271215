/*
 * The dice of the day: the same for everybody from the date. What a die shows depends on the day, the turn, the roll and
 * the die alone, so who keeps other dice still meets the same ones. A result is one line that tells no dice.
 */
import {CATEGORIES, CATEGORY_RULES, type Category, scoreOf} from '../rules/categories.js';
import {DIE_NUMBERS, type Dice, type DieNumber, type Face, ROLLS} from '../rules/dice.js';
import {columnTotals, totalOf} from '../rules/scorecard.js';
import type {Game} from './game.js';
import {type RandomState, randomFrom, rollFaces} from './random.js';
import type {Setup} from './setup.js';

/** More than a game of one column has rolls. */
const ROLLS_A_DAY = 100;

/** The seed of a day, an ISO date as `2026-11-23`; null if there is no such day. */
export function seedOfDay(day: string): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  const isDay = year !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  return isDay ? Number(`${year}${month}${date}`) * ROLLS_A_DAY : null;
}

/** The game of a day. */
export function setupOfDay(day: string, name: string): Setup | null {
  const seed = seedOfDay(day);
  return seed === null ? null : {players: [name], rules: 'official', columns: 1, dice: {seed, day}};
}

/** The day by the clock and the calendar of whoever plays. */
export function dayOf(when: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
}

/** What dice with these numbers show in a roll, counted from 0, of a turn. */
export function facesOfDay(seed: number, turn: number, roll: number, numbers: readonly DieNumber[]): Face[] {
  const random: RandomState = randomFrom(seed + ROLLS * turn + roll);
  const {faces} = rollFaces(random, DIE_NUMBERS.length);
  return numbers.map((number) => faces[number - 1] ?? 1);
}

const BLOCKS = '▁▂▃▄▅▆▇█';
const NOTHING = '·';

/** Dice that earn the most in each box that has no fixed points. */
const BEST: Dice = [6, 6, 6, 6, 6];

/** The most that a box can earn. */
function mostIn(category: Category): number {
  const face = CATEGORIES.indexOf(category) + 1;
  if (CATEGORY_RULES[category].section === 'upper') return DIE_NUMBERS.length * face;
  const fixed: Partial<Record<Category, number>> = {
    'full-house': 25,
    'small-straight': 30,
    'large-straight': 40,
  };
  return fixed[category] ?? scoreOf(BEST, category);
}

/** `Fivedice 2026-11-23: 254 ▅▆▅▇▆█ ▆▅██·█▇ +35 +100`; null for another game, or one that is not over. */
export function sharedLine({setup: {dice}, cards, phase}: Game): string | null {
  const [card = []] = cards;
  const [column] = card;
  if (phase !== 'over' || dice === 'typed' || dice.day === undefined || column === undefined) return null;
  const glyphs = CATEGORIES.map((category) => {
    const points = column.boxes[category] ?? 0;
    return points === 0
      ? NOTHING
      : (BLOCKS[Math.ceil((points / mostIn(category)) * BLOCKS.length) - 1] ?? '█');
  });
  const {upperBonus} = columnTotals(column);
  const bonuses = [upperBonus, column.yahtzeeBonus].filter((bonus) => bonus > 0).map((bonus) => ` +${bonus}`);
  const [upper, lower] = [glyphs.slice(0, 6), glyphs.slice(6)].map((part) => part.join(''));
  return `Fivedice ${dice.day}: ${totalOf(card)} ${upper} ${lower}${bonuses.join('')}`;
}

/** The day and the total of a line that was shared; null if it is none. */
export function parseShared(line: string): {readonly day: string; readonly total: number} | null {
  const [, day, total] =
    /^Fivedice (\d{4}-\d\d-\d\d): (\d{1,4}) [▁-█·]{6} [▁-█·]{7}(?: \+\d+){0,2}$/u.exec(line.trim()) ?? [];
  return day === undefined || seedOfDay(day) === null ? null : {day, total: Number(total)};
}
