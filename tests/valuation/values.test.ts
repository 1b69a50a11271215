import * as assert from 'uvu/assert';
import {scanLine} from '../../src/valuation/scanner.js';
import {
  type Parsed,
  parseDice,
  parseDiceNumbers,
  parseNewValues,
  type ValueError,
} from '../../src/valuation/values.js';
import {suite} from '../support/suite.js';

/** What a line parses to: the error, or the values as text. */
const outcome = (parsed: Parsed<readonly number[]>): string =>
  'error' in parsed ? parsed.error : parsed.value.join(' ');

suite('dice values', (test) => {
  const takes = (line: string, dice: string): void =>
    test(`takes ${JSON.stringify(line)}`, () => assert.is(outcome(parseDice(scanLine(line))), dice));
  const refuses = (line: string, error: ValueError): void =>
    test(`refuses ${JSON.stringify(line)}: ${error}`, () =>
      assert.is(outcome(parseDice(scanLine(line))), error));

  takes('1 2 3 4 5', '1 2 3 4 5');
  takes('6 6 6 4 4', '6 6 6 4 4');
  takes('\t6 \v6\f 6\r4  4\r', '6 6 6 4 4');

  refuses('3,4-3 6 5 2', 'incorrect-format');
  refuses('34125', 'incorrect-format');
  refuses('10 2 3 4 5', 'incorrect-format');
  refuses('03 2 3 4 5', 'incorrect-format');
  refuses('1 2 3 4 5 x', 'incorrect-format');
  refuses('1 2 9 x', 'incorrect-format'); // Also out of range and too few: format wins.
  refuses('x', 'incorrect-format');
  refuses('-1 2 3 4 5', 'incorrect-format');
  refuses('1e0 2 3 4 5', 'incorrect-format');
  refuses('7 3 4 1 5', 'out-of-range');
  refuses('0 3 4 1 5', 'out-of-range');
  refuses('1 2 9', 'out-of-range'); // Also too few: range wins.
  refuses('1 2 3 4 5 6 7', 'out-of-range'); // Out of range beyond the fifth.
  refuses('', 'wrong-count');
  refuses('1 2 3 4', 'wrong-count');
  refuses('1 2 3 4 5 6', 'wrong-count');
});

suite('dice numbers', (test) => {
  const rows: readonly [line: string, expected: string][] = [
    ['3', '3'],
    ['1 2 3 4 5', '1 2 3 4 5'],
    ['5 2', '5 2'],
    ['3 3 5', '3 5'],
    ['5 3 5', '5 3'],
    ['4 4 2 4 2 2 4', '4 2'],
    ['3, 6', 'incorrect-format'],
    ['8 x', 'incorrect-format'],
    ['12', 'incorrect-format'],
    ['3 5 8', 'out-of-range'],
    ['6', 'out-of-range'],
    ['0', 'out-of-range'],
    ['', 'wrong-count'],
    ['  ', 'wrong-count'],
  ];
  for (const [line, expected] of rows) {
    test(`${JSON.stringify(line)} is ${expected}`, () =>
      assert.is(outcome(parseDiceNumbers(scanLine(line))), expected));
  }
});

suite('new values', (test) => {
  const rows: readonly [line: string, wanted: number, expected: string][] = [
    ['3', 1, '3'],
    ['5 6', 2, '5 6'],
    ['6 6 6 6 6', 5, '6 6 6 6 6'],
    ['5 6', 1, 'wrong-count'],
    ['5', 2, 'wrong-count'],
    ['', 1, 'wrong-count'],
    ['1 2 3 4 5 6', 5, 'wrong-count'],
    ['7', 1, 'out-of-range'],
    ['0 1 2', 2, 'out-of-range'],
    ['55', 2, 'incorrect-format'],
    ['9 x', 2, 'incorrect-format'],
  ];
  for (const [line, wanted, expected] of rows) {
    test(`${JSON.stringify(line)} for ${wanted} dice is ${expected}`, () =>
      assert.is(outcome(parseNewValues(scanLine(line), wanted)), expected));
  }
});
