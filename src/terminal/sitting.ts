/*
 * A sitting: a dialogue and the files of its game. What was done is saved before it is shown, and a game that is over
 * goes into the log.
 */
import {complain} from '../command-line/user-error.js';
import type {Played} from '../game/game.js';
import {type Autosave, appendToLog} from '../storage/files.js';
import {UnusableFile} from '../system/file-errors.js';
import type {Step} from './dialogue/dialogue.js';
import {type Dialogue, playedIn} from './dialogue/questions.js';

/** What a step shows. */
export interface StepShown {
  readonly output: string;
  /** Problem of a file; null while the player knows it. */
  readonly complaint: string | null;
}

export interface Sitting {
  readonly now: () => Dialogue;
  readonly take: (by: (dialogue: Dialogue) => Step) => StepShown;
  /** Whether the game is over and was added to the log. */
  readonly isLogged: () => boolean;
}

/** Sits down to a dialogue; `file` is null if its game is not saved. */
export function sitAt(begun: Dialogue, file: Autosave | null): Sitting {
  const {savedIn, isKept} = begun.settings;
  let dialogue = begun;
  /** What is in the files. A game that was over when it was opened is in the log. */
  let saved: Played | null = file?.found ?? null;
  let isLogged = false;
  let problem: string | null = null;
  let complaint: string | null = null;

  /** Returns the problem of the file; null if it was written. */
  const attempt = (work: () => void, lost: string): string | null => {
    try {
      work();
      return null;
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
      return `${error.message}: ${lost}`;
    }
  };
  const write = (played: Played): string | null => {
    if (played.game.phase === 'over') {
      const failed = attempt(() => appendToLog(played), 'the log lacks this game');
      isLogged = failed === null;
      return isLogged && file !== null ? attempt(file.remove, 'the game stays there') : failed;
    }
    isLogged = false;
    // A game in which nothing was done is worth no question at the next start.
    if (file === null || (isKept && played.actions.length === 0)) return null;
    return attempt(() => file.write(played), 'the game goes on, but is not saved');
  };
  const save = (): void => {
    const played = playedIn(dialogue);
    if (played === null || played.actions === saved?.actions) return;
    const failed = write(played);
    if (failed === null || isLogged) saved = played;
    if (failed !== null && failed !== problem) complaint = failed;
    problem = failed;
    const {settings} = dialogue;
    const isGood = failed === null;
    dialogue = {
      ...dialogue,
      settings: {...settings, savedIn: isGood ? savedIn : null, isKept: isGood && isKept},
    };
  };

  return {
    now: () => dialogue,
    take: (by) => {
      const step = by(dialogue);
      dialogue = step.dialogue;
      save();
      const shown = {output: step.output, complaint};
      complaint = null;
      return shown;
    },
    isLogged: () => isLogged,
  };
}

/** Shows a step line by line. */
export function show({output, complaint}: StepShown): void {
  if (complaint !== null) complain(complaint);
  process.stdout.write(output);
}
