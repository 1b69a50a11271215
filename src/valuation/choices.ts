import type {ScannedLine} from './scanner.js';

/** The two ways to read a line as a choice; see the table of decisions in the README of this room. */
export const CHOICE_READINGS = ['word', 'character'] as const;
/**
 * `word`: the whole first word must be a digit (handout 2.1: "takes the first one and ignores the rest"). `character`: its
 * first character must be a digit that does not begin a decimal number such as `2.5` (what the 2016 marking accepted).
 */
export type ChoiceReading = (typeof CHOICE_READINGS)[number];

/** The choices after a roll, in the order in which they are offered (handout 2.1). */
export const ROLL_CHOICES = ['reroll-some', 'reroll-all', 'keep'] as const;
export type RollChoice = (typeof ROLL_CHOICES)[number];

/** Returns the digit that a line's first word stands for, or null. */
const DIGIT_OF: Readonly<Record<ChoiceReading, (word: string) => string | null>> = {
  word: (word) => (/^\d$/.test(word) ? word : null),
  character: (word) => /^(\d)(?!\.\d)/.exec(word)?.[1] ?? null,
};

/** Returns the item of `among`, numbered from 1, that the line chooses; null if the choice is invalid. */
export function parseChoice<T>(line: ScannedLine, reading: ChoiceReading, among: readonly T[]): T | null {
  const digit = DIGIT_OF[reading](line.word);
  return digit === null ? null : (among[Number(digit) - 1] ?? null);
}
