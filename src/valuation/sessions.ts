/*
 * Made-up sessions for `assign1`, as Latin-1 text: one character for each byte of standard input.
 *
 * A session is made in three steps, each of them usually without a mistake: a plan of valid play; then a line
 * for each prompt of the plan, which may break one of the rules that the prompt checks; then accidents that
 * affect the whole text. So most sessions get far, and each mistake happens at each prompt.
 */

import * as fc from 'fast-check';
import {DIE_NUMBERS, type Dice, type DieNumber, diceOf, FACES, type Face, reroll} from '../rules/dice.js';
import {ROLL_CHOICES, type RollChoice} from './choices.js';
import {scoreOptions} from './options.js';
import {VALUE_ERRORS, type ValueError} from './values.js';

const WHITE_SPACE = [' ', '\t', '\v', '\f', '\r'] as const;

/** Words that break the format of a line of values. */
const ODD_WORDS = [
  ...['x', ',', '-', '+', '.', '1,', '-1', '+1', '2.5', '1e0', '0x1'],
  ...['34', '10', '03', '34125'], // Digits that touch.
  ...['\0', '1\0', '\x80', '\x85', '\xa0', '\xff', '\x08', '\x1a', '\xef\xbc\x91'], // The last is U+FF11.
];

/** Lines for a choice; `#` is its digit. The two readings disagree on some, and both refuse some. */
const ODD_CHOICES = [
  ...['#x', '##', '#.5', '#.', '#.x', '#..5', '#.5.1', '#,', '#-', '#\0', '#\xff', '#5 1', '#0'],
  ...['# 2', '# x', '#\t#', '#\r9', '#\v\0'],
  ...['-#', '+#', '.#', '0#', '00#', 'x#', '\0#', '\x85#', '\xa0#', ',#', 'x #', '. #'],
  ...['', 'x', 'keep', '\0', '\xff', '\xef\xbc\x93'],
];

/** Combinations by how many dice show the same face. The others are straights. */
const ALIKE = [[5], [5], [4, 1], [3, 2], [3, 2], [3, 1, 1], [2, 2, 1]] as const;

/** Near the sizes of line buffers in typical programs. */
const LONG = [100, 256, 1000, 4096, 65_536, 100_000] as const;

/**
 * What goes to standard input: possibly any bytes. `count` sessions of a seed, the same each time. They are made without
 * fast-check's bias towards extremes: the weights below say how often each thing happens.
 */
export function sessionInputs(seed: number, count: number): string[] {
  return fc.sample(unbiased, {seed, numRuns: count});
}

/** What makes a session smaller, besides what makes any text smaller: whole rerolls go. */
export function withoutRerolls(text: string): (() => string)[] {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const last = lines.length - 1;
  const withLines = (at: number, gone: number, ...these: string[]): string =>
    lines.toSpliced(at, gone, ...these).join('');
  return [
    // With the dice that it left, a reroll is not needed. After the second one no choice was asked.
    ...lines.flatMap((_, at) => {
      const dice = diceAfter(lines.slice(at, at + 4));
      if (dice === null) return [];
      return [[], ['3\n']].map((keep) => () => withLines(at, 4, `${dice.join(' ')}\n`, ...keep));
    }),
    // Removing one means adding a choice to keep the dice, before the last line or after it.
    ...[last, lines.length].flatMap((keepAt) =>
      runs(keepAt, keepAt).flatMap(([at, length]) =>
        length < 2 ? [] : [() => withLines(at, keepAt - at, ...lines.slice(at + length, keepAt), '3\n')],
      ),
    ),
    // Rerolling all dice takes one line less than rerolling some.
    ...runs(lines.length, 3).flatMap(([at, length]) =>
      length < 3 ? [] : [() => withLines(at, length, '2\n', '1 1 1 1 1\n')],
    ),
  ];
}

