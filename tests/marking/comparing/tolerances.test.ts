import * as assert from 'uvu/assert';
import {
  ComparedText,
  inOrder,
  neededTolerances,
  normalForm,
  parseTolerance,
  type Tolerance,
  wouldPassWith,
} from '../../../src/marking/comparing/tolerances.js';
import {suite} from '../../support/suite.js';
import {throwsRangeError} from '../../support/thrown.js';

type Pair = readonly [expected: string, actual: string];

/** Pairs of expected and actual output, as JSON, that pass (+) or fail (-) under a single tolerance. */
const TABLE = String.raw`
final-newline + [["a\n","a"], ["a","a\n"], ["a\n","a\n\n\n"], ["\n",""], ["a\n\nb\n","a\n\nb"]]
final-newline - [["a\nb\n","a\n\nb\n"], ["a\n","\na\n"], ["a\n","a\r\n"], ["a\n","a \n"], ["a\nb","ab"]]
crlf + [["a\nb\n","a\r\nb\r\n"], ["a\r\n","a\n"], ["a\n","a\r\r\n"], ["a","a\r"], ["\n","\r\n"]]
crlf - [["a\nb\n","a\rb\r"], ["ab\n","a\rb\n"], ["a\n","a\n\r\n"], ["a\n","a \r\n"], ["a\n","a"], ["a\n","\ra\n"]]
trailing-space + [["a\n","a \n"], ["a\n","a \t \n"], ["a","a  "], ["\n"," \n"], ["a \nb\n","a\nb\t\n"]]
trailing-space - [["a\n"," a\n"], ["a b\n","a  b\n"], ["a\n","a\r\n"], ["a\n","a \r\n"], ["a\n","a\n\n"], ["a\n","a"]]
blank-lines + [["a\n\nb\n","a\nb\n"], ["a\n","\n\na\n"], ["a\n","a\n\n"], ["","\n\n"], ["a\n\nb\n","a\n\n\n\nb\n"]]
blank-lines - [["a\nb\n","ab\n"], ["a\n","a"], ["a\nb\n","a\n \nb\n"], ["a\nb\n","a\n\r\nb\n"], ["a\n","a \n"]]
order + [["a\nb\n","b\na\n"], ["a\n\nb\n","\nb\na\n"], ["a\nb","b\na"], ["b\nB\n","B\nb\n"]]
order - [["a\nb\n","b\na"], ["a\na\n","a\n"], ["a\nb\n","b\r\na\n"], ["a\n","a\n\n"], ["ab\n","b\na"]]
space + [["a b\n","a  b\n"], ["a b","a\n\t\r\n\u000b\fb"], ["a\n"," a"], [""," \n"], ["a\nb\n","a b"]]
space - [["a b\n","ab\n"], ["a b\n","a B\n"], ["a b\n","a\u00a0b\n"], ["a\n","a.\n"], ["a b","a\u0000b"]]
case + [["Abc\n","aBC\n"], ["Z","z"], ["[A]","[a]"]]
case - [["a\n","a"], ["a","b"], ["@","\u0060"], ["[","{"], ["\u00c9","\u00e9"], ["1","!"]]
only A-Za-z0-9 + [["a 1\n","a-1!"], ["ab","a\nb"], ["","\u0000\u00ff\n"], ["Total: 5\n","*Total*5"]]
only A-Za-z0-9 - [["a","A"], ["1","2"], ["a1","1a"], ["a",""]]
only 0-9.\- + [["Total: -1.5\n","-1.5"], ["1","x1x"]]
only 0-9.\- - [["-1","1"], ["1.5","15"]]
`;
const ROWS = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [, name = '', sign, pairs = ''] = /^(.+) ([+-]) (.*)$/.exec(row) ?? [];
    return {name, passes: sign === '+', pairs: JSON.parse(pairs) as Pair[]};
  });

const LIST = 'final-newline, crlf, trailing-space, blank-lines, order, space, case, only CHARS';
const named = (...names: readonly string[]): Tolerance[] => names.map(parseTolerance);

function needed(expected: string, actual: string, tolerances: readonly Tolerance[]): string | null {
  return (
    neededTolerances(new ComparedText(expected), new ComparedText(actual), tolerances)
      ?.map(({name}) => name)
      .join(' + ') ?? null
  );
}

suite('each tolerance alone', (test) => {
  for (const {name, passes, pairs} of ROWS) {
    test(`${name} ${passes ? 'passes what it is for' : 'passes nothing else'}`, () => {
      for (const [expected, actual] of pairs) {
        const found = [needed(expected, actual, named(name)), needed(actual, expected, named(name))];
        assert.equal(found, passes ? [name, name] : [null, null], JSON.stringify([expected, actual]));
      }
    });
  }
});

