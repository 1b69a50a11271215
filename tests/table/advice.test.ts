/* Advice at the table, and turns that the computer plays. */
import * as assert from 'uvu/assert';
import type {Advice} from '../../src/analysis/advice.js';
import type {Setup} from '../../src/game/setup.js';
import {sceneOf} from '../../src/table/scene.js';
import type {Table} from '../../src/table/state.js';
import {advised, computerActs} from '../../src/table/table.js';
import {ADVICE, adviceOf, withWins} from '../support/advice.js';
import {suite} from '../support/suite.js';
import {
  after,
  cellOf,
  chooses,
  keysOf,
  messageOf,
  PASSES,
  pressing,
  rolls,
  sit,
} from '../support/table-events.js';
import {deepFreeze, PASS, place, ROLL, SEEDED, TRIPLE, TYPED} from '../support/typed-games.js';

const rolled = after(sit(TYPED), rolls('16616'));
const asked = after(rolled, {event: 'hint'});
const told = (table: Table, advice: Advice = ADVICE): Table =>
  deepFreeze(advised(table, table.played, advice));
const doesKey = (table: Table, key: string): string | undefined => keysOf(sceneOf(table))[key];

suite('advice', (test) => {
  test('is asked for once, says its price before, and is part of the game', () => {
    const before = after(sit(SEEDED), rolls());
    assert.equal(
      [doesKey(before, 'a'), sceneOf(before).hint?.price],
      ['ask for advice (no hall of fame)', 'no hall of fame'],
    );
    const first = pressing(before, 'a');
    assert.ok(first.played.game.hinted);
    assert.equal(first.played.actions.at(-1), {action: 'hint'});
    assert.is(messageOf(first), 'Working out the best move…');
    const off = pressing(first, 'a');
    for (const table of [off, rolled])
      assert.equal([doesKey(table, 'a'), sceneOf(table).hint?.price], ['ask for advice', null]);
  });

  test('adds the chance to win when it is known, and says so if nothing else has been said since', () => {
    const early = told(asked, {...ADVICE, isMoreToCome: true});
    const more = (table: Table): Table =>
      advised(table, early.played, withWins(ADVICE, 'against experts', [0.4, 0.5, 0.3, 0.2]));
    const now = more(early);
    assert.is(
      messageOf(now),
      'To win, keep 6 6: 50.0% against experts. For points, keep 6 6 6: expected score 265.1.',
    );
    assert.is(now.announcement, messageOf(now));
    const moved = after(early, {event: 'move', direction: 'down'});
    assert.equal([more(moved).announcement, messageOf(more(moved))], [moved.announcement, messageOf(now)]);
    assert.is.not(moved.announcement, early.announcement);
    const refused = after(early, {event: 'choose', box: {column: 2, category: 'ones'}});
    assert.is(messageOf(more(refused)), refused.refusal);
    assert.is(more(after(early, PASSES)).advice, 'asked');
  });

  test('says what is best, marks the dice, and what each box costs', () => {
    const table = told(asked);
    assert.is(messageOf(table), 'Keep 6 6 6: expected score 265.1.');
    assert.is(table.announcement, messageOf(table));
    assert.equal(
      sceneOf(table).dice.map(({label}) => label),
      [
        'Die 1: one, held, best rolled again',
        'Die 2: six, held, best kept',
        'Die 3: six, held, best kept',
        'Die 4: one, held, best rolled again',
        'Die 5: six, held, best kept',
      ],
    );
    assert.is(cellOf(table, 'Full House (25)').loss, '-17.5');
    assert.is(cellOf(table, 'Full House (25)').label, 'Full House, 25 points, -17.5');
    assert.is(cellOf(table, 'Chance').loss, null);
  });

  test('stays on for every roll of a person, until it is switched off', () => {
    const on = after(sit(TYPED), {event: 'hint'});
    assert.equal([on.advice, sceneOf(on).hint?.isOn, on.announcement], [null, true, 'Advice is on.']);
    const first = after(on, rolls('16616'));
    assert.equal([first.advice, first.announcement], ['asked', 'Eric, roll 1 of 3: 1 6 6 1 6.']);
    const next = after(told(first), PASSES);
    assert.equal([next.advice, next.played.actions.length], ['asked', 3]);
    const placed = after(next, chooses('chance'));
    assert.equal([placed.advice, after(placed, rolls('11111')).advice], [null, 'asked']);
    const off = after(told(next), {event: 'hint'});
    assert.equal([off.advice, after(off, chooses('chance'), rolls('11111')).advice], [null, null]);
    const once = after(sit(TYPED), rolls('16616'), {event: 'hint', once: true});
    assert.equal([once.advice, after(told(once), PASSES).advice], ['asked', null]);
  });

  test('is done by one key: the dice are kept and rolled, the box is filled, even for a zero', () => {
    const table = told(asked);
    assert.is(doesKey(table, 't'), 'keep 6 6 6, roll the rest');
    assert.equal(pressing(table, 't').mode, {mode: 'typing', numbers: [1, 4], faces: []});
    const box = {column: 1, category: 'yahtzee'} as const;
    const zero = told(asked, adviceOf([{choice: box, worth: 200, loss: 0, win: null}]));
    assert.is(doesKey(zero, 't'), 'put 0 into Yahtzee');
    assert.equal(pressing(zero, 't').played.actions.at(-1), {action: 'place', ...box});
    assert.is(after(asked, {event: 'take'}), asked);
  });

  test('that comes while the dice are rolling is told when they have come to rest', () => {
    const rolling = after(sit(TYPED, {motion: true}), {event: 'hint'}, rolls('16616'));
    const known = told(rolling);
    assert.equal([known.announcement, sceneOf(known).advice], ['', null]);
    const {announcement} = after(known, {event: 'shown'});
    assert.is(announcement, 'Eric, roll 1 of 3: 1 6 6 1 6. Keep 6 6 6: expected score 265.1.');
  });

  test('gives its reasons only while the message says it', () => {
    const table = told(asked, {...ADVICE, why: 'Why: luck.'});
    assert.equal(sceneOf(table).whys, ['Why: luck.']);
    const refused = after(table, {event: 'choose', box: {column: 2, category: 'ones'}});
    assert.equal([sceneOf(refused).tone, sceneOf(refused).whys], ['refusal', []]);
  });

  test('has a list of all choices, the best first, that the same key opens and closes', () => {
    const table = told(asked);
    assert.is(doesKey(table, 'c'), 'all choices, best first');
    const open = pressing(table, 'c');
    assert.ok(sceneOf(open).isRanking);
    const lines = sceneOf(open).advice?.ranking.map(({isBox, ...line}) =>
      [...Object.values(line), isBox].join(' '),
    );
    assert.equal(lines, [
      'keep 6 6 6 265.1 best  false',
      'keep 6 6 258.0 -7.1  false',
      'keep 6 250.0 -15.1  false',
      'Full House 247.6 -17.5  true',
      'roll all dice again 240.0 -25.1  false',
      'Sixes 165.0 -100.1  true',
    ]);
    assert.not.ok(sceneOf(after(open, {event: 'rank'})).isRanking);
  });

  test('names ties, columns, and the chance to win', () => {
    const triple = after(sit(TRIPLE), rolls('16616'), {event: 'hint'});
    const box = {column: 3, category: 'sixes'} as const;
    const two = adviceOf([ADVICE.best, {choice: box, worth: 261.1, loss: 4.04, win: null}]);
    const advice = told(triple, {
      ...withWins(two, 'if both play to win', [0.4, 0.4321]),
      why: 'Why: luck.',
      note: 'for one column',
    });
    assert.is(
      messageOf(advice),
      'To win, take Sixes x3: 43.2% if both play to win. For points, keep 6 6 6: expected score 265.1.',
    );
    assert.equal(
      [sceneOf(advice).advice?.why, sceneOf(advice).advice?.note],
      ['Why: luck.', 'for one column'],
    );
    assert.equal(
      sceneOf(advice).advice?.ranking.map(({win}) => win),
      ['40.0%', '43.2%'],
    );
    assert.is(cellOf(advice, 'Sixes', 2).loss, 'best');
    assert.ok(sceneOf(advice).dice.every(({isBestKept}) => isBestKept === null));
  });

  test('has one best choice where it costs no points to win, and says what is sure', () => {
    const equal = adviceOf(ADVICE.choices.slice(0, 2).map((one) => ({...one, loss: 0})));
    const say = (...chances: readonly number[]): string =>
      messageOf(told(asked, withWins(equal, 'if both play to win', chances)));
    assert.equal(
      [say(0.5, 0.4), say(0.4, 0.5), say(1, 1), say(0, 0)],
      [
        'Keep 6 6 6: expected score 265.1, 50.0% to win if both play to win.',
        'Keep 6 6: expected score 258.0, 50.0% to win if both play to win.',
        'Keep 6 6 6: expected score 265.1, a sure win. As good: keep 6 6.',
        'Keep 6 6 6: expected score 265.1, no way to win any more. As good: keep 6 6.',
      ],
    );
  });

  test('goes with the dice that it was for, and comes too late for others', () => {
    const later = after(asked, {event: 'hold', dice: 'none'}, rolls('66666'));
    assert.is(later.advice, 'asked');
    assert.is(advised(later, asked.played, ADVICE), later);
    assert.is(advised(rolled, rolled.played, ADVICE), rolled);
    assert.is(sceneOf(after(told(asked), chooses('chance'))).advice, null);
  });
});

