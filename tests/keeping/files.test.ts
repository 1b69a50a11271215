/* What the world does to the files of the game: full disks, stale locks, other games, pipes, readers that leave. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {AS_USER, FIVEDICE} from '../support/command.js';
import {ageLock, atTable, program, type Table, wholeGame} from '../support/play.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

/** Runs a line of bash at the table, in which `play` plays. */
function bash({folder, env}: Table, line: string) {
  return execa('bash', ['-c', `play() { '${FIVEDICE}' play "$@"; }; ${line}`], {
    ...AS_USER,
    cwd: folder,
    env,
    reject: false,
    timeout: 60_000,
  });
}

const FLAGS = ['--players', 'Ann', '--seed', '7'] as const;

suite('a disk that is full half-way', (test) => {
  test(
    'leaves the saved game whole, and the game says that it is not saved',
    atTable(async (table) => {
      const {play, read, write} = table;
      // Each turn is about 150 bytes of the saved game, and a file may have 1 KiB: as if the disk were full then.
      const turns = ['1', '2', '3', '4', '5', '6', '9', '10', '11', '12'].map(
        (row) => `\nkeep all\nkeep all\n${row}\n`,
      );
      await play([...FLAGS, '--save', 's'], turns.slice(0, 4).join(''));
      const before = read('s');
      write('input', turns.slice(4).join(''));
      // Linux may end the program at the second try, which is as hard on the file.
      const {stderr} = await bash(table, 'ulimit -f 1; play --save s < input');
      assert.match(stderr, /^fivedice: s: file too large: the game goes on, but is not saved\n/);
      const after = read('s');
      assert.ok(before.length < after.length && after.length <= 1024);
      // What is there is a game, some answers older.
      assert.match((await play(['--save', 's'])).stdout, 'The game in s goes on.');
    }),
  );
});

suite('a stale lock', (test) => {
  test('that ten games meet at once loses none of their scores', () =>
    inTemporaryFolder(async (folder) => {
      const enter = await program(
        folder,
        `import {enterScores} from '#/terminal/scores.js';
         process.stdin.once('data', () => {
           process.stdin.destroy();
           enterScores(process.argv[2] ?? '', [{score: Number(process.argv[3]), name: 'x'}]);
         });
         process.stdout.write('ready');`,
      );
      for (let round = 0; round < 5; round += 1) {
        const path = join(folder, `h${round}`);
        mkdirSync(`${path}.lock`);
        ageLock(path, 60);
        const games = Array.from({length: 10}, (_, score) =>
          spawn(process.execPath, [enter, path, `${score}`], {
            stdio: ['pipe', 'pipe', 'inherit'],
            env: AS_USER.env,
          }),
        );
        await Promise.all(games.map((game) => once(game.stdout, 'data')));
        const ended = games.map((game) => once(game, 'close'));
        for (const game of games) game.stdin.write('\n');
        assert.equal(
          (await Promise.all(ended)).map(([code]) => code),
          games.map(() => 0),
        );
        assert.is(readFileSync(path, 'utf8'), '9,x\n8,x\n7,x\n6,x\n5,x\n4,x\n3,x\n2,x\n1,x\n0,x\n');
        assert.not.ok(existsSync(`${path}.lock`));
      }
    }));

  test(
    'of the future is stale too: the clock was set back',
    atTable(async ({folder, play, read}) => {
      mkdirSync(join(folder, 's.lock'));
      ageLock(join(folder, 's'), -3600);
      assert.is((await play([...FLAGS, '--save', 's'])).exitCode, 0);
      assert.match(read('s'), '"seed":7');
    }),
  );
});

