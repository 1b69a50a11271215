/*
 * The place where two outputs first differ, and the rows that do. The normal forms of the whole outputs tell the place. From
 * there on, rows are compared one by one, so that a tolerance does not change their alignment.
 */
import {diffArrays} from 'diff';
import {groupBy} from '../results/grouping.js';
import {linesOf} from '../results/visible.js';
import {type Row, rowsOf, type Session} from './session.js';
import {ComparedText, isOrder, normalForm, type Tolerance} from './tolerances.js';

export interface RowChange {
  readonly kind: 'same' | 'expected' | 'actual';
  readonly row: Row;
}

export interface Side {
  readonly raw: string;
  /** Offset of the first byte that no tolerance covers. */
  readonly place: number;
  /** The last equal rows above the difference, and the rows from there. */
  readonly before: readonly Row[];
  readonly rows: readonly Row[];
}

export interface Alignment {
  /** The golden, sorted like the output under `order`. */
  readonly expected: Side;
  readonly actual: Side;
  /** Rows above the difference, and from there. */
  readonly before: readonly RowChange[];
  readonly changes: readonly RowChange[];
}

/** Aligns two outputs that are not equal under the tolerances. */
export function aligned(
  golden: ComparedText,
  output: ComparedText,
  all: readonly Tolerance[],
  {prompts}: Session,
): Alignment {
  const tolerances = all.filter((one) => !isOrder(one));
  const ordered = tolerances.length === all.length ? golden : inOrderOf(output.raw, golden.raw, tolerances);
  const length = commonLength(ordered.under(tolerances), output.under(tolerances));
  const wanted = traced(ordered, tolerances, length, prompts);
  const printed = traced(output, tolerances, length, prompts);
  // Both normal forms have this length before a row, so everything above is equal.
  const common = wanted.made.findLast((made) => made <= length && printed.made.includes(made)) ?? null;
  const expected = sideFrom(wanted, common);
  const actual = sideFrom(printed, common);
  const above = actual.before.map((row): RowChange => ({kind: 'same', row}));
  let rows = [...above, ...rowChanges(expected.rows, actual.rows, tolerances)];
  // Tolerated line breaks can make all rows equal although the texts differ.
  if (!rows.some(isDifferent))
    rows = rowChanges([...expected.before, ...expected.rows], [...actual.before, ...actual.rows], []);
  const first = rows.findIndex(isDifferent);
  const changes = rows.slice(first);
  return {
    expected: {...expected, place: placeIn(expected, 'expected', changes)},
    actual: {...actual, place: placeIn(actual, 'actual', changes)},
    before: rows.slice(0, first),
    changes,
  };
}

/** Returns the place in a row that differs; the end of an output that lacks rows. */
function placeIn({raw, place}: Side, own: RowChange['kind'], changes: readonly RowChange[]): number {
  const block = blockOf(changes);
  const row = block.find(({kind}) => kind === own)?.row;
  if (row === undefined) return block.length === changes.length ? raw.length : place;
  const last = row.start + row.text.replace(/\n$/, '').length;
  return Math.min(Math.max(place, row.start), last);
}

export function isDifferent({kind}: RowChange): boolean {
  return kind !== 'same';
}

/** Returns the changes up to the next row in common. */
export function blockOf(changes: readonly RowChange[]): readonly RowChange[] {
  const end = changes.findIndex((one) => !isDifferent(one));
  return end === -1 ? changes : changes.slice(0, end);
}

export function hasWords(text: string): boolean {
  return text.trim() !== '';
}

/** Sorts the lines of a golden like those of an output; missing lines stand beside unexpected ones, or at the end. */
function inOrderOf(actual: string, golden: string, tolerances: readonly Tolerance[]): ComparedText {
  const bare = (text: string): string[] => linesOf(text).map((line) => line.replace(/\n$/, ''));
  const left = groupBy(bare(golden), (line) => normalForm(line, tolerances));
  // Taken from the end: equal forms may stand in any order.
  const found = bare(actual).map((line) => left.get(normalForm(line, tolerances))?.pop());
  const missing = [...left.values()].flat().reverse();
  const lines = found.flatMap((line) => line ?? missing.pop() ?? []);
  const end = golden.endsWith('\n') ? '\n' : '';
  return new ComparedText([...lines, ...missing.reverse()].join('\n') + end);
}

/** Max rows kept above the first difference, and compared below. */
const ROWS_BEFORE = 10;
const MOST_ROWS = 2000;

interface Trace extends Side {
  /** Lengths of the normal form before each row and at the end. */
  readonly made: readonly number[];
}

/**
 * Follows the normal form of a text through its rows, up to the one in which it exceeds `length`. Tolerances only remove
 * characters and change capitals and white space, so each character of a form has its origin in the text.
 */
function traced(
  text: ComparedText,
  tolerances: readonly Tolerance[],
  length: number,
  prompts: readonly string[],
): Trace {
  const {raw} = text;
  const form = text.under(tolerances);
  const isFrom = originsUnder(tolerances);
  const before: Row[] = [];
  const rows: Row[] = [];
  const lengths: number[] = [];
  let made = 0;
  let place = 0;
  for (const row of rowsOf(raw, prompts)) {
    lengths.push(made);
    const end = row.start + row.text.length;
    for (let at = row.start; at < end; at += 1) {
      if (!isFrom(form.charCodeAt(made), raw.charCodeAt(at))) continue;
      made += 1;
      if (made === length) place = at + 1;
      if (made === length + 1) place = at;
    }
    if (made > length && rows.push(row) === MOST_ROWS) break;
    if (made <= length && before.push(row) > ROWS_BEFORE) {
      before.shift();
      lengths.shift();
    }
  }
  return {raw, place, before, rows, made: [...lengths, made]};
}

