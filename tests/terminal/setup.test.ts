import * as assert from 'uvu/assert';
import {newGame} from '../../src/game/game.js';
import type {Setup} from '../../src/game/setup.js';
import {parseLog} from '../../src/storage/log.js';
import {type Begun, type Found, type Settings, setUp} from '../../src/terminal/setup.js';
import {lineOfGame} from '../support/seeded-games.js';
import {suite} from '../support/suite.js';

const SETUP = {players: null, rules: 'official', columns: 1, dice: {seed: 7}} as const;
const SETTINGS: Settings = {setup: SETUP, offersLast: false, computers: [], savedIn: null};
const KEPT = {
  game: newGame({players: ['Eric', 'Julie', '東京'.repeat(20)], rules: 'cs106a', columns: 2, dice: 'typed'}),
  actions: [],
} as const;
/** Setup of the last game in the log, after a game of one column and a game of two. */
const LAST = {players: ['Eric', 'Casual'], computers: [null, 'casual'], rules: 'cs106a', columns: 2} as const;
const GAMES = [
  lineOfGame({players: ['Finn'], rules: 'official', columns: 1, dice: {seed: 8}}),
  lineOfGame({players: ['Kay'], rules: 'cs106a', columns: 2, dice: {seed: 8}}),
];
const LOG = parseLog([...GAMES, lineOfGame({...LAST, dice: {seed: 8}})].join('\n'));
const NONE: Found = {kept: null, isElsewhere: false, log: () => LOG.slice(0, 2)};

const PLAYERS = 'How many players? Type a number from 1 to 4.';
const name = (number: number): string => `What is the name of player ${number}?`;

/** All output, and what the answers lead to: a game, null if the player quit, undefined if a question stands. */
function answering(
  {found = NONE, ...settings}: Partial<Settings> & {readonly found?: Found},
  ...lines: readonly string[]
): {outputs: readonly string[]; begun: Begun | null | undefined; setup: Setup | undefined} {
  const asking = setUp({...SETTINGS, ...settings}, found);
  const outputs: string[] = [];
  let next = asking.next();
  for (const line of lines) {
    if (next.done) throw new Error(`nothing asks for ${line}`);
    outputs.push(next.value);
    next = asking.next(line);
  }
  if (!next.done) outputs.push(next.value);
  const begun = next.done ? next.value : undefined;
  return {outputs, begun, setup: begun?.played.game.setup};
}

const lastOf = ({outputs}: ReturnType<typeof answering>): string => outputs.at(-1) ?? '';

