/*
 * The checker `contains`: the lines of the golden, in their order, with any others before, between and after them. Whether
 * the last line ends with a newline does not count, because any line can be the last.
 */
import {quote} from '../summary.js';
import type {Fault} from './checker.js';
import {endedAs, linesIn, quoted} from './checker.js';

/** What is wrong with an output; null if nothing is. */
export function containsFault(expected: string, actual: string): Fault | null {
  const printed = linesIn(actual);
  const missing: {readonly line: string; readonly after: number}[] = [];
  let at = 0;
  for (const line of linesIn(expected)) {
    const found = printed.indexOf(line, at);
    if (found === -1) missing.push({line, after: at});
    else at = found + 1;
  }
  const [first, ...others] = missing;
  if (first === undefined) return null;
  const {line, after} = first;
  const place = after === 0 ? '' : ` after line ${after}, ${quoted(printed[after - 1] ?? '')}`;
  return {
    summary: `line ${quote(line)} is missing`,
    reason: `line ${quoted(line)} is missing${place}${others.length === 0 ? '' : `, and ${others.length} more`}`,
    golden: endedAs(
      [...printed, null].flatMap((own, index) => [
        ...missing.filter((one) => one.after === index).map((one) => one.line),
        ...(own === null ? [] : [own]),
      ]),
      actual,
    ),
    tolerances: [],
    exactness: 'line',
  };
}