suite('several tolerances', (test) => {
  type Row = readonly [names: string, expected: string, actual: string, needed: string | null];
  const together: readonly Row[] = [
    ['final-newline, crlf, case', 'a\nb\n', 'a\r\nb', 'final-newline + crlf'],
    ['final-newline, crlf, case', 'a\nb\n', 'a\nb', 'final-newline'],
    ['crlf, space', 'a b\n', 'a  b\r\n', 'space'],
    ['trailing-space, blank-lines', 'a\nb\n', 'a\n \n\t\nb\n', 'trailing-space + blank-lines'],
    ['trailing-space, space, case', 'a\n', 'A \n', 'trailing-space + case'],
    ['space, only \\na ', 'a a', 'a x a', 'space + only \\na '],
    ['case, order', 'a\nB\nc\n', 'C\nA\nb\n', 'order + case'],
    ['space, order', 'a  b\nc\n', 'c\n a b\n', 'order + space'],
  ];
  test('are needed as few as possible', () => {
    for (const [names, expected, actual, those] of together)
      assert.is(needed(expected, actual, inOrder(named(...names.split(', ')))), those, `${names}: ${actual}`);
    assert.is(needed('a', 'a\n', []), null);
  });

  test('come in the order of the list, each once, `only` last', () => {
    const shuffled = named(...'only 0-9|case|crlf|only a|space|crlf|final-newline|only 0-9'.split('|'));
    const names = inOrder(shuffled).map(({name}) => name);
    assert.is(names.join(', '), 'final-newline, crlf, space, case, only 0-9, only a');
  });
});

suite('the tolerance that would have let a failure pass', (test) => {
  type Row = readonly [expected: string, actual: string, held: string[], hint: string | null];
  const hints: readonly Row[] = [
    ['a\n', 'a', [], 'final-newline'],
    ['a b\n', 'a  b\n', [], 'space'],
    ['a-b\n', 'ab\n', [], 'only A-Za-z0-9'],
    ['a\nb\n', 'b\na\n', [], 'order'],
    ['a\n', 'b\n', [], null],
    ['a\n', 'A', [], null],
    ['a\n', 'A', ['final-newline'], 'case'],
    ['a-b\n', 'A+B\n', ['case'], 'only A-Za-z0-9'],
    ['a: 3.5\n', 'a 3.5\n', [], 'only A-Za-z0-9'],
    ['a 3.5\n', 'a 35\n', [], null],
    ['a 0.5\n', 'a 05\n', [], null],
    ['a -5\n', 'a 5\n', [], null],
    ['a 3 5\n', 'a 35\n', [], null],
  ];
  test('is the mildest, beside those in force', () => {
    for (const [expected, actual, held, hint] of hints) {
      const found = wouldPassWith(new ComparedText(expected), new ComparedText(actual), named(...held));
      assert.is(found, hint, JSON.stringify([expected, actual]));
    }
  });
});

suite('the name of a tolerance', (test) => {
  const kept: readonly (readonly [name: string, kept: string, dropped: string])[] = [
    ['only a-c', 'abc', 'd-A`'],
    ['only a\\-c', 'a-c', 'b'],
    ['only -a', '-a', 'b'],
    ['only \\n\\t\\\\', '\n\t\\', 'nt '],
    ['only ]^[', ']^[', '\\a'],
    ['only ^a', '^a', 'b'],
    ['only \xe0-\xff', '\xe0\xe9\xff', '\xdfa'],
    ['only \\t-\\n', '\t\n', '\x0b\x08'],
  ];
  test('keeps the characters after `only`', () => {
    for (const [name, characters, dropped] of kept) {
      assert.is(normalForm(characters, named(name)), characters, name);
      assert.is(normalForm(dropped, named(name)), '', name);
    }
  });

  const wrong: readonly (readonly [name: string, message: string])[] = [
    ...'|CRLF|crlf | crlf|only|only |onlya|spaces|toString|__proto__|crlf\n'
      .split('|')
      .map((name) => [name, `${JSON.stringify(name)} is not a tolerance: ${LIST}`] as const),
    ['only \\d', 'only: a backslash must come before n, t, - or another backslash'],
    ['only z-a', 'only: the range z-a is backwards'],
    ['only 漢', 'only: "漢" is not a single byte'],
  ];
  test('is refused if it is none', () => {
    for (const [name, message] of wrong) throwsRangeError(() => parseTolerance(name), message);
  });
});
