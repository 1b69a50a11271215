/* A game that is left, in whatever way: it says whether it is saved, and leaves no lock behind. */
import {once} from 'node:events';
import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {AS_USER, FIVEDICE, PATIENCE} from '../support/command.js';
import {atTable} from '../support/play.js';
import {actionsIn, FLAGS, NOT_SAVED, SAVED} from '../support/saved-games.js';
import {suite} from '../support/suite.js';
import {CTRL_C, CTRL_D, onTerminal} from '../support/terminal.js';

const asks = (shown: string): boolean => shown.endsWith('\n> ');
/** A game at a terminal that changes neither what is typed nor what is shown. */
const command = (args: readonly string[]): string =>
  `stty -echo -onlcr; exec '${FIVEDICE}' play --lines ${args.join(' ')}`;

suite('a game that is left', (test) => {
  const ways: readonly [what: string, args: string[], input: string, said: string, exitCode: number][] = [
    ['by the end of input', [...FLAGS], '\n', `\n\n${NOT_SAVED}\n`, 1],
    ['by the end of input, saved', [...FLAGS, '--save', 's'], '\n', `\n\n${SAVED}\n`, 0],
    ['by quit, saved', [...FLAGS, '--save', 's'], '\nquit\n', `\n${SAVED}\n`, 0],
    ['by quit, saved, without a newline', [...FLAGS, '--save', 's'], '\nquit', `\n${SAVED}\n`, 0],
    [
      'by quit twice',
      [...FLAGS],
      '\nquit\nquit\n',
      '\nThe game is left. Nothing is saved (--save FILE would).\n',
      1,
    ],
    ['before it began', [], '2\nAnn\n', '\n\nThe game did not begin.\n', 1],
    ['before it began, with --save', ['--save', 's'], '', '\n\nThe game did not begin.\n', 1],
    ['at the number of players', ['--save', 's'], 'quit\n', '\nThe game did not begin.\n', 1],
  ];
  for (const [what, args, input, said, exitCode] of ways) {
    test(
      `${what} says whether it is saved: exit status ${exitCode}`,
      atTable(async ({play, folder}) => {
        const finished = await play(args, input);
        assert.ok(finished.stdout.endsWith(`> ${said}`), finished.stdout.slice(-300));
        assert.equal([finished.stderr, finished.exitCode], ['', exitCode]);
        assert.is(existsSync(join(folder, 's')), exitCode === 0);
        assert.ok(!existsSync(join(folder, 's.lock')));
      }),
    );
  }

  const keys: readonly [what: string, typed: string, exitCode: number, newline: string][] = [
    ['Ctrl-C', CTRL_C, 130, '\n'],
    ['Ctrl-D', CTRL_D, 0, '\n'],
    ['quit', 'quit\n', 0, ''],
  ];
  for (const [what, typed, exitCode, newline] of keys) {
    test.needs('script')(
      `by ${what} at a terminal is saved, says so, and goes on: exit status ${exitCode}`,
      atTable(async ({folder, read, play}) => {
        const saved = join(folder, 's');
        const scores = join(folder, 'h');
        let before = '';
        const left = await onTerminal(
          command([...FLAGS, '--save', saved, '--scores', scores]),
          async ({shows, types}) => {
            await shows(asks);
            types('\n');
            await shows((shown) => shown.includes('roll 1 of 3') && asks(shown));
            types('2 4\n');
            before = await shows((shown) => shown.includes('roll 2 of 3') && asks(shown));
            types(typed);
          },
        );
        assert.is(
          left.shown,
          `${before}${newline}\nThe game is saved in ${saved}: the same command goes on with it.\n`,
        );
        assert.is(left.exitCode, exitCode);
        assert.equal(actionsIn(read('s')), [{action: 'roll'}, {action: 'reroll', numbers: [2, 4]}]);
        assert.equal(readdirSync(folder), ['s'], 'a lock is left');
        const {stdout} = await play(['--save', 's', '--scores', 'h']);
        assert.ok(
          stdout.includes(
            `goes on.\nRound 1 of 13. Ann 0, Bob 0.\n\nAnn, roll 2 of 3: ${/roll 2 of 3: (.*)\n/.exec(before)?.[1]}\n`,
          ),
        );
      }),
    );
  }

  test(
    'by Ctrl-Z, and comes back: what it asks stands again',
    atTable(async ({open}) => {
      const playing = await open(...FLAGS, '--scores', 'h');
      const rolled = await playing.types('');
      const asked = rolled.slice(rolled.lastIndexOf('\nSelect ') + 1);
      const roll = /^Ann, roll 1 of 3: [\d ]+\.$/m.exec(rolled)?.[0];
      assert.is(await playing.wakes(), `\n${roll}\n${asked}`);
      assert.match(await playing.types('1'), /^\nAnn, roll 2 of 3: /);
    }),
  );

  // Not by an exit status that looks like it: a shell stops its loop only for the signal.
  test(
    'by SIGINT ends by that signal, and leaves no lock',
    atTable(async ({open, folder}) => {
      for (const args of [
        [...FLAGS, '--save', 's', '--scores', 'h'],
        [...FLAGS, '--scores', 'h'],
        ['--scores', 'h'],
      ]) {
        const playing = await open(...args);
        await playing.shows();
        const {stdout, signal} = await playing.interrupt();
        assert.match(stdout, /^\n\nThe game .*\.\n$/);
        assert.is(signal, 'SIGINT');
      }
      assert.equal(readdirSync(folder), ['h.dice', 's']);
    }),
  );

  for (const signal of ['SIGHUP', 'SIGTERM'] as const) {
    test(
      `by ${signal} ends by that signal, says whether it is saved, and leaves no lock`,
      atTable(async ({folder, env}) => {
        for (const [args, said] of [
          [[...FLAGS, '--save', 's'], SAVED],
          [FLAGS, 'The game is left. Nothing is saved (--save FILE would).'],
        ] as const) {
          const child = execa(FIVEDICE, ['play', ...args, '--scores', 'h'], {
            ...AS_USER,
            cwd: folder,
            env,
            stdin: 'pipe',
            reject: false,
          });
          await once(child.stdout, 'data');
          child.kill(signal);
          const {stdout, stderr, signal: by} = await child;
          assert.ok(stdout.endsWith(`> \n\n${said}\n`), stdout.slice(-200));
          assert.equal([stderr, by], ['', signal]);
        }
        assert.equal(readdirSync(folder), ['s']);
      }),
    );
  }

  // The terminal's own process dies, and with it the terminal. Who reads from a terminal without being told by SIGHUP,
  // because it belongs to another session, finds it broken.
  for (const [what, session, front, roll] of [
    ['goes away', '', '--lines', '\n'],
    ['goes away under the full screen', '', '--no-motion', ' '],
    ['of another session goes away', 'setsid --wait ', '--lines', '\n'],
    ['of another session goes away under the full screen', 'setsid --wait ', '--no-motion', ' '],
  ] as const) {
    test.needs('script')(
      `when its terminal ${what} is saved, and leaves no lock`,
      atTable(async ({folder, read}) => {
        await execa('mkfifo', [join(folder, 'end')]);
        // Whoever holds this pipe open for writing is there still.
        const ended = execa('cat', [join(folder, 'end')]);
        const play = `exec 3> '${folder}/end'; stty cols 80 rows 24; exec ${session}'${FIVEDICE}' play ${front} ${FLAGS.join(' ')} --save '${folder}/s' --scores '${folder}/h'`;
        const terminal = execa('script', ['--quiet', '--flush', '--command', play, '/dev/null'], {
          ...AS_USER,
          env: {...AS_USER.env, SHELL: '/bin/sh', TERM: 'xterm-256color'},
          reject: false,
          stdin: 'pipe',
          timeout: PATIENCE,
        });
        let shown = '';
        terminal.stdout.setEncoding('utf8').on('data', (chunk: string) => {
          shown += chunk;
        });
        const shows = async (text: string): Promise<void> => {
          while (!shown.includes(text)) await once(terminal.stdout, 'data');
        };
        await shows('roll the dice');
        terminal.stdin.write(roll);
        await shows('Select the dice');
        assert.equal(readdirSync(folder).sort(), ['end', 's', 's.lock']);
        terminal.kill('SIGKILL');
        await ended;
        assert.equal(readdirSync(folder).sort(), ['end', 's']);
        assert.equal(actionsIn(read('s')), [{action: 'roll'}]);
      }),
    );
  }
});

suite.needs('script')('a line that Ctrl-D cuts off', (test) => {
  test(
    'at a terminal is not obeyed: the game ends as it stands',
    atTable(async ({folder, read}) => {
      const saved = join(folder, 's');
      const {shown, exitCode} = await onTerminal(
        command([...FLAGS, '--save', saved, '--scores', join(folder, 'h')]),
        async ({shows, types}) => {
          await shows(asks);
          types('\n');
          await shows((text) => text.includes('roll 1 of 3') && asks(text));
          // The first hands over what was typed, the second is the end.
          types(`ones${CTRL_D}${CTRL_D}`);
        },
      );
      assert.ok(
        shown.endsWith(`> \n\nThe game is saved in ${saved}: the same command goes on with it.\n`),
        shown.slice(-300),
      );
      assert.is(exitCode, 0);
      assert.equal(actionsIn(read('s')), [{action: 'roll'}]);
    }),
  );
});
