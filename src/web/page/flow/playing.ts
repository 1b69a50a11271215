/* A game on the page: it begins, goes on, or is left; each change at the table is kept and drawn. */
import {newGame, type Played} from '../../../game/game.js';
import {dayIn, nextSetup, type Setup} from '../../../game/setup.js';
import {Driver, type Sitting} from '../../../table/driver.js';
import {isMoving, type TableEvent} from '../../../table/state.js';
import {tableOf} from '../../../table/table.js';
import {ADVISOR} from '../advisor/advisor.js';
import * as kept from '../local-storage.js';
import {NOTICES, START, TODAY} from '../messages.js';
import {disown, isLost, isMine, own} from '../owner.js';
import {AT_START, page, show} from './state.js';

export const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Null at the start. */
let driver: Driver | null = null;

export function startGame(setup: Setup): void {
  if (mayBegin(dayIn(setup) === null ? START.play : TODAY.play))
    sit({game: newGame(setup), actions: []}, null);
}

export async function openFile(file: File): Promise<void> {
  const saved = await kept.gameIn(file);
  if ('problem' in saved) return show({notice: saved.problem});
  if (mayBegin(START.open)) sit(saved, null);
}

/** Asks before a game is lost: pressing the same button again confirms. */
function mayBegin(button: string): boolean {
  const loss = kept.lossByAnother();
  if (loss === null || page.confirming === button) return true;
  show({notice: `${loss} ${NOTICES.replaces(button)}`, confirming: button});
  return false;
}

/** Goes on with the kept game. Returns false if there is none that can be read. */
export function goOn(): boolean {
  const left = kept.keptGame();
  if (left === null || 'problem' in left) return false;
  sit(left);
  return true;
}

/** Plays the kept game here and not in the other window. */
export async function takeOver(): Promise<void> {
  await own(lose, true);
  if (!goOn()) leave();
}

/** @param held the dice that were held; null in a new game */
function sit({game, actions}: Played, held = kept.keptHeld()): void {
  const view = kept.keptView() ?? (page.isTouch ? 'sheet' : 'cs106a');
  const motion = !reducedMotion.matches;
  const table = tableOf({game, actions}, {motion, view, ...(held && {held})});
  stop();
  driver = new Driver(table, {
    advisor: ADVISOR,
    clock,
    show: showChange,
    leave: (event) => (event === 'quit' ? leave() : playAgain(game.setup)),
  });
  show({...AT_START, ...driver.now});
  showCurrent();
  claim();
}

/** Begins the next game with the same players and rules. */
function playAgain(setup: Setup): void {
  sit({game: newGame(nextSetup(setup)), actions: []}, null);
}

/** Goes to the start. A game that is not over is kept. */
function leave(): void {
  if (page.table?.played.game.phase === 'over') kept.keepGame(null);
  stop();
  disown();
  show(AT_START);
}

/** Keeps the game on the table, unless another window plays. */
async function claim(): Promise<void> {
  const isOwner = await own(lose);
  const {table} = page;
  if (table === null) return disown();
  if (!isOwner) return lose();
  kept.keepHeld(table.held);
  if (!kept.keepGame(table.played)) show({notice: NOTICES.notKept});
}

/** Leaves the game to the other window, and says so. */
function lose(): void {
  stop();
  show({...AT_START, isElsewhere: true});
}

function stop(): void {
  driver?.stop();
  driver = null;
}

export function send(event: TableEvent): void {
  driver?.send(event);
}

export function askReview(): void {
  show({isReviewing: true});
  driver?.askReview();
}

function clock(act: () => void, milliseconds: number): () => void {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
}

/** Keeps what has changed at the table, and shows it. */
function showChange(now: Sitting, {table: before}: Sitting): void {
  const {table} = now;
  if (isLost()) {
    lose();
    return;
  }
  const isSame = table.played === before.played;
  if (table.view !== before.view) kept.keepView(table.view);
  if (table.held !== before.held && isMine()) kept.keepHeld(table.held);
  show({
    ...now,
    ...(table !== before && {asked: null}),
    ...(!isSame && {isReviewing: false, notice: keep(table.played) ? null : NOTICES.notKept}),
  });
  if (table.played.game.turn !== before.played.game.turn) showCurrent();
}

/** Keeps a game, in the log too if it is over. Returns false if the browser refuses. */
function keep(played: Played): boolean {
  // `claim` keeps it once it knows that no other window plays.
  if (!isMine()) return true;
  const isKept = kept.keepGame(played);
  return played.game.phase === 'over' ? kept.logGame(played) && isKept : isKept;
}

/** Any click skips the animation and does nothing else, as its target may have changed; on a die it counts for the die. */
export function hurryBy(event: Event): void {
  const {target} = event;
  if (page.table === null || !isMoving(page.table)) return;
  if (!(target instanceof Element) || target.closest('nav, .undo, .die') !== null) return;
  event.preventDefault();
  event.stopPropagation();
  send({event: 'hurry'});
}

/** Scrolls the current player's column beside the names of the rows, on a narrow screen. */
function showCurrent(): void {
  const head = document.querySelector<HTMLElement>('.card th');
  const current = document.querySelector<HTMLElement>('.card th[data-current]');
  if (head !== null && current !== null)
    document.querySelector('.card')?.scrollTo({left: current.offsetLeft - head.offsetWidth});
}
