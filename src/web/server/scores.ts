/*
 * The halls of fame, as the page sees them: the same files by the same rules as on the terminal. A score comes only with
 * its whole game, which is played again here; names and totals are taken from that.
 */
import {setImmediate as nextTurn} from 'node:timers/promises';
import {complain} from '../../command-line/user-error.js';
import {exclusionReason, KINDS} from '../../game/hall-of-fame.js';
import {checkReplaceable, makeFolderOf} from '../../keeping/game-file.js';
import {checkLedger, dealSeed, enterGame} from '../../keeping/ledger-file.js';
import {parseGame, type SavedGame} from '../../keeping/saved-game.js';
import {readHalls} from '../../keeping/scores-file.js';
import {scoresPath} from '../../keeping/user-files.js';
import {UnusableFile} from '../../system/file-errors.js';
import {json, type Reply, refusal} from './answers.js';

export interface Halls {
  /** All of them, each with its rules, columns and entries. */
  readonly list: () => Promise<Reply>;
  /** Enters the scores of a game, which is the text of a saved one: each with its place, null without one. */
  readonly post: (game: Uint8Array) => Promise<Reply>;
  /** A seed for dice that count. */
  readonly deal: () => Promise<Reply>;
  /** Fulfilled when all that was posted is entered or refused. */
  readonly settled: () => Promise<unknown>;
}

/**
 * The halls of fame. Whether their files can be written is asked at once. Without a flag the server goes on without
 * them, as a game does, and says so.
 *
 * @throws UnusableFile if the flag names a file that cannot be used
 */
export function openHalls(flag: string | null): Halls {
  try {
    check(flag);
  } catch (error) {
    if (flag !== null || !(error instanceof UnusableFile)) throw error;
    complain(`no hall of fame: ${error.message}`);
  }
  // One after the other: among many at once each would wait for the lock, and few would get it in time.
  let last: Promise<unknown> = Promise.resolve();
  return {
    list: () => orTrouble(() => json(200, {halls: readHalls(scoresPath(flag), KINDS).halls})),
    post: async (bytes) => {
      const finished = finishedIn(bytes);
      if ('status' in finished) return finished;
      // What others have sent is read first: it must not look late because a disk is slow.
      const answer = last.then(() => nextTurn()).then(() => enterOnce(flag, finished));
      last = answer.catch(() => {});
      return answer;
    },
    deal: () => orTrouble(async () => json(200, {seed: await dealSeed(scoresPath(flag))})),
    settled: () => last,
  };
}

function check(flag: string | null): void {
  const path = scoresPath(flag);
  if (flag === null) makeFolderOf(path);
  const {problems} = readHalls(path, KINDS);
  checkReplaceable(path);
  checkLedger(path);
  for (const problem of problems) complain(problem);
}

/** A game that is over and has scores for the hall of fame. */
function finishedIn(bytes: Uint8Array): SavedGame | Reply {
  let text: string;
  try {
    text = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    return refusal(400, 'it is not UTF-8');
  }
  const saved = parseGame(text);
  if ('problem' in saved) return refusal(422, saved.problem);
  const {game} = saved;
  if (game.phase !== 'over') return refusal(422, 'the game is not over');
  const why = exclusionReason(game);
  if (why !== null) return refusal(422, why);
  return saved;
}

function enterOnce(flag: string | null, saved: SavedGame): Promise<Reply> {
  return orTrouble(async () => {
    const {scores, isOld} = await enterGame(scoresPath(flag), saved);
    if (isOld) return refusal(409, 'this game has been entered already');
    const {rules, columns} = saved.game.setup;
    return json(200, {rules, columns, scores});
  });
}

/** What a file that cannot be used now is answered with; whoever runs the server sees it too. */
async function orTrouble(work: () => Reply | Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    complain(error.message);
    return refusal(503, error.message);
  }
}
