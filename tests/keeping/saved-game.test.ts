/* The text of a saved game: what was written is read again, and what was edited is known. */
import * as assert from 'uvu/assert';
import {type Action, replay} from '../../src/game/game.js';
import type {Setup} from '../../src/game/setup.js';
import {formatGame, parseGame, type SavedGame} from '../../src/keeping/saved-game.js';
import {CATEGORIES} from '../../src/rules/categories.js';
import {COLUMN_NUMBERS} from '../../src/rules/rule-sets.js';
import {dealer} from '../support/random.js';
import {playRandomly} from '../support/random-games.js';
import {RULE_NAMES} from '../support/reference-card.js';
import {suite} from '../support/suite.js';

const SETUP: Setup = {players: ['Ann', 'Lee, "B"\\'], rules: 'cs106a', columns: 2, dice: {seed: 7}};
const ACTIONS: readonly Action[] = [
  {action: 'roll'},
  {action: 'reroll', numbers: [2, 4]},
  {action: 'place', column: 2, category: 'full-house'},
  {action: 'undo'},
];

/** FNV-1a, said again; held to the examples of its authors below. */
function fnv1a(text: string): string {
  let hash = 2166136261n;
  for (const byte of Buffer.from(text)) hash = ((hash ^ BigInt(byte)) * 16777619n) & 0xffffffffn;
  return hash.toString(16).padStart(8, '0');
}

/** What is saved, as it is written by hand; the checksum is that of the lines between. */
function text(lines: string): string {
  return `{\n  "fivedice": "game",\n  "version": 1,\n${lines},\n  "checksum": "${fnv1a(lines)}"\n}\n`;
}

const LINES = `  "setup": {"players":["Ann","Lee, \\"B\\"\\\\"],"rules":"cs106a","columns":2,"dice":{"seed":7}},
  "actions": [
    {"action":"roll"},
    {"action":"reroll","numbers":[2,4]},
    {"action":"place","column":2,"category":"full-house"},
    {"action":"undo"}
  ]`;

/** A game after some actions. */
function saved(
  setup: Setup,
  actions: readonly Action[],
  more: Omit<SavedGame, 'game' | 'actions'> = {},
): SavedGame {
  const game = replay(setup, actions);
  if ('refusal' in game) throw new Error(game.refusal);
  return {game, actions, ...more};
}

function markOf(content: string): string | undefined {
  const read = parseGame(content);
  if ('problem' in read) throw new Error(read.problem);
  return read.mark;
}

suite('a saved game', (test) => {
  test('is JSON with an action on each line', () => {
    assert.equal(['', 'a', 'foobar'].map(fnv1a), ['811c9dc5', 'e40c292c', 'bf9cf968']);
    assert.is(formatGame(saved(SETUP, ACTIONS)), text(LINES));
    const robo = `  "setup": {"players":["Ann","Robo"],"computers":[null,"casual"],"rules":"official","columns":1,"dice":{"seed":7}},
  "actions": [
    {"action":"roll"},
    {"action":"hint"}
  ]`;
    const computers = [null, 'casual'] as const;
    const withRobo: Setup = {
      players: ['Ann', 'Robo'],
      computers,
      rules: 'official',
      columns: 1,
      dice: {seed: 7},
    };
    assert.is(formatGame(saved(withRobo, [{action: 'roll'}, {action: 'hint'}])), text(robo));
    const none = `  "setup": {"players":["東"],"rules":"official","columns":1,"dice":"typed"},\n  "actions": []`;
    assert.is(
      formatGame(saved({players: ['東'], rules: 'official', columns: 1, dice: 'typed'}, [])),
      text(none),
    );
    const marked = LINES.replace('  "actions"', '  "mark": "seeded",\n  "actions"');
    assert.is(formatGame(saved(SETUP, ACTIONS, {mark: 'seeded'})), text(marked));
    assert.is(formatGame(saved(SETUP, ACTIONS, {held: [2, 5]})), text(`${LINES},\n  "held": [2,5]`));
  });

  test('is the same text, in whatever order the keys came', () => {
    const setup: Setup = {dice: {seed: 7}, columns: 2, rules: 'cs106a', players: SETUP.players};
    const actions = ACTIONS.map((action): Action => {
      return action.action === 'place' ? {category: 'full-house', column: 2, action: 'place'} : action;
    });
    assert.is(formatGame(saved(setup, actions)), text(LINES));
  });

  for (const [index, rules] of RULE_NAMES.entries()) {
    test(`is read as it was, at any moment of random games: ${rules}`, () => {
      for (const columns of [1, 2, 3] as const) {
        const setup: Setup = {
          players: ['Ann', 'Lee, "B"\\', '東 👩‍👧'].slice(0, columns),
          rules,
          columns,
          dice: columns === 2 ? {seed: index} : 'typed',
        };
        const more = columns === 3 ? {mark: 'seeded' as const, held: [1, 4] as const} : {};
        const {actions} = playRandomly(setup, dealer(20 + 3 * index + columns));
        for (let count = 0; count <= actions.length; count += count % 7 === 0 ? 17 : 3) {
          const game = saved(setup, actions.slice(0, count), more);
          assert.equal(parseGame(formatGame(game)), game);
        }
      }
    });
  }
});

