import * as assert from 'uvu/assert';
import {CHOICE_READINGS, parseChoice} from '../../src/valuation/choices.js';
import {scanLine} from '../../src/valuation/scanner.js';
import {suite} from '../support/suite.js';

suite('a choice among three', (test) => {
  /** Lines by what they choose, by word and by character. */
  const rows: readonly [word: number | null, character: number | null, lines: string[]][] = [
    [1, 1, ['1']],
    [3, 3, ['3', '  3', '3\r', '3 2', '3 .5']],
    [null, null, ['0', '4', '', ' \t', '2.5', '-3', '.3', '+1', '01', 'x3', '\x003']],
    [null, null, ['\u0663']], // An Arabic-Indic 3.
    [null, 3, ['33', '3x', '3#asdf!', '3.', '3.x', '3..5', '32.5', '3\0']],
    [null, 2, ['22 2 2 5 2']],
  ];
  for (const [word, character, lines] of rows) {
    for (const line of lines) {
      test(`${JSON.stringify(line)} is ${word ?? 'invalid'} by word, ${character ?? 'invalid'} by character`, () => {
        const chosen = CHOICE_READINGS.map((reading) => parseChoice(scanLine(line), reading, [1, 2, 3]));
        assert.equal(chosen, [word, character]);
      });
    }
  }

  test('every option offered can be chosen, and no other', () => {
    assert.is(parseChoice(scanLine('1'), 'word', ['only']), 'only');
    assert.is(parseChoice(scanLine('2'), 'word', ['only']), null);
    assert.is(parseChoice(scanLine('4'), 'word', ['a', 'b', 'c', 'd']), 'd');
  });
});
