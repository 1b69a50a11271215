/*
 * A sitting: a dialogue, and the file that its game is saved or kept in. What was done is saved before it is shown, so
 * what is saved is never older than the screen.
 */
import {complain} from '../command-line/user-error.js';
import type {SavedGameFile} from '../keeping/saved-game-file.js';
import {UnusableFile} from '../system/file-errors.js';
import type {Table} from '../table/state.js';
import {selectionOf} from '../table/table.js';
import type {Step} from './dialogue/dialogue.js';
import {isSetAside} from './dialogue/messages.js';
import {type Dialogue, tableIn} from './dialogue/questions.js';

/** What a step shows. */
export interface StepShown {
  readonly output: string;
  /** What became of a kept game that was declined. */
  readonly aside: string | null;
  /** What is wrong with the file; null while that is known already. */
  readonly complaint: string | null;
}

export interface Sitting {
  /** Where the dialogue is. */
  readonly now: () => Dialogue;
  readonly take: (by: (dialogue: Dialogue) => Step) => StepShown;
}

/** Sits down to a dialogue. Its settings say what becomes of the game; where the file fails, no longer. */
export function sitAt(begun: Dialogue, opened: SavedGameFile | null): Sitting {
  const {savedIn, isKept} = begun.settings;
  let [dialogue, file] = [begun, opened];
  let saved: Table | null = null;
  let problem: string | null = null;
  let complaint: string | null = null;

  /** Does something with the file; null if that fails. */
  const touch = <T>(work: () => T): T | null => {
    try {
      const done = work();
      problem = null;
      return done;
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
      if (error.message !== problem) complaint = `${error.message}: the game goes on, but is not saved`;
      problem = error.message;
      return null;
    }
  };
  /** Saves what was done since the last time; the dialogue then knows whether it is saved. */
  const save = (): void => {
    const {settings} = dialogue;
    const table = tableIn(dialogue);
    const isNew = table?.played !== saved?.played || table?.held !== saved?.held;
    // A game in which nothing was done is worth no question at the next start.
    if (file !== null && table !== null && isNew && (!isKept || table.played.actions.length > 0)) {
      const {save: write} = file;
      const mark = settings.mark === null ? {} : {mark: settings.mark};
      const held = selectionOf(table);
      touch(() => {
        write({...table.played, ...mark, ...(held && {held})});
        saved = table;
      });
    }
    const isGood = problem === null;
    dialogue = {
      ...dialogue,
      settings: {...settings, savedIn: isGood ? savedIn : null, isKept: isGood && isKept},
    };
  };
  const setAside = ({declined}: Step): string | null => {
    if (declined === undefined || file === null) return null;
    const path = touch(file.setAside);
    // Where it stays, nothing may be written over it.
    if (path === null) file = null;
    return path === null ? null : isSetAside(declined, path);
  };

  return {
    now: () => dialogue,
    take: (by) => {
      save();
      const step = by(dialogue);
      const aside = setAside(step);
      dialogue = step.dialogue;
      save();
      const shown = {output: step.output, aside, complaint};
      complaint = null;
      return shown;
    },
  };
}

/** Shows a step line by line. */
export function show({output, aside, complaint}: StepShown): void {
  if (complaint !== null) complain(complaint);
  process.stdout.write(aside === null ? output : `\n${aside}\n${output}`);
}
