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
  withPlaces,
} from '../../../game/hall-of-fame.js';
import {isSeed} from '../../../game/random.js';
import {countGame, formatLedger, parseLedger} from '../../../keeping/ledger.js';
import {formatGame, type SavedGame} from '../../../keeping/saved-game.js';
import {NOTICES} from '../../../table/messages.js';
import {diceSeen, keepSeen, read, write} from '../kept.js';

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
const GAMES = 'games';
const JSON_TYPE = {'content-type': 'application/json'};
const LEDGER = 'fivedice.ledger';

/** How long a new game waits for the server, in milliseconds. */
const PATIENCE = 1000;

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

/** A seed from whoever keeps the hall of fame: the server, or this browser if it does not answer soon. */
export async function dealSeed(): Promise<number> {
  const seed = (location.protocol === 'file:' ? null : await dealtThere().catch(() => null)) ?? randomSeed();
  keepSeen(seed, 0);
  return seed;
}

async function dealtThere(): Promise<number | null> {
  const answer = await fetch(GAMES, {
    method: 'POST',
    headers: JSON_TYPE,
    signal: AbortSignal.timeout(PATIENCE),
  });
  const {seed}: {seed?: unknown} = await answer.json();
  return isSeed(seed) ? seed : null;
}

/** A whole number below 2⁴⁸. */
function randomSeed(): number {
  const [high = 0, middle = 0, low = 0] = crypto.getRandomValues(new Uint16Array(3));
  return (high * 2 ** 16 + middle) * 2 ** 16 + low;
}

const enterThere: Halls['enter'] = async (saved) => {
  try {
    const answer = await fetch(SCORES, {method: 'POST', headers: JSON_TYPE, body: formatGame(saved)});
    const {scores, reason}: {scores?: readonly Placed[]; reason?: string} = await answer.json();
    return scores ?? notEntered(reason ?? '', answer.status === 409);
  } catch {
    return {
      problem: NOTICES.noServer,
      isOld: false,
    };
  }
};

function notEntered(reason: string, isOld: boolean): NotEntered {
  return {problem: NOTICES.notEntered(reason), isOld};
}

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

const enterHere: Halls['enter'] = async (saved) => {
  const {setup} = saved.game;
  const before = parseLedger(read(LEDGER) ?? '');
  const {ledger, scores, isAgain} = countGame(before, saved, diceSeen(saved) !== null);
  if (isAgain) return notEntered(NOTICES.enteredBefore, true);
  const {entries, places} = enter(entriesOf(setup), scores);
  return write(keyOf(setup), formatHallOfFame(entries)) && write(LEDGER, formatLedger(ledger))
    ? withPlaces(scores, places)
    : {problem: NOTICES.noScores, isOld: false};
};

function entriesOf(kind: Kind): readonly Entry[] {
  return parseHallOfFame(new TextEncoder().encode(read(keyOf(kind)) ?? '')).entries;
}

function keyOf({rules, columns}: Kind): string {
  return `fivedice.scores.${rules}.${columns}`;
}
