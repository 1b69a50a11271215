import * as assert from 'uvu/assert';
import {step} from '../../../src/terminal/dialogue/dialogue.js';
import {at, type PlaceName, refuses} from '../../support/asked.js';
import {suite} from '../../support/suite.js';

const NONSENSE = [
  ...'\ufffd|\ufffd\ufffd1|\u202e1|1\u2028x|\u200b|a\ufeffb|😀|👩‍👧|١٢٣|１|²|⚀|é|東'.split('|'),
  ...`1e0 0x2 -1 +1 2.5 1;2 1-3 -- #1 ! ?? ' " ; / \\ $(id) *`.split(' '),
  ...'x|nope|hello world|roll all now|undo now|cards|quit now|help me|enter'.split('|'),
  ...'NaN null undefined true __proto__ constructor toString'.split(' '),
  ...['x'.repeat(1_000_000), '東'.repeat(5000), 'x '.repeat(5000)],
];

suite('what means nothing is refused at the question', (test) => {
  const reasons: Readonly<Record<PlaceName, RegExp>> = {
    roll: /^".*" means nothing here: Enter rolls the dice/,
    'typed roll': /^".*" is not 5 values from 1 to 6\.$/,
    reroll: /^".*" is neither dice, such as 2 4, nor a category\.$/,
    'seeded reroll': /^".*" is neither dice, such as 2 4, nor a category\.$/,
    'second reroll': /^".*" is neither dice, such as 2 4, nor a category\.$/,
    faces: /^".*" is not 2 values from 1 to 6\.$/,
    'one face': /^".*" is not a value from 1 to 6\.$/,
    category: /^There is no category ".*"\.$/,
    'category after three rolls': /^There is no category ".*"/,
    'category of columns': /^There is no category ".*"/,
  };
  for (const [name, reason] of Object.entries(reasons) as [PlaceName, RegExp][])
    test(name, () => {
      for (const line of NONSENSE) refuses(name, line, reason);
    });

  test('what was typed is quoted: in at most thirty columns, and nothing that a terminal obeys', () => {
    assert.match(step(at('roll'), 'five').output, '"five"');
    assert.match(step(at('roll'), 'ab'.repeat(15)).output, `"${'ab'.repeat(15)}"`);
    assert.match(step(at('roll'), `${'ab'.repeat(15)}c`).output, `"${'ab'.repeat(14)}a…"`);
    assert.match(step(at('roll'), '東'.repeat(41)).output, `"${'東'.repeat(14)}…"`);
    assert.match(step(at('roll'), 'x\u202ey\u2028z').output, '"x?y?z"');
  });
});

suite('what cannot be done is refused', (test) => {
  // Answers that the rules forbid; answers.test.ts has those that cannot be parsed.
  const refused: readonly [place: PlaceName, line: string, reason: RegExp][] = [
    ['roll', '1', /Enter rolls/],
    ['roll', 'back', /Enter rolls/],
    ['reroll', '1\x1b[D2', /That line holds a key that types no text, such as an arrow/],
    ['typed roll', '', /5 values/],
    ['reroll', 'back', /is neither dice/],
    ['reroll', 'undo', /taken back.* before the next roll/],
    ['reroll', 'total', /is neither dice/],
    ['reroll', 'ones', /Ones already holds 3: choose another box/],
    ['reroll', 'chance 1', /only one column/],
    ['faces', '', /2 values/],
    ['faces', '1 7', /from 1 to 6/],
    ['category', '', /the name of a category/],
    ['category', '1', /Ones already holds 3: choose another box/],
    ['category', '1 1', /only one column/],
    ['category', 'undo', /taken back.* before the next roll/],
    ['category after three rolls', 'back', /All three rolls are used: choose a category/],
    ['category of columns', '9', /open in columns 1, 2 and 3: add one/],
    ['category of columns', '1 1', /Ones of column 1 already holds 3/],
  ];
  test(`with its reason: ${refused.length} answers`, () => {
    for (const [place, line, reason] of refused) refuses(place, line, reason);
  });
});
