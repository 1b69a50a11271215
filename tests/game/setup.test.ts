import * as assert from 'uvu/assert';
import {newGame, playerOf, ROLLS, roundOf, roundsOf, type Setup} from '../../src/game/game.js';
import {MAX_PLAYERS} from '../../src/game/players.js';
import {randomFrom} from '../../src/game/random.js';
import {columnOf} from '../support/reference-card.js';
import {suite} from '../support/suite.js';
import {NAMES, SEEDED, TYPED} from '../support/typed-games.js';

suite('a new game', (test) => {
  test('waits for the first roll of the first player, with an empty card for each', () => {
    for (let players = 1; players <= 4; players += 1) {
      for (const columns of [1, 2, 3] as const) {
        const setup: Setup = {players: NAMES.slice(0, players), rules: 'bonus', columns, dice: {seed: 7}};
        const game = newGame(setup);
        assert.equal(game, {
          setup,
          cards: NAMES.slice(0, players).map(() =>
            [1, 2, 3].slice(0, columns).map((column) => columnOf([], column, 'bonus')),
          ),
          turn: 0,
          random: randomFrom(7),
          phase: 'awaiting-roll',
          before: null,
        });
        assert.is(playerOf(game), 0);
        assert.is(roundOf(game), 1);
        assert.is(roundsOf(setup), 13 * columns);
      }
    }
    assert.is(newGame(TYPED).random, null);
    assert.is(MAX_PLAYERS, 4);
    assert.is(ROLLS, 3);
  });

  const wrong: readonly [change: object, message: string][] = [
    [{players: []}, 'a game has 1 to 4 players with different names, not []'],
    [
      {players: [...NAMES, 'Jerry']},
      'a game has 1 to 4 players with different names, not [Eric, Julie, Todd, Mehran, Jerry]',
    ],
    [
      {players: ['Eric', 'Julie', 'Eric']},
      'a game has 1 to 4 players with different names, not [Eric, Julie, Eric]',
    ],
    [{rules: 'house'}, 'no rules house: rules are cs106a, bonus, official, free-joker'],
    [{rules: 'toString'}, 'no rules toString: rules are cs106a, bonus, official, free-joker'],
    ...[0, 4, 1.5, Number.NaN, '1'].map((columns): [object, string] => [
      {columns},
      `a card has 1 to 3 columns, not ${columns}`,
    ]),
    ...[-1, 0.5, 2 ** 53, Number.NaN].map((seed): [object, string] => [
      {dice: {seed}},
      `a seed is a whole number from 0 to 9007199254740991, not ${seed}`,
    ]),
  ];
  for (const [change, message] of wrong) {
    test(`cannot have ${JSON.stringify(change)}: ${message}`, () => {
      assert.throws(
        () => newGame({...SEEDED, ...change}),
        (error: unknown) => error instanceof RangeError && error.message === message,
      );
    });
  }
});