/** Returns a test of whether a character of a normal form may come from a character of the text. */
function originsUnder(tolerances: readonly Tolerance[]): (formed: number, original: number) => boolean {
  const has = (tolerance: string): boolean => tolerances.some(({name}) => name === tolerance);
  const [hasCase, hasSpace] = [has('case'), has('space')];
  return (formed, original) =>
    formed === original ||
    (hasCase && formed === original + 32 && original >= 65 && original <= 90) ||
    (hasSpace && formed === 32 && original >= 9 && original <= 13);
}

/** @param common length of the normal form before the first row to compare; null: start at the row that exceeds it */
function sideFrom({raw, place, before, rows, made}: Trace, common: number | null): Side {
  const all = [...before, ...rows];
  const first = common === null ? before.length : made.indexOf(common);
  return {raw, place, before: all.slice(0, first), rows: all.slice(first)};
}

/** Max insertions and deletions: beyond that, two outputs have too little in common. */
const MOST_EDITS = 1000;

interface FormedRow {
  readonly row: Row;
  readonly form: string;
}

/** Pairs rows by normal form; between two pairs, blank rows and those without a form are compared, too. */
function rowChanges(
  wanted: readonly Row[],
  printed: readonly Row[],
  tolerances: readonly Tolerance[],
): RowChange[] {
  const formed = (rows: readonly Row[]): FormedRow[] =>
    rows.map((row) => ({row, form: formOf(row.text, tolerances)}));
  const [left, right] = [formed(wanted), formed(printed)];
  let leftDone = 0;
  let rightDone = 0;
  return [...pairsOf(left, right), [left.length, right.length] as const].flatMap(([leftAt, rightAt]) => {
    const gap = gapChanges(left.slice(leftDone, leftAt), right.slice(rightDone, rightAt));
    const same = changesOf('same', right.slice(rightAt, rightAt + 1));
    leftDone = leftAt + 1;
    rightDone = rightAt + 1;
    return [...gap, ...same];
  });
}

/** Returns the indexes of rows paired by equal normal forms, as many as possible; blank rows would outweigh words. */
function pairsOf(left: readonly FormedRow[], right: readonly FormedRow[]): (readonly [number, number])[] {
  const indexed = (rows: readonly FormedRow[]) =>
    rows.map(({form}, index) => ({form, index})).filter(({form}) => hasWords(form));
  const [wanted, printed] = [indexed(left), indexed(right)];
  const parts = diffArrays(wanted, printed, {
    maxEditLength: MOST_EDITS,
    comparator: (a, b) => a.form === b.form,
  });
  let at = 0;
  return (parts ?? []).flatMap(({added, removed, value}) => {
    if (!added) at += value.length;
    const first = at - value.length;
    return added || removed
      ? []
      : value.map(({index}, offset) => [wanted[first + offset]?.index ?? 0, index] as const);
  });
}

function gapChanges(left: readonly FormedRow[], right: readonly FormedRow[]): RowChange[] {
  const isSame = (a?: FormedRow, b?: FormedRow): boolean =>
    a?.row.text === b?.row.text || (a?.form !== '' && a?.form === b?.form);
  const most = Math.min(left.length, right.length);
  let above = 0;
  while (above < most && isSame(left[above], right[above])) above += 1;
  let below = 0;
  while (below < most - above && isSame(left.at(-1 - below), right.at(-1 - below))) below += 1;
  const wanted = left.slice(above, left.length - below);
  const printed = right.slice(above, right.length - below);
  return [
    ...changesOf('same', right.slice(0, above)),
    ...changesOf('expected', countedOf(wanted, printed)),
    ...changesOf('actual', countedOf(printed, wanted)),
    ...changesOf('same', right.slice(right.length - below)),
  ];
}

/** Drops rows without a form, unless they replace real rows: `---` printed instead of a line. */
function countedOf(rows: readonly FormedRow[], others: readonly FormedRow[]): readonly FormedRow[] {
  const formed = rows.filter(({form}) => form !== '');
  const isInstead = formed.length === 0 && others.length > 0 && others.every(({form}) => form !== '');
  return isInstead ? rows.filter(({row}) => hasWords(row.text)) : formed;
}

function changesOf(kind: RowChange['kind'], rows: readonly FormedRow[]): RowChange[] {
  return rows.map(({row}) => ({kind, row}));
}

/** `final-newline` covers the end of the last row, and no empty row elsewhere. */
function formOf(row: string, tolerances: readonly Tolerance[]): string {
  const others = tolerances.filter(({name}) => name !== 'final-newline');
  const form = normalForm(row, others);
  return others.length === tolerances.length ? form : form.replace(/(?<=.)\n$/s, '');
}

const BLOCK = 1024;

export function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  // Blocks are compared much faster than characters.
  while (at < most && a.slice(at, at + BLOCK) === b.slice(at, at + BLOCK)) at += BLOCK;
  while (at < most && a[at] === b[at]) at += 1;
  return Math.min(at, most);
}
