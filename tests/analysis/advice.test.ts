/* Advice on a game, as the table shows it. */
import * as assert from 'uvu/assert';
import {type Advised, APPROXIMATE, adviceOn, expectedOf} from '../../src/analysis/advice.js';
import {actionOf} from '../../src/analysis/computers.js';
import {type Action, actionFor, newGame, type RolledGame} from '../../src/game/game.js';
import type {Category} from '../../src/rules/categories.js';
import {RULES} from '../../src/rules/rule-sets.js';
import {emptyScorecard, keyOf} from '../../src/rules/scorecard.js';
import {EMPTY_CARD} from '../../src/solver/lattice.js';
import {solve} from '../../src/solver/solver.js';
import {filled, near} from '../support/solitaire.js';
import {suite} from '../support/suite.js';
import {inTurn, reroll, roll, TRIPLE, TWO, TYPED} from '../support/typed-games.js';

const official = solve('official');

suite('advice on a game', (test) => {
  test('names the dice to keep, and is as exact as the solver', () => {
    const {best, note, against} = adviceOn(official, inTurn(TYPED, roll('61616')));
    assert.equal(best.choice, {keep: [6, 6, 6]});
    assert.is(best.worth.toFixed(6), '265.113361');
    assert.equal([note, against, best.win], [null, null, null]);
  });

  test('is of alike dice for those that were held before', () => {
    const game = inTurn(TYPED, roll('23466'), reroll('123', '116'));
    assert.equal(actionFor(game, {keep: [6, 6]}), {action: 'reroll', numbers: [1, 2, 3]});
  });

  test('takes the values of equal rules, and refuses those of others', () => {
    const {best} = adviceOn(official, inTurn({...TYPED, rules: {...RULES.official}}, roll('61616')));
    assert.equal(best.choice, {keep: [6, 6, 6]});
    assert.throws(
      () => adviceOn(official, inTurn(TWO, roll('12345'))),
      /^values must be of the rules "cs106a", not "official"$/,
    );
  });
});

suite('the chance to win', (test) => {
  /** Two players before the last turn: all boxes hold 0, but Ada has some points in Chance, and Bob has a box open. */
  const lastTurn = (ada: number, open: Category, ...actions: readonly Action[]): RolledGame => {
    const [full = [], last = []] = [{chance: ada}, {[open]: null}].map((boxes) => [filled(boxes)]);
    const game = newGame({...TYPED, players: ['Ada', 'Bob']});
    return inTurn({...game, cards: [full, last], turn: 25}, ...actions);
  };
  const bestIn = (game: RolledGame): Advised => adviceOn(official, game).best;

  test('is told with what to do for it, and counts half of a tie', () => {
    // Three sixes win: with two kept and one roll to come, a six in three dice.
    const {win, choice} = bestIn(lastTurn(17, 'sixes', roll('66123'), reroll('345', '123')));
    near(win?.worth, 1 - (5 / 6) ** 3, 1e-12);
    assert.equal(choice, {keep: [6, 6]});
    // One more six ties, two win.
    near(
      bestIn(lastTurn(18, 'sixes', roll('66123'), reroll('345', '123'))).win?.worth,
      0.2476851851851852,
      1e-12,
    );
  });

  test('may be another choice than that for the most points', () => {
    const game = lastTurn(30, 'chance', roll('66661'), reroll('5', '5'));
    const {choices, best, why} = adviceOn(official, game);
    assert.equal(choices[0]?.choice, {column: 1, category: 'chance'});
    assert.is(why, 'Why: Chance with 25 or more in 100%.');
    assert.equal(best.choice, {keep: [6, 6, 6, 6]});
    // A six ties.
    near(best.win?.worth, 1 / 12, 1e-12);
    for (const strength of ['expert', 'shark'] as const)
      assert.equal(actionOf(strength, official, game), {action: 'reroll', numbers: [5]});
  });

  test('is known before the last turn, against whoever has turns to come', () => {
    const early = lastTurn(20, 'sixes', roll('66123'));
    const cards = [[filled({chance: null})], [filled({sixes: null, chance: null})]];
    const {worth = 0} = bestIn({...early, turn: 23, cards}).win ?? {};
    assert.ok(worth > 0.5 && worth < 1);
    // An expert plays for points until the last turn.
    const shark = actionOf('shark', official, {...early, turn: 23, cards});
    assert.is(shark.action, 'reroll');
  });

  test('is told where it is sure or out of reach, and what is best for points then', () => {
    const ahead = lastTurn(5, 'sixes', roll('66123'));
    const [, bob = []] = ahead.cards;
    const sure = {...ahead, cards: [[filled({})], [{...(bob[0] ?? filled({})), yahtzeeBonus: 100}]]};
    assert.equal([bestIn(sure).win?.worth, bestIn(sure).choice], [1, {keep: [6, 6]}]);
    const lost = bestIn(lastTurn(30, 'ones', roll('11123')));
    assert.equal([lost.win?.worth, lost.choice], [0, {keep: [1, 1, 1]}]);
  });

  test('is not told too early, nor in a game of one', () => {
    const ahead = lastTurn(5, 'sixes', roll('66123'));
    const [, bob = []] = ahead.cards;
    assert.is(bestIn({...ahead, setup: TYPED, cards: [bob], turn: 12}).win, null);
    assert.is(bestIn({...ahead, turn: 1, cards: [emptyScorecard(1), emptyScorecard(1)]}).win, null);
  });
});

suite('advice on several columns', (test) => {
  const start = 6 * official.of(EMPTY_CARD);

  test('values each column alone, times its factor, and says so', () => {
    const {choices, best, note} = adviceOn(official, inTurn(TRIPLE, roll('61616')));
    near(expectedOf(official, emptyScorecard(3)), start);
    assert.equal(best.choice, {keep: [6, 6, 6]});
    assert.is(new Set(choices.map(({choice}) => keyOf(choice))).size, choices.length);
    // Three times what a single column gains by this roll.
    near(best.worth, start + 3 * (265.113361 - 254.587728734), 1e-5);
    assert.is(note, APPROXIMATE);
  });
});