/** The dice after the lines of a reroll of some; null if they are none. */
function diceAfter(lines: readonly string[]): Dice | null {
  const [held = [], choice = [], entered = [], rolled = []] = lines.map((line) => line.trim().split(/ +/));
  if (lines.length < 4 || choice.join() !== '1') return null;
  const faceOf = (word: string): Face | undefined => FACES.find((face) => String(face) === word);
  const numbers = DIE_NUMBERS.filter((number) => entered.includes(String(number)));
  const [before, after] = [held, rolled].map((words) => words.flatMap((word) => faceOf(word) ?? []));
  if (before?.length !== 5 || held.length !== 5 || after?.length !== rolled.length) return null;
  // Entered twice, or in another order, a number says less plainly which face is its own.
  const isPlain = entered.length === numbers.length && entered.every((word) => /^[1-5]$/.test(word));
  if (!isPlain || after.length !== numbers.length) return null;
  const inTurn = DIE_NUMBERS.filter((number) => numbers.includes(number));
  const faces = inTurn.flatMap((number) => after[entered.indexOf(String(number))] ?? []);
  return reroll(diceOf(before), inTurn, faces);
}

/** All runs of at most `longest` of `count` items, as `[at, length]`: longest first, then from the end. */
function runs(count: number, longest: number): [at: number, length: number][] {
  return Array.from({length: Math.max(0, longest)}, (_, index) => longest - index).flatMap((length) =>
    Array.from({length: Math.max(0, count - length + 1)}, (_, at): [number, number] => [
      count - length - at,
      length,
    ]),
  );
}

/* The plan: valid play, as a list of prompts and their answers. */

type Answer =
  | {readonly to: 'values'; readonly values: readonly number[]; readonly highest: number}
  | {readonly to: 'choice'; readonly choice: number; readonly among: number};

interface Reroll {
  readonly choice: RollChoice;
  readonly answers: readonly Answer[];
  readonly after: (dice: Dice) => Dice;
}

const faces = (count: number): fc.Arbitrary<Face[]> =>
  fc.array(fc.constantFrom(...FACES), {minLength: count, maxLength: count});

/** Uniform dice rarely form a combination, so most dice are made to form one. */
const dice: fc.Arbitrary<Dice> = weighted<number[]>(
  [2, faces(5)],
  [
    5,
    fc
      .tuple(fc.constantFrom(...ALIKE), shuffled(FACES))
      .map(([counts, different]) =>
        counts.flatMap((count, index) =>
          different.slice(index, index + 1).flatMap((face) => Array.from({length: count}, () => face)),
        ),
      ),
  ],
  [1, fc.constantFrom([1, 2, 3, 4, 5], [2, 3, 4, 5, 6])],
  [
    3,
    fc
      .tuple(fc.constantFrom(1, 2, 3), fc.constantFrom(...FACES))
      .map(([lowest, fifth]) => [lowest, lowest + 1, lowest + 2, lowest + 3, fifth]),
  ],
)
  .chain(shuffled)
  .map(diceOf);

const diceAnswer = (values: Dice): Answer => ({to: 'values', values, highest: FACES.length});

const rerollAll: fc.Arbitrary<Reroll> = dice.map((rolled) => ({
  choice: 'reroll-all',
  answers: [diceAnswer(rolled)],
  after: () => rolled,
}));

const diceNumbers: fc.Arbitrary<DieNumber[]> = weighted<DieNumber[]>(
  [3, fc.shuffledSubarray([...DIE_NUMBERS], {minLength: 1})],
  [2, fc.array(fc.constantFrom(...DIE_NUMBERS), {minLength: 1, maxLength: 8})], // With repeats.
);

const rerollSome: fc.Arbitrary<Reroll> = diceNumbers.chain((entered) => {
  const numbers = [...new Set(entered)];
  const alike = fc.constantFrom(...FACES).map((face) => numbers.map(() => face));
  return weighted<Face[]>([1, faces(numbers.length)], [1, alike]).map((rolled) => ({
    choice: 'reroll-some',
    answers: [
      {to: 'values', values: entered, highest: DIE_NUMBERS.length},
      {to: 'values', values: rolled, highest: FACES.length},
    ],
    after: (held) => reroll(held, numbers, rolled),
  }));
});

/** Two rerolls are more likely than none: a longer session has more places for a mistake. */
const rerolls: fc.Arbitrary<Reroll[]> = weighted(
  ...[0, 1, 2].map((length): [number, fc.Arbitrary<Reroll[]>] => [
    2 + length,
    fc.array(weighted([2, rerollAll], [3, rerollSome]), {minLength: length, maxLength: length}),
  ]),
);

