/*
 * Made-up sessions of `assign1`, as Latin-1 text: a character for each byte of standard input.
 *
 * The grammar plays the strict session. It makes up a line for each prompt until the session is over, so every prompt is
 * reached; a line may break rules of its prompt. Sessions come in kinds, plain ones first: a mistake in the points is found
 * before one that only a tab or the end of the input shows. What the handout leaves open comes last. No session depends
 * on the reading of choices, because a program may follow either.
 */
import {scanLine} from '../valuation/scanner.js';
import {runSession, type Session, type Stage, start, step} from '../valuation/session.js';
import {cutOff, mutated, oneOf, type Pick, pickFrom} from './mutations.js';
import type {Input} from './search.js';

interface Kind {
  /** Share of the sessions. */
  readonly share: number;
  /** One in this many lines of values has mistakes. */
  readonly spoiled: number;
  /** Max mistakes in a line. Of two, the session must report the one with the higher priority. */
  readonly mistakes: number;
  /** Changes the whole session. */
  readonly change: (text: string, pick: Pick) => string;
  /** Returns true for texts of this kind. */
  readonly holds: (text: string, stage: Stage) => boolean;
}

const KINDS: readonly Kind[] = [
  {share: 0.35, spoiled: 6, mistakes: 1, change: withMore, holds: isSettled},
  {share: 0.35, spoiled: 3, mistakes: 2, change: withMore, holds: isSettled},
  {share: 0.2, spoiled: 6, mistakes: 2, change: withChanges, holds: isComplete},
  {share: 0.1, spoiled: 6, mistakes: 1, change: cutOff, holds: isUnambiguous},
];

/** Returns sessions for a seed, kind by kind, the shortest of a kind first: a short session shows a difference best. */
export function sessionInputs(seed: number, count: number, stage: Stage = 2): Input[] {
  let share = 0;
  return KINDS.flatMap((kind, at) => {
    const before = Math.round(count * share);
    share += kind.share;
    const texts = sample(kind, Math.round(count * share) - before, pickFrom(seed, at), stage);
    const mayBecome = (text: string): boolean => kind.holds(text, stage);
    return texts.map((text) => ({text, of: null, mayBecome}));
  });
}

function sample(kind: Kind, count: number, pick: Pick, stage: Stage): string[] {
  const texts: string[] = [];
  while (texts.length < count) {
    const text = sessionText(kind, pick, stage);
    if (kind.holds(text, stage)) texts.push(text);
  }
  return texts.sort((a, b) => a.length - b.length);
}

export function strictOutput(text: string, stage: Stage = 2, choice: 'word' | 'character' = 'word'): string {
  return runSession(Buffer.from(text, 'latin1'), {stage, choice}).output;
}

const FORMAT_ERROR = '\nIncorrect Input Format.\n\n';
const RANGE_ERROR = 'Dice Number Out of Range.\n\n';

/**
 * Returns other outputs that the handout allows: an empty line may stand before the error of dice numbers, and a negative
 * number may be out of range.
 */
export function otherOutputs(text: string, output: string): string[] {
  if (output.endsWith(RANGE_ERROR)) return [output.replace(RANGE_ERROR, `\n${RANGE_ERROR}`)];
  const last = text.split('\n')[output.split('\n> ').length - 2] ?? '';
  if (!output.endsWith(FORMAT_ERROR) || !last.includes('-')) return [];
  const before = output.slice(0, -FORMAT_ERROR.length);
  return before.endsWith('(1 - 5):\n> ')
    ? [before + RANGE_ERROR, `${before}\n${RANGE_ERROR}`]
    : [`${before}\nValue Out of Range.\n\n`];
}

/** Returns true if the input completes the session, ends with a newline, and has the same output in both readings. */
function isComplete(text: string, stage: Stage): boolean {
  return (
    sessionsOf(text, stage).at(-1)?.phase === 'done' && text.endsWith('\n') && isUnambiguous(text, stage)
  );
}

function isUnambiguous(text: string, stage: Stage): boolean {
  return strictOutput(text, stage) === strictOutput(text, stage, 'character');
}

/** Returns true if the handout settles every line, and a first-year student's program should read each. */
function isSettled(text: string, stage: Stage): boolean {
  const lines = text.split('\n');
  const sessions = sessionsOf(text, stage).slice(0, -1);
  return isComplete(text, stage) && sessions.every((session, at) => isSettledLine(session, lines[at] ?? ''));
}

function isSettledLine(session: Session, line: string): boolean {
  const words = line.match(/\S+/g) ?? [];
  if (!/^[ -~]*$/.test(line) || words.some((word) => /^[-+.]?0\d/.test(word))) return false;
  switch (session.phase) {
    case 'awaiting-choice':
    case 'awaiting-option':
      return !line.startsWith(' ');
    case 'awaiting-dice-numbers':
      return words.length > 0;
    case 'awaiting-new-values':
      // The handout does not say whether values go to the dice in the order in which the dice were entered.
      return (
        new Set(words).size <= 1 ||
        session.numbers.every((one, at, all) => at === 0 || one > (all[at - 1] ?? 0))
      );
    default:
      return true;
  }
}

/** Returns the session before each line, and after the last line that it reads. */
function sessionsOf(text: string, stage: Stage): Session[] {
  const sessions = [start({stage}).session];
  for (const line of text.split('\n').slice(0, -1)) {
    const session = sessions.at(-1);
    if (session === undefined || session.phase === 'done') break;
    sessions.push(after(session, line));
  }
  return sessions;
}

