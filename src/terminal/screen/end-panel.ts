/* The end of a game: the race of the totals, and what decided it. */

import {blocksOf} from '../../game/format.js';
import type {Scene} from '../../table/scene.js';
import {flushRight, shortened} from '../text.js';
import {painted, type Style} from './style.js';

export interface Ending {
  /** The totals of each player after each of their turns, from 0. */
  readonly race: readonly (readonly number[])[];
  /** Luck and choices in words; null while they are worked out. */
  readonly verdicts: readonly string[] | null;
}

/** A line for each player: name, total, and how it grew. */
export function drawRace({players}: Scene, race: Ending['race'], width: number, style: Style): string[] {
  const most = Math.max(1, ...race.flat());
  const digits = `${most}`.length;
  const turns = Math.max(...race.map(({length}) => length)) - 1;
  const across = Math.min(turns, Math.max(13, width - 24));
  const name = Math.min(12, width - across - digits - 2);
  return players.map(({total, isWinner, ...player}, index) => {
    const line = `${isWinner ? '*' : ' '}${shortened(player.name, name - 2)}`;
    const ran = Array.from(
      {length: across},
      (_, at) => race[index]?.[Math.ceil(((at + 1) * turns) / across)] ?? 0,
    );
    const named = painted(flushRight(line, `${total}`, name + digits), isWinner ? 'end' : null, style);
    return `${named} ${painted(blocksOf(ran, most, style.isUnicode), 'gain', style)}`;
  });
}
