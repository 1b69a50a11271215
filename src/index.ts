/**
 * The public library: the rules, the strict valuation session, the whole game with its computer players and reviews, and
 * the solver, without any input or output.
 */
export {nextAction, playerLike} from './analysis/computers.js';
export {type Decision, type PlayerReview, type Review, review} from './analysis/review.js';
export {actionOf, setupOf} from './game/door.js';
export {
  type Action,
  actionFor,
  applyAction,
  type FinishedGame,
  type Game,
  type GameState,
  type NewTurn,
  newGame,
  type Played,
  playerOf,
  type Refusal,
  type RolledGame,
  replay,
  roundOf,
  roundsOf,
  winnersOf,
} from './game/game.js';
export {LONGEST_NAME, MAX_PLAYERS, problemOfName, sameName} from './game/players.js';
export {HIGHEST_SEED, type RandomState} from './game/random.js';
export {type Names, type Setup, STRENGTHS, type Strength} from './game/setup.js';
export {
  CATEGORIES,
  CATEGORY_RULES,
  type Category,
  type CategoryRule,
  checkCategory,
  scoreOf,
} from './rules/categories.js';
export {
  type Counts,
  DIE_NUMBERS,
  type Dice,
  type DieNumber,
  diceOf,
  FACES,
  type Face,
  isDice,
  ROLLS,
  reroll,
} from './rules/dice.js';
export {
  COLUMN_NUMBERS,
  type ColumnNumber,
  JOKERS,
  type Joker,
  RULE_SETS,
  RULES,
  type RuleSet,
  type Rules,
  rulesOf,
  UPPER_BONUS,
  UPPER_BONUS_FROM,
} from './rules/rule-sets.js';
export {
  type Box,
  type Choice,
  type Column,
  columnTotals,
  emptyScorecard,
  fill,
  isOpen,
  openPlacements,
  type Placement,
  placementOf,
  ROWS,
  type Row,
  rowNumber,
  rowNumbered,
  rowValue,
  type Scorecard,
  type Totals,
  totalOf,
} from './rules/scorecard.js';
export {advise, type Best, bestAt, deviations, positionsFrom} from './solver/advice.js';
export type {Chances} from './solver/chances/chances.js';
export {finish, type Payoff, solvePayoff, target} from './solver/chances/target.js';
export {bounds, type ChancesToWin, type Opposition, win} from './solver/chances/win.js';
export {
  type Distribution,
  distribution,
  evaluate,
  type Player,
  quantileOf,
  type ScoreDistribution,
  type Share,
} from './solver/distribution.js';
export {type Ending, endings} from './solver/endings.js';
export {EMPTY_CARD, type Position} from './solver/lattice.js';
export {type Progress, solve, type Values, valuesOf} from './solver/solver.js';
export {type Standing, standingOf, type Throw} from './solver/standing.js';
export type {Chooser, Ranked, Worth} from './solver/turn.js';
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
