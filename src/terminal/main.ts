/*
 * The door of `fivedice play`: lines from standard input, signals, the files of the game. What is asked and shown is
 * the dialogue's.
 */
import {setImmediate as nextTurn} from 'node:timers/promises';
import {runCommand} from '../command-line/command.js';
import {complain} from '../command-line/complain.js';
import {EXIT} from '../command-line/exit-status.js';
import type {Given} from '../command-line/flags.js';
import {inputError, usageError} from '../command-line/user-error.js';
import type {Game} from '../game/game.js';
import {type Entry, formatHallOfFame, type HallOfFame} from '../game/hall-of-fame.js';
import {
  checkReplaceable,
  defaultScores,
  GameFileError,
  isSystemError,
  scoresOf,
  targetOf,
} from '../keeping/files.js';
import {type Keeper, keeperOf} from '../keeping/saved-game-file.js';
import {enterScores, readScores} from '../keeping/scores-file.js';
import {totalOf} from '../rules/scorecard.js';
import {endOfInput, interrupt, remind, type Step, start, step} from './dialogue/dialogue.js';
import {linesOf} from './dialogue/lines.js';
import {NOT_IN_HALL_OF_FAME, takesPlace} from './dialogue/messages.js';
import type {Dialogue, Settings} from './dialogue/questions.js';
import {COMMAND, keptSetup, settingsOf} from './settings.js';

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, async (given) => {
    try {
      return await playFrom(given);
    } catch (error) {
      throw error instanceof GameFileError ? inputError(error.message) : error;
    }
  });
}

async function playFrom(given: Given): Promise<number> {
  const settings = settingsOf(given);
  if (settings.savedIn === null) return play(settings, given.text('scores'), null);
  const keeper = await keeperOf(settings.savedIn);
  try {
    const setup = keeper.kept === null ? settings.setup : keptSetup(given, settings, keeper.kept.game.setup);
    return await play({...settings, setup}, given.text('scores'), keeper);
  } finally {
    await keeper.close();
  }
}

/** Plays a game to its end, or to that of the input. */
async function play(settings: Settings, scoresFlag: string | null, keeper: Keeper | null): Promise<number> {
  const hall = hallOfFame(settings, scoresFlag);
  const keep = keeping(settings.savedIn, keeper);
  const first = start(settings, hall?.entries ?? [], keeper?.kept ?? null);
  let dialogue = keep(first.dialogue);
  /** What was done is kept before it is shown: the file is never older than the screen. */
  const advance = (by: (dialogue: Dialogue) => Step): void => {
    const next = by(keep(dialogue));
    dialogue = keep(next.dialogue);
    process.stdout.write(next.output);
  };
  const isAtEnd = (): boolean => dialogue.asks === 'nothing';

  const interrupted = (): void => {
    advance(interrupt);
    process.kill(process.pid, 'SIGINT');
  };
  const wokenUp = (): void => advance(remind);
  let isUnseen = false;
  const unseen = (): void => {
    isUnseen = true;
    process.stdin.destroy();
  };
  // Once: the second SIGINT ends the process, as one does without a handler.
  process.once('SIGINT', interrupted).on('SIGCONT', wokenUp);
  process.stdout.once('error', unseen);
  let trouble = false;
  process.stdout.write(first.output);
  try {
    if (!isAtEnd()) {
      for await (const line of linesOf(process.stdin)) {
        advance((now) => step(now, line));
        // Lets a failure of standard output be known: nobody plays on without seeing.
        await nextTurn();
        if (isAtEnd() || isUnseen) break;
      }
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (!isUnseen) complain(`standard input: ${error.message}`);
    trouble = !isUnseen;
  }
  advance(endOfInput);
  process.off('SIGINT', interrupted).off('SIGCONT', wokenUp);

  const {game} = dialogue.asks === 'nothing' ? dialogue : {game: null};
  if (game?.phase !== 'over' || isUnseen) {
    const isKept = game !== null && dialogue.settings.savedIn !== null;
    return trouble ? EXIT.trouble : isKept ? EXIT.passed : EXIT.failed;
  }
  if (!(await recordScores(game, hall?.path ?? null, keeper?.kept?.game.phase === 'over')))
    return EXIT.trouble;
  keeper?.remove();
  return EXIT.passed;
}

/** What keeps a dialogue's game, if anything was done since the last time; the dialogue then says so. */
function keeping(savedIn: string | null, keeper: Keeper | null): (dialogue: Dialogue) => Dialogue {
  let keptActions: Dialogue['actions'] | null = null;
  let complaint: string | null = null;
  return (dialogue) => {
    const game = 'game' in dialogue ? dialogue.game : null;
    if (keeper === null || game === null || dialogue.actions === keptActions) return dialogue;
    try {
      keeper.keep({game, actions: dialogue.actions});
      keptActions = dialogue.actions;
      complaint = null;
    } catch (error) {
      if (!(error instanceof GameFileError)) throw error;
      if (error.message !== complaint) complain(`${error.message}: the game goes on, but is not saved`);
      complaint = error.message;
    }
    return {...dialogue, settings: {...dialogue.settings, savedIn: complaint === null ? savedIn : null}};
  };
}

/**
 * The hall of fame and its file. Whether that can be written is asked before the game, not after it. Without a flag a
 * game goes on without a hall of fame: null, which is said.
 *
 * @throws GameFileError or UsageError if the flag names a file that cannot be used
 */
function hallOfFame(
  {setup, savedIn}: Settings,
  flag: string | null,
): {readonly path: string; readonly entries: HallOfFame} | null {
  try {
    const path = scoresOf(flag ?? defaultScores(process.env), setup.columns);
    const {entries, problems} = readScores(path);
    if (savedIn !== null && targetOf(savedIn) === targetOf(path)) {
      throw usageError(`--save and --scores name the same file, ${path}`);
    }
    if (entries.length === 0 && problems.length > 0) {
      throw new GameFileError(`${path}: no line of it is "score,name", so it is not changed`);
    }
    checkReplaceable(path);
    for (const problem of problems) complain(problem);
    return {path, entries};
  } catch (error) {
    if (flag !== null || !(error instanceof GameFileError)) throw error;
    complain(`no hall of fame: ${error.message}`);
    return null;
  }
}

/**
 * Enters the scores of a game that is over, and says who has a place; false if the file failed.
 *
 * @param isAgain whether the game was over before: then its scores may be there already
 */
async function recordScores(game: Game, scores: string | null, isAgain: boolean): Promise<boolean> {
  if (game.setup.dice === 'typed') {
    process.stdout.write(`${NOT_IN_HALL_OF_FAME}\n`);
    return true;
  }
  if (scores === null) return true;
  const newcomers = game.setup.players
    .map((name, player): Entry => ({name, score: totalOf(game.cards[player] ?? [])}))
    .toSorted((one, other) => other.score - one.score);
  try {
    const {places} = await enterScores(scores, newcomers, isAgain);
    const taken = newcomers.flatMap(({name, score}, index) => {
      const place = places[index] ?? null;
      return place === null ? [] : [`${takesPlace(name, score, place)}\n`];
    });
    process.stdout.write(taken.join(''));
    return true;
  } catch (error) {
    if (!(error instanceof GameFileError)) throw error;
    // What is not entered must not be lost: the lines can be added by hand.
    complain(`${error.message}; not entered:\n${formatHallOfFame(newcomers).trimEnd()}`);
    return false;
  }
}
