/* Locks: whose they are, when they are stale, and what is said of one that is in the way. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import fs, {
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {setImmediate as nextTurn} from 'node:timers/promises';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {
  formatOwner,
  newOwner,
  type Owner,
  parseOwner,
  type Whereabouts,
  whereaboutsOf,
} from '../../src/keeping/lock-owner.js';
import {lock, whileLocked} from '../../src/keeping/locks.js';
import {UnusableFile} from '../../src/keeping/unusable-file.js';
import {AS_USER, FIVEDICE} from '../support/command.js';
import {NO_PROCESS, plantLock} from '../support/locks.js';
import {atTable, wholeGame} from '../support/play.js';
import {actionsIn, FLAGS, NOT_SAVED} from '../support/saved-games.js';
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
  test('is a process of a computer, in a text that names it', () => {
    const owner: Owner = {
      pid: 123,
      started: '4567',
      boot: '326d781e-0837-4eb3-b942-d8fd2ae830a7',
      namespace: '4026531836',
      nonce: '0a1b2c3d',
      host: 'eric:s laptop',
    };
    const text = 'fivedice:123:4567:326d781e-0837-4eb3-b942-d8fd2ae830a7:4026531836:0a1b2c3d:eric:s laptop';
    assert.is(formatOwner(owner), text);
    assert.equal(parseOwner(text), owner);
    const elsewhere: Owner = {...owner, started: '', boot: '', namespace: ''};
    assert.equal(parseOwner(formatOwner(elsewhere)), elsewhere);
    for (const other of [
      '',
      'eric@laptop.123:4567',
      `${text}\n${text}`,
      text.replace('123', '0'),
      text.replace('123', '-1'),
    ]) {
      assert.is(parseOwner(other), null, other);
    }
  });

  const own = newOwner();
  const others: readonly [what: string, owner: Owner, expected: Whereabouts][] = [
    ['this process', own, 'alive'],
    ['the first process, which may be of another user', {...own, pid: 1, started: ''}, 'alive'],
    ['no process', {...own, pid: NO_PROCESS}, 'dead'],
    ['a process on another computer', {...own, pid: NO_PROCESS, host: `not ${hostname()}`}, 'elsewhere'],
    ['a process on another computer that has our id', {...own, host: `not ${hostname()}`}, 'elsewhere'],
  ];
  // Where the system says more than the id.
  const onLinux: typeof others = [
    ['one with our id, but another start', {...own, started: '1'}, 'dead'],
    ['one with our id, before the last boot', {...own, boot: '0-0'}, 'dead'],
    ['one in another container', {...own, pid: NO_PROCESS, namespace: '1'}, 'elsewhere'],
    ['one of a system that does not say', {...own, pid: NO_PROCESS, boot: '', started: ''}, 'elsewhere'],
  ];
  for (const [what, owner, expected] of process.platform === 'linux' ? [...others, ...onLinux] : others) {
    test(`is ${expected} if it is ${what}`, () => assert.is(whereaboutsOf(owner), expected));
  }

  test('is dead when it has ended, though its parent does not look', async () => {
    // The child ends with its input. By then its parent is no shell any more, which would look.
    const parent = spawn('bash', ['-c', 'cat <&0 >&2 & echo $!; exec sleep 60'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    try {
      const pid = Number(String((await once(parent.stdout, 'data'))[0]));
      while (readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n') await nextTurn();
      parent.stdin.end();
      while (whereaboutsOf({...own, pid, started: startOf(pid)}) === 'alive') await nextTurn();
      // It is listed still.
      process.kill(pid, 0);
    } finally {
      parent.kill();
    }
  });
});

function startOf(pid: number): string {
  return /^\d+ \(.*\) (?:\S+ ){19}(\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '';
}

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
      assert.ok(lstatSync(`${file}.lock`).isSymbolicLink());
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

  test('is released when the work under it fails', () =>
    inTemporaryFolder(async (folder) => {
      const fails = whileLocked(join(folder, 'f'), () => {
        throw new Error('no');
      });
      assert.is(await fails.catch(({message}) => message), 'no');
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
      lutimesSync(path, yesterday, yesterday);
      assert.match(await refusalOf(join(folder, 'f')), `process ${process.pid} has locked it`);
    }));

  const elsewhere: readonly [what: string, owner: Partial<Owner>, said: string][] = [
    ['another computer', {pid: 123, host: 'ann\x1b[2Js'}, 'process 123 of the computer ann?[2Js'],
    ['another container', {pid: 123, namespace: '1'}, 'process 123 of another container'],
  ];
  for (const [what, owner, said] of elsewhere) {
    test(`of ${what} is never taken, and it is said what to do`, () =>
      inTemporaryFolder(async (folder) => {
        const file = join(folder, 'f');
        plantLock(`${file}.lock`, owner);
        assert.is(
          await refusalOf(file),
          `${file}: another game is using it: ${said} has locked it by ${file}.lock: if it has ended, remove that`,
        );
        assert.equal(readdirSync(folder), ['f.lock']);
      }));
  }

  const strange: readonly [what: string, make: (path: string) => unknown][] = [
    ['a folder, as older games made it', (path) => mkdirSync(path)],
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
      assert.is(await refusalOf(file), `${file} cannot be locked: ${file}.lock: no such file or directory`);
    }));

  test('is a file where there are no symbolic links, and is as good', () =>
    inTemporaryFolder(async (folder) => {
      const file = join(folder, 'f');
      const original = fs.symlinkSync;
      fs.symlinkSync = () => {
        throw Object.assign(new Error('EPERM: operation not permitted, symlink'), {code: 'EPERM'});
      };
      syncBuiltinESMExports();
      try {
        const {release} = await lock(file, 0);
        const text = readFileSync(`${file}.lock`, 'utf8');
        assert.is(parseOwner(text)?.pid, process.pid);
        assert.match(await refusalOf(file), `process ${process.pid} has locked it by ${file}.lock`);
        release();
        assert.equal(readdirSync(folder), []);
        writeFileSync(`${file}.lock`, formatOwner({...newOwner(), pid: NO_PROCESS}));
        assert.is(await refusalOf(file), 'it is locked');
        assert.equal(readdirSync(folder), []);
      } finally {
        fs.symlinkSync = original;
        syncBuiltinESMExports();
      }
    }));
});

suite('a second game in the same file', (test) => {
  test(
    'is refused while the first one runs, by any path, and harms it not',
    atTable(async ({open, play, folder, read}) => {
      const first = await open(...FLAGS, '--save', 's');
      await first.types('');
      const pid = parseOwner(readlinkSync(join(folder, 's.lock')))?.pid;
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
    'is refused before the file is there',
    atTable(async ({open, play}) => {
      const first = await open('--save', 's');
      await first.shows();
      const {stderr, exitCode} = await play([...FLAGS, '--save', 's']);
      assert.match(stderr, /^fivedice: s: another game is using it/);
      assert.is(exitCode, 2);
      await first.kill();
    }),
  );

  test(
    'goes on at once with what a killed one left',
    atTable(async ({open, play, folder}) => {
      const first = await open(...FLAGS, '--save', 's');
      await first.types('');
      await first.kill();
      assert.ok(lstatSync(join(folder, 's.lock')).isSymbolicLink());
      const {stdout, exitCode} = await play(['--save', 's']);
      assert.match(stdout, '\n\nAnn, roll 1 of 3: ');
      assert.is(exitCode, 0);
      assert.not.ok(existsSync(join(folder, 's.lock')));
    }),
  );

  test(
    'that somebody let in by removing the lock is not written over, and keeps its own lock',
    atTable(async ({open, folder, read}) => {
      const first = await open(...FLAGS, '--save', 's');
      await first.types('');
      rmSync(join(folder, 's.lock'));
      const second = await open('--save', 's');
      await second.types('1');
      await second.types('2');
      const three = read('s');
      await first.types('5');
      assert.is(read('s'), three);
      const {stderr, stdout, exitCode} = await first.closes();
      assert.is(stderr, 'fivedice: s: another game has changed it: the game goes on, but is not saved\n');
      assert.equal([stdout, exitCode], [`\n\n${NOT_SAVED}\n`, 1]);
      assert.ok(lstatSync(join(folder, 's.lock')).isSymbolicLink());
      assert.is((await second.closes()).exitCode, 0);
      assert.is(read('s'), three);
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
      rmSync(join(folder, 'h.lock'));
      assert.match(await over, ' points take place 1 ');
      assert.is((await playing.closes()).exitCode, 0);
      assert.match(read('h'), /^\d+,Ann\n6,Dee\n5,Cy\n$/);
    }),
  );

  test(
    'that waits for too long is named, and so are the scores, when the game is ended',
    atTable(async ({folder, env, write, read}) => {
      write('h', '5,Cy\n');
      plantLock(join(folder, 'h.lock'), {});
      const child = execa(FIVEDICE, ['play', '--players', 'Ann', '--scores', 'h'], {
        ...AS_USER,
        cwd: folder,
        env,
        input: wholeGame(1),
        reject: false,
      });
      let shown = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        shown += chunk;
      });
      while (!shown.includes('Congratulations')) await once(child.stdout, 'data');
      child.kill('SIGTERM');
      const {stderr, signal} = await child;
      const total = /total score of (\d+)!/.exec(shown)?.[1];
      assert.is(stderr, `fivedice: the game was ended from outside; not entered in h:\n${total},Ann\n`);
      assert.is(signal, 'SIGTERM');
      assert.is(read('h'), '5,Cy\n');
    }),
  );
});
