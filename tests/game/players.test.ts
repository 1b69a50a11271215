import * as assert from 'uvu/assert';
import {sameName} from '../../src/game/players.js';
import {suite} from '../support/suite.js';

suite('the same name', (test) => {
  const same: readonly [what: string, name: string, other: string][] = [
    ['in other letters', 'ANN', 'Ann'],
    ['in Greek letters', 'ΆΝΝΑ', 'άννα'],
    ['composed otherwise', 'Zoe\u0308', 'Zo\u00eb'],
    ['composed otherwise, in capitals', 'ZOE\u0308', 'zo\u00eb'],
    ['with an invisible mark', 'An\u200bn', 'Ann'],
    ['with an invisible mark that keeps an accent apart', 'Zoe\u034f\u0308', 'Zo\u00eb'],
    ['with another space', 'Ann\u00a0Lee', 'Ann Lee'],
    ['with more spaces', ' Ann  Lee ', 'Ann Lee'],
  ];
  for (const [what, name, other] of same) {
    test(`is one ${what}`, () => {
      assert.is(sameName(name, ['Bob', other]), other);
      assert.is(sameName(other, ['Bob', name]), name);
    });
  }

  for (const [name, other] of [
    ['Ann', 'Anna'],
    ['AnnLee', 'Ann Lee'],
    ['Zoe', 'Zoë'],
    ['А', 'A'], // The first is Cyrillic.
    ['1', '１'],
    ['constructor', '__proto__'],
  ] as const) {
    test(`is not ${name} for ${other}`, () => assert.is(sameName(name, [other]), undefined));
  }

  test('is the first of several', () => assert.is(sameName('a', ['B', 'A', 'a']), 'A'));
});
