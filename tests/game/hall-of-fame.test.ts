import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import {
  type Entry,
  enter,
  formatHallOfFame,
  MARKS,
  PLACES,
  parseHallOfFame,
} from '../../src/game/hall-of-fame.js';
import {LONGEST_NAME, problemOfName} from '../../src/game/players.js';
import {suite} from '../support/suite.js';

type Pair = readonly [score: number, name: string];

const read = (text: string | Uint8Array) => parseHallOfFame(Buffer.from(text));
const pairs = (entries: readonly Entry[]): Pair[] => entries.map(({score, name}) => [score, name]);
const entry = (score: number, name: string): Entry => ({score, name});
const entriesOf = (text: string): Entry[] =>
  text.split('\n').map((line) => entry(Number(line.split(',')[0]), line.replace(/^\d+,/, '')));

/** Valid player names: trimmed, without control characters. */
const names = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(',', ' ', '"', '0', ';', '#', '\\', "'", '東', 'é', '👩‍👧'),
      fc.string({unit: 'grapheme', maxLength: 1}),
    ),
    minLength: 1,
    maxLength: 12,
  })
  .map((name) => name.trim())
  .filter((name) => problemOfName(name) === null);
const scores = fc.oneof(fc.integer({min: 0, max: 9450}), fc.integer({min: 0, max: 3}));
const manyEntries = (maxLength: number) =>
  fc.array(
    fc.record(
      {score: scores, name: names, mark: fc.constantFrom(...MARKS)},
      {noNullPrototype: true, requiredKeys: ['score', 'name']},
    ),
    {maxLength},
  );

suite('the text of a hall of fame', (test) => {
  test('is a line "score,name" for each entry', () => {
    assert.is(
      formatHallOfFame([entry(1575, 'Ada'), entry(273, 'Lovelace, Ada')]),
      '1575,Ada\n273,Lovelace, Ada\n',
    );
    assert.is(formatHallOfFame([]), '');
  });

  test('has a tab and the mark behind the name of an entry that is marked', () => {
    const entries: readonly Entry[] = [
      {score: 1575, name: 'Ada', mark: 'edited'},
      {score: 273, name: 'Lovelace, Ada', mark: 'seeded'},
      {score: 5, name: 'seeded'},
    ];
    const text = '1575,Ada\tedited\n273,Lovelace, Ada\tseeded\n5,seeded\n';
    assert.is(formatHallOfFame(entries), text);
    assert.equal(read(text), {entries, broken: []});
    const untidy = ' 1575 , Ada \tedited\r\n273,Lovelace, Ada\t\tseeded \n5,seeded\t\n';
    assert.equal(read(untidy), {entries, broken: []});
  });

  test('gives back what was written, whatever the names', () => {
    fc.assert(
      fc.property(manyEntries(PLACES), (entries) => {
        const best = entries.toSorted((one, other) => other.score - one.score);
        const {entries: again, broken} = read(formatHallOfFame(best));
        assert.equal([again, broken], [best, []]);
      }),
      {numRuns: 500, seed: 4},
    );
  });

  // Every line is valid.
  const texts: readonly [what: string, text: string, entries: string][] = [
    ['nothing', '', ''],
    ['empty lines', '\n\n5,Ann\n \n\t\n3,Bob\n\n', '5,Ann / 3,Bob'],
    ['no newline at the end', '5,Ann\n3,Bob', '5,Ann / 3,Bob'],
    ['lines that end with \\r\\n', '5,Ann\r\n\r\n3,Bob\r\n', '5,Ann / 3,Bob'],
    ['a byte order mark', '\ufeff5,Ann\n3,Bob\n', '5,Ann / 3,Bob'],
    ['commas in names', '5,Bee, Ann\n4,a,b,,c,\n3,4,5\n', '5,Bee, Ann / 4,a,b,,c, / 3,4,5'],
    ['spaces around', '  5 ,  Ann Lee  \n', '5,Ann Lee'],
    ['any order', '3,Bob\n273,Julie\n192,Eric\n', '273,Julie / 192,Eric / 3,Bob'],
    ['numbers by their size, not by their digits', '9,Ann\n1000,Bob\n80,Cy\n', '1000,Bob / 80,Cy / 9,Ann'],
    ['ties, the earlier line first', '7,b\n9,z\n7,a\n9,y\n7,c\n', '9,z / 9,y / 7,b / 7,a / 7,c'],
    ['a name twice', '5,Ann\n5,Ann\n', '5,Ann / 5,Ann'],
    ['no points', '0,Ann\n', '0,Ann'],
    ['zeros in front', '007,Bond\n', '7,Bond'],
    ['the best triple game', '9450,Ada\n', '9450,Ada'],
    ['a name like a score', '5,007\n', '5,007'],
    [
      'names in any script',
      '5,東京\n4,Zoë\n3,\u0645\u0631\u06cc\u0645\n2,👩‍👧\n',
      '5,東京 / 4,Zoë / 3,\u0645\u0631\u06cc\u0645 / 2,👩‍👧',
    ],
    ['the longest name', `5,${'m'.repeat(40)}\n`, `5,${'m'.repeat(40)}`],
  ];
  for (const [what, text, expected] of texts) {
    test(`is read with ${what}`, () => {
      const {entries, broken} = read(text);
      assert.equal([entries.map(({score, name}) => `${score},${name}`).join(' / '), broken], [expected, []]);
    });
  }

  test('gives the ten best, wherever they stand', () => {
    const text = [3, 12, 7, 1, 9, 5, 11, 2, 8, 10, 4, 6].map((score) => `${score},p${score}\n`).join('');
    const {entries, broken} = read(text);
    assert.equal(
      pairs(entries),
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((score) => [score, `p${score}`]),
    );
    assert.equal(broken, []);
  });
});

