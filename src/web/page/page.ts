/*
 * Entry point of the page: draws what `flow/state.ts` has, takes keys and the focus, and wires the start. What happens
 * at the table is in `flow/playing.ts`.
 */
import {html, render} from 'lit-html';
import {verdictsInWords} from '../../analysis/words.js';
import {dayOf, recentDays, streakOf} from '../../game/daily.js';
import {isolated} from '../../game/format.js';
import type {Played} from '../../game/game.js';
import {dayIn, setupOfDay} from '../../game/setup.js';
import {sharedLine} from '../../game/shared-line.js';
import {dayResults, lineOfDay, placesOf} from '../../storage/log.js';
import {eventOfKey} from '../../table/keys.js';
import {sceneOf} from '../../table/scene.js';
import type {Table} from '../../table/state.js';
import {keepStep, wireBack} from './flow/back.js';
import {sharedView} from './flow/day.js';
import {
  askReview,
  goOn,
  hurryBy,
  openFile,
  reducedMotion,
  send,
  startGame,
  takeOver,
} from './flow/playing.js';
import {drawBy, page, show} from './flow/state.js';
import {board} from './game/board.js';
import type {Ending} from './game/end.js';
import {historyScreen} from './history.js';
import * as kept from './local-storage.js';
import {ELSEWHERE, NOTICES} from './messages.js';
import {reviewScreen} from './review.js';
import {fillIn, playersOf} from './start/setup.js';
import {hallTable, introduce, type Start, type StartHandlers, startScreen} from './start/start.js';
import {todayView} from './start/today.js';

/** Element that had the focus before a sheet opened over the game. */
let opener: Element | null = null;
const root = document.getElementById('page') ?? document.body;

/** Forms that have the setup of the last game: what is typed into them stays. */
const filledIn = new WeakSet<HTMLFormElement>();

const START_HANDLERS: StartHandlers = {
  start: startGame,
  refuse: (notice) => show({notice}),
  goOn,
  open: openFile,
  history: () => show({isHistory: true, notice: null}),
  fame: (isFameOpen) => show({isFameOpen}),
};

// The build has written the start here, to be seen before this script runs.
root.replaceChildren();
root.inert = false;
drawBy(redraw);
if (!goOn()) {
  const left = kept.keptGame();
  show(left === null || 'game' in left ? {} : {notice: NOTICES.unreadable(left.problem)});
}
wireBack();
document.addEventListener('keydown', press);
document.addEventListener('mousedown', leaveFocus);
document.addEventListener('click', hurryBy, {capture: true});
document.addEventListener('click', closeSheet, {capture: true});
// Deferred: a render that removes the focused button fires focusout while it runs.
for (const type of ['focusin', 'focusout']) document.addEventListener(type, () => queueMicrotask(seeFocus));
reducedMotion.addEventListener('change', () => send({event: 'motion', isOn: !reducedMotion.matches}));
// The day may have changed meanwhile.
document.addEventListener('visibilitychange', () => show({}));
// A page that is a file, or came by plain http, has no service worker, and works without.
navigator.serviceWorker?.register('service-worker.js').catch(() => {});

/** Draws the page. If the button in focus is gone, the focus goes to the button that rolls. */
function redraw(): void {
  const before = root.querySelector('main');
  const hadSheet = root.querySelector('.sheet') !== null;
  const {activeElement} = document;
  draw();
  const next = root.querySelector('main');
  if (next !== before) scrollTo(0, 0);
  const sheet = root.querySelector<HTMLElement>('.sheet');
  if (sheet !== null && !hadSheet) {
    opener = activeElement;
    sheet.focus();
  } else if (sheet === null && hadSheet)
    (opener instanceof HTMLElement && opener.isConnected ? opener : next)?.focus();
  else if (activeElement !== null && activeElement !== document.body && !activeElement.isConnected)
    ((next === before && root.querySelector<HTMLElement>('.roll')) || next)?.focus();
  seeFocus();
  keepStep();
}

function draw(): void {
  const {table, isHistory, isElsewhere, notice} = page;
  if (isElsewhere) render(elsewhereScreen(), root);
  else if (table !== null) render(playing(table), root);
  else if (isHistory) render(historyScreen(notice), root);
  else {
    const found = kept.keptGame();
    const left = found !== null && 'game' in found ? found : null;
    render(startScreen(startNow(left), START_HANDLERS), root);
    const form = root.querySelector('form');
    if (form !== null && !filledIn.has(form)) fillInLast(form, left);
  }
}

/** The screen of this window while another one plays. */
function elsewhereScreen() {
  return html`<main tabindex="-1" class="start">
    <header><h1>Fivedice</h1></header>
    <section class="paper" aria-label="Fivedice"><p role="alert">${ELSEWHERE.open}</p>
      <p><button type="button" class="main" @click=${takeOver}>${ELSEWHERE.takeOver}</button></p></section></main>`;
}

