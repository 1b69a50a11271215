/* Which game is on the table: one begins, goes on, is left, or enters its scores. */
import {newGame} from '../../../game/game.js';
import type {Mark} from '../../../game/hall-of-fame.js';
import type {SavedGame} from '../../../keeping/saved-game.js';
import {NOTICES, START, TODAY} from '../../../table/messages.js';
import {tableOf} from '../../../table/table.js';
import * as kept from '../kept.js';
import {dealSeed, enterHere, hallsHere} from '../start/halls.js';
import type {NewGame} from '../start/setup.js';
import {put, savedOf, showCurrent, stillness, stopShowing} from './playing.js';
import {AT_START, page, show} from './state.js';

export function startGame({setup, mark, isToDeal}: NewGame): void {
  const saved: SavedGame = {game: newGame(setup), actions: [], ...(mark && {mark})};
  const day = setup.dice === 'typed' ? undefined : setup.dice.day;
  if (!mayBegin(saved, day === undefined ? START.begin : TODAY.play(day))) return;
  if (day === undefined) kept.keepSetup(setup);
  begin(isToDeal ? {...saved, game: newGame({...setup, dice: {seed: dealSeed()}})} : saved);
}

export async function openFile(file: File): Promise<void> {
  const saved = await kept.gameIn(file);
  if ('problem' in saved) return show({notice: saved.problem});
  const {mark = kept.isKnown(saved) ? 'seeded' : undefined} = saved;
  if (mayBegin(saved, START.open)) begin(mark === undefined ? saved : {...saved, mark}, mark);
}

/** The next game with the same people and rules, once the scores of this one are entered. */
export function playAgain(saved: SavedGame, hasScores: boolean): void {
  const notice = hasScores ? enter(saved).notice : null;
  const {setup} = saved.game;
  const dice = setup.dice === 'typed' ? setup.dice : {seed: dealSeed()};
  begin({game: newGame({...setup, dice}), actions: []}, undefined, notice);
}

/**
 * Whether a game may begin. One that would be lost by this is asked about first; while the question is seen, the same
 * button is a yes.
 */
function mayBegin(saved: SavedGame, button: string): boolean {
  const loss = kept.lossBy(saved);
  const question = loss === null ? null : `${loss} ${NOTICES.replaces(button)}`;
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

export function sit(
  {mark, ...played}: SavedGame,
  notice: string | null = mark === 'edited' ? NOTICES[mark] : null,
): void {
  const view = kept.keptView();
  const table = tableOf(played, {motion: !stillness.matches, held: kept.keptHeld(), ...(view && {view})});
  put(table, {...AT_START, mark, notice});
  showCurrent();
}

/** To the start. A game that is not over, or whose scores can be entered, can be gone on with. */
export function leave(): void {
  const saved = page.table && savedOf(page.table);
  if (saved !== null && !kept.isOpen(saved)) kept.forgetGame(saved);
  stopShowing();
  show({...AT_START, notice: null});
  listHalls();
}

/** Enters the scores, and goes to the start. */
export function enterScores(saved: SavedGame): void {
  const {notice, isPlaced} = enter(saved);
  if (isPlaced) leave();
  show({notice});
}

/** Says what became of the scores. */
function enter(saved: SavedGame): {readonly notice: string; readonly isPlaced: boolean} {
  const placed = enterHere(saved);
  if (!('problem' in placed) || placed.isOld) kept.forgetGame(saved);
  if ('problem' in placed) return {notice: placed.problem, isPlaced: false};
  const lines = placed.map(({name, score, place}) => NOTICES.entered(name, score, place));
  return {notice: `${lines.join('. ')}.`, isPlaced: true};
}

export function listHalls(): void {
  show({halls: hallsHere()});
}
