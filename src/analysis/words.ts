/* The words for moves and reviews, for whoever shows them as text. */
import {CATEGORY_RULES} from '../rules/categories.js';
import {DIE_NUMBERS} from '../rules/dice.js';
import {type Decision, type Move, type PlayerReview, UNSEEN} from './review.js';

/** `keep 6 6 6`, `roll all dice again`, `pass`, `Full House`; with several columns `Full House x2`. */
export function moveInWords(move: Move, columns: number): string {
  if ('category' in move) {
    const {label} = CATEGORY_RULES[move.category];
    return columns === 1 ? label : `${label} x${move.column}`;
  }
  if (move.keep.length === 0) return 'roll all dice again';
  return move.keep.length === DIE_NUMBERS.length ? 'pass' : `keep ${move.keep.join(' ')}`;
}

/** `-3.2`, or nothing where nothing is lost. */
export function lossInWords(loss: number): string {
  return loss < UNSEEN ? '' : `-${loss.toFixed(1)}`;
}

/** `+10.5`, `-3.2`, `+0.0`. */
export function luckInWords(luck: number): string {
  return `${luck <= -UNSEEN ? '-' : '+'}${Math.abs(luck).toFixed(1)}`;
}

/** `254.6 to expect at the start, luck +30.1, choices -12.7: 272 points`. */
export function sumInWords({start, luck, loss, score}: PlayerReview, isOver: boolean): string {
  const end = isOver ? `${Math.round(score)} points` : `${score.toFixed(1)} to expect now`;
  return `${start.toFixed(1)} to expect at the start, luck ${luckInWords(luck)}, choices -${loss.toFixed(1)}: ${end}`;
}

/** `round 3, 1 1 6 6 6: keep 1 1 (-4.6), best keep 6 6 6`. */
export function mistakeInWords({round, dice, played, best, loss}: Decision, columns: number): string {
  const [did, better] = [played, best].map((move) => moveInWords(move, columns));
  return `round ${round}, ${dice.join(' ')}: ${did} (${lossInWords(loss)}), best ${better}`;
}
