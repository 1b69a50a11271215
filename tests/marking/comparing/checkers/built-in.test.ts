import * as assert from 'uvu/assert';
import {anyOrderFault} from '../../../../src/marking/comparing/checkers/any-order.js';
import type {Fault} from '../../../../src/marking/comparing/checkers/checker.js';
import {tokensFault} from '../../../../src/marking/comparing/checkers/tokens.js';
import {suite} from '../../../support/suite.js';

/** The golden, an output, and the reason why it is refused; null if it is accepted. */
type Row = readonly [golden: string, output: string, reason: string | null];

const reasons = (rows: readonly Row[], check: (golden: string, output: string) => Fault | null): void =>
  assert.equal(
    rows.map(([golden, output]) => [golden, output, check(golden, output)?.reason ?? null]),
    rows,
  );

suite('tokens', (test) => {
  const rows: readonly Row[] = [
    ['a b\nc\n', 'a b\nc\n', null],
    ['a b\nc\n', '\n a\tb\r\nc', null],
    ['a b\nc\n', 'a\vb\f c\r', null],
    ['', ' \n\n', null],
    ['a b\nc\n', 'a b\nC\n', 'token 1 of line 2: expected "c", actual "C"'],
    ['a b\nc\n', 'a  bc\n', 'token 2 of line 1: expected "b", actual "bc"'],
    ['a b\nc\n', 'a b\n', 'the output ends after 2 tokens: expected "c" next'],
    ['a', '', 'the output ends after 0 tokens: expected "a" next'],
    ['a', 'a\n\nb\n', 'token 1 of line 3: "b" is unexpected after all 1 token'],
    ['', 'nan', 'token 1 of line 1: "nan" is unexpected after all 0 tokens'],
    ['1.0', '1', 'token 1 of line 1: expected 1.0, actual 1'],
    ['a\0b', 'a\0c', 'token 1 of line 1: expected "a␀b", actual "a␀c"'],
    ['a', 'a\0', 'token 1 of line 1: expected "a", actual "a␀"'],
    // No white space of C, though Unicode has it as such.
    ['a b', 'a\xa0b', 'token 1 of line 1: expected "a", actual "a\\xa0b"'],
    ['\xc3\xa9', '\xc3\x89', 'token 1 of line 1: expected "é", actual "É"'],
  ];
  test('are compared exactly, and only white space between them does not count', () =>
    reasons(rows, (...texts) => tokensFault(...texts, {kind: 'tokens', case: 'count'})));

  test('may ignore the case of A to Z, and of no other letter', () =>
    reasons(
      [
        ['Ab', 'aB', null],
        ['\xc3\xa9', '\xc3\x89', 'token 1 of line 1: expected "é", actual "É"'],
        ['a[', 'A{', 'token 1 of line 1: expected "a[", actual "A{"'],
      ],
      (...texts) => tokensFault(...texts, {kind: 'tokens', case: 'ignore'}),
    ));
});

