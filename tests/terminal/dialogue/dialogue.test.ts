import * as assert from 'uvu/assert';
import {type Action, replay} from '../../../src/game/game.js';
import type {Setup} from '../../../src/game/setup.js';
import {parseCommand} from '../../../src/terminal/dialogue/answers.js';
import {endOfInput, interrupt, start, step} from '../../../src/terminal/dialogue/dialogue.js';
import {type Dialogue, playedIn} from '../../../src/terminal/dialogue/questions.js';
import {ASK, at, gameOf, OBEYED, PLACES, type PlaceName, sameGame} from '../../support/asked.js';
import {effort} from '../../support/effort.js';
import {dialogueAfter, type Seats, settingsOf} from '../../support/play.js';
import {dealer} from '../../support/random.js';
import {suite} from '../../support/suite.js';

suite('answers', (test) => {
  test('to the number of players lead to so many names, and then to the game in that order', () => {
    const names = ['Ann', 'Bob', 'Cy', 'Dee'];
    for (const count of [1, 2, 3, 4]) {
      const playing = names.slice(0, count);
      const {dialogue} = step(dialogueAfter({players: null}, `${count}`, ...playing.slice(1)), 'Eve');
      assert.is(dialogue.asks, 'roll');
      assert.equal(gameOf(dialogue)?.setup.players, [...playing.slice(1), 'Eve']);
    }
  });

  test('-99 is one player who types the dice, whatever the flags say of dice', () => {
    const begun = dialogueAfter({players: null, dice: {seed: 5}}, '-99', 'Ada');
    assert.equal(gameOf(begun)?.setup, {players: ['Ada'], rules: 'official', columns: 1, dice: 'typed'});
    assert.match(step(begun, '6 6 6 6 6').output, 'Ada, roll 1 of 3: 6 6 6 6 6.');
    const {output} = step(dialogueAfter({players: null, dice: {seed: 5}}), '-99');
    assert.is(
      output,
      `\nCheat mode: you type the dice, and the game does not enter the hall of fame.\n\n${ASK.name(1)}\n> `,
    );
  });

  test('after the end do nothing', () => {
    const {dialogue} = endOfInput(at('roll'));
    for (const line of ['', 'undo', 'quit', '1', '?'])
      assert.equal(step(dialogue, line), {dialogue, output: ''});
    assert.equal(endOfInput(dialogue), {dialogue, output: ''});
  });
});

suite('when the input ends, or Ctrl-C comes', (test) => {
  for (const name of Object.keys(PLACES) as PlaceName[]) {
    test(`at ${name}, it says whether the game is saved`, () => {
      const {seats, lines, question} = PLACES[name];
      const hasBegun = !(question === ASK.players || question.startsWith('What is the name'));
      for (const savedIn of [undefined, 'g.json']) {
        const before = dialogueAfter({...seats, ...(savedIn === undefined ? {} : {savedIn})}, ...lines);
        const {dialogue, output} = endOfInput(before);
        const said = !hasBegun
          ? 'The game did not begin.'
          : savedIn === undefined
            ? 'The input ended before the game did. Nothing is saved (--save FILE would).'
            : 'The game is saved in g.json: the same command goes on with it.';
        assert.is(output, `\n\n${said}\n`);
        const left = said.replace('The input ended before the game did.', 'The game is left.');
        assert.is(interrupt(before).output, `\n\n${left}\n`);
        assert.equal(interrupt(before).dialogue, dialogue);
        assert.is(dialogue.asks, 'nothing');
        sameGame(dialogue, before);
        assert.equal(playedIn(dialogue), playedIn(before));
      }
    });
  }
});

suite('any lines at all', (test) => {
  const {number, oneOf, bytes} = dealer(8);
  const words = [
    ...[
      '',
      '',
      '',
      '1',
      '2',
      '3',
      '1 2',
      '2 3 4 5',
      'all',
      'keep 1 2',
      'score',
      'score',
      'back',
      'undo',
      'card',
      'keep all',
      '?',
      'help',
      'quit',
    ],
    ...[
      '1 1 1 1 1',
      '6 6 6 6 6',
      '33561',
      '12345',
      '4',
      '66',
      '-99',
      'Eric',
      'Julie',
      'yahtzee',
      'full house',
      'chance 2',
      'small straight 1',
    ],
    ...['x', '-1', '\0', '\x1b[2J', '😀', 'keep', 's', 'total', '9 9', '99'],
    ...Array.from({length: 17}, (_, row) => `${row + 1}`),
    ...Array.from({length: 17}, (_, row) => `${row + 1} ${1 + (row % 3)}`),
  ];
  const line = (): string =>
    number(1, 12) === 1 ? bytes(number(0, 12)).toString() : (words[number(0, words.length - 1)] ?? '');

  for (let round = 1; round <= effort(60, 20); round += 1) {
    test(`lead to a question or an end, and the actions replay the game: ${round}`, () => {
      const players = oneOf([null, ['Eric'], ['Eric', 'Julie'], ['A', 'B', 'C', 'D']]);
      const seats: Seats = {
        players,
        rules: oneOf(['cs106a', 'bonus', 'official']),
        columns: oneOf([1, 2, 3]),
        dice: oneOf<Setup['dice']>(['typed', {seed: round}]),
        ...(number(0, 1) === 0 ? {} : {savedIn: 'g.json'}),
      };
      let {dialogue} = start(settingsOf(seats), [], null);
      const typed: string[] = [];
      for (let count = 0; count < 400 && dialogue.asks !== 'nothing'; count += 1) {
        const next = line();
        // A quit is let through seldom, so that games get far.
        if (next === 'quit' && number(1, 20) > 1) continue;
        // Nobody is here who would give it.
        if (parseCommand(next.trim())?.command === 'advice') continue;
        typed.push(next);
        const before: Dialogue = dialogue;
        const {dialogue: after, output} = step(before, next);
        const context = JSON.stringify(typed.slice(-5));
        assert.ok(output.startsWith('\n'), context);
        if (after.asks === 'nothing') assert.ok(output.endsWith('\n'), context);
        else assert.ok(output.endsWith('\n> '), context);
        assert.not.match(output.replaceAll('\n', ''), OBEYED, context);
        const actionsIn = (one: Dialogue): readonly Action[] => playedIn(one)?.actions ?? [];
        const added = actionsIn(after).slice(actionsIn(before).length);
        assert.ok(added.length <= 1, context);
        assert.is(gameOf(before) !== null && gameOf(after) !== gameOf(before), added.length === 1, context);
        dialogue = after;
      }
      const played = playedIn(dialogue);
      if (played !== null) assert.equal(played.game, replay(played.game.setup, played.actions));
    });
  }
});
