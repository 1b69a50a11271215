import {existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setImmediate as nextTurn} from 'node:timers/promises';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {UnusableFile} from '../../src/system/file-errors.js';
import {formatOwner, lock, parseOwner, whileLocked} from '../../src/system/locks.js';
import {isRunning, type ProcessIdentity, thisProcess} from '../../src/system/processes.js';
import {NO_PROCESS, plantLock} from '../support/locks.js';
import {atTable, wholeGame} from '../support/play.js';
import {actionsIn, FLAGS} from '../support/saved-games.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

/** What is said of a lock that is in the way. */
async function refusalOf(path: string): Promise<string> {
  try {
    (await lock(path, 0)).release();
  } catch (error) {
    if (error instanceof UnusableFile) return error.message;
    throw error;
  }
  return 'it is locked';
}

suite('the owner of a lock', (test) => {
  test('is a process of a machine, in a name that says so', () => {
    const owner: ProcessIdentity = {pid: 123, start: '4567', machine: '326d781ef0000001'};
    assert.match(formatOwner(owner), /^fivedice-123-4567-326d781ef0000001-[\da-f]{8}$/);
    for (const one of [owner, {...owner, start: '', machine: ''}])
      assert.equal(parseOwner(formatOwner(one)), one);
    for (const other of [
      '',
      'eric@laptop.123',
      'fivedice-0-1-2-3',
      'fivedice--1-1-2-3',
      'x-fivedice-1-1-2-3',
    ])
      assert.is(parseOwner(other), null, other);
  });

  const own = thisProcess();
  const others: readonly (readonly [what: string, owner: ProcessIdentity, expected: boolean])[] = [
    ['this process runs', own, true],
    ['the first process runs, which may be of another user', {...own, pid: 1, start: ''}, true],
    ['no process does not', {...own, pid: NO_PROCESS}, false],
    ['one of another machine, or before the last boot, does not', {...own, machine: 'f00'}, false],
    // Where the system says more than the number.
    ...(own.start === ''
      ? []
      : [['one with our number, but another start, does not', {...own, start: '1'}, false] as const]),
  ];
  for (const [what, owner, expected] of others) test(what, () => assert.is(isRunning(owner), expected));
});

suite('a lock', (test) => {
  test('keeps others out until it is released, beside the file itself, by whatever path', () =>
    inTemporaryFolder(async (folder) => {
      const [file, link] = [join(folder, 'f'), join(folder, 'link')];
      symlinkSync('f', link);
      const {release} = await lock(link, 0);
      assert.equal(readdirSync(folder).sort(), ['f.lock', 'link']);
      for (const path of [file, link, join(folder, 'd/../f')]) {
        assert.is(
          await refusalOf(path),
          `${path}: another game is using it: process ${process.pid} has locked it by ${file}.lock`,
        );
      }
      release();
      assert.equal(readdirSync(folder), ['link']);
      assert.is(await refusalOf(file), 'it is locked');
      // Twice does no harm.
      const other = await lock(file, 0);
      release();
      assert.ok(existsSync(`${file}.lock`));
      other.release();
    }));

  test('is waited for', () =>
    inTemporaryFolder(async (folder) => {
      const file = join(folder, 'f');
      const {release} = await lock(file);
      const order: string[] = [];
      const second = whileLocked(file, () => order.push('second'));
      await nextTurn();
      order.push('first');
      release();
      await second;
      assert.equal(order, ['first', 'second']);
      assert.equal(readdirSync(folder), []);
    }));

  test('whose owner has ended is stale, though it was made just now', () =>
    inTemporaryFolder(async (folder) => {
      plantLock(join(folder, 'f.lock'));
      assert.is(await refusalOf(join(folder, 'f')), 'it is locked');
      assert.equal(readdirSync(folder), []);
    }));

  test('whose owner is there is not stale, though it is a day old', () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, 'f.lock');
      plantLock(path, {});
      const yesterday = Date.now() / 1000 - 86_400;
      utimesSync(path, yesterday, yesterday);
      assert.match(await refusalOf(join(folder, 'f')), `process ${process.pid} has locked it`);
    }));

  const strange: readonly [what: string, make: (path: string) => unknown][] = [
    ['a folder of somebody', (path) => mkdirSync(join(path, 'mine'), {recursive: true})],
    ['a text', (path) => writeFileSync(path, 'eric')],
    ['a link to a file', (path) => symlinkSync('/etc/passwd', path)],
    ['a pipe', (path) => execa('mkfifo', [path])],
  ];
  for (const [what, make] of strange) {
    test(`that is ${what} is never taken, and it is said what to do`, () =>
      inTemporaryFolder(async (folder) => {
        const file = join(folder, 'f');
        await make(`${file}.lock`);
        assert.is(
          await refusalOf(file),
          `${file}: it is locked by ${file}.lock, which does not say by whom: if no game is using it, remove that`,
        );
        assert.equal(readdirSync(folder), ['f.lock']);
      }));
  }

  test('that cannot be made names the file and itself', () =>
    inTemporaryFolder(async (folder) => {
      const file = join(folder, 'no/f');
      assert.is(await refusalOf(file), `${file} cannot be locked: ${file}.lock: no such file or folder`);
    }));
});

