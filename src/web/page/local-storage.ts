/* The browser's storage: the game on the table and its held dice, the log of finished games, the view. */
import {isolated} from '../../game/format.js';
import type {Played} from '../../game/game.js';
import type {Setup} from '../../game/setup.js';
import {DIE_NUMBERS, type DieNumber} from '../../rules/dice.js';
import {
  addToLog,
  type HallOfFame,
  hallOfFame,
  KINDS,
  type Kind,
  type Log,
  lastGame,
  type Merged,
  mergeLogs,
  parseLog,
  withoutMoves,
} from '../../storage/log.js';
import {formatGame, type Problem, parseGame} from '../../storage/saved-game.js';
import {VIEW_NAMES, type ViewName} from '../../table/layouts.js';
import {NOTICES} from './messages.js';

export interface Hall extends Kind {
  readonly entries: HallOfFame;
}

/** Key of the game on the table. */
const GAME = 'fivedice.game';
const LOG = 'fivedice.games';
const HELD = 'fivedice.held';
const OWNER = 'fivedice.owner';
const VIEW = 'fivedice.view';

/** Number of newest games that keep their moves; if the browser's storage is full, the next number is tried. */
const REPLAYS = [200, 20, 0] as const;

/** Texts that the browser refuses to store: kept until the page is closed. */
const unkept = new Map<string, string>();

/** The log; null before it is read, and when it may have changed. A long one takes too long to be read for each drawing. */
let parsed: Log | null = null;

addEventListener('storage', () => {
  parsed = null;
});

/** The log before games were removed last, for undo. */
let beforeRemoval: string | null = null;

/** Returns the game that was on the table last; null if there is none. */
export function keptGame(): Played | Problem | null {
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
  return isWorthless ? null : NOTICES.losesGame(left.game.setup.players.map(isolated).join(', '));
}

export function keptLog(): Log {
  parsed ??= parseLog(read(LOG) ?? '');
  return parsed;
}

/** Returns the games with the dice of a day. The start need not parse thousands of others. */
export function keptDays(): Log {
  const isOfDay = (line: string): boolean => line.includes('"day":"');
  return parsed ?? parseLog((read(LOG) ?? '').split('\n').filter(isOfDay).join('\n'));
}

/** Returns the setup of the newest game, without reading those before it. */
export function lastSetup(): Setup | null {
  const text = (read(LOG) ?? '').trimEnd();
  return lastGame(parseLog(text.slice(text.lastIndexOf('\n') + 1)))?.setup ?? null;
}

/** Returns the log as it is now, with the games that another window has added. */
function freshLog(): Log {
  parsed = null;
  return keptLog();
}

/** Adds a game that is over to the log. */
export function logGame(played: Played): boolean {
  const log = addToLog(freshLog(), played, new Date());
  const isKept = keepLog(textsOf(log));
  // The end of the game reads the log in a moment, for the place of the game.
  parsed = log;
  return isKept;
}

export function removeGames(lines: Log): void {
  const removed = new Set(textsOf(lines));
  beforeRemoval = read(LOG);
  keepLog(textsOf(freshLog()).filter((text) => !removed.has(text)));
}

/** Returns true if `undoRemoval` brings games back. */
export function hasRemoved(): boolean {
  return beforeRemoval !== null;
}

export function undoRemoval(): void {
  const before = beforeRemoval ?? '';
  beforeRemoval = null;
  keepLog(mergeLogs(freshLog(), parseLog(before)).texts);
}

/** Reads the games of saved lines into the log. `isKept` is false if the browser refuses them. */
export async function readIn(file: File): Promise<Merged & {readonly isKept: boolean}> {
  const other = parseLog(await file.text());
  const merged = mergeLogs(freshLog(), other);
  return {...merged, isKept: merged.added === 0 || keepLog(merged.texts)};
}

/** Returns the halls of fame that have entries. */
export function keptHalls(): readonly Hall[] {
  const halls = KINDS.map((kind) => ({...kind, entries: hallOfFame(keptLog(), kind)}));
  return halls.filter(({entries}) => entries.length > 0);
}

/** Returns the name of the window that plays, where the browser has no locks. */
export function keptOwner(): string | null {
  return read(OWNER);
}

export function keepOwner(name: string | null): void {
  write(OWNER, name);
}

export function keptView(): ViewName | undefined {
  const name = read(VIEW);
  return VIEW_NAMES.find((one) => one === name);
}

export function keepView(view: ViewName): void {
  write(VIEW, view);
}

/** Returns the dice that are held in the kept game; null if nobody has held any since it was put on the table. */
export function keptHeld(): readonly DieNumber[] | null {
  const text = read(HELD);
  return text === null ? null : DIE_NUMBERS.filter((die) => text.includes(`${die}`));
}

export function keepHeld(held: readonly DieNumber[] | null): void {
  write(HELD, held?.join('') ?? null);
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
export async function gameIn(file: File): Promise<Played | Problem> {
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
  if (store(key, text) || text === null) return true;
  // The log must not starve the game on the table.
  const lines = textsOf(freshLog());
  const isStored = REPLAYS.some((most) => store(LOG, withReplays(lines, most)) && store(key, text));
  if (!isStored) unkept.set(key, text);
  return isStored;
}

function keepLog(lines: readonly string[]): boolean {
  unkept.delete(LOG);
  const isStored = REPLAYS.some((most) => store(LOG, withReplays(lines, most)));
  if (!isStored) unkept.set(LOG, withReplays(lines, Infinity));
  return isStored;
}

/** Returns the text of a log in which only the newest `most` games have their moves. */
function withReplays(lines: readonly string[], most: number): string {
  const oldest = lines.length - most;
  return lines.map((line, index) => `${index < oldest ? withoutMoves(line) : line}\n`).join('');
}

function textsOf(log: Log): string[] {
  return log.map(({text}) => text);
}

function store(key: string, text: string | null): boolean {
  if (key === LOG) parsed = null;
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
