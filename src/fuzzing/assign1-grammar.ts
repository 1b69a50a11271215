/*
 * Made-up sessions of `assign1`, as Latin-1 text: a character for each byte of standard input.
 *
 * The grammar plays the strict session: it makes up a line for each prompt until the session is over, so that every
 * prompt is reached. A line may break one or two rules of its prompt; then an accident may happen to the whole text. A
 * line on which the two readings of choices differ, such as `3x`, is never made: a program may follow either.
 */
import * as fc from 'fast-check';
import {scanLine} from '../valuation/scanner.js';
import {runSession, type Session, start, step} from '../valuation/session.js';
import {LENGTHS} from './mutations.js';
import {cutOffShare, type Input} from './search.js';

/** Words that break the format of a line of values: odd characters, and digits that touch. */
const ODD_WORDS = [
  ...['x', ',', '-', '+', '.', '1,', '-1', '+1', '2.5', '1e0', '\0', '1\0', '\x80', '\xa0', '\xff'],
  ...['34', '10', '03', '34125'],
];

/** Lines for a choice, with `#` for a valid digit. In both readings the first row is valid, the others are not. */
const ODD_CHOICES = [
  ...['# 2', '# x', '#\t#', '#\r9', '#\v\0', '# 5 1'],
  ...['', 'x', 'keep', '\0', '\xff', '0', '7', '9', '9x', '0#', '00#', '#.5', '#.5.1'],
  ...['-#', '+#', '.#', 'x#', '\0#', '\xa0#', ',#', 'x #', '. #'],
];

/**
 * Sessions for a seed: complete ones first, each over before its input, which ends with a newline; then those in which the
 * input ends too early. The shortest come first, so that a difference is found where it is small.
 */
export function sessionInputs(seed: number, count: number): Input[] {
  const early = cutOffShare(count);
  return [
    ...sample(complete, {of: null, isCutOff: false, mayBecome: isComplete}, seed, count - early),
    ...sample(cutOff, {of: null, isCutOff: true, mayBecome: isUnambiguous}, seed, early),
  ];
}

export function strictOutput(text: string, choice: 'word' | 'character' = 'word'): string {
  return runSession(Buffer.from(text, 'latin1'), {choice}).output;
}

/** Returns true if the session is over before its input, which ends with a newline. */
function isComplete(text: string): boolean {
  let {session} = start();
  for (const line of text.split('\n').slice(0, -1)) session = after(session, line);
  return session.phase === 'done' && text.endsWith('\n') && isUnambiguous(text);
}

function isUnambiguous(text: string): boolean {
  return strictOutput(text, 'word') === strictOutput(text, 'character');
}

/** Samples without fast-check's bias towards extremes: the weights below say how often each thing happens. */
function sample(
  texts: fc.Arbitrary<string>,
  kind: Omit<Input, 'text'>,
  seed: number,
  numRuns: number,
): Input[] {
  if (numRuns === 0) return [];
  const made = fc.sample(fc.noBias(texts.filter(kind.mayBecome)), {seed, numRuns});
  return made.sort((a, b) => a.length - b.length).map((text) => ({...kind, text}));
}

const index = fc.nat(9999);
const face = fc.integer({min: 1, max: 6});

/** Uniform faces rarely form a combination, so half of them are alike. */
const faces = (count: number): fc.Arbitrary<number[]> =>
  fc.oneof(
    exactly(count, face),
    face.chain((one) => exactly(count, fc.constant(one))),
  );

/** Most dice have two faces, or four in a row. */
const dice = fc.oneof(
  faces(5),
  fc.tuple(face, face).chain((pair) => exactly(5, fc.constantFrom(...pair))),
  fc
    .tuple(fc.constantFrom(1, 2, 3), face)
    .chain(([low, fifth]) => inAnyOrder([low, low + 1, low + 2, low + 3, fifth], 5)),
);

const dieNumbers = fc.oneof(
  inAnyOrder([1, 2, 3, 4, 5], 1),
  fc.array(fc.integer({min: 1, max: 5}), {minLength: 1, maxLength: 8}),
);

function linesFrom(session: Session): fc.Arbitrary<string[]> {
  if (session.phase === 'done') return fc.constant([]);
  return wordsFor(session)
    .chain(spaced)
    .chain((line) => linesFrom(after(session, line)).map((lines) => [line, ...lines]));
}

type Words = readonly string[];

