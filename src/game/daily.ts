/*
 * The dice of the day, the same for every player. A die's face depends only on the day, the turn, the roll and the
 * die, so players who keep different dice still meet the same faces.
 */
import {DIE_NUMBERS, type DieNumber, type Face, ROLLS} from '../rules/dice.js';
import {type RandomState, randomFrom, rollFaces} from './random.js';

/** More than the 39 rolls of a one-column game, so that no two days share a seed. */
const ROLLS_A_DAY = 100;

/** Returns the seed of an ISO date such as `2026-11-23`. Returns null if there is no such day. */
export function seedOfDay(day: string): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  const isDay = year !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  return isDay ? Number(`${year}${month}${date}`) * ROLLS_A_DAY : null;
}

/** Returns the ISO date in the local time zone. */
export function dayOf(when: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
}

/** Returns the faces of the numbered dice. Turns and rolls count from 0. */
export function facesOfDay(seed: number, turn: number, roll: number, numbers: readonly DieNumber[]): Face[] {
  const random: RandomState = randomFrom(seed + ROLLS * turn + roll);
  const {faces} = rollFaces(random, DIE_NUMBERS.length);
  return numbers.map((number) => faces[number - 1] ?? 1);
}
