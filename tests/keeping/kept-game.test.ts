/* The file of the game that is kept by itself: where it is, and how a game in it is set aside. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {newGame} from '../../src/game/game.js';
import {formatGame} from '../../src/keeping/saved-game.js';
import {openSavedGame} from '../../src/keeping/saved-game-file.js';
import {userFile} from '../../src/keeping/user-files.js';
import {UnusableFile} from '../../src/system/file-errors.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const GAME = {
  game: newGame({players: ['Ann'], rules: 'official', columns: 1, dice: {seed: 7}}),
  actions: [{action: 'roll'}],
} as const;
const TEXT = formatGame(GAME);

/** With a kept game in a folder, opened. */
const withKept =
  (
    use: (path: string, file: Awaited<ReturnType<typeof openSavedGame>>, folder: string) => void,
  ): (() => Promise<void>) =>
  () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, 'game.json');
      writeFileSync(path, TEXT);
      const file = await openSavedGame(path);
      try {
        use(path, file, folder);
      } finally {
        file.close();
      }
    });

suite('a game that is set aside', (test) => {
  test(
    'has the first name that is free, and nothing else is touched',
    withKept((path, file, folder) => {
      writeFileSync(join(folder, 'game-1.json'), 'mine');
      symlinkSync('nowhere', join(folder, 'game-2.json'));
      mkdirSync(join(folder, 'game-3.json'));
      assert.is(file.setAside(), join(folder, 'game-4.json'));
      assert.is(readFileSync(join(folder, 'game-4.json'), 'utf8'), TEXT);
      assert.is(readFileSync(join(folder, 'game-1.json'), 'utf8'), 'mine');
      assert.is(readlinkSync(join(folder, 'game-2.json')), 'nowhere');
      assert.not.ok(existsSync(path));
    }),
  );

  test(
    'leaves its file to a new one',
    withKept((path, file, folder) => {
      file.setAside();
      file.save({...GAME, actions: []});
      assert.is(readFileSync(path, 'utf8'), formatGame({...GAME, actions: []}));
      file.remove();
      assert.equal(readdirSync(folder).sort(), ['game-1.json', 'game.json.lock']);
    }),
  );

  test(
    'stays where it is if another game has changed it',
    withKept((path, file) => {
      writeFileSync(path, 'changed');
      assert.throws(
        () => file.setAside(),
        (error: unknown) =>
          error instanceof UnusableFile && /another game has changed it/.test(error.message),
      );
      assert.is(readFileSync(path, 'utf8'), 'changed');
    }),
  );
});

suite('a file of the user', (test) => {
  test('is where the variable says, or else in the home folder', () => {
    const before = {...process.env};
    try {
      for (const [state, home, path] of [
        ['/s', '/h', '/s/fivedice/f'],
        ['', '/h', '/h/.local/state/fivedice/f'],
        ['relative', '/h', '/h/.local/state/fivedice/f'],
        ['/s', '', '/s/fivedice/f'],
      ] as const) {
        Object.assign(process.env, {XDG_STATE_HOME: state, HOME: home});
        assert.is(userFile('state', 'f'), path);
      }
      Object.assign(process.env, {XDG_STATE_HOME: '', HOME: ''});
      assert.throws(() => userFile('state', 'f'), /the home folder: there is none/);
    } finally {
      for (const name of ['XDG_STATE_HOME', 'HOME']) {
        const value = before[name];
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });
});
