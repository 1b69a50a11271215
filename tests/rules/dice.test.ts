import * as assert from 'uvu/assert';
import {
  countsOf,
  diceOf,
  facesOf,
  isDice,
  isDieNumber,
  isFace,
  othersOf,
  reroll,
} from '../../src/rules/dice.js';
import {ALL_ROLLS, sortedFaces} from '../support/brute-force.js';
import {suite} from '../support/suite.js';
import {throwsRangeError} from '../support/thrown.js';

const NOT_FACES = [0, 7, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY];

suite('dice', (test) => {
  test('faces are the whole numbers from 1 to 6, dice numbers those from 1 to 5', () => {
    const numbers = [1, 2, 3, 4, 5, 6, ...NOT_FACES];
    assert.equal(numbers.filter(isFace), [1, 2, 3, 4, 5, 6]);
    assert.equal(numbers.filter(isDieNumber), [1, 2, 3, 4, 5]);
  });

  test('252 distinct rolls weigh 7776', () => {
    assert.is(ALL_ROLLS.filter(isDice).length, 7776);
    assert.equal(countsOf([6, 1, 6, 4, 6]), {1: 1, 2: 0, 3: 0, 4: 1, 5: 0, 6: 3});
    assert.is(new Set(ALL_ROLLS.map(sortedFaces)).size, 252);
  });

  test('othersOf and facesOf are in order', () => {
    assert.is(`${othersOf([4, 1])} ${othersOf([])}`, '2,3,5 1,2,3,4,5');
    assert.is(`${facesOf([6, 3, 6, 1, 2], [1, 2, 4])} ${facesOf([6, 3, 6, 1, 2], [])}`, '1,3,6 ');
  });

  test('dice are five faces; all else, also from a caller without types, is a RangeError', () => {
    const lists = [[], [1, 2, 3, 4], [1, 2, 3, 4, 5, 6], ...NOT_FACES.map((value) => [1, 2, value, 4, 5])];
    for (const values of lists) assert.not.ok(isDice(values));
    const others = [undefined, null, 5, 1n, {length: 5}, Symbol('dice'), () => 1, Object.create(null)];
    for (const given of [...lists, Array(5), '12345', [1, 2, '3', 4, 5], ...others]) {
      throwsRangeError(
        () => Reflect.apply(diceOf, null, [given]),
        'dice must be a list of five whole numbers from 1 to 6',
      );
    }
  });

  test('dice are a copy of the list', () => {
    const list = [1, 2, 3, 4, 5];
    const dice = diceOf(list);
    list[0] = 6;
    assert.equal(dice, [1, 2, 3, 4, 5]);
  });

  test('a reroll puts the new faces on the named dice in the order of the names', () => {
    assert.equal(reroll([2, 2, 2, 2, 2], [5, 2], [1, 6]), [2, 6, 2, 2, 1]);
    assert.equal(reroll([1, 2, 3, 4, 5], [], []), [1, 2, 3, 4, 5]);
  });
});
