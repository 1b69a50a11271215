/** Prints a message on standard error, as text that no terminal can mistake for a command: files are quoted in it. */
export function complain(message: string): void {
  process.stderr.write(`fivedice: ${withoutCommands(message.replace(UNSEEN, signOf))}\n`);
}

/** Text in which the log of a workflow takes no line for a command: one begins with `::`, or `##[`, after white space. */
export function withoutCommands(text: string): string {
  return text.replace(/^(\s*)(:(?=:)|#(?=#\[))/gm, (_, space, sign) => space + signOf(sign));
}

/**
 * What is invisible or moves its neighbours, but for line breaks, and for what lines of the hall of fame may need when
 * somebody copies them from a message: tabs, and the joiners of letters and emoji.
 */
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{C}\u2028\u2029]/gu;

/** Like the signs of a report: a control picture, or else the number of the character. */
function signOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `\\u{${code.toString(16)}}`;
}
