/* The file of the hall of fame: what is in it, where it may be, and that nothing of it is lost. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {AS_USER} from '../support/command.js';
import {BECOME_NOBODY} from '../support/nobody.js';
import {atTable, program, wholeGame} from '../support/play.js';
import {game, pointsOf, seeded} from '../support/seeded-games.js';
import {suite} from '../support/suite.js';

const [POINTS = 0] = pointsOf(7, 1);
const [ANN = 0, BOB = 0] = pointsOf(7, 2);

suite('a broken line', (test) => {
  const broken = Buffer.concat([
    Buffer.from('\ufeff# our games\r\n'),
    Buffer.from('5,Ann\n'),
    Buffer.from([0x33, 0x2c, 0xff, 0x00, 0x1b, 0x5b, 0x0a]),
    Buffer.from('\n  x  \nlast'),
  ]);

  test(
    'is reported with its file and number, and kept aside byte for byte when the file is written',
    atTable(async ({play, write, read, folder}) => {
      write('h', broken);
      const left = await play(game(7, 'Ann', '--scores', 'h'));
      const reports = left.stderr.split('\n');
      assert.is(reports.length, 5);
      for (const [index, number] of [1, 3, 5, 6].entries()) {
        assert.match(reports[index] ?? '', new RegExp(`^fivedice: h: line ${number} .*h\\.broken`));
      }
      assert.not.match(left.stderr, '\x1b');
      assert.equal(readFileSync(join(folder, 'h')), broken);
      assert.equal(readdirSync(folder), ['h']);

      const over = await play(game(7, 'Ann', '--scores', 'h'), wholeGame(1));
      assert.is(over.exitCode, 0);
      assert.is(over.stderr, left.stderr);
      assert.is(read('h'), `${seeded(POINTS, 'Ann')}5,Ann\n`);
      const kept = Buffer.concat([
        Buffer.from('\ufeff# our games\r\n'),
        Buffer.from([0x33, 0x2c, 0xff, 0x00, 0x1b, 0x5b, 0x0a]),
        Buffer.from('  x  \nlast\n'),
      ]);
      assert.equal(readFileSync(join(folder, 'h.broken')), kept);
      assert.equal(readdirSync(folder).sort(), ['h', 'h.broken', 'h.dice']);
      assert.is((await play(game(7, 'Ann', '--scores', 'h'))).stderr, '');
    }),
  );

  test(
    'stays where it is if it cannot be kept aside',
    atTable(async ({play, write, read, folder}) => {
      write('h', 'x\n5,Ann\n');
      mkdirSync(join(folder, 'h.broken'));
      const {stderr, exitCode} = await play(game(7, 'Ann', '--scores', 'h'), wholeGame(1));
      assert.is(exitCode, 3);
      assert.match(stderr, 'h.broken: it is a folder');
      assert.match(stderr, `\n${seeded(POINTS, 'Ann')}`);
      assert.is(read('h'), 'x\n5,Ann\n');
    }),
  );
});

suite('a file of scores', (test) => {
  test(
    'without any entry is none, and is not changed',
    atTable(async ({play, write, read, folder}) => {
      const letter = 'Dear diary,\ntoday 273,we played\n';
      write('h', letter);
      const {stdout, stderr, exitCode} = await play(game(7, 'Ann', '--scores', 'h'), wholeGame(1));
      assert.match(stderr, /^fivedice: h: no line of it is "score,name"/);
      assert.equal([stdout, exitCode], ['', 2]);
      assert.is(read('h'), letter);
      assert.equal(readdirSync(folder), ['h']);
    }),
  );

  test(
    'that may not be read, or not be written, is refused before the game',
    atTable(async ({folder, env, write, read}) => {
      for (const file of ['secret', 'read-only', 'closed/h']) write(file, '5,Cy\n');
      chmodSync(folder, 0o777);
      chmodSync(join(folder, 'secret'), 0o000);
      chmodSync(join(folder, 'read-only'), 0o444);
      chmodSync(join(folder, 'closed'), 0o555);
      const command = await program(
        folder,
        `import {main} from '#/terminal/play.js';
         ${BECOME_NOBODY}
         main(process.argv.slice(2)).then((status) => {
           process.exitCode = status;
         });`,
      );
      const before = readdirSync(folder).sort();
      for (const file of ['secret', 'read-only', 'closed/h', 'closed/new']) {
        const {stdout, stderr, exitCode} = await execa(
          process.execPath,
          [command, ...game(7, 'Ann', '--scores', file)],
          {...AS_USER, cwd: folder, env, reject: false, input: wholeGame(1)},
        );
        assert.equal([stdout, stderr, exitCode], ['', `fivedice: ${file}: permission denied\n`, 2]);
      }
      assert.equal(readdirSync(folder).sort(), before);
      chmodSync(join(folder, 'closed'), 0o755);
      assert.equal(readdirSync(join(folder, 'closed')), ['h']);
      for (const file of ['read-only', 'closed/h']) assert.is(read(file), '5,Cy\n');
      assert.is(statSync(join(folder, 'read-only')).mode & 0o777, 0o444);
    }),
  );

  test(
    'whose ledger is something else is refused before the game, and that is not changed',
    atTable(async ({folder, play, write, read}) => {
      write('h.dice', 'Dear diary\n');
      const refused = async (why: string): Promise<void> => {
        const {stdout, stderr, exitCode} = await play(game(7, 'Ann', '--scores', 'h'), wholeGame(1));
        assert.equal([stdout, stderr, exitCode], ['', `fivedice: ${join(folder, 'h.dice')}: ${why}\n`, 2]);
      };
      await refused('no line of it is of the dice that have counted, so it is not changed');
      assert.is(read('h.dice'), 'Dear diary\n');
      unlinkSync(join(folder, 'h.dice'));
      mkdirSync(join(folder, 'h.dice'));
      await refused('it is not a plain file');
    }),
  );

  const lost: readonly [what: string, happens: (path: string) => void, said: RegExp][] = [
    [
      'becomes a folder',
      (path) => {
        unlinkSync(path);
        mkdirSync(path);
      },
      /not a plain file/,
    ],
    [
      'loses its folder',
      (path) => rmSync(join(path, '..'), {recursive: true}),
      /no folder|no such file or folder/,
    ],
  ];
  for (const [what, happens, said] of lost) {
    test(
      `that ${what} during the game: the lines that are not entered are printed`,
      atTable(async ({folder, open, write}) => {
        write('d/h', '5,Cy\n');
        const playing = await open(...game(7, 'Ann,Bob', '--scores', 'd/h', '--save', 's'));
        await playing.shows();
        happens(join(folder, 'd/h'));
        for (const line of wholeGame(2).split('\n').slice(0, -1)) await playing.types(line);
        const {stderr, exitCode} = await playing.closes();
        assert.is(exitCode, 3);
        assert.match(stderr, said);
        const lines =
          ANN >= BOB ? [seeded(ANN, 'Ann'), seeded(BOB, 'Bob')] : [seeded(BOB, 'Bob'), seeded(ANN, 'Ann')];
        assert.ok(stderr.endsWith(`; not entered in d/h:\n${lines.join('')}`), stderr);
        // The game itself can still be told.
        assert.ok(existsSync(join(folder, 's')));
      }),
    );
  }

  test(
    'that nobody named cannot keep a game from being played',
    atTable(async ({folder, play, write}) => {
      write('.local', 'a file');
      const {stdout, stderr, exitCode} = await play(game(7, 'Ann'), wholeGame(1));
      assert.match(stderr, /^fivedice: no hall of fame: .*\.local.*\n$/);
      assert.match(stdout, 'No entries yet.');
      assert.is(exitCode, 0);
      assert.equal(readdirSync(folder), ['.local']);
    }),
  );
});
