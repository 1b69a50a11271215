import * as assert from 'uvu/assert';
import {aligned, hasColour, padEnd, progressBar, widthOf, wrap} from '../../src/command-line/terminal.js';
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
  ];
  test('are there on a terminal that has them, unless the environment says otherwise', () => {
    for (const [env, onTerminal, inPipe] of cases)
      assert.equal(
        [hasColour({isTTY: true}, env), hasColour({}, env)],
        [onTerminal, inPipe],
        JSON.stringify(env),
      );
  });
});

suite('the width of a text', (test) => {
  const widths: readonly (readonly [text: string, width: number])[] = [
    ['', 0],
    ['José', 4],
    ['José'.normalize('NFD'), 4],
    ['東京', 4],
    ['한글'.normalize('NFD'), 4],
    ['👩‍👧🇫🇷', 4],
    ['3·4⏎ «9⏎»…', 10],
    ['\x1b[31mred\x1b[39m', 3],
    ['\x1b[1m東\x1b[22m', 2],
  ];
  test('is that on a terminal', () => {
    for (const [text, width] of widths) {
      assert.is(widthOf(text), width, text);
      assert.is(padEnd(text, 6), text + ' '.repeat(Math.max(0, 6 - width)), text);
    }
  });

  test('limits lines, unless a single word is wider', () => {
    assert.equal(wrap('a bc\n  def ghijkl m', 4), ['a bc', 'def', 'ghijkl', 'm']);
    assert.equal(wrap('東京 東京 a', 9), ['東京 東京', 'a']);
  });
});

suite('a table', (test) => {
  const table = [
    ['name', 'what'],
    ['ann', 'a wrong number in "Sum: #"'],
    ['bob', 'incomprehensibilities in it'],
  ];
  test('cuts its last cells at a space, to fit a terminal', () => {
    assert.equal(aligned(table, {width: 28}), [
      'name  what',
      'ann   a wrong number in…',
      'bob   incomprehensibilities…',
    ]);
    assert.is(aligned(table, {width: 27})[2], 'bob   incomprehensibilitie…');
    assert.equal(aligned([['東京 東京 東京 東京 東京 東京'], ['東'.repeat(11)]], {width: 20}), [
      '東京 東京 東京 東京…',
      `${'東'.repeat(9)}…`,
    ]);
    assert.equal(aligned(table)[1], 'ann   a wrong number in "Sum: #"');
  });
});

suite('progress', (test) => {
  test('is one line, once a run is long, with an estimate that is no guess, and is erased at the end', () => {
    let written = '';
    let time = 0;
    const write = (text: string | Uint8Array): boolean => {
      written += text;
      return true;
    };
    const bar = progressBar({write}, {steps: 8, items: 2, noun: 'submission'}, () => time);
    const after = (milliseconds: number): string => {
      written = '';
      time += milliseconds;
      bar.step();
      return written.replace(/ +$/, '');
    };
    assert.is(after(1900), '');
    assert.is(after(2100), `\r[######${'.'.repeat(18)}] 0 of 2 submissions`);
    assert.match(after(2000), /0 of 2 submissions, about 10 s left$/);
    bar.finishItem();
    assert.match(after(594_000), /1 of 2 submissions, about 10 min left$/);
    assert.match(after(9_400_000), /, about 1 h 40 min left$/);
    for (const _ of ['sixth', 'seventh']) after(1);
    assert.match(after(1), /1 of 2 submissions$/);
    written = '';
    bar.erase();
    assert.match(written, /^\r +\r$/);
  });
});
