/* How wide texts are on a terminal: what is not measured, because it takes one column, and what is. */
import stringWidth from 'string-width';
import * as assert from 'uvu/assert';
import {padEnd, widthOf} from '../../src/command-line/width.js';
import {suite} from '../support/suite.js';

suite('the width of a text', (test) => {
  test('of a single character is that of string-width, measured or not', () => {
    const wrong = Array.from({length: 0xffff - 0x20}, (_, index) => String.fromCharCode(0x20 + index)).filter(
      (one) => widthOf(one) !== stringWidth(one),
    );
    assert.equal(wrong, []);
  });

  const widths: readonly (readonly [text: string, width: number])[] = [
    ['', 0],
    ['José', 4],
    ['José'.normalize('NFD'), 4],
    ['東京', 4],
    ['👩‍👧🇫🇷', 4],
    ['3·4⏎ «9⏎»…', 10],
    ['\x1b[31mred\x1b[39m', 3],
    ['\x1b[1m東\x1b[22m', 2],
  ];
  for (const [text, width] of widths) {
    test(`${JSON.stringify(text)}: ${width} columns`, () => {
      assert.is(widthOf(text), width);
      assert.is(padEnd(text, 6), text + ' '.repeat(Math.max(0, 6 - width)));
    });
  }
});
