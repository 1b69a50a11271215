/* The questions of the dialogue: what each carries, how it is put, and what can be typed there. */
import type {Action, Game, RolledGame} from '../../game/game.js';
import type {HallOfFame, Mark} from '../../game/hall-of-fame.js';
import {MAX_PLAYERS} from '../../game/players.js';
import type {Setup, Strength} from '../../game/setup.js';
import type {SavedGame} from '../../keeping/saved-game.js';
import type {DieNumber} from '../../rules/dice.js';
import {type CardView, drawCard} from '../drawing/card.js';
import {rollInWords, worthInWords} from '../drawing/words.js';
import * as messages from './messages.js';

/** What a game is played with. */
export interface Settings {
  /** Where the players are not known yet, they are asked for. */
  readonly setup: Omit<Setup, 'players'> & {readonly players: readonly string[] | null};
  /** The computers that play in a new game, behind the persons. */
  readonly computers: readonly Strength[];
  readonly view: CardView;
  /** The file in which the game is saved, as the player calls it; null if it is not saved. */
  readonly savedIn: string | null;
  /** Whether it is kept by itself, from the first action on. */
  readonly isKept: boolean;
  /** How its scores are marked in the hall of fame; null if they are like others. */
  readonly mark: Mark | null;
}

/** A game that was kept, and what stands above it or above a new one. */
export interface Offer {
  readonly kept: SavedGame;
  /** The hall of fame of the kept game, and that of a new one. */
  readonly entries: Readonly<Record<'kept' | 'fresh', HallOfFame>>;
}

type Deciding =
  | {readonly asks: 'reroll'; readonly game: RolledGame}
  | {readonly asks: 'category'; readonly game: RolledGame}
  /** In cheat mode: where the dice with these numbers land. */
  | {readonly asks: 'faces'; readonly game: RolledGame; readonly numbers: readonly DieNumber[]};

/** What is not asked of the player: whoever drives the dialogue works it out. */
type Waits =
  /** For advice, after which a question stands again; `everything` if all choices are wanted. */
  | {
      readonly asks: 'advice';
      readonly game: RolledGame;
      readonly everything: boolean;
      readonly back: Deciding;
    }
  /** For what the computer does next. */
  | {readonly asks: 'computer'; readonly game: RolledGame};

type Question =
  | {readonly asks: 'go-on'; readonly offer: Offer}
  | {readonly asks: 'players'}
  | {
      readonly asks: 'name';
      readonly names: readonly string[];
      readonly count: number;
      /** Whether `-99` asked for cheat mode. */
      readonly cheat: boolean;
    }
  | {readonly asks: 'roll'; readonly game: Game}
  | Deciding
  | Waits
  /** All is said. `game` is null if it never began; `isLost` unless one can be gone on with. */
  | {readonly asks: 'nothing'; readonly game: Game | null; readonly isLost: boolean};

export type Dialogue = Question & {
  readonly settings: Settings;
  /** All that was done in this game. */
  readonly actions: readonly Action[];
  /** What the last answer was, if it has a price and is to be typed once more; else null. */
  readonly confirming: 'quit' | 'hint' | null;
};

/** A dialogue that waits for the advisor. */
export type Waiting = Extract<Dialogue, Waits>;
/** One that has asked a question. */
export type Asking = Exclude<Dialogue, Waits | {readonly asks: 'nothing'}>;
/** One at a question of the game. */
export type InGame = Extract<Asking, {readonly game: Game}>;

/** How many persons can play, beside the computers. */
export function mostPersons({settings}: Dialogue): number {
  return MAX_PLAYERS - settings.computers.length;
}

/** The roll in words, between a roll and a placement: it may be out of sight by now. */
export function reminderOf(dialogue: Asking): string {
  return 'game' in dialogue && dialogue.game.phase === 'awaiting-choice'
    ? `${rollInWords(dialogue.game)}\n`
    : '';
}

/** What stands above a question when it is asked first. */
export function leadOf(dialogue: Asking): string {
  switch (dialogue.asks) {
    case 'roll':
      return `${messages.standings(dialogue.game)}\n`;
    case 'reroll':
      return worthInWords(dialogue.game);
    case 'category':
      return dialogue.settings.view === 'words'
        ? worthInWords(dialogue.game)
        : drawCard(dialogue.game, dialogue.settings.view);
    default:
      return '';
  }
}

export function questionOf(dialogue: Asking): string {
  switch (dialogue.asks) {
    case 'go-on':
      return messages.askGoOn(dialogue.offer.kept.game);
    case 'players':
      return messages.askPlayers(mostPersons(dialogue));
    case 'name':
      return messages.askName(dialogue.names.length + 1);
    case 'roll':
      return messages.askRoll(dialogue.game);
    case 'reroll':
      return messages.ASK_REROLL;
    case 'faces':
      return messages.askFaces(dialogue.numbers);
    case 'category':
      return messages.askCategory(dialogue.game.setup.columns);
  }
}

/** What can be typed. */
export function helpOf(dialogue: Asking): string {
  switch (dialogue.asks) {
    case 'go-on':
      return messages.HELP_GO_ON;
    case 'players':
      return messages.helpPlayers(mostPersons(dialogue));
    case 'name':
      return messages.HELP_NAME;
    case 'roll':
      return messages.helpRoll(dialogue.game);
    case 'reroll':
      return messages.HELP_REROLL;
    case 'faces':
      return messages.helpFaces(dialogue.numbers.length);
    case 'category':
      return messages.helpCategory(dialogue.game.setup.columns);
  }
}
