import * as assert from 'uvu/assert';
import {compare} from '../../../src/marking/comparing/difference.js';
import type {Distance} from '../../../src/marking/comparing/numbers.js';
import {parseTolerance} from '../../../src/marking/comparing/tolerances.js';
import {suite} from '../../support/suite.js';

const compared = (expected: string, actual: string, absolute: Distance, relative: Distance) =>
  compare({
    expected: Buffer.from(expected, 'latin1'),
    actual: Buffer.from(actual, 'latin1'),
    tolerances: [],
    numbers: {kind: 'numbers', absolute, relative},
  });

suite('numbers', (test) => {
  // Each row: distances, a golden, an output, and the summary; null: it is right.
  type Row = readonly [
    absolute: Distance,
    relative: Distance,
    golden: string,
    output: string,
    summary: string | null,
  ];
  const word = (text: string): Row => [1e300, 1e300, '1', text, `"${text}" instead of "1"`];
  const facts: Readonly<Record<string, readonly Row[]>> = {
    'are close by an absolute distance, exactly in decimal': [
      [0.001, 0, '0.3', '0.301', null],
      [0.001, 0, '0.3', '0.3010000000000000000001', '"0.3010000000000000000001" instead of "0.3"'],
      [0.001, 0, 'sum: 0.3\n', 'sum:\n+3.000e-1 ', null],
      [0.001, 0, '1e5', '100000.0005', null],
      [0.001, 0, '-0', '0', null],
      [0.001, 0, '1e300', '2e300', '"2e300" instead of "1e300"'],
      // Too small for a double: nothing.
      [0.001, 0, '0', '1e-999999999', null],
    ],
    'are close by a part of the expected one, whatever its sign': [
      [0, '1e-3', '1000', '1001', null],
      [0, '1e-3', '-1000', '-1001', null],
      [0, '1e-3', '1000', '1001.0001', '"1001.0001" instead of "1000"'],
      [0, '1e-3', '0', '1e-300', '"1e-300" instead of "0"'],
    ],
    'are the same however they are written': [
      [0, 0, '1.50', '15e-1', null],
      [0, 0, '1.5', '1.5000001', '"1.5000001" instead of "1.5"'],
    ],
    'are decimal: anything else that looks like one is a word': [
      ...['nan', '-Infinity', '0x1', '1e999', '1e', '1,0', '--1', '1d', '.', '1_0'].map(word),
      [0, 0, 'nan', 'nan', null],
      [1e300, 1e300, 'inf', 'Inf', '"Inf" instead of "inf"'],
    ],
    'stand among words, which count, and white space, which does not': [
      [1, 0, 'a b\nc\n', '\n a\tb\r\nc', null],
      [1, 0, '', ' \n\n', null],
      [1, 0, 'a b', 'a\xa0b', '"a\\xa0b" instead of "a b"'],
      [1, 0, 'a 1 b 2\n', 'a 2 b 4\n', 'a wrong number in "a 2 b #"'],
      [1, 0, 'a 1\n', 'a 1\n3\n', '"3" is unexpected at the end'],
    ],
  };
  for (const [fact, rows] of Object.entries(facts)) {
    test(fact, () => {
      for (const [absolute, relative, golden, output, summary] of rows) {
        const found = compared(golden, output, absolute, relative);
        assert.is('needed' in found ? null : found.difference.summary, summary, output);
      }
    });
  }

  test('that are close do not differ in what is shown', () => {
    const found = compared('a 1.00 2.00\nb 3.0 4.0\nc 6\n', 'a 1 2\nb 3.00  5\nc 6.0\n', 0.01, 0);
    if (!('difference' in found)) throw new Error('it is right');
    const {diff, exactness} = found.difference;
    assert.equal(
      diff.map(({kind, text}) => `${kind} ${text}`),
      ['same a·1·2⏎', 'expected b·3.00·4.0⏎', 'actual b·3.00··5⏎', 'same c·6.0⏎'],
    );
    assert.is(exactness, 'line');
  });

  test('may be compared under tolerances, too', () => {
    const numbers = {kind: 'numbers', absolute: 1, relative: 0} as const;
    const tolerances = [parseTolerance('case')];
    const outputs = {expected: Buffer.from('Sum 1\n'), actual: Buffer.from('sum  2\n'), numbers};
    assert.equal(compare({...outputs, tolerances}), {needed: tolerances});
    const found = compare({...outputs, tolerances: []});
    assert.is('wouldPassWith' in found && found.wouldPassWith, 'case');
  });
});
