/*
 * The computer's players. All know only what the game shows, and do the same in the same game. An expert and a shark
 * follow the solver, the shark to win as soon as that is known; the others go by rules of thumb, and need no values.
 */
import {
  type Action,
  actionFor,
  computerOf,
  currentCard,
  type Game,
  isLastTurn,
  newGame,
  placementsOf,
  type RolledGame,
} from '../game/game.js';
import type {Strength} from '../game/setup.js';
import {CATEGORIES, type Category} from '../rules/categories.js';
import {countsOf, FACES, type Face, ROLLS} from '../rules/dice.js';
import type {RuleSet, Rules} from '../rules/rule-sets.js';
import type {Choice, Column, Placement} from '../rules/scorecard.js';
import type {Player} from '../solver/distribution.js';
import {bitOf} from '../solver/lattice.js';
import type {Values} from '../solver/solver.js';
import type {Chooser} from '../solver/turn.js';
import {bestOf, rankingOf} from './advice.js';
import {chancesOf} from './chances.js';

export function needsValues(strength: Strength): boolean {
  return strength === 'expert' || strength === 'shark';
}

/**
 * Returns what the computer does next, at its turn.
 *
 * @param values those of the game's rules; null is enough for `beginner` and `casual`
 * @throws RangeError if it is not the computer's turn, or if an `expert` or a `shark` has no values or those of other rules
 * @example
 * const next = applyAction(game, nextAction(values, game));
 */
export function nextAction(values: Values | null, game: Game): Action {
  const strength = computerOf(game);
  if (strength === null) throw new RangeError('it is not the turn of the computer');
  return actionOf(strength, values, game);
}

/**
 * Returns a computer player for `evaluate`.
 *
 * @example
 * evaluate('official', playerLike('casual', 'official')).mean; // 217.113…
 */
export function playerLike(strength: 'beginner' | 'casual', rules: RuleSet | Rules): Player {
  const game = newGame({players: [strength], rules, columns: 1, dice: {seed: 0}});
  let last: {readonly open: number; readonly chooser: Chooser} | null = null;
  return ({open}) => {
    if (last?.open === open) return last.chooser;
    // Neither player looks at points in filled boxes, and a Yahtzee bonus would be the same in every open box.
    const boxes = CATEGORIES.map((box) => [box, (open & bitOf(box)) === 0 ? 0 : null]);
    const column: Column = {factor: 1, boxes: Object.fromEntries(boxes) as Column['boxes'], yahtzeeBonus: 0};
    const rolled = {...game, cards: [[column]], phase: 'awaiting-choice', held: [], before: null} as const;
    const chooser: Chooser = (dice, rolls) => CHOOSES[strength]({...rolled, dice, roll: ROLLS - rolls}, null);
    last = {open, chooser};
    return chooser;
  };
}

/** Returns what a strength would do for any player, unless the game is over. */
export function actionOf(strength: Strength, values: Values | null, game: Game): Action {
  if (game.phase !== 'awaiting-choice') return {action: 'roll'};
  return actionFor(game, CHOOSES[strength](game, values));
}

const CHOOSES: Readonly<Record<Strength, (game: RolledGame, values: Values | null) => Choice>> = {
  beginner: chooseAsBeginner,
  casual: chooseAsCasual,
  expert: (game, values) => chooseAsSolver(values, game, isLastTurn(game)),
  shark: (game, values) => chooseAsSolver(values, game, true),
};

/** Makes the solver's best choice: to win if that is wanted and known, else for points. */
function chooseAsSolver(values: Values | null, game: RolledGame, isToWin: boolean): Choice {
  if (values === null)
    throw new RangeError('values must be those of the rules for an expert or a shark, not null');
  return bestOf(rankingOf(values, game, isToWin ? chancesOf(values, game) : null)).choice;
}

/** Always rerolls towards its most frequent face, then takes the highest score. */
function chooseAsBeginner(game: RolledGame): Choice {
  if (game.roll === ROLLS) return fills(bestBy(game, ({points, bonus}) => points + bonus));
  return keepFaces(game, [mostFrequent(game, () => true)]);
}

/** Points that good players get in each box, roughly. */
const PAR: Readonly<Record<Category, number>> = {
  ones: 2,
  twos: 5,
  threes: 8.5,
  fours: 12,
  fives: 15.5,
  sixes: 19,
  'three-of-a-kind': 21.5,
  'four-of-a-kind': 13,
  'full-house': 22.5,
  'small-straight': 29.5,
  'large-straight': 32.5,
  yahtzee: 17,
  chance: 22,
};

/** Keeps runs, pairs or its most frequent face, and takes the box that is best against its par. */
function chooseAsCasual(game: RolledGame): Choice {
  const box = bestBy(game, ({category, column, points, bonus}) => points + bonus - PAR[category] * column);
  if (game.roll === ROLLS || stands(game, box)) return fills(box);
  const run = longestRun(game);
  if (run.length >= 4 && (isOpen(game, 'large-straight') || isOpen(game, 'small-straight')))
    return {keep: run};
  const pairs = FACES.filter((face) => countsOf(game.dice)[face] === 2);
  if (pairs.length === 2 && isOpen(game, 'full-house')) return keepFaces(game, pairs);
  return keepFaces(game, [mostFrequent(game, (face) => isOpen(game, CATEGORIES[face - 1] ?? 'chance'))]);
}

function stands(game: RolledGame, {category, points}: Placement): boolean {
  if (points === 0) return false;
  switch (category) {
    case 'full-house':
    case 'large-straight':
    case 'yahtzee':
      return true;
    case 'small-straight':
      return !isOpen(game, 'large-straight');
    default:
      return false;
  }
}

function bestBy(game: RolledGame, worth: (placement: Placement) => number): Placement {
  const [first, ...others] = placementsOf(game).filter(({legal}) => legal);
  if (first === undefined) throw new RangeError('the card is full');
  return others.reduce((best, one) => (worth(one) > worth(best) ? one : best), first);
}

/** Returns the face that most dice show; of equals a wanted one, then the highest. */
function mostFrequent({dice}: RolledGame, isWanted: (face: Face) => boolean): Face {
  const counts = countsOf(dice);
  const rank = (face: Face): number => 100 * counts[face] + (isWanted(face) ? 10 : 0) + face;
  return dice.reduce((best, face) => (rank(face) > rank(best) ? face : best));
}

/** Returns the longest run of faces; of equals the highest. */
function longestRun({dice}: RolledGame): readonly Face[] {
  const runs = FACES.map((from) => {
    const end = FACES.findIndex((face) => face >= from && !dice.includes(face));
    return FACES.slice(from - 1, end < 0 ? undefined : end);
  });
  return runs.reduce((best, run) => (run.length >= best.length ? run : best));
}

function isOpen(game: RolledGame, category: Category): boolean {
  return currentCard(game).some(({boxes}) => boxes[category] === null);
}

function fills({column, category}: Placement): Choice {
  return {column, category};
}

function keepFaces({dice}: RolledGame, faces: readonly Face[]): Choice {
  return {keep: dice.filter((face) => faces.includes(face)).sort()};
}
