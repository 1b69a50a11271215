import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {execaSync} from 'execa';
import * as assert from 'uvu/assert';
import {type Action, type Game, replay} from '../../src/game/game.js';
import type {Setup} from '../../src/game/setup.js';
import {formatGame, parseGame} from '../../src/keeping/saved-game.js';
import {totalOf} from '../../src/rules/scorecard.js';
import {start, step} from '../../src/terminal/dialogue/dialogue.js';
import type {Dialogue} from '../../src/terminal/dialogue/questions.js';
import {drawCard} from '../../src/terminal/drawing/card.js';
import {sameBytes} from '../support/bytes.js';
import {FIVEDICE} from '../support/command.js';
import {ageLock, atTable, inLanes, settingsOf, type Table, tableIn, wholeGame} from '../support/play.js';
import {dealer} from '../support/random.js';
import {playRandomly} from '../support/random-games.js';
import {RULE_NAMES} from '../support/reference-card.js';
import {suite} from '../support/suite.js';
import {CTRL_C, CTRL_D, onTerminal} from '../support/terminal.js';

const SAVED = 'The game is saved in s: the same command goes on with it.';
const NOT_SAVED = 'The input ended before the game did. Nothing is saved (--save FILE would).';

/** A game with held dice, a roll that is passed, an undo, and both players. */
const FLAGS = ['--players', 'Ann,Bob', '--seed', '7', '--rules', 'cs106a'];
const LINES = [
  '',
  '2 4',
  'keep all',
  'ones',
  '',
  'undo',
  'ones',
  '',
  'keep 1 2',
  '3',
  'chance',
  '',
  'score',
  'twos',
  '',
  'all',
];

/** What is done by each of `LINES`; null where it is no action. */
const DONE: readonly (Action | null)[] = [
  {action: 'roll'},
  {action: 'reroll', numbers: [2, 4]},
  {action: 'reroll', numbers: []},
  {action: 'place', column: 1, category: 'ones'},
  {action: 'roll'},
  null, // Nothing can be taken back after a roll.
  {action: 'place', column: 1, category: 'ones'},
  {action: 'roll'},
  {action: 'reroll', numbers: [3, 4, 5]},
  {action: 'reroll', numbers: [3]},
  {action: 'place', column: 1, category: 'chance'},
  {action: 'roll'},
  null,
  {action: 'place', column: 1, category: 'twos'},
  {action: 'roll'},
  {action: 'reroll', numbers: [1, 2, 3, 4, 5]},
];

const actionsIn = (text: string): unknown => JSON.parse(text).actions;

/** The outputs of a game that is never interrupted: first that of its start, then one for each line. */
function outputsOf(setup: Setup, lines: readonly string[]): string[] {
  let {dialogue, output} = start(settingsOf({...setup, players: setup.players, savedIn: 's'}), [], null);
  const outputs = [output];
  for (const line of lines) {
    ({dialogue, output} = step(dialogue, line));
    outputs.push(output);
  }
  return outputs;
}

/** How a game goes on after an answer that printed `output`: the card between turns, the round in a turn, and then what stood there. */
function resumed(output: string, game: Game): string {
  const stood = output.replace(/^\n(.* scores .*|The last placement .*)\n(?=\n)/, '');
  const goesOn = '\nThe game in s goes on.\n';
  if (game.phase === 'awaiting-roll') return `${goesOn}\n${drawCard(game, 'cs106a')}${stood.slice(1)}`;
  if (game.phase === 'over') return stood;
  const {players, columns} = game.setup;
  const totals = players.map((name, player) => `${name} ${totalOf(game.cards[player] ?? [])}`);
  const round = Math.floor(game.turn / players.length) + 1;
  return `${goesOn}Round ${round} of ${13 * columns}. ${totals.join(', ')}.\n${stood}`;
}

