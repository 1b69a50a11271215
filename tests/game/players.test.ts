import * as assert from 'uvu/assert';
import {problemOfName, sameName, tidyName} from '../../src/game/players.js';
import {suite} from '../support/suite.js';

suite('the same name', (test) => {
  const same: readonly [what: string, name: string, other: string][] = [
    ['in other letters', 'ANN', 'Ann'],
    ['composed otherwise', 'Zoe\u0308', 'Zo\u00eb'],
    ['with an invisible mark that keeps an accent apart', 'Zoe\u034f\u0308', 'Zo\u00eb'],
    ['with a space of Braille behind', 'Ann\u2800', 'Ann'],
    ['in wide letters', 'Ａｎｎ１', 'Ann1'],
    ['with two letters for one', 'STRASSE', 'Straße'],
  ];
  for (const [what, name, other] of same) {
    test(`is one ${what}`, () => {
      assert.is(sameName(name, ['Bob', other]), other);
      assert.is(sameName(other, ['Bob', name]), name);
    });
  }

  for (const [name, other] of [
    ['Ann', 'Anna'],
    ['Zoe', 'Zoë'],
    ['А', 'A'], // The first letter is Cyrillic.
  ] as const) {
    test(`is not ${name} for ${other}`, () => assert.is(sameName(name, [other]), undefined));
  }

  test('is the first of several', () => assert.is(sameName('a', ['B', 'A', 'a']), 'A'));
});

suite('a name', (test) => {
  for (const [what, name] of [
    ['nothing', ''],
    ['spaces', ' \u3000\u2800'],
  ] as const)
    test(`of ${what} is empty`, () => assert.is(problemOfName(name), 'the name is empty'));

  for (const name of ['\u3164', '\u200b', ' \u00ad ', '\ufffb', '\u0301'])
    test(`of which nothing is seen is refused: ${JSON.stringify(name)}`, () =>
      assert.is(problemOfName(name), 'the name has no visible character'));

  for (const name of ['👩\u200d👧', '東', "O'Neil", '-'])
    test(`is ${name}`, () => assert.is(problemOfName(name), null));

  test('is tidied when it is typed: composed, and without spaces that are not seen', () =>
    assert.is(tidyName('\u2800 Zoe\u0308\u00a0 Lee\t'), 'Zo\u00eb Lee'));
});
