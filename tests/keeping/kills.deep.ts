/* Games that are killed, or overtaken by others, before each call that they make to the file system. */
import {existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {newGame} from '../../src/game/game.js';
import {replaceFile} from '../../src/keeping/game-file.js';
import {dealSeed, enterGame} from '../../src/keeping/ledger-file.js';
import {formatGame} from '../../src/keeping/saved-game.js';
import {openSavedGame} from '../../src/keeping/saved-game-file.js';
import {enterScores} from '../../src/keeping/scores-file.js';
import {removeLeftovers} from '../../src/system/whole-file.js';
import {killedAtEachCall} from '../support/calls.js';
import {plantLock} from '../support/locks.js';
import {gameOver} from '../support/served.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const enter = async (path: string, score: number, name: string): Promise<void> => {
  await enterScores(path, [{score, name}]);
};

const namesIn = (folder: string): string[] => readdirSync(folder).sort();

/** The locks of this process become those of one that has ended: it plays the part of who was killed. */
function buryOwners(folder: string): void {
  for (const lock of namesIn(folder).filter((name) => name.endsWith('.lock'))) {
    rmSync(join(folder, lock), {recursive: true});
    plantLock(join(folder, lock));
  }
}

/** What games that were killed may have left, by what stands behind the file's name. */
const LEFT: readonly (readonly [what: string, locks: readonly string[]])[] = [
  ['no lock', []],
  ['a stale lock', ['.lock']],
];

suite('a kill before any call', (test) => {
  test('leaves the old text or the new one, whole; what is left beside it is removed later', () =>
    inTemporaryFolder(async (folder) => {
      const file = join(folder, 'file');
      const [old, next] = ['o'.repeat(1000), 'n'.repeat(1000)];
      const found: string[] = [];
      const killed = await killedAtEachCall(
        () => writeFileSync(file, old),
        () => replaceFile(file, next),
        () => {
          const text = readFileSync(file, 'utf8');
          assert.ok(text === old || text === next, `${text.length} bytes`);
          found.push(`${text[0]}${namesIn(folder).length - 1}`);
          removeLeftovers(file);
          assert.equal(namesIn(folder), ['file']);
        },
      );
      assert.is(
        killed.join(' '),
        'openSync writeFileSync fchownSync fchmodSync fsyncSync closeSync renameSync',
      );
      // Before each of these: the old text, soon with half or all of the new one beside it; then the new one alone.
      assert.is(found.join(' '), 'o0 o1 o1 o1 o1 o1 o1 n0');
    }));

  for (const [what, locks] of LEFT) {
    test(`of a game that finds ${what} leaves the hall of fame whole, loses no broken line, and is made up for`, () =>
      inTemporaryFolder(async (folder) => {
        const hall = join(folder, 'h');
        const found = new Set<string>();
        const killed = await killedAtEachCall(
          () => {
            for (const name of namesIn(folder)) rmSync(join(folder, name));
            writeFileSync(hall, 'not a score\n5,Ann\n');
            for (const lock of locks) plantLock(`${hall}${lock}`);
          },
          () => enter(hall, 7, 'Bob'),
          async () => {
            const text = readFileSync(hall, 'utf8');
            found.add(text);
            const aside = existsSync(`${hall}.broken`) ? readFileSync(`${hall}.broken`, 'utf8') : '';
            assert.ok(`${text}${aside}`.includes('not a score\n'), text);
            buryOwners(folder);
            // The next game: it has to wait for nobody, and leaves nothing behind.
            await enterScores(hall, [{score: 7, name: 'Bob'}], true);
            assert.is(readFileSync(hall, 'utf8'), '7,Bob\n5,Ann\n');
            assert.equal(namesIn(folder), ['h', 'h.broken']);
          },
        );
        assert.equal([...found], ['not a score\n5,Ann\n', '7,Bob\n5,Ann\n']);
        assert.ok(killed.length > 12, killed.join(' '));
      }));
  }

  test('of a game that enters lets it enter again, unmarked and once', () =>
    inTemporaryFolder(async (folder) => {
      const hall = join(folder, 'h');
      let game = gameOver(0);
      const killed = await killedAtEachCall(
        async () => {
          for (const name of namesIn(folder)) rmSync(join(folder, name));
          game = gameOver(await dealSeed(hall));
        },
        async () => {
          await enterGame(hall, game);
        },
        async () => {
          buryOwners(folder);
          await enterGame(hall, game);
          assert.match(readFileSync(hall, 'utf8'), /^\d+,Ann\n$/);
          assert.equal(namesIn(folder), ['h', 'h.dice']);
        },
      );
      assert.ok(killed.length > 12, killed.join(' '));
    }));

  test('of a game that is saved leaves a file that goes on, or none', () =>
    inTemporaryFolder(async (folder) => {
      const file = join(folder, 's');
      const game = newGame({players: ['Ann'], rules: 'official', columns: 1, dice: {seed: 7}});
      const found: string[] = [];
      await killedAtEachCall(
        () => plantLock(`${file}.lock`),
        async () => {
          const {save, close} = await openSavedGame(file);
          save({game, actions: []});
          close();
        },
        async () => {
          buryOwners(folder);
          const {found: saved, close} = await openSavedGame(file);
          close();
          found.push(saved === null ? '-' : formatGame(saved));
          for (const name of namesIn(folder)) rmSync(join(folder, name));
        },
      );
      assert.equal([...new Set(found)], ['-', formatGame({game, actions: []})]);
    }));
});
