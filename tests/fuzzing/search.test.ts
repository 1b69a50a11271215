/* The search itself, without processes: how small a difference gets, and what mutations find. */
import * as assert from 'uvu/assert';
import {mutated, pickFrom} from '../../src/fuzzing/mutations.js';
import type {Reference} from '../../src/fuzzing/references.js';
import {type Compare, search} from '../../src/fuzzing/search.js';
import {PLAIN_CASE} from '../../src/marking/index.js';
import {runSession} from '../../src/valuation/session.js';
import {sessionInputs, withoutRerolls} from '../../src/valuation/sessions.js';
import {isThorough} from '../support/effort.js';
import {ACCEPTED} from '../support/marks.js';
import {suite} from '../support/suite.js';

const REFERENCE: Reference = {name: 'right', answer: async () => ({output: '', exitCode: 0})};

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A program that differs from the reference on some inputs. */
const comparing =
  (differs: (input: string) => boolean): Compare =>
  async ({text}) => {
    const one = {
      ...PLAIN_CASE,
      name: '',
      number: 1,
      folder: '',
      suite: '',
      title: '',
      inputFile: '',
      input: bytes(text),
      expectedFile: '',
      expected: bytes(''),
    };
    return differs(text)
      ? {differences: [{one, marks: ACCEPTED}], agreeing: []}
      : {differences: [], agreeing: [REFERENCE]};
  };

suite('a difference shrinks to the smallest session that shows it', (test) => {
  const prints =
    (text: string | RegExp) =>
    (input: string): boolean =>
      runSession(bytes(input)).output.search(text) !== -1;

  // Each row: what a program gets wrong, and the smallest input that shows it, whatever was found first.
  const rows: readonly [fact: string, differs: (input: string) => boolean, smallest: string][] = [
    ['everything', () => true, ''],
    ['any line', (input) => input !== '', '\n'],
    ['a score', prints('is: '), '1 1 1 1 1\n3\n1\n'],
    ['a Full House', prints('Full House'), '1 1 1 2 2\n3\n'],
    ['a Straight', prints(/is: 40 /), '1 2 3 4 5\n3\n2\n'],
    ['two rerolls', prints(/(values are: .*){3}/s), '1 1 1 1 1\n2\n1 1 1 1 1\n2\n1 1 1 1 1\n'],
    ['a score after one reroll', prints(/(values are: .*){2}is: /s), '1 1 1 1 1\n2\n1 1 1 1 1\n3\n1\n'],
    ['dice numbers out of range', prints('Dice Number Out'), '1 1 1 1 1\n1\n6\n'],
    ['one new value', prints('1 value:'), '1 1 1 1 1\n1\n1\n'],
    ['two new values', prints('2 values:'), '1 1 1 1 1\n1\n1 2\n'],
    ['a new value out of range', prints(/1 value:\n> \nValue Out/), '1 1 1 1 1\n1\n1\n0\n'],
    [
      'a choice with something after it',
      (input) => /^\d( \d){4}\n3./.test(input) && prints('options')(input),
      '1 1 1 1 1\n3 \n',
    ],
    ['a NUL', (input) => input.includes('\0'), '\0\n'],
    ['any odd byte', (input) => /[^\s\d]/.test(input), 'x\n'],
    ['four dice alike after a reroll', prints(/are: (\d) \1 \1 \1 (?!\1)/), '1 1 1 1 2\n'],
    ['a missing final newline', (input) => /\d$/.test(input), '1'],
  ];
  for (const [fact, differs, smallest] of rows) {
    test(fact, async () => {
      for (const seed of isThorough ? [1, 2, 3] : [1]) {
        const inputs = sessionInputs(seed, 2000);
        const {smallest: found} = await search(comparing(differs), [REFERENCE], {
          count: inputs.length,
          input: async (number) => ({text: inputs[number] ?? '', of: null}),
          isValid: async () => true,
          steps: withoutRerolls,
        });
        assert.is(
          JSON.stringify(found?.one.input.toString('latin1')),
          JSON.stringify(smallest),
          `seed ${seed}`,
        );
      }
    });
  }
});

suite('inputs with a few changes', (test) => {
  // Each row: what a program gets wrong that reads a count and then so many numbers.
  const faults: Readonly<Record<string, (input: string) => boolean>> = {
    'a number that wraps at 32 bits': (input) =>
      (input.match(/\d+/g) ?? []).some((word) => BigInt(word) > 2n ** 32n && BigInt(word) % 2n ** 32n <= 9n),
    'a number that wraps at 64 bits': (input) =>
      (input.match(/\d+/g) ?? []).some((word) => BigInt(word) > 2n ** 64n && BigInt(word) % 2n ** 64n <= 9n),
    'a number that wraps at 8 bits': (input) => /\b(?:25[6-9]|26[0-5])\b/.test(input),
    'the largest int': (input) => input.includes('2147483648'),
    zero: (input) => /^0\n/.test(input),
    'a negative number': (input) => /(?<!\S)-\d/.test(input),
    'a fraction': (input) => /\d\.5/.test(input),
    'a leading zero': (input) => /(?<!\S)0\d/.test(input),
    'a plus sign': (input) => /(?<!\S)\+\d/.test(input),
    'a huge number': (input) => input.includes('1e308'),
    'a word': (input) => /(?<!\S)[a-z]+(?!\S)/.test(input),
    'no newline at the end': (input) => /\S$/.test(input),
    'an empty input': (input) => input === '',
    'an empty line': (input) => /\n\n/.test(input),
    'two spaces': (input) => /\d {2}\d/.test(input),
    'a tab': (input) => input.includes('\t'),
    'a carriage return': (input) => input.includes('\r\n'),
    'a NUL': (input) => input.includes('\0'),
    'a no-break space': (input) => input.includes('\xc2\xa0'),
    'a very long line': (input) => input.split('\n').some(({length}) => length > 4000),
    'too few numbers': (input) => (input.split('\n')[1] ?? '').split(' ').length < 3,
    'too many numbers': (input) => (input.split('\n')[1] ?? '').split(' ').length > 3,
    'lines that are swapped': (input) => /^4 5 6\n3\n/.test(input),
    'joined lines': (input) => input === '34 5 6\n',
    'a line twice': (input) => input.startsWith('3\n3\n'),
  };
  const BASE = '3\n4 5 6\n';

  test(`find each of ${Object.keys(faults).length} planted faults within 1000, the same for the same seed`, () => {
    const made = (seed: number): string[] =>
      Array.from({length: 1000}, (_, number) =>
        mutated(BASE, [BASE, '1\n2\n'], false, pickFrom(seed, number)),
      );
    const inputs = made(1);
    for (const [fault, shows] of Object.entries(faults)) assert.ok(inputs.some(shows), fault);
    assert.equal(made(1), inputs);
    assert.is.not(made(2).join(), inputs.join());
  });

  test('are text if they are to be plain', () => {
    for (let number = 0; number < 1000; number += 1) {
      assert.match(mutated(BASE, [BASE], true, pickFrom(3, number)), /^[ -~\n\xa9\xc3]*$/);
    }
  });
});
