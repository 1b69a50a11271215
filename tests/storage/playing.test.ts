/* Files that outlive a game of `fivedice play`: played on a real terminal and through a pipe, closed, and continued. */
import {existsSync, mkdirSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {Lock} from '../../src/storage/lock.js';
import {FIVEDICE} from '../support/command.js';
import {suiteAtTable, type Table, wholeGame, withTable} from '../support/play.js';
import {onScreen, type Screen, withStatus} from '../support/screen.js';
import {gameText, pointsOf} from '../support/seeded-games.js';
import {suiteWith} from '../support/suite.js';
import {CTRL_C, type Seen} from '../support/terminal.js';

const FOLDER = '.local/share/fivedice';
const SAVE = `${FOLDER}/game.json`;
const LOG = `${FOLDER}/games.jsonl`;
const KEPT = 'The game is kept: fivedice play continues it.';
const ASKED = 'A game of Eric and Julie is kept, in round 1 of 13.';
const SETUP = '{"players":["Eric","Julie"],"rules":"cs106a","columns":1,"dice":{"seed":7,"known":true}}';
const ROLLED = `{"setup":${SETUP},"actions":[{"action":"roll"}]}\n`;
const ANN = gameText(7, {length: 0});
const REROLLED = ROLLED.replace(']}\n', ',{"action":"reroll","numbers":[2,4]}]}\n');

const play = (flags: string): string => `'${FIVEDICE}' play ${flags}`;
const statusOf = (flags: string): string => `trap : INT TERM HUP; ${withStatus(play(flags))}`;

interface AtTerminal extends Table {
  readonly sit: (line: string, person: (screen: Screen) => Promise<void>) => Promise<Seen>;
}

/** Suites at a terminal whose lines are long enough for every path. */
const suiteAtTerminal = suiteWith<AtTerminal>((use) =>
  withTable((table) => {
    const {folder, env} = table;
    const sit: AtTerminal['sit'] = (line, person) =>
      onScreen(`cd '${folder}'; ${line}`, {env, columns: 160, rows: 40}, person);
    return use({...table, sit});
  }),
);

suiteAtTerminal.needs('script')('a game on a terminal', (test) => {
  test('left by kill -9 goes on exactly there, whatever the flags are', async ({sit, folder, read}) => {
    await sit(statusOf('--players Eric,Julie --rules cs106a --seed 7 --no-motion'), async (screen) => {
      const {shows, types, pid} = screen;
      await shows("Eric's turn!");
      assert.not.ok(existsSync(join(folder, FOLDER)), 'nothing was done yet');
      types(' ');
      await shows('Select the dice');
      types('24');
      await shows('roll dice 2 and 4 again');
      assert.is(read(SAVE), ROLLED, 'selected dice are not saved');
      types(' ');
      await shows('1 roll left');
      process.kill(pid(), 'SIGKILL');
      await shows('status 137');
    });
    assert.is(read(SAVE), REROLLED);
    await sit(play('--players Ann --cheat --columns 2 --lines'), async ({shows, types}) => {
      await shows(ASKED);
      types('\r');
      await shows('roll 2 of 3');
      types('quit\r');
      await shows(KEPT);
    });
    assert.is(read(SAVE), REROLLED);
    assert.equal(readdirSync(join(folder, FOLDER)), ['game.json']);
  });

  test('that is over is logged and reviewed, and Enter plays again', async ({sit, folder, read, write}) => {
    const review = `'${FIVEDICE}' review`;
    write({s: ANN});
    await sit(`${play('--lines --save s')} && ${review}`, async ({shows, types}) => {
      await shows('Press Enter');
      types(wholeGame(1).replaceAll('\n', '\r'));
      await shows(`Congratulations, Ann: ${pointsOf(7, 1)[0]} points, place 1 in the hall of fame!`);
      await shows('Play again? (Enter; q leaves)');
      types('q\r');
      await shows(/^What each choice was worth: fivedice review$/m);
      await shows(/^The worst:/m);
    });
    assert.equal(readdirSync(join(folder, FOLDER)), ['games.jsonl']);
    assert.match(read(LOG), /^\{"totals":\[\d+\],"setup":\{.*"players":\["Ann"\],.*"date":"\d{4}-.*\]\}\n$/);
    await sit(play('--lines'), async ({shows, types}) => {
      await shows('Or press Enter: Ann again.');
      types('quit\r');
    });
  });

  test('that is undone at its end, or opened there, counts once', async ({sit, read, write, play: pipe}) => {
    const rest = wholeGame(1).split('\n').slice(0, -2).join('\n');
    write({s: ANN});
    await pipe(['--save', 's'], `${rest}\n`);
    let over = '';
    const {shown} = await sit(statusOf('--save s --no-motion'), async ({shows, types}) => {
      await shows('Select the dice');
      types('\r');
      await shows('Congratulations');
      over = read(LOG);
      types('u');
      await shows('Select the dice');
      assert.ok(read('s').includes('"undo"'));
      types('\r');
      await shows('Congratulations');
      types(CTRL_C);
      await shows('status 130');
    });
    const ended = read(LOG);
    assert.equal([ended.split('\n').length, ended === over], [2, false]);
    assert.not.match(shown, /The game is|not saved/);
    write({s: over});
    const {stdout, exitCode} = await pipe(['--save', 's']);
    assert.match(stdout, /Congratulations, Ann, you finish with a total score of \d+!\n$/);
    assert.equal([exitCode, read(LOG)], [0, ended]);
  });

  test('that could not be written is written at the next change', async ({sit, folder, read}) => {
    const save = join(folder, 's');
    const flags = '--players Eric,Julie --rules cs106a --seed 7 --no-motion';
    await sit(play(`${flags} --save s`), async ({shows, types}) => {
      await shows("Eric's turn!");
      types(' ');
      await shows('Select the dice');
      rmSync(save);
      mkdirSync(join(save, 'a folder'), {recursive: true});
      types('24 ');
      await shows('the game goes on, but is not saved');
      rmSync(save, {recursive: true});
      types('1');
      await shows('roll die 1 again');
      assert.is(read('s'), REROLLED);
      types('q');
    });
  });

  test('replaces a kept one that is declined, from its first roll on', async ({sit, read, write}) => {
    write({[SAVE]: ROLLED});
    await sit(play('--players Ann --no-motion'), async ({shows, types}) => {
      await shows(ASKED);
      await shows('type no to discard it');
      types('no\r');
      await shows("Ann's turn!");
      assert.is(read(SAVE), ROLLED);
      types(' ');
      await shows('Select the dice');
      assert.match(read(SAVE), '"Ann"');
      types('q');
    });
  });

  test('is played, but not kept, over half a game, which stays', async ({sit, read, write}) => {
    const half = ROLLED.slice(0, 99);
    write({[SAVE]: half});
    const {exitCode} = await sit(play('--lines --players Ann'), async ({shows, types}) => {
      await shows('fivedice: this game is not kept: ');
      await shows('game.json holds no game: not JSON');
      types('\r');
      await shows('roll 1 of 3');
      types('quit\rquit\r');
      await shows('it was not saved');
    });
    assert.equal([exitCode, read(SAVE)], [1, half]);
  });
});

suiteAtTerminal.needs('script')('a game in two windows', (test) => {
  test('is taken over as it is; the first window writes no more', async ({sit, folder, read, play: pipe}) => {
    const flags = '--save s --no-motion';
    await sit(play(`--players Eric,Julie --rules cs106a --seed 7 ${flags}`), async (first) => {
      await first.shows("Eric's turn!");
      first.types(' ');
      await first.shows('Select the dice');
      await sit(play(`--players Ada ${flags}`), async (other) => {
        await other.shows('Press Enter to play here');
        other.types('no\r');
        await other.shows('s is open in another window: the game goes on, but is not saved');
        other.types('q');
        await other.shows('Press q again');
        other.types('v');
        await other.shows(/^(?!.*q again).*Turn: 1/s);
        other.types('q');
        await other.shows('Press q again');
        other.types('q');
      });
      assert.is(read('s'), ROLLED, 'a new game replaces none that another window plays');
      await sit(play(flags), async (second) => {
        await second.shows('This game is open in another window. Press Enter to play here');
        assert.equal(await pipe(['--save', 's']), {
          stdout: '',
          stderr: 'fivedice: s is open in another window\n',
          exitCode: 2,
        });
        first.types('24 ');
        await first.shows('1 roll left');
        second.types('\r');
        await second.shows('1 roll left');
        first.types('24 ');
        await first.shows('This game goes on in another window: nothing is saved here any more.');
        assert.is(read('s'), REROLLED);
        second.types('1 ');
        await second.shows('Select a category');
        second.types('q');
      });
      const left = read('s');
      assert.not.equal(left, REROLLED);
      first.types('q');
      await first.shows('This game goes on in another window');
      assert.is(read('s'), left);
    });
    assert.equal(
      readdirSync(folder).sort(),
      ['.local', 's'].slice(existsSync(join(folder, '.local')) ? 0 : 1),
    );
  });

  test('goes to one of them; the lock of a killed process is void', async ({sit, folder, write}) => {
    write({s: ROLLED, 's.lock.7': '999999999 x'});
    await sit(play('--save s --no-motion'), async ({shows, types}) => {
      await shows('Select the dice');
      assert.equal(readdirSync(folder).sort(), ['s', 's.lock.8']);
      types('q');
    });
    assert.equal(readdirSync(folder), ['s']);
    const locks = [new Lock(join(folder, 's')), new Lock(join(folder, 's'))] as const;
    assert.equal(
      locks.map((lock) => lock.hold()),
      [true, false],
    );
    assert.is(locks[1].hold(true), true);
    assert.equal(
      locks.map((lock) => [lock.hold(), lock.isLost(), lock.isElsewhere()]),
      [
        [false, true, true],
        [true, false, false],
      ],
    );
    locks[1].release();
    assert.equal([locks[0].hold(), readdirSync(folder)], [false, ['s']]);
    // A lock that is being written, and one of a living process of root.
    for (const text of ['', '1 x']) {
      write({'s.lock.9': text});
      assert.is(new Lock(join(folder, 's')).hold(), false, text);
    }
  });
});

suiteAtTable('a game through a pipe', (test) => {
  test('is not kept, but counts; damaged lines are named and stay', async ({play: pipe, read, write}) => {
    write({[SAVE]: ROLLED, [LOG]: 'Dear diary\n{"setup"', s: ANN});
    const {stdout, stderr} = await pipe(['--save', 's'], wholeGame(1));
    assert.match(stdout, ' points, place 1 in the hall of fame!');
    assert.match(stderr, /^fivedice: .*games\.jsonl: skipped lines that hold no finished game: 1, 2\n$/);
    assert.match(read(LOG), /^Dear diary\n\{"setup"\n\{"totals":.*\}\n$/);
    assert.is(read(SAVE), ROLLED);
  });

  test('with the dice of a day counts once: then its dice are known', async ({play: pipe, fivedice}) => {
    const line = async (): Promise<string> =>
      (await pipe(['--daily', '--players', 'Ann'], wholeGame(1))).stdout.split('\n').at(-2) ?? '';
    const first = await line();
    assert.match(first, /^Fivedice \d{4}-\d\d-\d\d: \d+ \S+ \S+$/);
    assert.is(await line(), `${first} (dice known)`);
    assert.match((await fivedice('scores')).stdout, /\n 1\. \d+ Ann\n$/);
  });

  test('is saved in a file after each turn, until it is over', async ({play: pipe, read, write, folder}) => {
    await pipe(['--players', 'Eric,Julie', '--rules', 'cs106a', '--seed', '7', '--save', 's'], '\n');
    assert.is(read('s'), ROLLED);
    await pipe(['--save', 's', '--players', 'Ann'], wholeGame(2).slice(1));
    assert.equal(readdirSync(folder), ['.local']);
    write({s: 'Dear diary'});
    const {stderr, exitCode} = await pipe(['--save', 's']);
    assert.equal([stderr, exitCode, read('s')], ['fivedice: s holds no game: not JSON\n', 2, 'Dear diary']);
  });
});
