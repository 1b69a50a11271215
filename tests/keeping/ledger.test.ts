/* The ledger of a hall of fame: whose dice count, and that they count once. */
import * as assert from 'uvu/assert';
import {countGame, formatLedger, type Ledger, parseLedger} from '../../src/keeping/ledger.js';
import type {SavedGame} from '../../src/keeping/saved-game.js';
import {type GameOf, gameOver as over} from '../support/served.js';
import {suite} from '../support/suite.js';

const EMPTY: Ledger = {key: '', counted: []};

/** The marks of games that enter one after the other. */
function marksOf(isDealt: boolean, ...games: readonly SavedGame[]): string[] {
  let ledger = EMPTY;
  return games.map((game) => {
    const counted = countGame(parseLedger(formatLedger(ledger)), game, isDealt);
    ledger = counted.ledger;
    return counted.isAgain ? 'again' : (counted.scores[0]?.mark ?? 'none');
  });
}

suite('dice', (test) => {
  test('that were dealt count; others are marked', () => {
    assert.equal(marksOf(true, over(7)), ['none']);
    assert.equal(marksOf(false, over(7)), ['seeded']);
  });

  const others: readonly [what: string, other: GameOf][] = [
    ['by another player', {players: ['Bob']}],
    ['in other hands', {rerolls: true}],
    ['by other rules', {rules: 'bonus'}],
    ['in more columns', {columns: 2}],
    ['by one player more', {players: ['Ann', 'Bob']}],
  ];
  for (const [what, other] of others)
    test(`count once: played again ${what}, they are marked`, () =>
      assert.equal(marksOf(true, over(7), over(7, other), over(8)), ['none', 'seeded', 'none']));

  test('of the same game are known again, however the name is written', () =>
    assert.equal(marksOf(true, over(7), over(7, {players: ['ANN\u200b']}), over(7)), [
      'none',
      'again',
      'again',
    ]));

  test('of an edited game are used up too', () =>
    assert.equal(marksOf(true, over(7, {mark: 'edited'}), over(7, {players: ['Bob']})), [
      'edited',
      'seeded',
    ]));
});

suite('a ledger', (test) => {
  test('is read as it was written, without lines that mean nothing', () => {
    const text = `key ${'0f'.repeat(16)}\ncounted 7 0123abcd\ncounted 9007199254740991 00000000\n`;
    const ledger = {key: '0f'.repeat(16), counted: ['7 0123abcd', '9007199254740991 00000000']};
    assert.equal(parseLedger(`Dear diary\n${text}counted 7\nkey 0f\n`), ledger);
    assert.is(formatLedger(ledger), text);
  });

  test('forgets the oldest of ten thousand games, never the key', () => {
    const counted = Array.from({length: 10_001}, (_, index) => `${index} 00000000`);
    const kept = parseLedger(formatLedger({key: '0f'.repeat(16), counted}));
    assert.equal(kept, {key: '0f'.repeat(16), counted: counted.slice(1)});
  });
});
