import * as assert from 'uvu/assert';
import {differenceOf} from '../../../src/marking/comparing/difference.js';
import {passesWith} from '../../../src/marking/comparing/equality.js';
import {parseTolerance, rewriteWithOrigins} from '../../../src/marking/comparing/tolerances.js';
import type {Difference} from '../../../src/marking/results/marks.js';
import {visible} from '../../../src/marking/results/visible.js';
import {effort} from '../../support/effort.js';
import {dealer} from '../../support/random.js';
import {suite} from '../../support/suite.js';

const PROMPT = '\n> ';

function compare(expected: string, actual: string, names: readonly string[] = [], input = ''): Difference {
  return differenceOf({expected, actual, input, prompt: PROMPT, tolerances: names.map(parseTolerance)});
}

const rows = (count: number, row: (index: number) => string): string =>
  Array.from({length: count}, (_, index) => `${row(index)}\n`).join('');
const lefts = (count: number): string => rows(count, (at) => `l${at}`);
const rights = (count: number): string => rows(count, (at) => `r${at}`);

suite('the first difference', (test) => {
  /** `place` is offset, line, column, expected byte and actual byte. */
  type Row = readonly [expected: string, actual: string, place: readonly unknown[], ...tolerances: string[]];
  const places: readonly Row[] = [
    ['abc\n', 'abC\n', [2, 1, 3, 0x63, 0x43]],
    ['a\n', 'a', [1, 1, 2, 0x0a, null]],
    ['a', 'a\n', [1, 1, 2, null, 0x0a]],
    ['a\n', 'a\n\n', [2, 2, 1, null, 0x0a]],
    ['a\n', '', [0, 1, 1, 0x61, null]],
    ['a\n', 'a\r\n', [1, 1, 2, 0x0a, 0x0d]],
    ['a\0b', 'a\0c', [2, 1, 3, 0x62, 0x63]],
    ['\xc3\xa9x', '\xc3\xa8x', [1, 1, 2, 0xa9, 0xa8]],
    ['a\nb\n', 'a\r\nc\r\n', [3, 2, 1, 0x62, 0x63], 'crlf'],
    ['a\n\nb\nc\n', 'a\nb\nX\n', [4, 3, 1, 0x63, 0x58], 'blank-lines'],
    ['a b\nc\n', 'a\nb\nX\n', [4, 3, 1, 0x63, 0x58], 'space'],
    ['a b', 'a   bc', [5, 1, 6, null, 0x63], 'space'],
    ['a\nb\n', 'a\nc', [2, 2, 1, 0x62, 0x63], 'final-newline'],
    ['sum: 12', 'SUM = 13.', [7, 1, 8, 0x32, 0x33], 'only 0-9'],
  ];
  for (const [expected, actual, place, ...tolerances] of places) {
    test(`of ${JSON.stringify([expected, actual])} ${tolerances.join()}`, () => {
      const {offset, line, column, expectedByte, actualByte} = compare(expected, actual, tolerances);
      assert.equal([offset, line, column, expectedByte, actualByte], place);
    });
  }
});