suite('a second game in the same file', (test) => {
  test(
    'is refused while the first one runs, by any path, and harms it not',
    atTable(async ({open, play, folder, read}) => {
      const first = await open(...FLAGS, '--save', 's');
      await first.types('');
      const pid = parseOwner(readdirSync(join(folder, 's.lock')).join())?.pid;
      symlinkSync('s', join(folder, 'link'));
      mkdirSync(join(folder, 'd'));
      for (const path of ['s', './s', 'd/../s', join(folder, 's'), 'link']) {
        const second = await play(['--save', path], '1 2\n');
        const said = `fivedice: ${path}: another game is using it: process ${pid} has locked it by ${folder}/s.lock\n`;
        assert.equal([second.stdout, second.stderr, second.exitCode], ['', said, 2]);
      }
      await first.types('3');
      assert.equal(actionsIn(read('s')), [{action: 'roll'}, {action: 'reroll', numbers: [3]}]);
      assert.is((await first.closes()).exitCode, 0);
      assert.is((await play(['--save', 's'])).exitCode, 0);
    }),
  );

  test(
    'goes on at once with what a killed one left',
    atTable(async ({open, play, folder}) => {
      const first = await open(...FLAGS, '--save', 's');
      await first.types('');
      await first.kill();
      assert.ok(existsSync(join(folder, 's.lock')));
      const {stdout, exitCode} = await play(['--save', 's']);
      assert.match(stdout, '\n\nAnn, roll 1 of 3: ');
      assert.is(exitCode, 0);
      assert.not.ok(existsSync(join(folder, 's.lock')));
    }),
  );
});

suite('a lock on the hall of fame', (test) => {
  test(
    'makes the end of a game wait, and no other line is lost',
    atTable(async ({folder, open, write, read}) => {
      write('h', '5,Cy\n');
      const playing = await open('--players', 'Ann', '--scores', 'h');
      const lines = wholeGame(1).split('\n').slice(0, -1);
      for (const line of lines.slice(0, -1)) await playing.types(line);
      plantLock(join(folder, 'h.lock'), {});
      const over = playing.types(lines.at(-1) ?? '');
      // The other game enters its own, and unlocks.
      write('h', '6,Dee\n5,Cy\n');
      rmSync(join(folder, 'h.lock'), {recursive: true});
      assert.match(await over, ' points take place 1 ');
      assert.is((await playing.closes()).exitCode, 0);
      assert.match(read('h'), /^\d+,Ann\n6,Dee\n5,Cy\n$/);
    }),
  );
});
