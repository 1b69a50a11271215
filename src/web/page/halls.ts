/*
 * The halls of fame: those of the server, which the terminal shares; or, where the page is only files or the server is
 * gone, those of this browser by the same rules.
 */
import {
  type Entry,
  enter,
  formatHallOfFame,
  KINDS,
  type Kind,
  type Placed,
  parseHallOfFame,
  scoresIn,
  withPlaces,
} from '../../game/hall-of-fame.js';
import {formatGame, type SavedGame} from '../../keeping/saved-game.js';
import {read, write} from './kept.js';

export interface Hall extends Kind {
  readonly entries: readonly Entry[];
  /** Whether it is that of this browser. */
  readonly isHere: boolean;
}

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
    return {list: here, enter: enterAsking};
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

/** Asks once more for the server that did not answer: by now it may be there. */
const enterAsking: Halls['enter'] = async (saved) => {
  const isThere = await listed().then(
    () => true,
    () => false,
  );
  return isThere ? enterThere(saved) : enterHere(saved);
};

async function listed(): Promise<readonly Hall[]> {
  const answer = await fetch(SCORES);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const {halls}: {halls: readonly Omit<Hall, 'isHere'>[]} = await answer.json();
  return halls.filter(({entries}) => entries.length > 0).map((hall) => ({...hall, isHere: false}));
}

function hallsHere(): readonly Hall[] {
  return KINDS.map((kind) => ({...kind, entries: entriesOf(kind), isHere: true})).filter(
    ({entries}) => entries.length > 0,
  );
}

const enterHere: Halls['enter'] = async ({game, mark = null}) => {
  const scores = scoresIn(game, mark);
  const {entries, places} = enter(entriesOf(game.setup), scores);
  return write(keyOf(game.setup), formatHallOfFame(entries))
    ? withPlaces(scores, places)
    : {problem: 'This browser keeps no scores.', isOld: false};
};

function entriesOf(kind: Kind): readonly Entry[] {
  return parseHallOfFame(new TextEncoder().encode(read(keyOf(kind)) ?? '')).entries;
}

function keyOf({rules, columns}: Kind): string {
  return `fivedice.scores.${rules}.${columns}`;
}
