import * as assert from 'uvu/assert';
import {CATEGORIES} from '../../src/rules/categories.js';
import {VIEW_NAMES} from '../../src/table/layouts.js';
import {sceneOf} from '../../src/table/scene.js';
import type {Table, TableEvent} from '../../src/table/state.js';
import {tableOf} from '../../src/table/table.js';
import {suite} from '../support/suite.js';
import {
  after,
  cellOf,
  chooses,
  messageOf,
  PASSES,
  rolls,
  sit,
  toggles,
  UNDOES,
} from '../support/table-events.js';
import {FULL, play, SEEDED, TRIPLE, TWO, TYPED, turn} from '../support/typed-games.js';

const SELECT = 'Select the dice you wish to re-roll and click "Roll Again".';
const TOO_LATE = 'Only a placement or a pass can be taken back, and only before the next roll.';
const SHOWN = {event: 'shown'} as const;
const KEEPING = {view: 'sheet'} as const;

const dice = (table: Table): string =>
  sceneOf(table)
    .dice.map(({face}) => face ?? '?')
    .join('');
const held = (table: Table): string => table.held.join('');

/** Checks that an event is refused with this message, and changes nothing else. */
function refuses(table: Table, event: TableEvent, message: string): void {
  const refused = after(table, event);
  assert.is(messageOf(refused), message);
  assert.is(sceneOf(refused).tone, 'refusal');
  assert.is(refused.announcement, message);
  assert.is(refused.played, table.played);
  assert.equal([refused.held, refused.cursor, refused.view], [table.held, table.cursor, table.view]);
}

suite('held dice', (test) => {
  test('are rolled around: in the window those that are selected roll again', () => {
    const table = after(sit(TYPED), rolls('53545'), ...toggles('24'));
    assert.is(held(table), '135');
    assert.is(dice(after(table, rolls('66'))), '56565');
    assert.is(table.announcement, 'Dice 2 and 4 are selected to re-roll.');
  });

  test('are those with Keep in the other view, and stay kept after a reroll', () => {
    const table = after(sit(TYPED, KEEPING), rolls('53545'), ...toggles('135'));
    assert.is(table.announcement, 'Dice 1, 3 and 5 are kept.');
    assert.equal(
      sceneOf(table).dice.map(({isMarked, mark}) => isMarked && mark),
      ['Keep', false, 'Keep', false, 'Keep'],
    );
    const next = after(table, rolls('15'));
    assert.is(dice(next), '51555');
    assert.is(held(next), '135');
    assert.is(held(after(next, {event: 'view'})), '135');
  });

  test('cannot change where no reroll is possible: the game says why', () => {
    const first = sit(TYPED);
    const last = after(first, rolls('53545'), PASSES, PASSES);
    const over = tableOf({game: play({...TYPED, rules: 'cs106a'}, ...FULL), actions: []});
    const cases = [
      [first, 'Roll the dice first.'],
      [last, 'The dice were rolled 3 times: choose a box now.'],
      [over, 'The game is over.'],
    ] as const;
    for (const [table, message] of cases) {
      refuses(table, {event: 'toggle', die: 1}, message);
      refuses(table, {event: 'hold', dice: 'none'}, message);
    }
  });
});

