/* The game before this one, for who wants to play the same again. */
import {readIfThere} from '../keeping/game-file.js';
import {parseGame} from '../keeping/saved-game.js';
import {lastGamePath} from '../keeping/saved-game-file.js';
import {UnusableFile} from '../system/file-errors.js';
import type {LastSetup} from './dialogue/questions.js';

/** How the last game on a terminal was set up; null if none is known: then everything is asked for. */
export function rememberedSetup(): LastSetup | null {
  try {
    const text = readIfThere(lastGamePath());
    const last = text === null ? null : parseGame(text.toString());
    return last === null || 'problem' in last ? null : last.game.setup;
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    return null;
  }
}
