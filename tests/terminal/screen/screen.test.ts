/* The full screen on a real terminal: what a person at it sees, and what is left when the game is left. */
import * as assert from 'uvu/assert';
import type {Setup} from '../../../src/game/setup.js';
import {sceneOf} from '../../../src/table/scene.js';
import type {Table} from '../../../src/table/state.js';
import {frameOf} from '../../../src/terminal/screen/frame.js';
import {FIVEDICE} from '../../support/command.js';
import {ROUNDS} from '../../support/handout-game.js';
import {suiteAtTable} from '../../support/play.js';
import {onScreen, type Screen, withStatus} from '../../support/screen.js';
import {type chooses, pressing, sit} from '../../support/table-events.js';
import {CTRL_C, CTRL_D} from '../../support/terminal.js';
import {SEEDED, TWO} from '../../support/typed-games.js';

const CTRL_Z = '\x1a';
const CTRL_BACKSLASH = '\x1c';
/** Bytes of keys that are no characters. */
const BYTES: Readonly<Record<string, string>> = {
  ArrowUp: '\x1b[A',
  ArrowDown: '\x1b[B',
  ArrowRight: '\x1b[C',
  ArrowLeft: '\x1b[D',
  Enter: '\r',
  Backspace: '\x7f',
  Escape: '\x1b',
};
const STYLE = {hasColour: false, isUnicode: true};
/** The setup of `--players Eric --seed 4`. */
const KNOWN: Setup = {...SEEDED, dice: {seed: 4, known: true}};

const play = (...args: readonly string[]): string => `'${FIVEDICE}' play ${args.join(' ')}`;
const frame = (table: Table, columns = 80, rows = 24): string[] =>
  frameOf(sceneOf(table, null, 'keyboard'), {columns, rows}, STYLE);

/** The keys that put the dice into a box: as many steps down as it takes, and Enter twice for a zero. */
function keysTo(table: Table, box: Parameters<typeof chooses>[0]): string[] {
  let [at, keys]: [Table, string[]] = [table, []];
  while (at.cursor.category !== box) [at, keys] = [pressing(at, 'j'), [...keys, 'j']];
  const isAsked = pressing(at, 'Enter').mode.mode === 'confirming';
  return [...keys, 'Enter', ...(isAsked ? ['Enter'] : [])];
}

/** A way to end the game, and its exit status. */
type Way = readonly [what: string, leave: (screen: Screen) => void | Promise<void>, status: number];

const WAYS: readonly Way[] = [
  ['q', ({types}) => types('q'), 0],
  ['SIGHUP', ({pid}) => void process.kill(pid(), 'SIGHUP'), 129],
  ['Ctrl-C', ({types}) => types(CTRL_C), 130],
  ['Ctrl-D', ({types}) => types(CTRL_D), 0],
  ['SIGTERM', ({pid}) => void process.kill(pid(), 'SIGTERM'), 143],
  ['Ctrl-\\', ({types}) => types(CTRL_BACKSLASH), 131],
];

