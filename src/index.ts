/** The public library: the rules, the strict valuation session and the whole game, without any input or output. */
export {
  type Action,
  applyAction,
  type Game,
  newGame,
  playerOf,
  type Refusal,
  replay,
  roundOf,
  roundsOf,
  type Setup,
  winnersOf,
} from './game/game.js';
export {CATEGORIES, type Category, checkCategory, scoreOf} from './rules/categories.js';
export {type Dice, type DieNumber, diceOf, type Face, isDice, reroll} from './rules/dice.js';
export {
  type Column,
  columnTotals,
  emptyScorecard,
  fill,
  openPlacements,
  type Placement,
  ROWS,
  type Row,
  rowNumber,
  rowValue,
  type Scorecard,
  type Totals,
  totalOf,
} from './rules/scorecard.js';
export {type ColumnNumber, RULE_SETS, RULES, type RuleSet, type Rules} from './rules/variants.js';
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
