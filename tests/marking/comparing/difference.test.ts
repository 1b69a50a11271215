import * as assert from 'uvu/assert';
import {compare, differenceOf} from '../../../src/marking/comparing/difference.js';
import {areEqual, inOrder, parseTolerance} from '../../../src/marking/comparing/tolerances.js';
import type {Difference} from '../../../src/marking/results/marks.js';
import {linesOf} from '../../../src/marking/results/visible.js';
import {effort} from '../../support/effort.js';
import {dealer} from '../../support/random.js';
import {suite} from '../../support/suite.js';

const PROMPT = '\n> ';

const bytes = (latin1: string): Buffer => Buffer.from(latin1, 'latin1');

const wrong = (expected: string, actual: string, names: readonly string[] = [], input = ''): Difference =>
  differenceOf({
    expected: bytes(expected),
    actual: bytes(actual),
    session: () => ({prompts: [PROMPT], answers: linesOf(input)}),
    tolerances: inOrder(names.map(parseTolerance)),
  });

const rows = (count: number, row: (index: number) => string): string =>
  Array.from({length: count}, (_, index) => `${row(index)}\n`).join('');
const lefts = (count: number): string => rows(count, (at) => `l${at}`);
const rights = (count: number): string => rows(count, (at) => `r${at}`);

suite('the first difference', (test) => {
  type Place = readonly [expected: string, actual: string, line: number, column: number, ...string[]];
  const places: readonly Place[] = [
    ['abc\n', 'abC\n', 1, 3],
    ['a\n', 'a', 1, 2],
    ['a\0b', 'a\0c', 1, 3],
    ['\xc3\xa9x', '\xc3\xa8x', 1, 2],
    ['a\nb\n', 'a\r\nc\r\n', 2, 1, 'crlf'],
    ['a\n\nb\nc\n', 'a\nb\nX\n', 3, 1, 'blank-lines'],
    ['a b\nc\n', 'a\nb\nX\n', 3, 1, 'space'],
    ['a\nb\n', 'a\nc', 2, 1, 'final-newline'],
    ['sum: 12', 'SUM = 13.', 1, 8, 'only 0-9'],
    ['1 2', '1--3', 1, 4, 'only 0-9'],
    ['a\nb\nc\n', 'c\nx\na\n', 2, 1, 'order'],
  ];
  test('has the line and the column of its first byte', () => {
    for (const [expected, actual, line, column, ...tolerances] of places) {
      const found = wrong(expected, actual, tolerances);
      assert.equal([found.line, found.column], [line, column], JSON.stringify([expected, actual]));
    }
  });
});

