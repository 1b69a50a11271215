/* `fivedice advise`. */
import * as assert from 'uvu/assert';
import type {Ranked} from '../../../src/solver/turn.js';
import {suiteInProcess, usageOf} from '../../support/door.js';
import {example} from '../../support/readme.js';

const TURN = ['--dice', '1,1,6,6,6', '--rolls', '2'];

/** A card on which only Chance and Sixes are open. */
const LATE =
  'ones=3,twos=6,threes=9,fours=12,fives=15,three-of-a-kind=20,four-of-a-kind=0,full-house=25,small-straight=30,large-straight=40,yahtzee=50';

const LATE_TURN = ['--card', LATE, '--dice', '1,2,6,6,3', '--rolls', '1'];

suiteInProcess('advise', (test) => {
  test('prints JSON with all choices, best first, unrounded', async ({fivedice}) => {
    const {stdout, stderr, exitCode} = await fivedice('advise', ...TURN, '--json');
    assert.equal([stderr, exitCode], ['', 0]);
    const {choices, ...given} = JSON.parse(stdout);
    assert.equal(given, {rules: 'official', points: 0, dice: [1, 1, 6, 6, 6], rolls: 2});
    const {worth, deviation, ...best} = choices[0];
    assert.equal(best, {choice: {keep: [6, 6, 6]}, loss: 0, win: null});
    assert.ok(Math.abs(worth - 265.113361) < 1e-6 && Math.abs(deviation - 61.310712) < 1e-6);
    const boxes = choices.filter(({choice}: Ranked) => 'category' in choice);
    assert.equal([choices.length, boxes.length], [11 + 13, 13]);
    assert.equal(boxes[0].choice, {column: 1, category: 'full-house'});
    assert.ok(Math.abs(boxes[0].loss - (worth - boxes[0].worth)) < 1e-9);
  });

  test('takes the card, its bonuses, the rules and a target', async ({fivedice}) => {
    const card = ['--card', `${LATE},bonuses=1`];
    const turn = ['--dice', '6,6,6,1,1', '--rolls', '0', '--target', '363'];
    const {stdout} = await fivedice('advise', ...card, ...turn, '--json', '--rules', 'bonus');
    const {points, rules, choices, target} = JSON.parse(stdout);
    // 210 in the boxes and 100 for the second Yahtzee.
    assert.equal([points, rules], [310, 'bonus']);
    const sixes = {column: 1, category: 'sixes'};
    assert.equal([choices.length, choices[0].choice], [2, sixes]);
    // The sixes bring 18, reach 63 above, and so 363.
    assert.equal(target, {
      total: 363,
      choices: [
        {choice: sixes, worth: 1, loss: 0},
        {...target.choices[1], choice: {column: 1, category: 'chance'}},
      ],
    });
  });

  test('shows the chance to win, and where that differs from points', async ({fivedice}) => {
    const equal = ['--opponent', `${LATE},sixes=18`];
    const {stdout} = await fivedice('advise', ...LATE_TURN, ...equal, '--json');
    const {choices, against} = JSON.parse(stdout);
    const [{choice, worth, win}] = choices;
    assert.ok(win.worth > 0.1 && win.worth < 0.5 && Math.abs(worth - 271.69) < 0.01);
    assert.equal([choice, win.loss, against], [{keep: [6, 6]}, 0, 'to-win']);
    for (const one of choices) assert.ok(Math.abs(win.worth - one.win.worth - one.win.loss) < 1e-12);
    const other = ['--opponent', `${LATE},chance=25`];
    const {stdout: text} = await fivedice('advise', ...LATE_TURN, ...equal, ...other);
    assert.match(
      text,
      /^1 2 6 6 3 and 1 roll to come: expected score 271\.69, 29\.86% to win against experts$/m,
    );
    assert.match(text, /^For points and to win: keep 6 6$/m);
    // A box that is open to an opponent alone.
    const third = ['--opponent', `${LATE.replace('four-of-a-kind=0,', '')},sixes=18`];
    const {stdout: open} = await fivedice('advise', ...LATE_TURN, ...equal, ...third);
    assert.match(open, /% to win against experts$/m);
    assert.match(text, /^Chance, 18 +254\.76 +-16\.93 +8\.43% +-21\.43%$/m);
  });

  test('says why: the boxes in which the turn may end', async ({fivedice}) => {
    const {stdout} = await fivedice('advise', ...TURN, '--why');
    assert.match(stdout, /^Why: Sixes with 18 or more in 66%, .+ in 9%, else Full House\.$/m);
    assert.match(stdout, /^the turn ends as +points +keep 6 6 6 +keep 1 6 6 6 +keep 6 6$/m);
    // Each of two dice becomes a six in two rolls with 11/36.
    assert.match(stdout, /^Yahtzee +50 +9\.34% +5\.09%/m);
    const {why} = JSON.parse((await fivedice('advise', ...TURN, '--why', '--json')).stdout);
    assert.equal(why[0].keep, [6, 6, 6]);
    assert.ok(why[0].endings.every(({chance}: {chance: number}) => chance > 0));
    const done = await fivedice('advise', '--dice', '1,1,6,6,6', '--rolls', '0', '--why');
    assert.match(done.stdout, /^No roll is to come: the turn ends now$/m);
  });

  test('shows people the ranking of boxes alone when no roll is to come', async ({fivedice}) => {
    const turn = ['--dice', '6,6,6,1,1', '--rolls', '0', '--rules', 'cs106a'];
    const {stdout} = await fivedice('advise', '--card', LATE, ...turn);
    // Chance brings 23.33 points; Sixes 12.64, and the bonus if at least three of five dice come in three rolls.
    assert.is(
      stdout,
      `6 6 6 1 1 and no roll to come: expected score 286.33

Sixes, 18 + 35  286.33    best
Chance, 20      255.06  -31.27
`,
    );
  });

  test('shows the risk of each choice, and says best of all equals', async ({fivedice}) => {
    const {stdout} = await fivedice('advise', ...LATE_TURN, '--sd');
    assert.match(stdout, /^keep 6 6 +271\.69 +best +SD 30\.38$/m);
    // Verhoeff's sample: keeps of 243.41 and 243.39 are not both the best.
    const card = 'ones=3,threes=9,fours=12,sixes=24,full-house=25,small-straight=30';
    const sample = await fivedice('advise', '--card', card, '--dice', '1,2,3,4,4', '--rolls', '2', '--sd');
    assert.match(sample.stdout, /^keep 2 3 4 +243\.41 +best +SD 38\.13$/m);
    assert.match(sample.stdout, /^keep 1 2 3 4 +243\.10 +-0\.31 /m);
    assert.is(sample.stdout.match(/best/g)?.length, 1);
  });

  test('tells what a card is worth before a roll, and where its points come from', async ({fivedice}) => {
    const {stdout} = await fivedice('advise', '--card', `${LATE},bonuses=1`, '--target', '363');
    assert.is(
      stdout,
      `Expected score 370.64, standard deviation 35.00
Quantiles: 1% 327, 5% 332, 25% 340, 50% 381, 75% 387, 95% 427, 99% 497
At least 363 points: 58.81%

to come from      mean  nothing
Sixes            14.94    5.50%
Chance           20.62    0.00%
Yahtzee bonuses   5.36   94.72%
Upper bonus      19.73   43.62%
`,
    );
    const json = await fivedice('advise', '--card', LATE, '--json', '--opponent', `${LATE},sixes=18`);
    const {points, mean, deviation, quantiles, upperBonus, boxes, lowest, chances, win} = JSON.parse(
      json.stdout,
    );
    assert.equal([points, boxes.length, quantiles['0.5'] > mean - deviation], [210, 2, true]);
    const sum = chances.reduce((all: number, chance: number, at: number) => all + chance * (lowest + at), 0);
    assert.ok(Math.abs(sum - mean) < 1e-9 && upperBonus > 0.3 && win > 0 && win < 1);
  });

  test('prints what the README of the analysis shows', async ({fivedice}) => {
    const [, name, ...args] = example('win').replaceAll('\\\n', '').trim().split(/ +/);
    assert.is(name, 'fivedice');
    assert.equal(await fivedice(...args), {stdout: example('win-prints'), stderr: '', exitCode: 0});
  });
});