suite('a saved game', (test) => {
  for (const [index, rules] of RULE_NAMES.entries()) {
    test(`is read as it was, at any moment of random games: ${rules}`, () => {
      for (const columns of [1, 2, 3] as const) {
        const setup: Setup = {
          players: ['Ann', 'Lee, "B"\\', '東 👩‍👧'].slice(0, columns),
          rules,
          columns,
          dice: columns === 2 ? {seed: index} : 'typed',
        };
        const {actions} = playRandomly(setup, dealer(20 + 3 * index + columns));
        for (let count = 0; count <= actions.length; count += count % 7 === 0 ? 5 : 1) {
          const done = actions.slice(0, count);
          const game = replay(setup, done);
          assert.ok(!('refusal' in game));
          if ('refusal' in game) return;
          const text = formatGame({game, actions: done});
          assert.equal(JSON.parse(text), {fivedice: 'game', version: 1, setup, actions: done});
          assert.equal(parseGame(text), {game, actions: done});
        }
      }
    });
  }

  test('goes on exactly as it would have without a break, from every action on', () => {
    const {number, oneOf} = dealer(30);
    for (const dice of ['typed', {seed: 11}, {seed: 12}] as const) {
      const setup: Setup = {
        players: ['Ann', 'Bob'],
        rules: 'official',
        columns: dice === 'typed' ? 2 : 1,
        dice,
      };
      const lines: string[] = [];
      const dialogues: Dialogue[] = [start(settingsOf({...setup, savedIn: 's'}), [], null).dialogue];
      for (
        let dialogue = dialogues[0];
        dialogue !== undefined && dialogue.asks !== 'nothing';
        dialogue = dialogues.at(-1)
      ) {
        const faces = (count: number): string => Array.from({length: count}, () => number(1, 6)).join(' ');
        const line =
          dialogue.asks === 'roll'
            ? number(1, 9) === 1
              ? 'undo'
              : dice === 'typed'
                ? faces(5)
                : ''
            : dialogue.asks === 'reroll'
              ? oneOf(['', '1 2', 'keep 1', 'keep all'])
              : dialogue.asks === 'faces'
                ? faces(dialogue.numbers.length)
                : `${number(1, 15)}${setup.columns === 1 ? '' : ` ${number(1, 2)}`}`;
        lines.push(line);
        dialogues.push(step(dialogue, line).dialogue);
      }
      const outputs = outputsOf(setup, lines);
      assert.match(outputs.at(-1) ?? '', 'Congratulations');
      let breaks = 0;
      for (const [index, dialogue] of dialogues.entries()) {
        const before = dialogues[index - 1];
        if (
          before === undefined ||
          !('game' in dialogue) ||
          dialogue.game === null ||
          dialogue.actions === before.actions ||
          index % 3 > 0
        )
          continue;
        const kept = parseGame(formatGame({game: dialogue.game, actions: dialogue.actions}));
        if ('problem' in kept) throw new Error(kept.problem);
        let next = start(settingsOf({...setup, savedIn: 's'}), [], kept);
        const expected = resumed(outputs[index] ?? '', dialogue.game);
        assert.is(next.output.slice(-expected.length), expected);
        for (const [more, line] of lines.slice(index).entries()) {
          next = step(next.dialogue, line);
          if (next.output !== outputs[index + more + 1]) assert.is(next.output, outputs[index + more + 1]);
        }
        breaks += 1;
      }
      assert.ok(breaks > 20, `${breaks}`);
    }
  });
});

