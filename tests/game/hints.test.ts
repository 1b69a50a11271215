/* Hints, and players that the computer plays: what the game knows of them. */
import * as assert from 'uvu/assert';
import {type Action, computerOf, exclusionReason, type Game} from '../../src/game/game.js';
import {type Setup, setupOfDay} from '../../src/game/setup.js';
import {sharedLine} from '../../src/game/shared-line.js';
import {CATEGORIES} from '../../src/rules/categories.js';
import {only} from '../support/cards.js';
import {suite} from '../support/suite.js';
import {PASS, place, play, ROLL, refuses, roll, SEEDED, TYPED, UNDO} from '../support/typed-games.js';

const HINT = {action: 'hint'} as const;
const BARRED = 'Games with advice do not enter the hall of fame.';

/** Plays a whole game, with extra actions after the first roll. */
const whole = (setup: Setup, ...first: readonly Action[]): Game =>
  CATEGORIES.flatMap((box) => setup.players.map(() => box)).reduce(
    (game, box, turn) => play(game, ROLL, ...(turn === 0 ? first : []), place(box)),
    play(setup),
  );

suite('a hint', (test) => {
  test('is for a roll, changes nothing of it, and stays with the game', () => {
    refuses(play(SEEDED), HINT, 'Roll the dice first.');
    const rolled = play(SEEDED, ROLL);
    const hinted = play(rolled, HINT);
    assert.equal(hinted, {...rolled, hinted: true});
    for (const more of [[PASS], [place('chance')], [place('chance'), UNDO], [place('chance'), ROLL]])
      assert.ok(play(hinted, ...more).hinted);
    assert.ok(play(rolled, PASS, HINT, UNDO).hinted, 'asked for after a pass that is taken back');
    refuses(whole(SEEDED), HINT, 'The game is over.');
  });

  test('keeps the game out of the hall of fame, and so do typed dice', () => {
    assert.is(exclusionReason(whole(SEEDED)), null);
    assert.is(exclusionReason(play(SEEDED, ROLL, HINT)), BARRED);
    assert.is(
      exclusionReason(play(TYPED, roll('12345'), HINT)),
      'Cheated games do not enter the hall of fame.',
    );
  });
});

suite('known dice', (test) => {
  test('keep the game out of the hall of fame, and the line of a day says so', () => {
    const known = whole({...SEEDED, dice: {seed: 4, known: true}});
    assert.is(exclusionReason(known), 'Games with known dice do not enter the hall of fame.');
    const ofDay = (isKnown: boolean): Game => whole(only(setupOfDay('2026-11-23', 'Ada', isKnown), 'a day'));
    const line = sharedLine(ofDay(false));
    assert.is(sharedLine(ofDay(true)), `${line} (dice known)`);
    assert.is(exclusionReason(ofDay(false)), null);
  });
});

suite('a player that the computer plays', (test) => {
  const setup: Setup = {...SEEDED, players: ['Ann', 'Robo'], computers: [null, 'expert']};

  test('has its turns', () => {
    assert.is(computerOf(play(setup)), null);
    assert.is(computerOf(play(setup, ROLL, place('ones'))), 'expert');
    assert.is(computerOf(play(SEEDED)), null);
    assert.is(computerOf(whole(setup)), null);
  });

  test('keeps what it has placed: only what a person has placed is taken back', () => {
    const placed = play(setup, ROLL, place('ones'));
    assert.is(play(placed, UNDO).phase, 'awaiting-choice');
    const after = play(placed, ROLL, place('chance'));
    refuses(after, UNDO, 'A placement by the computer cannot be taken back.');
  });
});
