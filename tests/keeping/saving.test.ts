/* `--save`: what is in the file while a game is played, and what happens when it cannot be written. */
import {existsSync, mkdirSync, readdirSync, rmdirSync, unlinkSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import type {Action} from '../../src/game/game.js';
import {AS_USER, FIVEDICE, PATIENCE} from '../support/command.js';
import {atTable, type Table, wholeGame} from '../support/play.js';
import type {Ended} from '../support/program.js';
import {actionsIn, DONE, FLAGS, LINES, NOT_SAVED, SAVED} from '../support/saved-games.js';
import {suite} from '../support/suite.js';

const ALONE = ['--players', 'Ann', '--seed', '7'];

/** The folder of the scores is there when the game begins, and gone when it is over. */
const UNENTERED = [...FLAGS, '--save', 's', '--scores', 'd/h'];
const endsUnentered = async (open: Table['open'], folder: string): Promise<Ended> => {
  mkdirSync(join(folder, 'd'));
  const playing = await open(...UNENTERED);
  await playing.shows();
  rmdirSync(join(folder, 'd'));
  for (const line of wholeGame(2).split('\n').slice(0, -1)) await playing.types(line);
  return playing.closes();
};

suite('--save', (test) => {
  test(
    'holds the game after each action, before it is shown',
    atTable(async ({open, read, folder}) => {
      const playing = await open(...FLAGS, '--save', 's');
      await playing.shows();
      const setup = {players: ['Ann', 'Bob'], rules: 'cs106a', columns: 1, dice: {seed: 7}};
      const {checksum, ...saved} = JSON.parse(read('s'));
      assert.equal(saved, {fivedice: 'game', version: 1, setup, mark: 'seeded', actions: []});
      assert.match(checksum, /^[\da-f]{8}$/);
      const done: Action[] = [];
      for (const [index, line] of LINES.entries()) {
        await playing.types(line);
        const action = DONE[index] ?? null;
        if (action !== null) done.push(action);
        assert.equal(actionsIn(read('s')), done, line);
      }
      const {exitCode, stdout, stderr} = await playing.closes();
      assert.equal([stdout, stderr, exitCode], [`\n\n${SAVED}\n`, '', 0]);
      assert.equal(readdirSync(folder).sort(), ['.local', 's']);
    }),
  );

  test(
    'holds nothing before the players are known, and then begins at once',
    atTable(async ({open, folder, read}) => {
      const playing = await open('--save', 's', '--seed', '7');
      await playing.types('1');
      assert.ok(!existsSync(join(folder, 's')));
      await playing.types('Ann');
      assert.equal(JSON.parse(read('s')).setup.players, ['Ann']);
      assert.is((await playing.closes()).exitCode, 0);
    }),
  );

  test(
    'is gone when the game is over',
    atTable(async ({play, folder}) => {
      const {stdout, exitCode} = await play([...FLAGS, '--save', 's', '--scores', 'h'], wholeGame(2));
      assert.match(stdout, 'Congratulations');
      assert.is(exitCode, 0);
      assert.equal(readdirSync(folder), ['h-cs106a', 'h.dice']);
    }),
  );

  test(
    'is kept by a game that is over until its scores are entered, and then once',
    atTable(async ({open, play, folder, read}) => {
      assert.is((await endsUnentered(open, folder)).exitCode, 3);
      mkdirSync(join(folder, 'd'));
      const {stdout, exitCode} = await play(UNENTERED);
      assert.match(stdout, /The game in s goes on\.\n[\s\S]*\n 1 Ones [\s\S]* points take place 1 /);
      assert.is(exitCode, 0);
      assert.is(read('d/h-cs106a').split('\n').length, 3);
      assert.equal(readdirSync(folder), ['d']);
    }),
  );

  test(
    'of a game that is over is not entered again, if its scores are there already',
    atTable(async ({open, play, folder, read, write}) => {
      const {stderr} = await endsUnentered(open, folder);
      // Added by hand, or by the game itself before it was killed.
      const lines = stderr.slice(stderr.indexOf('\n') + 1);
      write('d/h-cs106a', `9999,Cy\n${lines}`);
      const {stdout, exitCode} = await play(UNENTERED);
      assert.not.match(stdout, 'take place');
      assert.is(exitCode, 0);
      assert.is(read('d/h-cs106a'), `9999,Cy\n${lines}`);
      assert.equal(readdirSync(folder), ['d']);
    }),
  );

  test(
    'that fails says so, lets the game go on, and is made up for',
    atTable(async ({open, folder, read}) => {
      const playing = await open(...FLAGS, '--save', 's');
      await playing.types('');
      unlinkSync(join(folder, 's'));
      mkdirSync(join(folder, 's'));
      assert.match(await playing.types('1 2'), '\nAnn, roll 2 of 3: ');
      rmdirSync(join(folder, 's'));
      assert.match(await playing.types('ones'), 'Ann scores');
      assert.is((actionsIn(read('s')) as unknown[]).length, 3);
      const {stdout, stderr, exitCode} = await playing.closes();
      assert.match(stderr, /^fivedice: (\/.+\/)?s: .*: the game goes on, but is not saved\n$/);
      assert.equal([stdout, exitCode], [`\n\n${SAVED}\n`, 0]);
    }),
  );

  test(
    'that fails to the end never says that it is saved',
    atTable(async ({open, folder}) => {
      const playing = await open(...FLAGS, '--save', 's');
      await playing.types('');
      unlinkSync(join(folder, 's'));
      mkdirSync(join(folder, 's'));
      await playing.types('1 2');
      assert.match(await playing.types('quit'), 'This game is not saved');
      const {stdout, exitCode} = await playing.closes();
      assert.equal([stdout, exitCode], [`\n\n${NOT_SAVED}\n`, 1]);
    }),
  );
});

suite('a disk that is full half-way', (test) => {
  test(
    'leaves the saved game whole, and the game says that it is not saved',
    atTable(async (table) => {
      const {play, read, write} = table;
      // Each turn is about 150 bytes of the saved game, and a file may have 1 KiB: as if the disk were full then.
      const turns = ['1', '2', '3', '4', '5', '6', '9', '10', '11', '12'].map(
        (row) => `\nkeep all\nkeep all\n${row}\n`,
      );
      await play([...ALONE, '--save', 's'], turns.slice(0, 4).join(''));
      const before = read('s');
      write('input', turns.slice(4).join(''));
      // Linux may end the program at the second try, which is as hard on the file.
      const {stderr} = await execa('bash', ['-c', `ulimit -f 1; '${FIVEDICE}' play --save s < input`], {
        ...AS_USER,
        cwd: table.folder,
        env: table.env,
        reject: false,
        timeout: PATIENCE,
      });
      assert.match(stderr, /^fivedice: s: file too large: the game goes on, but is not saved\n/);
      const after = read('s');
      assert.ok(before.length < after.length && after.length <= 1024);
      // What is there is a game, some answers older.
      assert.match((await play(['--save', 's'])).stdout, 'The game in s goes on.');
    }),
  );
});

suite('another game', (test) => {
  test(
    'that changed the file is never written over, not even at once after a sleep',
    atTable(async ({folder, open, read, write}) => {
      const playing = await open(...ALONE, '--save', 's');
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
});
