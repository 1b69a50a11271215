/* What whole games in fixtures/game do not show of the card: names that are cut, and what each box is called. */
import * as assert from 'uvu/assert';
import {type Game, newGame} from '../../../src/game/game.js';
import type {Setup} from '../../../src/game/setup.js';
import {CATEGORIES} from '../../../src/rules/categories.js';
import {drawCard, labelsOf} from '../../../src/terminal/drawing/card-lines.js';
import {suite} from '../../support/suite.js';

const NAMES = `
Ones, Aces
Twos, Twos
Threes, Threes
Fours, Fours
Fives, Fives
Sixes, Sixes
Three of a Kind, 3 of a kind
Four of a Kind, 4 of a kind
Full House, Full House
Small Straight, Small Straight
Large Straight, Large Straight
Yahtzee, Yahtzee
Chance, Chance
`;

suite('the card at the start', (test) => {
  const game = (more: Partial<Setup>): Game =>
    newGame({players: ['Eric', 'Julie'], rules: 'official', columns: 1, dice: 'typed', ...more});

  test('marks whose turn it is, and has names cut to nine and an ellipsis', () => {
    const players = ['Bartholomew', 'Maximilian', '東京東京東京', 'e\u0301'.repeat(11)];
    const [heading] = drawCard(game({players}), 'cs106a').split('\n');
    assert.is(heading, `${' '.repeat(24)}>Bartholom…  Maximilian   東京東京…  ${'e\u0301'.repeat(9)}…`);
  });

  test('never cuts a character in two', () => {
    const [heading] = drawCard(game({players: ['👩‍👧'.repeat(9), '🇫🇷'.repeat(9)]}), 'sheet').split('\n');
    assert.is(heading, `${'   Upper Section'.padEnd(24)} >${'👩‍👧'.repeat(4)}…   ${'🇫🇷'.repeat(4)}…`);
  });

  test('of several columns names the player and heads the columns', () => {
    const [heading, first, second] = drawCard(
      game({columns: 3, players: ['Bartholomew', 'Julie']}),
      'cs106a',
    ).split('\n');
    assert.is(heading, `>Bartholom…${' '.repeat(22)}x1          x2          x3   Totals`);
    assert.is(first, ' 1 Ones                           .           .           .   >Bartholom…     0');
    assert.is(second, ' 2 Twos                           .           .           .    Julie          0');
  });

  test('has the names of each box in both handouts', () => {
    assert.equal(
      CATEGORIES.map((box) => labelsOf(box).join(', ')),
      NAMES.trim().split('\n'),
    );
  });
});
