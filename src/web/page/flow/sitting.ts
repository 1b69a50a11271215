/* The game on the table: it begins, goes on, or is left. */
import {newGame, type Played} from '../../../game/game.js';
import {dayIn, nextSetup, type Setup} from '../../../game/setup.js';
import {tableOf} from '../../../table/table.js';
import * as kept from '../local-storage.js';
import {NOTICES, START, TODAY} from '../messages.js';
import * as playing from './playing.js';
import {page, show} from './state.js';

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

/** @param held the dice that were held; null in a new game */
function sit({game, actions}: Played, held = kept.keptHeld()): void {
  const view = kept.keptView() ?? (page.isTouch ? 'sheet' : 'cs106a');
  const motion = !playing.reducedMotion.matches;
  const table = tableOf({game, actions}, {motion, view, ...(held && {held})});
  playing.begin(table, (event) => (event === 'quit' ? leave() : playAgain()));
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
  await playing.takeOver();
  if (!goOn()) playing.end();
}

/** Begins the next game with the same players and rules. */
function playAgain(): void {
  if (page.table === null) return;
  const {setup} = page.table.played.game;
  sit({game: newGame(nextSetup(setup)), actions: []}, null);
}

/** Goes to the start. A game that is not over is kept. */
function leave(): void {
  if (page.table?.played.game.phase === 'over') kept.keepGame(null);
  playing.end();
}
