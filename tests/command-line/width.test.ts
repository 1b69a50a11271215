/* How wide texts are on a terminal: what is not measured, because it takes one column, and what is. */
import stringWidth from 'string-width';
import * as assert from 'uvu/assert';
import {padEnd, widthOf} from '../../src/command-line/columns.js';
import {dealer} from '../support/random.js';
import {suite} from '../support/suite.js';

suite('the width of a text', (test) => {
  test('is that of string-width, measured or not: of single characters, and of some together', () => {
    const {number, oneOf} = dealer(13);
    const single = Array.from({length: 0xffff - 0x20}, (_, index) => String.fromCharCode(0x20 + index));
    const quick = ['a', 'é', 'я', '·', '⏎', '東', '한', 'カ', '。', 'Ａ', '\u0301', '\u0338'] as const;
    const some = Array.from({length: 2000}, () =>
      Array.from({length: number(2, 6)}, () => oneOf(quick)).join(''),
    );
    assert.equal(
      [...single, ...some].filter((text) => widthOf(text) !== stringWidth(text)),
      [],
    );
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
