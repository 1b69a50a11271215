import * as assert from 'uvu/assert';
import type {Setup} from '../../src/game/setup.js';
import {CATEGORIES} from '../../src/rules/categories.js';
import {RULES} from '../../src/rules/rule-sets.js';
import {momentOf} from '../../src/table/highlights.js';
import {sceneOf} from '../../src/table/scene.js';
import type {Table} from '../../src/table/state.js';
import {computerActs, tableOf} from '../../src/table/table.js';
import {suite} from '../support/suite.js';
import {after, cellOf, chooses, messageOf, PASSES, rolls, sit, toggles} from '../support/table-events.js';
import {FULL, play, SEEDED, scoring, TRIPLE, TWO, TYPED, turn} from '../support/typed-games.js';

const resumed = (setup: Setup, ...actions: Parameters<typeof play>[1][]): Table =>
  tableOf({game: play(setup, ...actions), actions});
const labels = (table: Table): string[] => sceneOf(table).dice.map(({label}) => label);
/** Kind, text and label of a cell. */
const seen = (table: Table, row: string, column = 0): string[] => {
  const {kind, text, label} = cellOf(table, row, column);
  return [kind, text, label];
};

suite('dice', (test) => {
  test("of Eric's first turn are those of figures 1 to 3: unrolled, rolled, two selected", () => {
    const first = sit(TWO);
    assert.equal(
      labels(first),
      [1, 2, 3, 4, 5].map((die) => `Die ${die}: not rolled`),
    );
    assert.is(sceneOf(first).button?.label, 'Roll Dice');
    const marks = (table: Table): string =>
      sceneOf(table)
        .dice.map(({isMarked}) => (isMarked ? 'x' : '-'))
        .join('');
    const second = after(first, rolls('53545'));
    assert.equal([marks(second), sceneOf(second).button?.label], ['-----', 'Roll Again']);
    const third = after(second, ...toggles('24'));
    assert.equal([marks(third), sceneOf(third).button?.does], ['-x-x-', 'roll dice 2 and 4 again']);
    // "He could deselect the 3 and the 4 by clicking on them and then selecting new dice."
    assert.is(marks(after(third, ...toggles('24'), ...toggles('13'))), 'x-x--');
  });

  test('are named in words', () => {
    const table = after(sit(TYPED), rolls('16345'), ...toggles('2'));
    assert.equal(labels(table), [
      'Die 1: one, held',
      'Die 2: six, to roll again',
      'Die 3: three, held',
      'Die 4: four, held',
      'Die 5: five, held',
    ]);
    const last = after(table, rolls('2'), PASSES);
    assert.is(labels(last)[1], 'Die 2: two');
    assert.is(labels(after(last, chooses('chance')))[1], 'Die 2: not rolled, two in the turn before');
  });
});

suite('the words of a scene', (test) => {
  test('are those of the device, count the rolls, and isolate a name that runs from right to left', () => {
    const name = 'محمد';
    const table = sit({...SEEDED, players: [name]}, {view: 'sheet'});
    const words = (one: Table): string[] => {
      const {message, status} = sceneOf(one, null, 'touch');
      return [message, status];
    };
    assert.equal(words(table), [
      `\u2068${name}\u2069's turn! Tap "Roll" button to roll the dice.`,
      'Turn: 1 Roll: 0',
    ]);
    assert.equal(words(after(table, rolls())), [
      'Select the dice you wish to keep and tap "Roll".',
      'Turn: 1 Roll: 1',
    ]);
    assert.not.match(messageOf(sit(TWO)), /[\u2068\u2069]/);
  });
});

