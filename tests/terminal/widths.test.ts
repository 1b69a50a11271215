/* Lines fit a terminal of 80 columns, whatever the names are. */
import * as assert from 'uvu/assert';
import {widthOf} from '../../src/command-line/terminal.js';
import {checkedNames, LONGEST_NAME} from '../../src/game/players.js';
import {step} from '../../src/terminal/dialogue/dialogue.js';
import {dialogueAfter} from '../support/play.js';
import {suite} from '../support/suite.js';

const NAMES = ['m', '東', 'Wolfeschlegelsteinhausenbergerdorff ', '👩‍👧'].map((text) =>
  Array.from(text.repeat(LONGEST_NAME)).slice(0, LONGEST_NAME).join('').trim(),
);

function tooWide(text: string): string[] {
  return text.split('\n').filter((line) => widthOf(line) > 80 || /\S\s+$/.test(line.replace(/^> /, '')));
}

suite('80 columns', (test) => {
  for (const columns of [1, 3] as const) {
    test(`is enough for a whole game of long names with ${columns} columns`, () => {
      let dialogue = dialogueAfter({players: checkedNames(NAMES), columns});
      let output = '';
      let all = '';
      const say = (line: string): void => {
        ({dialogue, output} = step(dialogue, line));
        all += output;
      };
      for (let column = 1; column <= columns; column += 1) {
        for (const row of [14, 6, 9, 10, 11, 12, 13, 15, 1, 2, 3, 4, 5]) {
          for (const _ of NAMES) {
            say('6 6 6 6 6');
            say('1 2');
            say('6 6');
            say('score');
            say(columns === 1 ? `${row}` : `${row} ${column}`);
          }
          if (!dialogue.isLeft) say('card');
        }
      }
      assert.ok(dialogue.isLeft);
      assert.match(all, 'Congratulations');
      assert.is(tooWide(all).slice(0, 3).join('\n'), '');
    });
  }
});
