/* What a history says of its players: by rules and columns, whose points do not compare. Pure. */
import {nameKey} from '../game/players.js';
import type {ColumnNumber, RuleSet} from '../rules/rule-sets.js';
import type {GameRecord, PlayerRecord} from './history.js';

export interface Statistics {
  readonly rules: RuleSet;
  readonly columns: ColumnNumber;
  readonly name: string;
  readonly games: number;
  /** Of games with several players: how many there were, and how many were won; a shared first place is a share. */
  readonly contests: number;
  readonly wins: number;
  readonly average: number;
  /** Standard deviation of the totals; 0 of a single game. */
  readonly deviation: number;
  readonly best: number;
  readonly worst: number;
  readonly yahtzees: number;
  /** The share of games with an upper bonus, from 0 to 1. */
  readonly bonus: number;
  /** A game's mean, in points, of those that were reviewed; null if none was. */
  readonly luck: number | null;
  readonly loss: number | null;
  /** All totals, the oldest first, with luck and loss where they are known. */
  readonly totals: readonly Pick<PlayerRecord, 'total' | 'luck' | 'loss'>[];
}

/** Those of each person who has played to an end: the most games first. Typed dice say nothing of anybody. */
export function statisticsOf(records: readonly GameRecord[]): readonly Statistics[] {
  const groups = new Map<string, {record: GameRecord; player: PlayerRecord}[]>();
  for (const record of records) {
    if (record.dice === 'typed') continue;
    for (const player of record.players) {
      if (player.computer !== null) continue;
      const key = JSON.stringify([record.rules, record.columns, nameKey(player.name)]);
      groups.set(key, [...(groups.get(key) ?? []), {record, player}]);
    }
  }
  return [...groups.values()].flatMap(summaryOf).sort((one, other) => other.games - one.games);
}

function summaryOf(played: readonly {record: GameRecord; player: PlayerRecord}[]): Statistics[] {
  const last = played.at(-1);
  if (last === undefined) return [];
  const {rules, columns} = last.record;
  const totals = played.map(({player: {total, luck, loss}}) => ({total, luck, loss}));
  const points = totals.map(({total}) => total);
  const average = mean(points);
  const contests = played.filter(({record}) => record.players.length > 1);
  const reviewed = (key: 'luck' | 'loss'): number | null => {
    const known = totals.flatMap(({[key]: one}) => one ?? []);
    return known.length === 0 ? null : mean(known);
  };
  return [
    {
      rules,
      columns,
      name: last.player.name,
      games: played.length,
      contests: contests.length,
      wins: contests.reduce((sum, {record, player}) => sum + shareOfWin(record, player), 0),
      average,
      deviation:
        points.length < 2
          ? 0
          : Math.sqrt(points.reduce((sum, one) => sum + (one - average) ** 2, 0) / (points.length - 1)),
      best: Math.max(...points),
      worst: Math.min(...points),
      yahtzees: played.reduce((sum, {player}) => sum + player.yahtzees, 0),
      bonus: mean(played.map(({player}) => (player.bonuses > 0 ? 1 : 0))),
      luck: reviewed('luck'),
      loss: reviewed('loss'),
      totals,
    },
  ];
}

function shareOfWin({players}: GameRecord, {total}: PlayerRecord): number {
  const highest = Math.max(...players.map((one) => one.total));
  return total < highest ? 0 : 1 / players.filter((one) => one.total === highest).length;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
