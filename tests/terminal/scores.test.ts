/* `fivedice scores`: the halls of fame as they are kept. */
import {readdirSync} from 'node:fs';
import * as assert from 'uvu/assert';
import {main} from '../../src/terminal/scores.js';
import {sameBytes} from '../support/bytes.js';
import {FIVEDICE, type Finished} from '../support/command.js';
import {opened} from '../support/door.js';
import {inPlace, type Place} from '../support/place.js';
import {wholeGame} from '../support/play.js';
import {suite} from '../support/suite.js';

/** In this process: that the built command does the same is shown below. */
function scores(place: Place, ...args: string[]): Promise<Finished> {
  return opened(place, () => main(args));
}

const shown = (stdout: string): Finished => ({stdout, stderr: '', exitCode: 0});

const CS106A_2 = 'Hall of fame, cs106a, 2 columns\n 1. 500 Bee, Ann\n';
const OFFICIAL = 'Hall of fame, official\n 1. 1575 Ada\n 2.  273 Julie (seeded)\n 3.   33 Eric (edited)\n';
const OFFICIAL_3 = 'Hall of fame, official, 3 columns\n 1. 9450 Ada\n';

/** A place with scores of three kinds of game. */
const withScores = (use: (place: Place) => Promise<void>): (() => Promise<void>) =>
  inPlace(async (place) => {
    place.write({
      'h.txt': '33,Eric\tedited\n1575,Ada\n273,Julie\tseeded\n',
      'h-3-columns.txt': '9450,Ada\n',
      'h-cs106a-2-columns.txt': '500,Bee, Ann\n',
      'h-bonus.txt': '',
    });
    await use(place);
  });

suite('scores', (test) => {
  const asked: readonly [what: string, args: string[], expected: string][] = [
    ['every hall of fame that has entries', [], [CS106A_2, OFFICIAL, OFFICIAL_3].join('\n')],
    ['those with some rules', ['--rules', 'official'], [OFFICIAL, OFFICIAL_3].join('\n')],
    ['those with so many columns', ['--columns', '2'], CS106A_2],
    ['a single one', ['--rules', 'official', '--columns', '1'], OFFICIAL],
    [
      'a single one that is empty',
      ['--rules', 'bonus', '--columns', '3'],
      'Hall of fame, bonus, 3 columns\nNo entries yet.\n',
    ],
    ['that there is none', ['--rules', 'bonus'], 'Hall of fame\nNo entries yet.\n'],
  ];
  for (const [what, args, expected] of asked) {
    test(
      `shows ${what}, and changes nothing`,
      withScores(async (place) => {
        const before = readdirSync(place.folder);
        assert.equal(await scores(place, ...args, '--scores', 'h.txt'), shown(expected));
        assert.equal(readdirSync(place.folder), before);
      }),
    );
  }

  test(
    'looks where games keep them, and makes nothing there',
    inPlace(
      async ({folder, run, fivedice}) => {
        assert.equal(await fivedice('scores'), shown('Hall of fame\nNo entries yet.\n'));
        assert.equal(readdirSync(folder), []);
        const play = (...args: string[]): Promise<Finished> =>
          run(FIVEDICE, ['play', ...args], {input: wholeGame(1, args.includes('--columns') ? 2 : 1)});
        await play('--players', 'Ann', '--rules', 'cs106a', '--seed', '7');
        const {stdout} = await fivedice('scores');
        assert.match(stdout, /^Hall of fame, cs106a\n 1\. \d+ Ann \(seeded\)\n$/);
        await play('--players', 'Bob', '--columns', '2');
        assert.match(
          (await fivedice('scores')).stdout,
          /\n\nHall of fame, official, 2 columns\n 1\. \d+ Bob\n$/,
        );
      },
      {env: (folder) => ({HOME: folder})},
    ),
  );

  test(
    'reports broken lines, and leaves them',
    inPlace(async (place) => {
      place.write({h: '5,Ann\nx\n', 'h-2-columns': '6,Bob\n7,Cy\tchosen\n'});
      const {stdout, stderr, exitCode} = await scores(place, '--scores', 'h');
      sameBytes(
        stdout,
        'Hall of fame, official\n 1. 5 Ann\n\nHall of fame, official, 2 columns\n 1. 6 Bob\n',
        'the halls of fame',
      );
      const reports = [
        'fivedice: h: line 2 is passed over, because it is not "score,name"; it will be kept in h.broken',
        'fivedice: h-2-columns: line 2 is passed over, because the name has a character that cannot be shown; it will be kept in h-2-columns.broken',
      ];
      assert.is(stderr, `${reports.join('\n')}\n`);
      assert.is(exitCode, 0);
      assert.equal(readdirSync(place.folder), ['h', 'h-2-columns']);
    }),
  );

  const wrong: readonly [what: string, args: string[], said: string][] = [
    ['other rules', ['--rules', 'house'], 'scores: --rules takes cs106a, bonus or official, not "house"'],
    ['four columns', ['--columns', '4'], 'scores: --columns takes 1, 2 or 3, not "4"'],
    ['a file without a flag', ['h'], 'scores takes only flags, not "h"'],
    ['an unknown flag', ['--seed', '7'], 'scores: unknown flag "--seed"'],
    ['a folder', ['--scores', '.', '--rules', 'official', '--columns', '1'], '.: it is not a plain file'],
    ['a file of something else', ['--scores', 'letter'], 'letter: no line of it is "score,name"'],
  ];
  for (const [what, args, said] of wrong) {
    test(
      `refuses ${what}: exit status 2`,
      inPlace(async (place) => {
        place.write({letter: 'Dear diary\n'});
        const {stdout, stderr, exitCode} = await scores(place, ...args);
        assert.ok(stderr.includes(said), stderr);
        assert.equal([stdout, exitCode], ['', 2]);
      }),
    );
  }
});
