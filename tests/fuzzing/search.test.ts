/* The search without processes: sessions and changed inputs show planted faults, each in a small input. */
import * as assert from 'uvu/assert';
import {otherOutputs, sessionInputs, strictOutput} from '../../src/fuzzing/assign1-grammar.js';
import {cutOff, mutated, pickFrom} from '../../src/fuzzing/mutations.js';
import {type Input, search} from '../../src/fuzzing/search.js';
import {PLAIN_CASE} from '../../src/marking/suites/fixture-case.js';
import {ACCEPTED} from '../support/marks.js';
import {suite} from '../support/suite.js';

/** As many as `fivedice fuzz` tries. */
const RUNS = 1000;
const SESSIONS = sessionInputs(1, RUNS);
const DICE = '1 1 1 1 1\n';

/** The line that is read at each prompt, with the text before the prompt and the answer. */
function turnsOf(input: string): {readonly asked: string; readonly line: string; readonly answer: string}[] {
  const [first = '', ...answers] = strictOutput(input).split('\n> ');
  const lines = input.split('\n');
  return answers.map((answer, at) => ({asked: answers[at - 1] ?? first, line: lines[at] ?? '', answer}));
}

/** Tells on which inputs a faulty program differs. */
type Fault = (input: string) => boolean;

const prints =
  (pattern: RegExp): Fault =>
  (input) =>
    pattern.test(strictOutput(input));

const reads =
  (prompt: RegExp, line: RegExp, answer = /./s): Fault =>
  (input) =>
    turnsOf(input).some(
      (turn) => prompt.test(turn.asked) && line.test(turn.line) && answer.test(turn.answer),
    );

const isCutOff: Fault = (input) => turnsOf(input).length > input.split('\n').length - 1;

/** The input to which a difference shrinks. Programs that do not stop get another verdict. */
async function smallest(differs: Fault, hangs: Fault = () => false, inputs = SESSIONS) {
  const none: Input = {text: '', of: null, mayBecome: () => false};
  const files = {inputFile: '', expectedFile: '', expected: Buffer.alloc(0)};
  const one = {...PLAIN_CASE, ...files, name: '', number: 1, folder: '', suite: '', title: ''};
  let found = 'nothing is found';
  await search(
    async ({text}) => {
      const verdict = hangs(text) ? 'timed-out' : 'wrong-output';
      if (verdict === 'wrong-output' && !differs(text)) return null;
      return {one: {...one, input: Buffer.from(text, 'latin1')}, marks: {...ACCEPTED, verdict}};
    },
    inputs.length,
    (number) => inputs[number] ?? none,
    1,
    (find) => {
      found = find.one.input.toString('latin1');
    },
  );
  return found;
}