const TAKES_DICE = '--dice takes five values from 1 to 6, as in 1,1,6,6,6, not';
const TAKES_BOXES = '--card takes boxes with their points, as in ones=3,yahtzee=50, not';
const BOXES =
  'ones, twos, threes, fours, fives, sixes, three-of-a-kind, four-of-a-kind, full-house, small-straight, large-straight, yahtzee and chance';

usageOf('advise', [
  ...['--rolls 2', '--why', '--sd'].map(
    (flag) => [flag, `${flag.split(' ')[0]} needs --dice: the five dice, as in 1,1,6,6,6`] as const,
  ),
  ['--dice 1,1,6,6,6', '--rolls is missing: how many rolls are still to come, 0, 1 or 2'],
  ['--dice 1,1,6,6,6 --rolls 3', '--rolls takes 0, 1 or 2, not "3"'],
  ...['1,1,6,6', '1,1,6,6,7', '1,1,6,6,1e0'].map(
    (dice) => [`--dice ${dice} --rolls 1`, `${TAKES_DICE} "${dice}"`] as const,
  ),
  ['1 2 3', 'advise takes only flags, not "1"'],
  ...(
    [
      ['--rules house', '--rules takes cs106a, bonus or official, not "house"'],
      ['--target 0', '--target takes a whole number of at least 1, not "0"'],
      ['--card ones', `${TAKES_BOXES} "ones"`],
      ['--card toString=3', `--card: there is no box "toString"; the boxes are ${BOXES}`],
      ['--card ones=3,twos=4,ones=0', '--card has ones twice'],
      ['--card ones=6', '--card: Ones can hold 0, 1, 2, 3, 4 or 5, not 6'],
      ['--card four-of-a-kind=31', '--card: Four of a Kind can hold 0 or 5 to 30, not 31'],
      [`--card ${LATE},sixes=0,chance=9`, '--card has no open box: the game is over'],
      [`--opponent ${'empty --opponent '.repeat(3)}empty`, '--opponent can be given up to 3 times, not 4'],
      [`--card ${LATE} --opponent empty`, '--opponent has 13 open boxes: with 2 on --card it must be 2 or 1'],
      ['--card bonuses=1', '--card: bonuses=1 needs yahtzee=50'],
      [
        '--opponent yahtzee=50,ones=5,bonuses=2',
        '--opponent: bonuses=2 needs 2 boxes filled besides Yahtzee, not 1',
      ],
    ] as const
  ).map(([more, message]) => [`${TURN.join(' ')} ${more}`, message] as const),
]);
