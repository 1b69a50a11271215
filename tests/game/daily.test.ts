import * as assert from 'uvu/assert';
import {dayOf, recentDays, seedOfDay, streakOf} from '../../src/game/daily.js';
import {type Action, type Game, newGame} from '../../src/game/game.js';
import {setupOfDay} from '../../src/game/setup.js';
import {sharedLine} from '../../src/game/shared-line.js';
import {CATEGORIES} from '../../src/rules/categories.js';
import type {DieNumber} from '../../src/rules/dice.js';
import {totalOf} from '../../src/rules/scorecard.js';
import {only} from '../support/cards.js';
import {suite} from '../support/suite.js';
import {place, play, ROLL} from '../support/typed-games.js';

const DAY = '2026-11-23';
const start = newGame(only(setupOfDay(DAY, 'Ada'), 'the setup of a day'));

const diceIn = (game: Game): readonly number[] => (game.phase === 'awaiting-choice' ? game.dice : []);
const rerolls = (...numbers: DieNumber[]): Action => ({action: 'reroll', numbers});

suite('the dice of the day', (test) => {
  test('show the same whatever else was rolled, and other dice on another day', () => {
    const rolled = play(start, ROLL);
    const [all, some] = [play(rolled, rerolls(1, 2, 3, 4, 5)), play(rolled, rerolls(2, 5))];
    assert.equal(
      [diceIn(some)[1], diceIn(some)[4]],
      [diceIn(all)[1], diceIn(all)[4]],
      'dice 2 and 5 of the second roll',
    );
    assert.equal(diceIn(play(all, rerolls(3)))[2], diceIn(play(some, rerolls(3)))[2], 'die 3 of the third');
    const [one, other] = [play(rolled, place('ones'), ROLL), play(some, place('chance'), ROLL)];
    assert.equal(diceIn(one), diceIn(other), 'the second turn');
    const next = newGame(only(setupOfDay('2026-11-24', 'Ada'), 'the next day'));
    assert.not.equal(diceIn(play(next, ROLL)), diceIn(rolled));
  });

  test('are those of an actual day', () => {
    assert.is(seedOfDay(DAY), 2_026_112_300);
    for (const day of ['2026-02-29', '2026-13-01', '26-11-23', '2026-11-23T', '', 'x'])
      assert.is(seedOfDay(day), null, day);
    assert.is(seedOfDay('2028-02-29'), 2_028_022_900);
    assert.is(dayOf(new Date(2026, 0, 5, 23, 59)), '2026-01-05');
  });
});

suite('the days until today', (test) => {
  test('are a streak without a gap, which lasts until today is over', () => {
    const cases: readonly (readonly [played: string, streak: number])[] = [
      ['', 0],
      ['11-02', 1],
      ['11-01', 1],
      ['10-31', 0],
      ['10-30 11-01 11-02', 2],
      ['10-30 10-31 11-01', 3],
      ['10-31 11-01 11-02 11-03', 3],
    ];
    for (const [played, streak] of cases) {
      const days = played.split(' ').map((day) => `2026-${day}`);
      assert.is(streakOf(new Set(days), '2026-11-02'), streak, played);
    }
    assert.is(streakOf(new Set(['2027-12-31', '2028-01-01']), '2028-01-01'), 2);
  });

  test('are shown in five weeks from a Monday on', () => {
    for (const [today, first, count] of [
      ['2026-11-02', '2026-10-05', 29],
      ['2026-11-08', '2026-10-05', 35],
      ['2028-03-01', '2028-01-31', 31],
    ] as const) {
      const days = recentDays(today);
      assert.equal([days[0], days.at(-1), new Set(days).size], [first, today, count]);
    }
  });
});

suite('the line of a day', (test) => {
  test('has the total and a block for each box, and tells no dice', () => {
    const game = CATEGORIES.reduce((before, category) => play(before, ROLL, place(category)), start);
    const line = only(sharedLine(game), 'the line');
    assert.match(line, `: ${totalOf(game.cards[0] ?? [], 'official')} `);
    assert.match(line, /^Fivedice 2026-11-23: \d+ [▁-█·]{6} [▁-█·]{7}( \+\d+)*$/u);
    assert.is(sharedLine(start), null);
  });
});