suite('the questions before a game', (test) => {
  test('ask for one name for the dice of the day', () => {
    const daily = {...SETUP, dice: {seed: 7, day: '2026-11-23'}};
    assert.match(lastOf(answering({setup: daily}, 'back')), `${name(1)}\n> `);
    assert.equal(answering({setup: daily}, 'Ada').setup, {...daily, players: ['Ada']});
  });

  test('go back from a name to the one before, and to the number of players, which forgets cheat mode', () => {
    assert.is(lastOf(answering({}, '2', 'Eric', 'BACK')), `\n${name(1)}\n> `);
    assert.is(lastOf(answering({}, '2', 'back')), `\n${PLAYERS}\n> `);
    const {setup} = answering({}, '-99', 'back', '2', 'Julie', 'Eric');
    assert.equal(setup, {...SETUP, players: ['Julie', 'Eric']});
  });

  test('end with quit, and ? helps', () => {
    for (const lines of [['Quit'], ['2', 'quit'], ['2', 'Eric', ' quit ']])
      assert.is(answering({}, ...lines).begun, null);
    for (const lines of [['?'], ['HELP'], ['2', '?']])
      assert.match(lastOf(answering({}, ...lines)), /^\nYou can type:\n(.{1,80}\n)+> $/);
  });

  test('refuse what is no number of players', () => {
    const wrong = ['', '0', '5', '01', '1.0', '1e0', '0x2', '-1', '+1', '1 1', 'two', '99', '−99', '١', '😀'];
    for (const typed of [...wrong, 'back', 'undo', 'x'.repeat(1_000_000)]) {
      const refused = lastOf(answering({}, typed));
      assert.match(refused, /^\n".{0,30}" is not a number from 1 to 4\.\n/u, typed.slice(0, 30));
      assert.ok(refused.endsWith(`\n${PLAYERS}\n> `));
    }
    assert.match(lastOf(answering({}, '1\0')), 'a key that types no text');
    assert.match(lastOf(answering({computers: ['expert']}, '4')), '"4" is not a number from 1 to 3.');
  });

  test('refuse what is no name, or that of another player', () => {
    for (const [typed, reason] of [
      ['', 'the name is empty'],
      ['x'.repeat(41), 'the name is longer than 40 characters'],
      ['Ann\ufffd', 'cannot be shown'],
      ['\u202eeeL', 'cannot be shown'],
    ] as const)
      assert.match(lastOf(answering({}, '2', typed)), new RegExp(`\nType another name: .*${reason}`), typed);
    for (const typed of ['Zoë  R', ' zoe\u0308 r ', 'ZOË R'])
      assert.match(lastOf(answering({}, '2', 'Zoë R', typed)), '\nThere is a player Zoë R already.\n');
    assert.equal(answering({}, '2', 'Zoë R', 'ZoëR').setup?.players, ['Zoë R', 'ZoëR']);
  });

  test('seat computers behind the persons, each with a name of its own', () => {
    const computers = ['expert', 'beginner', 'expert'] as const;
    // Only one person can sit there: nobody asks for the number.
    assert.equal(answering({computers}, 'expert').setup, {
      ...SETUP,
      players: ['expert', 'Expert 2', 'Beginner', 'Expert 3'],
      computers: [null, ...computers],
    });
  });
});

suite('a kept game', (test) => {
  const found = {...NONE, kept: KEPT};

  test('is offered: yes goes on with its own players, rules, dice and hall of fame', () => {
    assert.match(lastOf(answering({found})), /A game of Eric, Julie.* Press Enter to continue, or type no/s);
    for (const line of ['', 'y', 'Y', 'yes', ' YES ']) {
      const {begun} = answering({found}, line);
      assert.is(begun?.played, KEPT, line);
      assert.match(begun?.said() ?? '', 'Kay');
      assert.is(begun?.note, 'Continuing the kept game.');
    }
  });

  test('is offered: no begins another, and quit leaves', () => {
    for (const line of ['n', 'no', 'No']) assert.match(lastOf(answering({found}, line)), /Finn.*How many/s);
    assert.is(answering({found}, 'quit').begun, null);
    for (const line of ['x', 'undo', 'yes please', 'back', 'y\x1b[D', '__proto__', '?'])
      assert.ok(lastOf(answering({found}, line)).endsWith('to discard it; ? for help.\n> '), line);
  });

  test('that is open in another window is offered with that, in a file of --save, too', () => {
    for (const savedIn of [null, 'g.json'])
      assert.match(
        lastOf(answering({found: {...found, isElsewhere: true}, savedIn})),
        'Press Enter to play here, or type no to\ndiscard it; ? for help.',
      );
  });

  test('of --save goes on without a question', () => {
    const {outputs, begun} = answering({found, savedIn: 'g.json'});
    assert.equal([outputs, begun?.played, begun?.note], [[], KEPT, 'Continuing the game in g.json.']);
  });
});

suite('the last players', (test) => {
  const found = {...NONE, log: () => LOG};
  const offered = {offersLast: true, found} as const;

  test('are offered, and Enter takes them, with rules and columns', () => {
    assert.match(lastOf(answering(offered)), `${PLAYERS}\nOr press Enter: Eric and Casual again.\n> `);
    const {begun, setup} = answering(offered, '');
    assert.is(begun?.said(), '\nRules: cs106a (no Yahtzee bonus, no Joker).\n');
    assert.equal(setup, {...LAST, dice: {seed: 7}});
    assert.is(lastOf(answering(offered, '2')), `\n${name(1)}\n> `);
  });
});