suite('a broken line', (test) => {
  const lines: readonly [what: string, line: string | Uint8Array, problem: RegExp][] = [
    ['words', 'the best of all', /score,name/],
    ['another separator', '273;Julie', /score,name/],
    ['no name', '273,', /name is empty/],
    ['a name of spaces', '273, \t ', /name is empty/],
    ['a hexadecimal score', '0x10,Ann', /score,name/],
    ['digits of another script', '١٢٣,Ann', /score,name/],
    ['a score that no game has', '1000000,Ann', /score is higher than 999999/],
    ['a score beyond all numbers', `${'9'.repeat(400)},Ann`, /score is higher/],
    ['bytes that are not UTF-8', Buffer.from('35,Zo\xeb', 'latin1'), /not UTF-8/],
    ['UTF-8 cut off', Buffer.from('5,東').subarray(0, -1), /not UTF-8/],
    ['a NUL', '5,An\0n', /cannot be shown/],
    ['an escape sequence', '5,\x1b[2JAnn', /cannot be shown/],
    ['an escape sequence of one byte', '5,\x9b2JAnn', /cannot be shown/],
    ['a tab within', '5,Ann\tLee', /cannot be shown/],
    ['an unknown mark', '5,Ann\tchosen', /cannot be shown/],
    ['a mark, but no name', '5,\tseeded', /name is empty/],
    ['a \\r within', '5,Ann\rLee', /cannot be shown/],
    ['a separator of lines', '5,Ann\u2028Lee', /cannot be shown/],
    ['marks that turn the direction', '5,Ann\u202eeeL', /cannot be shown/],
    ['a name that is too long', `5,${'m'.repeat(41)}`, /longer than 40/],
  ];
  for (const [what, line, problem] of lines) {
    test(`with ${what} is handed back with its number, and harms no other`, () => {
      const bytes = Buffer.concat([Buffer.from('7,Ann\n\n'), Buffer.from(line), Buffer.from('\r\n3,Bob\n')]);
      const {entries, broken} = read(bytes);
      assert.is(formatHallOfFame(entries), '7,Ann\n3,Bob\n');
      assert.equal(
        broken.map(({number}) => number),
        [3],
      );
      assert.is(
        Buffer.from(broken[0]?.bytes ?? []).toString('latin1'),
        `${Buffer.from(line).toString('latin1')}\r`,
      );
      assert.match(broken[0]?.problem ?? '', problem);
    });
  }

  test('is handed back in its order, first and last, without newline and with a byte order mark too', () => {
    const {entries, broken} = read('\ufeffbest of all\nx\n5,Ann\ny');
    assert.equal(pairs(entries), [[5, 'Ann']]);
    assert.equal(
      broken.map(({number, bytes}) => [number, Buffer.from(bytes).toString()]),
      [
        [1, '\ufeffbest of all'],
        [2, 'x'],
        [4, 'y'],
      ],
    );
  });
});

