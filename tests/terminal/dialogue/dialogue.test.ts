import * as assert from 'uvu/assert';
import {type Action, replay} from '../../../src/game/game.js';
import type {Names, Setup} from '../../../src/game/setup.js';
import {parseCommand} from '../../../src/terminal/dialogue/answers.js';
import {type Dialogue, step} from '../../../src/terminal/dialogue/dialogue.js';
import {gameOf, OBEYED} from '../../support/asked.js';
import {effort} from '../../support/effort.js';
import {dialogueAfter, type Seats} from '../../support/play.js';
import {dealer} from '../../support/random.js';
import {suite} from '../../support/suite.js';

suite('any lines at all', (test) => {
  const {number, oneOf, bytes} = dealer(8);
  const words = [
    ...'|||1|2|3|1 2|2 3 4 5|all|keep 1 2|score|score|back|undo|card|keep all|?|help|quit'.split('|'),
    ...'1 1 1 1 1|6 6 6 6 6|33561|12345|4|66|yahtzee|full house|chance 2|small straight 1'.split('|'),
    ...'x|-1|\0|\x1b[2J|😀|keep|s|total|9 9|99'.split('|'),
    ...Array.from({length: 17}, (_, row) => `${row + 1}`),
    ...Array.from({length: 17}, (_, row) => `${row + 1} ${1 + (row % 3)}`),
  ];
  const line = (): string =>
    number(1, 12) === 1 ? bytes(number(0, 12)).toString() : (words[number(0, words.length - 1)] ?? '');

  for (let round = 1; round <= effort(60, 20); round += 1) {
    test(`lead to a question or an end, and the actions replay the game: ${round}`, () => {
      const players = oneOf<Names>([['Eric'], ['Eric', 'Julie'], ['A', 'B', 'C', 'D']]);
      const seats: Seats = {
        players,
        rules: oneOf(['cs106a', 'bonus', 'official']),
        columns: oneOf([1, 2, 3]),
        dice: oneOf<Setup['dice']>(['typed', {seed: round}]),
      };
      const isSafe = number(0, 1) === 0;
      let dialogue = dialogueAfter(seats);
      const typed: string[] = [];
      for (let count = 0; count < 400 && !dialogue.isLeft; count += 1) {
        const next = line();
        // A quit is let through seldom, so that games get far.
        if (next === 'quit' && number(1, 20) > 1) continue;
        // Nobody is here who would give it.
        if (parseCommand(next.trim()) === 'advice') continue;
        typed.push(next);
        const before: Dialogue = dialogue;
        const {dialogue: after, output} = step(before, next, isSafe);
        const context = JSON.stringify(typed.slice(-5));
        if (after.isLeft) assert.match(output, /^$|^\n.*\n$/s, context);
        else assert.match(output, /^\n.*\n> $/s, context);
        assert.not.match(output.replaceAll('\n', ''), OBEYED, context);
        const actionsIn = (one: Dialogue): readonly Action[] => one.table.played.actions;
        const added = actionsIn(after).slice(actionsIn(before).length);
        assert.ok(added.length <= 1, context);
        assert.is(gameOf(after) !== gameOf(before), added.length === 1, context);
        dialogue = after;
      }
      const {played} = dialogue.table;
      assert.equal(played.game, replay(played.game.setup, played.actions));
    });
  }
});
