/* The course of a game on the page: events, rolls that tumble, the computer's turns, and work done beside the game. */
import type {Review} from '../../../analysis/review.js';
import {computerOf, type Played} from '../../../game/game.js';
import {DIE_NUMBERS, FACES, type Face} from '../../../rules/dice.js';
import {type Moment, momentOf} from '../../../table/highlights.js';
import type {Mode, Table, TableEvent} from '../../../table/state.js';
import {applyEvent, moreFor, workFor} from '../../../table/table.js';
import {ADVISOR} from '../advisor/advisor.js';
import {play, type Sound} from '../game/sound.js';
import * as kept from '../local-storage.js';
import {NOTICES} from '../messages.js';
import {type Page, page, show} from './state.js';

/** Milliseconds for each picture of a roll, and pictures in a roll of a person and of a computer. */
const TUMBLE = {each: 80, person: 7, computer: 4} as const;

/** Pause of a computer before each step, in milliseconds: three rolls and a box take two seconds. */
const STEP_TIME = 250;

/** Pause before its first step, so that a person can still take back what was placed. */
const GRACE = 1000;

let showing: ReturnType<typeof setTimeout> | undefined;

/** True once a person asks to see the end of the computer's turn. */
let isHurried = false;

export const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

export function send(event: TableEvent): void {
  if (page.table !== null) change(page.table, applyEvent(page.table, event));
}

/** Keeps what has changed at the table, and shows it. */
function change(before: Table, table: Table): void {
  const isSame = table.played === before.played;
  const notice = isSame ? page.notice : keep(table.played) ? null : NOTICES.notKept;
  if (table.view !== before.view) kept.keepView(table.view);
  put(table, {notice});
  if (table.played.game.turn !== before.played.game.turn) showCurrent();
}

/** Keeps a game, in the log too if it is over. Returns false if the browser refuses. */
function keep(played: Played): boolean {
  const isKept = kept.keepGame(played);
  return played.game.phase === 'over' ? kept.logGame(played) && isKept : isKept;
}

/** Shows a table, and has done what it waits for: that a roll was seen, advice, the computer's next action, a review. */
export function put(table: Table, more: Partial<Page> = {}): void {
  const {table: before} = page;
  const isNew = before?.played !== table.played;
  const isNewly = (mode: Mode['mode']): boolean => table.mode.mode === mode && before?.mode.mode !== mode;
  if (before?.played.game.turn !== table.played.game.turn) isHurried = false;
  const rolls = isNewly('rolling');
  show({...more, asked: null, ...(rolls && {tumbling: anyFaces()}), table});
  if (rolls) tumble(computerOf(table.played.game) === null ? TUMBLE.person : TUMBLE.computer);
  if (isNewly('computer') || (isNew && table.mode.mode === 'computer')) {
    clearTimeout(showing);
    const wait = isUndoable(before) ? GRACE : STEP_TIME;
    showing = setTimeout(assist, reducedMotion.matches || isHurried ? 0 : wait);
  }
  if (table.advice === 'asked' && (isNew || before?.advice !== 'asked')) assist();
  const sound = page.hasSound && before !== null ? soundOf(before, table) : null;
  if (sound !== null) play(sound);
  if (isNew && table.played.game.phase === 'over') reviewGame(table.played);
}

/** Returns true if a person made the last move, which can be taken back until the computer makes the next. */
function isUndoable(before: Table | null): boolean {
  return before !== null && computerOf(before.played.game) === null;
}

/** Shows other faces again and again, and then the roll. */
function tumble(pictures: number): void {
  clearTimeout(showing);
  showing = setTimeout(() => {
    if (pictures <= 1) return send({event: 'shown'});
    show({tumbling: anyFaces()});
    tumble(pictures - 1);
  }, TUMBLE.each);
}

/** Faces to look at; no dice of a game are rolled by these. */
function anyFaces(): readonly Face[] {
  return DIE_NUMBERS.map(() => FACES[Math.floor(Math.random() * FACES.length)] ?? 1);
}

/** Sounds of the moments that have one of their own. */
const SOUNDS: Partial<Record<Moment, Sound>> = {
  'full-house': 'made',
  'small-straight': 'made',
  'large-straight': 'made',
  win: 'win',
  end: 'end',
};

