/* A game on a terminal is kept by itself: what is offered at the next start, and what happens where that cannot be. */
import {chmodSync, existsSync, mkdirSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {newGame, replay} from '../../src/game/game.js';
import {formatGame} from '../../src/keeping/saved-game.js';
import {FIVEDICE, OBEDIENT} from '../support/command.js';
import {atTable, type Table, wholeGame} from '../support/play.js';
import {actionsIn} from '../support/saved-games.js';
import {onScreen, type Screen, withStatus} from '../support/screen.js';
import {suite} from '../support/suite.js';
import {CTRL_C, CTRL_D, type Seen} from '../support/terminal.js';

const KEPT = 'The game is kept: fivedice play goes on with it.';
const OFFER = `\
A game of Eric and Julie is kept, in round 1 of 13.
Go on with it? Press Enter to go on, or type no for a new game; ? for help.
>`;
const TWO = '--players Eric,Julie --seed 7 --no-motion';

/** Where a game is kept, below the home folder. */
const FOLDER = '.local/state/fivedice';
const FILE = `${FOLDER}/game.json`;

const SETUP = {players: ['Eric', 'Julie'], rules: 'cs106a', columns: 1, dice: {seed: 7}} as const;
const ROLL = {action: 'roll'} as const;
/** A game after a roll, as it is kept. */
const ROLLED = formatGame({game: newGame(SETUP), actions: [ROLL]});

const play = (flags = ''): string => `'${FIVEDICE}' play --scores h ${flags}`;
/** The same, and then its exit status. */
const statusOf = (flags: string): string => `trap : INT TERM HUP; ${withStatus(play(flags))}`;

type Sit = (
  line: string,
  person: (screen: Screen) => Promise<void>,
  more?: NodeJS.ProcessEnv,
) => Promise<Seen>;

/** A test at a terminal, in a home of its own: one that breaks no line, however long the paths are. */
const atTerminal = (use: (sit: Sit, table: Table) => Promise<void>): (() => Promise<void>) =>
  atTable((table) => {
    const {folder, env} = table;
    const sit: Sit = (line, person, more = {}) =>
      onScreen(`cd '${folder}'; ${line}`, {env: {...env, ...more}, columns: 160, rows: 40}, person);
    return use(sit, table);
  });

suite.needs('script')('a game on a terminal', (test) => {
  const ways: readonly [what: string, flags: string, leave: (screen: Screen) => void, status: number][] = [
    ['q', '', ({types}) => types('q'), 0],
    ['Ctrl-C', '', ({types}) => types(CTRL_C), 130],
    ['Ctrl-D', '', ({types}) => types(CTRL_D), 0],
    ['SIGHUP', '', ({pid}) => process.kill(pid(), 'SIGHUP'), 129],
    ['kill -9', '', ({pid}) => process.kill(pid(), 'SIGKILL'), 137],
    ['quit, line by line,', '--lines', ({types}) => types('quit\r'), 0],
    ['Ctrl-C, line by line,', '--lines', ({types}) => types(CTRL_C), 130],
    ['kill -9, line by line,', '--lines', ({pid}) => process.kill(pid(), 'SIGKILL'), 137],
  ];
  for (const [what, flags, leave, status] of ways) {
    test(
      `left by ${what} is offered again, and goes on at the exact place`,
      atTerminal(async (sit, {folder, read}) => {
        let kept = '';
        await sit(statusOf(`${TWO} ${flags}`), async (screen) => {
          const {shows, types} = screen;
          await shows(flags === '' ? "Eric's turn!" : 'Press Enter to roll');
          types(flags === '' ? ' ' : '\r');
          await shows(flags === '' ? 'Select the dice' : 'roll 1 of 3');
          types(flags === '' ? '24 ' : '2 4\r');
          await shows(flags === '' ? '1 roll left' : 'roll 2 of 3');
          types(flags === '' ? '3' : '');
          await shows(flags === '' ? 'roll die 3 again' : '');
          kept = read(FILE);
          leave(screen);
          await shows(`status ${status}`);
          if (status !== 137) await shows(KEPT);
        });
        assert.equal(actionsIn(kept), [ROLL, {action: 'reroll', numbers: [2, 4]}]);
        const {exitCode} = await sit(play(`--no-motion ${flags}`), async ({shows, types}) => {
          await shows(OFFER);
          types('\r');
          await shows(flags === '' ? 'roll die 3 again' : 'roll 2 of 3');
          types(flags === '' ? 'q' : 'quit\r');
          await shows(KEPT);
        });
        assert.is(exitCode, 0);
        assert.is(read(FILE), kept);
        assert.equal(readdirSync(join(folder, FOLDER)), ['game.json']);
      }),
    );
  }

  test(
    'that is over is kept no longer, but for a review',
    atTerminal(async (sit, {folder}) => {
      const review = `'${FIVEDICE}' review`;
      await sit(`${play('--lines --players Ann --seed 7')} && ${review}`, async ({shows, types}) => {
        await shows('Press Enter');
        types('\r');
        await shows('roll 1 of 3');
        assert.ok(existsSync(join(folder, FILE)));
        types(wholeGame(1).slice(1).replaceAll('\n', '\r'));
        await shows(/^ Ann +\d+ .+\n+You .+; your choices cost \d+\./m);
        await shows('Play again? (Enter; q leaves)');
        types('q\r');
        await shows(/^What each choice was worth: fivedice review$/m);
        await shows(/^The worst:/m);
      });
      assert.equal(readdirSync(join(folder, FOLDER)), ['last-game.json']);
    }),
  );

  test(
    'that is over, but did not enter its scores, is offered to do so',
    atTerminal(async (sit, {write, read}) => {
      const turns = ['ones', 'twos', 'threes', 'fours', 'fives', 'sixes', 'three-of-a-kind', 'four-of-a-kind']
        .concat('full-house', 'small-straight', 'large-straight', 'yahtzee', 'chance')
        .flatMap((category) => [ROLL, {action: 'place', column: 1, category}]);
      const over = replay({...SETUP, players: ['Ann']}, turns as Parameters<typeof replay>[1]);
      if ('refusal' in over) throw new Error(over.refusal);
      write(FILE, formatGame({game: over, actions: turns as Parameters<typeof replay>[1]}));
      await sit(play(), async ({shows, types}) => {
        await shows('A game of Ann is kept, at its end.');
        types('\r');
        await shows('place 1');
        types('q\r');
      });
      assert.match(read('h-cs106a'), 'Ann');
      assert.not.ok(existsSync(FILE));
    }),
  );

  test(
    'is left alone by --save, and by whoever plays through a pipe',
    atTerminal(async (sit, {folder, read, write, play: pipe}) => {
      write(FILE, ROLLED);
      const {stdout} = await pipe(['--players', 'Ann'], '\n');
      assert.match(stdout, /^Welcome[\s\S]*Nothing is saved/);
      await sit(play('--players Ann --no-motion --save s'), async ({shows, types}) => {
        await shows("Ann's turn!");
        types(' q');
        await shows('The game is saved in s');
      });
      assert.is(read(FILE), ROLLED);
      assert.equal(readdirSync(join(folder, FOLDER)), ['game.json']);
    }),
  );
});

suite.needs('script')('a kept game', (test) => {
  test(
    'goes on with its own players, rules and dice, whatever the flags say of a new game',
    atTerminal(async (sit, {write}) => {
      write(FILE, ROLLED);
      await sit(play('--lines --players Ann --rules bonus --columns 2 --cheat'), async ({shows, types}) => {
        await shows(OFFER);
        types('Y\r');
        await shows('Rules: cs106a');
        await shows('The kept game goes on.');
        await shows('Eric, roll 1 of 3: ');
        types('quit\r');
      });
    }),
  );

  test(
    'that is declined is set aside, not lost: --save goes on with it',
    atTerminal(async (sit, {folder, write, read}) => {
      for (const number of [1, 2]) {
        const aside = join(folder, FOLDER, `game-${number}.json`);
        write(FILE, ROLLED);
        // Line by line it is said at once; on the screen it is the message until a key is pressed, and stands behind it.
        const flags = number === 1 ? '--lines --players Ann' : '--players Ann --no-motion';
        const {shown} = await sit(play(flags), async ({shows, types}) => {
          await shows(OFFER);
          types('no\r');
          if (number === 2) await shows('The game of Eric and Julie is set aside.');
          await shows(number === 1 ? 'Press Enter to roll' : '[Space]');
          types(number === 1 ? '\r' : ' ');
          await shows(/[Ss]elect the dice/);
          types(number === 1 ? 'quit\r' : 'q');
        });
        const said = `The game of Eric and Julie is set aside. This goes on with it:\r\nfivedice play --save ${aside}\r\n`;
        assert.is(shown.split(said).length, 2);
        assert.is(read(`${FOLDER}/game-${number}.json`), ROLLED);
        assert.equal(JSON.parse(read(FILE)).setup.players, ['Ann']);
      }
      await sit(play(`--lines --save ${FOLDER}/game-1.json`), async ({shows, types}) => {
        await shows('Eric, roll 1 of 3: ');
        types('quit\r');
      });
    }),
  );

  test(
    'is not touched by a second game at the same time, which says that it is not kept',
    atTerminal(async (sit, {read}) => {
      await sit(play(TWO), async (first) => {
        await first.shows("Eric's turn!");
        first.types(' ');
        await first.shows('Select the dice');
        const kept = read(FILE);
        await sit(play('--players Ann --no-motion'), async ({shows, types}) => {
          await shows('this game is not kept: ');
          types(' ');
          await shows('Select the dice');
          types('q');
          await shows('This game is not saved (--save FILE would). Press q once more to leave it.');
          types('q');
          await shows(/another game is using it: process \d+/);
          await shows('Nothing is saved');
        });
        assert.is(read(FILE), kept);
        first.types('q');
        await first.shows(KEPT);
      });
    }),
  );
});

suite.needs('script')('where a game cannot be kept', (test) => {
  interface Hostile {
    readonly what: string;
    readonly make?: (table: Table) => void;
    /** Of the folder, while the game is played. */
    readonly mode?: number;
    readonly env?: NodeJS.ProcessEnv;
    readonly said: string;
  }
  const hostile: readonly Hostile[] = [
    {
      what: 'the folder is a file',
      make: ({write}) => write(FOLDER, 'mine'),
      said: 'file already exists',
    },
    {
      what: 'the folder above it is a file',
      make: ({write}) => write('.local/state', 'mine'),
      said: 'not a directory',
    },
    {
      what: 'the folder may not be written to',
      mode: 0o500,
      said: 'permission denied',
    },
    {
      what: 'the folder may not be looked into',
      mode: 0o200,
      said: 'permission denied',
    },
    {
      what: 'it holds no game',
      make: ({write}) => write(FILE, 'Dear diary'),
      said: 'is no saved game: it is not JSON',
    },
    {what: 'it is empty', make: ({write}) => write(FILE, ''), said: 'is no saved game: it is not JSON'},
    {
      what: 'it is half a game',
      make: ({write}) => write(FILE, ROLLED.slice(0, 99)),
      said: 'is no saved game',
    },
    {
      what: 'it is of a later version',
      make: ({write}) => write(FILE, ROLLED.replace('"version": 1', '"version": 2')),
      said: 'version is 2, not 1',
    },
    {
      what: 'it is a folder',
      make: ({folder}) => mkdirSync(join(folder, FILE), {recursive: true}),
      said: 'it is not a plain file',
    },
    {
      what: 'somebody has locked it',
      make: ({write}) => write(`${FILE}.lock`, 'mine'),
      said: 'which does not say by whom',
    },
    {what: 'there is no home folder', env: {HOME: ''}, said: 'the home folder: there is none'},
    {
      what: '$XDG_STATE_HOME is a device',
      env: {XDG_STATE_HOME: '/dev/null'},
      said: 'not a directory',
    },
  ];
  for (const {what, make, mode, env = {}, said} of hostile) {
    test(
      `because ${what}, that is said, the game goes on, and nothing is changed`,
      atTerminal(async (sit, table) => {
        make?.(table);
        const closed = join(table.folder, FOLDER);
        if (mode !== undefined) mkdirSync(closed, {recursive: true});
        const seen = (): unknown => {
          const path = join(table.folder, '.local');
          return existsSync(path) ? readdirSync(path, {recursive: true}).sort() : null;
        };
        const before = [
          seen(),
          existsSync(join(table.folder, FILE)) && what !== 'it is a folder' ? table.read(FILE) : '',
        ];
        if (mode !== undefined) chmodSync(closed, mode);
        const line = `${OBEDIENT.join(' ')} ${play('--lines --players Ann --seed 7')}`;
        const {exitCode} = await sit(
          line,
          async ({shows, types}) => {
            await shows('Press Enter to roll');
            const lines = await shows('fivedice: this game is not kept: ');
            assert.match(lines.join(' '), said);
            types('\r');
            await shows('roll 1 of 3');
            types('quit\r');
            await shows('Type quit once more');
            types('quit\r');
          },
          env,
        );
        assert.is(exitCode, 1);
        if (mode !== undefined) chmodSync(closed, 0o700);
        assert.equal([seen(), before[1] === '' ? '' : table.read(FILE)], before);
      }),
    );
  }

  for (const flags of ['', '--lines']) {
    test(
      `any more, that is said in the game, and made up for ${flags === '' ? 'on the screen' : 'line by line'}`,
      atTerminal(async (sit, {folder, read}) => {
        const isScreen = flags === '';
        const {exitCode} = await sit(
          `${OBEDIENT.join(' ')} ${play(`${TWO} ${flags}`)}`,
          async ({shows, types}) => {
            await shows(isScreen ? "Eric's turn!" : 'Press Enter');
            types(isScreen ? ' ' : '\r');
            await shows(/[Ss]elect the dice/);
            chmodSync(join(folder, FOLDER), 0o500);
            types(isScreen ? '1' : '1\r');
            await shows('permission denied: the game goes on, but is not');
            types(isScreen ? ' ' : '');
            await shows(isScreen ? '1 roll left' : 'roll 2 of 3');
            types(isScreen ? 'q' : 'quit\r');
            await shows('This game is not saved');
            chmodSync(join(folder, FOLDER), 0o700);
            types(isScreen ? '2 ' : '2\r');
            await shows(isScreen ? 'no rolls left' : 'roll 3 of 3');
            types(isScreen ? 'q' : 'quit\r');
            await shows(KEPT);
          },
        );
        assert.is(exitCode, 0);
        assert.is((actionsIn(read(FILE)) as unknown[]).length, 3);
      }),
    );
  }
});
