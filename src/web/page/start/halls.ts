/* The halls of fame of this browser, by the rules of the terminal. */
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
import {countGame, formatLedger, parseLedger} from '../../../keeping/ledger.js';
import type {SavedGame} from '../../../keeping/saved-game.js';
import {NOTICES} from '../../../table/messages.js';
import {diceSeen, keepSeen, read, write} from '../kept.js';

export interface Hall extends Kind {
  readonly entries: readonly Entry[];
}

export interface NotEntered {
  readonly problem: string;
  /** Whether that is because they were entered before. */
  readonly isOld: boolean;
}

const LEDGER = 'fivedice.ledger';

/** Draws a seed and notes it as dealt in this browser. */
export function dealSeed(): number {
  const [high = 0, middle = 0, low = 0] = crypto.getRandomValues(new Uint16Array(3));
  const seed = (high * 2 ** 16 + middle) * 2 ** 16 + low;
  keepSeen(seed, 0);
  return seed;
}

/** Those that have entries. */
export function hallsHere(): readonly Hall[] {
  return KINDS.map((kind) => ({...kind, entries: entriesOf(kind)})).filter(({entries}) => entries.length > 0);
}

/** Enters the scores of a game that is over, or says why not. */
export function enterHere(saved: SavedGame): readonly Placed[] | NotEntered {
  const {setup} = saved.game;
  const before = parseLedger(read(LEDGER) ?? '');
  const {ledger, scores, isAgain} = countGame(before, saved, diceSeen(saved) !== null);
  if (isAgain) return {problem: NOTICES.notEntered(NOTICES.enteredBefore), isOld: true};
  const {entries, places} = enter(entriesOf(setup), scores);
  return write(keyOf(setup), formatHallOfFame(entries)) && write(LEDGER, formatLedger(ledger))
    ? withPlaces(scores, places)
    : {problem: NOTICES.noScores, isOld: false};
}

function entriesOf(kind: Kind): readonly Entry[] {
  return parseHallOfFame(new TextEncoder().encode(read(keyOf(kind)) ?? '')).entries;
}

function keyOf({rules, columns}: Kind): string {
  return `fivedice.scores.${rules}.${columns}`;
}
