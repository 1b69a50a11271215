/*
 * The ledger as a file beside the halls of fame, one for all rules and columns: deals dice, and lets games enter that have
 * ended.
 */
import {createHmac, randomBytes, randomInt} from 'node:crypto';
import {type Placed, withPlaces} from '../game/hall-of-fame.js';
import {UnusableFile} from '../system/file-errors.js';
import {whileLocked} from '../system/locks.js';
import {targetOf} from '../system/paths.js';
import {removeLeftovers} from '../system/whole-file.js';
import {checkReplaceable, readIfThere, replaceFile} from './game-file.js';
import {countGame, formatLedger, type Ledger, parseLedger} from './ledger.js';
import type {SavedGame} from './saved-game.js';
import {enterScores} from './scores-file.js';
import {scoresOf} from './user-files.js';

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

function ledgerOf(path: string): string {
  return `${targetOf(path)}.dice`;
}

function readLedger(path: string): Ledger {
  const text = readIfThere(ledgerOf(path))?.toString() ?? '';
  const ledger = parseLedger(text);
  if (text !== '' && formatLedger(ledger) === '')
    throw new UnusableFile(
      `${ledgerOf(path)}: no line of it is of the dice that have counted, so it is not changed`,
    );
  return ledger;
}

function writeLedger(path: string, ledger: Ledger): void {
  removeLeftovers(ledgerOf(path));
  // Whoever may enter scores may count games.
  replaceFile(ledgerOf(path), formatLedger(ledger), path);
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
