/* The game of Eric and Julie that the handout tells, by events, with the message line at each step. */
import * as assert from 'uvu/assert';
import {sceneOf} from '../../src/table/scene.js';
import type {Table} from '../../src/table/state.js';
import {HANDOUT_ROUNDS, type HandoutTurn} from '../support/handout-game.js';
import {suite} from '../support/suite.js';
import {after, chooses, messageOf, rolls, sit, toggles} from '../support/table-events.js';
import {TWO} from '../support/typed-games.js';

const SELECT = 'Select the dice you wish to re-roll and click "Roll Again".';
const CATEGORY = 'Select a category for this roll.';
const turnOf = (name: string): string => `${name}'s turn! Click "Roll Dice" button to roll the dice.`;

function take(before: Table, name: string, [text, box, says]: HandoutTurn): Table {
  const [first, ...again] = text.split(' ');
  assert.is(messageOf(before), turnOf(name));
  let table = after(before, rolls(first));
  for (const [index, reroll] of again.entries()) {
    assert.is(messageOf(table), SELECT, `${text}, roll ${index + 1}`);
    const [numbers = '', faces = ''] = reroll.split('=');
    table = after(table, ...toggles(numbers), rolls(faces));
  }
  assert.is(messageOf(table), again.length === 2 ? CATEGORY : SELECT, text);
  table = after(table, chooses(box));
  assert.is(sceneOf(table).announcement, `${says} ${messageOf(table)}`);
  return table;
}

suite('the game of Eric and Julie at the table', (test) => {
  test('goes to 192 against 273, and the message line says what the handout says', () => {
    let table = sit(TWO);
    for (const [eric, julie] of HANDOUT_ROUNDS) {
      table = take(table, 'Eric', eric);
      table = take(table, 'Julie', julie);
    }
    const scene = sceneOf(table);
    const won = "Congratulations, Julie, you're the winner with a total score of 273!";
    assert.is(scene.message, won);
    assert.is(scene.tone, 'end');
    assert.equal(scene.players, [
      {name: 'Eric', total: 192, isCurrent: false, isWinner: false},
      {name: 'Julie', total: 273, isCurrent: false, isWinner: true},
    ]);
    // Figure 9.
    assert.equal(
      scene.card.rows.map(({number, label, cells}) =>
        [number, label, ...cells.map(({text}) => text)].join(' | '),
      ),
      [
        '1 | Ones | 3 | 2',
        '2 | Twos | 0 | 8',
        '3 | Threes | 9 | 12',
        '4 | Fours | 12 | 12',
        '5 | Fives | 15 | 15',
        '6 | Sixes | 12 | 18',
        '7 | Upper Score | 51 | 67',
        '8 | Upper Bonus (35) | 0 | 35',
        '9 | Three of a Kind | 24 | 27',
        '10 | Four of a Kind | 0 | 21',
        '11 | Full House (25) | 25 | 25',
        '12 | Small Straight (30) | 30 | 30',
        '13 | Large Straight (40) | 40 | 0',
        '14 | Yahtzee! (50) | 0 | 50',
        '15 | Chance | 22 | 18',
        '16 | Lower Score | 141 | 171',
        '17 | TOTAL | 192 | 273',
      ],
    );
    assert.is(scene.button, null);
    assert.is(scene.undo, "Julie's 18 in Sixes");
    assert.equal(
      scene.dice.map(({face}) => face),
      [6, 6, 6, 5, 1],
    );
  });

  test("shows Eric's first turn as figures 1 to 3 do: unrolled, rolled, two dice selected", () => {
    const first = sit(TWO);
    assert.equal(
      sceneOf(first).dice.map(({label}) => label),
      [1, 2, 3, 4, 5].map((die) => `Die ${die}: not rolled`),
    );
    assert.equal(
      sceneOf(first).players.map(({isCurrent}) => isCurrent),
      [true, false],
    );
    assert.equal(sceneOf(first).button, {label: 'Roll Dice', does: 'roll the dice', isEnabled: true});
    const second = after(first, rolls('53545'));
    assert.equal(
      sceneOf(second).dice.map(({isMarked}) => isMarked),
      Array(5).fill(false),
    );
    assert.is(sceneOf(second).button?.label, 'Roll Again');
    const third = after(second, ...toggles('24'));
    assert.equal(
      sceneOf(third).dice.map(({isMarked}) => isMarked),
      [false, true, false, true, false],
    );
    assert.is(sceneOf(third).button?.does, 'roll dice 2 and 4 again');
    // "He could deselect the 3 and the 4 by clicking on them and then selecting new dice."
    const other = after(third, ...toggles('24'), ...toggles('13'));
    assert.is(sceneOf(other).button?.does, 'roll dice 1 and 3 again');
  });
});
