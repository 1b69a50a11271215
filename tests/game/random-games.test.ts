import * as assert from 'uvu/assert';
import {type Game, playerOf, replay, roundOf} from '../../src/game/game.js';
import {checkedNames} from '../../src/game/players.js';
import type {Setup} from '../../src/game/setup.js';
import {CATEGORIES} from '../../src/rules/categories.js';
import {RULE_SETS} from '../../src/rules/rule-sets.js';
import {totalOf} from '../../src/rules/scorecard.js';
import {effort} from '../support/effort.js';
import {dealer} from '../support/random.js';
import {playRandomly} from '../support/random-games.js';
import {columnOf, referenceTotals} from '../support/reference-card.js';
import {suite} from '../support/suite.js';
import {NAMES, place, play, UNDO} from '../support/typed-games.js';

const GAMES = effort(9_600, 720);

suite(`${GAMES} random games`, (test) => {
  for (const rules of RULE_SETS) {
    for (const source of ['rolled', 'typed'] as const) {
      test(`by ${rules}, ${source}: end in 13 × columns rounds, add up, and replay the same`, () => {
        const random = dealer(RULE_SETS.indexOf(rules) * 2 + (source === 'typed' ? 1 : 0));
        for (let index = 0; index < GAMES / 6; index += 1) {
          const players = checkedNames(NAMES.slice(0, (index % 4) + 1));
          const columns = ([1, 2, 3] as const)[Math.floor(index / 4) % 3] ?? 1;
          const dice = source === 'typed' ? 'typed' : {seed: random.number(0, 2 ** 53 - 1)};
          endsWell({players, rules, columns, dice}, index);
        }

        function endsWell(setup: Setup, index: number): void {
          const rounds = new Set<string>();
          const {game, actions, histories} = playRandomly(setup, random, (state) => {
            if (state.phase === 'over') return;
            rounds.add(`round ${roundOf(state)} of player ${playerOf(state)}`);
            // Checked for one state in forty: it is plain data, and undo and redo return to it.
            if (random.number(1, 40) > 1) return;
            assert.equal(JSON.parse(JSON.stringify(state)), state);
            if (state.phase === 'awaiting-roll' && state.before !== null)
              undoneAndRedone(state, state.before);
          });
          const turns = 13 * setup.columns * setup.players.length;
          assert.is(game.phase, 'over');
          assert.is(game.turn, turns);
          assert.is(rounds.size, turns);
          assert.ok(histories.every((history) => history.length === 13 * setup.columns));
          for (const [player, card] of game.cards.entries()) {
            const history = histories[player] ?? [];
            const expected = card.map(({factor}) => columnOf(history, factor, rules));
            assert.equal(card, expected);
            const totals = card.map(({factor}) => referenceTotals(history, factor, rules).total);
            assert.is(
              totalOf(card, rules),
              totals.reduce((sum, total) => sum + total, 0),
            );
          }
          assert.equal(replay(setup, actions), game, `replay of game ${index}`);
          assert.equal(JSON.parse(JSON.stringify(game)), game);
          if (game.phase === 'over') undoneAndRedone(game, game.before);
        }
      });
    }
  }
});

/** Undoes the last placement, finds it by comparing the cards, and repeats it. */
function undoneAndRedone(game: Game, before: Game): void {
  const undone = play(game, UNDO);
  assert.is(undone, before);
  const player = playerOf(undone);
  for (const {factor, boxes} of undone.cards[player] ?? []) {
    for (const category of CATEGORIES) {
      const now = game.cards[player]?.[factor - 1]?.boxes[category];
      if (boxes[category] === null && now !== null) {
        assert.equal(play(undone, place(category, factor)), game);
        return;
      }
    }
  }
  assert.unreachable('nothing was placed');
}