suite('the prompt that was answered', (test) => {
  const GAME = 'Roll?\n> \nYou rolled 5.\n\nAgain?\n1 -> yes\n> \nYou rolled 6.\n';
  type Row = readonly [fact: string, actual: string, input: string, answer: Difference['prompt']];
  const answers: readonly Row[] = [
    ['none before the first', 'Rol', '5\n6\n', null],
    ['the first', GAME.replace('rolled 5', 'have 5'), '5\n6\n', {number: 1, text: 'Roll?', input: '5⏎'}],
    ['a line without end', GAME.replace('6', '7'), '5\n6', {number: 2, text: 'Again?', input: '6'}],
    ['an empty line', GAME.replace('6', '7'), '5\n\n', {number: 2, text: 'Again?', input: '⏎'}],
    ['the end of input', GAME.replace('6', '7'), '5\n', {number: 2, text: 'Again?', input: null}],
    ['a wrong prompt is not yet answered', GAME.replace('> ', '>'), '5\n', null],
  ];
  for (const [fact, actual, input, answer] of answers) {
    test(fact, () => assert.equal(compare(GAME, actual, [], input).prompt, answer));
  }

  test('is asked by what was printed since the one before, and by no answer to that', () => {
    const game = 'Choose:\n 1 -> a\n> \nOptions are:\n 1 -> b\n> \nScore: 1\n';
    const wrong = compare(game, game.replace('Score', 'Sum'), [], '1\n2\n');
    assert.equal(wrong.prompt, {number: 2, text: 'Options·are:', input: '2⏎'});
  });

  test('asks for itself if it has words', () => {
    const asked = (expected: string, prompt: string): string | undefined =>
      differenceOf({expected: `${expected}5\n`, actual: expected, input: '', prompt, tolerances: []}).prompt
        ?.text;
    assert.is(asked('Menu:\n 1 -> a\nYour choice: ', 'Your choice: '), 'Your·choice:');
    assert.is(asked('Width: Height: ', ': '), 'Height:');
    assert.is(asked('Width?\n\nHeight?\n\n> ', '\n> '), 'Height?');
    assert.is(asked('> ', '\n> '), '>');
  });

  test('can be the very first thing printed', () => {
    const found = compare('> a\n> b\n', '> a\n> c\n', [], '1\n2\n');
    assert.equal(found.prompt, {number: 2, text: 'a', input: '2⏎'});
  });

  test('is what the suite says, and absent if the suite says there is none', () => {
    const [expected, actual] = ['n: ok\nn: ok\n', 'n: ok\nn: no\n'];
    const comparison = {expected, actual, input: '1\n2\n', tolerances: []};
    const {prompt} = differenceOf({...comparison, prompt: 'n: '});
    assert.equal([prompt?.number, prompt?.input], [2, '2⏎']);
    assert.is(differenceOf({...comparison, prompt: ''}).prompt, null);
  });
});

suite('prompts on one line', (test) => {
  const three = 'Number: Number: Number: Sum: 12\n';
  const differing = (expected: string): Difference =>
    differenceOf({
      expected,
      actual: expected.replace('Sum', 'Total'),
      input: '1\n2\n3\n',
      prompt: 'Number: ',
      tolerances: [],
    });

  test('are rows of the diff, as on a terminal', () => {
    const {line, column, prompt, diff} = differing(three);
    assert.equal([line, column, prompt], [1, 25, {number: 3, text: 'Number:', input: '3⏎'}]);
    const rows = [
      'same Number:·',
      'same Number:·',
      'same Number:·',
      'expected Sum:·12⏎',
      'actual Total:·12⏎',
    ];
    assert.equal(
      diff.map(({kind, text}) => `${kind} ${text}`),
      rows,
    );
  });
});

suite('the summary', (test) => {
  type Row = readonly [expected: string, actual: string, summary: string, ...tolerances: string[]];
  const rows: readonly Row[] = [
    ['a\n\nOops.\n', 'a\nOops.\n', 'no empty line before "Oops."'],
    ['\nOops.\n', 'Oops.\n', 'no empty line before "Oops."'],
    ['a\n> \nOops.\n', 'a\n> Oops.\n', 'no empty line before "Oops."'],
    ['a\nOops.\n', 'a\n\nOops.\n', 'an extra empty line before "Oops."'],
    ['a\n> Oops.\n', 'a\n> \nOops.\n', 'an extra empty line before "Oops."'],
    ['a\n\n', 'a\n', 'no empty line at the end'],
    ['a\n', 'a\n\n', 'an extra empty line at the end'],
    ['foo\nbar\n', 'foobar\n', 'no line break before "bar"'],
    ['foobar\n', 'foo\nbar\n', 'an extra line break before "bar"'],
    ['a\nb\n', 'a\nb', 'no newline at the end'],
    ['a\nb', 'a\nb\n', 'an extra newline at the end'],
    ['a\nb c\nd\n', 'a\nd\n', '"b c" is missing'],
    ['a\nb\nc\n', 'a\nb', '"c" is missing'],
    ['a\nd\n', 'a\nb c\nd\n', '"b c" is unexpected'],
    ['', 'a\n', '"a" is unexpected'],
    ['a 12 b\n', 'a 7 b\n', 'a wrong number in "a # b"'],
    ['a 12 b\n', 'a 7 c\n', '"a # c" instead of "a # b"'],
    ['#  #\n', '# #\n', '"# #" instead of "#··#"'],
    ['a\n', 'a \n', '"a·" instead of "a"'],
    ['a\n', 'a\r\n', 'carriage returns at the end of "a"'],
    ['\xe1\n', '\xe2\n', '"\\xe2" instead of "\\xe1"'],
    ['a\0\n', 'a\n', '"a" instead of "a␀"'],
    ['\n> Roll?\n', '\nRoll?\n', '">·" is missing'],
    ['a\n> ', 'a\n> \n', 'an extra empty line at the end'],
    ['Go\nb\nc\n', 'Go\n', 'the output ends after "Go"'],
    ['Go\n> \nb\nc\n', 'Go\n> ', '"b" is missing'],
    ['a\n', '', 'no output'],
    ['a\n\nb\nc\n', 'a\nb\nX\n', '"X" instead of "c"', 'blank-lines'],
    ['a b\nc\n', 'a\nb\nX\n', '"X" instead of "c"', 'space'],
    ['--\na  b\n', 'a\na  b\n', '"a" instead of "--"', 'only A-Za-z0-9'],
    ['a\nb 1\n', 'a\r\nb 2\r\n', 'a wrong number in "b #"', 'crlf'],
    ['a\n\nb\n', 'a\nb\r\n', 'carriage returns at the end of "b"', 'blank-lines'],
  ];
  for (const [expected, actual, summary, ...tolerances] of rows) {
    test(`of ${JSON.stringify([expected, actual])} ${tolerances.join()}`, () => {
      assert.is(compare(expected, actual, tolerances).summary, summary);
    });
  }

  test('is the same for the same mistake with other numbers', () => {
    const of = (roll: number, other: number) =>
      compare(`${roll}.\n\nSum ${roll}\n`, `${roll}.\nSum ${other}\n`);
    assert.is(of(5, 9).summary, of(123, 45).summary);
  });
});

