/* Statistics of people's finished games, by name, rules and columns. Pure. */
import {type Game, winnersOf} from '../game/game.js';
import {nameKey} from '../game/players.js';
import type {Setup} from '../game/setup.js';
import {strengthOf} from '../game/setup.js';
import {columnTotals, type Scorecard, totalOf} from '../rules/scorecard.js';
import type {SavedGame} from './saved-game.js';

export interface Statistics extends Pick<Setup, 'rules' | 'columns'> {
  readonly name: string;
  readonly games: number;
  /** Games with several players. */
  readonly contests: number;
  /** Contests won; a shared first place counts as a share. */
  readonly wins: number;
  readonly average: number;
  /** Standard deviation of the totals; 0 for a single game. */
  readonly deviation: number;
  readonly best: number;
  readonly worst: number;
  /** Yahtzees in their boxes, and further ones that earned a bonus. */
  readonly yahtzees: number;
  /** Share of games with an upper bonus, from 0 to 1. */
  readonly bonus: number;
  /** Oldest first. */
  readonly totals: readonly number[];
}

/** A person's card in a finished game. */
interface Played {
  readonly game: Game;
  readonly player: number;
  readonly name: string;
  readonly card: Scorecard;
}

/** Returns each person's statistics, most games first. Skips games with typed dice. */
export function statisticsOf(games: readonly SavedGame[]): readonly Statistics[] {
  const groups = new Map<string, Played[]>();
  for (const {game} of games) {
    const {players, rules, columns, dice} = game.setup;
    for (const [player, card] of game.cards.entries()) {
      if (dice === 'typed' || strengthOf(game.setup, player) !== null) continue;
      const name = players[player] ?? '';
      const key = JSON.stringify([rules, columns, nameKey(name)]);
      const group = groups.get(key) ?? [];
      group.push({game, player, name, card});
      groups.set(key, group);
    }
  }
  return [...groups.values()].flatMap(summaryOf).sort((one, other) => other.games - one.games);
}

/** Names and values of a player's statistics. */
export function statisticsInWords({
  games,
  contests,
  wins,
  average,
  deviation,
  best,
  worst,
  yahtzees,
  bonus,
}: Statistics): readonly (readonly [what: string, number: string])[] {
  const contested = [['won', `${decimals(wins)} of ${contests}`]] as const;
  return [
    ['games', `${games}`],
    ...(contests === 0 ? [] : contested),
    ['average', games === 1 ? average.toFixed(1) : `${average.toFixed(1)} ± ${deviation.toFixed(1)}`],
    ['best, worst', `${best}, ${worst}`],
    ['Yahtzees a game', (yahtzees / games).toFixed(2)],
    ['upper bonus', `${Math.round(100 * bonus)}%`],
  ];
}

function summaryOf(played: readonly Played[]): Statistics[] {
  const last = played.at(-1);
  if (last === undefined) return [];
  const {rules, columns} = last.game.setup;
  const totals = played.map(({card}) => totalOf(card));
  const average = mean(totals);
  const contests = played.filter(({game}) => game.cards.length > 1);
  return [
    {
      rules,
      columns,
      name: last.name,
      games: played.length,
      contests: contests.length,
      wins: sum(contests.map(shareOfWin)),
      average,
      deviation: Math.sqrt(sum(totals.map((one) => (one - average) ** 2)) / Math.max(1, totals.length - 1)),
      best: Math.max(...totals),
      worst: Math.min(...totals),
      yahtzees: sum(played.map(({card}) => yahtzeesIn(card))),
      bonus: mean(played.map(({card}) => (card.some((one) => columnTotals(one).upperBonus > 0) ? 1 : 0))),
      totals,
    },
  ];
}

function shareOfWin({game, player}: Played): number {
  const winners = winnersOf(game);
  return winners.includes(player) ? 1 / winners.length : 0;
}

/** Each further Yahtzee earns a bonus of 100, times the factor of its column. */
function yahtzeesIn(card: Scorecard): number {
  return sum(
    card.map(
      ({boxes, yahtzeeBonus, factor}) => (boxes.yahtzee ? 1 : 0) + Math.round(yahtzeeBonus / (100 * factor)),
    ),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function mean(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length;
}

/** At most two decimals, as few as say it. */
function decimals(number: number): string {
  return `${Number(number.toFixed(2))}`;
}
