/* `fivedice review`. */
import * as assert from 'uvu/assert';
import type {Action} from '../../../src/game/game.js';
import type {Setup} from '../../../src/game/setup.js';
import {addToLog} from '../../../src/storage/log.js';
import {formatGame} from '../../../src/storage/saved-game.js';
import {suiteInProcess, usageOf} from '../../support/door.js';
import {withPlace} from '../../support/place.js';
import {FULL, place, play, reroll, roll, TYPED, UNDO} from '../../support/typed-games.js';

const saved = (setup: Setup, ...actions: readonly Action[]): string =>
  formatGame({game: play(setup, ...actions), actions});

const HINT: Action = {action: 'hint'};
const TURNS = [roll('11666'), HINT, reroll('12', '66'), place('yahtzee'), roll('12345'), place('ones')];

suiteInProcess('review', (test) => {
  test('shows each decision, its loss and its luck, and the worst', async ({fivedice, write}) => {
    write({s: saved(TYPED, ...TURNS)});
    const {stdout, stderr, exitCode} = await fivedice('review', 's');
    assert.equal([stderr, exitCode], ['', 0]);
    const [head, , titles, ...lines] = stdout.split('\n');
    assert.match(
      head ?? '',
      /^Eric: expected score 254\.6 at the start, luck \+\d+\.\d, choices -\d+\.\d: expected score \d+\.\d now$/,
    );
    assert.match(titles ?? '', /^round +dice +played +best +luck +loss +lost so far$/);
    // 265.1 after this roll; 320.8 after the Yahtzee.
    assert.match(lines[0] ?? '', /^1 +1 1 6 6 6 +keep 6 6 6 \(with advice\) +\+10\.5$/);
    assert.match(lines[1] ?? '', /^ +6 6 6 6 6 +Yahtzee +\+55\.7$/);
    assert.match(lines[2] ?? '', /^2 +1 2 3 4 5 +Ones +Large Straight +\+\d+\.\d +(-\d+\.\d) +\1$/);
    assert.match(
      lines.slice(3).join('\n'),
      /^\nThe worst:\n {2}round 2, 1 2 3 4 5: Ones \(-\d+\.\d\), best Large Straight\n$/,
    );
  });

  test('prints JSON, in which start, luck and loss make the score', async ({fivedice, write}) => {
    write({s: saved(TYPED, ...TURNS)});
    const {players, ...about} = JSON.parse((await fivedice('review', 's', '--json')).stdout);
    assert.equal(about, {rules: 'official', columns: 1, over: false, hinted: true, exact: true});
    const [{start, luck, loss, score, decisions, worst}] = players;
    assert.ok(Math.abs(start + luck - loss - score) < 1e-9);
    assert.equal(worst, [decisions[2]]);
  });

  test('refuses a file that is not there, and a game that is not possible', async ({fivedice, write}) => {
    write({s: formatGame({game: play(TYPED), actions: [UNDO]})});
    for (const [file, message] of [
      ['t', 't: no such file or folder'],
      ['s', 's holds no game: action 1: There is no placement to take back'],
    ] as const) {
      const {stdout, stderr, exitCode} = await fivedice('review', file);
      assert.equal([stdout, exitCode], ['', 2]);
      assert.ok(stderr.startsWith(`fivedice: ${message}`), stderr);
    }
  });

  test('takes the last game of the log, if there is one, where no file is named', async () => {
    await withPlace(async ({fivedice, write}) => {
      assert.equal(await fivedice('review'), {
        stdout: '',
        stderr: 'fivedice: no finished game yet: name a file of play --save\n',
        exitCode: 2,
      });
      write({
        '../.local/share/fivedice/games.jsonl': `${addToLog([], {game: play(TYPED, ...FULL), actions: FULL}, new Date(0))[0]?.text}\n`,
      });
      assert.match((await fivedice('review')).stdout, /^Eric: expected score 254\.6 at the start/);
    });
  });
});

usageOf('review', [
  ['a -- b', 'one saved game can be reviewed, not 2'],
  ['s --rules official', 'unknown flag "--rules"'],
]);
