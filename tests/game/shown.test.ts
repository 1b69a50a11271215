import * as assert from 'uvu/assert';
import {shown} from '../../src/game/shown.js';
import {suite} from '../support/suite.js';

suite('a value in a message', (test) => {
  const values: readonly [value: unknown, text: string][] = [
    ['Ann', '"Ann"'],
    ['', '""'],
    ['m'.repeat(40), `"${'m'.repeat(40)}"`],
    ['m'.repeat(41), `"${'m'.repeat(40)}…"`],
    ['😀'.repeat(41), `"${'😀'.repeat(40)}…"`],
    ['a\x1b[2J\u202eb\n', '"a?[2J?b?"'],
    ['a\ud800b', '"a?b"'],
    [0, '0'],
    [-1.5, '-1.5'],
    [Number.NaN, 'NaN'],
    [5n, '5n'],
    [true, 'true'],
    [undefined, 'undefined'],
    [null, 'null'],
    [[1], 'a list'],
    [{}, 'an object'],
    [Object.create(null), 'an object'],
    [() => {}, 'a function'],
    [Symbol('x'), 'a symbol'],
  ];
  for (const [value, text] of values) {
    test(`is ${JSON.stringify(text)}`, () => assert.is(shown(value), text));
  }
});
