/* What comes from JSON, or from callers without types. */
import * as assert from 'uvu/assert';
import {actionOf, emptyScorecard, fill, newGame, openPlacements, RULES, setupOf} from '../../src/index.js';
import {column, only} from '../support/cards.js';
import {suite} from '../support/suite.js';
import {throwsRangeError} from '../support/thrown.js';

const SETUP = {players: ['Ada', 'Bob'], rules: 'official', columns: 1, dice: {seed: 7}};

suite('setupOf', (test) => {
  test('takes the setup of a game, with rules by name or as a record', () => {
    assert.equal(setupOf(JSON.parse(JSON.stringify(SETUP))), SETUP);
    const rules = {...RULES.official, joker: 'free'};
    assert.is(newGame(setupOf({...SETUP, rules})).phase, 'awaiting-roll');
  });

  const refused: readonly [what: string, change: object, message: RegExp][] = [
    ['no players', {players: []}, /^players must be 1 to 4 names, not 0$/],
    ['a name that cannot be seen', {players: ['\u200b']}, /^setup\.players\.0 must be a name /],
    ['the same name twice', {players: ['A', 'B', 'a']}, /^setup\.players\.2 must be .*, not "a"$/],
    ['a computer that types', {computers: ['expert', null], dice: 'typed'}, /^setup\.computers must be one /],
    ['a day of two', {dice: {seed: 2_026_112_300, day: '2026-11-23'}}, /^setup\.dice\.day must be .*23"$/],
    ['the day of other dice', {dice: {seed: 7, day: '2026-11-23'}}, /^setup\.dice\.day must be the day of/],
    ['a known that is not true', {dice: {seed: 7, known: 1}}, /^setup\.dice\.known must be true, not 1$/],
    ['unknown rules', {rules: 'house'}, /^rules must be one of /],
    ['half a point', {rules: {...RULES.official, upperBonus: 0.5}}, /^rules\.upperBonus must be a whole /],
    ['an unknown key', {view: 'sheet'}, /^setup must be an object of rules, .*, dice, not "view"$/],
  ];
  for (const [what, change, message] of refused)
    test(`refuses ${what}`, () => throwsRangeError(() => setupOf({...SETUP, ...change}), message));
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
  test('a game has one to four players, and known rules', () => {
    const players = ['A', 'B', 'C', 'D', 'E'];
    throwsRangeError(
      () => newGame({...setupOf(SETUP), players} as never),
      'players must be 1 to 4 names, not 5',
    );
    throwsRangeError(() => newGame({...setupOf(SETUP), rules: 'house' as never}), /^rules must be one of /);
  });

  test('fill takes only legal placements, into open boxes', () => {
    const first = (card: ReturnType<typeof emptyScorecard>) =>
      only(openPlacements(card, [4, 4, 4, 4, 4], 'official')[0], 'placement');
    const ones = first(emptyScorecard(1));
    const once = fill(emptyScorecard(1), ones);
    throwsRangeError(() => fill(once, ones), /^placement must fill an open box, not ones of column 1$/);
    const joker = [column(1, {yahtzee: 50})];
    throwsRangeError(() => fill(joker, first(joker)), /^placement must be legal\. Joker: Fours is open/);
  });
});