suite('the longest game', (test) => {
  // Four players, three columns, all rolls made: 156 turns of four actions.
  const typed: Setup = {players: ['A', 'B', 'C', 'D'], rules: 'cs106a', columns: 3, dice: 'typed'};
  const actions = COLUMN_NUMBERS.flatMap((column) =>
    CATEGORIES.flatMap((category) =>
      typed.players.flatMap((): Action[] => [
        {action: 'roll', faces: [1, 2, 3, 4, 5]},
        {action: 'reroll', numbers: [1, 2, 3, 4, 5], faces: [1, 2, 3, 4, 5]},
        {action: 'reroll', numbers: [1, 2, 3, 4, 5], faces: [1, 2, 3, 4, 5]},
        {action: 'place', column, category},
      ]),
    ),
  );

  test('takes 624 actions of at most 70 bytes', () => {
    const played = saved(typed, actions);
    assert.is(played.game.phase, 'over');
    const lines = formatGame(played)
      .split('\n')
      .filter((line) => line.includes('"action":'));
    assert.is(lines.length, 624);
    // With the newline.
    assert.ok(Math.max(...lines.map((line) => Buffer.byteLength(line) + 1)) <= 70);
  });
});

suite('a saved game that was edited', (test) => {
  const good = text(LINES);
  /** By what is in the file and what stands there instead. */
  const edits: readonly [what: string, from: string, to: string][] = [
    ['the seed', '"seed":7', '"seed":8'],
    ['a name', '"Ann"', '"Bob"'],
    ['the rules', '"cs106a"', '"official"'],
    ['the dice that were rolled', '[2,4]', '[2]'],
    ['an action taken out', '    {"action":"reroll","numbers":[2,4]},\n', ''],
    ['an action put in', '"undo"}', '"undo"},{"action":"place","column":1,"category":"chance"}'],
    ['a mark put in', '"actions"', '"mark": "seeded", "actions"'],
    ['no checksum', /,\n {2}"checksum": ".*"/.exec(good)?.[0] ?? '?', ''],
    ['another checksum', fnv1a(LINES), '00000000'],
    ['a checksum that is no text', `"${fnv1a(LINES)}"`, '7'],
  ];
  for (const [what, from, to] of edits) {
    test(`is marked so, and stays so when it is saved again: ${what}`, () => {
      const edited = good.replace(from, to);
      assert.is.not(edited, good);
      const read = parseGame(edited);
      if ('problem' in read) throw new Error(read.problem);
      assert.is(read.mark, 'edited');
      assert.is(markOf(formatGame(read)), 'edited');
    });
  }

  test('to lose its mark is marked all the same', () => {
    const marked = formatGame(saved(SETUP, ACTIONS, {mark: 'seeded'}));
    assert.is(markOf(marked), 'seeded');
    assert.is(markOf(marked.replace('  "mark": "seeded",\n', '')), 'edited');
  });

  test('is not one that was only laid out anew', () => {
    const {actions, checksum, setup, ...rest} = JSON.parse(good);
    const swapped = {checksum, actions, ...rest, setup: {dice: setup.dice, ...setup}};
    for (const again of [
      JSON.stringify(JSON.parse(good)),
      JSON.stringify(swapped, null, 7),
      good.replaceAll('\n', '\r\n'),
    ]) {
      assert.equal(parseGame(again), saved(SETUP, ACTIONS));
    }
  });
});
