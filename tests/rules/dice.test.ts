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
import {ANYTHING} from '../support/anything.js';
import {ALL_ROLLS, sortedFaces} from '../support/brute-force.js';
import {suite} from '../support/suite.js';

const NOT_FACES = [0, 7, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY];

/** What `diceOf` throws, called as from JavaScript. */
function problemOf(given: unknown): Error | null {
  try {
    Reflect.apply(diceOf, null, [given]);
    return null;
  } catch (error) {
    return error instanceof Error ? error : null;
  }
}

function refuses(given: unknown, what: string): void {
  const error = problemOf(given);
  assert.instance(error, RangeError);
  assert.is(error?.message, `dice are a list of five whole numbers from 1 to 6, not ${what}`);
}

suite('dice', (test) => {
  test('faces are the whole numbers from 1 to 6, dice numbers those from 1 to 5', () => {
    for (const face of [1, 2, 3, 4, 5, 6]) assert.ok(isFace(face), `${face}`);
    for (const number of [1, 2, 3, 4, 5]) assert.ok(isDieNumber(number), `${number}`);
    for (const value of NOT_FACES) assert.not.ok(isFace(value), `${value}`);
    for (const value of [...NOT_FACES, 6]) assert.not.ok(isDieNumber(value), `${value}`);
  });

  test('252 distinct rolls weigh 7776', () => {
    assert.is(ALL_ROLLS.length, 7776);
    assert.is(new Set(ALL_ROLLS.map(sortedFaces)).size, 252);
    for (const roll of ALL_ROLLS) assert.ok(isDice(roll));
  });

  test('some dice leave the others, and show their faces in order', () => {
    assert.equal(
      [othersOf([4, 1]), othersOf([])],
      [
        [2, 3, 5],
        [1, 2, 3, 4, 5],
      ],
    );
    assert.equal([facesOf([6, 3, 6, 1, 2], [1, 2, 4]), facesOf([6, 3, 6, 1, 2], [])], [[1, 3, 6], []]);
  });

  test('dice are five faces, and anything else is named in the error', () => {
    assert.equal(diceOf([6, 6, 6, 4, 4]), [6, 6, 6, 4, 4]);
    for (const values of [
      [],
      [1, 2, 3, 4],
      [1, 2, 3, 4, 5, 6],
      ...NOT_FACES.map((value) => [1, 2, value, 4, 5]),
    ]) {
      assert.not.ok(isDice(values));
      if (values.length <= 5) refuses(values, `[${values.join(', ')}]`);
    }
    refuses(Array(6), '6 of them');
    refuses(Array(5), '[, , , , ]');
    refuses('12345', 'a string');
    refuses(null, 'null');
    refuses([1, 2, '3', Symbol('4'), {}], '[1, 2, string, symbol, object]');
  });

  test('whatever a caller without types gives is refused by a RangeError', () => {
    for (const given of ANYTHING) assert.is(problemOf(given)?.name, 'RangeError');
  });

  test('dice are a copy: changing the values afterwards changes no dice', () => {
    const values = [1, 2, 3, 4, 5];
    const dice = diceOf(values);
    values[0] = 6;
    assert.equal(dice, [1, 2, 3, 4, 5]);
  });

  test('counts say how many dice show each face', () => {
    assert.equal(countsOf([6, 1, 6, 4, 6]), {1: 1, 2: 0, 3: 0, 4: 1, 5: 0, 6: 3});
  });

  test('a reroll puts the new faces on the named dice in the order of the names', () => {
    assert.equal(reroll([2, 2, 2, 2, 2], [5, 2], [1, 6]), [2, 6, 2, 2, 1]);
    assert.equal(reroll([1, 2, 3, 4, 5], [], []), [1, 2, 3, 4, 5]);
    assert.equal(reroll([1, 1, 1, 1, 1], [5, 4, 3, 2, 1], [2, 3, 4, 5, 6]), [6, 5, 4, 3, 2]);
  });
});