suite(`a fault in the strict tool shows within ${RUNS} sessions, in a small one`, (test) => {
  const shrinksTo = (fault: string, differs: Fault, expected: string | RegExp, hangs?: Fault): void =>
    test(fault, async () => {
      const found = await smallest(differs, hangs);
      if (typeof expected === 'string') assert.is(JSON.stringify(found), JSON.stringify(expected));
      else assert.match(found, expected);
    });

  shrinksTo('everything', () => true, '\n');
  shrinksTo('the points of a Straight', prints(/is: 40 /), /^[1-6 ]{9}\n3\n2\n$/);
  shrinksTo('a score after a reroll', prints(/(are: .*){2}is: /s), `${DICE}1\n1\n1\n3\n1\n`);
  shrinksTo('six dice numbers', reads(/reroll \(/, /^(\s*\d\s+){6}/, /value/), `${DICE}1\n1 1 1 1 1 1 \n\n`);
  shrinksTo(
    'a repeated dice number, apart',
    reads(/reroll \(/, /([1-5]) .*(?!\1)[1-5] .*\1/, /values/),
    /^1 1 1 1 1\n1\n[1-5 ]{5}\n.?\n$/,
  );
  const isBoth = /(?=.*[07-9]).*[^\d\s]/;
  shrinksTo('range before format, of dice numbers', reads(/reroll \(/, isBoth), /^1 1 1 1 1\n1\n..\n$/);
  shrinksTo('range before format, of new values', reads(/\d values?:$/, isBoth), /^1 1 1 1 1\n1\n1\n..\n$/);
  shrinksTo('\\r after an option', reads(/options/, /\d\r$/, /is: /), /\n1\r\n$/);
  shrinksTo('NUL', (input) => input.includes('\0'), '\0\n');
  shrinksTo('a line beyond 255 bytes', reads(/./, /^.{256}/s), /^.{256,300}\n$/s);
  shrinksTo('end of input', isCutOff, '');
  shrinksTo('a last line without newline', (input) => /\d$/.test(input), '1');

  // Most students' programs read up to a newline, and never end without one.
  shrinksTo(
    'a fault in a program that hangs at the end of input',
    prints(/1 value:/),
    `${DICE}1\n1\n\n`,
    isCutOff,
  );

  test('a wrong output never shrinks to a program that hangs', async () => {
    const input = {text: '6 6 6 4 4\n3\n', of: null, mayBecome: () => true};
    const hasNoNewline: Fault = (text) => !text.includes('\n');
    assert.is(await smallest((text) => text.includes('4'), hasNoNewline, [input]), '4\n');
  });
});

suite('sessions', (test) => {
  const texts = SESSIONS.map(({text}) => text);

  test('are over before the input, which ends with a newline; the last tenth is cut off', () => {
    for (const [at, text] of texts.entries()) assert.is(isCutOff(text), at >= 900, JSON.stringify(text));
    for (const text of texts.slice(0, 900)) assert.ok(text.endsWith('\n'), JSON.stringify(text));
  });

  test('are read in one way, as is all to which they shrink', () => {
    for (const text of texts) assert.is(strictOutput(text, 2, 'character'), strictOutput(text));
    assert.not.ok(SESSIONS.some(({mayBecome}) => mayBecome(`${DICE}3x\n`)));
  });

  test('break each rule at each prompt, and score', () => {
    const errors = [/Incorrect Input Format/, /Out of Range/, /Incorrect Number of Values/];
    const ends = [
      ...[/dice values:$/, /reroll \(1 - 5\):$/, /\d values?:$/].flatMap((prompt) =>
        errors.map((error) => reads(prompt, /^/, error)),
      ),
      ...[/choose:/, /options are:/].map((prompt) => reads(prompt, /^/, /Invalid Choice/)),
      ...[25, 30, 40, 50].map((points) => reads(/options are:/, /^/, RegExp(`is: ${points} `))),
    ];
    for (const [row, end] of ends.entries()) assert.ok(texts.some(end), `row ${row}`);
  });
});

suite('other outputs that the handout allows', (test) => {
  const ASKED = '\nPlease enter dice to reroll (1 - 5):\n> ';
  const RANGE = 'Dice Number Out of Range.\n\n';
  const rows: readonly [input: string, ends: readonly string[]][] = [
    [`${DICE}1\n6\n`, [`${ASKED}\n${RANGE}`]],
    [`${DICE}1\n-1\n`, [ASKED + RANGE, `${ASKED}\n${RANGE}`]],
    ['1 1 1 1 -1\n', ['\nPlease enter dice values:\n> \nValue Out of Range.\n\n']],
    ['1 1 1 1 x\n', []],
    [`${DICE}3x\n-1\n`, []],
  ];
  test('are for dice numbers and negative numbers', () => {
    for (const [input, ends] of rows) {
      const others = otherOutputs(input, strictOutput(input));
      assert.is(others.length, ends.length, input);
      for (const [at, end] of ends.entries()) assert.ok(others[at]?.endsWith(end), input);
    }
  });
});

suite('changed inputs', (test) => {
  // Each row: what a program gets wrong that reads a count and then so many numbers.
  const faults: Readonly<Record<string, Fault>> = {
    'a number that wraps at 32 bits': (input) =>
      (input.match(/\d+/g) ?? []).some((word) => BigInt(word) > 2n ** 32n && BigInt(word) % 2n ** 32n <= 9n),
    'a number that wraps at 8 bits': (input) => /\b(?:25[6-9]|26[0-5])\b/.test(input),
    'the largest int': (input) => input.includes('2147483648'),
    zero: (input) => /^0\n/.test(input),
    'a negative number': (input) => /(?<!\S)-\d/.test(input),
    'a fraction': (input) => /\d\.5/.test(input),
    'a huge number': (input) => input.includes('1e308'),
    'a word': (input) => /(?<!\S)[a-z]+(?!\S)/.test(input),
    'no newline at the end': (input) => /\S$/.test(input),
    'an empty input': (input) => input === '',
    'a carriage return': (input) => input.includes('\r\n'),
    'a NUL': (input) => input.includes('\0'),
    'a very long line': (input) => input.split('\n').some(({length}) => length > 4000),
    'too few numbers': (input) => (input.split('\n')[1] ?? '').split(' ').length < 3,
    'too many numbers': (input) => (input.split('\n')[1] ?? '').split(' ').length > 3,
    'a line twice': (input) => input.startsWith('3\n3\n'),
  };
  const BASE = '3\n4 5 6\n';
  const made = (seed: number): string[] =>
    Array.from({length: 900}, (_, number) => mutated(BASE, [BASE, '1\n2\n'], pickFrom(seed, number)));

  test(`show each of ${Object.keys(faults).length} planted faults within 1000, the same for the same seed`, () => {
    const inputs = made(1);
    const cut = Array.from({length: 100}, (_, number) => cutOff(BASE, pickFrom(1, 900 + number)));
    for (const [fault, shows] of Object.entries(faults)) assert.ok([...inputs, ...cut].some(shows), fault);
    for (const input of inputs) assert.ok(input.endsWith('\n'), JSON.stringify(input));
    assert.equal(made(1), inputs);
    assert.is.not(made(2).join(), inputs.join());
  });
});
