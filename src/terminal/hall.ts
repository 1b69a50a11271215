/* The hall of fame of a game: opened before it, entered after it. */
import {complain} from '../command-line/complain.js';
import {usageError} from '../command-line/user-error.js';
import {type Entry, formatHallOfFame, type HallOfFame, withPlaces} from '../game/hall-of-fame.js';
import {enterScores, readScores} from '../keeping/scores-file.js';
import {scoresOf, scoresPath} from '../keeping/scores-path.js';
import {UnusableFile} from '../keeping/unusable-file.js';
import {checkReplaceable, makeFolderOf, targetOf} from '../keeping/whole-file.js';
import {takesPlace} from './dialogue/messages.js';
import type {Settings} from './dialogue/questions.js';

export interface Hall {
  readonly path: string;
  readonly entries: HallOfFame;
}

/** Halls of fame, each opened when it is first asked for. */
export function hallsOf(flag: string | null): (settings: Settings) => Hall | null {
  const opened = new Map<string, Hall | null>();
  return (settings) => {
    const kind = `${settings.setup.rules} ${settings.setup.columns}`;
    const known = opened.get(kind);
    const hall = known === undefined ? openHall(settings, flag) : known;
    opened.set(kind, hall);
    return hall;
  };
}

/**
 * The hall of fame, and its file. Whether that can be written is asked before the game, not after it. Without a flag a
 * game goes on without a hall of fame: null, which is said.
 *
 * @throws UnusableFile or UserError if the flag names a file that cannot be used
 */
function openHall({setup, savedIn}: Settings, flag: string | null): Hall | null {
  try {
    const path = scoresOf(scoresPath(flag), setup);
    if (flag === null) makeFolderOf(path);
    const {entries, problems} = readScores(path);
    if (savedIn !== null && targetOf(savedIn) === targetOf(path)) {
      throw usageError(`--save and --scores name the same file, ${path}`);
    }
    checkReplaceable(path);
    for (const problem of problems) complain(problem);
    return {path, entries};
  } catch (error) {
    if (flag !== null || !(error instanceof UnusableFile)) throw error;
    complain(`no hall of fame: ${error.message}`);
    return null;
  }
}

/**
 * Enters scores, and says who has a place; false if the file failed.
 *
 * @param isAgain whether the scores may be there already
 */
export async function enterHall(path: string, scores: readonly Entry[], isAgain: boolean): Promise<boolean> {
  try {
    const {places} = await enterScores(path, scores, isAgain);
    const taken = withPlaces(scores, places).flatMap(({place, ...score}) =>
      place === null ? [] : [`${takesPlace(score, place)}\n`],
    );
    process.stdout.write(taken.join(''));
    return true;
  } catch (error) {
    complainNotEntered(path, scores, error instanceof Error ? error.message : String(error));
    if (error instanceof UnusableFile) return false;
    throw error;
  }
}

/** What is not entered must not be lost: the lines can be added by hand. */
export function complainNotEntered(path: string, scores: readonly Entry[], reason: string): void {
  if (scores.length === 0) return;
  complain(`${reason}; not entered in ${path}:\n${formatHallOfFame(scores).trimEnd()}`);
}