suite('the diff', (test) => {
  const textsOf = (expected: string, actual: string, ...tolerances: string[]): string[] =>
    compare(expected, actual, tolerances).diff.map(({kind, text}) => `${kind} ${text}`);

  test('marks the end of the output and keeps every line in order', () => {
    const texts = textsOf('a b\nc\n', 'a b\nd');
    assert.equal(texts, ['same a·b⏎', 'expected c⏎', 'actual d (no newline at end)']);
  });

  test('shows both sides of a replaced block, and what comes before', () => {
    const before = 'a\n'.repeat(300);
    const texts = textsOf(before + lefts(2000), before + rights(2000));
    const context = 'same a⏎,'.repeat(10);
    assert.is(texts.slice(0, 12).join(), `omitted 290 more lines,${context}expected l0⏎`);
    for (const text of ['expected l100⏎', 'actual r0⏎', 'actual r50⏎']) assert.ok(texts.includes(text), text);
  });

  test('leaves out what is far from any difference, and says how much', () => {
    const [k, same] = ['k\n'.repeat(16), 'same k⏎,'];
    const changed = `${same.repeat(10)}expected a⏎,actual b⏎,${same.repeat(3)}`;
    assert.is(
      textsOf(`${k}a\n${k}`, `${k}b\n${k}`).join(),
      `omitted 6 more lines,${changed}omitted 13 more lines`,
    );
  });

  test('shows the first differing line of both sides, whatever comes with it', () => {
    eachPair(2, (expected, actual, label) => holdsFirst(expected, actual, [], label));
    for (const tolerance of ['crlf', 'blank-lines', 'space', 'case', 'only A-Za-z0-9']) {
      eachPair(3, (expected, actual, label) => {
        if (passesWith(expected, actual, [parseTolerance(tolerance)]) !== null) return;
        holdsFirst(expected, actual, [tolerance], `${tolerance} ${label}`);
      });
    }
  });

  const far = 'k\n'.repeat(9);
  const [xs, ys] = ['x'.repeat(300_000), 'y'.repeat(700_000)];
  const mixed = rows(2000, (at) => `${at < 1500 ? 'l' : 'r'}${at}\r`);
  const [wide, other] = [rows(100, (at) => `l${at}`.repeat(2000)), rows(100, (at) => `r${at}`.repeat(2000))];
  type Row = readonly [fact: string, expected: string, actual: string, ...tolerances: string[]];
  const hard: readonly Row[] = [
    ['all of 20,000 lines differ', lefts(20_000), rights(20_000)],
    ['all of them differ in a letter', lefts(20_000), rights(20_000), 'crlf', 'space', 'case'],
    ['500 lines are missing before it', `${lefts(500)}same\n`, 'same\n'],
    ['there are 500 extra lines before it', 'same\n', `${rights(500)}same\n`],
    ['300 tolerated ones come first', `${'x\n\n'.repeat(300)}a`, `${'x\n'.repeat(300)}b`, 'blank-lines'],
    ['2,000 tolerated ones come first', `${'a b\n'.repeat(2000)}yes`, `${'a\nb\n'.repeat(2000)}no`, 'space'],
    ['tolerated ones come before thousands more', lefts(9000), mixed, 'crlf'],
    ['the line is a megabyte', `${xs}A${ys}`, `${xs}B${ys}`],
    ['it is at another column of a long line', `a${' '.repeat(5000)}QQ`, 'a ZZ', 'space'],
    ['100 lines of 10 kB differ', wide, other, 'crlf', 'trailing-space', 'case'],
    ['the lines differ before the byte', '> \na  b\n', 'a\na  b\n', 'only A-Za-z0-9'],
    ['the lines differ far from it', `> \na  b\n${far}x`, `a\na  b\n${far}z`, 'only A-Za-z0-9'],
    ['a run of newlines is too short', '\n'.repeat(100_000), '\n'.repeat(99_990)],
    ['nothing was printed instead of 200,000 lines', 'x\n'.repeat(200_000), ''],
    ['a megabyte was printed instead of nothing', '', '\0'.repeat(1_000_000)],
  ];
  for (const [fact, expected, actual, ...tolerances] of hard) {
    test(`shows it and stays short if ${fact}`, () => {
      const {diff} = holdsFirst(expected, actual, tolerances, fact);
      assert.ok(diff.length < 700, `${diff.length} lines`);
      for (const {text} of diff) assert.ok(text.length < 4000);
    });
  }
});

