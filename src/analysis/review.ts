/*
 * The cost of each choice of a game, and the luck of its dice.
 *
 * A player starts with what the best play can expect. Each roll changes that: luck, good or bad, and in the long run
 * none. Each choice takes away its loss. What is left in the end is the score: start + luck - loss = score.
 */
import {UNSEEN} from '../game/format.js';
import {
  type Action,
  applyAction,
  currentCard,
  type Game,
  newGame,
  type Played,
  playerOf,
  type RolledGame,
  roundOf,
  winnersOf,
} from '../game/game.js';
import type {Setup} from '../game/setup.js';
import {DIE_NUMBERS, type Dice, facesOf, othersOf, ROLLS} from '../rules/dice.js';
import {type Choice, emptyScorecard, keyOf} from '../rules/scorecard.js';
import type {Values} from '../solver/solver.js';
import type {Throw} from '../solver/standing.js';
import {type Advised, bestOf, expectedOf, rankingOf, thrownIn} from './advice.js';
import {chancesOf, isSolvedInstantly} from './chances.js';

/** A choice that a player made. */
export interface Decision {
  /** From 1. */
  readonly round: number;
  readonly dice: Dice;
  /** Rolls that were still to come. */
  readonly rolls: 0 | 1 | 2;
  /** The points that the roll before this decision added to the expected score. */
  readonly luck: number;
  /** All five dice are kept in a pass. */
  readonly played: Choice;
  readonly best: Choice;
  /** The final score to expect after what was played, in points. */
  readonly expected: number;
  /** The points that the choice cost against the best one; 0 or more. */
  readonly loss: number;
  /** All losses of this player so far. */
  readonly lost: number;
  /** True if the first hint of the game was asked for here: a game records no others. */
  readonly hinted: boolean;
}

/** The review of one player's choices; all numbers are points. */
export interface PlayerReview {
  readonly name: string;
  /** The score to expect at the start of the game. */
  readonly start: number;
  /** The score to expect now; the score itself once the player's card is full. */
  readonly score: number;
  /** `score` is `start` + `luck` - `loss`. */
  readonly luck: number;
  readonly loss: number;
  readonly decisions: readonly Decision[];
  /** Up to three decisions that cost most, the worst first. */
  readonly worst: readonly Decision[];
}

/** The review of a game. */
export interface Review {
  readonly players: readonly PlayerReview[];
  /** True if the game has one column. With several, each is valued as if it were played alone. */
  readonly exact: boolean;
}

const WORST = 3;

/**
 * Reviews a game, over or not. Placements that were taken back do not count. With several columns the numbers are an
 * approximation: what is gained by playing the columns together counts as luck.
 *
 * @param values those of the game's rules
 * @throws RangeError if the values are of other rules, or if the game refuses an action
 * @example
 * const {players} = review(solve('official'), {game, actions});
 * // For each player, start + luck - loss is score.
 */
export function review(values: Values, {game: {setup}, actions}: Played): Review {
  const start = expectedOf(values, emptyScorecard(setup.columns));
  const tallies = setup.players.map((): Tally => ({score: start, luck: 0, loss: 0, decisions: []}));
  let choices: readonly Advised[] = [];
  let luck = 0;
  for (const {before, action, after, hinted} of stepsOf(setup, actions)) {
    const tally = tallies[playerOf(before)];
    if (tally === undefined) break;
    const next = after.phase === 'awaiting-choice' ? rankingOf(values, after, null) : [];
    if (before.phase === 'awaiting-choice') {
      const judged = judge(before, action, choices, next);
      tally.loss += judged.loss;
      tally.score = judged.expected;
      tally.decisions.push({...judged, luck, lost: tally.loss, hinted});
    }
    if (after.phase === 'awaiting-choice') {
      choices = next;
      luck = bestOf(next).worth - tally.score;
      tally.luck += luck;
      tally.score += luck;
    }
  }
  const players = tallies.map((tally, index) => ({
    name: setup.players[index] ?? '',
    start,
    ...tally,
    worst: worstOf(tally.decisions, UNSEEN),
  }));
  return {players, exact: setup.columns === 1};
}

interface Tally {
  score: number;
  luck: number;
  loss: number;
  readonly decisions: Decision[];
}

interface Step {
  readonly before: Game;
  readonly action: Action;
  readonly after: Game;
  /** True if a hint was asked for just before. */
  readonly hinted: boolean;
}

