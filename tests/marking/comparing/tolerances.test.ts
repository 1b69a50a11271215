import * as assert from 'uvu/assert';
import {
  commonLength,
  firstDifference,
  passesWith,
  wouldPassWith,
} from '../../../src/marking/comparing/equality.js';
import {
  inOrder,
  parseTolerance,
  rewrite,
  rewriteWithOrigins,
  TOLERANCE_NAMES,
  type Tolerance,
} from '../../../src/marking/comparing/tolerances.js';
import {effort} from '../../support/effort.js';
import {dealer} from '../../support/random.js';
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

const LIST = 'final-newline, crlf, trailing-space, blank-lines, space, case, only CHARS';
const ALL = [...new Set(ROWS.map(({name}) => name))];
const named = (...names: readonly string[]): Tolerance[] => names.map(parseTolerance);

suite('each tolerance alone', (test) => {
  for (const {name, passes, pairs} of ROWS) {
    test(`${name} ${passes ? 'passes what it is for' : 'passes nothing else'}`, () => {
      for (const [expected, actual] of pairs) {
        const [there, back] = [
          passesWith(expected, actual, named(name)),
          passesWith(actual, expected, named(name)),
        ];
        assert.equal([there, back], passes ? [name, name] : [null, null], JSON.stringify([expected, actual]));
      }
    });
  }
  test('nothing passes without one', () => assert.is(passesWith('a', 'a\n', []), null));
});

suite('several tolerances', (test) => {
  type Row = readonly [names: string, expected: string, actual: string, needed: string | null];
  const together: readonly Row[] = [
    ['final-newline, crlf', 'a\nb\n', 'a\r\nb', 'final-newline + crlf'],
    ['final-newline, crlf', 'a\n', 'a\r', 'final-newline + crlf'],
    ['final-newline, crlf, case', 'a\nb\n', 'a\nb', 'final-newline'],
    ['crlf, space', 'a b\n', 'a  b\r\n', 'space'],
    ['crlf, trailing-space', 'a\n', 'a \r \r\n', 'crlf + trailing-space'],
    ['trailing-space, blank-lines', 'a\nb\n', 'a\n \n\t\nb\n', 'trailing-space + blank-lines'],
    ['final-newline, crlf, case', 'a\nb\n', 'a\r\nb', 'final-newline + crlf'],
    ['trailing-space, space, case', 'a\n', 'A \n', 'trailing-space + case'],
    ['final-newline, trailing-space', 'a', 'a\n \n \n', 'final-newline + trailing-space'],
    ['case, only a-z', 'Abc', 'a-B-c', 'case + only a-z'],
    ['space, only \\na ', 'a a', 'a x a', 'space + only \\na '],
    ['case, space', 'a', 'b', null],
  ];
  for (const [names, expected, actual, needed] of together) {
    test(`${names}: ${JSON.stringify(expected)} and ${JSON.stringify(actual)} need ${needed}`, () => {
      assert.is(passesWith(expected, actual, inOrder(named(...names.split(', ')))), needed);
    });
  }

  test('come in the order of the list, each once, `only` last', () => {
    const shuffled = named(
      ...'only 0-9, case, crlf, only a, space, crlf, final-newline, only 0-9'.split(', '),
    );
    const names = inOrder(shuffled).map(({name}) => name);
    assert.is(names.join(', '), 'final-newline, crlf, space, case, only 0-9, only a');
  });

  test('are those of the issue, in its order', () => assert.is(TOLERANCE_NAMES.join(', '), LIST));
});

