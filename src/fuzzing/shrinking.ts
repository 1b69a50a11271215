/*
 * Makes inputs smaller: lists every text that is one step simpler than a given text. It looks only at the text, not at
 * how it was made, so the result depends only on the difference.
 */

/** Computed only when it is tried, because a long text has many steps. */
export type Simplify = () => string;

/** The digits, plainest first: valid values come before those out of range. */
const PLAIN_DIGITS = '1234560789';

/** How many parts of a line to try one by one. Otherwise a line of 100,000 bytes would take a day. */
const PARTS = 64;

/**
 * The steps, in the order in which to try them, with those of whoever knows what the text means behind whole lines.
 * Each leaves fewer lines, fewer bytes, plainer bytes or plainer ones first, or adds a missing newline at the end, which
 * no step removes again. So shrinking always ends.
 */
export function simplifications(text: string, steps: (text: string) => Simplify[] = () => []): Simplify[] {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const withLines = (at: number, gone: number, ...these: string[]): string =>
    lines.toSpliced(at, gone, ...these).join('');
  const bare = (line: string): string => line.replace(/\n$/, '');
  const inLines = (steps: (line: string) => Simplify[]): Simplify[] =>
    lines.flatMap((line, at) =>
      steps(bare(line)).map((step) => () => withLines(at, 1, step() + line.slice(bare(line).length))),
    );
  return [
    ...(/[^\n]$/.test(text) ? [() => `${text}\n`] : []),
    ...runs(lines.length, lines.length).map(
      ([at, length]) =>
        () =>
          withLines(at, length),
    ),
    ...steps(text),
    ...inLines(withoutBytes),
    ...lines.flatMap((line, at) =>
      withoutPairs(bare(line), bare(lines[at + 1] ?? '')).map((step) => () => withLines(at, 2, ...step())),
    ),
    ...inLines(withPlainBytes),
    ...inLines(withPlainDigits),
    ...inLines(inOrder),
  ];
}

/** All runs of at most `longest` of `count` items, as `[at, length]`: longest first, then from the end. */
function runs(count: number, longest: number): [at: number, length: number][] {
  return Array.from({length: Math.max(0, longest)}, (_, index) => longest - index).flatMap((length) =>
    Array.from({length: Math.max(0, count - length + 1)}, (_, at): [number, number] => [
      count - length - at,
      length,
    ]),
  );
}

/** Without one part of the line: all of it, a half, a quarter … a byte. */
function withoutBytes(line: string): Simplify[] {
  const steps: Simplify[] = [];
  for (
    let length = line.length;
    length > 0 && length * PARTS >= line.length;
    length = Math.floor(length / 2)
  ) {
    for (let at = 0; at < line.length; at += length) {
      // Trying one of several equal neighbours is enough.
      const same = at > 0 && line.slice(at - length, at) === line.slice(at, at + length);
      if (!same) steps.push(() => line.slice(0, at) + line.slice(at + length));
    }
  }
  return steps;
}

/** Without a word of the line and its counterpart on the next: a number goes with what belongs to it. */
function withoutPairs(line: string, next: string): (() => string[])[] {
  const words = line.split(' ');
  const nextWords = next.split(' ');
  if (words.length !== nextWords.length || words.length < 2) return [];
  return words
    .slice(0, PARTS)
    .map((_, at) => () => [words, nextWords].map((all) => `${all.toSpliced(at, 1).join(' ')}\n`));
}

/** White space becomes a space and any other non-digit an `x`, all at once or byte by byte. */
function withPlainBytes(line: string): Simplify[] {
  const plain = line.replace(/[\t\v\f\r]/g, ' ').replace(/[^ \dx]/g, 'x');
  if (plain === line) return [];
  const odd = [...line.matchAll(/[^ \dx]/g)].slice(0, PARTS);
  return [
    () => plain,
    ...odd.map(
      ({index}) =>
        () =>
          replaced(line, index, plain.slice(index, index + 1)),
    ),
  ];
}

/** A digit becomes a plainer one, everywhere on the line or in one place; or it changes places with one that comes later. */
function withPlainDigits(line: string): Simplify[] {
  const plainer = (digit: string): string[] => [...PLAIN_DIGITS.slice(0, PLAIN_DIGITS.indexOf(digit))];
  const digits = [...line.matchAll(/\d/g)].slice(0, PARTS);
  const different = [...new Set(digits.map(([digit]) => digit))];
  const exchanged = (one: string, other: string): string =>
    line.replace(/\d/g, (digit) => (digit === one ? other : digit === other ? one : digit));
  return [
    ...different.flatMap((digit) => plainer(digit).map((by) => () => line.replaceAll(digit, by))),
    ...different.flatMap((digit, at) =>
      different
        .slice(at + 1)
        .filter((later) => plainer(digit).includes(later))
        .map((later) => () => exchanged(digit, later)),
    ),
    ...digits.flatMap(({0: digit, index}) => plainer(digit).map((by) => () => replaced(line, index, by))),
  ];
}

/** Two neighbours in the wrong order swap places, which sorts the line in the end. */
function inOrder(line: string): Simplify[] {
  return [...line.matchAll(/(?<=(\d)) (?=(\d))/g)]
    .slice(0, PARTS)
    .filter(([, left = '', right = '']) => PLAIN_DIGITS.indexOf(left) > PLAIN_DIGITS.indexOf(right))
    .map(
      ({1: left, 2: right, index}) =>
        () =>
          `${line.slice(0, index - 1)}${right} ${left}${line.slice(index + 2)}`,
    );
}

function replaced(line: string, at: number, by: string): string {
  return line.slice(0, at) + by + line.slice(at + 1);
}
