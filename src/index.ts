/** The public library: the strict valuation session and the rules under it, without any input or output. */
export {CATEGORIES, type Category, checkCategory, scoreOf} from './rules/categories.js';
export {type Dice, type DieNumber, diceOf, type Face, isDice, reroll} from './rules/dice.js';
export type {ChoiceReading} from './valuation/choices.js';
export {type ScoreOption, scoreOptions} from './valuation/options.js';
export {type ScannedLine, scanLine} from './valuation/scanner.js';
export {
  type ExitCode,
  endOfInput,
  runSession,
  type Session,
  type SessionOptions,
  type Stage,
  type Step,
  start,
  step,
} from './valuation/session.js';
