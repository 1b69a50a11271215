/* Which part of two visible lines differs, so that reports can mark it inside the line. */

/** Offsets for `slice`: the lines are the same before `from`, and after `expectedTo` and `actualTo`. */
export interface ChangedPart {
  readonly from: number;
  readonly expectedTo: number;
  readonly actualTo: number;
}

/**
 * What is never marked in part: the sign of a byte or of an invisible character, a number, a character outside the
 * basic plane. Half of a number says nothing: of 25 and 24, all of it differs.
 */
const PIECE = /\\x[\da-f]{2}|\\u\{[\da-f]+\}|(?<![\p{L}\p{N})])-?\d+(?:\.\d+)?|\d+(?:\.\d+)?|./gsu;

/** The part of two lines, as visible text, that differs. It is empty in a line that only lacks something. */
export function changedPart(expected: string, actual: string): ChangedPart {
  const [left, right] = [piecesOf(expected), piecesOf(actual)];
  const same = sameAtStart(left, right);
  const [leftRest, rightRest] = [left.slice(same).reverse(), right.slice(same).reverse()];
  const after = lengthOf(leftRest.slice(0, sameAtStart(leftRest, rightRest)));
  return {
    from: lengthOf(left.slice(0, same)),
    expectedTo: expected.length - after,
    actualTo: actual.length - after,
  };
}

/** The number that stands in a line where another stands in the other line; null if it is anything else. */
export function changedNumbers(
  expected: string,
  actual: string,
): {readonly expected: string; readonly actual: string} | null {
  const {from, expectedTo, actualTo} = changedPart(expected, actual);
  const [one, other] = [expected.slice(from, expectedTo), actual.slice(from, actualTo)];
  return NUMBER.test(one) && NUMBER.test(other) ? {expected: one, actual: other} : null;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

function piecesOf(line: string): string[] {
  return line.match(PIECE) ?? [];
}

/** How many items two lists have in common at the start. */
export function sameAtStart(left: readonly string[], right: readonly string[]): number {
  const same = left.findIndex((piece, index) => piece !== right[index]);
  return same === -1 ? left.length : same;
}

function lengthOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, {length}) => sum + length, 0);
}

/** Cuts a long line to `width` characters around its marked part, or its start. */
export function cutAround<Row extends {readonly text: string; readonly marked?: Span}>(
  row: Row,
  width: number,
): Row {
  const {text, marked} = row;
  const characters = [...text];
  if (characters.length <= width) return row;
  const at = [...text.slice(0, marked?.from ?? 0)].length;
  const start = Math.max(0, Math.min(at - Math.floor(0.4 * width), characters.length - width));
  const shown = characters.slice(start, start + width).join('');
  const cut = (start > 0 ? '…' : '') + shown + (start + width < characters.length ? '…' : '');
  if (marked === undefined) return {...row, text: cut};
  const gone = characters.slice(0, start).join('').length - (start > 0 ? 1 : 0);
  return {...row, text: cut, marked: {from: marked.from - gone, to: Math.min(marked.to - gone, cut.length)}};
}

/** Offsets for `slice`. */
interface Span {
  readonly from: number;
  readonly to: number;
}