const plans: fc.Arbitrary<Answer[]> = fc
  .tuple(dice, rerolls, fc.nat({max: 59}))
  .map(([first, then, option]) => {
    const last = then.reduce((held, {after}) => after(held), first);
    const options = scoreOptions(last).length;
    return [
      diceAnswer(first),
      ...then.flatMap(({choice, answers}) => [choiceAnswer(choice), ...answers]),
      // No choice is asked after the second reroll.
      ...(then.length < 2 ? [choiceAnswer('keep')] : []),
      {to: 'choice', choice: 1 + (option % options), among: options},
    ];
  });

function choiceAnswer(choice: RollChoice): Answer {
  return {to: 'choice', choice: 1 + ROLL_CHOICES.indexOf(choice), among: ROLL_CHOICES.length};
}

/* The lines: each answer as words, right or spoiled, with the white space around them. */

type Words = readonly string[];

/** A line for each answer. In most sessions one of them, any with equal chance, is spoiled. */
function linesOf(answers: readonly Answer[]): fc.Arbitrary<string[]> {
  return weighted([2, fc.constant(-1)], [3, fc.nat({max: answers.length - 1})]).chain((bad) =>
    fc.tuple(
      ...answers.map((answer, at) =>
        (at === bad ? spoiledWords(answer) : fc.constant(wordsOf(answer))).chain(spaced),
      ),
    ),
  );
}

function wordsOf(answer: Answer): Words {
  return answer.to === 'values' ? answer.values.map(String) : [String(answer.choice)];
}

function spoiledWords(answer: Answer): fc.Arbitrary<Words> {
  switch (answer.to) {
    case 'values':
      return spoiled(wordsOf(answer), answer.highest);
    case 'choice': {
      const {choice, among} = answer;
      return weighted(
        [2, fc.constantFrom(0, 1, among - 1, among, among + 1, 9).map((digit) => [String(digit)])],
        [3, fc.constantFrom(...ODD_CHOICES).map((around) => [around.replaceAll('#', String(choice))])],
      );
    }
  }
}

/** One error, or several on the same line, made in any order. */
function spoiled(right: Words, highest: number): fc.Arbitrary<Words> {
  return weighted<ValueError[]>(
    [2, fc.constantFrom(...VALUE_ERRORS).map((error) => [error])],
    [1, fc.constant(['out-of-range'])], // More often, because combined errors are mostly format errors.
    [2, fc.shuffledSubarray([...VALUE_ERRORS], {minLength: 2})],
  ).chain((errors) =>
    errors.reduce<fc.Arbitrary<Words>>(
      (words, error) => words.chain((current) => MISTAKES[error](current, highest)),
      fc.constant(right),
    ),
  );
}

const MISTAKES: Readonly<Record<ValueError, (words: Words, highest: number) => fc.Arbitrary<Words>>> = {
  'incorrect-format': (words) => fc.oneof(...[0, 1].map((gone) => put(words, gone, ODD_WORDS))),
  'out-of-range': (words, highest) =>
    fc.oneof(...[0, 1].map((gone) => put(words, gone, ['0', String(highest + 1), '9']))),
  'wrong-count': (words, highest) =>
    highest === DIE_NUMBERS.length
      ? fc.constant([]) // Any number of dice numbers is right, except none.
      : fc.oneof(
          put(words, 0, ['1', '5']),
          put(words, 1, []),
          put(words, 2, []),
          fc.constant([...words, ...words]),
          fc.constant([]),
        ),
};

/** The words with one of `these` inserted anywhere, in place of `gone` others. */
function put(words: Words, gone: number, these: Words): fc.Arbitrary<Words> {
  const word = these.length === 0 ? fc.constant([]) : fc.constantFrom(...these).map((one) => [one]);
  return fc
    .tuple(fc.nat({max: Math.max(0, words.length - gone)}), word)
    .map(([at, one]) => words.toSpliced(at, gone, ...one));
}

const white = weighted([3, fc.constant(' ')], [4, fc.constantFrom(...WHITE_SPACE)]);
const whites = (least: number, most: number): fc.Arbitrary<string> =>
  fc.string({unit: white, minLength: least, maxLength: most});

