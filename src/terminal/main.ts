/*
 * The door of `fivedice play`: lines from standard input, signals, the files of the game. What is asked and shown is
 * the dialogue's. On a terminal that has a full screen, the screen takes the game from its first roll to its end.
 */
import {fstatSync} from 'node:fs';
import {setImmediate as nextTurn} from 'node:timers/promises';
import {runCommand} from '../command-line/command.js';
import {complain} from '../command-line/complain.js';
import {EXIT} from '../command-line/exit-status.js';
import type {Given} from '../command-line/flags.js';
import {troubleError} from '../command-line/user-error.js';
import {type Entry, scoresIn} from '../game/hall-of-fame.js';
import {openSavedGame, type SavedGameFile} from '../keeping/saved-game-file.js';
import {isSystemError, UnusableFile} from '../keeping/unusable-file.js';
import {endOfInput, goneOn, interrupt, remind, type Step, start, step} from './dialogue/dialogue.js';
import {linesOf} from './dialogue/lines.js';
import {LEAVE_SCREEN, NOT_IN_HALL_OF_FAME} from './dialogue/messages.js';
import type {Dialogue, Settings} from './dialogue/questions.js';
import {complainNotEntered, enterHall, openHall} from './hall.js';
import type {Screen} from './screen/screen.js';
import {COMMAND, savedSetup, screenOf, settingsOf} from './settings.js';

/** What ends a game from outside: Ctrl-C, a terminal that goes away, `kill`. */
const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const;

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, playFrom, UnusableFile);
}

async function playFrom(given: Given): Promise<number> {
  const settings = settingsOf(given);
  // Node takes it for an input that has ended.
  if (isFolder(0)) throw troubleError('standard input: it is a folder');
  if (settings.savedIn === null) return play(settings, given, null);
  const file = await openSavedGame(settings.savedIn);
  try {
    const {found} = file;
    const setup = found === null ? settings.setup : savedSetup(given, settings, found.game.setup);
    const mark = found === null ? settings.mark : (found.mark ?? null);
    return await play({...settings, setup, mark}, given, file);
  } finally {
    file.close();
  }
}

function isFolder(file: number): boolean {
  try {
    return fstatSync(file).isDirectory();
  } catch {
    // Some systems do not tell of a terminal what it is.
    return false;
  }
}

/** Plays a game to its end, or to that of the input. */
async function play(settings: Settings, given: Given, file: SavedGameFile | null): Promise<number> {
  const hall = openHall(settings, given.text('scores'));
  const seat = screenOf(given, settings);
  let screen: Screen | null = null;
  /** What the file complained of while the screen was there. */
  let complaint: string | null = null;
  const save = saving(settings, file, (text) => {
    if (screen === null) complain(text);
    else complaint = text;
  });
  const first = start(settings, hall?.entries ?? [], file?.found ?? null);
  let dialogue = save(first.dialogue);
  const isScreens = (): boolean => seat !== null && 'game' in dialogue && dialogue.asks !== 'nothing';
  const show = (output: string): void => {
    if (!isScreens()) process.stdout.write(output);
  };
  /** What was done is saved before it is shown: the file is never older than the screen. */
  const advance = (by: (dialogue: Dialogue) => Step): void => {
    const next = by(save(dialogue));
    dialogue = save(next.dialogue);
    show(next.output);
  };
  const isAtEnd = (): boolean => dialogue.asks === 'nothing';
  const scores = (): readonly Entry[] => scoresIn('game' in dialogue ? dialogue.game : null, settings.mark);

  let isRecorded = false;
  const ended = (signal: NodeJS.Signals): void => {
    try {
      screen?.close();
      advance(interrupt);
      if (hall !== null && !isRecorded)
        complainNotEntered(hall.path, scores(), 'the game was ended from outside');
      file?.close();
    } finally {
      // Not by an exit status that looks like it: a shell stops its loop only for the signal.
      process.kill(process.pid, signal);
    }
  };
  let isUnseen = false;
  const unseen = (): void => {
    isUnseen = true;
    process.stdin.destroy();
  };
  for (const signal of SIGNALS) process.once(signal, ended);
  process.on('SIGCONT', () => advance(remind));
  process.stdout.once('error', unseen);
  let trouble = false;
  show(first.output);
  try {
    if (!isAtEnd() && !isScreens()) {
      const bytes = process.stdin.iterator({destroyOnReturn: false});
      for await (const line of linesOf(bytes, process.stdin.isTTY)) {
        advance((now) => step(now, line));
        // Lets a failure of standard output be known: nobody plays on without seeing.
        await nextTurn();
        if (isAtEnd() || isScreens() || isUnseen) break;
      }
    }
    if (seat !== null && 'game' in dialogue && dialogue.game !== null && isScreens() && !isUnseen) {
      const {openScreen} = await import('./screen/screen.js');
      let ending = '';
      const {game, actions} = dialogue;
      screen = openScreen(
        {game, actions},
        {
          ...seat,
          onPlayed: (played) => {
            const next = goneOn(dialogue, played);
            [complaint, ending] = [null, next.output];
            dialogue = save(next.dialogue);
            return complaint;
          },
          warning: () => (dialogue.settings.savedIn === null ? LEAVE_SCREEN : null),
        },
      );
      const left = await screen.left;
      if (isAtEnd()) process.stdout.write(ending);
      else if (left === 'quit') advance(interrupt);
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (!isUnseen) complain(`standard input: ${error.message}`);
    trouble = !isUnseen;
  }
  process.stdin.destroy();
  advance(endOfInput);

  const {game} = dialogue.asks === 'nothing' ? dialogue : {game: null};
  if (game?.phase !== 'over' || isUnseen) {
    const isSaved = game !== null && dialogue.settings.savedIn !== null;
    return trouble ? EXIT.trouble : isSaved ? EXIT.passed : EXIT.failed;
  }
  if (game.setup.dice === 'typed') process.stdout.write(`${NOT_IN_HALL_OF_FAME}\n`);
  else if (hall !== null) {
    // A game that was over before may have entered its scores then.
    const isAgain = file?.found?.game.phase === 'over';
    const isEntered = await enterHall(hall.path, scores(), isAgain);
    isRecorded = true;
    if (!isEntered) return EXIT.trouble;
  }
  file?.remove();
  return EXIT.passed;
}

/** What saves a dialogue's game, if anything was done since the last time; the dialogue then says so. */
function saving(
  {savedIn, mark}: Settings,
  file: SavedGameFile | null,
  tell: (complaint: string) => void,
): (dialogue: Dialogue) => Dialogue {
  let savedActions: Dialogue['actions'] | null = null;
  let complaint: string | null = null;
  return (dialogue) => {
    const game = 'game' in dialogue ? dialogue.game : null;
    if (file === null || game === null || dialogue.actions === savedActions) return dialogue;
    try {
      file.save({game, actions: dialogue.actions, ...(mark === null ? {} : {mark})});
      savedActions = dialogue.actions;
      complaint = null;
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
      if (error.message !== complaint) tell(`${error.message}: the game goes on, but is not saved`);
      complaint = error.message;
    }
    return {...dialogue, settings: {...dialogue.settings, savedIn: complaint === null ? savedIn : null}};
  };
}
