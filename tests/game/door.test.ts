/* What comes from JSON, or from callers without types. */
import * as assert from 'uvu/assert';
import {
  actionOf,
  applyAction,
  emptyScorecard,
  fill,
  newGame,
  openPlacements,
  RULES,
  setupOf,
} from '../../src/index.js';
import {column} from '../support/cards.js';
import {suite} from '../support/suite.js';
import {throwsRangeError} from '../support/thrown.js';

const SETUP = {players: ['Ada', 'Bob'], rules: 'official', columns: 1, dice: {seed: 7}};

suite('setupOf', (test) => {
  test('takes the setup of a game, with rules by name or as a record', () => {
    assert.equal(setupOf(JSON.parse(JSON.stringify(SETUP))), SETUP);
    const rules = {...RULES.official, joker: 'free'};
    assert.is(newGame(setupOf({...SETUP, rules})).phase, 'awaiting-roll');
  });

  const refused: readonly [what: string, setup: unknown, message: RegExp][] = [
    ['no players', {...SETUP, players: []}, /^players must be 1 to 4 names, not 0$/],
    ['five players', {...SETUP, players: ['A', 'B', 'C', 'D', 'E']}, /^players must be 1 to 4 names, not 5$/],
    [
      'a name that cannot be seen',
      {...SETUP, players: ['\u200b']},
      /^setup\.players\.0 must be the name of a player/,
    ],
    [
      'the same name twice',
      {...SETUP, players: ['A', 'B', 'a']},
      /^setup\.players\.2 must be .*, and of one only/,
    ],
    [
      'a computer that types',
      {...SETUP, computers: ['expert', null], dice: 'typed'},
      /^setup\.computers must be one for each player/,
    ],
    [
      'a day of two',
      {...SETUP, dice: {seed: 2_026_112_300, day: '2026-11-23'}},
      /^setup\.dice\.day must be for one/,
    ],
    ['unknown rules', {...SETUP, rules: 'house'}, /^rules must be one of /],
    [
      'a bonus of half a point',
      {...SETUP, rules: {...RULES.official, upperBonus: 0.5}},
      /^rules\.upperBonus must be a whole number/,
    ],
    ['a list', [], /^setup must be an object, not \[\]$/],
  ];
  for (const [what, setup, message] of refused)
    test(`refuses ${what}`, () => throwsRangeError(() => setupOf(setup), message));
});

suite('actionOf', (test) => {
  test('takes an action', () => {
    const action = {action: 'place', column: 1, category: 'chance'};
    assert.equal(actionOf(JSON.parse(JSON.stringify(action))), action);
  });

  const refused: readonly [action: unknown, message: RegExp][] = [
    [{action: 'x'}, /^action\.action must be one of roll, .*, not "x"$/],
    [{action: 'place', column: 1, category: 'foo'}, /^action\.category must be one of ones, .*, not "foo"$/],
    [{action: 'reroll', numbers: [9]}, /^action\.numbers\.0 must be one of 1, 2, 3, 4, 5, not 9$/],
    [null, /^action must be an object, not null$/],
  ];
  for (const [action, message] of refused)
    test(`refuses ${JSON.stringify(action)}`, () => throwsRangeError(() => actionOf(action), message));
});

suite('without types', (test) => {
  const rolled = applyAction(newGame(setupOf(SETUP)), {action: 'roll'});
  const refusals: readonly [action: unknown, refusal: string][] = [
    [{action: 'place', column: 1, category: 'foo'}, 'There is no category "foo".'],
    [{action: 'place', column: 2, category: 'ones'}, 'There is no column 2.'],
    [{action: 'reroll', numbers: [9]}, 'There is no die 9: they are numbered 1 to 5.'],
  ];
  for (const [action, refusal] of refusals)
    test(`a game refuses ${JSON.stringify(action)} for its real fault`, () => {
      if ('refusal' in rolled) throw new Error(rolled.refusal);
      assert.equal(applyAction(rolled, action as never), {refusal});
    });

  test('a game has one to four players', () => {
    throwsRangeError(
      () => newGame({...setupOf(SETUP), players: [] as never}),
      /^players must be 1 to 4 names, not 0$/,
    );
    throwsRangeError(() => newGame({...setupOf(SETUP), rules: 'house' as never}), /^rules must be one of /);
  });

  test('fill takes only legal placements, into open boxes', () => {
    const [first] = openPlacements(emptyScorecard(1), [4, 4, 4, 4, 4], 'official');
    if (first === undefined) throw new Error('no placement');
    const once = fill(emptyScorecard(1), first);
    throwsRangeError(() => fill(once, first), /^placement must fill an open box, not ones of column 1$/);
    const [forbidden] = openPlacements([column(1, {yahtzee: 50})], [4, 4, 4, 4, 4], 'official');
    if (forbidden === undefined) throw new Error('no placement');
    throwsRangeError(
      () => fill([column(1, {yahtzee: 50})], forbidden),
      /^placement must be legal\. Joker: Fours is open/,
    );
  });
});
