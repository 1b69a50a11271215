/*
 * Questions of a front end to the solver, answered in a worker. Questions and answers are plain data. A rule set is
 * solved at the first question that needs its values.
 */
import {
  type Action,
  applyAction,
  computerOf,
  currentCard,
  type Game,
  newGame,
  type Played,
  type RolledGame,
} from '../game/game.js';
import type {Setup} from '../game/setup.js';
import {totalOf} from '../rules/scorecard.js';
import {solve} from '../solver/solver.js';
import {type Advice, adviceOn} from './advice.js';
import {solveChances, stopSolving} from './chances.js';
import {actionOf, needsValues, nextAction} from './computers.js';
import {type PlayerWins, type Review, review, winsIn} from './review.js';

/** The questions by name: each takes its subject and returns the answer. All throw RangeError for a wrong subject. */
export interface Questions {
  readonly adviceOn: (game: RolledGame) => Advice;
  /** Advice with the chance to win where that takes some seconds. Other questions are answered meanwhile. */
  readonly adviceToWin: (game: RolledGame) => Promise<Advice>;
  /** The computer's next action, at its turn. */
  readonly nextAction: (game: Game) => Action;
  readonly review: (played: Played) => Review;
  /** The course of the chances to win; null if they are not known. */
  readonly winsIn: (played: Played) => readonly PlayerWins[] | null;
  /** The total of an expert in the seat of a game's only player. */
  readonly expertTotal: (setup: Setup) => number;
}

const ANSWERS: Questions = {
  adviceOn: (game) => adviceOn(solve(game.setup.rules), game),
  adviceToWin: async (game) => {
    const values = solve(game.setup.rules);
    await solveChances(values, game);
    // If the solution was given up, nothing more will come.
    return {...adviceOn(values, game), isMoreToCome: false};
  },
  nextAction: (game) => {
    // The turn that was advised is over.
    stopSolving();
    const strength = computerOf(game);
    return nextAction(strength !== null && needsValues(strength) ? solve(game.setup.rules) : null, game);
  },
  review: (played) => review(solve(played.game.setup.rules), played),
  winsIn: (played) => winsIn(solve(played.game.setup.rules), played),
  expertTotal: (setup) => {
    const values = solve(setup.rules);
    let game = newGame(setup);
    while (game.phase !== 'over') {
      const next = applyAction(game, actionOf('expert', values, game));
      if ('refusal' in next) throw new RangeError(next.refusal);
      game = next;
    }
    return totalOf(currentCard(game), game.setup.rules);
  },
};

export type Question = {
  readonly [Name in keyof Questions]: {readonly asks: Name; readonly about: Parameters<Questions[Name]>[0]};
}[keyof Questions];

export interface Asked {
  readonly question: Question;
  readonly port: Pick<MessagePort, 'postMessage'>;
}

export type Answer = {readonly answer: unknown} | {readonly problem: string};

/** Answers a question on the port that comes with it. */
export async function answer({question, port}: Asked): Promise<void> {
  port.postMessage(await answerTo(question));
}

export async function answerTo({asks, about}: Question): Promise<Answer> {
  try {
    const answers: (about: never) => unknown = ANSWERS[asks];
    return {answer: await answers(about as never)};
  } catch (error) {
    return {problem: String(error)};
  }
}
