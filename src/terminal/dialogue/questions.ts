/* The questions of the dialogue: what each carries, how it is put, and what can be typed there. */
import type {Played} from '../../game/game.js';
import {MAX_PLAYERS} from '../../game/players.js';
import type {Setup, Strength} from '../../game/setup.js';
import {othersOf} from '../../rules/dice.js';
import type {HallOfFame} from '../../storage/log.js';
import {rerollRefusal, type Table} from '../../table/state.js';
import {rollInWords, worthInWords} from '../drawing/words.js';
import * as messages from './messages.js';

/** How the last game was set up, but for its dice. */
export type LastSetup = Pick<Setup, 'players' | 'computers' | 'rules' | 'columns'>;

/** What a game is played with. */
export interface Settings {
  /** Where the players are not known yet, they are asked for. */
  readonly setup: Omit<Setup, 'players'> & {readonly players: readonly string[] | null};
  /** What Enter plays again, where the players are asked for; null if nothing is offered. */
  readonly last: LastSetup | null;
  /** The computers that play in a new game, behind the persons. */
  readonly computers: readonly Strength[];
  /** The file in which the game is saved, as the player calls it; null if it is not saved. */
  readonly savedIn: string | null;
  /** Whether it is kept by itself, from the first action on. */
  readonly isKept: boolean;
}

/** A game that was kept, and what stands above it or above a new one. */
export interface Offer {
  readonly kept: Played;
  /** The hall of fame of the kept game, and that of a new one. */
  readonly entries: Readonly<Record<'kept' | 'fresh', HallOfFame>>;
}

/** A game at a table, where a question is asked; or none while the table waits for advice, or for the computer. */
export interface InGame {
  readonly asks: 'roll' | 'reroll' | 'faces' | 'category';
  readonly table: Table;
  readonly settings: Settings;
  /** Whether `quit` was typed, and is to be typed once more. */
  readonly isLeaving: boolean;
  /** Whether advice that was asked for is to list everything. */
  readonly isRanking: boolean;
}

type BeforeGame = {readonly settings: Settings} & (
  | {readonly asks: 'go-on'; readonly offer: Offer}
  | {readonly asks: 'players'}
  | {
      readonly asks: 'name';
      readonly names: readonly string[];
      readonly count: number;
      /** Whether `-99` asked for cheat mode. */
      readonly cheat: boolean;
    }
);

/** All is said. `table` is null if no game began; `isLost` unless one can be gone on with. */
export interface Ended {
  readonly asks: 'nothing';
  readonly table: Table | null;
  readonly isLost: boolean;
  readonly settings: Settings;
}

/** One that has asked a question, or waits. */
export type Open = BeforeGame | InGame;
export type Dialogue = Open | Ended;

export function isInGame(dialogue: Dialogue): dialogue is InGame {
  return dialogue.asks !== 'nothing' && 'table' in dialogue;
}

/** Null before a game. */
export function tableIn(dialogue: Dialogue): Table | null {
  return 'table' in dialogue ? dialogue.table : null;
}

/** The game, and all that was done in it; null if none has begun. */
export function playedIn(dialogue: Dialogue): Played | null {
  return tableIn(dialogue)?.played ?? null;
}

/** What a table that waits for a player waits for, line by line. */
export function askedAt(table: Table): InGame['asks'] {
  if (table.played.game.phase !== 'awaiting-choice') return 'roll';
  if (table.mode.mode === 'typing') return 'faces';
  return rerollRefusal(table) === null ? 'reroll' : 'category';
}

/** How many persons can play, beside the computers. */
export function mostPersons({settings}: Dialogue): number {
  return MAX_PLAYERS - settings.computers.length;
}

/** The roll in words, between a roll and a placement: it may be out of sight by now. */
export function reminderOf(dialogue: Open): string {
  const game = playedIn(dialogue)?.game;
  return game?.phase === 'awaiting-choice' ? `${rollInWords(game)}\n` : '';
}

/** What stands above a question when it is asked first. */
export function leadOf(dialogue: Open): string {
  if (!isInGame(dialogue)) return '';
  const {game} = dialogue.table.played;
  if (game.phase !== 'awaiting-choice') return `${messages.standings(game)}\n`;
  return dialogue.asks === 'faces' ? '' : worthInWords(game);
}

/** How the question is put, and what can be typed there. */
export function questionOf(dialogue: Open): {readonly question: string; readonly help: string} {
  switch (dialogue.asks) {
    case 'go-on':
      return {question: messages.askGoOn(dialogue.offer.kept.game), help: messages.HELP_GO_ON};
    case 'players': {
      const most = mostPersons(dialogue);
      const last = dialogue.settings.last?.players ?? null;
      return {question: messages.askPlayers(most, last), help: messages.helpPlayers(most, last !== null)};
    }
    case 'name':
      return {question: messages.askName(dialogue.names.length + 1), help: messages.HELP_NAME};
    case 'roll': {
      const {game} = dialogue.table.played;
      return {question: messages.askRoll(game), help: messages.helpRoll(game)};
    }
    case 'reroll':
      return {question: messages.ASK_REROLL, help: messages.helpReroll(dialogue.table.played.game)};
    case 'faces': {
      const numbers = othersOf(dialogue.table.held);
      return {
        question: messages.askFaces(numbers),
        help: messages.helpFaces(dialogue.table.played.game, numbers.length),
      };
    }
    case 'category': {
      const {game} = dialogue.table.played;
      return {question: messages.askCategory(game.setup.columns), help: messages.helpCategory(game)};
    }
  }
}
