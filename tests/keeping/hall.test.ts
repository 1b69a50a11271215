/* The hall of fame of `fivedice play`: where it is, who enters it, and how. */
import {readdirSync} from 'node:fs';
import * as assert from 'uvu/assert';
import {scoresOf} from '../../src/keeping/user-files.js';
import {COLUMN_NUMBERS, type ColumnNumber, RULE_SETS, type RuleSet} from '../../src/rules/rule-sets.js';
import {atTable, wholeGame} from '../support/play.js';
import {game, pointsOf, seeded} from '../support/seeded-games.js';
import {suite} from '../support/suite.js';

/** What is printed after the last card. */
const ending = (stdout: string): string =>
  stdout.slice(stdout.lastIndexOf('\n17 TOTAL ') + 1).replace(/^.*\n/, '');

const [ANN = 0, BOB = 0] = pointsOf(7, 2);
const FULL = [400, 390, 380, 370, 360, 350, 340, 330, 320, 310]
  .map((score, index) => `${score},old ${index}\n`)
  .join('');

suite('the hall of fame is', (test) => {
  test('where --scores says, and games with other rules or columns have their own beside it', () => {
    const files: readonly [string, RuleSet, ColumnNumber, string][] = [
      ['hall.txt', 'official', 1, 'hall.txt'],
      ['hall.txt', 'official', 2, 'hall-2-columns.txt'],
      ['hall.txt', 'official', 3, 'hall-3-columns.txt'],
      ['hall.txt', 'cs106a', 1, 'hall-cs106a.txt'],
      ['hall.txt', 'bonus', 3, 'hall-bonus-3-columns.txt'],
      ['hall', 'bonus', 2, 'hall-bonus-2-columns'],
      ['/a.b/hall', 'official', 2, '/a.b/hall-2-columns'],
      ['/a.b/my.hall.txt', 'cs106a', 2, '/a.b/my.hall-cs106a-2-columns.txt'],
      ['.hall', 'cs106a', 1, '.hall-cs106a'],
    ];
    for (const [file, rules, columns, expected] of files)
      assert.is(scoresOf(file, {rules, columns}), expected);
    const all = RULE_SETS.flatMap((rules) =>
      COLUMN_NUMBERS.map((columns) => scoresOf('h', {rules, columns})),
    );
    assert.is(new Set(all).size, 9);
  });
});

suite('a game', (test) => {
  test(
    'shows the hall of fame at its start, best first',
    atTable(async ({play, write, read}) => {
      write('h', '5,Cy\n273,Bee, Ann\n5,Dee');
      const {stdout, stderr} = await play(game(1, 'Ann', '--scores', 'h'));
      assert.ok(
        stdout.includes('\n\nHall of fame\n 1. 273 Bee, Ann\n 2.   5 Cy\n 3.   5 Dee\n\n'),
        stdout.slice(0, 300),
      );
      assert.is(stderr, '');
      // A game that is left changes nothing.
      assert.is(read('h'), '5,Cy\n273,Bee, Ann\n5,Dee');
    }),
  );

  test(
    'congratulates who gets a place, the best first, and saves them',
    atTable(async ({play, write, read}) => {
      write('h', `${Math.max(ANN, BOB)},Cy\n1,Dee\n`);
      const {stdout, stderr, exitCode} = await play(game(7, 'Ann,Bob', '--scores', 'h'), wholeGame(2));
      const [first, second] = ANN >= BOB ? ['Ann', 'Bob'] : ['Bob', 'Ann'];
      const [high, low] = [Math.max(ANN, BOB), Math.min(ANN, BOB)];
      assert.ok(high > low);
      const said = [
        `Congratulations, ${first}, you're the winner with a total score of ${high}!`,
        `Congratulations, ${first}, ${high} points take place 2 in the hall of fame (seeded)!`,
        `Congratulations, ${second}, ${low} points take place 3 in the hall of fame (seeded)!`,
        '',
      ];
      assert.is(ending(stdout), said.join('\n'));
      assert.equal([stderr, exitCode], ['', 0]);
      assert.is(read('h'), `${high},Cy\n${seeded(high, first)}${seeded(low, second)}1,Dee\n`);
    }),
  );

  test(
    'says nothing more, and leaves the file as it is, where nobody gets a place',
    atTable(async ({play, write, read, folder}) => {
      const untidy = `broken\n\n${FULL}`.replaceAll('\n', '\r\n');
      write('h', untidy);
      const {stdout, exitCode} = await play(game(7, 'Ann', '--scores', 'h'), wholeGame(1));
      const [points] = pointsOf(7, 1);
      assert.is(ending(stdout), `Congratulations, Ann, you finish with a total score of ${points}!\n`);
      assert.is(exitCode, 0);
      assert.is(read('h'), untidy);
      assert.equal(readdirSync(folder), ['h', 'h.dice']);
    }),
  );

  const typed = wholeGame(1)
    .replaceAll(/^$/gm, '6 6 6 6 6')
    .replace(/6 6 6 6 6\n?$/, '');
  const cheats: readonly [what: string, args: string[], input: string][] = [
    ['with --cheat', ['--players', 'Ann', '--cheat'], typed],
    ['with -99', [], `-99\nAnn\n${typed}`],
    ['with -99 in spite of --seed', ['--seed', '7'], `-99\nAnn\n${typed}`],
  ];
  for (const [what, args, input] of cheats) {
    test(
      `that is cheated ${what} never enters`,
      atTable(async ({play, write, read, folder}) => {
        write('h', '1,Cy\nbroken\n');
        const {stdout, stderr, exitCode} = await play([...args, '--scores', 'h'], input);
        assert.match(
          ending(stdout),
          /^Congratulations, Ann, you finish with a total score of \d+!\nCheated games do not enter the hall of fame\.\n$/,
        );
        assert.match(stdout, 'Cheat mode: you type the dice, and the game does not enter the hall of fame.');
        assert.is(exitCode, 0);
        assert.match(stderr, 'line 2');
        assert.is(read('h'), '1,Cy\nbroken\n');
        assert.equal(
          readdirSync(folder).filter((name) => name !== 'h.dice'),
          ['h'],
        );
      }),
    );
  }
});