suite('--save', (test) => {
  test(
    'holds the game after each action, before it is shown',
    atTable(async ({open, read, folder}) => {
      const playing = await open(...FLAGS, '--save', 's');
      await playing.shows();
      const setup = {players: ['Ann', 'Bob'], rules: 'cs106a', columns: 1, dice: {seed: 7}};
      assert.equal(JSON.parse(read('s')), {fivedice: 'game', version: 1, setup, actions: []});
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

  // Where the game is broken off: after so many of LINES.
  for (const [count, what] of [
    [2, 'after a second roll with held dice'],
    [3, 'after a third roll'],
    [4, 'after a placement'],
    [9, 'in the turn of the second player'],
  ] as const) {
    test(
      `goes on after kill -9 ${what}, with the same dice, and then just as without a break`,
      atTable(async ({open, play, folder}) => {
        const lines = [...LINES, ...wholeGame(2).split('\n').slice(6, 40)];
        const outputs = outputsOf(
          {players: ['Ann', 'Bob'], rules: 'cs106a', columns: 1, dice: {seed: 7}},
          lines,
        );
        const playing = await open(...FLAGS, '--save', 's');
        for (const line of lines.slice(0, count)) await playing.types(line);
        await playing.kill();
        ageLock(join(folder, 's'), 11);
        const {stdout, exitCode} = await play(['--save', 's'], `${lines.slice(count).join('\n')}\n`);
        const setup = {players: ['Ann', 'Bob'], rules: 'cs106a', columns: 1, dice: {seed: 7}} as const;
        const game = replay(
          setup,
          DONE.slice(0, count).filter((action) => action !== null),
        );
        if ('refusal' in game) throw new Error(game.refusal);
        const before =
          'Welcome to Fivedice!\nRules: cs106a (no Yahtzee bonus, no Joker).\n\nHall of fame\nNo entries yet.\n';
        const after = `${outputs.slice(count + 1).join('')}\n\n${SAVED}\n`;
        sameBytes(stdout, `${before}${resumed(outputs[count] ?? '', game)}${after}`, what);
        assert.is(exitCode, 0);
      }),
    );
  }

  test(
    'is gone when the game is over',
    atTable(async ({play, folder}) => {
      const {stdout, exitCode} = await play([...FLAGS, '--save', 's', '--scores', 'h'], wholeGame(2));
      assert.match(stdout, 'Congratulations');
      assert.is(exitCode, 0);
      assert.equal(readdirSync(folder), ['h']);
    }),
  );

  test(
    'is kept by a game that is over until its scores are entered, and then once',
    atTable(async ({open, play, folder, read}) => {
      mkdirSync(join(folder, 'd'));
      const flags = [...FLAGS, '--save', 's', '--scores', 'd/h'];
      const playing = await open(...flags);
      await playing.shows();
      rmdirSync(join(folder, 'd'));
      for (const line of wholeGame(2).split('\n').slice(0, -1)) await playing.types(line);
      assert.is((await playing.closes()).exitCode, 3);
      mkdirSync(join(folder, 'd'));
      const {stdout, exitCode} = await play(flags);
      assert.match(stdout, /The game in s goes on\.\n[\s\S]*\n 1 Ones [\s\S]* points take place 1 /);
      assert.is(exitCode, 0);
      assert.is(read('d/h').split('\n').length, 3);
      assert.equal(readdirSync(folder), ['d']);
    }),
  );

  test(
    'of a game that is over is not entered again, if its scores are there already',
    atTable(async ({open, play, folder, read, write}) => {
      mkdirSync(join(folder, 'd'));
      const flags = [...FLAGS, '--save', 's', '--scores', 'd/h'];
      const playing = await open(...flags);
      await playing.shows();
      rmdirSync(join(folder, 'd'));
      for (const line of wholeGame(2).split('\n').slice(0, -1)) await playing.types(line);
      const {stderr} = await playing.closes();
      // Added by hand, or by the game itself before it was killed.
      const lines = stderr.slice(stderr.indexOf('\n') + 1);
      write('d/h', `9999,Cy\n${lines}`);
      const {stdout, exitCode} = await play(flags);
      assert.not.match(stdout, 'take place');
      assert.is(exitCode, 0);
      assert.is(read('d/h'), `9999,Cy\n${lines}`);
      assert.equal(readdirSync(folder), ['d']);
    }),
  );

  test(
    'is not removed at the end if it holds something else by then',
    atTable(async ({open, read, write}) => {
      const playing = await open(...FLAGS, '--save', 's', '--scores', 'h');
      const lines = wholeGame(2).split('\n').slice(0, -1);
      for (const line of lines.slice(0, -1)) await playing.types(line);
      write('s', 'another game');
      assert.match(await playing.types(lines.at(-1) ?? ''), 'Congratulations');
      await playing.closes();
      assert.is(read('s'), 'another game');
    }),
  );

  test(
    'on a link keeps the link',
    atTable(async ({play, folder, read}) => {
      mkdirSync(join(folder, 'real'));
      symlinkSync('real/s', join(folder, 'link'));
      assert.is((await play([...FLAGS, '--save', 'real/s'], '\n')).exitCode, 0);
      const {stdout} = await play(['--save', 'link'], '1 2\n');
      assert.match(stdout, 'The game in link goes on.');
      assert.is(readlinkSync(join(folder, 'link')), 'real/s');
      assert.equal(actionsIn(read('real/s')), [{action: 'roll'}, {action: 'reroll', numbers: [1, 2]}]);
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

  const asks = (shown: string): boolean => shown.endsWith('\n> ');
  const command = (args: readonly string[]): string =>
    `stty -echo -onlcr; exec '${FIVEDICE}' play ${args.join(' ')}`;
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
      assert.equal(readdirSync(folder), ['s']);
    }),
  );

  for (const [what, args, said] of [
    ['in a game', FLAGS, 'The game is left. Nothing is saved (--save FILE would).'],
    ['before it', [], 'The game did not begin.'],
  ] as const) {
    test.needs('script')(
      `by Ctrl-C at a terminal ${what}, and not saved, says so: exit status 130`,
      atTable(async ({folder}) => {
        let before = '';
        const line = command([...args, '--scores', join(folder, 'h')]);
        const {shown, exitCode} = await onTerminal(line, async ({shows, types}) => {
          before = await shows(asks);
          types(CTRL_C);
        });
        assert.is(shown.slice(before.length), `\n\n${said}\n`);
        assert.is(exitCode, 130);
      }),
    );
  }
});

suite('a game that goes on', (test) => {
  const contradictions: readonly [args: string[], said: RegExp][] = [
    [['--players', 'Ann'], /^fivedice: play: s holds a game with --players Ann,Bob: leave --players out/],
    [['--players', 'Bob,Ann'], /--players Ann,Bob/],
    [['--players', 'Ann,Bob,Cy'], /--players Ann,Bob/],
    [['--rules', 'official'], /s holds a game with --rules cs106a: leave --rules out/],
    [['--columns', '2'], /s holds a game with --columns 1: leave --columns out/],
    [['--seed', '8'], /s holds a game with --seed 7: leave --seed out/],
    [['--cheat'], /s holds a game with rolled dice: leave --cheat out/],
    [['--seed', '7', '--rules', 'bonus'], /--rules cs106a/],
  ];
  for (const [args, said] of contradictions) {
    test(
      `refuses ${args.join(' ')}, where the file says otherwise`,
      atTable(async ({play, read, folder}) => {
        await play([...FLAGS, '--save', 's'], '\n');
        const before = read('s');
        const {stdout, stderr, exitCode} = await play([...args, '--save', 's'], '1\n');
        assert.match(stderr, said);
        assert.equal([stdout, exitCode], ['', 2]);
        assert.is(read('s'), before);
        assert.ok(!existsSync(join(folder, 's.lock')));
      }),
    );
  }

  test(
    'takes flags that say the same again, and the view',
    atTable(async ({play}) => {
      await play([...FLAGS, '--save', 's'], '\n');
      for (const args of [[], FLAGS, [...FLAGS, '--columns', '1'], ['--card', 'sheet']]) {
        const {stdout, stderr, exitCode} = await play([...args, '--save', 's'], 'card\n');
        assert.equal([stderr, exitCode], ['', 0]);
        assert.match(stdout, args.includes('sheet') ? '\n 1 Aces ' : '\n 1 Ones ');
      }
    }),
  );

  test(
    'with typed dice takes --cheat, and passes over the --seed that -99 left unused',
    atTable(async ({play}) => {
      await play(['--players', 'Ann', '--cheat', '--save', 's'], '1 1 1 1 1\n');
      assert.is((await play(['--cheat', '--save', 's'])).exitCode, 0);
      assert.match((await play(['--save', 's'])).stdout, 'Cheat mode');
      const {stderr, exitCode} = await play(['--seed', '7', '--save', 's']);
      assert.equal([stderr, exitCode], ['', 0]);
    }),
  );

  test(
    'knows one player with a comma from two players',
    atTable(async ({play}) => {
      await play(['--save', 's', '--seed', '7'], '1\nAnn,Bob\n');
      const {exitCode, stderr} = await play(['--players', 'Ann,Bob', '--save', 's']);
      assert.is(exitCode, 2, stderr);
    }),
  );
});

interface Hostile {
  readonly what: string;
  /** The file, or how it is made. */
  readonly file: string | Uint8Array | ((table: Table) => void);
  /** What names the place. */
  readonly said: RegExp;
}

const SETUP = {players: ['Ann'], rules: 'official', columns: 1, dice: {seed: 7}};
const ROLL = {action: 'roll'};

/** A good file, with something else in it. */
const save = (more: object): string =>
  JSON.stringify({fivedice: 'game', version: 1, setup: SETUP, actions: [ROLL], ...more});
const setup = (more: object): string => save({setup: {...SETUP, ...more}});
const typed = (...actions: unknown[]): string => save({setup: {...SETUP, dice: 'typed'}, actions});
const acts = (...actions: unknown[]): string => save({actions});

const HOSTILE: readonly Hostile[] = [
  {what: 'empty', file: '', said: /not JSON/},
  {what: 'spaces', file: ' \n', said: /not JSON/},
  {what: 'no JSON', file: 'Dear diary', said: /not JSON/},
  {what: 'half a file', file: save({}).slice(0, -20), said: /not JSON/},
  {what: 'two games', file: save({}) + save({}), said: /not JSON/},
  {what: 'a byte order mark', file: `\ufeff${save({})}`, said: /not JSON/},
  {what: 'UTF-16', file: Buffer.from(save({}), 'utf16le'), said: /not JSON/},
  {what: 'NULs', file: '\0'.repeat(1000), said: /not JSON/},
  {what: 'escape sequences', file: '\x1b[2J\x1b]0;x\x07', said: /not JSON/},
  {what: 'an executable', file: readFileSync(process.execPath).subarray(0, 100_000), said: /not JSON/},
  {what: 'a hall of fame', file: '273,Julie\n', said: /not JSON/},
  {what: 'null', file: 'null', said: /null.*not a saved game/},
  {what: 'a list', file: `[${save({})}]`, said: /not a saved game/},
  {what: 'a number', file: '1', said: /not a saved game/},
  {what: 'nothing known', file: '{}', said: /fivedice/},
  {what: 'another kind', file: save({fivedice: 'scores'}), said: /fivedice is "scores", not "game"/},
  {what: 'the next version', file: save({version: 2}), said: /version is 2, not 1/},
  {what: 'a version in words', file: save({version: '1'}), said: /version is "1", not 1/},
  {what: 'no setup', file: save({setup: undefined}), said: /setup/},
  {what: 'no actions', file: save({actions: undefined}), said: /actions/},
  {what: 'an unknown key', file: save({extra: 1}), said: /extra/},
  {what: 'an unknown key of the setup', file: setup({extra: 1}), said: /setup\.extra/},
  {what: 'an unknown key of an action', file: acts({...ROLL, extra: 1}), said: /actions\.0\.extra/},
  {what: '__proto__', file: save({}).replace('{', '{"__proto__": {"version": 1}, '), said: /__proto__/},
  {
    what: '__proto__ in the setup',
    file: setup({}).replace('"players"', '"__proto__": {}, "players"'),
    said: /__proto__/,
  },
  {what: 'constructor', file: save({}).replace('{', '{"constructor": 1, '), said: /constructor/},
  {what: 'no players', file: setup({players: []}), said: /setup\.players/},
  {
    what: 'five players',
    file: setup({players: ['A', 'B', 'C', 'D', 'E']}),
    said: /setup\.players.*at most 4/,
  },
  {
    what: 'the same name twice',
    file: setup({players: ['Ann', 'Ann']}),
    said: /setup\.players.*different names/,
  },
  {
    what: 'the same name in capitals',
    file: setup({players: ['Ann', 'ANN']}),
    said: /setup\.players.*different names/,
  },
  {what: 'one name, not a list', file: setup({players: 'Ann'}), said: /setup\.players is "Ann", not a list/},
  {what: 'a number for a name', file: setup({players: ['Ann', 5]}), said: /setup\.players\.1 is 5/},
  {what: 'no name', file: setup({players: ['']}), said: /setup\.players\.0.*empty/},
  {
    what: 'a name too long',
    file: setup({players: ['m'.repeat(41)]}),
    said: /setup\.players\.0.*longer than 40/,
  },
  {
    what: 'control characters in a name',
    file: setup({players: ['A\x1b[2Jnn']}),
    said: /setup\.players\.0.*cannot be shown/,
  },
  {
    what: 'a newline in a name',
    file: setup({players: ['A\nnn']}),
    said: /setup\.players\.0.*cannot be shown/,
  },
  {
    what: 'bytes of no UTF-8 in a name',
    file: Buffer.from(setup({players: ['Zo\xeb']}), 'latin1'),
    said: /setup\.players\.0|UTF-8/,
  },
  {what: 'unknown rules', file: setup({rules: 'house'}), said: /setup\.rules is "house", not one of cs106a/},
  {what: 'rules that every object has', file: setup({rules: 'toString'}), said: /setup\.rules/},
  {what: 'no columns', file: setup({columns: 0}), said: /setup\.columns is 0, not one of 1, 2, 3/},
  {what: 'four columns', file: setup({columns: 4}), said: /setup\.columns is 4/},
  {what: 'columns in words', file: setup({columns: '1'}), said: /setup\.columns is "1"/},
  {what: 'a negative seed', file: setup({dice: {seed: -1}}), said: /setup\.dice/},
  {what: 'half a seed', file: setup({dice: {seed: 1.5}}), said: /setup\.dice/},
  {what: 'a seed in words', file: setup({dice: {seed: '7'}}), said: /setup\.dice/},
  {what: 'a seed too large', file: setup({dice: {seed: 2 ** 53}}), said: /setup\.dice/},
  {what: 'an infinite seed', file: setup({}).replace('"seed":7', '"seed":1e999'), said: /setup\.dice/},
  {what: 'no seed', file: setup({dice: {}}), said: /setup\.dice/},
  {what: 'other dice', file: setup({dice: 'loaded'}), said: /setup\.dice/},
  {what: 'a seed and more', file: setup({dice: {seed: 7, random: [1, 2, 3, 4]}}), said: /setup\.dice/},
  {what: 'actions that are no list', file: save({actions: {0: ROLL}}), said: /actions/},
  {what: 'no action', file: acts(null), said: /actions\.0/},
  {what: 'an action in words', file: acts('roll'), said: /actions\.0/},
  {what: 'an unknown action', file: acts(ROLL, {action: 'win'}), said: /actions\.1/},
  {what: 'an action of another prototype', file: acts({action: '__proto__'}), said: /actions\.0/},
  {
    what: 'faces in a rolled game',
    file: acts({...ROLL, faces: [6, 6, 6, 6, 6]}),
    said: /action 1 .*The dice are rolled, not typed/,
  },
  {what: 'a roll in a typed game', file: typed(ROLL), said: /action 1 .*The dice are typed, not rolled/},
  {what: 'four faces', file: typed({...ROLL, faces: [1, 2, 3, 4]}), said: /action 1 /},
  {what: 'a face of 7', file: typed({...ROLL, faces: [1, 2, 3, 4, 7]}), said: /actions\.0\.faces\.4 is 7/},
  {
    what: 'a face in words',
    file: typed({...ROLL, faces: [1, 2, 3, 4, '5']}),
    said: /actions\.0\.faces\.4 is "5"/,
  },
  {what: 'a face of 1.5', file: typed({...ROLL, faces: [1.5, 2, 3, 4, 5]}), said: /actions\.0\.faces\.0/},
  {what: 'no face', file: typed({...ROLL, faces: null}), said: /actions\.0\.faces/},
  {what: 'die 6', file: acts(ROLL, {action: 'reroll', numbers: [6]}), said: /actions\.1\.numbers\.0 is 6/},
  {what: 'a die twice', file: acts(ROLL, {action: 'reroll', numbers: [1, 1]}), said: /action 2 /},
  {what: 'no dice to roll', file: acts(ROLL, {action: 'reroll'}), said: /actions\.1\.numbers/},
  {
    what: 'a reroll before the roll',
    file: acts({action: 'reroll', numbers: []}),
    said: /action 1 .*Roll the dice first/,
  },
  {what: 'two rolls', file: acts(ROLL, ROLL), said: /action 2 /},
  {
    what: 'a fourth roll',
    file: acts(ROLL, ...Array(3).fill({action: 'reroll', numbers: []})),
    said: /action 4 /,
  },
  {
    what: 'a box before the roll',
    file: acts({action: 'place', column: 1, category: 'ones'}),
    said: /action 1 /,
  },
  {
    what: 'an unknown category',
    file: acts(ROLL, {action: 'place', column: 1, category: 'total'}),
    said: /actions\.1\.category is "total"/,
  },
  {
    what: 'a category that every object has',
    file: acts(ROLL, {action: 'place', column: 1, category: '__proto__'}),
    said: /actions\.1\.category/,
  },
  {
    what: 'a column that is not there',
    file: acts(ROLL, {action: 'place', column: 2, category: 'ones'}),
    said: /action 2 /,
  },
  {
    what: 'a box twice',
    file: acts(
      ...Array(2)
        .fill([ROLL, {action: 'place', column: 1, category: 'ones'}])
        .flat(),
    ),
    said: /action 4 .*Ones is filled already/,
  },
  {what: 'an undo of nothing', file: acts({action: 'undo'}), said: /action 1 /},
  {
    what: 'what the Joker forbids',
    file: typed(
      {...ROLL, faces: [1, 1, 1, 1, 1]},
      {action: 'place', column: 1, category: 'yahtzee'},
      {...ROLL, faces: [1, 1, 1, 1, 1]},
      {action: 'place', column: 1, category: 'twos'},
    ),
    said: /action 4 .*Joker: Ones is open and must be used/,
  },
  {what: 'a hundred thousand rolls', file: acts(...Array(100_000).fill(ROLL)), said: /action 2 /},
  {
    what: 'twenty megabytes of a name',
    file: setup({players: ['m'.repeat(20_000_000)]}),
    said: /setup\.players\.0.*longer/,
  },
  {what: 'twenty megabytes of nothing', file: ' '.repeat(20_000_000), said: /not JSON/},
  {what: 'a hundred thousand brackets', file: '['.repeat(100_000), said: /not JSON/},
  {
    what: 'lists a hundred thousand deep',
    file: save({}).replace('["Ann"]', `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    said: /not JSON|setup\.players/,
  },
  {
    what: 'objects a hundred thousand deep',
    file: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    said: /not JSON|a saved game|fivedice|a is an unknown key/,
  },
  {what: 'a key with escape sequences', file: save({'\x1b[2J': 1}), said: /unknown key/},
  {what: 'words with escape sequences', file: setup({rules: '\x1b[2J\x07'}), said: /setup\.rules/},
];

const UNUSABLE: readonly Hostile[] = [
  {
    what: 'a pipe',
    file: ({folder}) => execaSync('mkfifo', [join(folder, 's')]),
    said: /^fivedice: s: it is not a plain file\n$/,
  },
  {
    what: 'a device',
    file: ({folder}) => symlinkSync('/dev/null', join(folder, 's')),
    said: /^fivedice: s: it is not a plain file\n$/,
  },
  {
    what: 'a folder',
    file: ({folder}) => mkdirSync(join(folder, 's')),
    said: /^fivedice: s: it is not a plain file\n$/,
  },
  {
    what: 'a link to itself',
    file: ({folder}) => symlinkSync('s', join(folder, 's')),
    said: /^fivedice: s: too many symbolic links/,
  },
];

suite('no saved game', (test) => {
  test(`is any of ${HOSTILE.length} hostile files: each is refused, its place is named, and it stays as it was`, async () => {
    const wrong: string[] = [];
    await inLanes(HOSTILE, async ({what, file, said}) => {
      await atTable(async (table) => {
        if (typeof file === 'function') return;
        table.write('s', file);
        const {stdout, stderr, exitCode} = await table.play(['--save', 's', '--scores', 'h'], '\n');
        const complaints = [
          exitCode === 2 ? '' : `exit status ${exitCode}`,
          stdout === '' ? '' : 'it is played',
          /^fivedice: s\b/.test(stderr) ? '' : 'the file is not named',
          said.test(stderr) ? '' : 'the place is not named',
          /^[^\p{Cc}]*\n$/u.test(stderr) ? '' : 'control characters, or more than a line',
          stderr.length < 300 ? '' : `${stderr.length} characters are printed`,
          readFileSync(join(table.folder, 's')).equals(Buffer.from(file)) ? '' : 'the file is changed',
          readdirSync(table.folder).join() === 's' ? '' : 'something is left',
        ].filter((complaint) => complaint !== '');
        if (complaints.length > 0)
          wrong.push(`${what}: ${complaints.join(', ')}: ${JSON.stringify(stderr.slice(0, 200))}`);
      })();
    });
    assert.is(wrong.sort().join('\n'), '');
  });

  for (const {what, file, said} of UNUSABLE) {
    test(
      `is ${what}`,
      atTable(async (table) => {
        if (typeof file !== 'function') return;
        file(table);
        const {stdout, stderr, exitCode} = await table.play([...FLAGS, '--save', 's'], '\n');
        assert.match(stderr, said);
        assert.equal([stdout, exitCode], ['', 2]);
        assert.ok(!existsSync(join(table.folder, 's.lock')));
      }),
    );
  }

  test(
    'is in no folder, or below a file',
    atTable(async ({play, write, folder}) => {
      write('f', '');
      for (const [file, said] of [
        ['no/s', /^fivedice: no\/s: there is no folder no\n$/],
        ['f/s', /^fivedice: f\/s: not a directory/],
      ] as const) {
        const {stdout, stderr, exitCode} = await play([...FLAGS, '--save', file], '\n');
        assert.match(stderr, said);
        assert.equal([stdout, exitCode], ['', 2]);
      }
      assert.equal(readdirSync(folder), ['f']);
    }),
  );
});

/** A game that waits while all other tests run, to see whether its lock outlives the ten seconds of dead ones. */
const longFolder = mkdtempSync(join(tmpdir(), 'fivedice-'));
const long = tableIn(longFolder, {...process.env, HOME: longFolder}).open(...FLAGS, '--save', 's');
const began = performance.now();

suite('a second game in the same file', (test) => {
  const used = /^fivedice: s: another game is using it/;

  test(
    'is refused while the first one runs, by any path, and harms it not',
    atTable(async ({open, play, folder, read}) => {
      const first = await open(...FLAGS, '--save', 's');
      await first.types('');
      symlinkSync('s', join(folder, 'link'));
      mkdirSync(join(folder, 'd'));
      for (const path of ['s', './s', 'd/../s', join(folder, 's'), 'link']) {
        const second = await play(['--save', path], '1 2\n');
        assert.match(second.stderr, /another game is using it/);
        assert.equal([second.stdout, second.exitCode], ['', 2]);
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
      assert.match(stderr, used);
      assert.is(exitCode, 2);
      await first.kill();
    }),
  );

  test(
    'goes on with what a killed one left, ten seconds later',
    atTable(async ({open, play, folder}) => {
      const first = await open(...FLAGS, '--save', 's');
      await first.types('');
      await first.kill();
      const tooSoon = await play(['--save', 's']);
      assert.match(tooSoon.stderr, /it is free in ten seconds/);
      assert.is(tooSoon.exitCode, 2);
      ageLock(join(folder, 's'), 10.1);
      const {stdout, exitCode} = await play(['--save', 's']);
      assert.match(stdout, '\n\nAnn, roll 1 of 3: ');
      assert.is(exitCode, 0);
    }),
  );

  test(
    'that took it away from one which slept is not written over',
    atTable(async ({open, folder, read}) => {
      const first = await open(...FLAGS, '--save', 's');
      await first.types('');
      // Locks are told apart by when they were made, to the second.
      await sleep(1100);
      ageLock(join(folder, 's'), 11);
      const second = await open('--save', 's');
      await second.types('1');
      await second.types('2');
      const three = read('s');
      // The first wakes up: it looks after its lock every five seconds.
      await sleep(5000);
      await first.types('5');
      assert.is(read('s'), three);
      const {stderr, stdout, exitCode} = await first.closes();
      assert.match(stderr, /^fivedice: s: another game has changed it/);
      assert.equal([stdout, exitCode], [`\n\n${NOT_SAVED}\n`, 1]);
      assert.is((await second.closes()).exitCode, 0);
      assert.is(read('s'), three);
      assert.ok(!existsSync(join(folder, 's.lock')));
    }),
  );

  test('is still refused when the first one has waited longer than that', async () => {
    const table = tableIn(longFolder, {...process.env, HOME: longFolder});
    try {
      const first = await long;
      await first.shows();
      await sleep(Math.max(0, 11_000 - (performance.now() - began)));
      const {stderr, exitCode} = await table.play(['--save', 's']);
      assert.match(stderr, used);
      assert.is(exitCode, 2);
      assert.ok(statSync(join(longFolder, 's.lock')).mtimeMs > Date.now() - 10_000);
      assert.match(await first.types(''), 'roll 1 of 3');
      assert.is((await first.closes()).exitCode, 0);
    } finally {
      await (await long).kill();
      rmSync(longFolder, {recursive: true, force: true});
    }
  });
});
