import * as assert from 'uvu/assert';
import {legible, linesOf, visible, visibleLines} from '../../../src/marking/results/visible.js';
import {latin1} from '../../support/bytes.js';
import {dealer} from '../../support/random.js';
import {suite} from '../../support/suite.js';

const utf8 = (text: string): string => latin1(Buffer.from(text, 'utf8'));

/** The signs that the issue names, and Unicode's own pictures for the other control characters. */
const CONTROL_SIGNS = '␀␁␂␃␄␅␆␇␈⇥⏎␋␌␍␎␏␐␑␒␓␔␕␖␗␘␙␚␛␜␝␞␟';

/** Characters that a reader could take for a command, or not see at all. */
const DANGEROUS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}]/u;

suite('visible text', (test) => {
  test('has a sign for every byte', () => {
    for (let byte = 0; byte < 256; byte += 1) {
      const plain = byte < 127 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`;
      const expected = CONTROL_SIGNS[byte] ?? {32: '·', 127: '␡'}[byte] ?? plain;
      assert.is(visible(String.fromCharCode(byte)), expected, `byte ${byte}`);
      // The same among other bytes, in a text that is not plain.
      assert.is(visible(`\0${String.fromCharCode(byte)}\0`), `␀${expected}␀`, `byte ${byte}`);
    }
  });

  const shown: readonly (readonly [fact: string, bytes: string, shown: string])[] = [
    ['nothing', '', ''],
    ['a terminal colour', '\x1b[31mred\x1b[0m', '␛[31mred␛[0m'],
    ['UTF-8 symbols and pictures', utf8('€ “x” — 😀'), '€·“x”·—·😀'],
    ['a byte that is not UTF-8', '\xff', '\\xff'],
    ['a UTF-8 letter that is cut off', utf8('漢').slice(0, 2), '\\xe6\\xbc'],
    ['a byte order mark', utf8('\ufeffa'), '\\u{feff}a'],
    ['a no-break space', utf8('a\u00a0b'), 'a\\u{a0}b'],
    ['right-to-left override', utf8('\u202eabc'), '\\u{202e}abc'],
    ['line and paragraph separators', utf8('\u2028\u2029'), '\\u{2028}\\u{2029}'],
    ['a control character of C1', utf8('\u009b31m'), '\\u{9b}31m'],
    ['an accent that would combine with the letter before', utf8('e\u0301'), 'e\\u{301}'],
    ['the blank pattern of Braille', utf8('\u2800'), '\\u{2800}'],
  ];
  test('shows what would be invisible, or command a terminal', () => {
    for (const [fact, bytes, expected] of shown) assert.is(visible(bytes), expected, fact);
  });

  test('never contains anything invisible, whatever the bytes', () => {
    const {bytes, number, oneOf} = dealer(1);
    const parts = ['\u200b', '\u202e', 'é', '😀', '\0', '\x1b', ' ', '\r', '\n', 'x', '\u00a0'] as const;
    for (let round = 0; round < 500; round += 1) {
      const mixed = Array.from({length: number(1, 8)}, () =>
        number(0, 1) === 0 ? latin1(bytes(number(1, 5))) : utf8(oneOf(parts)),
      ).join('');
      assert.not.match(visible(mixed), DANGEROUS, JSON.stringify(mixed));
      assert.is(visibleLines(mixed).join(''), visible(mixed), JSON.stringify(mixed));
    }
  });
});

suite('lines', (test) => {
  test('end at newlines only', () => {
    for (const lines of [[], ['\n'], ['a\n', 'b'], ['\n', 'a\r\n', 'b\rc\n'], ['a\u2028b\x85c\x0c']])
      assert.equal(linesOf(lines.join('')), lines);
  });
});

suite('printable text', (test) => {
  const printed: readonly (readonly [fact: string, bytes: string, printed: string])[] = [
    ['keeps spaces and line breaks', 'a  b\n\nc', 'a  b\n\nc'],
    ['turns tabs into spaces', '\ta', '    a'],
    ['keeps the quotes of gcc', utf8('error: ‘x’ undeclared'), 'error: ‘x’ undeclared'],
    ['disarms a terminal command', '\x1b]0;title\x07\n', '␛]0;title␇\n'],
    ['disarms a lone carriage return', 'good\rbad\n', 'good␍bad\n'],
    ['shows bytes that are not UTF-8', '\xff\n', '\\xff\n'],
  ];
  test('commands nothing', () => {
    for (const [fact, bytes, expected] of printed) assert.is(legible(bytes), expected, fact);
  });
});
