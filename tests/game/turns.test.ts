import * as assert from 'uvu/assert';
import {type Game, newGame, replay, roundOf, winnersOf} from '../../src/game/game.js';
import {randomFrom, rollFaces} from '../../src/game/random.js';
import type {Face} from '../../src/rules/dice.js';
import {totalOf} from '../../src/rules/scorecard.js';
import {columnOf} from '../support/reference-card.js';
import {suite} from '../support/suite.js';
import {
  NAMES,
  PASS,
  place,
  play,
  ROLL,
  reroll,
  roll,
  rolled,
  SEEDED,
  scoring,
  TWO,
  TYPED,
  turn,
} from '../support/typed-games.js';

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

suite('rounds', (test) => {
  test('of Eric and Julie go as the handout tells: 24, 25, 40, 12 … to 192 against 273', () => {
    const totals = (game: Game): number[] => game.cards.map(totalOf);
    // Eric holds his 5's twice; figure 4.
    let game = play(TWO, roll('53545'), reroll('24', '61'), reroll('24', '63'));
    assert.equal(rolled(game).dice, [5, 6, 5, 3, 5]);
    game = play(game, place('three-of-a-kind'));
    assert.equal(totals(game), [24, 0]);
    game = play(game, ...turn('22233', 'full-house'));
    assert.equal(totals(game), [24, 25]);
    // A 5 becomes a 2, and he passes; figure 6.
    game = play(game, roll('35541'), reroll('2', '2'), reroll('', ''), place('large-straight'));
    assert.equal(totals(game), [64, 25]);
    // Julie keeps her 3's, gets another and a 4, then a 1; figure 7.
    game = play(game, roll('33361'), reroll('45', '34'), reroll('5', '1'), place('threes'));
    assert.equal(totals(game), [64, 37]);
    const eric = scoring([3, 0, 9, 12, 15, 12, 24, 0, 25, 30, 40, 0, 22]);
    const julie = scoring([2, 8, 12, 12, 15, 18, 27, 21, 25, 30, 0, 50, 18]);
    // The remaining boxes, except Eric's Yahtzee (11) and Julie's Sixes (5).
    const mine = [0, 1, 2, 3, 4, 5, 7, 8, 9, 12];
    const hers = [0, 1, 3, 4, 6, 7, 9, 10, 11, 12];
    for (const [index, box] of mine.entries()) {
      game = play(game, ...(eric[box] ?? []), ...(julie[hers[index] ?? -1] ?? []));
    }
    // Figure 8.
    assert.is(roundOf(game), 13);
    assert.equal(totals(game), [192, 220]);
    game = play(game, roll('13422'), reroll('123', '563'), reroll('123', '246'), place('yahtzee'));
    game = play(game, roll('61234'), reroll('2345', '6123'), reroll('345', '621'), place('sixes'));
    assert.is(game.phase, 'over');
    assert.equal(totals(game), [192, 273]);
    assert.equal(winnersOf(game), [1]);
  });
});

suite('winners', (test) => {
  const ending = (...totals: readonly number[]): Game => ({
    ...newGame({...TYPED, players: NAMES.slice(0, totals.length)}),
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