/** Checks that the diff shows, on both sides, the line of the first difference and the byte that differs. */
function holdsFirst(expected: string, actual: string, names: readonly string[], label: string): Difference {
  const found = compare(expected, actual, names);
  const tolerances = names.map(parseTolerance);
  // Lines that are equal under the tolerances are shown as the program printed them.
  const bare = (text: string): string =>
    names.length === 0 ? text : text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const [left, right] = [rewriteWithOrigins(expected, tolerances), rewriteWithOrigins(actual, tolerances)];
  let at = 0;
  while (at < left.text.length && left.text[at] === right.text[at]) at += 1;
  assert.is(found.offset, right.origins[at] ?? actual.length, label);
  for (const [side, text, origin] of [
    ['expected', expected, left.origins[at]],
    ['actual', actual, right.origins[at]],
  ] as const) {
    if (origin === undefined) continue;
    const line = text.lastIndexOf('\n', origin - 1) + 1;
    // A prompt is a row of its own.
    const start = line + (text.startsWith('> ', line) && origin >= line + 2 ? 2 : 0);
    const seen = visible(text.slice(Math.max(start, origin - 100), origin + 1));
    const isShown = found.diff.some(({kind, text: line}) => {
      return (kind === side || kind === 'same') && bare(line).includes(bare(seen));
    });
    assert.ok(isShown, `${label}: ${side} ${seen} is not shown`);
  }
  const kinds = new Set(found.diff.map(({kind}) => kind));
  assert.ok(kinds.has('expected') || kinds.has('actual'), label);
  return found;
}

/** Random outputs from a few kinds of lines, with a version in which some are missing, doubled or changed. */
function eachPair(seed: number, check: (expected: string, actual: string, label: string) => void): void {
  const {number, oneOf} = dealer(seed);
  const line = (): string =>
    oneOf(['a\n', 'b 1\n', '\n', '\n> c\n', 'a  b\r\n', 'A\n', '> \n', 'b 22\n', `${'z'.repeat(500)}\n`]);
  for (let round = 0; round < effort(250, 100); round += 1) {
    const lines = Array.from({length: number(0, 12)}, line);
    const changed = lines.flatMap((one) =>
      number(0, 3) > 0 ? [one] : oneOf([[], [one, line()], [line()], [one.trimEnd()]]),
    );
    const [expected, actual] = [lines.join(''), changed.join('')];
    if (expected !== actual) check(expected, actual, JSON.stringify([expected, actual]));
  }
}
