/* Lines fit a terminal of 80 columns, whatever the names are. */
import * as assert from 'uvu/assert';
import {widthOf} from '../../src/command-line/terminal.js';
import {LONGEST_NAME} from '../../src/game/players.js';
import {congratulations, takesPlace} from '../../src/table/messages.js';
import {remind, step} from '../../src/terminal/dialogue/dialogue.js';
import {fitted} from '../../src/terminal/drawing/text.js';
import {dialogueAfter} from '../support/play.js';
import {suite} from '../support/suite.js';

const NAMES = ['m', '東', 'Wolfeschlegelsteinhausenbergerdorff ', '👩‍👧'].map((text) =>
  Array.from(text.repeat(LONGEST_NAME)).slice(0, LONGEST_NAME).join('').trim(),
);
const [LONG = ''] = NAMES;

function tooWide(text: string): string[] {
  return text.split('\n').filter((line) => widthOf(line) > 80 || /\S\s+$/.test(line.replace(/^> /, '')));
}

suite('a line', (test) => {
  test('is broken between words where the next would pass 80', () => {
    assert.is(
      fitted(congratulations([LONG], 273, 2)),
      `Congratulations, ${LONG}, you're the winner\nwith a total score of 273!`,
    );
    assert.is(
      fitted(congratulations([LONG, LONG], 9450, 2)),
      `Congratulations, ${LONG} and\n${LONG}, you're the winners with a total score\nof 9450 each!`,
    );
    assert.is(
      fitted(takesPlace(LONG, 1575, 10)),
      `Congratulations, ${LONG}, 1575 points take\nplace 10 in the hall of fame!`,
    );
  });
});

suite('80 columns', (test) => {
  for (const columns of [1, 3] as const) {
    test(`is enough for a whole game of long names with ${columns} columns`, () => {
      let dialogue = dialogueAfter({players: NAMES, columns});
      let output = '';
      let all = remind(dialogue);
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
