/*
 * Entry point of the page. It has the table, sends it events, draws what it says, and keeps the game after each.
 * `page` is all that changes.
 */
import {render} from 'lit-html';
import type {Review} from '../../analysis/review.js';
import {newGame, type Played} from '../../game/game.js';
import {barred, type Mark, scoresIn} from '../../game/hall-of-fame.js';
import type {SavedGame} from '../../keeping/saved-game.js';
import type {TableEvent} from '../../table/events.js';
import {eventOfKey} from '../../table/keys.js';
import {sceneOf} from '../../table/scene.js';
import type {Mode, Table} from '../../table/state.js';
import {advised, applyEvent, computerActs, tableOf} from '../../table/table.js';
import {ask} from './advisor/advisor.js';
import type {Questions} from './advisor/answers.js';
import {board} from './board.js';
import {dealSeed, type Hall, type Halls, openHalls} from './halls.js';
import * as kept from './kept.js';
import {reviewScreen} from './review.js';
import {setupIn} from './setup.js';
import {startScreen} from './start.js';

/** How long a roll is shown, in milliseconds; `styles/roll.css` has the same. */
const ROLL_TIME = 600;
/** How long the computer thinks before each step, so that one can follow, in milliseconds. */
const STEP_TIME = 900;
/** How long a first visit lasts before the browser keeps the page for another, in milliseconds. */
const BEFORE_KEEPING = 1000;
const NOT_KEPT = 'This browser keeps no game: save it to a file before you close the page.';
/** What to do where something could not be worked out. */
const ONCE_MORE: Readonly<Record<keyof Questions, string>> = {
  advice: 'Ask for the hint once more',
  action: 'Leave the game and go on with it',
  review: 'Ask for the review once more',
};
const REVIEWING = 'The game is being reviewed.';
const ENTERING = 'The scores are being entered.';
const ELSEWHERE =
  'The game goes on in another window of this browser. The window in which you move last keeps it.';
const ENDED_ELSEWHERE = 'This game was ended in another window of this browser.';
/** What is said of a game whose scores will be marked. */
const MARKED: Readonly<Record<Mark, string>> = {
  edited: 'The game was edited: its scores are marked as edited.',
  seeded: 'Its next dice could be known: its scores are marked as seeded.',
};
const REPLACES = 'Another game takes its place: ask for it once more.';

interface Page {
  /** Null at the start. */
  readonly table: Table | null;
  readonly mark: Mark | undefined;
  readonly count: string;
  readonly notice: string | null;
  /** The review of the game on the table; null while it is closed. */
  readonly review: Review | null;
  readonly halls: readonly Hall[] | null;
  /** The name of the button that has the focus, which Space and Enter press; null if none has. */
  readonly focused: string | null;
}

let page: Page = {
  table: null,
  mark: undefined,
  count: '2',
  notice: null,
  review: null,
  halls: null,
  focused: null,
};
let showing: ReturnType<typeof setTimeout> | undefined;
let opening: Promise<Halls> | undefined;
/** Whether scores are on their way to a hall of fame. */
let isEntering = false;
const root = document.getElementById('page') ?? document.body;
const stillness = matchMedia('(prefers-reduced-motion: reduce)');

const last = kept.keptGame();
if (last !== null && 'problem' in last) {
  show({notice: `The game that this browser keeps cannot be read: ${last.problem}.`});
} else if (last !== null) sit(last);
else show({});
document.addEventListener('keydown', press);
document.addEventListener('mousedown', leaveFocus);
// After the listener, because a render that takes the focused button away reports that in its midst.
for (const type of ['focusin', 'focusout']) document.addEventListener(type, () => queueMicrotask(seeFocus));
stillness.addEventListener('change', () => {
  if (page.table !== null) show({table: {...page.table, motion: !stillness.matches}});
});
kept.onOtherWindow((isKept) => {
  if (page.table === null) return show({});
  if (!isKept) return show({notice: ENDED_ELSEWHERE});
  clearTimeout(showing);
  show({table: null, review: null, notice: ELSEWHERE});
});
// Neither delays what is seen first, nor who begins at once. Where there is no service worker, as in a page that is a
// file, the page works too; only not without its server.
requestAnimationFrame(() => setTimeout(listHalls));
setTimeout(() => navigator.serviceWorker?.register('service-worker.js').catch(() => {}), BEFORE_KEEPING);

/** Changes the page, and draws it. Where the button that had the focus is gone, it goes to the one that rolls. */
function show(change: Partial<Page>): void {
  const main = root.querySelector('main');
  page = {...page, ...change};
  const {activeElement} = document;
  render(drawn(), root);
  const next = root.querySelector('main');
  if (next !== main) scrollTo(0, 0);
  if (activeElement !== null && activeElement !== document.body && !activeElement.isConnected)
    ((next === main && root.querySelector<HTMLElement>('.roll')) || next)?.focus();
  seeFocus();
}

