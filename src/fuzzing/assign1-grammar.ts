/*
 * Made-up sessions of `assign1`, as Latin-1 text: a character for each byte of standard input.
 *
 * The grammar plays the strict session: it makes up a line for each prompt until the session is over, so that every
 * prompt is reached. A line may break one or two rules of its prompt; then an accident may happen to the whole text. A
 * line on which the two readings of choices differ, such as `3x`, is never made: a program may follow either.
 */
import {scanLine} from '../valuation/scanner.js';
import {runSession, type Session, start, step} from '../valuation/session.js';
import {cutOff, LENGTHS, oneOf, type Pick, pickFrom} from './mutations.js';
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
  const picks = Array.from({length: count}, (_, input) => pickFrom(seed, input));
  const startOf = (pick: Pick): string => cutOff(sessionText(pick), pick);
  return [
    ...made(complete, {of: null, isCutOff: false, mayBecome: isComplete}, picks.slice(early)),
    // The fourth accident, by itself: the input ends in the middle.
    ...made(startOf, {of: null, isCutOff: true, mayBecome: isUnambiguous}, picks.slice(0, early)),
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

/** Makes an input from each source of choices, the shortest first. */
function made(
  make: (pick: Pick) => string,
  kind: Omit<Input, 'text'>,
  picks: readonly Pick[],
): readonly Input[] {
  const texts = picks.map((pick) => {
    let text = make(pick);
    while (!kind.mayBecome(text)) text = make(pick);
    return text;
  });
  return texts.sort((a, b) => a.length - b.length).map((text) => ({...kind, text}));
}

/** Three accidents happen to a complete session: lines end in CRLF, more input follows, an odd byte slips in. */
function complete(pick: Pick): string {
  const text = sessionText(pick);
  switch (pick(20)) {
    case 0:
      return text.replaceAll('\n', '\r\n');
    case 1:
      return `${text}${several(pick(11), () => byte(pick)).join('')}\n`;
    case 2: {
      const at = pick(text.length);
      return text.slice(0, at) + byte(pick) + text.slice(at);
    }
    default:
      return text;
  }
}

function sessionText(pick: Pick): string {
  let text = '';
  for (let {session} = start(); session.phase !== 'done'; ) {
    const line = spaced(wordsFor(session, pick), pick);
    text += `${line}\n`;
    session = after(session, line);
  }
  return text;
}

function after(session: Session, line: string): Session {
  return step(session, scanLine(Buffer.from(line, 'latin1'))).session;
}

type Words = readonly string[];

function wordsFor(session: Session, pick: Pick): Words {
  switch (session.phase) {
    case 'awaiting-dice':
      return values(dice(pick), 6, pick);
    case 'awaiting-dice-numbers':
      return values(dieNumbers(pick), 5, pick);
    case 'awaiting-new-values':
      return values(faces(session.numbers.length, pick), 6, pick);
    case 'awaiting-choice':
      return choice(3, pick);
    case 'awaiting-option':
      return choice(session.options.length, pick);
    case 'done':
      return [];
  }
}

/** Most dice have two faces, or four in a row. */
function dice(pick: Pick): readonly number[] {
  const low = 1 + pick(3);
  const pair = [1 + pick(6), 1 + pick(6)];
  switch (pick(3)) {
    case 0:
      return faces(5, pick);
    case 1:
      return several(5, () => pair[pick(2)] ?? 1);
    default:
      return inAnyOrder([low, low + 1, low + 2, low + 3, 1 + pick(6)], 5, pick);
  }
}

/** Uniform faces rarely form a combination, so half of them are alike. */
function faces(count: number, pick: Pick): readonly number[] {
  const [first, isAlike] = [1 + pick(6), pick(2) === 0];
  return several(count, () => (isAlike ? first : 1 + pick(6)));
}

function dieNumbers(pick: Pick): readonly number[] {
  return pick(2) === 0
    ? inAnyOrder([1, 2, 3, 4, 5], 1 + pick(5), pick)
    : several(1 + pick(8), () => 1 + pick(5));
}

function values(right: readonly number[], highest: number, pick: Pick): Words {
  const words = right.map(String);
  return isRight(pick) ? words : spoiled(words, highest, pick);
}

function choice(among: number, pick: Pick): Words {
  const digit = `${1 + pick(among)}`;
  const odd = [String(among + 1), ...ODD_CHOICES];
  return [isRight(pick) ? digit : oneOf(odd, pick).replaceAll('#', digit)];
}

function isRight(pick: Pick): boolean {
  return pick(6) > 0;
}

/** Returns words with one mistake, or with two, of which the session must report the one with the higher priority. */
function spoiled(right: Words, highest: number, pick: Pick): Words {
  const put = (words: Words, these: Words): Words =>
    words.toSpliced(pick(words.length + 1), pick(2), oneOf(these, pick));
  const mistakes: readonly ((words: Words) => Words)[] = [
    (words) => put(words, ODD_WORDS),
    (words) => put(words, ['0', `${highest + 1}`, '9']),
    (words) => [[], words.slice(1), [...words, '1'], [...words, ...words]][pick(4)] ?? [],
  ];
  return inAnyOrder(mistakes, 1 + pick(2), pick).reduce((words, mistake) => mistake(words), right);
}

/** Returns a line of words: mostly plain, sometimes with any white space, now and then very long. */
function spaced(words: Words, pick: Pick): string {
  const kind = pick(111);
  if (kind > 20) return words.join(' ');
  const gap = (): string => several(1 + pick(3), () => oneOf([...'   \t\v\f\r'], pick)).join('');
  if (kind > 0) return words.map((word) => gap() + word).join('') + gap();
  const long = oneOf([' ', ' ', '1 ', '1', 'x'], pick).repeat(LENGTHS[pick(LENGTHS.length)] ?? 1);
  return words.toSpliced(pick(words.length + 1), 0, long).join(' ');
}

function byte(pick: Pick): string {
  const odd = [...'\n\n 0123456789\t\v\f\r.,-x\0'];
  return pick(2) === 0 ? oneOf(odd, pick) : String.fromCharCode(pick(256));
}

function several<T>(count: number, item: () => T): readonly T[] {
  return Array.from({length: count}, item);
}

function inAnyOrder<T>(items: readonly T[], count: number, pick: Pick): readonly T[] {
  const left = [...items];
  return several(count, () => left.splice(pick(left.length), 1)).flat();
}