suite("a computer's turn", (test) => {
  const ROBOT: Setup = {...SEEDED, players: ['Ann', 'Robo'], computers: [null, 'casual']};
  const before = after(sit(ROBOT), rolls());
  const plays = after(before, chooses('chance'));

  test('begins by itself, and waits for nothing but the computer; until it has rolled, also for an undo', () => {
    assert.is(plays.mode.mode, 'computer');
    assert.match(sceneOf(plays).did ?? '', /^Ann scores \d+ in Chance\.$/);
    assert.is(messageOf(plays), 'Robo plays.');
    assert.is(after(plays, rolls(), chooses('ones'), {event: 'help'}), plays);
    assert.equal(keysOf(sceneOf(plays)), {
      Space: 'see the end of the turn',
      u: `take back ${sceneOf(plays).undo}`,
      q: 'leave',
    });
    assert.is(after(plays, {event: 'undo'}).played.game.turn, 0);
    const rolled = computerActs(plays, ROLL);
    assert.equal([sceneOf(rolled).hint?.isEnabled, messageOf(rolled)], [false, 'Robo plays.']);
    assert.match(messageOf(after(rolled, {event: 'undo'})), /^Only a placement or a pass can be taken back/);
    assert.is(computerActs(before, ROLL), before);
  });

  test('goes on to its placement, and stays in sight until somebody does something', () => {
    const [one, two] = [computerActs(plays, ROLL), computerActs(computerActs(plays, ROLL), PASS)];
    assert.equal([one.mode.mode, two.mode.mode], ['computer', 'computer']);
    assert.match(one.announcement, /^Robo, roll 1 of 3: [\d ]+\.$/);
    const placed = deepFreeze(computerActs(two, place('ones')));
    assert.match(sceneOf(placed).did ?? '', /^Robo scores \d in Ones\.$/);
    assert.is(sceneOf(after(placed, rolls())).did, null);
  });

  test('takes no time any more once somebody is in a hurry, until it ends', () => {
    const moving = after(plays, {event: 'motion', isOn: true});
    const rolling = computerActs(moving, ROLL);
    assert.is(rolling.mode.mode, 'rolling');
    for (const hurried of [
      after(rolling, {event: 'hurry'}),
      computerActs(after(moving, {event: 'hurry'}), ROLL),
    ])
      assert.equal([hurried.mode.mode, hurried.isHurried], ['computer', true]);
    const placed = computerActs(after(rolling, {event: 'hurry'}), place('ones'));
    assert.equal([placed.isHurried, after(placed, rolls()).mode.mode], [false, 'rolling']);
  });
});
