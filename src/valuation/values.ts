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
 * Errors in a line of values, highest priority first. When a line has several, only the first is reported, wherever
 * it stands on the line (handout 2.1 and 3.1).
 */
const VALUE_ERRORS = ['incorrect-format', 'out-of-range', 'wrong-count'] as const;
export type ValueError = (typeof VALUE_ERRORS)[number];

export type Parsed<T> = {readonly value: T} | {readonly error: ValueError};

/** Parses five dice values, each 1 to 6 (handout 2.1, 3.2). */
export function parseDice(line: ScannedLine): Parsed<Dice> {
  return refusal(line, isFace, line.count === DIE_NUMBERS.length) ?? {value: diceOf(line.values)};
}

/** Parses one or more dice numbers, each 1 to 5, into the order entered, without repeats (handout 3.1). */
export function parseDiceNumbers(line: ScannedLine): Parsed<readonly DieNumber[]> {
  return refusal(line, isDieNumber, line.count > 0) ?? {value: line.distinct.filter(isDieNumber)};
}

/** Parses new values for `wanted` dice, 1 to 5 of them, each value 1 to 6 (handout 3.1). */
export function parseNewValues(line: ScannedLine, wanted: number): Parsed<readonly Face[]> {
  return refusal(line, isFace, line.count === wanted) ?? {value: line.values.filter(isFace)};
}

function refusal(
  line: ScannedLine,
  inRange: (value: number) => boolean,
  isCountRight: boolean,
): {readonly error: ValueError} | null {
  const breaks: Readonly<Record<ValueError, boolean>> = {
    'incorrect-format': !line.wellFormed,
    'out-of-range': !line.distinct.every(inRange),
    'wrong-count': !isCountRight,
  };
  const error = VALUE_ERRORS.find((one) => breaks[one]);
  return error === undefined ? null : {error};
}
