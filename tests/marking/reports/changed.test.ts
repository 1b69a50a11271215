import * as assert from 'uvu/assert';
import {changedNumbers, changedPart} from '../../../src/marking/reports/changed.js';
import {suite} from '../../support/suite.js';

/** The same before and after, and in brackets what differs: `Your·[S]core⏎`. */
function marked(expected: string, actual: string): [string, string] {
  const {from, expectedTo, actualTo} = changedPart(expected, actual);
  const mark = (line: string, to: number): string =>
    `${line.slice(0, from)}[${line.slice(from, to)}]${line.slice(to)}`;
  return [mark(expected, expectedTo), mark(actual, actualTo)];
}

suite('the part of two lines that differs', (test) => {
  const lines: readonly (readonly [fact: string, expected: string, actual: string])[] = [
    ['a letter', 'Invalid·[C]hoice.⏎', 'Invalid·[c]hoice.⏎'],
    ['a number, whole', 'score·is:·[25]·points⏎', 'score·is:·[24]·points⏎'],
    ['a number with one digit more', 'Straight·([3]·points)⏎', 'Straight·([30]·points)⏎'],
    ['a number with decimals', 'mean·[3.14]⏎', 'mean·[3.15]⏎'],
    ['a number below zero', 'is·[-5]⏎', 'is·[5]⏎'],
    ['a word that only one has', 'not·[a·]number⏎', 'not·[]number⏎'],
    ['the last of equal spaces', 'a·[·]b⏎', 'a·[]b⏎'],
    ['the end of the line', 'done[⏎]', 'done[·(no·newline)]'],
    ['all of both lines', '[one]', '[2]'],
    ['nothing of equal lines', 'same⏎[]', 'same⏎[]'],
    ['an empty line', '[]', '[x]'],
    ['the sign of a byte, whole', 'a[\\xe6]b', 'a[\\xe7]b'],
    ['the sign of an invisible character, whole', 'a[\\u{200b}]b', 'a[\\u{200c}]b'],
    ['a character outside the basic plane, whole', 'a[😀]b', 'a[😁]b'],
  ];
  for (const [fact, expected, actual] of lines) {
    test(`is ${fact}`, () => {
      assert.equal(marked(expected.replace(/[[\]]/g, ''), actual.replace(/[[\]]/g, '')), [expected, actual]);
    });
  }
  test('is a number on both sides, or not', () => {
    assert.equal(changedNumbers('a·25⏎', 'a·24⏎'), {expected: '25', actual: '24'});
    assert.equal(changedNumbers('a·25⏎', 'a·x⏎'), null);
    assert.equal(changedNumbers('a·25⏎', 'a·2524⏎'), {expected: '25', actual: '2524'});
    assert.equal(changedNumbers('1·2·3⏎', '1·3·2⏎'), null);
  });
});
