/*
 * The strict session as a pure state machine (see the README of this room).
 *
 * A phase says what the session waits for, and holds just the data that it needs to go on. Each step takes one scanned
 * line and returns the next session and the bytes to print: the answer, and the next prompt if there is one. The caller
 * must print the output of a step before it waits for the next line.
 */

import {type Dice, type DieNumber, reroll} from '../rules/dice.js';
import {CHOICE_READINGS, type ChoiceReading, parseChoice, ROLL_CHOICES} from './choices.js';
import {
  ASK_CHOICE,
  ASK_DICE,
  ASK_DICE_NUMBERS,
  askOption,
  askValues,
  DICE_NUMBER_REFUSALS,
  INVALID_CHOICE,
  STAGE_1_EXIT,
  showDice,
  showScore,
  VALUE_REFUSALS,
} from './messages.js';
import {type ScoreOption, scoreOptions} from './options.js';
import {bytesOf, EMPTY_LINE, lineReader, type ScannedLine} from './scanner.js';
import {parseDice, parseDiceNumbers, parseNewValues} from './values.js';

/** The stages of the assignment: stage 1 values dice, stage 2 also rerolls them (handout 2 and 3). */
export const STAGES = [1, 2] as const;
export type Stage = (typeof STAGES)[number];

/** A player has two chances to reroll (handout 3). */
const REROLLS = 2;

/** Options of `start` and `runSession`. */
export interface SessionOptions {
  /** Default 2. */
  readonly stage?: Stage;
  /** Default `word`. */
  readonly choice?: ChoiceReading;
}

type Settings = Required<SessionOptions>;

/** 0 if a score was reported or stage 1 ended at a reroll choice, 1 if the input was refused. */
export type ExitCode = 0 | 1;

/** The state of a session. `rerollsLeft` is the number of rerolls that can still be chosen, 0 to 2. */
export type Session = {readonly settings: Settings} & (
  | {readonly phase: 'awaiting-dice'; readonly rerollsLeft: number}
  | {readonly phase: 'awaiting-choice'; readonly rerollsLeft: number; readonly dice: Dice}
  | {readonly phase: 'awaiting-dice-numbers'; readonly rerollsLeft: number; readonly dice: Dice}
  | {
      readonly phase: 'awaiting-new-values';
      readonly rerollsLeft: number;
      readonly dice: Dice;
      readonly numbers: readonly DieNumber[];
    }
  | {readonly phase: 'awaiting-option'; readonly options: readonly ScoreOption[]}
  | {readonly phase: 'done'; readonly exitCode: ExitCode}
);

/** The next session, and the bytes to print for the line that led there (ASCII). */
export interface Step {
  readonly session: Session;
  readonly output: string;
}

/**
 * Starts a session; the output is its first prompt.
 *
 * @throws RangeError unless the stage and the reading of choices exist
 */
export function start({stage = 2, choice = 'word'}: SessionOptions = {}): Step {
  if (!STAGES.includes(stage)) throw new RangeError(`stage must be ${STAGES.join(' or ')}, not ${stage}`);
  if (!CHOICE_READINGS.includes(choice))
    throw new RangeError(`choice must be ${CHOICE_READINGS.join(' or ')}, not ${choice}`);
  const settings = {stage, choice};
  return {session: {settings, phase: 'awaiting-dice', rerollsLeft: REROLLS}, output: ASK_DICE};
}

/** Advances the session by one line. A session that is done stays done and prints nothing. */
export function step(session: Session, line: ScannedLine): Step {
  const {settings} = session;
  switch (session.phase) {
    case 'awaiting-dice': {
      const parsed = parseDice(line);
      if ('error' in parsed) return refuse(settings, VALUE_REFUSALS[parsed.error]);
      return rolled(settings, parsed.value, session.rerollsLeft);
    }
    case 'awaiting-choice': {
      const choice = parseChoice(line, settings.choice, ROLL_CHOICES);
      if (choice === null) return refuse(settings, INVALID_CHOICE);
      if (choice === 'keep') return offerOptions(settings, session.dice);
      if (settings.stage === 1) return {session: done(settings, 0), output: STAGE_1_EXIT};
      const rerollsLeft = session.rerollsLeft - 1;
      if (choice === 'reroll-all')
        return {session: {settings, phase: 'awaiting-dice', rerollsLeft}, output: ASK_DICE};
      const {dice} = session;
      return {
        session: {settings, phase: 'awaiting-dice-numbers', rerollsLeft, dice},
        output: ASK_DICE_NUMBERS,
      };
    }
    case 'awaiting-dice-numbers': {
      const parsed = parseDiceNumbers(line);
      if ('error' in parsed) return refuse(settings, DICE_NUMBER_REFUSALS[parsed.error]);
      const numbers = parsed.value;
      return {
        session: {...session, phase: 'awaiting-new-values', numbers},
        output: askValues(numbers.length),
      };
    }
    case 'awaiting-new-values': {
      const {dice, numbers, rerollsLeft} = session;
      const parsed = parseNewValues(line, numbers.length);
      if ('error' in parsed) return refuse(settings, VALUE_REFUSALS[parsed.error]);
      return rolled(settings, reroll(dice, numbers, parsed.value), rerollsLeft);
    }
    case 'awaiting-option': {
      const option = parseChoice(line, settings.choice, session.options);
      if (option === null) return refuse(settings, INVALID_CHOICE);
      return {session: done(settings, 0), output: showScore(option.points)};
    }
    case 'done':
      return {session, output: ''};
  }
}

/** Ends the session: end of input counts as an empty line, which no prompt accepts. */
export function endOfInput(session: Session): Step {
  return step(session, EMPTY_LINE);
}

/** Plays a whole session: prints each output before it reads the next line, which is empty after the end. */
export function playSession(
  options: SessionOptions,
  nextLine: () => ScannedLine,
  print: (output: string) => void,
): ExitCode {
  let {session, output} = start(options);
  print(output);
  while (session.phase !== 'done') {
    ({session, output} = step(session, nextLine()));
    print(output);
  }
  return session.exitCode;
}

/**
 * Plays a whole session on `input`, as the command does on standard input. Text is encoded as UTF-8.
 *
 * @throws RangeError as `start` does; TypeError unless the input is a string or a Uint8Array
 */
export function runSession(
  input: string | Uint8Array,
  options: SessionOptions = {},
): {readonly output: string; readonly exitCode: ExitCode} {
  const chunks = [bytesOf(input)];
  const nextLine = lineReader(() => chunks.pop() ?? new Uint8Array(0));
  let output = '';
  const exitCode = playSession(options, nextLine, (more) => {
    output += more;
  });
  return {output, exitCode};
}

/** Shows the dice and asks for a choice, or goes straight to the options if no reroll is left (handout 3.3). */
function rolled(settings: Settings, dice: Dice, rerollsLeft: number): Step {
  const shown = showDice(dice);
  if (rerollsLeft > 0) {
    return {session: {settings, phase: 'awaiting-choice', rerollsLeft, dice}, output: shown + ASK_CHOICE};
  }
  const offered = offerOptions(settings, dice);
  return {session: offered.session, output: shown + offered.output};
}

function offerOptions(settings: Settings, dice: Dice): Step {
  const options = scoreOptions(dice);
  return {session: {settings, phase: 'awaiting-option', options}, output: askOption(options)};
}

function refuse(settings: Settings, output: string): Step {
  return {session: done(settings, 1), output};
}

function done(settings: Settings, exitCode: ExitCode): Session {
  return {settings, phase: 'done', exitCode};
}
