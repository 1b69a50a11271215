import * as assert from 'uvu/assert';
import {eventOfKey} from '../../src/table/keys.js';
import {sceneOf} from '../../src/table/scene.js';
import type {Table} from '../../src/table/state.js';
import {tableOf} from '../../src/table/table.js';
import {readmeOf, tableIn} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {after, keysOf, pressing, rolls, sit, toggles} from '../support/table-events.js';
import {play, SEEDED, TRIPLE, TWO, TYPED, turn} from '../support/typed-games.js';

const now = (table: Table): Readonly<Record<string, string>> => keysOf(sceneOf(table));
const does = (table: Table, key: string): string | undefined => now(table)[key];

suite('the keys', (test) => {
  const rolled = after(sit(TWO), rolls('53545'));

  test('mean the same under the names of browsers and of node:readline', () => {
    const cases = [
      [['1'], {event: 'toggle', die: 1}],
      [['5'], {event: 'toggle', die: 5}],
      [[' ', 'space', 'r', 'R'], {event: 'roll'}],
      [['ArrowUp', 'up', 'k'], {event: 'move', direction: 'up'}],
      [['ArrowDown', 'down', 'j'], {event: 'move', direction: 'down'}],
      [['ArrowLeft', 'left', 'h'], {event: 'move', direction: 'left'}],
      [['ArrowRight', 'right', 'l'], {event: 'move', direction: 'right'}],
      [['Enter', 'return'], {event: 'choose'}],
      [['u'], {event: 'undo'}],
      [['a'], {event: 'hint'}],
      [['v'], {event: 'view'}],
      [['?'], {event: 'help'}],
      [['q'], {event: 'quit'}],
    ] as const;
    for (const [names, event] of cases) {
      for (const name of names) assert.equal(eventOfKey(name, rolled), event, name);
    }
    for (const name of ['6', '7', 'x', 'Tab', 'Shift', '', 'toString', '__proto__', 'Escape'])
      assert.is(eventOfKey(name, rolled), null, name);
  });

  test('0 holds all dice or none', () => {
    assert.equal(eventOfKey('0', rolled), {event: 'hold', dice: 'none'});
    assert.equal(eventOfKey('0', after(rolled, ...toggles('1'))), {event: 'hold', dice: 'all'});
    assert.is(does(rolled, '0'), 'select all dice');
    assert.is(does(pressing(rolled, '0'), '0'), 'select no dice');
    assert.is(does(pressing(rolled, 'v'), '0'), 'keep no dice');
  });

  test('play a turn: two dice roll again, the cursor goes to Chance, Enter places, u takes back', () => {
    const table = pressing(sit(SEEDED), ' ', '2', '4', 'r', 'k', 'Enter');
    assert.equal(table.played.actions, [
      {action: 'roll'},
      {action: 'reroll', numbers: [2, 4]},
      {action: 'place', column: 1, category: 'chance'},
    ]);
    assert.equal(pressing(table, 'u').played.actions.at(-1), {action: 'undo'});
  });

  test('type dice where dice are typed: before a first roll at once', () => {
    assert.equal(
      pressing(sit(TYPED), '5', '3', '5', '4', '5').played,
      after(sit(TYPED), rolls('53545')).played,
    );
    const again = pressing(sit(TYPED), ' ', '5', '3', 'Backspace', '6', '6', '6', '6');
    assert.equal(again.played, after(sit(TYPED), rolls('56666')).played);
    assert.equal(pressing(again, '1', ' ', '6').played, after(again, ...toggles('1'), rolls('6')).played);
  });

  test('of the table end the showing of a roll; a digit counts for its die, and other keys are not taken', () => {
    const rolling = pressing(sit(SEEDED, {motion: true}), ' ');
    for (const name of [' ', 'Enter', 'Escape', 'j', 'a', '6'])
      assert.equal(eventOfKey(name, rolling), {event: 'hurry'}, name);
    assert.equal(eventOfKey('2', rolling), {event: 'toggle', die: 2});
    assert.equal(eventOfKey('q', rolling), {event: 'quit'});
    for (const name of ['F5', 'F12', 'PageDown', 'Tab', 'Shift', 'x'])
      assert.is(eventOfKey(name, rolling), null, name);
    assert.equal(now(rolling), {Space: 'see the dice at once', q: 'leave'});
  });

  test('leave Space and Enter to the button that has the focus, and say so', () => {
    for (const name of [' ', 'Enter']) assert.is(eventOfKey(name, rolled, 'Help'), null, name);
    const {Space, Enter, ...others} = now(rolled);
    const press = {'Space or Enter': 'press "Help"'};
    assert.equal(keysOf(sceneOf(rolled, 'Help')), {...press, ...others, r: Space});
    const rolling = pressing(sit(SEEDED, {motion: true}), ' ');
    assert.equal(keysOf(sceneOf(rolling, 'Help')), {...press, r: 'see the dice at once', q: 'leave'});
  });

  test('close the help and do nothing else, if they are of the table', () => {
    const open = pressing(rolled, '?');
    for (const name of [' ', '?', 'Escape', 'Enter', '2', 'q'])
      assert.equal(eventOfKey(name, open), {event: 'cancel'}, name);
    for (const name of ['Tab', 'x']) assert.is(eventOfKey(name, open), null, name);
    assert.equal(now(open), {'? or Esc': 'close the help'});
  });
});

// The goldens of the full screen have the key line of each state.
suite('the key line has only what is possible', (test) => {
  test('at a box that the rules forbid', () => {
    const joker = after(
      tableOf({game: play(TRIPLE, ...turn('66666', 'yahtzee')), actions: []}),
      rolls('44444'),
    );
    assert.is(does(joker, 'Enter'), undefined);
    assert.is(does(pressing(joker, 'j', 'j', 'j'), 'Enter'), 'put 20+100 into Fours of column 1');
  });
});

suite('the help', (test) => {
  const keys = (table: Table): string[] =>
    sceneOf(pressing(table, '?')).help?.keys.map((line) => line.keys) ?? [];

  test('has every key, those of cheat mode only there', () => {
    const common = ['1-5', '0', 'Space', 'Arrows', 'Enter', 'Esc', 'a', 't', 'c', 'u', 'v', '?', 'q'];
    assert.equal(keys(sit(SEEDED)), common);
    assert.equal(keys(sit(TYPED)), ['1-6', ...common.slice(0, 5), 'Backspace', ...common.slice(5)]);
  });
});

suite('the README of the table', (test) => {
  test('names keys that do what it says', () => {
    const rolled = after(sit(SEEDED), rolls());
    const [digits, roll, arrows] = tableIn(readmeOf('table'), 'keys').map(([names = '']) => names);
    assert.is(digits, '`1` to `5`');
    assert.is(roll, 'Space, `r`');
    for (const name of [...(arrows ?? '').matchAll(/`(.)`/g)].map(([, key = '']) => key))
      assert.is(eventOfKey(name, rolled)?.event, 'move', name);
  });
});
