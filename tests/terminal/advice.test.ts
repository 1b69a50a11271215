/* Advice and computers in a whole game, with the real solver: line by line, and on the full screen. */
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import * as assert from 'uvu/assert';
import {type Action, newGame} from '../../src/game/game.js';
import type {Setup} from '../../src/game/setup.js';
import {formatGame} from '../../src/storage/saved-game.js';
import {FIVEDICE} from '../support/command.js';
import {suiteAtTable, wholeGame} from '../support/play.js';
import {onScreen} from '../support/screen.js';
import {suite} from '../support/suite.js';
import {place, ROLL} from '../support/typed-games.js';

const play = (folder: string, flags: string): string => `cd '${folder}'; '${FIVEDICE}' play ${flags}`;

suite('a game without advice', (test) => {
  test('starts without the solver', () => {
    const bundle = readFileSync(join(dirname(FIVEDICE), 'terminal/play.js'), 'utf8');
    // esbuild writes the path of each module above its code.
    assert.match(bundle, '// src/terminal/play.ts');
    assert.not.match(bundle, '// src/solver/');
  });
});

suiteAtTable('a game with advice', (test) => {
  test('stays out of the hall of fame', async ({play: plays}) => {
    const flags = ['--players', 'Ann', '--seed', '7'];
    const {stdout, stderr, exitCode} = await plays(flags, `\nadvice\n${wholeGame(1).slice(1)}`);
    assert.match(
      stdout,
      /^Keep 3 3: expected score 251\.4\.\nWhy: .+\n(?:.+\n)? {2}keep 3 3 +251\.4 +best$/m,
    );
    assert.match(stdout, /total score of \d+!\nGames with advice do not enter the hall of fame\.\n$/);
    assert.equal([stderr, exitCode], ['', 0]);
  });
});

suiteAtTable.needs('script')('advice on the full screen', (test) => {
  test('is asked for once, stays on, is taken by a key, and is kept', async ({folder, env, read}) => {
    await onScreen(play(folder, '--players Ann --seed 7 --no-motion'), {env}, async ({shows, types}) => {
      await shows("Ann's turn!");
      types(' ');
      await shows('Select the dice');
      types('a');
      await shows('Keep 3 3: expected score 251.4.');
      await shows('◆3 best');
      types('c');
      await shows(/^keep 3 3 {13}251\.4 {3}best/m);
      types('c');
      await shows('[t] keep 3 3, roll the rest');
      types('t');
      await shows(/1 roll left.*expected score/s);
      types('q');
      await shows('The game is kept');
    });
    const {actions} = JSON.parse(read('.local/share/fivedice/game.json'));
    assert.equal(actions, [ROLL, {action: 'hint'}, {action: 'reroll', numbers: [1, 2, 5]}]);
  });
});

suiteAtTable.needs('script')('a computer at the table', (test) => {
  test('plays its turn while a person follows, and goes on sooner with any key', async ({folder, env}) => {
    const line = play(folder, '--players Ann --seed 7 --computer expert');
    await onScreen(line, {env}, async ({shows, showed, types}) => {
      await shows("Ann's turn!");
      types(' x');
      await shows('Select the dice');
      types('\r');
      await showed('Expert plays.');
      types('u');
      await shows('Select the dice');
      types('\r');
      await showed('Expert rolls the dice.');
      types('x');
      await shows(/Expert scores \d+\s+in .*^Ann's turn!/ms);
      types('q');
    });
  });

  const SETUP: Setup = {
    players: ['Ann', 'Casual'],
    computers: [null, 'casual'],
    rules: 'official',
    columns: 1,
    dice: {seed: 7},
  };
  const ACTIONS: readonly Action[] = [ROLL, place('chance'), ROLL];
  test('goes on in the middle of its turn', async ({folder, env, read, write}) => {
    write({s: formatGame({game: newGame(SETUP), actions: ACTIONS})});
    await onScreen(play(folder, '--save s --lines'), {env}, async ({shows, types}) => {
      await shows(/^Casual scores \d+ in .*^Ann's turn\. Press Enter/ms);
      types('quit\r');
    });
    const {actions} = JSON.parse(read('s'));
    assert.is(actions.at(-1).action, 'place');
    assert.ok(actions.length > ACTIONS.length);
  });
});
