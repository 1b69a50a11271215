import * as assert from 'uvu/assert';
import {parseChoice} from '../../src/valuation/choices.js';
import {scanLine} from '../../src/valuation/scanner.js';
import {suite} from '../support/suite.js';

suite('a choice among three', (test) => {
  // null: invalid.
  const rows: readonly [line: string, word: number | null, character: number | null][] = [
    ['1', 1, 1],
    ['3', 3, 3],
    ['  3', 3, 3],
    ['3\r', 3, 3],
    ['3 2', 3, 3],
    ['3 .5', 3, 3],
    ['0', null, null],
    ['4', null, null],
    ['', null, null],
    [' \t', null, null],
    ['2.5', null, null],
    ['-3', null, null],
    ['.3', null, null],
    ['+1', null, null],
    ['01', null, null],
    ['x3', null, null],
    ['\x003', null, null],
    ['33', null, 3],
    ['3x', null, 3],
    ['3#asdf!', null, 3],
    ['22 2 2 5 2', null, 2],
    ['3.', null, 3],
    ['3.x', null, 3],
    ['3..5', null, 3],
    ['32.5', null, 3],
    ['3\0', null, 3],
    ['\u0663', null, null], // An Arabic-Indic 3.
  ];
  const among = [1, 2, 3];
  for (const [line, word, character] of rows) {
    test(`${JSON.stringify(line)} is ${word ?? 'invalid'} by word, ${character ?? 'invalid'} by character`, () => {
      assert.is(parseChoice(scanLine(line), 'word', among), word);
      assert.is(parseChoice(scanLine(line), 'character', among), character);
    });
  }

  test('every option offered can be chosen, and no other', () => {
    assert.is(parseChoice(scanLine('1'), 'word', ['only']), 'only');
    assert.is(parseChoice(scanLine('2'), 'word', ['only']), null);
    assert.is(parseChoice(scanLine('4'), 'word', ['a', 'b', 'c', 'd']), 'd');
  });
});
