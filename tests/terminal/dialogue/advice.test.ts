/* Hints line by line, and turns that the computer plays. */
import * as assert from 'uvu/assert';
import type {Action} from '../../../src/game/game.js';
import {
  advised,
  computerActs,
  interrupt,
  remind,
  type Step,
  step,
} from '../../../src/terminal/dialogue/dialogue.js';
import type {Dialogue, Waiting} from '../../../src/terminal/dialogue/questions.js';
import {ADVICE} from '../../support/advice.js';
import {dialogueAfter, type Seats} from '../../support/play.js';
import {suite} from '../../support/suite.js';
import {place, reroll} from '../../support/typed-games.js';

const SEEDED: Seats = {players: ['Ann'], dice: {seed: 7}};
const PRICE = 'Games with hints do not enter the hall of fame. Ask once more for a hint.';
const QUESTION = 'Select the dice you wish to re-roll by place: 2 4. Enter keeps all; ? for help.\n> ';

function waiting<Asks extends Waiting['asks']>(
  {dialogue}: Pick<Step, 'dialogue'>,
  asks: Asks,
): Extract<Dialogue, {readonly asks: Asks}> {
  if (dialogue.asks !== asks) throw new Error(`it asks ${dialogue.asks}`);
  return dialogue as Extract<Dialogue, {readonly asks: Asks}>;
}

suite('a hint line by line', (test) => {
  const rolled = dialogueAfter({players: ['Eric']}, '1 6 6 1 6');

  test('is asked for once more where it has a price, and is part of the game', () => {
    const before = dialogueAfter(SEEDED, '');
    const first = step(before, 'hint');
    assert.match(first.output, PRICE);
    assert.equal(first.dialogue.actions, before.actions);
    assert.match(step(step(first.dialogue, 'card').dialogue, 'hint').output, PRICE);
    const second = step(first.dialogue, 'hint');
    assert.is(second.output, '\nThe best choice is being worked out.\n');
    assert.equal(second.dialogue.actions.at(-1), {action: 'hint'});
  });

  test('costs nothing more in a game that has had one, and is part of it once', () => {
    const [first, second] = ['hint', 'hint'].map(() => 'hint');
    const told = advised(waiting(step(rolled, first ?? ''), 'advice'), ADVICE);
    const again = step(told.dialogue, second ?? '');
    assert.is(again.output, '');
    assert.is(waiting(again, 'advice').actions.filter(({action}) => action === 'hint').length, 1);
  });

  test('says the best choice, and of keeps and boxes the best three; then the question stands again', () => {
    const {output, dialogue} = advised(waiting(step(rolled, 'hint'), 'advice'), ADVICE);
    assert.is(
      output,
      `
Keep 6 6 6: 265.1 points to expect.
  keep 6 6 6  265.1    best
  keep 6 6    258.0    -7.1
  keep 6      250.0   -15.1
  Full House  247.6   -17.5
  Sixes       165.0  -100.1
Eric, roll 1 of 3: 1 6 6 1 6.
${QUESTION}`,
    );
    assert.is(dialogue.asks, 'reroll');
  });

  test('lists everything as a ranking, with what the numbers are not', () => {
    const asked = waiting(step(rolled, 'ranking'), 'advice');
    const {output} = advised(asked, {...ADVICE, note: 'An approximation.'});
    assert.match(output, '  roll all dice again  240.0   -25.1\n');
    assert.match(output, '-100.1\nAn approximation.\nEric, roll');
  });

  test('goes back to the dice that are typed, and to the categories', () => {
    for (const [line, asks] of [
      ['2 4', 'faces'],
      ['', 'category'],
    ] as const) {
      const before = step(rolled, line).dialogue;
      assert.is(before.asks, asks);
      const {dialogue} = advised(waiting(step(before, 'hint'), 'advice'), ADVICE);
      assert.equal({...dialogue, game: null, actions: []}, {...before, game: null, actions: []});
    }
  });

  test('needs a roll', () => {
    const before = dialogueAfter(SEEDED);
    const {output, dialogue} = step(before, 'hint');
    assert.match(output, 'Roll the dice first');
    assert.is(dialogue.actions, before.actions);
  });

  test('that is still being worked out is no question: nothing is asked, and Ctrl-C leaves', () => {
    const {dialogue} = step(rolled, 'hint');
    assert.equal(step(dialogue, '2 4'), {dialogue, output: ''});
    assert.equal(remind(dialogue), {dialogue, output: ''});
    assert.match(interrupt(dialogue).output, 'The game is left.');
  });
});

suite("the computer's turn line by line", (test) => {
  const seats: Seats = {...SEEDED, opponents: ['casual']};
  const atTurn = dialogueAfter(seats, '', 'chance');
  const acts = (before: Step, action: Action): Step => computerActs(waiting(before, 'computer'), action);

  test('begins with Enter, until which the last placement can be taken back', () => {
    const {output} = step(atTurn, '?');
    assert.match(output, "Casual's turn. Press Enter to see it played.");
    assert.match(output, 'lets the computer play its turn');
    assert.match(step(atTurn, 'undo').output, 'The last placement is taken back.');
    assert.match(step(atTurn, '').output, /^\nCasual, roll 1 of 3: [1-6 ]{9}\.\n$/);
  });

  test('is told roll by roll, and in it nothing is asked', () => {
    const again = acts(step(atTurn, ''), {action: 'reroll', numbers: [2, 4]});
    assert.match(again.output, /^\nCasual, roll 2 of 3: [1-6 ]{9}\. Held: dice 1, 3 and 5\.\n$/);
    const {output, dialogue} = acts(again, place('chance'));
    assert.match(
      output,
      /^\nCasual scores \d+ in Chance\.\n\nRound 2 of 13\. Ann \d+, Casual \d+\.\nAnn's turn\./,
    );
    assert.match(step(dialogue, 'undo').output, 'What the computer has placed is not taken back.');
  });

  test('throws for what the game refuses', () => {
    assert.throws(() => acts(step(atTurn, ''), reroll('2', '1')), /the computer: The dice are rolled/);
  });

  test('is of players with names of their own, behind the persons', () => {
    const {game} = dialogueAfter({
      ...SEEDED,
      players: ['expert'],
      opponents: ['expert', 'beginner', 'expert'],
    }) as {
      game?: {setup: unknown};
    };
    assert.equal(game?.setup, {
      players: ['expert', 'Expert 2', 'Beginner', 'Expert 3'],
      computers: [null, 'expert', 'beginner', 'expert'],
      rules: 'official',
      columns: 1,
      dice: {seed: 7},
    });
  });

  test('leaves fewer places for persons, and no cheat mode', () => {
    const asked = dialogueAfter({...seats, players: null});
    assert.match(step(asked, '?').output, /How many persons play\? Type a number from 1 to 3\.\n> $/);
    assert.not.match(step(asked, '?').output, '-99');
    for (const line of ['4', '-99']) assert.match(step(asked, line).output, 'is not a number from 1 to 3.');
    assert.is(step(asked, '3').dialogue.asks, 'name');
  });
});
