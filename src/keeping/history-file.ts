/* The history as a file of the user: changed under a lock, and no line of it is ever lost. */
import {whileLocked} from '../system/locks.js';
import {removeLeftovers} from '../system/whole-file.js';
import {makeFolderOf, readIfThere, replaceFile} from './game-file.js';
import {formatHistory, type History, parseHistory} from './history.js';
import {userFile} from './user-files.js';

/** Where it is. Its folder may be missing. */
export function historyPath(): string {
  return userFile('data', 'history.jsonl');
}

/**
 * The history; empty if there is no file.
 *
 * @throws UnusableFile if it cannot be read
 */
export function readHistory(path = historyPath()): History {
  return parseHistory(readIfThere(path)?.toString() ?? '');
}

/** @throws UnusableFile if it cannot be read or written; it is as it was before */
export async function changeHistory(
  change: (history: History) => History,
  path = historyPath(),
): Promise<void> {
  makeFolderOf(path);
  await whileLocked(path, () => {
    removeLeftovers(path);
    replaceFile(path, formatHistory(change(readHistory(path))));
  });
}