suite('the summary', (test) => {
  type Row = readonly [expected: string, actual: string, summary: string, ...tolerances: string[]];
  const rows: readonly Row[] = [
    ['a\n\nOops.\n', 'a\nOops.\n', 'no empty line before "Oops."'],
    ['a\n> \nOops.\n', 'a\n> Oops.\n', 'no empty line before "Oops."'],
    ['a\n', 'a\n\n', 'an extra empty line at the end'],
    ['foo\nbar\n', 'foobar\n', 'no line break before "bar"'],
    ['foobar\n', 'foo\nbar\n', 'an extra line break before "bar"'],
    ['a\nb\n', 'a\nb', 'no newline at the end'],
    ['a\nb\n\n', 'a\nb', 'no newline and no empty line at the end'],
    ['a\nb', 'a\nb\n', 'an extra newline at the end'],
    ['a\nb\nc\n', 'a\nb', '"c" is missing'],
    ['a\nd\n', 'a\nb c\nd\n', '"b c" is unexpected before "d"'],
    ['a\n', '\n', '"a" is missing'],
    ['a 12 b 3\n', 'a 7 b 3\n', 'a wrong number in "a # b 3"'],
    ['a 1 2 3\n', 'a 1 3 2\n', 'the numbers are in another order in "a 1 # #"'],
    ['a 1.50\n', 'a -1.25\n', 'a wrong number in "a #"'],
    ['a 7.50 3\n', 'a 7.5 3\n', 'the number is right, its format is not: 7.5 for 7.50'],
    ['7.50 1\n', '7.5 2\n', '"7.5 2" instead of "7.50 1"'],
    ['a 12 b\n', 'a 7 c\n', '"a 7 c" instead of "a 12 b"'],
    ['12\n', '7\n', '"7" instead of "12"'],
    ['#  #\n', '# #\n', '"# #" instead of "#··#"'],
    ['a\n', 'a \n', '"a·" instead of "a"'],
    ['a\n', 'a\r\n', 'carriage returns at the end of "a"'],
    ['\xe1\n', '\xe2\n', '"\\xe2" instead of "\\xe1"'],
    ['a\0\n', 'a\n', '"a" instead of "a␀"'],
    ['a\n> ', 'a\n> \n', 'an extra empty line at the end'],
    ['Go\nb\nc\n', 'Go\n', 'the output ends after "Go"'],
    ['Go\n> \nb\nc\n', 'Go\n> ', '"b" is missing'],
    ['a\n\nb\nc\n', 'a\nb\nX\n', '"X" instead of "c"', 'blank-lines'],
    ['a b\nc\n', 'a\nb\nX\n', '"X" instead of "c"', 'space'],
    ['--\na  b\n', 'a\na  b\n', '"a" instead of "--"', 'only A-Za-z0-9'],
    ['a\nb 1\n', 'a\r\nb 2\r\n', 'a wrong number in "b #"', 'crlf'],
    ['a\n\nb\n', 'a\nb\r\n', 'carriage returns at the end of "b"', 'blank-lines'],
    ['a\n---\n', 'a\nb\n---\n', '"b" is unexpected before "---"', 'only a-z'],
    ['a\n\nb 1\n\nc\n', 'a\nb 2\n\nc\n', 'a wrong number in "b #"', 'space'],
    ['a\nb\nc\nd\n', 'a b\nc d e\n', '"c d e" instead of "c"', 'space'],
    ['a\n> b\n\n', 'a\r\n> b\r\n\r\nc\n', '"c" is unexpected at the end', 'crlf', 'final-newline'],
  ];
  test('says in a few words what is wrong', () => {
    for (const [expected, actual, summary, ...tolerances] of rows)
      assert.is(wrong(expected, actual, tolerances).summary, summary, JSON.stringify([expected, actual]));
  });

  test('names the checker that takes another format of numbers', () => {
    for (const [actual, hint] of [
      ['a 7.5  1e1\n', 'numbers'],
      ['a 7.6 10\n', null],
    ] as const) {
      const found = compare({expected: bytes('a 7.50 10\n'), actual: bytes(actual), tolerances: []});
      assert.is('wouldPassWith' in found && found.wouldPassWith, hint);
    }
  });

  test('says so if only the order of lines differs, and shows what was printed', () => {
    const found = compare({expected: bytes('1\n2\n3\n'), actual: bytes('3\n1\n2\n'), tolerances: []});
    if (!('difference' in found)) throw new Error('they are equal');
    assert.equal(
      [found.difference.summary, found.difference.mistake, found.wouldPassWith],
      ['the lines are in another order', null, 'order'],
    );
    assert.equal(
      found.difference.diff.map(({kind, text}) => `${kind} ${text}`),
      ['actual 3⏎', 'same 1⏎', 'same 2⏎', 'expected 3⏎'],
    );
  });
});

suite('a golden', (test) => {
  test('is normalised once for all who are compared with it', () => {
    const golden = lefts(2000);
    const expected = bytes(golden);
    let count = 0;
    const rewrite = (text: string): string => {
      count += text === golden ? 1 : 0;
      return text.toLowerCase();
    };
    for (const wrong of ['L1', 'x', 'y'])
      compare({expected, actual: bytes(golden.replace('l1', wrong)), tolerances: [{name: 'lower', rewrite}]});
    assert.is(count, 1);
  });
});

