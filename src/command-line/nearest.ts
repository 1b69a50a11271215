/* What somebody may have meant who made a slip in a name. */

/** Names with how many characters to add, drop or replace to make a text into them, the nearest first. */
export function nearest(
  text: string,
  names: readonly string[],
): {readonly name: string; readonly edits: number}[] {
  return names.map((name) => ({name, edits: editsTo(text, name)})).sort((a, b) => a.edits - b.edits);
}

/** The name that a text is a slip for: of four characters, three are the same. null: it is for none. */
export function slipFor(text: string, names: readonly string[]): string | null {
  const [near] = nearest(text, names);
  return near !== undefined && near.edits * 4 <= text.length ? near.name : null;
}

/** How many characters to add, drop or replace to make one text into the other. */
function editsTo(from: string, to: string): number {
  let row = Array.from({length: to.length + 1}, (_, index) => index);
  for (const [at, character] of [...from].entries()) {
    const next = [at + 1];
    for (let index = 1; index <= to.length; index += 1) {
      const [left = 0, above = 0, corner = 0] = [next[index - 1], row[index], row[index - 1]];
      next.push(Math.min(left + 1, above + 1, corner + (to[index - 1] === character ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
