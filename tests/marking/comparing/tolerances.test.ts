import {execa} from 'execa';
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
import {ROOT} from '../../support/readme.js';
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

  test('is not named if the bytes are the same', () => assert.is(passesWith('a', 'a', named(...ALL)), ''));
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

  test('rewriting a text twice changes nothing more', () => {
    eachRandom(1, (text, tolerances, label) => {
      const once = rewrite(text, tolerances);
      assert.is(rewrite(once, tolerances), once, label);
      for (const one of tolerances) assert.is(rewrite(once, [one]), once, `${label}: ${one.name}`);
    });
  });

  test('more tolerances never pass less', () => {
    eachRandom(2, (text, tolerances, label) => {
      const [first, ...rest] = tolerances;
      if (first === undefined || rest.length === 0) return;
      assert.not.equal(passesWith(text, rewrite(text, [first]), tolerances), null, label);
    });
  });
});

suite('where a rewritten byte came from', (test) => {
  test('is the same as when bytes go one at a time', () => {
    eachRandom(3, (text, tolerances, label) => {
      const {text: rewritten, origins} = rewriteWithOrigins(text, tolerances);
      const slow = oneAtATime(text, new Set(tolerances.map(({name}) => name)));
      assert.is(rewritten, rewrite(text, tolerances), label);
      assert.is(rewritten, slow.map(({byte}) => byte).join(''), label);
      assert.equal(
        origins,
        slow.map(({origin}) => origin),
        label,
      );
    });
  });
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

  test('take little memory, however long they are', async () => {
    const program = `
      import {differenceOf} from './src/marking/comparing/difference.js';
      import {passesWith, wouldPassWith} from './src/marking/comparing/equality.js';
      import {parseTolerance} from './src/marking/comparing/tolerances.js';
      const expected = Buffer.from('the quick  brown fox 12\\n'.repeat(1_000_000)).toString('latin1');
      const actual = expected.slice(0, -5) + 'Q' + expected.slice(-4);
      for (const name of ${JSON.stringify(ALL)}) {
        const tolerances = [parseTolerance(name)];
        const isCovered = name.startsWith('only 0') ? 'only 0-9.\\\\-' : null;
        if (passesWith(expected, actual, tolerances) !== isCovered) throw new Error(name);
        if (isCovered !== null) continue;
        wouldPassWith(expected, actual, tolerances);
        const {offset} = differenceOf({expected, actual, input: '', prompt: '\\n> ', tolerances});
        if (offset !== expected.length - 5) throw new Error(name + offset);
      }`;
    const flags = ['--max-old-space-size=160', '--import', 'tsx', '--input-type=module', '--eval', program];
    await execa(process.execPath, flags, {cwd: ROOT});
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

suite('time', (test) => {
  // Whatever takes the square of its length never ends, with the one or the other.
  const length = effort(1_000_000, 200_000);
  const units = [' ', '\n', '\r', ' \n', '\r\n', '\r ', 'A', '\xff'];
  for (const unit of units) {
    test(`${length} bytes of ${JSON.stringify(unit)} are rewritten at once`, () => {
      for (const end of ['', 'x']) {
        const text = unit.repeat(length / unit.length) + end;
        for (const name of ALL) rewrite(text, named(name));
        rewrite(text, inOrder(named(...ALL)));
        rewrite(text, named('crlf', 'trailing-space'));
      }
    });
  }
});

/** Short random texts of characters that matter to tolerances, each with some tolerances. */
function eachRandom(seed: number, check: (text: string, some: Tolerance[], label: string) => void): void {
  const {number, oneOf} = dealer(seed);
  for (let round = 0; round < effort(1500, 500); round += 1) {
    const text = Array.from({length: number(0, 12)}, () =>
      oneOf([' ', '\n', '\r', '\t', 'a', 'B', '1', '-', '\xff']),
    ).join('');
    const tolerances = inOrder(named(...ALL.filter(() => number(0, 2) === 0)));
    check(text, tolerances, `${tolerances.map(({name}) => name).join()} on ${JSON.stringify(text)}`);
  }
}

/** What tolerances do, byte by byte: drop the first byte that can go until none can, then change the rest. */
function oneAtATime(text: string, names: ReadonlySet<string>): {byte: string; origin: number}[] {
  const left = Array.from(text, (byte, origin) => ({byte, origin}));
  const isSpace = (byte: string | undefined): boolean => byte !== undefined && ' \t\n\v\f\r'.includes(byte);
  const atLineEnd = (next: string | undefined): boolean => next === undefined || next === '\n';
  type Rule = (byte: string, next: string | undefined, before: string | undefined) => boolean;
  const goes: Readonly<Record<string, Rule>> = {
    'final-newline': (byte, next) => byte === '\n' && next === undefined,
    crlf: (byte, next) => byte === '\r' && atLineEnd(next),
    'trailing-space': (byte, next) => (byte === ' ' || byte === '\t') && atLineEnd(next),
    'blank-lines': (byte, _, before) => byte === '\n' && (before === undefined || before === '\n'),
    space: (byte, next, before) =>
      isSpace(byte) && (before === undefined || next === undefined || isSpace(before)),
    'only A-Za-z0-9': (byte) => !/[A-Za-z0-9]/.test(byte),
    'only 0-9.\\-': (byte) => !/[0-9.-]/.test(byte),
  };
  for (;;) {
    const rules = Object.entries(goes).filter(([name]) => names.has(name));
    const gone = rules
      .map(([, rule]) => left.findIndex(({byte}, at) => rule(byte, left[at + 1]?.byte, left[at - 1]?.byte)))
      .find((at) => at !== -1);
    if (gone === undefined) break;
    left.splice(gone, 1);
  }
  return left.map(({byte, origin}) => ({
    byte: names.has('space') && isSpace(byte) ? ' ' : names.has('case') ? byte.toLowerCase() : byte,
    origin,
  }));
}