suite('the diff', (test) => {
  const textsOf = (expected: string, actual: string, ...tolerances: string[]): string[] =>
    wrong(expected, actual, tolerances).diff.map(({kind, text}) => `${kind} ${text}`);

  test('marks the end of the output and keeps every line in order', () => {
    const texts = textsOf('a b\nc\n', 'a b\nd');
    assert.equal(texts, ['same a·b⏎', 'expected c⏎', 'actual d (no newline at end)']);
  });

  test('shows two lines before, and four of each side, and counts the rest', () => {
    const before = 'a\n'.repeat(300);
    const kinds = (kind: string, letter: string): string[] =>
      [0, 1, 2, 3].map((at) => `${kind} ${letter}${at}⏎`);
    const texts = textsOf(before + lefts(2000), before + rights(2000));
    assert.equal(texts, ['same a⏎', 'same a⏎', ...kinds('expected', 'l'), ...kinds('actual', 'r')]);
    assert.equal(wrong(before + lefts(1500), before + rights(50)).differing, {expected: 1500, actual: 50});
  });

  test('ends at three equal lines', () => {
    const texts = textsOf('a\nk\nk\nb\nk\nk\nk\nc\n', 'k\nk\nk\nk\nk\n');
    assert.equal(texts, ['expected a⏎', 'same k⏎', 'same k⏎', 'expected b⏎', 'same k⏎']);
  });

  test('shows a line that differs, whatever comes with it', () => {
    const {number, oneOf} = dealer(2);
    const long = `${'z'.repeat(500)}\n`;
    const units = ['a\n', 'b 1\n', '\n', '\n> c\n', 'a  b\r\n', 'A\n', '> \n', 'b 22\n', long] as const;
    const line = (): string => oneOf(units);
    for (let round = 0; round < effort(500, 200); round += 1) {
      const lines = Array.from({length: number(0, 12)}, line);
      const changed = lines.flatMap((one) =>
        number(0, 3) > 0 ? [one] : oneOf([[], [one, line()], [line()], [one.trimEnd()]]),
      );
      const [expected, actual] = [lines.join(''), changed.join('')];
      for (const name of ['', 'crlf', 'blank-lines', 'order', 'space', 'case', 'only A-Za-z0-9']) {
        const names = name === '' ? [] : [name];
        if (!areEqual(expected, actual, names.map(parseTolerance))) holdsFirst(expected, actual, names);
      }
    }
  });

  const [xs, ys] = ['x'.repeat(300_000), 'y'.repeat(700_000)];
  const mixed = rows(2000, (at) => `${at < 1500 ? 'l' : 'r'}${at}\r`);
  type Row = readonly [fact: string, expected: string, actual: string, ...tolerances: string[]];
  const hard: readonly Row[] = [
    ['all of 20,000 lines differ', lefts(20_000), rights(20_000)],
    ['500 lines are missing before it', `${lefts(500)}same\n`, 'same\n'],
    ['tolerated ones come before thousands more', lefts(9000), mixed, 'crlf'],
    ['the line is a megabyte', `${xs}A${ys}`, `${xs}B${ys}`],
    ['a megabyte was printed instead of nothing', '', '\0'.repeat(1_000_000)],
  ];
  for (const [fact, expected, actual, ...tolerances] of hard) {
    test(`shows it and stays short if ${fact}`, () => {
      const {diff} = holdsFirst(expected, actual, tolerances);
      assert.ok(diff.length <= 12, `${diff.length} lines`);
      for (const {text} of diff) assert.ok(text.length < 500);
    });
  }
});

/** Checks that the diff shows a line that differs. */
function holdsFirst(expected: string, actual: string, names: readonly string[]): Difference {
  const found = wrong(expected, actual, names);
  const label = JSON.stringify([expected.slice(0, 200), actual.slice(0, 200), names]);
  const shown = found.diff.filter(({kind}) => kind !== 'same');
  assert.ok(shown.length > 0, label);
  for (const {kind} of shown) assert.ok(found.differing[kind === 'expected' ? kind : 'actual'] > 0, label);
  return found;
}
