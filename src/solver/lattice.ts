/*
 * The positions at the start of a turn, and where the value of each is stored.
 *
 * The points to come at a position depend on its open boxes, on whether further Yahtzees pay, and on its upper total.
 * The upper total matters only for the bonus: two totals are one class, and share a value, if the same results in the
 * open upper boxes earn the bonus from both. Each set of open boxes has a run of values, one for each class. If the
 * Yahtzee box is filled, the run has a second half: the values for when Yahtzees pay. Runs are sorted by the number of
 * open boxes, so each layer is contiguous. Rule sets whose bonus begins at the same total share a lattice.
 */
import {CATEGORIES, type Category} from '../rules/categories.js';
import {UPPER_BONUS_FROM} from '../rules/rule-sets.js';
import type {Column} from '../rules/scorecard.js';

/** A position at the start of a turn, in a column of factor 1. */
export interface Position {
  /** The open boxes, 0 to 8191: bit `i` stands for `CATEGORIES[i]`. */
  readonly open: number;
  /** The sum of the filled upper boxes, 0 to 63; 63 stands for 63 and more. */
  readonly upper: number;
  /** True if the Yahtzee box holds its 50, so that further Yahtzees pay where the rules let them. */
  readonly pays: boolean;
}

export function bitOf(category: Category): number {
  return 1 << CATEGORIES.indexOf(category);
}

/** Returns true if the box with this number in `CATEGORIES` is in the set of open boxes. */
export function isOpen(open: number, box: number): boolean {
  return (open & (1 << box)) !== 0;
}

export function openCount(set: number): number {
  return set === 0 ? 0 : (set & 1) + openCount(set >> 1);
}

export const YAHTZEE = CATEGORIES.indexOf('yahtzee');

export const BOXES = CATEGORIES.length;

/** The upper boxes are the first six. */
export const UPPER_BOXES = 6;
export const UPPER_SETS = 1 << UPPER_BOXES;
export const SETS = 1 << BOXES;

export const UPPER_TOTALS = UPPER_BONUS_FROM + 1;

/** The set of open boxes of a full card. */
export const FULL = 0;

/** The position of an empty card. */
export const EMPTY_CARD: Position = {open: SETS - 1, upper: 0, pays: false};

/** Numbers that the kernel computes side by side; the length of each run is a multiple of it. */
export const LANES = 4;

export const IMPOSSIBLE = 255;

export interface Lattice {
  readonly size: number;
  /** The place where the run of each set of open boxes starts. */
  readonly starts: Int32Array;
  /** By the open upper boxes: length of a run, or of half a run if it has two halves. */
  readonly lengths: Uint8Array;
  /** The place in the run of an upper total, at `UPPER_TOTALS × open upper boxes + total`; or `IMPOSSIBLE`. */
  readonly classes: Uint8Array;
  /** For each place in a run, an upper total of its class, in the same layout as `classes`. */
  readonly totals: Uint8Array;
}

const known = new Map<number, Lattice>();

/**
 * Returns the lattice for an upper total that earns the bonus, or one in which each total is a class. It is laid out at
 * the first call: a command that only prints its help does not wait for it.
 */
export function lattice(bonusFrom: number | 'each-total'): Lattice {
  const key = bonusFrom === 'each-total' ? 0 : bonusFrom;
  const found = known.get(key) ?? layOut(key);
  known.set(key, found);
  return found;
}

/** @throws RangeError if the position cannot occur */
export function placeOf({starts, lengths, classes}: Lattice, {open, upper, pays}: Position): number {
  const place =
    upper >= 0 && upper < UPPER_TOTALS ? classes[(open % UPPER_SETS) * UPPER_TOTALS + upper] : IMPOSSIBLE;
  const start = starts[open];
  if (start === undefined || place === undefined || place === IMPOSSIBLE || (pays && isOpen(open, YAHTZEE))) {
    throw new RangeError(
      `position must be that of a card: none has the boxes ${open.toString(2)} open, the upper total ${upper} and ${pays ? '' : 'no '}50 in Yahtzee`,
    );
  }
  return start + (pays ? (lengths[open % UPPER_SETS] ?? 0) : 0) + place;
}