suite('numbers', (test) => {
  const within = (absolute: number | string, relative: number | string) => (golden: string, output: string) =>
    tokensFault(golden, output, {kind: 'numbers', case: 'count', absolute, relative});
  const off = (golden: string, output: string, words: string): Row => [
    golden,
    output,
    `token 1 of line 1: expected ${golden}, actual ${output}: ${words}`,
  ];
  const most = 'off by more than 0.001';

  test('are close by an absolute distance, exactly in decimal', () =>
    reasons(
      [
        ['0.3', '0.301', null],
        ['0.3', '0.299', null],
        off('0.3', '0.3010000000000000000001', most),
        ['sum: 0.3\n', 'sum:\n+3.000e-1 ', null],
        ['1e5', '100000.0005', null],
        ['-0', '0', null],
        ['5', '5.', null],
        ['.5', '0.5', null],
        off('1.5', '1.51', most),
        off('1e300', '2e300', most),
        off('1e-320', '1', most),
        // Too small for a computer's usual numbers: nothing.
        ['0', '1e-999999999', null],
      ],
      within(0.001, 0),
    ));

  test('are close by a part of the expected one, whatever its sign', () =>
    reasons(
      [
        ['1000', '1001', null],
        ['-1000', '-1001', null],
        off('1000', '1001.0001', 'off by more than 0.001 of it'),
        ['1e300', '1.001e300', null],
        off('0', '1e-300', 'off by more than 0.001 of it'),
      ],
      within(0, 0.001),
    ));

  test('are the same however they are written, if nothing is said', () =>
    reasons([['1.50', '15e-1', null], off('1.5', '1.5000001', 'off')], within(0, 0)));

  test('are decimal: what else looks like one is a token as others are', () => {
    const none = (text: string): Row => [
      '1',
      text,
      `token 1 of line 1: expected 1, actual "${text}": not a number`,
    ];
    const other = (golden: string, output: string): Row => [
      golden,
      output,
      `token 1 of line 1: expected "${golden}", actual ${/^\d/.test(output) && !/x/.test(output) ? output : `"${output}"`}`,
    ];
    reasons(
      [
        ...['nan', 'inf', '-Infinity', '0x1', '1e999', '1e', '1,0', '--1', '1d', '.', '1_0'].map(none),
        ['nan', 'nan', null],
        ['1e999', '1e999', null],
        other('nan', '1'),
        other('inf', 'Inf'),
        other('0x10', '16'),
        other('a', 'b'),
      ],
      within(1e300, 1e300),
    );
  });

  test('that are close do not differ in what is shown, but in the line that is wrong, which is the golden’s own', () => {
    const fault = within(0.01, 0)(
      'a 1.00 2.00\nb 3.0 4.0 5\nc 6\nd 7\ne 8 9\n',
      'a 1 2\nb 3.00  5 5.0\nc 6.0\nd 8.0\ne 8 10\n',
    );
    assert.is(fault?.golden, 'a 1 2\nb 3.0  4.0 5\nc 6.0\nd 7\ne 8 9\n');
    assert.is(fault?.exactness, 'line');
  });

  test('have the white space that was printed, up to what is wrong', () => {
    const golden = (...texts: readonly [string, string]) => within(0, 0)(...texts)?.golden;
    assert.is(golden('a 1\nb 3 c\n', 'a\t1  b   4  c'), 'a\t1  b   3 c\n');
    assert.is(golden('a b\nc d\n', 'a  b \n\n'), 'a  b\nc d\n');
    assert.is(golden('a b\n', '\na  b c\n'), '\na  b\n');
  });
});

suite('lines in any order', (test) => {
  const rows: readonly Row[] = [
    ['a\nb\n', 'b\na\n', null],
    ['a\nb\n', 'b\na', null],
    ['', '', null],
    ['a\n\nb\n', '\nb\na\n', null],
    ['a\nb\n', 'b\n', 'line "a" is missing'],
    ['a\nb\n', 'b\nA\n', 'line "a" is missing; line 2, "A", is unexpected'],
    ['a\na\n', 'a\n', 'line "a" is missing: there is 1 of 2'],
    ['a\n', 'a\na\nb\n', 'line 2, "a", is unexpected, and 1 more'],
    ['a\nb\nc\n', '', 'line "a" is missing, and 2 more'],
    ['a\nb\n', 'b\r\na\n', 'line "b" is missing; line 1, "b␍", is unexpected'],
    ['a\n', 'a\n\n', 'line 2, "", is unexpected'],
    ['a\0\n', 'a\n', 'line "a␀" is missing; line 1, "a", is unexpected'],
    ['__proto__\n', 'x\n', 'line "__proto__" is missing; line 1, "x", is unexpected'],
  ];
  test('must be there as often as in the golden', () => reasons(rows, anyOrderFault));

  test('that are missing stand in what is shown where others should not be', () => {
    const golden = (...texts: readonly [string, string]) => anyOrderFault(...texts)?.golden;
    assert.is(golden('a\nb\nc\n', 'c\nx\na\n'), 'c\nb\na\n');
    assert.is(golden('a\nb\n', 'b'), 'b\na');
    assert.is(golden('a\nb\n', 'x\ny\nb\na\n'), 'b\na\n');
  });
});
