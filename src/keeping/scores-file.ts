/*
 * The hall of fame as a file: read leniently, changed under a lock, and no line of it is ever lost. Beside it is its ledger,
 * one for all rules and columns.
 */
import {createHmac, randomBytes, randomInt} from 'node:crypto';
import {
  type Entry,
  enter,
  formatHallOfFame,
  type HallOfFame,
  type Kind,
  type Placed,
  parseHallOfFame,
  withPlaces,
} from '../game/hall-of-fame.js';
import {sameName} from '../game/players.js';
import {countGame, formatLedger, type Ledger, parseLedger} from './ledger.js';
import {whileLocked} from './locks.js';
import type {SavedGame} from './saved-game.js';
import {scoresOf} from './scores-path.js';
import {UnusableFile} from './unusable-file.js';
import {
  appendToFile,
  checkReplaceable,
  readIfThere,
  removeLeftovers,
  replaceFile,
  targetOf,
} from './whole-file.js';

const NEWLINE = Uint8Array.of(0x0a);

/** Where lines that are no entries are kept. */
export function asideOf(path: string): string {
  return `${path}.broken`;
}

/**
 * The hall of fame, empty if there is no file yet, and what is wrong with the file.
 *
 * @throws UnusableFile if it cannot be read, or is no hall of fame at all
 */
export function readScores(path: string): {
  readonly entries: HallOfFame;
  readonly problems: readonly string[];
} {
  const {entries, broken} = parseFile(path);
  const problems = broken.map(
    ({number, problem}) =>
      `${path}: line ${number} is passed over, because ${problem}; it will be kept in ${asideOf(path)}`,
  );
  return {entries, problems};
}

/** A hall of fame, and of which games it is. */
export interface KindOfHall extends Kind {
  readonly entries: HallOfFame;
}

/**
 * The halls of fame of some kinds, and what is wrong with their files.
 *
 * @param path the file of games with one column and the official rules
 * @throws UnusableFile as `readScores` does, if any of them is unusable
 */
export function readHalls(
  path: string,
  kinds: readonly Kind[],
): {readonly halls: readonly KindOfHall[]; readonly problems: readonly string[]} {
  const read = kinds.map((kind) => ({kind, ...readScores(scoresOf(path, kind))}));
  return {
    halls: read.map(({kind, entries}) => ({...kind, entries})),
    problems: read.flatMap(({problems}) => problems),
  };
}

/**
 * A seed for dice that count in the halls of fame of a file. Nothing is written down of it: half of it is drawn, the rest is
 * a signature of that, by which it is known again.
 *
 * @throws UnusableFile if there is no key yet, and none can be kept
 */
export async function dealSeed(path: string): Promise<number> {
  const {key} = readLedger(path);
  return seedOf(key === '' ? await newKey(path) : key, randomInt(2 ** 32));
}

/** @throws UnusableFile if the ledger of a hall of fame cannot be used */
export function checkLedger(path: string): void {
  checkReplaceable(ledgerOf(path));
  readLedger(path);
}

/**
 * Enters the scores of a game that is over, or none again: then `isOld`, and no score has a place.
 *
 * @param path the file of games with one column and the official rules
 * @param wasOver whether the game was over before: its scores may have been added by hand
 */
export function enterGame(
  path: string,
  saved: SavedGame,
  wasOver = false,
): Promise<{readonly scores: readonly Placed[]; readonly isOld: boolean}> {
  return whileLocked(ledgerOf(path), async () => {
    const {setup} = saved.game;
    const before = readLedger(path);
    const isDealt = setup.dice !== 'typed' && isSigned(before.key, setup.dice.seed);
    const {ledger, scores, isAgain} = countGame(before, saved, isDealt);
    // Counted first: a game that is killed now can be entered again, but no other one with these dice.
    if (ledger !== before) writeLedger(path, ledger);
    const {places, isOld} = await enterScores(scoresOf(path, setup), scores, isAgain || wasOver);
    return {scores: withPlaces(scores, places), isOld};
  });
}

/**
 * Enters scores: the hall of fame with them, and the place of each; null for one that is not good enough.
 *
 * @param isAgain whether the scores may be there already, because a game ended twice: then none is
 *   entered again, which is `isOld`
 */
export function enterScores(
  path: string,
  newcomers: readonly Entry[],
  isAgain = false,
): Promise<{
  readonly entries: HallOfFame;
  readonly places: readonly (number | null)[];
  readonly isOld: boolean;
}> {
  return whileLocked(path, () => {
    removeLeftovers(path);
    // Read again: since the start, other games may have ended.
    const {entries, broken} = parseFile(path);
    // The scores of a game enter together: where one is, all are.
    const areThere = newcomers.some(({name, score}) =>
      entries.some((entry) => entry.score === score && sameName(name, [entry.name]) !== undefined),
    );
    if (isAgain && areThere) return {entries, places: newcomers.map(() => null), isOld: true};
    const entered = {...enter(entries, newcomers), isOld: false};
    if (entered.places.every((place) => place === null)) return entered;
    // First aside, then away: a line may be in both files, but never in none.
    if (broken.length > 0) {
      appendToFile(asideOf(path), Buffer.concat(broken.flatMap(({bytes}) => [bytes, NEWLINE])));
    }
    replaceFile(path, formatHallOfFame(entered.entries));
    return entered;
  });
}

function parseFile(path: string): ReturnType<typeof parseHallOfFame> {
  const hall = parseHallOfFame(readIfThere(path) ?? new Uint8Array());
  if (hall.entries.length === 0 && hall.broken.length > 0) {
    throw new UnusableFile(`${path}: no line of it is "score,name", so it is not changed`);
  }
  return hall;
}

function ledgerOf(path: string): string {
  return `${targetOf(path)}.dice`;
}

function readLedger(path: string): Ledger {
  return parseLedger(readIfThere(ledgerOf(path))?.toString() ?? '');
}

function writeLedger(path: string, ledger: Ledger): void {
  removeLeftovers(ledgerOf(path));
  replaceFile(ledgerOf(path), formatLedger(ledger));
}

/** The key of a ledger that had none. */
function newKey(path: string): Promise<string> {
  return whileLocked(ledgerOf(path), () => {
    const ledger = readLedger(path);
    const key = ledger.key || randomBytes(16).toString('hex');
    if (ledger.key === '') writeLedger(path, {...ledger, key});
    return key;
  });
}

/** How much of a seed is its signature: 21 of 53 bits. */
const SIGNATURES = 2 ** 21;

function seedOf(key: string, drawn: number): number {
  const signature = createHmac('sha256', key).update(`${drawn}`).digest().readUInt32BE() % SIGNATURES;
  return drawn * SIGNATURES + signature;
}

function isSigned(key: string, seed: number): boolean {
  return key !== '' && seedOf(key, Math.floor(seed / SIGNATURES)) === seed;
}
