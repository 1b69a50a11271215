import * as assert from 'uvu/assert';
import {sameBytes} from '../support/bytes.js';
import {suite} from '../support/suite.js';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

suite('sameBytes', (test) => {
  test('accepts the same bytes, as text or as bytes', () => {
    sameBytes('', '', 'nothing');
    sameBytes('a\n', bytes(0x61, 0x0a), 'text and bytes');
    sameBytes(bytes(0xff), bytes(0xff), 'a byte above 127');
  });

  const different: readonly [
    fact: string,
    actual: string | Uint8Array,
    expected: string | Uint8Array,
    message: string,
  ][] = [
    ['another byte', 'one\ntwo\n', 'one\ntoo\n', 'line 2 is "two", expected "too"'],
    ['a missing final newline', 'one', 'one\n', 'line 2 is undefined, expected ""'],
    ['an extra final newline', 'one\n\n', 'one\n', 'line 3 is "", expected undefined'],
    ['CRLF for LF', 'one\r\n', 'one\n', 'line 1 is "one\\r", expected "one"'],
    ['an extra tail', 'one\ntwo', 'one\n', 'line 2 is "two", expected ""'],
    ['nothing for something', '', 'one\n', 'line 1 is "", expected "one"'],
    ['Latin-1 for UTF-8', bytes(0xff), bytes(0xc3, 0xbf), 'line 1 is "ÿ", expected "Ã¿"'],
    ['a NUL', bytes(0), '', 'line 1 is "\\u0000", expected ""'],
  ];
  for (const [fact, actual, expected, message] of different) {
    test(`fails on ${fact}`, () => {
      assert.is(
        complaint(() => sameBytes(actual, expected, 'label')),
        `label: ${message}`,
      );
    });
  }
});

/** The message of whatever is thrown. Written by hand, because uvu's `throws` rethrows assertion errors. */
function complaint(work: () => void): string {
  try {
    work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'nothing was thrown';
}
