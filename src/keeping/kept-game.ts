/*
 * The games that are kept without a file that anybody names, in a folder of the user: the one that is played, and the
 * last one that is over.
 */

import {makeFolderOf, replaceFile} from './game-file.js';
import {formatGame, type SavedGame} from './saved-game.js';
import {openSavedGame, type SavedGameFile} from './saved-game-file.js';
import {userFile} from './user-files.js';

/**
 * Opens the file of the kept game, and locks it until it is closed.
 *
 * @throws UnusableFile if its folder cannot be made or used, it holds no game, or another game is kept there now
 */
export async function openKeptGame(): Promise<SavedGameFile> {
  const path = userFile('state', 'game.json');
  makeFolderOf(path);
  return openSavedGame(path);
}

/** Where the last game is that was over. */
export function lastGamePath(): string {
  return userFile('state', 'last-game.json');
}

/**
 * Keeps a game that is over, in place of the last one.
 *
 * @throws UnusableFile if it cannot be written
 */
export function keepLastGame(game: SavedGame): void {
  const path = lastGamePath();
  makeFolderOf(path);
  replaceFile(path, formatGame(game));
}
