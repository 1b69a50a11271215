import {
  DIE_NUMBERS,
  type Dice,
  type DieNumber,
  diceOf,
  type Face,
  isDieNumber,
  isFace,
} from '../rules/dice.js';
import type {ScannedLine} from './scanner.js';

/**
 * What can be wrong with a line of values, highest priority first. Of several errors only the first is
 * reported, wherever it is on the line (handout 2.1 and 3.1).
 */
export const VALUE_ERRORS = ['incorrect-format', 'out-of-range', 'wrong-count'] as const;
export type ValueError = (typeof VALUE_ERRORS)[number];

export type Parsed<T> = {readonly value: T} | {readonly error: ValueError};

/** Five dice values, each 1 to 6 (handout 2.1, 3.2). */
export function parseDice(line: ScannedLine): Parsed<Dice> {
  return refusal(line, DICE) ?? {value: diceOf(line.values)};
}

/** One or more dice numbers, each 1 to 5, in the order entered and without repeats (handout 3.1). */
export function parseDiceNumbers(line: ScannedLine): Parsed<readonly DieNumber[]> {
  return refusal(line, DICE_NUMBERS) ?? {value: line.distinct.filter(isDieNumber)};
}

/** New values for `wanted` dice, 1 to 5 of them, each value 1 to 6 (handout 3.1). */
export function parseNewValues(line: ScannedLine, wanted: number): Parsed<readonly Face[]> {
  return refusal(line, newValues(wanted)) ?? {value: line.values.filter(isFace)};
}

/** What a prompt requires of its line. */
interface Demand {
  readonly inRange: (value: number) => boolean;
  readonly accepts: (count: number) => boolean;
}

const DICE: Demand = {inRange: isFace, accepts: (count) => count === DIE_NUMBERS.length};
const DICE_NUMBERS: Demand = {inRange: isDieNumber, accepts: (count) => count > 0};
const newValues = (wanted: number): Demand => ({inRange: isFace, accepts: (count) => count === wanted});

const BREAKS: Readonly<Record<ValueError, (line: ScannedLine, demand: Demand) => boolean>> = {
  'incorrect-format': (line) => !line.wellFormed,
  'out-of-range': (line, {inRange}) => !line.distinct.every(inRange),
  'wrong-count': (line, {accepts}) => !accepts(line.count),
};

function refusal(line: ScannedLine, demand: Demand): {readonly error: ValueError} | null {
  const error = VALUE_ERRORS.find((code) => BREAKS[code](line, demand));
  return error === undefined ? null : {error};
}
