/* Who may play. */

/** One to four players (CS106A handout, `MAX_PLAYERS`). */
export const MAX_PLAYERS = 4;

/** How long a name may be, in characters. */
export const LONGEST_NAME = 40;

/** Why a text cannot be a player's name: it must fit a line of the hall of fame, and command no terminal. */
export function problemOfName(name: string): string | null {
  // Something must be seen of it.
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return 'the name is empty';
  if ([...name].length > LONGEST_NAME) return `the name is longer than ${LONGEST_NAME} characters`;
  // Control characters, separators of lines, invisible marks that turn the direction, and what was no UTF-8.
  if (/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffd]/u.test(name))
    return 'the name has a character that cannot be shown';
  return null;
}
