/*
 * Entry point of the page. It has the table, sends it events, draws what it says, and keeps the game after each.
 * `page` is all that changes.
 */
import {render} from 'lit-html';
import type {Review} from '../../analysis/review.js';
import {decidedInWords, fortuneInWords} from '../../analysis/words.js';
import {dayOf} from '../../game/daily.js';
import {computerOf, newGame, type Played} from '../../game/game.js';
import {barred, type Mark, scoresIn} from '../../game/hall-of-fame.js';
import {setupOfDay} from '../../game/setup.js';
import {sharedLine} from '../../game/shared-line.js';
import {idOf, recordOf, withGame, withReview} from '../../keeping/history.js';
import type {SavedGame} from '../../keeping/saved-game.js';
import type {Category} from '../../rules/categories.js';
import {DIE_NUMBERS, FACES, type Face} from '../../rules/dice.js';
import type {TableEvent} from '../../table/events.js';
import {eventOfKey} from '../../table/keys.js';
import {NOTICES, TODAY} from '../../table/messages.js';
import {momentOf, raceOf} from '../../table/moments.js';
import {sceneOf} from '../../table/scene.js';
import type {Mode, Table} from '../../table/state.js';
import {advised, applyEvent, computerActs, tableOf} from '../../table/table.js';
import {ask} from './advisor/advisor.js';
import type {Questions} from './advisor/answers.js';
import {board} from './game/board.js';
import type {Ending} from './game/end.js';
import {play, type Sound} from './game/sound.js';
import {historyScreen} from './history.js';
import * as kept from './kept.js';
import {reviewScreen} from './review.js';
import {dealSeed, type Hall, type Halls, openHalls} from './start/halls.js';
import type {NewGame} from './start/setup.js';
import {type Doings, drawStart, type Start, wireStart} from './start/start.js';
import {todayPaper} from './start/today.js';

/** How long a picture of a roll is seen, in milliseconds, and how many a roll has: of a person, and of a computer. */
const TUMBLE = {each: 80, person: 7, computer: 4} as const;
/** How long the computer thinks before each step, in milliseconds: three rolls and a box take two seconds. */
const STEP_TIME = 250;
/** How long a first visit lasts before the browser keeps the page for another, in milliseconds. */
const BEFORE_KEEPING = 1000;
/** What to do where something could not be worked out. */
const ONCE_MORE: Readonly<Record<keyof Questions, string>> = {
  advice: NOTICES.adviceAgain,
  action: NOTICES.actionAgain,
  review: NOTICES.reviewAgain,
};

/** Keys that are only held down for another, or lead from button to button. */
const MODIFIERS: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta', 'Tab', 'CapsLock'];

interface Page {
  /** Null at the start. */
  readonly table: Table | null;
  readonly mark: Mark | undefined;
  readonly notice: string | null;
  /** Of the game on the table, once it is over; null before it is worked out. */
  readonly review: Review | null;
  /** Whether the review is what is seen. */
  readonly isReviewing: boolean;
  /** Why there is no review; null while it may come. */
  readonly noReview: string | null;
  readonly halls: readonly Hall[] | null;
  /** The name of the button that has the focus, which Space and Enter press; null if none has. */
  readonly focused: string | null;
  /** Of which category somebody wants to know more. */
  readonly asked: Category | null;
  /** What the dice show while they roll. */
  readonly tumbling: readonly Face[];
  readonly hasSound: boolean;
  /** Whether the history is what is seen. */
  readonly isHistory: boolean;
}

const AT_START = {
  table: null,
  review: null,
  isReviewing: false,
  noReview: null,
  asked: null,
  tumbling: [],
  isHistory: false,
} as const;

let page: Page = {
  ...AT_START,
  mark: undefined,
  notice: null,
  halls: null,
  focused: null,
  hasSound: kept.keptSound(),
};
let showing: ReturnType<typeof setTimeout> | undefined;
let opening: Promise<Halls> | undefined;
/** Whether scores are on their way to a hall of fame. */
let isEntering = false;
/** Whether somebody wants to see the end of the computer's turn. */
let isHurried = false;
/** What had the focus before a sheet was opened over the game. */
let opener: Element | null = null;
const root = document.getElementById('page') ?? document.body;
const startMain = root.querySelector('main') ?? root;
/** Where a game is drawn. */
const place = document.createElement('div');
const stillness = matchMedia('(prefers-reduced-motion: reduce)');

const doings: Doings = {
  started: startGame,
  refused: (notice) => show({notice}),
  goneOn: () => {
    const left = kept.keptGame();
    if (left !== null && !('problem' in left)) sit(left);
  },
  savedKept: kept.downloadKept,
  opened: openFile,
};

