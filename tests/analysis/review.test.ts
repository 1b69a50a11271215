/* Reviews of games, move by move. */
import * as assert from 'uvu/assert';
import {type PlayerReview, review} from '../../src/analysis/review.js';
import type {Action, Played} from '../../src/game/game.js';
import type {Setup} from '../../src/game/setup.js';
import {COLUMN_NUMBERS, RULE_SETS, type RuleSet} from '../../src/rules/rule-sets.js';
import {totalOf} from '../../src/rules/scorecard.js';
import {EMPTY_CARD} from '../../src/solver/lattice.js';
import {solve} from '../../src/solver/solver.js';
import {playedBy} from '../support/computer-games.js';
import {dealer} from '../support/random.js';
import {playRandomly} from '../support/random-games.js';
import {near} from '../support/solitaire.js';
import {suite} from '../support/suite.js';
import {place, play, reroll, roll, SEEDED, TYPED, UNDO} from '../support/typed-games.js';

const HINT: Action = {action: 'hint'};
/** A roll for no die. */
const STAND = reroll('', '');
const official = solve('official');

function played(setup: Setup, ...actions: readonly Action[]): Played {
  return {game: play(setup, ...actions), actions};
}

function reviewed(...actions: readonly Action[]): PlayerReview {
  const [player] = review(official, played(TYPED, ...actions)).players;
  if (player === undefined) throw new Error('nobody played');
  return player;
}

suite('a review', (test) => {
  test('has for each decision what was played and what was best, the loss and the luck', () => {
    const {start, score, decisions} = reviewed(roll('11666'), reroll('12', '66'), place('yahtzee'));
    const [keep, box] = decisions;
    near(start, 254.587728734495);
    assert.equal([keep?.round, keep?.rolls, keep?.dice], [1, 2, [1, 1, 6, 6, 6]]);
    assert.equal([keep?.played, keep?.best], [{keep: [6, 6, 6]}, {keep: [6, 6, 6]}]);
    near(keep?.luck, 265.113361 - 254.587728734, 1e-5);
    near(keep?.loss, 0);
    const yahtzee = {column: 1, category: 'yahtzee'};
    assert.equal([box?.played, box?.best], [yahtzee, yahtzee]);
    // The value that is published for the turns after a Yahtzee.
    near(score, 50 + 270.830555787, 1e-6);
  });

  test('counts only what stood', () => {
    const undone = reviewed(roll('66666'), place('ones'), UNDO, place('yahtzee'), UNDO, place('sixes'));
    assert.equal(undone, reviewed(roll('66666'), place('sixes')));
  });

  test('names the decision at which the first hint was asked for, even if it was taken back', () => {
    const hints = (...actions: readonly Action[]) => reviewed(...actions).decisions.map(({hinted}) => hinted);
    assert.equal(hints(roll('12345'), HINT, STAND, HINT, place('ones')), [true, false]);
    assert.equal(hints(roll('12345'), STAND, HINT, place('ones'), UNDO, place('twos')), [false, true]);
  });
});

suite('start, luck and loss make the score', (test) => {
  const adds = (rules: RuleSet, {game, actions}: Played): void => {
    for (const [index, player] of review(solve(rules), {game, actions}).players.entries()) {
      const {start, luck, loss, score, decisions} = player;
      near(start + luck - loss, score);
      near(score, totalOf(game.cards[index] ?? [], game.setup.rules));
      const sumOf = (what: 'luck' | 'loss'): number => decisions.reduce((sum, one) => sum + one[what], 0);
      near(sumOf('luck'), luck);
      near(sumOf('loss'), loss);
      near(decisions.at(-1)?.lost, loss);
    }
  };

  for (const rules of RULE_SETS) {
    test(`in random games of ${rules}, with one to three columns`, () => {
      for (const columns of COLUMN_NUMBERS) {
        const setup: Setup = {players: ['Ada', 'Bob'], rules, columns, dice: {seed: columns}};
        adds(rules, playRandomly(setup, dealer(columns)));
        adds(rules, playRandomly({...setup, dice: 'typed'}, dealer(columns)));
      }
    });
  }

  test('and nothing is lost under the best play', () => {
    const game = playedBy(SEEDED, 'expert');
    const [player] = review(official, game).players;
    near(player?.loss, 0);
    near(player?.start, official.of(EMPTY_CARD));
    adds('official', game);
  });
});
