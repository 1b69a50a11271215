/* The browser's storage: the game on the table, the log of finished games, the view and the sound. */
import type {Played} from '../../game/game.js';
import {
  addToLog,
  type HallOfFame,
  hallOfFame,
  KINDS,
  type Kind,
  type Log,
  parseLog,
  placesOf,
} from '../../storage/log.js';
import {formatGame, type Problem, parseGame, type SavedGame} from '../../storage/saved-game.js';
import {VIEW_NAMES, type ViewName} from '../../table/layouts.js';
import {NOTICES} from './messages.js';

export interface Hall extends Kind {
  readonly entries: HallOfFame;
}

/** Key of the game on the table. */
const GAME = 'fivedice.game';
const LOG = 'fivedice.games';
const VIEW = 'fivedice.view';
const SOUND = 'fivedice.sound';

/** Texts that the browser refuses to store: kept until the page is closed. */
const unkept = new Map<string, string>();

/** The log as it was parsed last: parsing replays every game. */
let parsed: {readonly text: string; readonly log: Log} = {text: '', log: parseLog('')};

/** Returns the game that was on the table last; null if there is none. */
export function keptGame(): SavedGame | Problem | null {
  const text = read(GAME);
  return text === null ? null : parseGame(text);
}

export function keepGame(played: Played | null): boolean {
  return write(GAME, played === null ? null : formatGame(played));
}

/** Returns a sentence saying what another game would discard; null if nothing. */
export function lossByAnother(): string | null {
  const left = keptGame();
  if (left === null) return null;
  if ('problem' in left) return NOTICES.losesUnreadable;
  const isWorthless = left.actions.length === 0 || left.game.phase === 'over';
  return isWorthless ? null : NOTICES.losesGame(left.game.setup.players.join(', '));
}

export function keptLog(): Log {
  const text = read(LOG) ?? '';
  if (text !== parsed.text) parsed = {text, log: parseLog(text)};
  return parsed.log;
}

/** Adds a game that is over to the log. */
export function logGame(played: Played): boolean {
  const text = read(LOG) ?? '';
  return write(LOG, text + addToLog(text, played, new Date()));
}

export function forgetLog(): void {
  write(LOG, null);
}

/** Returns the halls of fame that have entries. */
export function keptHalls(): readonly Hall[] {
  const {games} = keptLog();
  return KINDS.map((kind) => ({...kind, entries: hallOfFame(games, kind)})).filter(
    ({entries}) => entries.length > 0,
  );
}

type Places = ReturnType<typeof placesOf>;

/** Returns the entries of a game that is over in its hall of fame, if it is the last game of the log. */
export function keptPlaces({game, actions}: Played): Places {
  if (game.phase !== 'over') return [];
  const {games} = keptLog();
  const last = games.at(-1);
  const isLast =
    last !== undefined && formatGame({...last, date: ''}) === formatGame({game, actions, date: ''});
  if (!isLast) return [];
  return placesOf(hallOfFame(games, game.setup), last.game);
}

export function hasFirst(places: Places): boolean {
  return places.some(({place}) => place === 1);
}

export function keptView(): ViewName | undefined {
  const name = read(VIEW);
  return VIEW_NAMES.find((one) => one === name);
}

export function keepView(view: ViewName): void {
  write(VIEW, view);
}

export function keptSound(): boolean {
  return read(SOUND) !== null;
}

export function keepSound(hasSound: boolean): void {
  write(SOUND, hasSound ? 'on' : null);
}

/** Downloads the game as the file that `fivedice play --save` takes. */
export function download(played: Played): void {
  downloadText(`${formatGame(played)}\n`, 'fivedice-game.json');
}

export function downloadLog(): void {
  downloadText(read(LOG) ?? '', 'fivedice-games.jsonl');
}

function downloadText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], {type: 'application/json'}));
  const link = document.createElement('a');
  Object.assign(link, {href: address, download: name});
  link.click();
  // The download has its bytes once the click is over.
  setTimeout(() => URL.revokeObjectURL(address));
}

/** Returns the game in a file, or a sentence that names the file and says why it holds none. */
export async function gameIn(file: File): Promise<SavedGame | Problem> {
  const saved = parseGame(await file.text());
  return 'problem' in saved ? {problem: NOTICES.noGame(file.name, saved.problem)} : saved;
}

/** Returns the text under a key; null if there is none. */
function read(key: string): string | null {
  try {
    return unkept.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text, or removes it if it is null. Returns false if the browser refuses. */
function write(key: string, text: string | null): boolean {
  unkept.delete(key);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    if (text !== null) unkept.set(key, text);
    return false;
  }
}
