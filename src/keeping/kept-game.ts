/* The game that is kept by itself, without a file that anybody names: a saved game in a folder of the user. */
import {openSavedGame, type SavedGameFile} from './saved-game-file.js';
import {userFile} from './user-folders.js';
import {makeFolderOf} from './whole-file.js';

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