suite('a preview', (test) => {
  test('of a zero never looks like points, even if no box would score', () => {
    const filled = CATEGORIES.filter((category) => category !== 'sixes');
    const last = resumed({...TYPED, rules: 'cs106a'}, ...filled.flatMap((box) => turn('11233', box)));
    const isQuiet = (dice: string): boolean => cellOf(after(last, rolls(dice)), 'Sixes').isQuiet;
    assert.equal([isQuiet('11233'), isQuiet('11236')], [true, false]);
  });

  test('stands in each open box of whose turn it is, and in no other', () => {
    const table = after(resumed(TWO, ...turn('53545', 'fives'), ...turn('11111', 'ones')), rolls('65531'));
    assert.equal(seen(table, 'Fives'), ['filled', '15', 'Fives, 15']);
    assert.equal(seen(table, 'Ones'), ['choice', '1', 'Ones, 1 point']);
    assert.equal(seen(table, 'Sixes'), ['choice', '6', 'Sixes, 6 points']);
    assert.equal(seen(table, 'Yahtzee! (50)'), ['choice', '0', 'Yahtzee, 0 points']);
    assert.equal(seen(table, 'Sixes', 1), ['open', '', 'Sixes, open']);
    assert.equal(seen(table, 'Upper Score'), ['sum', '15', 'Upper Score, 15']);
    assert.is(cellOf(table, 'Sixes', 1).preview, null);
    assert.equal(seen(resumed(TWO), 'Sixes'), ['open', '', 'Sixes, open']);
  });

  test('of each column is multiplied, and has the column in its name', () => {
    const table = after(resumed(TRIPLE, ...turn('66666', 'yahtzee', 2)), rolls('44444'));
    assert.equal(seen(table, 'Fours', 0), ['choice', '20', 'Fours x1, 20 points']);
    assert.equal(seen(table, 'Fours', 1), [
      'choice',
      '40+200',
      'Fours x2, 40 points and a Yahtzee bonus of 200. Joker: Fours is open and must be used',
    ]);
    assert.equal(seen(table, 'Fours', 2), ['choice', '60', 'Fours x3, 60 points']);
    assert.equal(sceneOf(table).reasons, ['x2 Joker: Fours is open and must be used']);
    assert.is(cellOf(table, 'Chance', 1).kind, 'barred');
    assert.is(cellOf(table, 'Chance', 2).kind, 'choice');
  });

  test('leaves with the roll: a bonus that was earned stands beside the 50', () => {
    const table = after(resumed(TYPED, ...turn('66666', 'yahtzee')), rolls('44444'), chooses('fours'));
    assert.equal(seen(table, 'Yahtzee! (50)'), ['filled', '50+100', 'Yahtzee, 50+100']);
    assert.equal(seen(after(table, {event: 'view'}), 'Yahtzee Bonus'), ['sum', '100', 'Yahtzee Bonus, 100']);
    assert.equal(seen(after(table, {event: 'view'}), 'Yahtzee'), ['filled', '50', 'Yahtzee, 50']);
  });

  test('counts by the rules of the game, also by rules of your own', () => {
    const rules = {...RULES.official, upperBonus: 100, upperBonusFrom: 30};
    const table = resumed({...TYPED, rules}, ...turn('66662', 'sixes'));
    assert.is(cellOf(table, 'Upper Bonus (35)').progress?.missing, '6');
    const earned = resumed({...TYPED, rules}, ...turn('66666', 'sixes'));
    assert.is(sceneOf(earned).players[0]?.total, 130);
    assert.is(cellOf(earned, 'TOTAL').text, '130');
    assert.is(momentOf(earned.played.game), 'upper-bonus');
  });
});

suite('a moment', (test) => {
  const words = (table: Table): string | undefined => sceneOf(table).moment?.words;

  test('is a Yahtzee for its open box, if the dice are new and a person has rolled them', () => {
    const yahtzee = after(sit(TYPED), rolls('55555'));
    const robot: Setup = {...TYPED, players: ['Ann', 'Robo'], computers: [null, 'casual']};
    const theirs = after(sit(robot), rolls('11234'), chooses('chance'));
    const rows: readonly (readonly [Table, string | undefined])[] = [
      [yahtzee, 'Yahtzee!'],
      [after(sit(TYPED), rolls('33355')), undefined],
      [after(yahtzee, PASSES), undefined],
      [computerActs(theirs, {action: 'roll', faces: [5, 5, 5, 5, 5]}), undefined],
      [after(resumed(TYPED, ...turn('12346', 'yahtzee')), rolls('55555')), 'Joker!'],
    ];
    for (const [table, said] of rows) assert.is(words(table), said);
  });

  test('of a Yahtzee bonus has the factor of the best column that earns it', () => {
    const table = after(sit(TRIPLE), rolls('55555'), chooses('yahtzee', 3), rolls('55555'));
    assert.equal(sceneOf(table).moment, {kind: 'yahtzee-bonus', words: 'Yahtzee! +300'});
  });

  test('of the end is a victory of a person over others', () => {
    const drawn = play(
      TWO,
      ...scoring([3, 0, 9, 12, 15, 12, 24, 0, 25, 30, 40, 0, 22]).flatMap((one) => [...one, ...one]),
    );
    const setup: Setup = {...TWO, computers: ['casual', 'casual']};
    const alone = play({...TYPED, rules: 'cs106a'}, ...FULL);
    assert.equal([drawn, {...drawn, setup}, alone].map(momentOf), ['win', 'end', 'end']);
  });
});
