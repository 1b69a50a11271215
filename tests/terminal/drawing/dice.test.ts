import * as assert from 'uvu/assert';
import {newGame, type RolledGame} from '../../../src/game/game.js';
import type {Dice, DieNumber} from '../../../src/rules/dice.js';
import {drawDice, drawHallOfFame} from '../../../src/terminal/drawing/dice.js';
import {suite} from '../../support/suite.js';

/** The spots of each face, three by three. */
const SPOTS: Readonly<Record<number, string>> = {
  1: '    o    ',
  2: 'o       o',
  3: 'o   o   o',
  4: 'o o   o o',
  5: 'o o o o o',
  6: 'o oo oo o',
};

suite('the dice', (test) => {
  const rolled = (dice: Dice, roll: number, held: readonly DieNumber[]): RolledGame => ({
    ...newGame({players: ['Eric'], rules: 'official', columns: 1, dice: 'typed'}),
    phase: 'awaiting-choice',
    dice,
    roll,
    held,
  });

  for (const dice of [
    [1, 2, 3, 4, 5],
    [6, 5, 4, 3, 2],
    [6, 6, 6, 1, 1],
  ] as const) {
    test(`${dice.join(' ')} are drawn spot by spot`, () => {
      const lines = drawDice(rolled(dice, 1, []), true).split('\n');
      assert.is(lines[0], `Eric, roll 1 of 3: ${dice.join(' ')}.`);
      assert.is(lines[1], '  die 1      die 2      die 3      die 4      die 5');
      assert.is(lines[2], Array(5).fill('+-------+').join('  '));
      assert.is(lines[6], lines[2]);
      for (const [index, face] of dice.entries()) {
        const at = 11 * index;
        const spots = [3, 4, 5].map((line) => lines[line]?.slice(at, at + 9) ?? '');
        assert.ok(
          spots.every((line) => /^\|.{7}\|$/.test(line)),
          spots.join('\n'),
        );
        assert.is(
          spots.map((line) => (line[2] ?? '') + (line[4] ?? '') + (line[6] ?? '')).join(''),
          SPOTS[face],
        );
        assert.is(spots.join('').replaceAll(/[^o]/g, '').length, face);
        assert.is(lines[7]?.slice(at, at + 9).trim(), `${face}`);
        assert.is(lines[7]?.[at + 4], `${face}`);
      }
      assert.equal(lines.slice(8), ['']);
    });
  }
});

suite('the hall of fame', (test) => {
  test('has a place, a score and a name on each line, digits below digits', () => {
    const scores = [1575, 273, 192, 100, 99, 50, 9, 8, 7, 0];
    const entries = scores.map((score, index) => ({score, name: `p ${index},`}));
    const lines = drawHallOfFame(entries, 1).split('\n');
    assert.is(lines[0], 'Hall of fame');
    assert.is(lines[1], ' 1. 1575 p 0,');
    assert.is(lines[2], ' 2.  273 p 1,');
    assert.is(lines[9], ' 9.    7 p 8,');
    assert.is(lines[10], '10.    0 p 9,');
    assert.equal(lines.slice(11), ['']);
  });

  test('says how many columns, and that it is empty', () => {
    assert.is(drawHallOfFame([], 1), 'Hall of fame\nNo entries yet.\n');
    assert.is(drawHallOfFame([{score: 5, name: 'A'}], 2), 'Hall of fame, 2 columns\n 1. 5 A\n');
    assert.is(drawHallOfFame([], 3), 'Hall of fame, 3 columns\nNo entries yet.\n');
  });

  test('fits the screen with the longest names', () => {
    const entries = Array.from({length: 10}, () => ({score: 9450, name: 'm'.repeat(40)}));
    for (const line of drawHallOfFame(entries, 3).split('\n')) assert.ok(line.length <= 80);
  });
});