const last = kept.keptGame();
if (last !== null && 'problem' in last) {
  show({notice: NOTICES.unreadable(last.problem)});
} else if (last !== null) sit(last);
else show({});
wireStart(startMain, kept.keptSetup(), doings);
document.addEventListener('keydown', press);
document.addEventListener('mousedown', leaveFocus);
document.addEventListener('click', hurryBy, {capture: true});
// After the listener, because a render that takes the focused button away reports that in its midst.
for (const type of ['focusin', 'focusout']) document.addEventListener(type, () => queueMicrotask(seeFocus));
stillness.addEventListener('change', () => {
  if (page.table !== null) show({table: {...page.table, motion: !stillness.matches}});
});
kept.onOtherWindow((isKept) => {
  if (page.table === null) return show({});
  if (!isKept) return show({notice: NOTICES.endedElsewhere});
  clearTimeout(showing);
  show({...AT_START, notice: NOTICES.elsewhere});
});
// Neither delays what is seen first, nor who begins at once. Where there is no service worker, as in a page that is a
// file, the page works too; only not without its server.
requestAnimationFrame(() => setTimeout(listHalls));
setTimeout(() => navigator.serviceWorker?.register('service-worker.js').catch(() => {}), BEFORE_KEEPING);

/** Changes the page, and draws it. Where the button that had the focus is gone, it goes to the one that rolls. */
function show(change: Partial<Page>): void {
  const before = root.querySelector('main');
  const hadSheet = root.querySelector('.sheet') !== null;
  page = {...page, ...change};
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
}

/** The form of the start stays as it is while a game is on the table. */
function draw(): void {
  const {table, isHistory} = page;
  if (table === null && !isHistory) {
    drawStart(startMain, startNow(), doings);
    if (!startMain.isConnected) root.replaceChildren(startMain);
    return;
  }
  render(table === null ? historyScreen(kept.keptHistory(), HISTORY_MOVES) : playing(table), place);
  if (!place.isConnected) root.replaceChildren(place);
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

function startNow(): Start {
  const left = kept.keptGame();
  const isUnreadable = left !== null && 'problem' in left;
  return {
    ...page,
    left: left === null || isUnreadable ? null : left.game.setup.players.join(', '),
    isUnreadable,
    today: todayOnPaper(),
  };
}

async function startGame({setup, mark, isToDeal}: NewGame): Promise<void> {
  const saved: SavedGame = {game: newGame(setup), actions: [], ...(mark && {mark})};
  if (!mayBegin(saved)) return;
  if (setup.dice === 'typed' || setup.dice.day === undefined) kept.keepSetup(setup);
  if (!isToDeal) return begin(saved);
  const seed = await dealSeed();
  // Another click may have been quicker.
  if (page.table === null) begin({...saved, game: newGame({...setup, dice: {seed}})});
}

async function openFile(file: File): Promise<void> {
  const saved = await kept.gameIn(file);
  if ('problem' in saved) return show({notice: saved.problem});
  const {mark = kept.isKnown(saved) ? 'seeded' : undefined} = saved;
  if (mayBegin(saved)) begin(mark === undefined ? saved : {...saved, mark}, mark);
}

function playing(table: Table) {
  const {game} = table.played;
  const {review, isReviewing, focused} = page;
  if (isReviewing && review !== null)
    return reviewScreen(review, game.setup.columns, () => show({isReviewing: false}));
  const hasScores = scoresIn(game, page.mark ?? null).length > 0;
  const beside = {...page, turn: table, ending: game.phase === 'over' ? endingOf(table.played) : null};
  return board(sceneOf(table, focused), beside, {
    send,
    explain: (asked) => show({asked: asked === page.asked ? null : asked}),
    copy: copyLine,
    sound: () => {
      kept.keepSound(!page.hasSound);
      show({hasSound: !page.hasSound});
    },
    save: () => kept.download(savedOf(table)),
    leave,
    review: () => askReview(table.played),
    again: () => playAgain(savedOf(table), hasScores),
    enterScores: hasScores ? () => enterScores(savedOf(table)) : null,
  });
}

function endingOf(played: Played): Ending {
  const {game} = played;
  const {review, noReview} = page;
  const {players: names} = game.setup;
  const isAlone = names.length === 1;
  const decided = review === null ? null : decidedInWords(review.players);
  const told = review?.players.map((player) => fortuneInWords(player, isAlone));
  return {
    race: raceOf(played),
    names,
    verdicts: told
      ? [...(decided === null ? [] : [decided]), ...told]
      : noReview === null
        ? null
        : [noReview],
    barred: barred(game),
    shared: sharedLine(game),
  };
}

/** Adds a game that is over to the history, and its line if it had the dice of the day. */
function remember(saved: SavedGame): void {
  kept.keepHistory(withGame(kept.keptHistory(), recordOf(saved, new Date())));
  const line = sharedLine(saved.game);
  if (line !== null) kept.keepLine(line);
}

const HISTORY_MOVES = {
  close: () => show({isHistory: false}),
  save: () => kept.downloadHistory(kept.keptHistory()),
  clear: () => {
    kept.keepHistory({records: [], broken: []});
    show({isHistory: false});
  },
};

/** The dice of the day, or the line of whoever has played them; and the way to the history. */
function todayOnPaper() {
  const day = dayOf(new Date());
  return todayPaper(
    {day, line: kept.keptLine(day), hasHistory: kept.keptHistory().records.length > 0},
    {
      play: (name) => {
        const setup = setupOfDay(day, name);
        if (setup !== null) startGame({setup, mark: 'seeded', isToDeal: false});
      },
      copy: copyLine,
      history: () => show({isHistory: true}),
    },
  );
}

async function copyLine(line: string): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(line).then(
    () => true,
    () => false,
  );
  show({notice: isCopied ? TODAY.copied : line});
}

