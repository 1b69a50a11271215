import * as assert from 'uvu/assert';
import {actionFor, type Game, newGame, replay, winnersOf} from '../../src/game/game.js';
import {checkedNames} from '../../src/game/players.js';
import {randomFrom, rollFaces} from '../../src/game/random.js';
import type {Face} from '../../src/rules/dice.js';
import {columnOf} from '../support/reference-card.js';
import {suite} from '../support/suite.js';
import {NAMES, PASS, place, play, ROLL, reroll, roll, rolled, SEEDED, TYPED} from '../support/typed-games.js';

suite('a turn', (test) => {
  test('has a first roll, which holds nothing, and two rerolls', () => {
    let game = play(TYPED, roll('35541'));
    assert.equal(rolled(game), {dice: [3, 5, 5, 4, 1], roll: 1, held: []});
    game = play(game, reroll('2', '2'));
    assert.equal(rolled(game), {dice: [3, 2, 5, 4, 1], roll: 2, held: [1, 3, 4, 5]});
    game = play(game, reroll('', ''));
    assert.equal(rolled(game), {dice: [3, 2, 5, 4, 1], roll: 3, held: [1, 2, 3, 4, 5]});
    game = play(game, place('large-straight'));
    assert.is(game.phase, 'awaiting-roll');
    assert.not.ok('dice' in game || 'roll' in game || 'held' in game);
    assert.is(game.cards[0]?.[0]?.boxes['large-straight'], 40);
  });

  test('in a rolled game takes the dice of the random source one after the other', () => {
    const stream = rollFaces(randomFrom(4), 40).faces;
    const taken = (count: number): Face[] => stream.splice(0, count);
    let game = play(SEEDED, ROLL);
    const first = taken(5);
    assert.equal(rolled(game).dice, first);
    game = play(game, {action: 'reroll', numbers: [5, 2]});
    const [fifth, second] = taken(2);
    assert.equal(rolled(game).dice, [first[0], second, first[2], first[3], fifth]);
    const before = game;
    game = play(game, PASS);
    assert.equal(rolled(game), {...rolled(before), roll: 3, held: [1, 2, 3, 4, 5]});
    assert.equal(game.random, before.random);
    game = play(game, place('chance'), ROLL, {action: 'reroll', numbers: [1, 2, 3, 4, 5]});
    taken(5);
    assert.equal(rolled(game).dice, taken(5));
    assert.equal(game.random, rollFaces(randomFrom(4), 17).random);
  });
});

suite('dice to keep', (test) => {
  test('are, of alike ones, those that were held before', () => {
    const game = play(TYPED, roll('11166'), reroll('123', '116'));
    if (game.phase !== 'awaiting-choice') throw new Error(game.phase);
    assert.equal(actionFor(game, {keep: [6, 6]}), {action: 'reroll', numbers: [1, 2, 3]});
  });
});

suite('winners', (test) => {
  const ending = (...totals: readonly number[]): Game => ({
    ...newGame({...TYPED, players: checkedNames(NAMES.slice(0, totals.length))}),
    cards: totals.map((total) => [{...columnOf([], 1, 'official'), factor: 1, yahtzeeBonus: total}]),
  });
  const cases = [
    [[0], [0]],
    [[99, 100, 98], [1]],
    [
      [20, 10, 5, 20],
      [0, 3],
    ],
  ] as const;
  for (const [totals, winners] of cases) {
    test(`of ${totals.join(' and ')} are all with the most`, () => {
      assert.equal(winnersOf(ending(...totals)), winners);
    });
  }
});

suite('replay', (test) => {
  test('says which action is refused, from 1, and why', () => {
    assert.equal(replay(TYPED, [roll('11111'), place('ones'), place('twos'), roll('1')]), {
      refusal: 'Roll the dice first.',
      at: 3,
    });
  });
});