function wordsFor(session: Session): fc.Arbitrary<Words> {
  switch (session.phase) {
    case 'awaiting-dice':
      return values(dice, 6);
    case 'awaiting-dice-numbers':
      return values(dieNumbers, 5);
    case 'awaiting-new-values':
      return values(faces(session.numbers.length), 6);
    case 'awaiting-choice':
      return choice(3);
    case 'awaiting-option':
      return choice(session.options.length);
    case 'done':
      return fc.constant([]);
  }
}

function values(right: fc.Arbitrary<number[]>, highest: number): fc.Arbitrary<Words> {
  return right.map((all) => all.map(String)).chain((words) => mostly(words, spoiled(words, highest)));
}

function choice(among: number): fc.Arbitrary<Words> {
  const odd = fc.constantFrom(String(among + 1), ...ODD_CHOICES);
  return fc.integer({min: 1, max: among}).chain((digit) =>
    mostly(
      [`${digit}`],
      odd.map((line) => [line.replaceAll('#', `${digit}`)]),
    ),
  );
}

function mostly<T>(right: T, wrong: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return weighted([5, fc.constant(right)], [1, wrong]);
}

/** Words with one mistake, or with two, of which the session must report the one with the higher priority. */
function spoiled(right: Words, highest: number): fc.Arbitrary<Words> {
  const mistakes: ((words: Words) => fc.Arbitrary<Words>)[] = [
    (words) => put(words, ODD_WORDS),
    (words) => put(words, ['0', `${highest + 1}`, '9']),
    (words) => fc.constantFrom([], words.slice(1), [...words, '1'], [...words, ...words]),
  ];
  return inAnyOrder(mistakes, 1, 2).chain((chosen) =>
    chosen.reduce((words, mistake) => words.chain(mistake), fc.constant(right)),
  );
}

function put(words: Words, these: Words): fc.Arbitrary<Words> {
  return fc
    .tuple(fc.nat(words.length), fc.nat(1), fc.constantFrom(...these))
    .map(([at, replaced, word]) => words.toSpliced(at, replaced, word));
}

/** A line of these words: mostly plain, sometimes with any white space, now and then very long. */
function spaced(words: Words): fc.Arbitrary<string> {
  const gap = fc.string({unit: fc.constantFrom(...'   \t\v\f\r'), minLength: 1, maxLength: 3});
  const wide = exactly(words.length + 1, gap).map((gaps) => gaps.map((one, at) => one + (words[at] ?? '')));
  const long = fc
    .tuple(fc.nat(words.length), fc.constantFrom(' ', ' ', '1 ', '1', 'x'), fc.constantFrom(...LENGTHS))
    .map(([at, unit, length]) => words.toSpliced(at, 0, unit.repeat(length)).join(' '));
  return weighted([90, fc.constant(words.join(' '))], [20, wide.map((parts) => parts.join(''))], [1, long]);
}

const text = linesFrom(start().session).map((lines) => lines.map((line) => `${line}\n`).join(''));
const byte = fc.oneof(
  fc.constantFrom(...'\n\n 0123456789\t\v\f\r.,-x\0'),
  fc.nat(255).map((code) => String.fromCharCode(code)),
);

/** Three accidents happen to a complete session: lines end in CRLF, more input follows, an odd byte slips in. */
const complete = weighted(
  [17, text],
  [1, text.map((one) => one.replaceAll('\n', '\r\n'))],
  [1, fc.tuple(text, fc.string({unit: byte})).map(([one, more]) => `${one}${more}\n`)],
  [
    1,
    fc
      .tuple(text, byte, index)
      .map(([one, odd, at]) => one.slice(0, at % one.length) + odd + one.slice(at % one.length)),
  ],
);

/** The fourth accident, by itself: the input ends in the middle. */
const cutOff = fc.tuple(text, index).map(([one, length]) => one.slice(0, length % one.length));

function weighted<T>(...rows: readonly (readonly [weight: number, of: fc.Arbitrary<T>])[]): fc.Arbitrary<T> {
  return fc.oneof(...rows.map(([weight, arbitrary]) => ({weight, arbitrary})));
}

function exactly<T>(count: number, item: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.array(item, {minLength: count, maxLength: count});
}

function inAnyOrder<T>(items: readonly T[], least: number, most = items.length): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...items], {minLength: least, maxLength: most});
}

function after(session: Session, line: string): Session {
  return step(session, scanLine(Buffer.from(line, 'latin1'))).session;
}
