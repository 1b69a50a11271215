/*
 * Lines of a report for people, and how a difference is drawn in them: with the answers typed at the prompts, marked
 * inside the line, and cut around what matters. No colour is the only sign of anything.
 */
import {widthOf} from '../../command-line/terminal.js';
import type {Difference, DiffLine} from '../results/marks.js';
import {clipped, oneLine, typedText} from '../results/visible.js';
import {changedNumbers, changedPart} from './changed.js';

/** `command`: must be alone on its line, so that it can be copied. `changed` and `typed` are parts of a line. */
export type Tone = 'plain' | 'strong' | 'good' | 'bad' | 'command' | 'changed' | 'typed';

export interface Line {
  readonly tone: Tone;
  readonly text: string;
  /** Parts with a tone of their own, in their order. */
  readonly parts?: readonly Span[];
}

export function plain(text: string): Line {
  return {tone: 'plain', text};
}

/** Offsets for `slice`. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly tone: Tone;
}

export type Gutters = Readonly<Record<DiffLine['kind'], string>>;

const TONES: Readonly<Record<DiffLine['kind'], Tone>> = {
  same: 'plain',
  expected: 'good',
  actual: 'bad',
  omitted: 'plain',
};

/** What is said of a row that ends without a newline. */
const NO_NEWLINE = / \(no newline at end\)$/;

/** A part of a line with more characters than this is marked, but not repeated in words. */
const LONGEST_WORDS = 24;

/** What is said of the part that differs. */
export interface Wording {
  readonly expected: string;
  readonly actual: string;
  readonly missing: string;
  readonly extra: string;
}

const OF_FAILURES: Wording = {
  expected: 'expected',
  actual: 'actual',
  missing: 'is missing',
  extra: 'is unexpected',
};

/** The lines of a failure. What differs inside a line is marked only if that is the mistake. */
export function drawnDifference(
  {diff, exactness}: Pick<Difference, 'diff' | 'exactness'>,
  gutters: Gutters,
  width: number,
): Line[] {
  return drawnDiff(diff, gutters, width, exactness === 'byte' ? OF_FAILURES : null);
}

/**
 * @param width a longer line is cut around the difference, in characters
 * @param wording null: nothing is marked inside a line
 */
export function drawnDiff(
  diff: readonly DiffLine[],
  gutters: Gutters,
  width: number,
  wording: Wording | null,
): Line[] {
  const lines = diff.map((line) => ({...line, text: oneLine(line.text)}));
  const pair = wording === null ? null : pairOf(lines);
  return lines.flatMap((line): Line[] => {
    const at = {expected: pair?.expectedTo, actual: pair?.actualTo, same: 0, omitted: 0}[line.kind];
    const from = at === 0 ? 0 : (pair?.from ?? 0);
    const isMarked = pair?.isAlike === true && (line === pair.expected || line === pair.actual);
    const cut = cutAround(line.text, {from, to: at ?? 0}, width);
    const gutter = gutters[line.kind];
    const typed = line.typed === undefined ? '' : typedText(clipped(oneLine(line.typed), width / 2));
    const changed = {from: gutter.length + cut.from, to: gutter.length + cut.to, tone: 'changed'} as const;
    const text = gutter + cut.text;
    const drawn: Line = {
      tone: TONES[line.kind],
      text: text + typed,
      parts: [
        ...(isMarked && cut.to > cut.from ? [changed] : []),
        ...(typed === ''
          ? []
          : [{from: text.length, to: text.length + typed.length, tone: 'typed'} as const]),
      ],
    };
    return isMarked && line === pair.actual && wording !== null
      ? [drawn, markLine(text, changed, wordsOf(pair, wording))]
      : [drawn];
  });
}

/** A line of input, cut around a place if it is long. Long runs of one character are told in a few. */
export function drawnInput(line: string, width: number): string {
  const runs = oneLine(line).replace(LONG_RUN, (run, one: string) => {
    const more = (run.length - 2 * RUN_ENDS * one.length) / one.length;
    const end = one.repeat(RUN_ENDS);
    return `${end}…(${more} more ${one})…${end}`;
  });
  if ([...runs].length <= width) return runs;
  const half = Math.floor(width / 2);
  const characters = [...runs];
  const left = characters.length - 2 * half;
  return `${characters.slice(0, half).join('')}…(${left} more)…${characters.slice(-half).join('')}`;
}

/** The first line of each side that differs, and the part of them that does. */
interface Pair {
  readonly expected: DiffLine;
  readonly actual: DiffLine;
  readonly from: number;
  readonly expectedTo: number;
  readonly actualTo: number;
  /** Whether enough is the same that it is worth while to mark what is not. */
  readonly isAlike: boolean;
  readonly missing: string;
  readonly extra: string;
}

