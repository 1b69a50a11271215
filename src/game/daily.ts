/*
 * The dice of the day: the same for everybody from the date. What a die shows depends on the day, the turn, the roll and
 * the die alone, so who keeps other dice still meets the same ones.
 */
import {DIE_NUMBERS, type DieNumber, type Face, ROLLS} from '../rules/dice.js';
import {type RandomState, randomFrom, rollFaces} from './random.js';

/** More than a game of one column has rolls. */
const ROLLS_A_DAY = 100;

/** The seed of a day, an ISO date as `2026-11-23`; null if there is no such day. */
export function seedOfDay(day: string): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  const isDay = year !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  return isDay ? Number(`${year}${month}${date}`) * ROLLS_A_DAY : null;
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