suite('a roll', (test) => {
  const moving = sit(SEEDED, {motion: true});
  const rolling = after(moving, rolls());

  test('is refused while one is shown: a double click rolls once', () => {
    assert.is(rolling.played.actions.length, 1);
    assert.is(after(rolling, rolls(), chooses('chance'), {event: 'help'}), rolling);
    assert.equal(after(rolling, UNDOES), after(rolling, SHOWN), 'undo ends the pictures alone');
  });

  test('is at rest for whoever holds a die meanwhile, and the die is held', () => {
    const keeping = after(sit(SEEDED, {motion: true, view: 'sheet'}), rolls());
    const kept = after(keeping, ...toggles('2'));
    assert.equal([kept.mode.mode, held(kept)], ['playing', '2']);
    assert.equal(kept, after(keeping, SHOWN, ...toggles('2')));
    const last = after(keeping, SHOWN, rolls(), SHOWN, rolls());
    assert.is(after(last, ...toggles('2')).refusal, 'The dice were rolled 3 times: choose a box now.');
  });

  test('hides what it is worth until it was shown, and then says it', () => {
    const scene = sceneOf(rolling);
    assert.is(scene.message, 'Eric rolls the dice.');
    assert.is(scene.announcement, '');
    assert.is(scene.button?.isEnabled, false);
    assert.equal(scene.dice[2], {
      number: 3,
      face: scene.dice[2]?.face ?? 0,
      isPast: false,
      isHeld: false,
      isMarked: false,
      mark: 'Re-roll',
      isBestKept: null,
      isRolling: true,
      isAwaited: false,
      isEnabled: false,
      label: 'Die 3: rolling',
    });
    assert.is(cellOf(rolling, 'Chance').text, '');
    const table = after(rolling, SHOWN);
    assert.is(messageOf(table), SELECT);
    assert.is(table.announcement, `Eric, roll 1 of 3: ${dice(table).split('').join(' ')}. ${SELECT}`);
    assert.is(after(table, SHOWN), table);
  });

  test('of no dice is a pass: it uses up a roll, and undo takes it back', () => {
    for (const view of VIEW_NAMES) {
      const table = after(sit(SEEDED, {view}), rolls(), {event: 'hold', dice: 'all'});
      const passed = after(table, rolls());
      assert.equal([dice(passed), sceneOf(passed).roll], [dice(table), 2]);
      assert.is(sceneOf(passed).undo, "Eric's pass");
      const undone = after(passed, UNDOES);
      assert.is(undone.played.game, table.played.game);
      assert.match(undone.announcement, /^Eric's pass is taken back\. /);
      assert.is(after(passed, ...toggles('1'), rolls(), UNDOES).refusal, TOO_LATE, 'not after a roll');
    }
  });
});

suite('a box', (test) => {
  const ZERO = 'Yahtzee would score 0, but another box would score. Choose it again to take the 0.';
  const table = after(sit(TWO), rolls('53545'));
  const asked = after(table, chooses('yahtzee'));

  test('that scores is filled at once', () => {
    const next = after(table, chooses('fives'));
    assert.is(
      next.announcement,
      'Eric scores 15 in Fives. Julie\'s turn! Click "Roll Dice" button to roll the dice.',
    );
    assert.is(sceneOf(next).players[0]?.total, 15);
  });

  test('for zero is asked for once more where another would score', () => {
    assert.is(messageOf(asked), ZERO);
    assert.is(asked.announcement, ZERO);
    assert.is(sceneOf(asked).tone, 'question');
    assert.is(asked.played, table.played);
    assert.is(after(asked, chooses('yahtzee')).played.actions.length, 2);
    assert.is(after(asked, {event: 'choose'}).played.actions.length, 2, 'the cursor is there');
    const meant = {event: 'choose', box: {column: 1, category: 'yahtzee'}, meant: true} as const;
    assert.is(after(table, meant).played.actions.length, 2, 'who types the name is not asked');
  });

  test('for zero is asked for again after anything else', () => {
    for (const event of [{event: 'cancel'}, {event: 'move', direction: 'up'}, ...toggles('1')] as const) {
      const later = after(asked, event);
      assert.is(later.mode.mode, 'playing');
      assert.is(messageOf(after(later, chooses('yahtzee'))), ZERO);
    }
    assert.is(messageOf(after(asked, chooses('ones'))), ZERO.replace('Yahtzee', 'Ones'));
  });

  test('for zero is filled at once where no other would score', () => {
    // Ones, twos and large straight are open, and no die is a one or a two.
    const filled = CATEGORIES.filter((box) => !['ones', 'twos', 'large-straight'].includes(box));
    const game = play({...TYPED, rules: 'cs106a'}, ...filled.flatMap((box) => turn('66543', box)));
    const last = after(tableOf({game, actions: []}), rolls('66543'));
    assert.is(after(last, chooses('ones')).played.actions.length, 2);
  });

  test('for zero with a Yahtzee bonus is no zero', () => {
    const game = play({...TYPED, rules: 'bonus'}, ...turn('66666', 'yahtzee'));
    const next = after(tableOf({game, actions: []}), rolls('44444'), chooses('ones'));
    assert.is(sceneOf(next).players[0]?.total, 150);
  });

  test('that is filled or forbidden is refused with the reason', () => {
    const filled = after(table, chooses('fives'), rolls('11111'), chooses('ones'), rolls('55555'));
    refuses(filled, chooses('fives'), 'Fives already holds 15: choose another box.');
    refuses(sit(TWO), chooses('fives'), 'Roll the dice first.');
    const joker = tableOf({game: play(TYPED, ...turn('66666', 'yahtzee')), actions: []});
    const open = after(joker, rolls('44444'));
    refuses(open, chooses('chance'), 'Joker: Fours is open and must be used.');
    assert.equal(sceneOf(open).reasons, ['Joker: Fours is open and must be used']);
    assert.equal(sceneOf(after(open, chooses('chance'))).reasons, [], 'the refusal has said it');
  });
});

suite('undo', (test) => {
  const before = after(sit(TWO), rolls('53545'), ...toggles('24'), rolls('36'));
  const placed = after(before, chooses('three-of-a-kind'));

  test('says what it takes back, and takes it back', () => {
    assert.is(sceneOf(placed).undo, "Eric's 24 in Three of a Kind");
    const undone = after(placed, UNDOES);
    assert.is(undone.played.game, before.played.game);
    assert.is(undone.announcement, `Eric's 24 in Three of a Kind is taken back. ${SELECT}`);
    assert.is(sceneOf(undone).undo, null);
    assert.is(after(undone, chooses('fives')).played.actions.length, 5);
  });

  test('leaves the mark at the box filled last, whatever was taken back since', () => {
    const isMarked = (table: Table): boolean => cellOf(table, 'Three of a Kind').isLast;
    const rolled = after(placed, rolls('12345'));
    const passed = after(rolled, PASSES);
    for (const table of [placed, passed, after(passed, UNDOES), after(passed, UNDOES, PASSES, UNDOES)])
      assert.ok(isMarked(table));
    assert.ok(isMarked(after(passed, chooses('chance'), UNDOES, UNDOES)));
    assert.not.ok(isMarked(after(placed, UNDOES)));
  });
});

suite('the cursor', (test) => {
  const table = after(sit(TRIPLE), rolls('53545'));
  const at = (one: Table): string => `${one.cursor.category} ${one.cursor.column}`;
  const moves = (from: Table, ...directions: readonly ('up' | 'down' | 'left' | 'right')[]): string =>
    at(after(from, ...directions.map((direction) => ({event: 'move', direction}) as const)));

  test('moves round the card', () => {
    assert.is(at(table), 'ones 1');
    assert.is(moves(table, 'down'), 'twos 1');
    assert.is(moves(table, 'up'), 'chance 1');
    assert.is(moves(table, 'right'), 'ones 2');
    assert.is(moves(table, 'left', 'down'), 'twos 3');
    assert.is(moves(table, 'right', 'right', 'right'), 'ones 1');
  });

  test('passes over filled boxes, and leaves the one that was filled', () => {
    const next = after(table, chooses('twos', 2), chooses('twos', 2), rolls('53545'));
    assert.is(at(next), 'threes 2');
    assert.is(moves(next, 'up'), 'ones 2');
    assert.is(moves(next, 'up', 'down'), 'threes 2');
    assert.is(
      moves(after(next, {event: 'move', direction: 'left'}), 'up', 'right'),
      'threes 2',
      'the next below',
    );
  });
});

suite('help and views', (test) => {
  const table = after(sit(TWO), rolls('53545'));

  test('the help opens in place, and any other event closes it and is done', () => {
    const open = after(table, {event: 'help'});
    assert.ok(sceneOf(open).help?.keys.some(({keys}) => keys === 'Space'));
    assert.ok(sceneOf(open).help?.notes.some((note) => note.startsWith('Upper bonus: 63 points')));
    assert.is(sceneOf(after(open, {event: 'help'})).help, null);
    assert.is(sceneOf(after(open, {event: 'cancel'})).help, null);
    const toggled = after(open, ...toggles('2'));
    assert.equal([sceneOf(toggled).help, held(toggled)], [null, '1345']);
  });

  test('a view changes the words and nothing else', () => {
    const other = after(table, {event: 'view'});
    assert.equal([other.view, other.held, other.played], ['sheet', table.held, table.played]);
    assert.is(messageOf(other), 'Select the dice you wish to keep and click "Roll".');
    assert.is(other.announcement, 'Now showing the score sheet with Keep boxes.');
    assert.is(after(other, {event: 'view'}).view, 'cs106a');
    assert.is(after(other, {event: 'view', view: 'sheet'}).view, 'sheet');
  });
});
