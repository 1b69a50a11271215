/*
 * The checker `any-order`: the lines of the golden, each as often as there, in any order. A newline after the last line
 * does not count, because any line can be the last.
 */
import {quote} from '../summary.js';
import type {Fault} from './checker.js';
import {endedAs, linesIn, quoted} from './checker.js';

/** Returns null if the output is right. */
export function anyOrderFault(expected: string, actual: string): Fault | null {
  if (expected === actual) return null;
  const printed = linesIn(actual);
  const left = new Map<string, number>();
  for (const line of linesIn(expected)) left.set(line, (left.get(line) ?? 0) + 1);
  const isRight = printed.map((line) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count > 0;
  });
  const missing = [...left].flatMap(([line, count]) => Array.from({length: count}, () => line));
  const unexpected = printed.flatMap((line, index) => (isRight[index] ? [] : [{line, number: index + 1}]));
  if (missing.length + unexpected.length === 0) return null;
  return {
    ...describeFault(missing, unexpected, printed),
    golden: endedAs(adapted(printed, isRight, missing), actual),
    tolerances: [],
    exactness: 'line',
  };
}

/** Replaces unexpected lines by missing ones, and appends the other missing ones. */
function adapted(
  printed: readonly string[],
  isRight: readonly boolean[],
  missing: readonly string[],
): string[] {
  let used = 0;
  const lines = printed.flatMap((line, index) => {
    if (isRight[index]) return [line];
    used += 1;
    return missing.slice(used - 1, used);
  });
  return [...lines, ...missing.slice(used)];
}

function describeFault(
  missing: readonly string[],
  unexpected: readonly {readonly line: string; readonly number: number}[],
  printed: readonly string[],
): Pick<Fault, 'summary' | 'reason'> {
  const [lost, more] = [missing[0], unexpected[0]];
  const facts: string[] = [];
  if (lost !== undefined) {
    const there = printed.filter((line) => line === lost).length;
    const all = there + missing.filter((line) => line === lost).length;
    const count = all === 1 ? '' : `: there ${there === 1 ? 'is' : 'are'} ${there} of ${all}`;
    facts.push(`line ${quoted(lost)} is missing${count}${andMore(missing.length - 1)}`);
  }
  if (more !== undefined) {
    facts.push(`line ${more.number}, ${quoted(more.line)}, is unexpected${andMore(unexpected.length - 1)}`);
  }
  const summary =
    lost === undefined ? `line ${quote(more?.line ?? '')} is unexpected` : `line ${quote(lost)} is missing`;
  return {summary, reason: facts.join('; ')};
}

function andMore(count: number): string {
  return count === 0 ? '' : `, and ${count} more`;
}
