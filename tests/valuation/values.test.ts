import * as assert from 'uvu/assert';
import {scanLine} from '../../src/valuation/scanner.js';
import {type Parsed, parseDice, parseDiceNumbers, parseNewValues} from '../../src/valuation/values.js';
import {suite} from '../support/suite.js';

/** Lines by what they parse to: the error, or the values as text. */
type Lines = Readonly<Record<string, readonly string[]>>;

type Parse = (line: ReturnType<typeof scanLine>) => Parsed<readonly number[]>;

function parses(what: string, parse: Parse, all: Lines): void {
  suite(what, (test) => {
    for (const [expected, lines] of Object.entries(all)) {
      for (const line of lines) {
        test(`${JSON.stringify(line)} is ${expected}`, () => {
          const parsed = parse(scanLine(line));
          assert.is('error' in parsed ? parsed.error : parsed.value.join(' '), expected);
        });
      }
    }
  });
}

parses('dice values', parseDice, {
  '1 2 3 4 5': ['1 2 3 4 5'],
  '6 6 6 4 4': ['6 6 6 4 4', '\t6 \v6\f 6\r4  4\r'],
  'incorrect-format': [
    ...['3,4-3 6 5 2', '34125', '10 2 3 4 5', '03 2 3 4 5', '1 2 3 4 5 x', 'x', '-1 2 3 4 5', '1e0 2 3 4 5'],
    '1 2 9 x', // Also out of range and too few: format wins.
  ],
  'out-of-range': [
    ...['7 3 4 1 5', '0 3 4 1 5'],
    '1 2 9', // Also too few: range wins.
    '1 2 3 4 5 6 7', // Out of range beyond the fifth.
  ],
  'wrong-count': ['', '1 2 3 4', '1 2 3 4 5 6'],
});

parses('dice numbers', parseDiceNumbers, {
  '3': ['3'],
  '1 2 3 4 5': ['1 2 3 4 5'],
  '5 2': ['5 2'],
  '3 5': ['3 3 5'],
  '5 3': ['5 3 5'],
  '4 2': ['4 4 2 4 2 2 4'],
  'incorrect-format': ['3, 6', '8 x', '12'],
  'out-of-range': ['3 5 8', '6', '0'],
  'wrong-count': ['', '  '],
});

const NEW_VALUES: Readonly<Record<number, Lines>> = {
  1: {'3': ['3'], 'out-of-range': ['7'], 'wrong-count': ['5 6', '']},
  2: {'5 6': ['5 6'], 'incorrect-format': ['55', '9 x'], 'out-of-range': ['0 1 2'], 'wrong-count': ['5']},
  5: {'6 6 6 6 6': ['6 6 6 6 6'], 'wrong-count': ['1 2 3 4 5 6']},
};
for (const [wanted, lines] of Object.entries(NEW_VALUES))
  parses(`new values for ${wanted} dice`, (line) => parseNewValues(line, Number(wanted)), lines);
