/* Saved games as text: what reads and writes them runs in a browser, and knows no other rules of a setup than a game. */
import {join} from 'node:path';
import {build} from 'esbuild';
import * as assert from 'uvu/assert';
import {parseSetup} from '../../src/game/setup.js';
import {formatGame, parseGame} from '../../src/keeping/saved-game.js';
import {suite} from '../support/suite.js';
import {NAMES, play, ROLL, roll, SEEDED, TYPED} from '../support/typed-games.js';

const SAVE = join(import.meta.dirname, '../../src/keeping/saved-game.ts');

suite('the text of a saved game', (test) => {
  test('is read and written by what runs in a browser, without any package: rules and game', async () => {
    const {metafile, warnings} = await build({
      entryPoints: [SAVE],
      bundle: true,
      platform: 'browser',
      format: 'esm',
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    assert.equal(warnings, []);
    const others = Object.keys(metafile.inputs).filter((path) => !path.endsWith('/saved-game.ts'));
    const rooms = others.map((path) => /(?:^|\/)(src\/\w+|node_modules\/[^/]+)\//.exec(path)?.[1]);
    assert.equal([...new Set(rooms)].sort(), ['src/game', 'src/rules']);
  });

  const wrong: readonly unknown[] = [
    null,
    5,
    [],
    {},
    {...SEEDED, players: []},
    {...SEEDED, players: 'Eric'},
    {...SEEDED, players: [...NAMES, 'Jerry']},
    {...SEEDED, players: ['Eric', 'ERIC']},
    {...SEEDED, players: ['Eric', 5]},
    {...SEEDED, players: ['A\ud800']},
    {...SEEDED, rules: 'house'},
    {...SEEDED, columns: '1'},
    {...SEEDED, dice: {seed: -1}},
    {...SEEDED, dice: {seed: 1, more: 1}},
    {...SEEDED, more: 1},
  ];
  for (const setup of wrong) {
    test(`is refused with the words of any game for the setup ${JSON.stringify(setup)}`, () => {
      const parsed = parseSetup(setup);
      assert.ok('problem' in parsed);
      assert.equal(parseGame(JSON.stringify({fivedice: 'game', version: 1, setup, actions: []})), parsed);
    });
  }

  test('without a setup is refused', () => {
    assert.equal(parseGame('{"fivedice": "game", "version": 1, "actions": []}'), {
      problem: 'setup is undefined, not an object',
    });
  });

  for (const [setup, action] of [
    [TYPED, roll('12345')],
    [SEEDED, ROLL],
  ] as const) {
    test(`is read as it was written: ${JSON.stringify(setup)}`, () => {
      const played = {game: play(setup, action), actions: [action]};
      assert.equal(parseGame(formatGame(played)), played);
    });
  }
});
