/*
 * The checker `regex`: each line of the golden is a regular expression, as JavaScript has them, which must match the
 * whole line of the output. Texts are UTF-8, `.` stands for any character, and whether the last line ends with a newline
 * does not count.
 *
 * Whoever writes a golden is trusted, but an output may be made so that an expression takes years. So the expressions
 * are tried elsewhere, where they can be stopped.
 */
import type {Fault} from './checker.js';
import {endedAs, linesIn, quoted} from './checker.js';

/** `u` also refuses escapes that mean nothing. */
export const REGEX_FLAGS = 'su';

/** How long the expressions of one golden may take in all, in seconds. An output that takes longer is wrong. */
export const REGEX_SECONDS = 5;

/** An expression and the line that it must match. */
export interface Pair {
  readonly pattern: string;
  readonly line: string;
}

/** Finds for each of some pairs whether the line is as it must be; null if there was no time for it. */
export type Matcher = (pairs: readonly Pair[]) => Promise<readonly (boolean | null)[]>;

/** The expression of a line of a golden. @throws SyntaxError if it is none */
export function wholeLine(pattern: string): string {
  // By itself first: what follows would make two expressions of `a)|(b`.
  new RegExp(pattern, REGEX_FLAGS);
  return `^(?:${pattern})$`;
}

/** The golden that an output makes: expressions that match just its lines. */
export function patternsFor(output: Buffer): Buffer {
  return Buffer.from(output.toString('latin1').replace(/[$()*+./?[\\\]^{|}]/g, '\\$&'), 'latin1');
}

/** The first line of a golden that is no regular expression in UTF-8, from 1, and why; null if all are. */
export function brokenPattern(golden: Buffer): {readonly line: number; readonly why: string} | null {
  for (const [index, bytes] of linesIn(golden.toString('latin1')).entries()) {
    const pattern = Buffer.from(bytes, 'latin1');
    // Any other byte would match each byte that is no UTF-8 either.
    if (!Buffer.from(pattern.toString()).equals(pattern)) return {line: index + 1, why: 'it is not UTF-8'};
    try {
      wholeLine(pattern.toString());
    } catch (error) {
      return {line: index + 1, why: error instanceof Error ? error.message : String(error)};
    }
  }
  return null;
}

/**
 * What is wrong with an output; null if nothing is.
 *
 * @throws whatever the matcher does
 */
export async function regexFault(expected: Buffer, actual: Buffer, matches: Matcher): Promise<Fault | null> {
  const [patterns, lines] = [linesIn(expected.toString()), linesIn(actual.toString())];
  const count = Math.min(patterns.length, lines.length);
  const pairs = patterns
    .slice(0, count)
    .map((pattern, index) => ({pattern: wholeLine(pattern), line: lines[index] ?? ''}));
  const isRight = await matches(pairs);
  const first = isRight.findIndex((one) => one !== true);
  if (first === -1 && patterns.length === lines.length) return null;
  const [wanted, printed] = [linesIn(expected.toString('latin1')), linesIn(actual.toString('latin1'))];
  const golden = wanted.map((line, index) => (isRight[index] ? (printed[index] ?? line) : line));
  return {
    ...(isRight[first] === null
      ? tooSlow(first, wanted)
      : said(first === -1 ? count : first, wanted, printed)),
    golden: endedAs(golden, actual.toString('latin1')),
    tolerances: [],
    exactness: 'line',
    outOfTime: isRight[first] === null,
  };
}

/** @param at the index of the first line for which there was no time */
function tooSlow(at: number, wanted: readonly string[]): Pick<Fault, 'summary' | 'reason'> {
  const expression = quoted(wanted[at] ?? '', '/');
  return {
    summary: `no match within ${REGEX_SECONDS} seconds for ${expression}`,
    reason: `line ${at + 1} is not matched within ${REGEX_SECONDS} seconds by ${expression}`,
  };
}

/** @param at the index of the first line that is wrong */
function said(
  at: number,
  wanted: readonly string[],
  printed: readonly string[],
): Pick<Fault, 'summary' | 'reason'> {
  const [pattern, line] = [wanted[at], printed[at]];
  const number = `line ${at + 1}`;
  if (pattern === undefined) {
    const all = wanted.length === 1 ? '1 line was' : `${wanted.length} lines were`;
    return {summary: 'more lines than expected', reason: `${number}, ${quoted(line ?? '')}: ${all} expected`};
  }
  const expression = quoted(pattern, '/');
  return line === undefined
    ? {
        summary: `the output ends before a line for ${expression}`,
        reason: `${number} is missing: it must match ${expression}`,
      }
    : {
        summary: `no match for ${expression}`,
        reason: `${number} does not match ${expression}: ${quoted(line)}`,
      };
}