/** The words as one line: usually plain, sometimes with any white space, now and then very long. */
function spaced(words: Words): fc.Arbitrary<string> {
  const plain = words.join(' ');
  const wide = fc
    .tuple(
      fc.array(whites(1, 3), {minLength: words.length, maxLength: words.length}),
      whites(0, 2),
      whites(0, 2),
    )
    .map(
      ([gaps, before, after]) =>
        before + words.map((word, index) => (index > 0 ? gaps[index] : '') + word).join('') + after,
    );
  const long = fc
    .tuple(
      fc.nat({max: words.length}),
      fc.constantFrom(' ', ' ', '\t', '1 ', '1', 'x'),
      fc.constantFrom(...LONG),
    )
    .map(([at, unit, length]) => words.toSpliced(at, 0, unit.repeat(length / unit.length)).join(' '));
  return weighted([90, fc.constant(plain)], [25, wide], [1, long]);
}

/* The text: the lines, and what can happen to them as a whole. */

/** Bytes that mean something to the tool are more likely than the others. */
const byte = weighted(
  [1, fc.constantFrom(...'\n\n 0123456789\t\v\f\r.,-x\0')],
  [1, fc.nat({max: 255}).map((code) => String.fromCharCode(code))],
);
const noise = fc.string({unit: byte, maxLength: 60});

const ended = (lines: Words, by = '\n'): string => lines.map((line) => line + by).join('');

/** The ways in which lines become a text, with their weights. */
const ACCIDENTS: readonly (readonly [weight: number, happens: (lines: Words) => fc.Arbitrary<string>])[] = [
  [90, (lines) => fc.constant(ended(lines))],
  [6, (lines) => fc.constant(ended(lines, '\r\n'))],
  // The input ends early: within the last line, at a prompt, within a line, anywhere.
  [4, (lines) => fc.constant(lines.join('\n'))],
  [9, (lines) => fc.nat({max: lines.length - 1}).map((kept) => ended(lines.slice(0, kept)))],
  [4, (lines) => fc.nat({max: lines.length - 1}).map((kept) => lines.slice(0, 1 + kept).join('\n'))],
  [2, (lines) => cutAnywhere(ended(lines), '')],
  // There is more input than the session asks for.
  [4, (lines) => fc.array(noise, {maxLength: 3}).map((more) => ended([...lines, ...more]))],
  [2, (lines) => plans.map((more) => ended([...lines, ...more.map((answer) => wordsOf(answer).join(' '))]))],
  // A line is missing or too many; an odd byte slips in.
  [2, (lines) => put(lines, 1, []).map((left) => ended(left))],
  [3, (lines) => put(lines, 0, ['', '1', '2', '3', '1 2 3 4 5']).map((more) => ended(more))],
  [4, (lines) => byte.chain((odd) => cutAnywhere(ended(lines), odd, ended(lines)))],
];

const texts: fc.Arbitrary<string> = weighted(
  [
    80,
    plans
      .chain(linesOf)
      .chain((lines) => weighted(...ACCIDENTS.map(([weight, happens]) => [weight, happens(lines)] as const))),
  ],
  [2, noise],
);

/** `sample` and `check` agree for the same seed. */
const unbiased = new (class extends fc.Arbitrary<string> {
  generate(random: fc.Random): fc.Value<string> {
    return new fc.Value(texts.generate(random, undefined).value, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is string {
    return typeof value === 'string';
  }

  shrink(): fc.Stream<fc.Value<string>> {
    return fc.Stream.nil();
  }
})();

/** The text up to a random byte, then `odd`, then `rest` from that byte on. */
function cutAnywhere(text: string, odd: string, rest = ''): fc.Arbitrary<string> {
  return fc.nat({max: text.length}).map((at) => text.slice(0, at) + odd + rest.slice(at));
}

function weighted<T>(...rows: readonly (readonly [weight: number, of: fc.Arbitrary<T>])[]): fc.Arbitrary<T> {
  return fc.oneof(...rows.map(([weight, arbitrary]) => ({weight, arbitrary})));
}

function shuffled<T>(items: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...items], {minLength: items.length});
}
