/*
 * The halls of fame: those of the server, which the terminal shares; or, where the page is only files, those of this
 * browser by the same rules.
 */
import {type Entry, enter, formatHallOfFame, parseHallOfFame, scoresIn} from '../../game/hall-of-fame.js';
import {formatGame, type SavedGame} from '../../keeping/saved-game.js';
import {COLUMN_NUMBERS, type ColumnNumber, RULE_SETS, type RuleSet} from '../../rules/variants.js';
import {read, write} from './kept.js';

export interface Hall {
  readonly rules: RuleSet;
  readonly columns: ColumnNumber;
  readonly entries: readonly Entry[];
}

/** A score that was entered; without a place if it is not among the ten best. */
export type Placed = Entry & {readonly place: number | null};

export interface Halls {
  /** Those that have entries. */
  readonly list: () => Promise<readonly Hall[]>;
  /** Enters the scores of a game that is over, or says why not. */
  readonly enter: (saved: SavedGame) => Promise<readonly Placed[] | {readonly problem: string}>;
}

const SCORES = 'scores';

/** Asks once whether there is a server. */
export async function openHalls(): Promise<Halls> {
  if (location.protocol === 'file:') return BROWSER;
  try {
    await listed();
    return SERVER;
  } catch {
    return BROWSER;
  }
}

const SERVER: Halls = {
  list: () => listed().catch(() => []),
  enter: async (saved) => {
    try {
      const headers = {'content-type': 'application/json'};
      const answer = await fetch(SCORES, {method: 'POST', headers, body: formatGame(saved)});
      const {scores, reason}: {scores?: readonly Placed[]; reason?: string} = await answer.json();
      return scores ?? {problem: `The scores are not entered: ${reason}.`};
    } catch {
      return {problem: 'The server does not answer. Start it again and enter the scores then.'};
    }
  },
};

async function listed(): Promise<readonly Hall[]> {
  const answer = await fetch(SCORES);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const {halls}: {halls: readonly Hall[]} = await answer.json();
  return halls.filter(({entries}) => entries.length > 0);
}

const BROWSER: Halls = {
  list: async () =>
    RULE_SETS.flatMap((rules) =>
      COLUMN_NUMBERS.flatMap((columns) => {
        const entries = entriesOf(rules, columns);
        return entries.length === 0 ? [] : [{rules, columns, entries}];
      }),
    ),
  enter: async ({game, mark = null}) => {
    const {rules, columns} = game.setup;
    const scores = scoresIn(game, mark);
    const {entries, places} = enter(entriesOf(rules, columns), scores);
    return write(keyOf(rules, columns), formatHallOfFame(entries))
      ? scores.map((score, index) => ({...score, place: places[index] ?? null}))
      : {problem: 'This browser keeps no scores.'};
  },
};

function entriesOf(rules: RuleSet, columns: ColumnNumber): readonly Entry[] {
  return parseHallOfFame(new TextEncoder().encode(read(keyOf(rules, columns)) ?? '')).entries;
}

function keyOf(rules: RuleSet, columns: ColumnNumber): string {
  return `fivedice.scores.${rules}.${columns}`;
}