export function positionOf({boxes}: Pick<Column, 'boxes'>): Position {
  const open = CATEGORIES.reduce((set, box) => (boxes[box] === null ? set | bitOf(box) : set), 0);
  const upper = CATEGORIES.slice(0, UPPER_BOXES).reduce((sum, box) => sum + (boxes[box] ?? 0), 0);
  return {open, upper: Math.min(upper, UPPER_BONUS_FROM), pays: (boxes.yahtzee ?? 0) > 0};
}

/** Returns the sets of open boxes that may follow from a set, itself included, the empty set not; smallest first. */
export function setsFrom(from: number): number[] {
  const layers = Array.from({length: BOXES + 1}, (): number[] => []);
  for (let open = 1; open <= from; open += 1) if ((open & from) === open) layers[openCount(open)]?.push(open);
  return layers.flat();
}

/** Returns the positions with a set of open boxes, and the place of each. */
export function positionsOf(
  {starts, lengths, totals}: Lattice,
  open: number,
): (readonly [place: number, position: Position])[] {
  const upper = open % UPPER_SETS;
  const length = lengths[upper] ?? 0;
  return Array.from({length: length * halvesOf(open)}, (_, at) => {
    const total = totals[upper * UPPER_TOTALS + (at % length)] ?? 0;
    return [(starts[open] ?? 0) + at, {open, upper: total, pays: at >= length}];
  });
}

function layOut(bonusFrom: number): Lattice {
  const lengths = new Uint8Array(UPPER_SETS);
  const classes = new Uint8Array(UPPER_SETS * UPPER_TOTALS).fill(IMPOSSIBLE);
  const totals = new Uint8Array(UPPER_SETS * UPPER_TOTALS);
  for (let open = 0; open < UPPER_SETS; open += 1) {
    const found = classesOf(open, bonusFrom);
    const length = Math.ceil(found.length / LANES) * LANES;
    lengths[open] = length;
    for (let place = 0; place < length; place += 1) {
      totals[open * UPPER_TOTALS + place] = found[Math.min(place, found.length - 1)]?.[0] ?? 0;
    }
    for (const [place, members] of found.entries()) {
      for (const total of members) classes[open * UPPER_TOTALS + total] = place;
    }
  }
  const starts = new Int32Array(SETS);
  let size = 0;
  for (const open of [FULL, ...setsFrom(SETS - 1)]) {
    starts[open] = size;
    size += (lengths[open % UPPER_SETS] ?? 0) * halvesOf(open);
  }
  return {size, starts, lengths, classes, totals};
}

/** Groups the upper totals that can occur with these upper boxes open into classes: one each if `bonusFrom` is 0. */
function classesOf(open: number, bonusFrom: number): number[][] {
  const toCome = sumsOf(open);
  const classes = new Map<number, number[]>();
  for (const total of new Set(sumsOf(~open).map((sum) => Math.min(sum, UPPER_TOTALS - 1)))) {
    // The key of a class: the least sum to come that earns the bonus; 0 once it is earned or lost, as no sum matters.
    const decided = bonusFrom === 0 ? total : 0;
    const least = total < bonusFrom ? (toCome.find((sum) => total + sum >= bonusFrom) ?? 0) : decided;
    classes.set(least, [...(classes.get(least) ?? []), total]);
  }
  return [...classes.values()];
}

/** Returns the sums that some upper boxes can hold together, ascending. */
function sumsOf(boxes: number): number[] {
  let sums = new Set([0]);
  for (let box = 0; box < UPPER_BOXES; box += 1) {
    if (!isOpen(boxes, box)) continue;
    sums = new Set([...sums].flatMap((sum) => [0, 1, 2, 3, 4, 5].map((count) => sum + count * (box + 1))));
  }
  return [...sums].sort((one, other) => one - other);
}

/** While the Yahtzee box is open no Yahtzee pays yet; afterwards it holds 0 or 50. */
function halvesOf(open: number): number {
  return isOpen(open, YAHTZEE) ? 1 : 2;
}
