/*
 * Every byte that `assign1` can print. On standard output all text is ASCII, a block begins with an empty line, a
 * prompt ends with `> ` and no newline, and the session ends with one more empty line (see "The session, byte for
 * byte" in the README of this room).
 */

import type {Dice} from '../rules/dice.js';
import {CHOICE_READINGS, ROLL_CHOICES, type RollChoice} from './choices.js';
import type {ScoreOption} from './options.js';
import type {ValueError} from './values.js';

const PROMPT = '> ';

export const ASK_DICE = `\nPlease enter dice values:\n${PROMPT}`;

const ROLL_CHOICE_NAMES: Readonly<Record<RollChoice, string>> = {
  'reroll-some': 'Reroll some dice',
  'reroll-all': 'Reroll all dice',
  keep: 'Keep dice',
};
export const ASK_CHOICE = `\nPlease choose:\n${menu(ROLL_CHOICES.map((choice) => ROLL_CHOICE_NAMES[choice]))}${PROMPT}`;

export const ASK_DICE_NUMBERS = `\nPlease enter dice to reroll (1 - 5):\n${PROMPT}`;

export function askValues(count: number): string {
  return `\nPlease enter ${count} ${count === 1 ? 'value' : 'values'}:\n${PROMPT}`;
}

export function showDice(dice: Dice): string {
  return `\nYour dice values are: ${dice.join(' ')}\n`;
}

export function askOption(options: readonly ScoreOption[]): string {
  const lines = options.map(({name, points}) => `${name} (${points} points)`);
  return `\nYour score options are:\n${menu(lines)}${PROMPT}`;
}

export function showScore(points: number): string {
  return `\nYour score is: ${points} points\n\n`;
}

/** Answers to wrong dice values and new values. */
export const VALUE_REFUSALS: Readonly<Record<ValueError, string>> = {
  'incorrect-format': '\nIncorrect Input Format.\n\n',
  'out-of-range': '\nValue Out of Range.\n\n',
  'wrong-count': '\nIncorrect Number of Values.\n\n',
};

/** Answers to wrong dice numbers. Handout 3.1 prints one of them without an empty line before it. */
export const DICE_NUMBER_REFUSALS: Readonly<Record<ValueError, string>> = {
  ...VALUE_REFUSALS,
  'out-of-range': 'Dice Number Out of Range.\n\n',
};

export const INVALID_CHOICE = '\nInvalid Choice.\n\n';

/** Stage 1 ignores the reroll choices and exits (handout 2.1). */
export const STAGE_1_EXIT = '\n';

export const USAGE = `Usage: assign1 [--stage 1|2] [--choice ${CHOICE_READINGS.join('|')}] [--help] [--version]\n`;

export const HELP = `${USAGE}
Values five dice as COMP1917's "Simplified Yahtzee" asks: reads a session from
standard input, a line for each prompt, and prints it to standard output.

  --stage 1           end at "Reroll some dice" and "Reroll all dice"
  --stage 2           reroll up to twice (the default)
  --choice word       a choice is the line's first word: 3 2 is 3, 3x invalid
                      (the default; the handout's words)
  --choice character  a choice is the line's first character that is not white
                      space: 3x is 3, but 2.5 is invalid (what the course's own
                      marking accepted)
  -h, --help          print this and exit
  --version           print the version and exit

Exit status: 0 a score was reported, or stage 1 ended at a reroll choice; 1 the
input was refused; 2 the command line was wrong, or a stream failed (the reason
is on standard error).
`;

/** Goes to standard error when the command line is wrong. */
export function usageError(reason: string): string {
  return `assign1: ${reason}\n${USAGE}`;
}

/** The reason for `usageError` when a flag does not take the value. */
export function wrongValue(flag: string, allowed: readonly (string | number)[], given: string): string {
  return `--${flag} takes ${allowed.join(' or ')}, not ${JSON.stringify(given)}`;
}

/** Goes to standard error when a stream fails. */
export function streamError(stream: 'standard input' | 'standard output', reason: string): string {
  return `assign1: ${stream}: ${reason}\n`;
}

function menu(lines: readonly string[]): string {
  return lines.map((line, index) => ` ${index + 1} -> ${line}\n`).join('');
}
