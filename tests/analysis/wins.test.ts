/* The course of the chances to win. */
import * as assert from 'uvu/assert';
import {chancesOf, solveChances} from '../../src/analysis/chances.js';
import {actionOf} from '../../src/analysis/computers.js';
import {isPass, winsIn} from '../../src/analysis/review.js';
import {type Action, type Game, newGame, playerOf, roundOf, winnersOf} from '../../src/game/game.js';
import {CATEGORIES, type Category} from '../../src/rules/categories.js';
import {solve} from '../../src/solver/solver.js';
import {playedBy} from '../support/computer-games.js';
import {suite} from '../support/suite.js';
import {place, play, roll, SEEDED} from '../support/typed-games.js';

const official = solve('official');

suite('the chances to win', (test) => {
  const two = {...SEEDED, players: ['Ada', 'Bob']} as const;
  const game = playedBy(two, 'shark', 'beginner');
  const wins = winsIn(official, game) ?? [];

  test('are those of each turn from the sixth on, and then what became of them', () => {
    const winners = winnersOf(game.game);
    for (const [player, {from, chances, name}] of wins.entries()) {
      assert.equal([name, from, chances.length], [two.players[player], 6, 9]);
      assert.ok(chances.every((chance) => chance >= 0 && chance <= 1));
      assert.is(chances.at(-1), winners.includes(player) ? 1 / winners.length : 0);
    }
  });

  test('are the same where advice has told those of an earlier turn', async () => {
    const fifth = game.actions.reduce(
      (before, action) => (roundOf(before) === 5 ? before : play(before, action)),
      newGame(two),
    );
    await solveChances(official, fifth);
    assert.is.not(chancesOf(official, fifth), null);
    assert.equal(winsIn(official, game), wins);
  });

  test('are not thrown away by a player who plays to win, but by a beginner', () => {
    const [shark, beginner] = wins;
    assert.equal(shark?.worst, []);
    const losses = beginner?.worst.map(({loss}) => loss) ?? [];
    assert.ok(losses.length > 0);
    for (const [at, loss] of losses.entries()) assert.ok(loss <= (losses[at - 1] ?? 1));
  });

  test('are lost by a pass, too', () => {
    const actions: Action[] = [];
    let now: Game = newGame({...two, dice: {seed: 2}});
    while (now.phase !== 'over') {
      const passes = now.phase === 'awaiting-choice' && now.roll === 1 && playerOf(now) === 1;
      const action = passes ? ({action: 'reroll', numbers: []} as const) : actionOf('beginner', null, now);
      actions.push(action);
      now = play(now, action);
    }
    const [, passing] = winsIn(official, {game: now, actions}) ?? [];
    assert.ok(passing?.worst.some(({played}) => isPass(played)));
  });

  test('end as half a win for each of two who are level', () => {
    const turn = (category: Category) => [roll('12345'), place(category)];
    const actions = CATEGORIES.flatMap((category) => [...turn(category), ...turn(category)]);
    const level = winsIn(official, {game: play({...two, dice: 'typed'}, ...actions), actions}) ?? [];
    const ends = level.map(({chances}) => chances.at(-1));
    assert.equal(ends, [0.5, 0.5]);
  });

  test('are not told of one alone, of several columns, and before the end', () => {
    assert.is(winsIn(official, playedBy(SEEDED, 'beginner')), null);
    assert.is(winsIn(official, playedBy({...two, columns: 2}, 'beginner')), null);
    assert.is(winsIn(official, {game: newGame(two), actions: []}), null);
  });
});
