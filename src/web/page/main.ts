/*
 * The door of the page. It has the table, sends it events, draws what it says, and keeps the game after each.
 * `page` is all that changes.
 */
import {render} from 'lit-html';
import {newGame} from '../../game/game.js';
import {type Mark, scoresIn} from '../../game/hall-of-fame.js';
import type {SavedGame} from '../../keeping/saved-game.js';
import {DIE_NUMBERS} from '../../rules/dice.js';
import type {TableEvent} from '../../table/events.js';
import {eventOfKey} from '../../table/keys.js';
import {sceneOf} from '../../table/scene.js';
import {rerollRefusal, type Table} from '../../table/state.js';
import {applyEvent, tableOf} from '../../table/table.js';
import {board} from './board.js';
import {type Hall, type Halls, openHalls} from './halls.js';
import * as kept from './kept.js';
import {setupIn} from './setup.js';
import {startScreen} from './start.js';

/** How long a roll is shown, in milliseconds; `styles/roll.css` has the same. */
const ROLL_TIME = 600;
/** How long a first visit lasts before the browser keeps the page for another, in milliseconds. */
const BEFORE_KEEPING = 1000;
const NOT_KEPT = 'This browser keeps no game: save it to a file before you close the page.';
const ELSEWHERE =
  'The game goes on in another window of this browser. The window in which you move last keeps it.';

interface Page {
  /** Null at the start. */
  readonly table: Table | null;
  readonly mark: Mark | undefined;
  readonly count: string;
  readonly notice: string | null;
  readonly halls: readonly Hall[] | null;
}

let page: Page = {table: null, mark: undefined, count: '2', notice: null, halls: null};
let showing: ReturnType<typeof setTimeout> | undefined;
let opening: Promise<Halls> | undefined;
const root = document.getElementById('page') ?? document.body;
const stillness = matchMedia('(prefers-reduced-motion: reduce)');

const last = kept.keptGame();
if (last !== null && 'problem' in last) {
  kept.keepGame(null);
  show({notice: `The game that this browser kept is lost: ${last.problem}.`});
} else if (last !== null) sit(last);
else show({});
document.addEventListener('keydown', press);
stillness.addEventListener('change', () => {
  if (page.table !== null) show({table: {...page.table, motion: !stillness.matches}});
});
kept.onOtherWindow(() => {
  clearTimeout(showing);
  show(page.table === null ? {} : {table: null, notice: ELSEWHERE});
});
// Neither delays what is seen first, nor who begins at once. Where there is no service worker, as in a page that is a
// file, the page works too; only not without its server.
requestAnimationFrame(() => setTimeout(listHalls));
setTimeout(() => navigator.serviceWorker?.register('service-worker.js').catch(() => {}), BEFORE_KEEPING);

/** Changes the page, and draws it. Where what had the focus is gone, it goes to what comes next. */
function show(change: Partial<Page>): void {
  const wasPlaying = page.table !== null;
  page = {...page, ...change};
  const {activeElement} = document;
  render(page.table === null ? start() : playing(page.table), root);
  if (wasPlaying !== (page.table !== null)) scrollTo(0, 0);
  if (activeElement === null || activeElement === document.body || activeElement.isConnected) return;
  const next = root.querySelector<HTMLElement>('.roll') ?? root.querySelector<HTMLElement>('main');
  next?.focus();
}

function start() {
  const left = kept.keptGame();
  return startScreen(
    {
      ...page,
      left: left === null || 'problem' in left ? null : left.game.setup.players.join(', '),
    },
    {
      counted: (count) => show({count}),
      started: (form) => {
        const made = setupIn(form);
        if ('problem' in made) show({notice: made.problem});
        else begin({game: newGame(made.setup), actions: [], ...(made.mark && {mark: made.mark})});
      },
      goneOn: () => left !== null && !('problem' in left) && sit(left),
      opened: async (file) => {
        const saved = await kept.gameIn(file);
        if ('problem' in saved) show({notice: saved.problem});
        else begin(saved);
      },
    },
  );
}

function playing(table: Table) {
  const {game} = table.played;
  const hasScores = scoresIn(game, page.mark ?? null).length > 0;
  return board(sceneOf(table), table, page.notice, {
    send,
    save: () => kept.download(savedOf(table)),
    leave,
    enterScores: hasScores ? () => enterScores(savedOf(table)) : null,
  });
}

function begin(saved: SavedGame): void {
  kept.keepHeld(null);
  const isKept = kept.keepGame(saved);
  sit(saved, isKept ? null : NOT_KEPT);
}

function sit({mark, ...played}: SavedGame, notice: string | null = null): void {
  const view = kept.keptView();
  const table = tableOf(played, {motion: !stillness.matches, ...(view && {view})});
  show({table: holdAgain(table), mark, notice});
  showCurrent();
}

/** The table with the dice held that were held when the page was left. */
function holdAgain(table: Table): Table {
  const held = kept.keptHeld();
  if (held === null || rerollRefusal(table) !== null) return table;
  return DIE_NUMBERS.filter((die) => held.includes(die) !== table.held.includes(die)).reduce(
    (before, die) => applyEvent(before, {event: 'toggle', die}),
    table,
  );
}

function send(event: TableEvent): void {
  const {table: before} = page;
  if (before === null) return;
  const table = applyEvent(before, event);
  const isSame = table.played === before.played;
  const notice = isSame ? page.notice : kept.keepGame(savedOf(table)) ? null : NOT_KEPT;
  if (table.held !== before.held) kept.keepHeld(table.held);
  if (table.view !== before.view) kept.keepView(table.view);
  if (table.mode.mode === 'rolling' && before.mode.mode !== 'rolling') {
    clearTimeout(showing);
    showing = setTimeout(() => send({event: 'shown'}), ROLL_TIME);
  }
  show({table, notice});
  if (table.played.game.turn !== before.played.game.turn) showCurrent();
}

/** On a narrow screen: brings the column of whose turn it is beside the names of the rows. */
function showCurrent(): void {
  const head = root.querySelector<HTMLElement>('.card th');
  const current = root.querySelector<HTMLElement>('.card th[data-current]');
  if (head !== null && current !== null)
    root.querySelector('.card')?.scrollTo({left: current.offsetLeft - head.offsetWidth});
}

/** To the start. A game that is not over can be gone on with. */
function leave(): void {
  if (page.table?.played.game.phase === 'over') kept.keepGame(null);
  clearTimeout(showing);
  show({table: null, notice: null});
  listHalls();
}

async function enterScores(saved: SavedGame): Promise<void> {
  const placed = await (await (opening ?? openHalls())).enter(saved);
  if ('problem' in placed) {
    show({notice: placed.problem});
    return;
  }
  leave();
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
  const {table} = page;
  if (table === null || ctrlKey || altKey || metaKey || event.isComposing) return;
  if (target instanceof Element && target.closest('input, select, textarea') !== null) return;
  const isOnButton = target instanceof Element && target.closest('button') !== null;
  if (isOnButton && (key === ' ' || key === 'Enter')) return;
  const means = eventOfKey(key, table);
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
