/* Saved games as text: what reads and writes them runs in a browser, and knows no other rules of a setup than a game. */
import {join} from 'node:path';
import {build} from 'esbuild';
import * as assert from 'uvu/assert';
import {formatGame, parseGame} from '../../src/keeping/saved-game.js';
import {suite} from '../support/suite.js';
import {play, ROLL, roll, SEEDED, TYPED} from '../support/typed-games.js';

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
