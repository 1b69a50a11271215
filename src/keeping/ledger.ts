/*
 * The ledger of a hall of fame: the key by which it knows the dice that it has dealt, and which games have counted. Dice
 * count once, whoever plays with them and by whatever rules: after that they could be known. Not tamper-proof.
 *
 * Pure, as `saved-game.ts` is: a file holds it, or a browser.
 */
import {type Entry, scoresIn} from '../game/hall-of-fame.js';
import {nameKey} from '../game/players.js';
import {checksumOf, type SavedGame} from './saved-game.js';

export interface Ledger {
  /** In hexadecimal; empty before the first dice are dealt, and in a browser, which has a list of them. */
  readonly key: string;
  /** By game: its seed, and a checksum of how it ended. The newest last. */
  readonly counted: readonly string[];
}

/** How many games are remembered. */
const MOST = 10_000;

/** Lines that mean nothing are passed over. */
export function parseLedger(text: string): Ledger {
  const counted = [...text.matchAll(/^counted (\d+ [\da-f]{8})$/gm)].map(([, game = '']) => game);
  return {key: /^key ([\da-f]{32})$/m.exec(text)?.[1] ?? '', counted};
}

export function formatLedger({key, counted}: Ledger): string {
  const lines = counted.slice(-MOST).map((game) => `counted ${game}\n`);
  return `${key === '' ? '' : `key ${key}\n`}${lines.join('')}`;
}

/**
 * A game that is over enters: the ledger with it, and its scores. They are marked where the dice were not dealt here, or
 * have counted in another game.
 */
export function countGame(
  ledger: Ledger,
  {game, mark}: SavedGame,
  isDealt: boolean,
): {readonly ledger: Ledger; readonly scores: readonly Entry[]; readonly isAgain: boolean} {
  const {dice, rules, columns} = game.setup;
  const seed = dice === 'typed' ? dice : dice.seed;
  // Not of the actions: with a placement taken back in it, it would still be the same game.
  const ending = scoresIn(game, null).map(({name, score}) => [nameKey(name), score]);
  const own = `${seed} ${checksumOf(JSON.stringify([rules, columns, ending]))}`;
  const {counted} = ledger;
  const first = counted.find((one) => one.startsWith(`${seed} `)) ?? own;
  const isAgain = counted.includes(own);
  return {
    ledger: isAgain ? ledger : {...ledger, counted: [...counted, own]},
    scores: scoresIn(game, mark ?? (isDealt && first === own ? null : 'seeded')),
    isAgain,
  };
}
