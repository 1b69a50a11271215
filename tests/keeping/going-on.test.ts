/* A saved game that goes on: with what was done, and nothing else. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {type Game, replay} from '../../src/game/game.js';
import type {Setup} from '../../src/game/setup.js';
import {formatGame, parseGame} from '../../src/keeping/saved-game.js';
import {totalOf} from '../../src/rules/scorecard.js';
import {start, step} from '../../src/terminal/dialogue/dialogue.js';
import {type Dialogue, playedIn, tableIn} from '../../src/terminal/dialogue/questions.js';
import {drawCard} from '../../src/terminal/drawing/card-lines.js';
import {sameBytes} from '../support/bytes.js';
import {atTable, settingsOf, wholeGame} from '../support/play.js';
import {dealer} from '../support/random.js';
import {DONE, FLAGS, LINES, SAVED} from '../support/saved-games.js';
import {suite} from '../support/suite.js';

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

suite('a game that goes on', (test) => {
  test('is just as it would have been without a break, from every action on', () => {
    const {number, oneOf} = dealer(30);
    for (const dice of ['typed', {seed: 11}] as const) {
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
                ? faces(5 - (tableIn(dialogue)?.held.length ?? 0))
                : `${number(1, 15)}${setup.columns === 1 ? '' : ` ${number(1, 2)}`}`;
        lines.push(line);
        dialogues.push(step(dialogue, line).dialogue);
      }
      const outputs = outputsOf(setup, lines);
      assert.match(outputs.at(-1) ?? '', 'Congratulations');
      let breaks = 0;
      for (const [index, dialogue] of dialogues.entries()) {
        const before = dialogues[index - 1];
        const played = playedIn(dialogue);
        if (before === undefined || played === null || played === playedIn(before) || index % 3 > 0) continue;
        const kept = parseGame(formatGame(played));
        if ('problem' in kept) throw new Error(kept.problem);
        let next = start(settingsOf({...setup, savedIn: 's'}), [], kept);
        const expected = resumed(outputs[index] ?? '', played.game);
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

  // Where the game is broken off: after so many of LINES.
  for (const [count, what] of [
    [2, 'after a second roll with held dice'],
    [3, 'after a third roll'],
    [4, 'after a placement'],
    [9, 'in the turn of the second player'],
  ] as const) {
    test(
      `after kill -9 ${what} has the same dice, at once, and is then just as without a break`,
      atTable(async ({open, play}) => {
        const lines = [...LINES, ...wholeGame(2).split('\n').slice(6, 40)];
        const outputs = outputsOf(
          {players: ['Ann', 'Bob'], rules: 'cs106a', columns: 1, dice: {seed: 7}},
          lines,
        );
        const playing = await open(...FLAGS, '--save', 's');
        for (const line of lines.slice(0, count)) await playing.types(line);
        await playing.kill();
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

  const edited = 'The game was edited: its scores are marked as edited.';

  test(
    'after it was edited says so, and that it is marked',
    atTable(async ({play, read, write}) => {
      await play(['--players', 'Ann', '--rules', 'cs106a', '--save', 's']);
      write('s', read('s').replace(/"seed":\d+/, '"seed":7'));
      for (const time of ['first', 'second']) {
        const {stdout, stderr, exitCode} = await play(['--save', 's']);
        const greeting = `\n\nThe game in s goes on.\n${edited}\n\n`;
        assert.ok(stdout.includes(greeting), `the ${time} time: ${stdout.slice(0, 300)}`);
        assert.equal([stderr, exitCode], ['', 0]);
      }
    }),
  );
});
