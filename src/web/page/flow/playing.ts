/* The course of a game on the page: each change at the table is kept and drawn. */
import type {Played} from '../../../game/game.js';
import {Driver, type FrontEnd, type Sitting} from '../../../table/driver.js';
import {isMoving, type Table, type TableEvent} from '../../../table/state.js';
import {ADVISOR} from '../advisor/advisor.js';
import * as kept from '../local-storage.js';
import {NOTICES} from '../messages.js';
import {disown, isLost, isMine, own} from '../owner.js';
import {AT_START, page, show} from './state.js';

export const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Null at the start. */
let driver: Driver | null = null;

export function begin(table: Table, leave: FrontEnd['leave']): void {
  driver?.stop();
  driver = new Driver(table, {advisor: ADVISOR, clock, show: showChange, leave});
  show({...AT_START, ...driver.now});
  showCurrent();
  claim();
}

/** Goes to the start. */
export function end(): void {
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

/** Takes the game from the other window. */
export function takeOver(): Promise<boolean> {
  return own(lose, true);
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
