/* Spelling mistakes: which known name is meant. */

/** Returns the name that a text misspells; null if more than one character in four differs from every name. */
export function slipFor(text: string, names: readonly string[]): string | null {
  const [near] = names
    .map((name) => ({name, edits: editDistance(text, name)}))
    .sort((a, b) => a.edits - b.edits);
  return near !== undefined && near.edits * 4 <= text.length ? near.name : null;
}

/** Counts the characters to add, drop or replace (Levenshtein). */
function editDistance(from: string, to: string): number {
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