function pairOf(lines: readonly DiffLine[]): Pair | null {
  const first = lines.findIndex(differs);
  const rest = lines.slice(Math.max(0, first));
  const length = rest.findIndex((line) => !differs(line));
  const block = rest.slice(0, length === -1 ? rest.length : length);
  const expected = block.find(({kind}) => kind === 'expected');
  const actual = block.find(({kind}) => kind === 'actual');
  if (expected === undefined || actual === undefined) return null;
  const [wanted, printed] = [expected, actual].map(({text}) => text.replace(NO_NEWLINE, ''));
  return {expected, actual, ...partOf(wanted ?? '', printed ?? '')};
}

function partOf(wanted: string, printed: string): Omit<Pair, 'expected' | 'actual'> {
  const part = changedPart(wanted, printed);
  const [missing, extra] = [
    wanted.slice(part.from, part.expectedTo),
    printed.slice(part.from, part.actualTo),
  ];
  const same = wanted.length - missing.length;
  return {
    ...part,
    isAlike: (same > 1 && 3 * same >= Math.min(wanted.length, printed.length)) || isShort(missing, extra),
    missing,
    extra,
  };
}

function isShort(...texts: readonly string[]): boolean {
  return texts.every(({length}) => length <= 4);
}

/** What the marks mean, where the lines above do not say it at a glance. */
function wordsOf({missing, extra}: Pair, wording: Wording): string {
  if (missing.length > LONGEST_WORDS || extra.length > LONGEST_WORDS) return '';
  if (missing === '') return ` ${extra} ${wording.extra}`;
  if (extra === '') return ` ${missing} ${wording.missing}`;
  const isNumber = changedNumbers(missing, extra) !== null;
  return isNumber ? ` ${wording.expected} ${missing}, ${wording.actual} ${extra}` : '';
}

/** `^^` under the part that differs, and what it is. */
function markLine(text: string, {from, to}: Span, words: string): Line {
  const marks = '^'.repeat(Math.max(1, widthOf(text.slice(from, to))));
  return {tone: 'bad', text: ' '.repeat(widthOf(text.slice(0, from))) + marks + words};
}

/** How many columns a terminal has that nobody has made larger. */
export const COLUMNS = 80;

/** How many rows of such a terminal the lines take. */
export function rowsOf(lines: readonly Line[]): number {
  return lines.reduce((sum, {text}) => sum + Math.max(1, Math.ceil(widthOf(text) / COLUMNS)), 0);
}

interface Cut {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** At most `width` characters around a part of a line, and where that part is in them. */
function cutAround(
  line: string,
  {from, to}: {readonly from: number; readonly to: number},
  width: number,
): Cut {
  const characters = [...line];
  if (characters.length <= width) return {text: line, from, to};
  const at = [...line.slice(0, from)].length;
  const start = Math.max(0, Math.min(at - Math.floor(0.4 * width), characters.length - width));
  const shown = characters.slice(start, start + width).join('');
  const gone = characters.slice(0, start).join('').length - (start > 0 ? 1 : 0);
  const text = (start > 0 ? '…' : '') + shown + (start + width < characters.length ? '…' : '');
  return {text, from: from - gone, to: Math.min(to - gone, text.length)};
}

function differs({kind}: DiffLine): boolean {
  return kind === 'expected' || kind === 'actual';
}

/** How many of a long run are shown at either end, and from where on it is long. */
const RUN_ENDS = 3;
const LONG_RUN = /(\\x[\da-f]{2}|\\u\{[\da-f]+\}|.)\1{23,}/gsu;

/** How a terminal shows a tone: SGR codes that begin it and end it. */
const COLOURS: Readonly<Record<Tone, readonly [begin: string, end: string] | null>> = {
  plain: null,
  strong: ['1', '22'],
  good: ['32', '39'],
  bad: ['31', '39'],
  command: ['36', '39'],
  // In the colour of its line.
  changed: ['7', '27'],
  typed: ['33', '39'],
};

/** A line with the codes of its colours. */
export function painted({tone, text, parts = []}: Line): string {
  let [shown, done] = ['', 0];
  for (const part of parts) {
    shown += text.slice(done, part.from) + paint(part.tone, text.slice(part.from, part.to));
    done = part.to;
  }
  return paint(tone, shown + text.slice(done));
}

function paint(tone: Tone, text: string): string {
  const codes = COLOURS[tone];
  return codes === null ? text : `\x1b[${codes[0]}m${text}\x1b[${codes[1]}m`;
}