/** Returns the sound of the last event; null if it has none. */
function soundOf(before: Table, table: Table): Sound | null {
  const {played, mode} = table;
  if (stepOf(before) === stepOf(table)) return null;
  if (mode.mode === 'rolling') return 'roll';
  const moment = momentOf(played.game);
  if (moment !== null) return kept.hasFirst(kept.keptPlaces(played)) ? 'win' : (SOUNDS[moment] ?? 'moment');
  return played.game.turn > before.played.game.turn ? 'place' : null;
}

/** Tells turn, roll and tumbling of the dice. */
function stepOf({played: {game}, mode}: Table): string {
  return [game.turn, game.phase === 'awaiting-choice' && game.roll, mode.mode === 'rolling'].join();
}

/** Any click or key ends a roll, or the computer's turn; what it was meant for may be gone by then. */
export function hurryBy(event: Event): void {
  const {target} = event;
  if (!isMoving() || !(target instanceof Element) || target.closest('nav, .undo') !== null) return;
  event.preventDefault();
  event.stopPropagation();
  hurry();
}

export function isMoving(): boolean {
  return page.table?.mode.mode === 'rolling' || page.table?.mode.mode === 'computer';
}

export function hurry(): void {
  const {table} = page;
  if (table === null) return;
  clearTimeout(showing);
  isHurried = computerOf(table.played.game) !== null;
  if (table.mode.mode === 'rolling') send({event: 'shown'});
  else assist();
}

/** Does what the table waits for: advice, and then the chance to win, or the computer's next action. */
function assist(): void {
  const {table} = page;
  const work = table && workFor(table, ADVISOR);
  if (!work) return;
  const again = table.mode.mode === 'computer' ? NOTICES.actionAgain : NOTICES.adviceAgain;
  const use = (now: Table, give: (now: Table) => Table): void => {
    const {motion} = now;
    change(now, {...give({...now, motion: motion && !isHurried}), motion});
    const more = page.table && moreFor(page.table, ADVISOR);
    if (more) consult(more(), (later, add) => show({table: add(later)}), dropped);
  };
  consult(work(), use, (now, problem) => {
    const refusal = NOTICES.notWorkedOut(problem, again);
    show({table: {...now, isAdvising: false, advice: null, refusal, announcement: refusal}});
  });
}

/** Without what takes a moment longer there is less to see, and the game goes on. */
const dropped = (): void => {};

/** Has the game reviewed, for its end and for the review. */
function reviewGame(played: Played): void {
  const use = (_: Table, review: Review): void => {
    show({review, ...(page.isReviewing && {notice: null})});
    consult(ADVISOR.winsIn(played), (_after, wins) => show({wins}), dropped);
  };
  consult(ADVISOR.review(played), use, (_, problem) => {
    const noReview = NOTICES.notWorkedOut(problem, NOTICES.reviewAgain);
    show({noReview, ...(page.isReviewing && {notice: noReview, isReviewing: false})});
  });
}

export function askReview(played: Played): void {
  const {review, noReview} = page;
  show({isReviewing: true, notice: review === null ? NOTICES.reviewing : null});
  if (noReview === null) return;
  show({noReview: null});
  reviewGame(played);
}

/** Waits for an answer about the game on the table; drops it if the game has gone on meanwhile. */
async function consult<Answer>(
  answering: Promise<Answer>,
  use: (table: Table, answer: Answer) => void,
  fails: (table: Table, problem: string) => void,
): Promise<void> {
  const asking = page.table?.played;
  const answer = await answering.catch((error: Error) => error);
  const {table} = page;
  if (table === null || table.played !== asking) return;
  if (answer instanceof Error) fails(table, answer.message);
  else use(table, answer);
}

/** Scrolls the current player's column beside the names of the rows, on a narrow screen. */
export function showCurrent(): void {
  const head = document.querySelector<HTMLElement>('.card th');
  const current = document.querySelector<HTMLElement>('.card th[data-current]');
  if (head !== null && current !== null)
    document.querySelector('.card')?.scrollTo({left: current.offsetLeft - head.offsetWidth});
}

/** Stops a roll that is being shown, and the computer's turn. */
export function stopShowing(): void {
  clearTimeout(showing);
}
