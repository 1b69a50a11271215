import * as assert from 'uvu/assert';
import {EMPTY_LINE, lineReader, type ScannedLine, scan, scanLine} from '../../src/valuation/scanner.js';
import {dealer} from '../support/random.js';
import {suite} from '../support/suite.js';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

suite('scanLine', (test) => {
  // Each row: the line, and every fact that differs from an empty line.
  const rows: readonly [line: string, facts: Partial<ScannedLine>][] = [
    ['', {}],
    [' \t\v\f\r', {}],
    ['3', {count: 1, values: [3], distinct: [3], word: '3', endsInDigit: true}],
    ['3 ', {count: 1, values: [3], distinct: [3], word: '3', wordEnded: true}],
    [' 6\t4 ', {count: 2, values: [6, 4], distinct: [6, 4], word: '6', wordEnded: true}],
    ['0 9', {count: 2, values: [0, 9], distinct: [0, 9], word: '0', wordEnded: true, endsInDigit: true}],
    [
      '5 3 5 5 3 1 2',
      {
        count: 7,
        values: [5, 3, 5, 5, 3],
        distinct: [5, 3, 1, 2],
        word: '5',
        wordEnded: true,
        endsInDigit: true,
      },
    ],
    [
      '9 8 7 6 5 4 3 2 1 0 0',
      {
        count: 11,
        values: [9, 8, 7, 6, 5],
        distinct: [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
        word: '9',
        wordEnded: true,
        endsInDigit: true,
      },
    ],
    ['34', {wellFormed: false, count: 2, values: [3, 4], distinct: [3, 4], word: '34', endsInDigit: true}],
    [
      '12345',
      {
        wellFormed: false,
        count: 5,
        values: [1, 2, 3, 4, 5],
        distinct: [1, 2, 3, 4, 5],
        word: '123',
        endsInDigit: true,
      },
    ],
    ['2.5', {wellFormed: false, count: 2, values: [2, 5], distinct: [2, 5], word: '2.5', endsInDigit: true}],
    ['3,', {wellFormed: false, count: 1, values: [3], distinct: [3], word: '3,'}],
    ['x', {wellFormed: false, word: 'x'}],
    ['\0', {wellFormed: false, word: '\0'}],
    ['\xff\xfe', {wellFormed: false, word: '\xff\xfe'}],
    ['\xa0', {wellFormed: false, word: '\xa0'}],
    ['\x85', {wellFormed: false, word: '\x85'}],
    ['ab cd', {wellFormed: false, word: 'ab', wordEnded: true}],
    ['abcdef', {wellFormed: false, word: 'abc'}],
  ];
  for (const [line, facts] of rows) {
    test(JSON.stringify(line), () => assert.equal(scanLine(bytes(line)), {...EMPTY_LINE, ...facts}));
  }

  test('each byte is a digit, white space, or neither', () => {
    for (let byte = 0; byte < 256; byte += 1) {
      if (byte === 0x0a) continue;
      const line = scanLine(Uint8Array.of(byte));
      const isDigit = byte >= 0x30 && byte <= 0x39;
      const isSpace = [0x20, 0x09, 0x0b, 0x0c, 0x0d].includes(byte);
      assert.is(line.wellFormed, isDigit || isSpace, `byte ${byte}`);
      assert.is(line.count, isDigit ? 1 : 0, `byte ${byte}`);
      assert.is(line.word, isSpace ? '' : String.fromCharCode(byte), `byte ${byte}`);
    }
  });

  test('text is encoded as UTF-8, and only its first line counts', () => {
    assert.equal(scanLine('é'), scanLine(Uint8Array.of(0xc3, 0xa9)));
    assert.equal(scanLine('1 2\n3 4'), scanLine('1 2'));
    assert.equal(scanLine('\n1'), EMPTY_LINE);
  });
});

suite('scan', (test) => {
  test('stops after the newline and says where', () => {
    const {line, ended, next} = scan(EMPTY_LINE, bytes('..1 2\n3'), 2);
    assert.equal(line, scanLine('1 2'));
    assert.is(ended, true);
    assert.is(next, 6);
  });

  test('at the end of the bytes the line is still open', () => {
    const {ended, next} = scan(EMPTY_LINE, bytes('1 2'));
    assert.is(ended, false);
    assert.is(next, 3);
  });

  test('does not change the line that it continues', () => {
    scan(EMPTY_LINE, bytes('1 2 3 x'));
    assert.equal(EMPTY_LINE, scanLine(''));
  });

  test('a line in pieces has the facts of the whole line, wherever it is cut', () => {
    const {number, oneOf} = dealer(1);
    for (let run = 0; run < 2000; run += 1) {
      const text = Array.from({length: number(0, 12)}, () =>
        oneOf([' ', '\t', '\r', '1', '2', '7', '.', 'x']),
      ).join('');
      const cut = number(0, text.length);
      const whole = scanLine(bytes(text));
      const pieces = scan(scan(EMPTY_LINE, bytes(text.slice(0, cut))).line, bytes(text.slice(cut))).line;
      assert.equal(pieces, whole, `${JSON.stringify(text)} cut at ${cut}`);
    }
  });

  test('the facts do not grow with the line', () => {
    const {line} = scan(EMPTY_LINE, Buffer.alloc(1_000_000, '0 1 2 3 4 5 6 7 8 9 word '));
    assert.is(line.values.length, 5);
    assert.is(line.distinct.length, 10);
    assert.is(line.word.length, 1);
    assert.is(scanLine('x'.repeat(1_000_000)).word.length, 3);
  });
});

suite('lineReader', (test) => {
  const read = (...chunks: string[]): (() => ScannedLine) => {
    const waiting = chunks.map(bytes);
    return lineReader(() => waiting.shift() ?? new Uint8Array(0));
  };

  test('splits lines only at newlines, whatever the chunks', () => {
    const {number} = dealer(2);
    const text = '1 2\r\n\n3\r4\n5 x\n6';
    const lines = text.split('\n');
    for (let run = 0; run < 200; run += 1) {
      const chunks: string[] = [];
      for (let at = 0; at < text.length; ) {
        const length = number(1, 5);
        chunks.push(text.slice(at, at + length));
        at += length;
      }
      const nextLine = read(...chunks);
      for (const line of lines) assert.equal(nextLine(), scanLine(bytes(line)), chunks.join('|'));
    }
  });

  test('asks for input only when a line needs it', () => {
    let asked = 0;
    const nextLine = lineReader(() => {
      asked += 1;
      return bytes('1\n2\n');
    });
    assert.is(asked, 0);
    nextLine();
    nextLine();
    assert.is(asked, 1);
  });

  test('after the end of input every line is empty, and no more input is requested', () => {
    const chunks = ['1', '', '2\n'].map(bytes);
    const nextLine = lineReader(() => chunks.shift() ?? new Uint8Array(0));
    assert.equal(nextLine(), scanLine('1'));
    assert.equal(nextLine(), EMPTY_LINE);
    assert.equal(nextLine(), EMPTY_LINE);
    assert.is(chunks.length, 1);
  });
});
