import * as assert from 'uvu/assert';
import {newGame, playerOf, roundOf, roundsOf} from '../../src/game/game.js';
import {MAX_PLAYERS} from '../../src/game/players.js';
import {randomFrom} from '../../src/game/random.js';
import {parseSetup, type Setup} from '../../src/game/setup.js';
import {ROLLS} from '../../src/rules/dice.js';
import {columnOf, RULE_NAMES} from '../support/reference-card.js';
import {suite} from '../support/suite.js';
import {throwsRangeError} from '../support/thrown.js';
import {deepFreeze, NAMES, SEEDED, TYPED} from '../support/typed-games.js';

suite('a new game', (test) => {
  test('waits for the first roll of the first player, with an empty card for each', () => {
    for (let players = 1; players <= 4; players += 1) {
      for (const columns of [1, 2, 3] as const) {
        const setup: Setup = {players: NAMES.slice(0, players), rules: 'bonus', columns, dice: {seed: 7}};
        const game = newGame(setup);
        assert.equal(game, {
          setup,
          cards: NAMES.slice(0, players).map(() =>
            [1, 2, 3].slice(0, columns).map((column) => columnOf([], column, 'bonus')),
          ),
          turn: 0,
          random: randomFrom(7),
          phase: 'awaiting-roll',
          before: null,
          hinted: false,
        });
        assert.is(playerOf(game), 0);
        assert.is(roundOf(game), 1);
        assert.is(roundsOf(setup), 13 * columns);
      }
    }
    assert.is(newGame(TYPED).random, null);
    assert.is(MAX_PLAYERS, 4);
    assert.is(ROLLS, 3);
  });

  test('keeps its setup to itself: changing what it was made of changes no game', () => {
    const setup = {players: ['Eric'], rules: 'bonus', columns: 1, dice: {seed: 7}} as const;
    const players = ['Eric', 'Julie'];
    const dice = {seed: 7};
    const game = newGame({...setup, players, dice});
    players[0] = 'Todd';
    dice.seed = 8;
    assert.equal(game.setup, {...setup, players: ['Eric', 'Julie']});
  });
});

/** Asserts that `parseSetup` and `newGame` both refuse a setup with this problem. */
function refused(setup: unknown, problem: string): void {
  assert.equal(parseSetup(setup), {problem});
  throwsRangeError(() => newGame(setup as Setup), problem);
}

suite('a setup', (test) => {
  const RULES = 'cs106a, bonus, official';
  const SEED = 'a whole number from 0 to 9007199254740991';
  const DICE = '"typed" or {"seed": a whole number from 0}';
  const sparse = ['Eric', 'Julie', 'Todd'];
  delete sparse[1];

  const changes: readonly [what: string, change: object, problem: string][] = [
    ['no players', {players: []}, 'setup.players is empty: at least one must play'],
    ['five players', {players: [...NAMES, 'Jerry']}, 'setup.players holds 5 names: at most 4 can play'],
    ['players left out', {players: undefined}, 'setup.players is undefined, not a list of names'],
    ['one name', {players: 'Eric'}, 'setup.players is "Eric", not a list of names'],
    ['a number for a name', {players: ['Eric', 5]}, 'setup.players.1 is 5, not a name'],
    ['a hole among the names', {players: sparse}, 'setup.players.1 is undefined, not a name'],
    ['no name', {players: ['Eric', '']}, 'setup.players.1 is "", not a name: the name is empty'],
    [
      'a name too long',
      {players: ['m'.repeat(41)]},
      `setup.players.0 is "${'m'.repeat(40)}…", not a name: the name is longer than 40 characters`,
    ],
    [
      'a name that commands a terminal',
      {players: ['A\x1b[2J']},
      'setup.players.0 is "A?[2J", not a name: the name has a character that cannot be shown',
    ],
    [
      'the same name twice',
      {players: ['Eric', 'Julie', 'Eric']},
      'setup.players holds "Eric" and "Eric": players need different names',
    ],
    [
      'the same name in capitals',
      {players: ['A', 'a']},
      'setup.players holds "A" and "a": players need different names',
    ],
    [
      'the same name with an invisible mark',
      {players: ['Julie', 'Ann', 'An\u200bn']},
      'setup.players holds "Ann" and "An?n": players need different names',
    ],
    ['unknown rules', {rules: 'house'}, `setup.rules is "house", not one of ${RULES}`],
    ['rules left out', {rules: undefined}, `setup.rules is undefined, not one of ${RULES}`],
    ['columns as text', {columns: '1'}, 'setup.columns is "1", not one of 1, 2, 3'],
    ...[0, 4, 1.5, -1, Number.NaN].map((columns): [string, object, string] => [
      `${columns} columns`,
      {columns},
      `setup.columns is ${columns}, not one of 1, 2, 3`,
    ]),
    ['dice left out', {dice: undefined}, `setup.dice is undefined, not ${DICE}`],
    ['a seed alone', {dice: 7}, `setup.dice is 7, not ${DICE}`],
    ['other dice', {dice: 'loaded'}, `setup.dice is "loaded", not ${DICE}`],
    ['no seed', {dice: {}}, `setup.dice.seed is undefined, not ${SEED}`],
    ['a seed as text', {dice: {seed: '7'}}, `setup.dice.seed is "7", not ${SEED}`],
    ...[-1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY].map((seed): [string, object, string] => [
      `a seed of ${seed}`,
      {dice: {seed}},
      `setup.dice.seed is ${seed}, not ${SEED}`,
    ]),
    ['a seed and more', {dice: {seed: 7, loaded: true}}, 'setup.dice.loaded is an unknown key'],
    [
      'one computer too few',
      {computers: []},
      'setup.computers has 0 entries for 1 players: one for each is needed',
    ],
    [
      'computers by name',
      {computers: {Eric: 'expert'}},
      'setup.computers is an object, not a list of strengths and null',
    ],
    [
      'an unknown strength',
      {computers: ['genius']},
      'setup.computers.0 is "genius", not one of beginner, casual, expert, shark or null',
    ],
    [
      'a computer that types dice',
      {players: ['Eric', 'Robo'], computers: [null, 'expert'], dice: 'typed'},
      'setup.dice is "typed", but computer players need rolled dice',
    ],
    ['an unknown key', {view: 'sheet'}, 'setup.view is an unknown key'],
  ];
  for (const [what, change, problem] of changes) {
    test(`cannot have ${what}: ${problem}`, () => refused({...SEEDED, ...change}, problem));
  }

  for (const [value, named] of [
    [undefined, 'undefined'],
    [null, 'null'],
    [5, '5'],
    ['official', '"official"'],
    [[SEEDED], 'a list'],
    [() => SEEDED, 'a function'],
  ] as const) {
    test(`cannot be ${named}`, () => refused(value, `setup is ${named}, not an object`));
  }

  test('that is refused names the first part that is wrong, in the order of its keys', () => {
    const problem = 'setup.players is empty: at least one must play';
    refused({dice: 7, columns: 0, rules: 'house', players: []}, problem);
  });

  test('is any of those that the types describe, and comes back as it was', () => {
    for (const rules of RULE_NAMES) {
      for (const columns of [1, 2, 3] as const) {
        for (const dice of ['typed', {seed: 0}, {seed: 2 ** 53 - 1}] as const) {
          const setup: Setup = deepFreeze({players: NAMES.slice(0, columns + 1), rules, columns, dice});
          assert.equal(parseSetup(setup), setup);
          assert.equal(newGame(setup).setup, setup);
        }
      }
    }
  });
});
