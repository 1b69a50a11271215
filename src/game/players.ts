/* Who may play. */

/** One to four players (CS106A handout, `MAX_PLAYERS`). */
export const MAX_PLAYERS = 4;

/** How long a name may be, in characters. */
export const LONGEST_NAME = 40;

/** A name as it was typed: composed, and without spaces where they are not seen. */
export function tidyName(text: string): string {
  return text.normalize().replace(BLANKS, ' ').trim();
}

/** The one of some names that looks the same as a name. */
export function sameName(name: string, others: readonly string[]): string | undefined {
  const seen = nameKey(name);
  return others.find((other) => nameKey(other) === seen);
}

/** What is seen of a name: without case, invisible marks, forms of a letter, and how many spaces there are of which kind. */
export function nameKey(name: string): string {
  const visible = PLAIN.test(name) ? name : name.replace(INVISIBLE, '').normalize('NFKC');
  // Capitals first: ß and SS are the same then, and so are the two small sigmas.
  return tidyName(visible.toUpperCase().toLowerCase());
}

/** As most names are. They need none of the classes of Unicode, which take milliseconds to make ready. */
const PLAIN = /^[ -~]*$/;
/** Marks that show nothing: those of which Unicode says so, and those around notes between the lines. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** Spaces; Braille has one of its own, which counts as a symbol. */
const BLANKS = /[\s\u2800]+/g;

/** Why a text cannot be a player's name: it must fit a line of the hall of fame, and command no terminal. */
export function problemOfName(name: string): string | null {
  if (tidyName(name) === '') return 'the name is empty';
  if (!PLAIN.test(name) && !/[\p{L}\p{N}\p{P}\p{S}]/u.test(nameKey(name)))
    return 'nothing of the name is seen';
  if ([...name].length > LONGEST_NAME) return `the name is longer than ${LONGEST_NAME} characters`;
  // Control characters, separators of lines, invisible marks that turn the direction, and what is or was no UTF-8.
  if (!PLAIN.test(name) && /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffd]/u.test(name))
    return 'the name has a character that cannot be shown';
  return null;
}