/** Draws the list of keys again where Space and Enter do something else now. */
function seeFocus(): void {
  const button = document.activeElement?.closest('.board button') ?? null;
  const focused =
    button && (button.getAttribute('aria-label') ?? button.textContent.trim().replace(/\s+/g, ' '));
  if (focused !== page.focused) show({focused});
}

/** A button that the mouse presses takes no focus, so that the keys stay the table's. Assistive technology has no detail. */
function leaveFocus(event: MouseEvent): void {
  const {target, detail} = event;
  if (detail === 0 || !(target instanceof Element) || target.closest('button') === null) return;
  event.preventDefault();
  root.querySelector('main')?.focus({preventScroll: true});
}

function drawn() {
  const {table, review} = page;
  if (table === null) return start();
  if (review === null) return playing(table);
  return reviewScreen(review, table.played.game.setup.columns, closeReview);
}

function start() {
  const left = kept.keptGame();
  return startScreen(
    {
      ...page,
      left: left === null || 'problem' in left ? null : left.game.setup.players.join(', '),
      isUnreadable: left !== null && 'problem' in left,
    },
    {
      counted: (count) => show({count}),
      started: async (form) => {
        const made = setupIn(form);
        if ('problem' in made) return show({notice: made.problem});
        const {setup, mark, isToDeal} = made;
        const saved: SavedGame = {game: newGame(setup), actions: [], ...(mark && {mark})};
        if (!mayBegin(saved)) return;
        if (!isToDeal) return begin(saved);
        const seed = await dealSeed();
        // Another click may have been quicker.
        if (page.table === null) begin({...saved, game: newGame({...setup, dice: {seed}})});
      },
      goneOn: () => left !== null && !('problem' in left) && sit(left),
      savedKept: kept.downloadKept,
      opened: async (file) => {
        const saved = await kept.gameIn(file);
        if ('problem' in saved) return show({notice: saved.problem});
        const {mark = kept.isKnown(saved) ? 'seeded' : undefined} = saved;
        if (mayBegin(saved)) begin(mark === undefined ? saved : {...saved, mark}, mark);
      },
    },
  );
}

function playing(table: Table) {
  const {game} = table.played;
  const hasScores = scoresIn(game, page.mark ?? null).length > 0;
  const said = {turn: table, notice: page.notice, barred: game.phase === 'over' ? barred(game) : null};
  return board(sceneOf(table, page.focused), said, {
    send,
    save: () => kept.download(savedOf(table)),
    leave,
    review: () => reviewGame(table.played),
    enterScores: hasScores ? () => enterScores(savedOf(table)) : null,
  });
}

/** Whether a game may begin. One that would be lost by this is asked about first; while the question is seen, that is a yes. */
function mayBegin(saved: SavedGame): boolean {
  const loss = kept.lossBy(saved);
  const question = loss === null ? null : `${loss} ${REPLACES}`;
  if (question === null || page.notice === question) return true;
  show({notice: question});
  return false;
}

/** Begins a game, and says of one from a file how it is marked. */
function begin({held, ...saved}: SavedGame, mark?: Mark): void {
  kept.keepHeld(held ?? null);
  const isKept = kept.keepGame(saved);
  const notes = [isKept ? [] : NOT_KEPT, mark === undefined ? [] : MARKED[mark]].flat();
  sit(saved, notes.join(' ') || null);
}

function sit({mark, ...played}: SavedGame, notice = mark === 'edited' ? MARKED[mark] : null): void {
  const view = kept.keptView();
  const table = tableOf(played, {motion: !stillness.matches, held: kept.keptHeld(), ...(view && {view})});
  put(table, {mark, notice});
  showCurrent();
}

function send(event: TableEvent): void {
  if (page.table !== null) change(page.table, applyEvent(page.table, event));
}

/** Keeps what has changed at the table, and shows it. */
function change(before: Table, table: Table): void {
  const isSame = table.played === before.played;
  const notice = isSame ? page.notice : kept.keepGame(savedOf(table)) ? null : NOT_KEPT;
  if (table.held !== before.held) kept.keepHeld(table.held);
  if (table.view !== before.view) kept.keepView(table.view);
  put(table, {notice});
  if (table.played.game.turn !== before.played.game.turn) showCurrent();
}

