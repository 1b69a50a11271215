/* Formats texts, numbers and choices for messages. */
import {CATEGORY_RULES} from '../rules/categories.js';
import {DIE_NUMBERS} from '../rules/dice.js';
import type {Box, Choice} from '../rules/scorecard.js';

/** Cuts a text to a number of characters and replaces invisible and control characters with `?`. */
export function printable(text: string, longest: number): string {
  // Cut before it is split into characters: the text may be as long as a file.
  const start = [...text.slice(0, 2 * longest + 2)];
  const cut = start.length > longest ? `${start.slice(0, longest).join('')}…` : start.join('');
  return cut.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '?');
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates a name that runs from right to left, so that the sentence around it keeps its order. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** Draws numbers from 0 to `most` as a line of blocks, such as `▁▄█`. */
export function blocksOf(
  numbers: readonly number[],
  most = Math.max(1, ...numbers),
  isUnicode = true,
): string {
  const blocks = isUnicode ? '▁▂▃▄▅▆▇█' : '_.-~=+*#';
  return numbers.map((one) => blocks[Math.max(0, Math.ceil((one / most) * blocks.length) - 1)]).join('');
}

/** Joins items: `1`, `1 and 3`, `1, 3 and 5`. */
export function listOf(items: readonly (string | number)[], word = 'and'): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? `${last}` : `${items.slice(0, -1).join(', ')} ${word} ${last}`;
}

/** `keep 6 6 6`, `roll all dice again`, `pass`, `Full House`; with several columns `Full House x2`. */
export function choiceInWords(choice: Choice, columns: number): string {
  if (!('keep' in choice)) return boxInWords(choice, columns);
  const {keep} = choice;
  if (keep.length === DIE_NUMBERS.length) return 'pass';
  return keep.length === 0 ? 'roll all dice again' : `keep ${keep.join(' ')}`;
}

/** `Fives`, or in games of several columns `Fives x2`. */
export function boxInWords({column, category}: Box, columns: number): string {
  const {label} = CATEGORY_RULES[category];
  return columns === 1 ? label : `${label} x${column}`;
}

/** Label of a choice that costs nothing. */
export const BEST = 'best';

/** Losses below this round to nothing. */
export const UNSEEN = 0.05;

/** `-3.2`, or `unseen` for a loss of points that rounds to nothing. */
export function lossInWords(loss: number, unseen = BEST): string {
  return loss < UNSEEN ? unseen : `-${loss.toFixed(1)}`;
}
