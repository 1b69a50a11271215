/*
 * The halls of fame: those of the server, which the terminal shares; or, where the page is only files or the server is
 * gone, those of this browser by the same rules.
 */
import {type Entry, enter, formatHallOfFame, parseHallOfFame, scoresIn} from '../../game/hall-of-fame.js';
import {formatGame, type SavedGame} from '../../keeping/saved-game.js';
import {COLUMN_NUMBERS, type ColumnNumber, RULE_SETS, type RuleSet} from '../../rules/variants.js';
import {read, write} from './kept.js';

export interface Hall {
  readonly rules: RuleSet;
  readonly columns: ColumnNumber;
  readonly entries: readonly Entry[];
  /** Whether it is that of this browser. */
  readonly isHere: boolean;
}

/** A score that was entered; without a place if it is not among the ten best. */
export type Placed = Entry & {readonly place: number | null};

export interface Halls {
  /** Those that have entries: where there is a server, its own, and then what was entered here while it was gone. */
  readonly list: readonly Hall[];
  /** Enters the scores of a game that is over, or says why not. */
  readonly enter: (saved: SavedGame) => Promise<readonly Placed[] | NotEntered>;
}

export interface NotEntered {
  readonly problem: string;
  /** Whether that is because they were entered before. */
  readonly isOld: boolean;
}

const SCORES = 'scores';

/** Those of the server if it answers, or else those of this browser. */
export async function openHalls(): Promise<Halls> {
  const here = hallsHere();
  if (location.protocol === 'file:') return {list: here, enter: enterHere};
  try {
    return {list: [...(await listed()), ...here], enter: enterThere};
  } catch {
    return {list: here, enter: enterHere};
  }
}

const enterThere: Halls['enter'] = async (saved) => {
  try {
    const headers = {'content-type': 'application/json'};
    const answer = await fetch(SCORES, {method: 'POST', headers, body: formatGame(saved)});
    const {scores, reason}: {scores?: readonly Placed[]; reason?: string} = await answer.json();
    return scores ?? {problem: `The scores are not entered: ${reason}.`, isOld: answer.status === 409};
  } catch {
    return {
      problem:
        'The server does not answer, so the scores are not entered yet. The game is kept: start the server again and enter them then.',
      isOld: false,
    };
  }
};

async function listed(): Promise<readonly Hall[]> {
  const answer = await fetch(SCORES);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const {halls}: {halls: readonly Omit<Hall, 'isHere'>[]} = await answer.json();
  return halls.filter(({entries}) => entries.length > 0).map((hall) => ({...hall, isHere: false}));
}

function hallsHere(): readonly Hall[] {
  return RULE_SETS.flatMap((rules) =>
    COLUMN_NUMBERS.flatMap((columns) => {
      const entries = entriesOf(rules, columns);
      return entries.length === 0 ? [] : [{rules, columns, entries, isHere: true}];
    }),
  );
}

const enterHere: Halls['enter'] = async ({game, mark = null}) => {
  const {rules, columns} = game.setup;
  const scores = scoresIn(game, mark);
  const {entries, places} = enter(entriesOf(rules, columns), scores);
  return write(keyOf(rules, columns), formatHallOfFame(entries))
    ? scores.map((score, index) => ({...score, place: places[index] ?? null}))
    : {problem: 'This browser keeps no scores.', isOld: false};
};

function entriesOf(rules: RuleSet, columns: ColumnNumber): readonly Entry[] {
  return parseHallOfFame(new TextEncoder().encode(read(keyOf(rules, columns)) ?? '')).entries;
}

function keyOf(rules: RuleSet, columns: ColumnNumber): string {
  return `fivedice.scores.${rules}.${columns}`;
}
