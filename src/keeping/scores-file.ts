/* The hall of fame as a file: read leniently, changed under a lock, and no line of it is ever lost. */
import {
  type Entry,
  enter,
  formatHallOfFame,
  type HallOfFame,
  type Kind,
  parseHallOfFame,
} from '../game/hall-of-fame.js';
import {sameName} from '../game/players.js';
import {UnusableFile} from '../system/file-errors.js';
import {whileLocked} from '../system/locks.js';
import {removeLeftovers} from '../system/whole-file.js';
import {appendToFile, readIfThere, replaceFile} from './game-file.js';
import {scoresOf} from './user-files.js';

const NEWLINE = Uint8Array.of(0x0a);

/** Where lines that are no entries are kept. */
export function asideOf(path: string): string {
  return `${path}.broken`;
}

/**
 * The hall of fame, empty if there is no file yet, and what is wrong with the file.
 *
 * @throws UnusableFile if it cannot be read, or is no hall of fame at all
 */
export function readScores(path: string): {
  readonly entries: HallOfFame;
  readonly problems: readonly string[];
} {
  const {entries, broken} = parseFile(path);
  const problems = broken.map(
    ({number, problem}) =>
      `${path}: line ${number} is passed over, because ${problem}; it will be kept in ${asideOf(path)}`,
  );
  return {entries, problems};
}

/** A hall of fame, and of which games it is. */
export interface KindOfHall extends Kind {
  readonly entries: HallOfFame;
}

/**
 * The halls of fame of some kinds, and what is wrong with their files.
 *
 * @param path the file of games with one column and the official rules
 * @throws UnusableFile as `readScores` does, if any of them is unusable
 */
export function readHalls(
  path: string,
  kinds: readonly Kind[],
): {readonly halls: readonly KindOfHall[]; readonly problems: readonly string[]} {
  const read = kinds.map((kind) => ({kind, ...readScores(scoresOf(path, kind))}));
  return {
    halls: read.map(({kind, entries}) => ({...kind, entries})),
    problems: read.flatMap(({problems}) => problems),
  };
}

/**
 * Enters scores: the hall of fame with them, and the place of each; null for one that is not good enough.
 *
 * @param isAgain whether the scores may be there already, because a game ended twice: then none is
 *   entered again, which is `isOld`
 */
export function enterScores(
  path: string,
  newcomers: readonly Entry[],
  isAgain = false,
): Promise<{
  readonly entries: HallOfFame;
  readonly places: readonly (number | null)[];
  readonly isOld: boolean;
}> {
  return whileLocked(path, () => {
    removeLeftovers(path);
    // Read again: since the start, other games may have ended.
    const {entries, broken} = parseFile(path);
    // The scores of a game enter together: where one is, all are.
    const areThere = newcomers.some(({name, score}) =>
      entries.some((entry) => entry.score === score && sameName(name, [entry.name]) !== undefined),
    );
    if (isAgain && areThere) return {entries, places: newcomers.map(() => null), isOld: true};
    const entered = {...enter(entries, newcomers), isOld: false};
    if (entered.places.every((place) => place === null)) return entered;
    // First aside, then away: a line may be in both files, but never in none.
    if (broken.length > 0) {
      appendToFile(asideOf(path), Buffer.concat(broken.flatMap(({bytes}) => [bytes, NEWLINE])));
    }
    replaceFile(path, formatHallOfFame(entered.entries));
    return entered;
  });
}

function parseFile(path: string): ReturnType<typeof parseHallOfFame> {
  const hall = parseHallOfFame(readIfThere(path) ?? new Uint8Array());
  if (hall.entries.length === 0 && hall.broken.length > 0) {
    throw new UnusableFile(`${path}: no line of it is "score,name", so it is not changed`);
  }
  return hall;
}
