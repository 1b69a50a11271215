import * as assert from 'uvu/assert';
import type {Action} from '../../../src/game/game.js';
import {advised, computerActs} from '../../../src/table/table.js';
import {type Step, step, tell} from '../../../src/terminal/dialogue/dialogue.js';
import {ADVICE} from '../../support/advice.js';
import {dialogueAfter, type Seats} from '../../support/play.js';
import {suite} from '../../support/suite.js';
import {place} from '../../support/typed-games.js';

const SEEDED: Seats = {players: ['Ann'], dice: {seed: 7}};

/** The advice that was asked for is told. */
function told({dialogue}: Pick<Step, 'dialogue'>, advice = ADVICE): Step {
  const {table} = dialogue;
  assert.is(table.advice, 'asked');
  return tell(dialogue, advised(table, table.played, advice));
}

suite('advice line by line', (test) => {
  test('lists everything when it is asked for once more, with what the numbers are not', () => {
    const rolled = dialogueAfter({players: ['Eric']}, '1 6 6 1 6');
    const noted = {...ADVICE, note: 'An approximation.'};
    const {dialogue} = told(step(rolled, 'advice'), noted);
    for (const again of [step(dialogue, 'a'), step(step(dialogue, 'a').dialogue, 'a')]) {
      assert.match(again.output, '  roll all dice again  240.0   -25.1\n');
      assert.match(again.output, '-100.1\nAn approximation.\nEric, roll');
    }
  });

  test('is said with its price, and done by take or by the words of its list', () => {
    const rolled = dialogueAfter(SEEDED, '');
    const asked = step(rolled, 'advice');
    assert.is(
      asked.output,
      '\nGames with advice do not enter the hall of fame. Working out the best move…\n',
    );
    assert.match(step(rolled, 'take').output, 'No advice was given on this roll: type advice.');
    const typed = dialogueAfter({players: ['Eric']}, '1 6 6 1 6');
    const {dialogue} = told(step(typed, 'advice'));
    for (const line of ['take', 'keep 6 6 6'])
      assert.match(step(dialogue, line).output, 'Type the new values of dice 1 and 4.', line);
    assert.match(step(dialogue, 'roll all dice again').output, 'dice 1, 2, 3, 4 and 5.');
    assert.match(step(dialogue, 'house').output, 'Eric scores 25 in Full House.');
  });
});

suite("the computer's turn line by line", (test) => {
  const seats: Seats = {...SEEDED, players: ['Ann', 'Casual'], computers: [null, 'casual']};
  const atTurn = dialogueAfter(seats, '', 'chance');
  const acts = ({dialogue}: Pick<Step, 'dialogue'>, action: Action): Step =>
    tell(dialogue, computerActs(dialogue.table, action));
  const rolls = acts({dialogue: atTurn}, {action: 'roll'});

  test('begins by itself, in a game of computers only at once', () => {
    assert.equal(step(atTurn, ''), {dialogue: atTurn, output: ''});
    assert.match(rolls.output, /^\nCasual, roll 1 of 3: [1-6 ]{9}\.\n$/);
  });

  test('is told roll by roll, and in it nothing is asked', () => {
    const again = acts(rolls, {action: 'reroll', numbers: [2, 4]});
    assert.match(again.output, /^\nCasual, roll 2 of 3: [1-6 ]{9}\. Held: dice 1, 3 and 5\.\n$/);
    const {output, dialogue} = acts(again, place('chance'));
    assert.match(
      output,
      /^\nCasual scores \d+ in Chance\.\n\nRound 2 of 13\. Ann \d+, Casual \d+\.\nAnn's turn\./,
    );
    assert.match(step(dialogue, 'undo').output, 'A placement by the computer cannot be taken back.');
  });
});
