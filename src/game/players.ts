/* Who may play. */

/** One to four players (CS106A handout, `MAX_PLAYERS`). */
export const MAX_PLAYERS = 4;

/** How long a name may be, in characters. */
export const LONGEST_NAME = 40;

/** The one of some names that looks the same as a name, but for case, invisible marks, composition and spaces. */
export function sameName(name: string, others: readonly string[]): string | undefined {
  const seen = seenAs(name);
  return others.find((other) => seenAs(other) === seen);
}

function seenAs(name: string): string {
  const visible = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return visible.normalize().toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Why a text cannot be a player's name: it must fit a line of the hall of fame, and command no terminal. */
export function problemOfName(name: string): string | null {
  // Something must be seen of it.
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return 'the name is empty';
  if ([...name].length > LONGEST_NAME) return `the name is longer than ${LONGEST_NAME} characters`;
  // Control characters, separators of lines, invisible marks that turn the direction, and what is or was no UTF-8.
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffd]/u.test(name))
    return 'the name has a character that cannot be shown';
  return null;
}
