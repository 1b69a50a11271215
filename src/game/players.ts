/* The number of players, and the rules for their names. */
import {capitalize} from './format.js';
import type {Names, Strength} from './setup.js';

/** From the CS106A handout. */
export const MAX_PLAYERS = 4;

/** @throws RangeError unless there are one to four names */
export function checkedNames(names: readonly string[]): Names {
  const [first, ...others] = names;
  if (first === undefined || others.length >= MAX_PLAYERS)
    throw new RangeError(`players must be 1 to ${MAX_PLAYERS} names, not ${names.length}`);
  return [first, ...others] as unknown as Names;
}

/** Max characters of a name. */
export const LONGEST_NAME = 40;

/** Cleans up a typed name: composes its letters, trims it, and collapses runs of spaces. */
export function tidyName(text: string): string {
  return text.normalize().replace(BLANKS, ' ').trim();
}

/** Returns the first of the other names that looks the same. */
export function sameName(name: string, others: readonly string[]): string | undefined {
  const seen = nameKey(name);
  return others.find((other) => nameKey(other) === seen);
}

/** Returns a name for a computer that no other player has: `Expert`, else `Expert 2`. */
export function computerName(strength: Strength, others: readonly string[]): string {
  const word = capitalize(strength);
  const names = Array.from({length: MAX_PLAYERS}, (_, index) =>
    index === 0 ? word : `${word} ${index + 1}`,
  );
  return names.find((name) => sameName(name, others) === undefined) ?? word;
}

/** Returns a canonical form for comparison, which ignores case, width, invisible characters and kinds of spaces. */
export function nameKey(name: string): string {
  const visible = PLAIN.test(name) ? name : name.replace(INVISIBLE, '').normalize('NFKC');
  // Upper case first, which unites ß with SS and the two small sigmas.
  return tidyName(visible.toUpperCase().toLowerCase());
}

/** Printable ASCII. Such names skip the Unicode classes, which take milliseconds to compile. */
const PLAIN = /^[ -~]*$/;
/** Default-ignorable characters and the interlinear annotation marks. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** White space, and the blank Braille pattern, which Unicode classes as a symbol. */
const BLANKS = /[\s\u2800]+/g;

/**
 * Says why a text cannot be a player's name: a name must fit a line of the hall of fame and hold nothing that a
 * terminal would obey. Returns null if it can be.
 */
export function problemOfName(name: string): string | null {
  if (tidyName(name) === '') return 'the name is empty';
  if (!PLAIN.test(name) && !/[\p{L}\p{N}\p{P}\p{S}]/u.test(nameKey(name)))
    return 'the name has no visible character';
  if ([...name].length > LONGEST_NAME) return `the name is longer than ${LONGEST_NAME} characters`;
  // Control characters, lone surrogates, line separators, direction overrides, and the mark of invalid UTF-8.
  if (!PLAIN.test(name) && /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffd]/u.test(name))
    return 'the name has a character that cannot be shown';
  return null;
}