/** Shows a table, and has done what it waits for: that a roll was seen, advice, or the computer's next action. */
function put(table: Table, more: Partial<Page> = {}): void {
  const {table: before} = page;
  show({...more, table});
  const isNew = before?.played !== table.played;
  const isNewly = (mode: Mode['mode']): boolean => table.mode.mode === mode && before?.mode.mode !== mode;
  if (isNewly('rolling')) {
    clearTimeout(showing);
    showing = setTimeout(() => send({event: 'shown'}), ROLL_TIME);
  }
  if (isNewly('computer') || (isNew && table.mode.mode === 'computer')) {
    clearTimeout(showing);
    showing = setTimeout(playOn, stillness.matches ? 0 : STEP_TIME);
  }
  if (table.advice === 'asked' && before?.advice !== 'asked') advise(table.played);
}

function advise(played: Played): void {
  const {game} = played;
  if (game.phase === 'awaiting-choice')
    consult('advice', game, (table, advice) => show({table: advised(table, played, advice)}));
}

/** The computer's next action; what comes of it is put on the table, and so it goes on. */
function playOn(): void {
  if (page.table?.mode.mode === 'computer')
    consult('action', page.table.played.game, (table, action) => change(table, computerActs(table, action)));
}

function reviewGame(played: Played): void {
  show({notice: REVIEWING});
  consult(
    'review',
    played,
    (_, review) => show({review, notice: null}),
    (_, notice) => show({notice}),
  );
}

function closeReview(): void {
  show({review: null});
}

/** Has something worked out for the game on the table, unless that has gone on when the answer comes. */
async function consult<Name extends keyof Questions>(
  asks: Name,
  about: Parameters<Questions[Name]>[0],
  use: (table: Table, answer: ReturnType<Questions[Name]>) => void,
  fails: (table: Table, problem: string) => void = refuse,
): Promise<void> {
  const asking = page.table?.played;
  const answer = await ask(asks, about).catch((error: Error) => error);
  const {table} = page;
  if (table === null || table.played !== asking) return;
  if (answer instanceof Error)
    fails(table, `It cannot be worked out: ${answer.message}. ${ONCE_MORE[asks]} to try again.`);
  else use(table, answer);
}

function refuse(table: Table, refusal: string): void {
  show({table: {...table, advice: null, refusal, announcement: refusal}});
}

/** On a narrow screen: brings the column of whose turn it is beside the names of the rows. */
function showCurrent(): void {
  const head = root.querySelector<HTMLElement>('.card th');
  const current = root.querySelector<HTMLElement>('.card th[data-current]');
  if (head !== null && current !== null)
    root.querySelector('.card')?.scrollTo({left: current.offsetLeft - head.offsetWidth});
}

/** To the start. A game that is not over, or whose scores can be entered, can be gone on with. */
function leave(): void {
  const saved = page.table && savedOf(page.table);
  if (saved !== null && !kept.isOpen(saved)) kept.forgetGame(saved);
  clearTimeout(showing);
  show({table: null, notice: null});
  listHalls();
}

/** Enters the scores, and goes to the start, unless another game is on the table when the answer comes. */
async function enterScores(saved: SavedGame): Promise<void> {
  show({notice: ENTERING});
  if (isEntering) return;
  isEntering = true;
  const entering = page.table?.played;
  const placed = await (await (opening ?? openHalls())).enter(saved);
  isEntering = false;
  if (!('problem' in placed) || placed.isOld) kept.forgetGame(saved);
  if ('problem' in placed) {
    show({notice: placed.problem});
    return;
  }
  if (page.table === null || page.table.played === entering) leave();
  const lines = placed.map(
    ({name, score, place}) => `${name}, ${score}: ${place === null ? 'no place' : `place ${place}`}`,
  );
  show({notice: `${lines.join('. ')}.`});
}

/** Asks again whether the server is there, which may have come or gone. */
async function listHalls(): Promise<void> {
  opening = openHalls();
  show({halls: (await opening).list});
}

function press(event: KeyboardEvent): void {
  const {key, target, ctrlKey, altKey, metaKey, repeat} = event;
  const {table, review} = page;
  if (table === null || ctrlKey || altKey || metaKey || event.isComposing) return;
  if (target instanceof Element && target.closest('input, select, textarea') !== null) return;
  if (review !== null) {
    if (key === 'Escape') closeReview();
    return;
  }
  const means = eventOfKey(key, table, page.focused);
  if (means === null) return;
  event.preventDefault();
  // A key that is held down rolls once; only the cursor runs on.
  if (repeat && means.event !== 'move') return;
  if (means.event === 'quit') leave();
  else send(means);
  if (means.event === 'move')
    root.querySelector('[data-cursor]')?.scrollIntoView({block: 'nearest', inline: 'nearest'});
  // So the cursor is seen, and Enter presses no button that has the focus, but chooses the box at the cursor.
  if (means.event === 'move') root.querySelector<HTMLElement>('main')?.focus({preventScroll: true});
}

function savedOf({played}: Table): SavedGame {
  return page.mark === undefined ? played : {...played, mark: page.mark};
}