suite('texts of several pieces', (test) => {
  test('first differ where they would as a whole', () => {
    const {number, oneOf} = dealer(4);
    for (let round = 0; round < effort(60, 20); round += 1) {
      const unit = (): string =>
        oneOf(['a b\n', 'a  b \r\n', '\n\n', ' \t\n', 'AbC 12.\n', '\r', 'zz']).repeat(2);
      const units = Array.from({length: 9}, unit).join('');
      const [expected, some] = [
        units.repeat(3000),
        inOrder(named(...[...ALL, 'only A-Z'].filter(() => number(0, 2) === 0))),
      ];
      const at = number(0, expected.length);
      const other = expected.replaceAll('\r\n', '\n').replaceAll('AbC', oneOf(['AbC', 'abc']));
      const actual = oneOf([
        expected,
        other,
        `${expected.slice(0, at)}#${other.slice(at)}`,
        expected.slice(0, at),
      ]);
      const [left, right] = [rewriteWithOrigins(expected, some), rewriteWithOrigins(actual, some)];
      const length = commonLength(left.text, right.text);
      const place = [left.origins[length] ?? expected.length, right.origins[length] ?? actual.length];
      const wanted = left.text === right.text ? null : place;
      const label = JSON.stringify([units, at, some.map(({name}) => name)]);
      assert.equal(firstDifference(expected, actual, some), wanted, label);
      assert.equal(
        firstDifference(expected, actual, some, firstDifference(expected, actual, []) ?? [0, 0]),
        wanted,
        label,
      );
    }
  });
});

suite('the tolerance that would have let a failure pass', (test) => {
  type Row = readonly [expected: string, actual: string, held: string[], hint: string | null];
  const hints: readonly Row[] = [
    ['a\n', 'a', [], 'final-newline'],
    ['a\n', 'a\r\n', [], 'crlf'],
    ['a\n', 'a \n', [], 'trailing-space'],
    ['a\n\nb\n', 'a\nb\n', [], 'blank-lines'],
    ['a b\n', 'a  b\n', [], 'space'],
    ['a\n', 'A\n', [], 'case'],
    ['#  #\n', '# #\n', [], 'space'],
    ['a-b\n', 'ab\n', [], 'only A-Za-z0-9'],
    ['a\n', 'b\n', [], null],
    ['a\n', 'A', [], null],
    ['a\n', 'A', ['final-newline'], 'case'],
    ['a\n', 'A', ['case'], 'final-newline'],
    ['a-b\n', 'A+B\n', ['case'], 'only A-Za-z0-9'],
  ];
  for (const [expected, actual, held, hint] of hints) {
    test(`${JSON.stringify([expected, actual])} beside ${held.join() || 'none'}: ${hint}`, () => {
      assert.is(wouldPassWith(expected, actual, named(...held)), hint);
    });
  }
});

suite('the name of a tolerance', (test) => {
  const kept: readonly (readonly [name: string, kept: string, dropped: string])[] = [
    ['only a-c', 'abc', 'd-A`'],
    ['only a\\-c', 'a-c', 'b'],
    ['only -a', '-a', 'b'],
    ['only a-', 'a-', 'b'],
    ['only \\n\\t\\\\', '\n\t\\', 'nt '],
    ['only ]^[', ']^[', '\\a'],
    ['only ^a', '^a', 'b'],
    ['only .', '.', 'a\n'],
    ['only  ', ' ', 'a\n'],
    ['only \xe0-\xff', '\xe0\xe9\xff', '\xdfa'],
    ['only \\t-\\n', '\t\n', '\x0b\x08'],
    ['only only', 'only', 'x '],
  ];
  for (const [name, characters, dropped] of kept) {
    test(`${JSON.stringify(name)} keeps only its characters`, () => {
      assert.is(rewrite(characters, named(name)), characters);
      assert.is(rewrite(dropped, named(name)), '');
      assert.is(parseTolerance(name).name, name);
    });
  }

  const wrong: readonly (readonly [name: string, message: string])[] = [
    ...'|CRLF|crlf | crlf|only|only |onlya|spaces|toString|__proto__|crlf\n'
      .split('|')
      .map((name) => [name, `${JSON.stringify(name)} is not a tolerance: ${LIST}`] as const),
    ['only \\d', 'only: a backslash must come before n, t, - or another backslash'],
    ['only z-a', 'only: the range z-a is backwards'],
    ['only é-Ā', 'only: "Ā" is not a single byte'],
    ['only 漢', 'only: "漢" is not a single byte'],
  ];
  for (const [name, message] of wrong) {
    test(`${JSON.stringify(name)} is refused`, () => {
      throwsRangeError(() => parseTolerance(name), message);
    });
  }
});