suite('what is no plain file', (test) => {
  for (const flag of ['--save', '--scores']) {
    test(
      `is refused as ${flag}, and never opened`,
      atTable(async (table) => {
        const {folder, play} = table;
        await bash(table, 'mkfifo pipe');
        mkdirSync(join(folder, 'folder'));
        for (const path of ['pipe', 'folder', '/dev/full']) {
          const {stdout, stderr, exitCode} = await play([...FLAGS, flag, path]);
          assert.equal([stdout, stderr, exitCode], ['', `fivedice: ${path}: it is not a plain file\n`, 2]);
        }
        assert.equal(readdirSync(folder).sort(), ['folder', 'pipe']);
      }),
    );
  }

  test(
    'of scores, but of something else, is refused and stays as it was',
    atTable(async ({play, read, write}) => {
      write('list', 'milk\neggs\n');
      const {stderr, exitCode} = await play([...FLAGS, '--scores', 'list'], wholeGame(1));
      assert.match(stderr, /^fivedice: list: no line of it is "score,name"/);
      assert.is(exitCode, 2);
      assert.is(read('list'), 'milk\neggs\n');
    }),
  );

  test(
    'cannot be both: the game and the scores',
    atTable(async ({folder, play}) => {
      writeFileSync(join(folder, 'f'), '');
      symlinkSync('f', join(folder, 'link'));
      for (const [save, scores] of [
        ['both', './both'],
        ['f', 'link'],
      ]) {
        const {stderr, exitCode} = await play([...FLAGS, '--save', save ?? '', '--scores', scores ?? '']);
        assert.ok(/name the same file|is no saved game/.test(stderr), stderr);
        assert.is(exitCode, 2);
      }
    }),
  );
});

suite('another game', (test) => {
  test(
    'that changed the file is never written over, not even at once after a sleep',
    atTable(async ({folder, open, read, write}) => {
      const playing = await open(...FLAGS, '--save', 's');
      await playing.types('');
      const other = read('s').replace(
        '{"action":"roll"}',
        '{"action":"roll"},\n    {"action":"reroll","numbers":[1]}',
      );
      write('s', other);
      await playing.types('score');
      await playing.types('chance');
      const {stdout, stderr, exitCode} = await playing.closes();
      assert.is(read('s'), other);
      assert.is(stderr, 'fivedice: s: another game has changed it: the game goes on, but is not saved\n');
      assert.match(stdout, /Nothing is saved/);
      assert.is(exitCode, 1);
      assert.equal(
        readdirSync(folder).filter((name) => name !== '.local'),
        ['s'],
      );
    }),
  );

  test(
    'that ended through a link is over for the file itself too',
    atTable(async ({folder, play, read}) => {
      mkdirSync(join(folder, 'real'));
      symlinkSync('real/s', join(folder, 'link'));
      writeFileSync(join(folder, 'real/s'), '');
      await play([...FLAGS, '--save', 'real/t', '--scores', 'h']);
      writeFileSync(join(folder, 'real/s'), readFileSync(join(folder, 'real/t')));
      const {exitCode} = await play(['--save', 'link', '--scores', 'h'], wholeGame(1));
      assert.is(exitCode, 0);
      assert.equal(readdirSync(join(folder, 'real')), ['t']);
      assert.is(read('h').split('\n').length, 2);
    }),
  );

  test(
    'that was over when it was killed enters the hall of fame once',
    atTable(async ({folder, play, open, read, write}) => {
      const playing = await open(...FLAGS, '--save', 's', '--scores', 'h');
      const lines = wholeGame(1).split('\n').slice(0, -1);
      for (const line of lines.slice(0, -1)) await playing.types(line);
      const beforeLast = read('s');
      await playing.types(lines.at(-1) ?? '');
      await playing.closes();
      const hall = read('h');
      assert.is(hall.split('\n').length, 2);
      // As a kill between the hall of fame and the file would leave it.
      const last = beforeLast.replace(
        /\n {2}\]\n/,
        ',\n    {"action":"place","column":1,"category":"chance"}\n  ]\n',
      );
      write('s', last);
      const {stdout, exitCode} = await play(['--save', 's', '--scores', 'h']);
      assert.match(stdout, /\nCongratulations, Ann, you finish with a total score of \d+!\n$/);
      assert.is(exitCode, 0);
      assert.is(read('h'), hall);
      assert.not.ok(existsSync(join(folder, 's')));
    }),
  );
});

suite('a reader that goes away', (test) => {
  test(
    'ends the game: nobody plays on without seeing, and no score is entered',
    atTable(async (table) => {
      const {folder, write} = table;
      write('input', wholeGame(1));
      const {stderr} = await bash(
        table,
        `{ cat input; sleep 3; } | play ${FLAGS.join(' ')} --scores h | head -n 3`,
      );
      assert.is(stderr, '');
      assert.not.ok(existsSync(join(folder, 'h')));
    }),
  );
});

suite('a line that is too long', (test) => {
  test(
    'is refused, whatever its start would mean',
    atTable(async ({play}) => {
      const {stdout} = await play(FLAGS, `\n2 4${' '.repeat(1200)}5\n`);
      assert.match(stdout, /means nothing here/);
      assert.not.match(stdout, /roll 2 of 3/);
    }),
  );
});
