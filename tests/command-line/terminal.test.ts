import * as assert from 'uvu/assert';
import {hasColour, padEnd, progressLine, timeLeft, widthOf, wrap} from '../../src/command-line/terminal.js';
import {suite} from '../support/suite.js';

suite('colours', (test) => {
  const cases: readonly (readonly [env: Record<string, string>, onTerminal: boolean, inPipe: boolean])[] = [
    [{}, false, false],
    ...['', 'dumb', 'vt100'].map((TERM) => [{TERM}, false, false] as const),
    ...['screen.xterm-256color', 'linux', 'new-256color'].map((TERM) => [{TERM}, true, false] as const),
    [{NO_COLOR: '1', TERM: 'xterm'}, false, false],
    [{NO_COLOR: '', TERM: 'xterm'}, true, false],
    [{FORCE_COLOR: '3', NO_COLOR: '1', TERM: 'dumb'}, true, true],
    [{FORCE_COLOR: '0', TERM: 'xterm'}, false, false],
    [{FORCE_COLOR: 'false', TERM: 'xterm'}, false, false],
    [{FORCE_COLOR: '', TERM: 'xterm'}, true, false],
  ];
  for (const [env, onTerminal, inPipe] of cases) {
    test(`${JSON.stringify(env)}: ${onTerminal} on a terminal, ${inPipe} in a pipe`, () => {
      assert.is(hasColour({isTTY: true}, env), onTerminal);
      assert.is(hasColour({}, env), inPipe);
    });
  }
});

suite('the width of a text', (test) => {
  const widths: readonly (readonly [text: string, width: number])[] = [
    ['', 0],
    ['José', 4],
    ['José'.normalize('NFD'), 4],
    ['Юлия', 4],
    ['東京', 4],
    ['한글', 4],
    ['한글'.normalize('NFD'), 4],
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

  test('limits lines, unless a single word is wider', () => {
    assert.equal(wrap('a bc\n  def ghijkl m', 4), ['a bc', 'def', 'ghijkl', 'm']);
  });
});

suite('progress', (test) => {
  test('gives no estimate that would be a guess', () => {
    const left = timeLeft(1000);
    assert.is(left(50, 50, 3999), null);
    assert.is(left(2, 98, 9000), null);
    assert.is(left(3, 3, 4000), 3000);
  });

  test('counts down steadily while the estimate is about right, and corrects it when it is not', () => {
    const left = timeLeft(0);
    assert.is(left(10, 90, 10_000), 90_000);
    // New estimates would be 99.8 and 72.7 seconds.
    assert.is(left(11, 89, 12_240), 87_760);
    assert.is(left(22, 78, 20_500), 79_500);
    assert.is(left(40, 60, 160_000), 240_000);
  });

  const lines: readonly (readonly [milliseconds: number | null, text: string])[] = [
    [null, ''],
    [0, ', about 5 s left'],
    [31_000, ', about 35 s left'],
    [55_001, ', about 1 min left'],
    [61_000, ', about 2 min left'],
    [7_800_000, ', about 2 h 10 min left'],
  ];
  for (const [milliseconds, text] of lines) {
    test(`${milliseconds} milliseconds: ${text}`, () => {
      const bar = `[${'#'.repeat(10)}${'.'.repeat(30)}] 20/80`;
      assert.is(progressLine(20, 80, milliseconds), bar + text);
    });
  }
});