suiteAtTable.needs('script')('the full screen', (test) => {
  test('plays the game of the handout by keys, and always shows the table', async ({env}) => {
    const line = play('--players Eric,Julie --rules cs106a --cheat --no-motion');
    const {exitCode, shown} = await onScreen(line, {env}, async ({shows, types}) => {
      let table = sit(TWO);
      await shows(frame(table));
      const press = async (...keys: readonly string[]): Promise<void> => {
        table = pressing(table, ...keys);
        types(keys.map((key) => (key === 'Enter' ? '\r' : key)).join(''));
        if (table.played.game.phase !== 'over') await shows(frame(table));
      };
      for (const [rolls, box] of ROUNDS.flat()) {
        for (const roll of rolls.split(' ')) {
          const [numbers = '', faces] = roll.split('=');
          if (faces === undefined) await press(...numbers);
          else await press(...numbers, ' ', ...faces);
        }
        await press(...keysTo(table, box));
      }
      await shows("Congratulations, Julie, you're the winner with a total score of 273!");
      await shows(/^TOTAL +192 +273/m);
      types('q');
    });
    assert.match(shown, 'Cheated games do not enter the hall of fame.');
    assert.is(exitCode, 0);
  });

  for (const [what, setup, args, keys] of [
    [
      'typed dice',
      TWO,
      '--players Eric,Julie --rules cs106a --cheat',
      [
        ...['5', '3', 'Backspace', 'Escape', ...'53545', '2', '4', '0', '0', '2', '4', ' ', '3', 'Backspace'],
        ...['Escape', 'ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', ...'jklh', 'Enter', 'Escape'],
        ...['?', 'Escape', '?', '?', 'v', '?', 'Escape', 'v', 'j', 'j', 'Enter', 'u', '2', 'r', '6'],
      ],
    ],
    ['rolled dice', KNOWN, '--players Eric --seed 4', [' ', '2', 'r', '?', 'Escape']],
  ] as const) {
    test(`does with each key what the help says, with ${what}`, async ({env}) => {
      await onScreen(play(args, '--no-motion'), {env}, async ({shows, types}) => {
        let table = sit(setup);
        await shows(frame(table));
        for (const key of keys) {
          table = pressing(table, key);
          types(BYTES[key] ?? key);
          await shows(frame(table));
        }
        types('q');
      });
    });
  }

  test('does not play what is pasted', async ({env}) => {
    const table = pressing(sit(TWO), ...'53545');
    const line = play('--players Eric,Julie --rules cs106a --cheat --no-motion');
    const {shown} = await onScreen(line, {env}, async ({shows, types}) => {
      await shows("Eric's turn!");
      types('53545');
      await shows(frame(table));
      types('\x1b[200~2 6?\rkq\x03\x1b[201~');
      await shows('Pasted text');
      types('2');
      await shows(frame(pressing(table, '2')));
      types('q');
    });
    assert.ok(shown.indexOf('\x1b[?2004h') < shown.lastIndexOf('\x1b[?2004l'));
  });

  test('begins after the questions; at its end, Enter plays again', async ({env}) => {
    const {exitCode} = await onScreen(play('--no-motion'), {env}, async (screen) => {
      await screen.shows('How many players?');
      assert.not.ok(screen.isAlternate());
      screen.types('1\n');
      await screen.shows('name');
      screen.types('Ann\n');
      await screen.shows("Ann's turn!");
      assert.ok(screen.isAlternate() && !screen.isCursorShown());
      for (let round = 1; round <= 13; round += 1) {
        await screen.shows(`Round ${round}/13, 3 rolls left`);
        await screen.shows("Ann's turn!");
        screen.types(' ');
        await screen.shows('Select the dice');
        screen.types('\r');
        const next = round === 13 ? 'Congratulations' : `Round ${round + 1}/`;
        const lines = await screen.shows(new RegExp(`would score 0|${next}`));
        if (!lines.join().includes(next)) screen.types('\r');
        await screen.shows(next);
      }
      await screen.shows(/, place 1 in.*choices.*cost/s);
      await screen.shows('[Enter] play again');
      screen.types('\r');
      await screen.shows(/Round 1\/13, 3 rolls left.*Congratulations, Ann: \d+ points, place 1/s);
      screen.types('q');
      await screen.shows(/place 1.*The game did not begin/s);
    });
    assert.is(exitCode, 0);
  });

  test('fits each size of the window, and asks for a larger one', async ({env}) => {
    const table = pressing(sit(TWO), ...'53545', '2', '4');
    const line = play('--players Eric,Julie --rules cs106a --cheat --no-motion');
    await onScreen(line, {env}, async ({shows, types, resize}) => {
      await shows("Eric's turn!");
      types('5354524');
      await shows(frame(table));
      for (const [columns, rows] of [
        [100, 30],
        [79, 24],
        [80, 24],
        [79, 24],
      ] as const) {
        await resize(columns, rows);
        await shows(frame(table, columns, rows));
      }
      // Keys do nothing unseen: a roll would ask for the value of die 2, and "q" would not leave.
      types(' ');
      types('q');
    });
  });

  test('is left alone where the terminal has none', async ({env}) => {
    const {shown} = await onScreen(play('--players Ann'), {env: {...env, TERM: 'dumb'}}, async (screen) => {
      await screen.shows('Press Enter to roll the dice.');
      screen.types(CTRL_D);
    });
    assert.not.match(shown, '\x1b');
  });
});

/** Makes a program crash on SIGUSR2, as by a bug. */
const CRASHES = `data:text/javascript,process.on('SIGUSR2', () => { throw new Error('mistaken') })`;

suiteAtTable.needs('script')('a terminal is as it was', (test) => {
  /** Plays with a file between two looks at the modes of the terminal. */
  const between = (folder: string, command: string): string =>
    `cd '${folder}'; trap : INT TERM HUP QUIT; ulimit -c 0; stty -g > before; ${withStatus(command)}; stty -g > after`;
  for (const [what, leave, status] of WAYS) {
    test(`after ${what}, and the game is saved`, async ({folder, env, read}) => {
      const line = between(folder, play('--players Ann --seed 7 --no-motion --save s'));
      await onScreen(line, {env}, async (screen) => {
        await screen.shows("Ann's turn!");
        screen.types(' 2 4 ');
        await screen.shows('no rolls left');
        await leave(screen);
        await screen.shows(`status ${status}`);
        await screen.shows('The game is saved in s');
        assert.not.ok(screen.isAlternate());
        assert.ok(screen.isCursorShown());
        assert.not.ok(screen.takesPastes());
      });
      assert.is(read('after'), read('before'));
      assert.is(JSON.parse(read('s')).actions.length, 3);
    });
  }

  test('after a crash, which is told below', async ({folder, env, read}) => {
    const line = between(folder, play('--players Ann --seed 7 --save s'));
    const NODE_OPTIONS = `--import "${CRASHES}"`;
    await onScreen(line, {env: {...env, NODE_OPTIONS}}, async (screen) => {
      await screen.shows("Ann's turn!");
      process.kill(screen.pid(), 'SIGUSR2');
      await screen.shows(/mistaken.*status 1/s);
      assert.not.ok(screen.isAlternate());
      assert.ok(screen.isCursorShown());
      assert.not.ok(screen.takesPastes());
    });
    assert.is(read('after'), read('before'));
  });

  test('while it is stopped by Ctrl-Z, and fg shows the game again', async ({folder, env}) => {
    const shell = `cd '${folder}'; exec env PS1='ready: ' bash --norc --noprofile -i`;
    await onScreen(shell, {env}, async ({shows, types, isAlternate, isCursorShown}) => {
      await shows('ready:');
      types(`stty -g > before; ${play('--players Eric --seed 4 --no-motion --save s')}\r`);
      await shows("Eric's turn!");
      types(' ');
      const rolled = frame(pressing(sit(KNOWN), ' '));
      await shows(rolled);
      types(CTRL_Z);
      await shows('Stopped');
      assert.not.ok(isAlternate());
      assert.ok(isCursorShown());
      types('stty -g > after; cmp before after && echo the same\r');
      await shows(/^the same$/m);
      types('fg\r');
      await shows(rolled);
      assert.ok(isAlternate() && !isCursorShown());
      types('q');
      await shows('The game is saved in s');
      types('exit\r');
    });
  });
});
