/* Games of computers alone, without a screen: `fivedice play --computer … --games N`. */
import {printJson, printLines, tableLines} from '../analysis/commands/shared.js';
import {actionOf, needsValues} from '../analysis/computers.js';
import {EXIT} from '../command-line/user-error.js';
import {applyAction, type Game, newGame, winnersOf} from '../game/game.js';
import type {Strength} from '../game/setup.js';
import type {ColumnNumber, RuleSet} from '../rules/rule-sets.js';
import {totalOf} from '../rules/scorecard.js';
import type {Values} from '../solver/solver.js';
import {solve} from '../solver/solver.js';

export interface Tournament {
  readonly computers: readonly Strength[];
  readonly games: number;
  readonly rules: RuleSet;
  readonly columns: ColumnNumber;
  /** Of the first game; each other one has the next. */
  readonly seed: number;
}

export interface Result {
  readonly computer: Strength;
  /** Its totals, game by game. */
  readonly totals: readonly number[];
  /** A shared first place is a share. */
  readonly wins: number;
  readonly average: number;
  /** The standard error of the average. */
  readonly error: number;
  readonly best: number;
  readonly worst: number;
}

/** Plays all games, and prints what came of them; gives the exit status. */
export async function playAll(tournament: Tournament, asJson: boolean): Promise<number> {
  const results = await play(tournament);
  const {games, rules, columns, seed} = tournament;
  if (asJson) printJson({games, rules, columns, seed, results});
  else {
    const head = ['computer', 'average', 'error', 'wins', 'best', 'worst'];
    const rows = results.map(({computer, average, error, wins, best, worst}) => [
      computer,
      average.toFixed(1),
      error.toFixed(1),
      `${Number(wins.toFixed(2))}`,
      `${best}`,
      `${worst}`,
    ]);
    printLines(tableLines([head, ...rows], head.length - 1));
  }
  return EXIT.passed;
}

/** Plays all games, one after the other; each begins with another computer, so that none gains by its place. */
export async function play(tournament: Tournament): Promise<readonly Result[]> {
  const {computers, games, rules} = tournament;
  const values = computers.some(needsValues) ? solve(rules) : null;
  const totals = computers.map((): number[] => []);
  const wins = computers.map(() => 0);
  for (let number = 0; number < games; number += 1) {
    const seats = computers.map((_, seat) => (seat + number) % computers.length);
    const game = playOne(tournament, seats, number, values);
    const winners = winnersOf(game);
    for (const [seat, computer] of seats.entries()) {
      totals[computer]?.push(totalOf(game.cards[seat] ?? []));
      if (winners.includes(seat)) wins[computer] = (wins[computer] ?? 0) + 1 / winners.length;
    }
  }
  return computers.map((computer, index) => summaryOf(computer, totals[index] ?? [], wins[index] ?? 0));
}

function playOne(
  {computers, rules, columns, seed}: Tournament,
  seats: readonly number[],
  number: number,
  values: Values | null,
): Game {
  const players = seats.map((computer) => `${computers[computer]} ${computer + 1}`);
  const strengths = seats.map((computer) => computers[computer] ?? 'expert');
  let game = newGame({players, computers: strengths, rules, columns, dice: {seed: seed + number}});
  while (game.phase !== 'over') {
    const strength = strengths[game.turn % strengths.length] ?? 'expert';
    const next = applyAction(game, actionOf(strength, values, game));
    if ('refusal' in next) throw new RangeError(`the computer: ${next.refusal}`);
    game = next;
  }
  return game;
}

function summaryOf(computer: Strength, totals: readonly number[], wins: number): Result {
  const average = totals.reduce((sum, one) => sum + one, 0) / totals.length;
  const squares = totals.reduce((sum, one) => sum + (one - average) ** 2, 0);
  const error = totals.length < 2 ? 0 : Math.sqrt(squares / (totals.length - 1) / totals.length);
  return {computer, totals, wins, average, error, best: Math.max(...totals), worst: Math.min(...totals)};
}