/** Returns the rolls and placements that stood. */
function stepsOf(setup: Setup, actions: readonly Action[]): Step[] {
  const steps: Step[] = [];
  let hinted = false;
  let before = newGame(setup);
  for (const action of actions) {
    const after = applyAction(before, action);
    if ('refusal' in after) throw new RangeError(after.refusal);
    // A placement that is taken back leaves the hint that was asked for before it.
    if (action.action === 'undo') hinted = steps.pop()?.hinted ?? false;
    else if (action.action === 'hint') hinted = !before.hinted;
    else {
      steps.push({before, action, after, hinted});
      hinted = false;
    }
    before = after;
  }
  return steps;
}

/** Compares an action with all choices that there were; `next` are the choices after it. */
function judge(
  game: RolledGame,
  action: Action,
  choices: readonly Advised[],
  next: readonly Advised[],
): Omit<Decision, 'luck' | 'lost' | 'hinted'> {
  const {dice, roll} = game;
  const best = bestOf(choices);
  const played = choiceOf(action, dice);
  const found = isPass(played) ? bestOf(next) : choices.find(({choice}) => keyOf(choice) === keyOf(played));
  if (found === undefined) throw new RangeError(`there is no such choice: ${JSON.stringify(action)}`);
  return {
    round: roundOf(game),
    dice,
    rolls: (ROLLS - roll) as Decision['rolls'],
    played,
    best: best.choice,
    expected: found.worth,
    loss: Math.max(0, best.worth - found.worth),
  };
}

/** Returns the choice that a reroll or a placement makes; a pass keeps all dice. */
function choiceOf(action: Action, dice: Dice): Choice {
  if (action.action === 'place') return {column: action.column, category: action.category};
  const rolled = action.action === 'reroll' ? action.numbers : [];
  return {keep: facesOf(dice, othersOf(rolled))};
}

export function isPass(choice: Choice): boolean {
  return 'keep' in choice && choice.keep.length === DIE_NUMBERS.length;
}

function worstOf<Choice extends {readonly loss: number}>(
  choices: readonly Choice[],
  least: number,
): Choice[] {
  return choices
    .filter(({loss}) => loss >= least)
    .sort((one, other) => other.loss - one.loss)
    .slice(0, WORST);
}

export interface WinLoss {
  readonly round: number;
  readonly dice: Dice;
  readonly played: Choice;
  readonly best: Choice;
  /** The part of the chance that the choice cost, from 0 to 1. */
  readonly loss: number;
}

export interface PlayerWins {
  readonly name: string;
  /** The round from which on the chances are known. */
  readonly from: number;
  /** The best chance to win at the start of each turn from there on, then the result: 1, 0, or 1/k of k winners. */
  readonly chances: readonly number[];
  /** Up to three choices that cost most, the worst first; none whose loss rounds to nothing. */
  readonly worst: readonly WinLoss[];
}

/** Losses of the chance below this are not shown. */
const UNSEEN_PART = 0.005;

/** Returns null for a lone player, several columns or an unfinished game. @throws RangeError if an action is refused */
export function winsIn(values: Values, {game, actions}: Played): readonly PlayerWins[] | null {
  const {setup} = game;
  if (game.phase !== 'over' || setup.players.length === 1 || setup.columns > 1) return null;
  const tallies = setup.players.map((name) => ({
    name,
    from: 0,
    chances: [] as number[],
    losses: [] as WinLoss[],
  }));
  for (const {before, action} of stepsOf(setup, actions)) {
    const tally = tallies[playerOf(before)];
    // Advice on an earlier turn may have left its chances, which would start one player's course before the others'.
    const chances = isSolvedInstantly(before) ? chancesOf(values, before) : null;
    const [column] = currentCard(before);
    if (tally === undefined || chances === null || column === undefined) continue;
    if (before.phase === 'awaiting-roll') {
      tally.from ||= roundOf(before);
      tally.chances.push(chances.chance);
    } else if (before.phase === 'awaiting-choice') {
      const thrown = thrownIn(before, column);
      const played = choiceOf(action, before.dice);
      const ranking = chances.advise(thrown);
      // A pass leaves the same dice with one roll less.
      const [found] = isPass(played)
        ? chances.advise({...thrown, rolls: Math.max(0, thrown.rolls - 1) as Throw['rolls']})
        : ranking.filter(({choice}) => keyOf(choice) === keyOf(played));
      const [best] = ranking;
      if (best === undefined) continue;
      const loss = best.worth - (found?.worth ?? 0);
      tally.losses.push({round: roundOf(before), dice: before.dice, played, best: best.choice, loss});
    }
  }
  const winners = winnersOf(game);
  return tallies.map(({losses, chances, ...tally}, player) => ({
    ...tally,
    chances: [...chances, winners.includes(player) ? 1 / winners.length : 0],
    worst: worstOf(losses, UNSEEN_PART),
  }));
}
