/* Statistics of people's finished games, by name, rules and columns. Pure. */
import {nameKey} from '../game/players.js';
import {strengthOf} from '../game/setup.js';
import type {LoggedGame} from './saved-game.js';

export type Statistics = ReturnType<typeof summaryOf>[number];

/** A person's result in a finished game. */
interface Result {
  readonly game: LoggedGame;
  readonly player: number;
  readonly total: number;
}

/** Returns each person's statistics, most games first. Skips games with typed dice. */
export function statisticsOf(games: readonly LoggedGame[]): readonly Statistics[] {
  const groups = new Map<string, Result[]>();
  for (const game of games) {
    const {players, rules, columns, dice} = game.setup;
    for (const [player, name] of players.entries()) {
      if (dice === 'typed' || strengthOf(game.setup, player) !== null) continue;
      const key = JSON.stringify([rules, columns, nameKey(name)]);
      const group = groups.get(key) ?? [];
      group.push({game, player, total: game.totals[player] ?? 0});
      groups.set(key, group);
    }
  }
  return [...groups.values()].flatMap(summaryOf).sort((one, other) => other.games - one.games);
}

/** Names and values of a player's statistics. */
export function statisticsInWords(one: Statistics): readonly (readonly [what: string, number: string])[] {
  const {games, contests, average, deviation, best, worst, yahtzees, bonus} = one;
  // At most two decimals, without zeros at the end.
  const wins = Number(one.wins.toFixed(2));
  return [
    ['games', `${games}`],
    ...(contests === 0 ? [] : [['won', `${wins} of ${contests}`] as const]),
    ['average', games === 1 ? average.toFixed(1) : `${average.toFixed(1)} ± ${deviation.toFixed(1)}`],
    ['best, worst', `${best}, ${worst}`],
    ['Yahtzees a game', (yahtzees / games).toFixed(2)],
    ['upper bonus', `${Math.round(100 * bonus)}%`],
  ];
}

function summaryOf(results: readonly Result[]) {
  const last = results.at(-1);
  if (last === undefined) return [];
  const {players, rules, columns} = last.game.setup;
  const totals = results.map(({total}) => total);
  const average = mean(totals);
  const contests = results.filter(({game}) => game.totals.length > 1);
  return [
    {
      rules,
      columns,
      name: players[last.player] ?? '',
      games: results.length,
      /** Games with several players. */
      contests: contests.length,
      /** Contests won; a shared first place counts as a share. */
      wins: sum(contests.map(shareOfWin)),
      average,
      /** Standard deviation of the totals; 0 for a single game. */
      deviation: Math.sqrt(sum(totals.map((one) => (one - average) ** 2)) / Math.max(1, totals.length - 1)),
      best: Math.max(...totals),
      worst: Math.min(...totals),
      /** Yahtzees in their boxes, and further ones that earned a bonus. */
      yahtzees: sum(results.map(({game, player}) => game.yahtzees[player] ?? 0)),
      /** Share of games with an upper bonus, from 0 to 1. */
      bonus: mean(results.map(({game, player}) => (game.bonuses[player] ? 1 : 0))),
      /** Oldest first. */
      totals,
    },
  ];
}

function shareOfWin({game: {totals}, total}: Result): number {
  const highest = Math.max(...totals);
  return total === highest ? 1 / totals.filter((one) => one === highest).length : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function mean(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length;
}