/** The next game with the same people and rules, once the scores of this one are entered. */
async function playAgain(saved: SavedGame, hasScores: boolean): Promise<void> {
  const notice = hasScores ? ((await enter(saved))?.notice ?? null) : null;
  const {setup} = saved.game;
  const dice = setup.dice === 'typed' ? setup.dice : {seed: await dealSeed()};
  if (page.table?.played.game !== saved.game) return;
  begin({game: newGame({...setup, dice}), actions: []}, undefined, notice);
}

/** Whether a game may begin. One that would be lost by this is asked about first; while the question is seen, that is a yes. */
function mayBegin(saved: SavedGame): boolean {
  const loss = kept.lossBy(saved);
  const question = loss === null ? null : `${loss} ${NOTICES.replaces}`;
  if (question === null || page.notice === question) return true;
  show({notice: question});
  return false;
}

/** Begins a game, and says of one from a file how it is marked. */
function begin({held, ...saved}: SavedGame, mark?: Mark, notice: string | null = null): void {
  kept.keepHeld(held ?? null);
  const isKept = kept.keepGame(saved);
  const notes = [notice ?? [], isKept ? [] : NOTICES.notKept, mark === undefined ? [] : NOTICES[mark]].flat();
  sit(saved, notes.join(' ') || null);
}

function sit(
  {mark, ...played}: SavedGame,
  notice: string | null = mark === 'edited' ? NOTICES[mark] : null,
): void {
  const view = kept.keptView();
  const table = tableOf(played, {motion: !stillness.matches, held: kept.keptHeld(), ...(view && {view})});
  put(table, {...AT_START, mark, notice});
  showCurrent();
}

function send(event: TableEvent): void {
  if (page.table !== null) change(page.table, applyEvent(page.table, event));
}

/** Keeps what has changed at the table, and shows it. */
function change(before: Table, table: Table): void {
  const isSame = table.played === before.played;
  const notice = isSame ? page.notice : kept.keepGame(savedOf(table)) ? null : NOTICES.notKept;
  if (table.held !== before.held) kept.keepHeld(table.held);
  if (table.view !== before.view) kept.keepView(table.view);
  put(table, {notice});
  if (table.played.game.turn !== before.played.game.turn) showCurrent();
}