suite('a score is marked', (test) => {
  const flags = ['--players', 'Ann'];
  const half = wholeGame(1).split('\n').slice(0, 21).join('\n');
  const rest = wholeGame(1).split('\n').slice(21).join('\n');
  const ways: readonly [what: string, chosen: string[], edit: (saved: string) => string, mark: string][] = [
    ['not at all, if nobody chose the dice', [], (saved) => saved, ''],
    ['as seeded, if the seed was chosen', ['--seed', '7'], (saved) => saved, 'seeded'],
    ['as edited, if the seed was put in', [], (saved) => saved.replace(/"seed":\d+/, '"seed":7'), 'edited'],
    [
      'as edited, if it was seeded too',
      ['--seed', '7'],
      (saved) => saved.replace('"Ann"', '"Bob"'),
      'edited',
    ],
    [
      'as edited, if the mark was taken away',
      ['--seed', '7'],
      (saved) => saved.replace(/.*"seeded".*\n/, ''),
      'edited',
    ],
  ];
  for (const [what, chosen, edit, mark] of ways) {
    test(
      `${what}: in the middle of a saved game, and to its end`,
      atTable(async ({play, read, write}) => {
        await play([...flags, ...chosen, '--save', 's', '--scores', 'h'], `${half}\n`);
        const edited = edit(read('s'));
        write('s', edited);
        // Once more: what the game itself has written by then must not hide it.
        await play(['--save', 's', '--scores', 'h'], '\n');
        const {stdout, exitCode} = await play(
          ['--save', 's', '--scores', 'h'],
          rest.split('\n').slice(1).join('\n'),
        );
        assert.is(exitCode, 0);
        const name = edited.includes('Bob') ? 'Bob' : 'Ann';
        const [, points = ''] = /total score of (\d+)!/.exec(stdout) ?? [];
        assert.is(read('h'), `${points},${name}${mark === '' ? '' : `\t${mark}`}\n`);
        const shown = mark === '' ? '' : ` (${mark})`;
        assert.match(
          ending(stdout),
          `Congratulations, ${name}, ${points} points take place 1 in the hall of fame${shown}!\n`,
        );
        assert.match((await play([...flags, '--scores', 'h'])).stdout, `\n 1. ${points} ${name}${shown}\n`);
      }),
    );
  }

  test(
    'once, however often a copy of its file is played',
    atTable(async ({play, read, write}) => {
      await play([...flags, '--save', 's', '--scores', 'h'], `${half}\n`);
      const copy = read('s');
      for (const _ of ['first', 'second']) {
        write('s', copy);
        const {exitCode} = await play(['--save', 's', '--scores', 'h'], rest);
        assert.is(exitCode, 0);
      }
      assert.match(read('h'), /^\d+,Ann\n$/);
    }),
  );
});
