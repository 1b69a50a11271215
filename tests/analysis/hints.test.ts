/* Advice on a game, as the table shows it. */
import * as assert from 'uvu/assert';
import {actionOf} from '../../src/analysis/computers.js';
import {APPROXIMATE, adviceOn, expectedOf} from '../../src/analysis/hints.js';
import {type Action, newGame, type RolledGame} from '../../src/game/game.js';
import type {Category} from '../../src/rules/categories.js';
import {emptyScorecard} from '../../src/rules/scorecard.js';
import {EMPTY_CARD} from '../../src/solver/lattice.js';
import type {Advice} from '../../src/table/advice-view.js';
import {filled, near, solved} from '../support/solitaire.js';
import {suite} from '../support/suite.js';
import {inTurn, reroll, roll, TRIPLE, TWO, TYPED} from '../support/typed-games.js';

const official = solved('official');

suite('advice on a game', (test) => {
  test('names the dice to keep, and is as exact as the solver', () => {
    const {choices, note, win} = adviceOn(official, inTurn(TYPED, roll('61616')));
    assert.equal(choices[0]?.choice, {keep: [1, 3, 5]});
    assert.is(choices[0]?.expected.toFixed(6), '265.113361');
    assert.equal([note, win], [null, null]);
  });

  test('is of alike dice for those that were held before', () => {
    const {choices} = adviceOn(official, inTurn(TYPED, roll('23466'), reroll('123', '116')));
    const pair = choices.find(
      ({choice}) => 'keep' in choice && choice.keep.length === 2 && choice.keep.includes(5),
    );
    assert.equal(pair?.choice, {keep: [4, 5]});
  });

  test('refuses the values of other rules', () => {
    assert.throws(
      () => adviceOn(official, inTurn(TWO, roll('12345'))),
      /has the rules cs106a, the values official/,
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
  const winIn = (game: RolledGame): Advice['win'] => adviceOn(official, game).win;

  test('is told with what to do for it, and counts half of a tie', () => {
    // Three sixes win: with two kept and one roll to come, a six in three dice.
    const win = winIn(lastTurn(17, 'sixes', roll('66123'), reroll('345', '123')));
    near(win?.chance ?? 0, 1 - (5 / 6) ** 3, 1e-12);
    assert.equal(win?.choice, {keep: [1, 2]});
    // One more six ties, two win.
    near(
      winIn(lastTurn(18, 'sixes', roll('66123'), reroll('345', '123')))?.chance ?? 0,
      0.2476851851851852,
      1e-12,
    );
  });

  test('may be another choice than that for the most points', () => {
    const game = lastTurn(30, 'chance', roll('66661'), reroll('5', '5'));
    const {choices, win, why} = adviceOn(official, game);
    assert.equal(choices[0]?.choice, {box: {column: 1, category: 'chance'}});
    assert.is(why, 'Why: Chance with 25 or more in 100%.');
    assert.equal(win?.choice, {keep: [1, 2, 3, 4]});
    // A six ties.
    near(win?.chance ?? 0, 1 / 12, 1e-12);
    for (const strength of ['expert', 'shark'] as const)
      assert.equal(actionOf(strength, official, game), {action: 'reroll', numbers: [5]});
  });

  test('is known before the last turn, against whoever has turns to come', () => {
    const early = lastTurn(20, 'sixes', roll('66123'));
    const cards = [[filled({chance: null})], [filled({sixes: null, chance: null})]];
    const {win} = adviceOn(official, {...early, turn: 23, cards});
    assert.ok((win?.chance ?? 0) > 0.5 && (win?.chance ?? 1) < 1);
    // An expert plays for points until the last turn.
    const shark = actionOf('shark', official, {...early, turn: 23, cards});
    assert.is(shark.action, 'reroll');
  });

  test('is told where it is sure or out of reach, and what is best for points then', () => {
    const ahead = lastTurn(5, 'sixes', roll('66123'));
    const [, bob = []] = ahead.cards;
    const sure = {...ahead, cards: [[filled({})], [{...(bob[0] ?? filled({})), yahtzeeBonus: 100}]]};
    assert.equal([winIn(sure)?.chance, winIn(sure)?.choice], [1, {keep: [1, 2]}]);
    const lost = winIn(lastTurn(30, 'ones', roll('11123')));
    assert.equal([lost?.chance, lost?.choice], [0, {keep: [1, 2, 3]}]);
  });

  test('is not told too early, nor in a game of one', () => {
    const ahead = lastTurn(5, 'sixes', roll('66123'));
    const [, bob = []] = ahead.cards;
    assert.is(winIn({...ahead, setup: TYPED, cards: [bob], turn: 12}), null);
    assert.is(winIn({...ahead, turn: 1, cards: [emptyScorecard(1), emptyScorecard(1)]}), null);
  });
});

suite('advice on several columns', (test) => {
  const start = 6 * official.of(EMPTY_CARD);

  test('values each column alone, times its factor, and says so', () => {
    const {choices, note} = adviceOn(official, inTurn(TRIPLE, roll('61616')));
    near(expectedOf(official, emptyScorecard(3)), start);
    assert.equal(choices[0]?.choice, {keep: [1, 3, 5]});
    // Three times what a single column gains by this roll.
    near(choices[0]?.expected, start + 3 * (265.113361 - 254.587728734), 1e-5);
    assert.is(note, APPROXIMATE);
  });
});
