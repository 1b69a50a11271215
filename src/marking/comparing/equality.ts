/*
 * Whether two outputs are equal under tolerances, where they first differ, and which tolerances it takes. However long the
 * outputs are, only the pieces that differ are rewritten.
 */
import {
  inOrder,
  keeps,
  rewrite,
  rewriteWithOrigins,
  SINGLE_TOLERANCES,
  type Tolerance,
} from './tolerances.js';

/** A place in each of two texts. */
type Places = readonly [expectedAt: number, actualAt: number];

/**
 * Where, in each of two texts, the first byte is that no tolerance covers; null if they are equal. The texts are
 * rewritten piece by piece, so the memory it takes does not grow with them.
 *
 * @param known where they first differ under some of the tolerances: there is nothing to see before
 */
export function firstDifference(
  expected: string,
  actual: string,
  tolerances: readonly Tolerance[],
  known?: Places,
): Places | null {
  const readers = readersOf(expected, actual, tolerances, known);
  return readEqual(...readers) ? null : [readers[0].place(), readers[1].place()];
}

/** The tolerances needed to make the outputs equal, joined by ` + `; `''` if none, null if they differ. */
export function passesWith(
  expected: string,
  actual: string,
  tolerances: readonly Tolerance[],
): string | null {
  const equal = (some: readonly Tolerance[]): boolean => readEqual(...readersOf(expected, actual, some));
  if (expected === actual) return '';
  const single = tolerances.find((one) => equal([one]));
  if (single !== undefined) return single.name;
  if (tolerances.length < 2 || !equal(tolerances)) return null;
  // Drop those that are not needed, strongest first.
  const needed = [...tolerances].reverse().reduce((some, one) => {
    const without = some.filter((other) => other !== one);
    return equal(without) ? without : some;
  }, tolerances);
  return needed.map(({name}) => name).join(' + ');
}

/** The mildest single tolerance that, added to those in force, would have made the outputs equal. */
export function wouldPassWith(
  expected: string,
  actual: string,
  tolerances: readonly Tolerance[],
): string | null {
  const place = firstDifference(expected, actual, tolerances);
  const found = SINGLE_TOLERANCES.find((one) =>
    readEqual(...readersOf(expected, actual, inOrder([...tolerances, one]), place ?? undefined)),
  );
  return found?.name ?? null;
}

/** A text is rewritten in pieces of at least this many bytes. */
const PIECE = 1 << 16;

/**
 * Reads a text as rewritten, one piece at a time. A piece begins with a byte that no tolerance drops, and is
 * rewritten together with the next such byte. What a tolerance does never depends on anything beyond those, so
 * the rewritten pieces together are the rewritten text.
 */
class Reader {
  /** What was rewritten and not yet taken. */
  pending = '';
  private readonly text: string;
  private readonly tolerances: readonly Tolerance[];
  /** By the code of a byte, once it was asked for: whether no tolerance drops it. */
  private readonly kept: boolean[] = [];
  /** The piece that `pending` comes from: where it begins and ends, and how much of it was taken. */
  private from = 0;
  private to: number;
  private taken = 0;

  /** @param at begins with the last byte before this place that no tolerance drops, or else with the text */
  constructor(text: string, tolerances: readonly Tolerance[], at: number) {
    this.text = text;
    this.tolerances = tolerances;
    this.to = Math.max(0, at - 1);
    while (this.to > 0 && !this.isKept(this.to)) this.to -= 1;
  }

  /** The piece that comes next, as it is; null if there is something left to take. */
  ahead(): {readonly isFirst: boolean; readonly isLast: boolean; readonly raw: string} | null {
    if (this.pending !== '') return null;
    const to = this.endOfPiece(this.to);
    return {isFirst: this.to === 0, isLast: to === this.text.length, raw: this.text.slice(this.to, to)};
  }

  skip({raw}: {readonly raw: string}): void {
    this.from = this.to;
    this.to += raw.length;
  }

  /** Rewrites pieces until there is something to take; false at the end of the text. */
  read(): boolean {
    while (this.pending === '' && this.to < this.text.length) {
      [this.from, this.to, this.taken] = [this.to, this.endOfPiece(this.to), 0];
      const rewritten = rewrite(this.piece(), this.tolerances);
      this.pending = this.to < this.text.length ? rewritten.slice(0, -1) : rewritten;
    }
    return this.pending !== '';
  }

  take(count: number): void {
    this.pending = this.pending.slice(count);
    this.taken += count;
  }

  /** Where in the text the first byte to take came from. */
  place(): number {
    if (this.pending === '') return this.text.length;
    return this.from + (rewriteWithOrigins(this.piece(), this.tolerances).origins[this.taken] ?? 0);
  }

  private piece(): string {
    return this.text.slice(this.from, this.to + 1);
  }

  private endOfPiece(from: number): number {
    let to = from + PIECE;
    while (to < this.text.length && !this.isKept(to)) to += 1;
    return Math.min(to, this.text.length);
  }

  private isKept(at: number): boolean {
    const code = this.text.charCodeAt(at);
    const kept = this.kept[code] ?? keeps(String.fromCharCode(code), this.tolerances);
    this.kept[code] = kept;
    return kept;
  }
}

function readersOf(
  expected: string,
  actual: string,
  tolerances: readonly Tolerance[],
  [expectedAt, actualAt]: Places = [0, 0],
): [Reader, Reader] {
  return [new Reader(expected, tolerances, expectedAt), new Reader(actual, tolerances, actualAt)];
}

/** Reads both texts up to their first difference; false if there is one. */
function readEqual(left: Reader, right: Reader): boolean {
  for (;;) {
    skipEqual(left, right);
    const [more, others] = [left.read(), right.read()];
    if (!more && !others) return true;
    const length = commonLength(left.pending, right.pending);
    if (length === 0) return false;
    left.take(length);
    right.take(length);
  }
}

/** Passes over pieces that are the same byte for byte, without rewriting them. */
function skipEqual(left: Reader, right: Reader): void {
  for (;;) {
    const [one, other] = [left.ahead(), right.ahead()];
    if (one === null || other === null || one.raw === '' || one.raw !== other.raw) return;
    if (one.isFirst !== other.isFirst || one.isLast !== other.isLast) return;
    left.skip(one);
    right.skip(other);
  }
}

/** How many characters two texts have in common at the start. */
export function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  // Whole blocks are compared much faster than characters.
  while (at < most && a.slice(at, at + BLOCK) === b.slice(at, at + BLOCK)) at += BLOCK;
  while (at < most && a[at] === b[at]) at += 1;
  return Math.min(at, most);
}

const BLOCK = 1024;