/** Fills a new form in with the setup of the last game. */
function fillInLast(form: HTMLFormElement, left: Played | null): void {
  filledIn.add(form);
  const setup = left?.game.setup ?? kept.lastSetup();
  if (setup !== null) fillIn(form, setup);
  introduce(form);
}

/** Draws the list of keys again if Space and Enter now do something else. */
function seeFocus(): void {
  const button = document.activeElement?.closest('.board button') ?? null;
  const focused =
    button && (button.getAttribute('aria-label') ?? button.textContent.trim().replace(/\s+/g, ' '));
  if (focused !== page.focused) show({focused});
}

/** Keeps the focus on the table after a mouse click. Clicks by assistive technology (detail 0) move it as usual. */
function leaveFocus(event: MouseEvent): void {
  const {target, detail} = event;
  if (
    page.table === null ||
    detail === 0 ||
    !(target instanceof Element) ||
    target.closest('button') === null
  )
    return;
  event.preventDefault();
  root.querySelector('main')?.focus({preventScroll: true});
}

/** A click beside the help or the list closes it, and does nothing to what lies below. */
function closeSheet(event: MouseEvent): void {
  const sheet = root.querySelector('.sheet');
  if (sheet === null || (event.target instanceof Node && sheet.contains(event.target))) return;
  event.preventDefault();
  event.stopPropagation();
  send({event: 'cancel'});
}

function startNow(left: Played | null): Start {
  return {
    notice: page.notice,
    halls: page.isFameOpen ? kept.keptHalls() : [],
    left: left === null ? null : left.game.setup.players.map(isolated).join(', '),
    today: todayNow(),
  };
}

function playing(table: Table) {
  const {game} = table.played;
  const {review, noReview, wins, isReviewing, focused, picture} = page;
  if (isReviewing && review !== null)
    return reviewScreen(review, wins, game.setup.columns, () => show({isReviewing: false}));
  const notice = isReviewing ? (noReview ?? NOTICES.reviewing) : page.notice;
  const beside = {
    ...page,
    notice,
    turn: table,
    ending: game.phase === 'over' ? endingOf(table.played) : null,
  };
  return board(sceneOf(table, focused, page.isTouch ? 'touch' : 'mouse', picture), beside, {
    send,
    explain: (asked) => show({asked: asked === page.asked ? null : asked}),
    save: () => kept.download(table.played),
    leave: () => send({event: 'quit'}),
    review: askReview,
    again: () => send({event: 'again'}),
  });
}

function endingOf(played: Played): Ending {
  const {game} = played;
  const {setup} = game;
  const [day, line] = [dayIn(setup), sharedLine(game)];
  const {review, noReview, wins} = page;
  const places = placesOf(kept.keptLog(), played).map(({place}) => place);
  const hall = kept.keptHalls().find((one) => one.rules === setup.rules && one.columns === setup.columns);
  return {
    isBest: places.includes(1),
    played,
    wins: wins?.map(({chances}) => chances) ?? null,
    verdicts: review !== null ? verdictsInWords(review) : noReview === null ? null : [noReview],
    hall: hall === undefined ? null : hallTable(hall, places),
    shared: line === null || day === null ? null : sharedView(day, line),
  };
}

/** The shown day: its dice to play, or its result. */
function todayNow() {
  const today = dayOf(new Date());
  const day = page.day ?? today;
  const log = kept.keptDays();
  const line = lineOfDay(log, day);
  const shared = line === null ? null : sharedView(day, line);
  const results = dayResults(log);
  const inTime = [...results].flatMap(([one, {isInTime}]) => (isInTime ? [one] : []));
  const streak = streakOf(new Set(inTime), today);
  return todayView(
    {day, isToday: day === today, streak, days: recentDays(today), results, shared},
    {
      play: (name) => {
        const players = playersOf([name]);
        if ('problem' in players) return show({notice: players.problem});
        // The page may have been open since the day before.
        const setup = setupOfDay(day, name, day !== dayOf(new Date()));
        if (setup !== null) startGame(setup);
      },
      see: (one) => show({day: one === today ? null : one}),
    },
  );
}

function press(event: KeyboardEvent): void {
  const {key, target, ctrlKey, altKey, metaKey, repeat} = event;
  const {table, isReviewing, review} = page;
  if (table === null || ctrlKey || altKey || metaKey || event.isComposing) return;
  if (target instanceof Element && target.closest('input, select, textarea') !== null) return;
  if (isReviewing && review !== null) {
    if (key === 'Escape') show({isReviewing: false});
    return;
  }
  if (page.asked !== null && key === 'Escape') {
    show({asked: null});
    return;
  }
  const means = eventOfKey(key, table, page.focused);
  if (means === null) return;
  event.preventDefault();
  // A key that is held down rolls once; only the cursor runs on.
  if (repeat && means.event !== 'move') return;
  send(means);
  if (means.event !== 'move') return;
  root.querySelector('[data-cursor]')?.scrollIntoView({block: 'nearest', inline: 'nearest'});
  // Shows the cursor, and has Enter choose its box instead of pressing a button.
  root.querySelector<HTMLElement>('main')?.focus({preventScroll: true});
}
