/* `fivedice scores` and `fivedice history`, on a log of two games. */
import * as assert from 'uvu/assert';
import type {Finished} from '../support/command.js';
import {type Place, suiteInPlace, withPlace} from '../support/place.js';
import {lineOfGame, pointsOf} from '../support/seeded-games.js';
import {suiteWith} from '../support/suite.js';

const LOG = '.local/share/fivedice/games.jsonl';
const shown = (stdout: string): Finished => ({stdout, stderr: '', exitCode: 0});
const [ANN, BOB] = pointsOf(7, 2);
const [CY] = pointsOf(8, 1, 2);

/** Suites in places where two games were played. */
const suiteWithGames = suiteWith<Place>((use) =>
  withPlace(
    (place) => {
      const lines = [
        lineOfGame({players: ['Ann', 'Bob'], rules: 'cs106a', columns: 1, dice: {seed: 7}}),
        lineOfGame({players: ['Cy'], rules: 'official', columns: 2, dice: {seed: 8}}, new Date(864e5)),
      ];
      place.write({[LOG]: lines.map((line) => `${line}\n`).join('')});
      return use(place);
    },
    {env: (folder) => ({HOME: folder})},
  ),
);

suiteWithGames('scores', (test) => {
  test('shows the halls of fame with entries, or those asked for', async ({fivedice, read}) => {
    const log = read(LOG);
    const [first, second] = [`${ANN} Ann`, `${BOB} Bob`].sort(
      (one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10),
    );
    const CS106A = `Hall of fame, cs106a\n 1. ${first}\n 2. ${second}\n`;
    const TWO = `Hall of fame, official, 2 columns\n 1. ${CY} Cy\n`;
    for (const [args, expected] of [
      ['', `${CS106A}\n${TWO}`],
      ['--rules cs106a', CS106A],
      ['--columns 2', TWO],
      ['--rules bonus --columns 3', 'Hall of fame, bonus, 3 columns\nNo entries yet.\n'],
      ['--rules bonus', 'Hall of fame\nNo entries yet.\n'],
    ] as const)
      assert.equal(await fivedice('scores', ...args.split(' ').filter(Boolean)), shown(expected), args);
    assert.is(read(LOG), log);
  });
});

suiteWithGames('history', (test) => {
  test('shows the statistics of all players or of one, also as JSON', async ({fivedice, write, read}) => {
    write({[LOG]: `${read(LOG)}Dear diary\n`});
    const {stdout, stderr} = await fivedice('history');
    assert.match(stderr, /games\.jsonl: skipped lines that hold no finished game: 3\n$/);
    assert.match(stdout, /^Ann \(cs106a, 1 column\)\n {2}games +1\n {2}won +\d of 1\n {2}average +\d+\.\d\n/);
    assert.match(stdout, /^Cy \(official, 2 columns\)\n {2}games +1\n {2}average +\d+\.\d\n/m);
    const one = await fivedice('history', '--player', 'BOB', '--json');
    const {statistics} = JSON.parse(one.stdout);
    assert.equal(
      statistics.map(({name, totals}: {name: string; totals: number[]}) => [name, totals]),
      [['Bob', [BOB]]],
    );
    assert.is((await fivedice('history', '--player', 'Dee')).stdout, 'No finished game of Dee.\n');
  });

  test('lists games by line, to --remove and to --import', async ({fivedice, write, read}) => {
    const log = read(LOG);
    const [ann = '', cy = ''] = log.split('\n');
    assert.match(
      (await fivedice('history')).stdout,
      `1  1970-01-01  Ann ${ANN} and Bob ${BOB}\n  2  1970-01-02  Cy ${CY}\n`,
    );
    assert.equal(await fivedice('history', '--remove', '1'), shown(`${ann}\n`));
    assert.is(read(LOG), `${cy}\n`);
    write({old: `${cy}\nDear diary\n${ann}\n`});
    assert.equal(
      await fivedice('history', '--import', 'old'),
      shown('1 game read in, 1 known already; lines that hold no finished game: 2.\n'),
    );
    assert.is(read(LOG), log);
    for (const [args, problem] of [
      [['--remove', '3'], 'games.jsonl has no line 3'],
      [['--import', 'none'], 'none: no such file or folder'],
    ] as const)
      assert.equal(await fivedice('history', ...args), {
        stdout: '',
        stderr: `fivedice: ${problem}\n`,
        exitCode: 2,
      });
  });
});

suiteInPlace('history', (test) => {
  test('says that no game is known', async ({fivedice}) => {
    assert.equal(await fivedice('history'), shown('No finished games yet.\n'));
    assert.equal(await fivedice('scores'), shown('Hall of fame\nNo entries yet.\n'));
  });
});