suite('entering', (test) => {
  const ten = entriesOf('100,a\n90,b\n80,c\n70,d\n60,e\n50,f\n40,g\n30,h\n20,i\n10,j');

  const cases: readonly [what: string, score: number, place: number | null][] = [
    ['the best', 101, 1],
    ['a tie with the best comes after it', 100, 2],
    ['one in between', 65, 5],
    ['a tie comes after the earlier entry', 60, 6],
    ['one better than the last', 11, 10],
    ['a tie with the last is not good enough', 10, null],
    ['one below', 9, null],
    ['nothing at all', 0, null],
  ];
  for (const [what, score, place] of cases) {
    test(`${what}: ${place === null ? 'no place' : `place ${place}`} of a full hall`, () => {
      const {entries, places} = enter(ten, [entry(score, 'new')]);
      assert.equal(places, [place]);
      const names = [...'abcdefghij'];
      if (place !== null) names.splice(place - 1, 0, 'new');
      assert.equal(
        entries.map(({name}) => name),
        names.slice(0, 10),
      );
    });
  }

  test('zero points take a place while there is room', () => {
    assert.equal(enter([], [entry(0, 'a')]), {entries: [entry(0, 'a')], places: [1]});
    assert.equal(enter(ten.slice(0, 9), [entry(0, 'a')]).places, [10]);
  });

  test('several at once push each other out, and the same entry can stand twice', () => {
    const {entries, places} = enter(ten, [entry(95, 'x'), entry(15, 'y'), entry(95, 'x'), entry(5, 'z')]);
    assert.equal(places, [2, null, 3, null]);
    assert.equal(entries.map(({name}) => name).join(''), 'axxbcdefgh');
  });
});

suite('a name', (test) => {
  test(`is at most ${LONGEST_NAME} characters, however many bytes and cells they take`, () => {
    assert.is(LONGEST_NAME, 40);
    for (const character of ['m', '東', '😀']) {
      assert.is(problemOfName(character.repeat(40)), null);
      assert.match(problemOfName(character.repeat(41)) ?? '', 'longer than 40');
    }
  });

  for (const name of ['', ' ', '\t', '\u3000', '\ufeff']) {
    test(`is not ${JSON.stringify(name)}`, () => assert.match(problemOfName(name) ?? '', 'empty'));
  }

  for (const code of [
    0, 7, 8, 9, 10, 13, 27, 127, 0x85, 0x9b, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069, 0xd800, 0xdfff,
    0xfffd,
  ]) {
    test(`has no U+${code.toString(16).padStart(4, '0')}`, () => {
      assert.match(problemOfName(`a${String.fromCodePoint(code)}b`) ?? '', 'cannot be shown');
    });
  }

  for (const name of [
    'Eric',
    "O'Neil, Ada",
    '0',
    '?',
    '-99',
    '東京',
    'é',
    'e\u0301',
    '👩‍👧',
    'a b',
    '__proto__',
  ]) {
    test(`may be ${name}`, () => assert.is(problemOfName(name), null));
  }

  for (const name of ['\u200b', '\u00ad', '\u2060\u200d', '\u200e']) {
    test(`has a visible character, unlike ${codesOf(name)}`, () => {
      assert.is.not(problemOfName(name), null);
    });
  }
});

function codesOf(text: string): string {
  return Array.from(text, (one) => `U+${one.codePointAt(0)?.toString(16)}`).join(' ');
}
