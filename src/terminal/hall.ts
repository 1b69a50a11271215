/* The hall of fame of a game: opened before it, entered after it. */
import {complain, usageError} from '../command-line/user-error.js';
import {type Entry, formatHallOfFame, type HallOfFame, scoresIn} from '../game/hall-of-fame.js';
import {checkReplaceable, makeFolderOf} from '../keeping/game-file.js';
import {checkLedger, dealSeed, enterGame} from '../keeping/ledger-file.js';
import type {SavedGame} from '../keeping/saved-game.js';
import {readScores} from '../keeping/scores-file.js';
import {scoresOf, scoresPath} from '../keeping/user-files.js';
import {UnusableFile} from '../system/file-errors.js';
import {targetOf} from '../system/paths.js';
import {takesPlace} from './dialogue/messages.js';
import type {Settings} from './dialogue/questions.js';

export interface Hall {
  readonly path: string;
  /** What `--scores` names: the other halls of fame are beside it. */
  readonly all: string;
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
    checkLedger(scoresPath(flag));
    for (const problem of problems) complain(problem);
    return {path, all: scoresPath(flag), entries};
  } catch (error) {
    if (flag !== null || !(error instanceof UnusableFile)) throw error;
    complain(`no hall of fame: ${error.message}`);
    return null;
  }
}

/** The settings of a new game with dice that its hall of fame deals, unless they were chosen or are typed. */
export async function dealDice(settings: Settings, hall: Hall | null): Promise<Settings> {
  const {setup, mark} = settings;
  if (hall === null || setup.dice === 'typed' || mark !== null) return settings;
  try {
    return {...settings, setup: {...setup, dice: {seed: await dealSeed(hall.all)}}};
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    complain(`${error.message}: the game is marked in the hall of fame`);
    return settings;
  }
}

/**
 * Enters the scores of a game that is over; what is to be said of who has a place, or null if the file failed.
 *
 * @param wasOver whether it was over when it was opened: its scores may be there already
 */
export async function enterHall(
  {path, all}: Hall,
  saved: SavedGame,
  wasOver: boolean,
): Promise<readonly string[] | null> {
  try {
    const {scores} = await enterGame(all, saved, wasOver);
    return scores.flatMap(({place, ...score}) => (place === null ? [] : [takesPlace(score, place)]));
  } catch (error) {
    complainNotEntered(
      path,
      scoresIn(saved.game, saved.mark ?? null),
      error instanceof Error ? error.message : String(error),
    );
    if (error instanceof UnusableFile) return null;
    throw error;
  }
}

/** What is not entered must not be lost: the lines can be added by hand. */
export function complainNotEntered(path: string, scores: readonly Entry[], reason: string): void {
  if (scores.length === 0) return;
  complain(`${reason}; not entered in ${path}:\n${formatHallOfFame(scores).trimEnd()}`);
}