function after(session: Session, line: string): Session {
  return step(session, scanLine(Buffer.from(line, 'latin1'))).session;
}

function sessionText(kind: Kind, pick: Pick, stage: Stage): string {
  let text = '';
  for (let {session} = start({stage}); session.phase !== 'done'; ) {
    const line = spaced(wordsFor(session, kind, pick), pick);
    session = after(session, line);
    text += `${line}\n`;
  }
  return kind.change(text, pick);
}

function withChanges(text: string, pick: Pick): string {
  return mutated(text, [text], pick);
}

/** Adds input after the end of some sessions, for programs that do not end after an error. */
function withMore(text: string, pick: Pick): string {
  return pick(READS_ON) === 0 ? `${text}1 2 3 4 5\n3\n1\n` : text;
}

type Words = readonly string[];

function wordsFor(session: Session, kind: Kind, pick: Pick): Words {
  switch (session.phase) {
    case 'awaiting-dice':
      return spoiled(dice(pick), 6, kind, pick);
    case 'awaiting-dice-numbers':
      return spoiled(dieNumbers(pick), 5, kind, pick);
    case 'awaiting-new-values':
      return spoiled(faces(session.numbers.length, pick), 6, kind, pick);
    case 'awaiting-choice':
      return [choice(3, pick)];
    case 'awaiting-option':
      return [choice(session.options.length, pick)];
    case 'done':
      return [];
  }
}

/** Half of the lists repeat one face: random faces rarely form a combination. */
function faces(count: number, pick: Pick): number[] {
  const one = face(pick);
  const isAlike = pick(2) === 0;
  return Array.from({length: count}, () => (isAlike ? one : face(pick)));
}

function face(pick: Pick): number {
  return 1 + pick(6);
}

/** Most rolls have two faces, or four in a row. */
function dice(pick: Pick): readonly number[] {
  const low = 1 + pick(3);
  const one = face(pick);
  const other = face(pick);
  const rolls: readonly (readonly number[])[] = [
    faces(5, pick),
    Array.from({length: 5}, () => (pick(2) === 0 ? one : other)),
    shuffled([low, low + 1, low + 2, low + 3, one], pick),
  ];
  return oneOf(rolls, pick);
}

/** Half of the lists ascend, so that the dice are entered in their own order. */
function dieNumbers(pick: Pick): readonly number[] {
  const some = shuffled([1, 2, 3, 4, 5], pick).slice(0, 1 + pick(5));
  return pick(2) === 0 ? some.sort() : Array.from({length: 1 + pick(8)}, () => oneOf(some, pick));
}

function shuffled<T>(items: readonly T[], pick: Pick): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(pick(left.length), 1));
}

/** One choice in `ODD` is odd, one line in `WIDE` has wide gaps, and one session in `READS_ON` has more input after its end. */
const ODD = 6;
const WIDE = 8;
const READS_ON = 4;

/** Words that break the format of a line of values: odd characters, and digits that touch. */
// biome-ignore format: a table
const ODD_WORDS = [
  'x', ',', '-', '+', '.', '1,', '-1', '+1', '2.5', '1e0', '34', '10', '34125',
  '03', '\0', '1\0', '\x80', '\xa0', '\xff',
];

/** Returns a line of values, now and then with mistakes. */
function spoiled(right: readonly number[], highest: number, kind: Kind, pick: Pick): Words {
  const words = right.map(String);
  if (pick(kind.spoiled) > 0) return words;
  const put = (some: Words, these: Words): Words =>
    some.toSpliced(pick(some.length + 1), pick(2), oneOf(these, pick));
  const all: readonly ((some: Words) => Words)[] = [
    (some) => put(some, ODD_WORDS),
    (some) => put(some, ['0', `${highest + 1}`, '9']),
    (some) => oneOf<Words>([[], some.slice(1), [...some, '1'], [...some, ...some]], pick),
  ];
  const chosen = shuffled(all, pick).slice(0, 1 + pick(kind.mistakes));
  return chosen.reduce<Words>((some, mistake) => mistake(some), words);
}

/** Lines for a choice, with `#` for a valid digit. The first row is valid in both readings, the others in neither. */
// biome-ignore format: a table
const ODD_CHOICES = [
  '# 2', '# x', '#\t#', '#\r9', '#\v\0', '# 5 1',
  '', 'x', 'keep', '\0', '\xff', '0', '7', '9', '9x', '0#', '00#', '#.5', '#.5.1',
  '-#', '+#', '.#', 'x#', '\0#', '\xa0#', ',#', 'x #', '. #',
];

function choice(among: number, pick: Pick): string {
  const digit = `${1 + pick(among)}`;
  if (pick(ODD) > 0) return digit;
  return pick(3) === 0 ? `${among + 1}` : oneOf(ODD_CHOICES, pick).replaceAll('#', digit);
}

/** Joins words by a space, sometimes by several. */
function spaced(words: Words, pick: Pick): string {
  if (words.length < 2 || pick(WIDE) > 0) return words.join(' ');
  const gap = (least: number): string => ' '.repeat(least + pick(3));
  return words.map((word, at) => gap(at === 0 ? 0 : 1) + word).join('') + gap(0);
}
