/* Lines fit a terminal of 80 columns, whatever the names are: long, wide, without a space to break at. */
import * as assert from 'uvu/assert';
import {widthOf} from '../../src/command-line/width.js';
import {LONGEST_NAME} from '../../src/game/players.js';
import {RULE_SETS} from '../../src/rules/variants.js';
import {congratulations} from '../../src/table/messages.js';
import {start, step} from '../../src/terminal/dialogue/dialogue.js';
import {takesPlace} from '../../src/terminal/dialogue/messages.js';
import {CARD_VIEWS} from '../../src/terminal/drawing/card.js';
import {drawHallOfFame} from '../../src/terminal/drawing/dice.js';
import {fitted} from '../../src/terminal/drawing/text.js';
import {settingsOf} from '../support/play.js';
import {suite} from '../support/suite.js';

const NAMES = ['m', '東', 'Wolfeschlegelsteinhausenbergerdorff ', '👩‍👧'].map((text) =>
  Array.from(text.repeat(LONGEST_NAME)).slice(0, LONGEST_NAME).join('').trim(),
);
const [LONG = '', WIDE = ''] = NAMES;

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
      takesPlace({name: LONG, score: 1575, mark: 'seeded'}, 10),
      `Congratulations, ${LONG}, 1575 points take\nplace 10 in the hall of fame (seeded)!`,
    );
    assert.is(
      fitted(congratulations(['Julie'], 273, 2)),
      "Congratulations, Julie, you're the winner with a total score of 273!",
    );
  });

  test('is broken within a word that is wider than a terminal', () => {
    const lines = fitted(congratulations([WIDE], 5, 1)).split('\n');
    assert.equal(lines, ['Congratulations,', WIDE, ', you finish with a total score of 5!']);
    assert.is(fitted(`a ${'東'.repeat(41)}`), `a\n${'東'.repeat(40)}\n東`);
  });

  test('of exactly 80 is left alone, with all its spaces', () => {
    for (const text of ['x'.repeat(80), `a  b${' c'.repeat(38)}`, `${'x '.repeat(39)} y`]) {
      assert.is(widthOf(text), 80);
      assert.is(fitted(text), text);
    }
  });

  test('of the hall of fame is one, its name cut', () => {
    const entries = NAMES.map((name) => ({name, score: 9450, mark: 'seeded'}) as const);
    for (const rules of RULE_SETS) {
      const drawn = drawHallOfFame(entries, 3, rules);
      assert.equal(tooWide(drawn), []);
      assert.is(drawn.split('\n').length, NAMES.length + 2);
      assert.ok(
        drawn.includes(`\n 1. 9450 ${LONG} (seeded)\n 2. 9450 ${'東'.repeat(30)}… (seeded)\n`),
        drawn,
      );
    }
  });

  for (const view of CARD_VIEWS) {
    // Three columns take three times as long.
    for (const columns of view === 'sheet' ? ([1] as const) : ([1, 3] as const)) {
      test(`is never wider, in a whole game of long names with ${columns} columns, as ${view}`, () => {
        const settings = settingsOf({players: NAMES, columns, view, rules: 'free-joker'});
        let {dialogue, output} = start(settings, [], null);
        let all = output;
        const say = (line: string): void => {
          ({dialogue, output} = step(dialogue, line));
          all += output;
        };
        for (let column = 1; column <= columns; column += 1) {
          for (const row of [14, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 15]) {
            for (const _ of NAMES) {
              say('6 6 6 6 6');
              say('score');
              say(columns === 1 ? `${row}` : `${row} ${column}`);
            }
            if (dialogue.asks !== 'nothing') say('card');
          }
        }
        assert.is(dialogue.asks, 'nothing');
        assert.match(all, 'Congratulations');
        assert.is(tooWide(all).slice(0, 3).join('\n'), '');
      });
    }
  }
});