/** Shows a table, and has done what it waits for: that a roll was seen, advice, the computer's next action, a review. */
function put(table: Table, more: Partial<Page> = {}): void {
  const {table: before} = page;
  const isNew = before?.played !== table.played;
  const isNewly = (mode: Mode['mode']): boolean => table.mode.mode === mode && before?.mode.mode !== mode;
  if (before?.played.game.turn !== table.played.game.turn) isHurried = false;
  const rolls = isNewly('rolling');
  show({...more, asked: null, ...(rolls && {tumbling: anyFaces()}), table});
  if (rolls) tumble(computerOf(table.played.game) === null ? TUMBLE.person : TUMBLE.computer);
  if (isNewly('computer') || (isNew && table.mode.mode === 'computer')) {
    clearTimeout(showing);
    showing = setTimeout(playOn, stillness.matches || isHurried ? 0 : STEP_TIME);
  }
  if (table.advice === 'asked' && before?.advice !== 'asked') advise(table.played);
  const sound = isNew && page.hasSound && before !== null ? soundOf(before, table) : null;
  if (sound !== null) play(sound);
  if (isNew && table.played.game.phase === 'over') {
    remember(savedOf(table));
    reviewGame(table.played);
  }
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

/** What is heard of what has just happened; null if nothing. */
function soundOf(before: Table, {played, mode}: Table): Sound | null {
  if (mode.mode === 'rolling') return 'roll';
  const moment = momentOf(played.game);
  if (moment !== null) return moment === 'end' ? 'end' : 'moment';
  return played.game.turn > before.played.game.turn ? 'place' : null;
}

/** Any click or key ends a roll, or the computer's turn; what it was meant for may be gone by then. */
function hurryBy(event: Event): void {
  const {target} = event;
  if (!isMoving() || !(target instanceof Element) || target.closest('nav, .undo') !== null) return;
  event.preventDefault();
  event.stopPropagation();
  hurry();
}

function isMoving(): boolean {
  return page.table?.mode.mode === 'rolling' || page.table?.mode.mode === 'computer';
}

function hurry(): void {
  const {table} = page;
  if (table === null) return;
  clearTimeout(showing);
  isHurried = computerOf(table.played.game) !== null;
  if (table.mode.mode === 'rolling') send({event: 'shown'});
  else playOn();
}

function advise(played: Played): void {
  const {game} = played;
  if (game.phase === 'awaiting-choice')
    consult('advice', game, (table, advice) => show({table: advised(table, played, advice)}));
}

/** The computer's next action; what comes of it is put on the table, and so it goes on. */
function playOn(): void {
  if (page.table?.mode.mode === 'computer')
    consult('action', page.table.played.game, (table, action) => {
      const motion = table.motion && !isHurried;
      change(table, {...computerActs({...table, motion}, action), motion: table.motion});
    });
}

/** Has the game reviewed, for its end; whoever asks for the review sees it then. */
function reviewGame(played: Played): void {
  consult(
    'review',
    played,
    (table, review) => {
      kept.keepHistory(withReview(kept.keptHistory(), idOf(savedOf(table)), review.players));
      show({review, ...(page.isReviewing && {notice: null})});
    },
    (_, noReview) => show({noReview, ...(page.isReviewing && {notice: noReview, isReviewing: false})}),
  );
}

function askReview(played: Played): void {
  const {review, noReview} = page;
  show({isReviewing: true, notice: review === null ? NOTICES.reviewing : null});
  if (noReview === null) return;
  show({noReview: null});
  reviewGame(played);
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
  if (answer instanceof Error) fails(table, NOTICES.notWorkedOut(answer.message, ONCE_MORE[asks]));
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
  show({...AT_START, notice: null});
  listHalls();
}

/** Enters the scores, and goes to the start, unless another game is on the table when the answer comes. */
async function enterScores(saved: SavedGame): Promise<void> {
  show({notice: NOTICES.entering});
  const entering = page.table?.played;
  const entered = await enter(saved);
  if (entered === null) return;
  if (entered.isPlaced && (page.table === null || page.table.played === entering)) leave();
  show({notice: entered.notice});
}

/** What became of the scores; null if they are on their way already. */
async function enter(
  saved: SavedGame,
): Promise<{readonly notice: string; readonly isPlaced: boolean} | null> {
  if (isEntering) return null;
  isEntering = true;
  const placed = await (await (opening ?? openHalls())).enter(saved);
  isEntering = false;
  if (!('problem' in placed) || placed.isOld) kept.forgetGame(saved);
  if ('problem' in placed) return {notice: placed.problem, isPlaced: false};
  const lines = placed.map(({name, score, place}) => NOTICES.entered(name, score, place));
  return {notice: `${lines.join('. ')}.`, isPlaced: true};
}

/** Asks again whether the server is there, which may have come or gone. */
async function listHalls(): Promise<void> {
  opening = openHalls();
  show({halls: (await opening).list});
}

function press(event: KeyboardEvent): void {
  const {key, target, ctrlKey, altKey, metaKey, repeat} = event;
  const {table, isReviewing} = page;
  if (table === null || ctrlKey || altKey || metaKey || event.isComposing) return;
  if (target instanceof Element && target.closest('input, select, textarea') !== null) return;
  if (isReviewing) {
    if (key === 'Escape') show({isReviewing: false});
    return;
  }
  const means = eventOfKey(key, table, page.focused);
  if (page.asked !== null && key === 'Escape') show({asked: null});
  else if (isMoving() && means?.event !== 'quit' && means?.event !== 'undo') {
    if (repeat || MODIFIERS.includes(key)) return;
    event.preventDefault();
    hurry();
  } else if (means !== null) happen(event, means);
}

function happen(event: KeyboardEvent, means: TableEvent): void {
  event.preventDefault();
  // A key that is held down rolls once; only the cursor runs on.
  if (event.repeat && means.event !== 'move') return;
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
