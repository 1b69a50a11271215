import * as assert from 'uvu/assert';
import {
  EMPTY_LINE,
  LINE_START,
  lineReader,
  type ScannedLine,
  scan,
  scanLine,
} from '../../src/valuation/scanner.js';
import {suite} from '../support/suite.js';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

suite('scanLine', (test) => {
  const facts = (word: string, digits: string, more: Partial<ScannedLine> = {}): Partial<ScannedLine> => {
    const values = Array.from(digits, Number);
    return {word, count: values.length, values, distinct: [...new Set(values)], ...more};
  };
  const ILL = {wellFormed: false};
  const rows: readonly (readonly [line: string, facts: Partial<ScannedLine>])[] = [
    ['', {}],
    [' \t\v\f\r', {}],
    ['3', facts('3', '3')],
    [' 6\t4 ', facts('6', '64')],
    ['5 3 5 5 3 1 2', facts('5', '53553', {count: 7, distinct: [5, 3, 1, 2]})],
    ['9 8 7 6 5 4 3 2 1 0 0', facts('9', '98765', {count: 11, distinct: [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]})],
    ['12345', facts('123', '12345', ILL)],
    ['2.5', facts('2.5', '25', ILL)],
    ['abcdef', facts('abc', '', ILL)],
  ];
  for (const [line, differing] of rows) {
    test(JSON.stringify(line), () => assert.equal(scanLine(bytes(line)), {...EMPTY_LINE, ...differing}));
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
    const {line, ended, next} = scan(LINE_START, bytes('..1 2\n3'), 2);
    assert.equal([line.facts, ended, next], [scanLine('1 2'), true, 6]);
  });

  test('a line cut at any byte has the facts of the whole line', () => {
    for (const text of [' 12\t7 1 1.', '1 2 7 \r', 'x3 \t2', '\t12x 7', '2.5 6 6 6 6 6 6', '']) {
      for (let cut = 0; cut <= text.length; cut += 1) {
        const {line} = scan(LINE_START, bytes(text.slice(0, cut)));
        const {facts} = scan(line, bytes(text.slice(cut))).line;
        assert.equal(facts, scanLine(bytes(text)), `${JSON.stringify(text)} cut at ${cut}`);
      }
    }
  });

  test('the facts do not grow with the line', () => {
    const {values, distinct, word} = scanLine(Buffer.alloc(1_000_000, '0 1 2 3 4 5 6 7 8 9 word '));
    assert.equal([values.length, distinct.length, word.length], [5, 10, 1]);
    assert.is(scanLine('x'.repeat(1_000_000)).word.length, 3);
  });
});

suite('lineReader', (test) => {
  test('splits lines only at newlines, whatever the chunks', () => {
    const text = '1 2\r\n\n3\r4\n5 x\n6';
    for (const length of [1, 2, 3, 5, 100]) {
      const chunks = text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
      const nextLine = lineReader(() => bytes(chunks.shift() ?? ''));
      for (const line of text.split('\n')) assert.equal(nextLine(), scanLine(bytes(line)), `${length}`);
    }
  });

  test('asks for input only when a line needs it', () => {
    let reads = 0;
    const nextLine = lineReader(() => {
      reads += 1;
      return bytes('1\n2\n');
    });
    assert.is(reads, 0);
    nextLine();
    nextLine();
    assert.is(reads, 1);
  });

  test('after the end of input every line is empty, and no more input is requested', () => {
    const chunks = ['1', '', '2\n'].map(bytes);
    const nextLine = lineReader(() => chunks.shift() ?? new Uint8Array(0));
    assert.equal([nextLine(), nextLine(), nextLine()], [scanLine('1'), EMPTY_LINE, EMPTY_LINE]);
    assert.is(chunks.length, 1);
  });
});
