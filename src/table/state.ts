/* A table as data, its events, and the dice that could be rolled now. */
import type {Advice} from '../analysis/advice.js';
import {type Played, type RolledGame, rerollRefusal} from '../game/game.js';
import {DIE_NUMBERS, type DieNumber, type Face, othersOf} from '../rules/dice.js';
import type {Box, Placement} from '../rules/scorecard.js';
import type {Direction} from './cursor.js';
import type {ViewName} from './layouts.js';

/** Events at the table, the same from every front end. */
export type TableEvent =
  /** Holds a die, or lets it go. */
  | {readonly event: 'toggle'; readonly die: DieNumber}
  | {readonly event: 'hold'; readonly dice: 'all' | 'none'}
  /** Rolls the dice that are not held; with all held it is a pass. In cheat mode without `faces`, asks for them. */
  | {readonly event: 'roll'; readonly faces?: readonly Face[]}
  /** The pictures of a roll, or the pause at the end, are over. */
  | {readonly event: 'shown'}
  /** Skips the pictures of a roll, and the pauses of a computer's whole turn. */
  | {readonly event: 'hurry'}
  /** Switches the pictures of rolls on or off. */
  | {readonly event: 'motion'; readonly isOn: boolean}
  /** In cheat mode, gives the next die its face; the last one rolls. `erase` takes one back. */
  | {readonly event: 'type'; readonly face: Face}
  | {readonly event: 'erase'}
  | {readonly event: 'move'; readonly direction: Direction}
  /**
   * Puts the dice into a box, by default the one at the cursor. A zero beside better boxes needs a second choice,
   * unless it is `meant`: a typed name cannot be a slip of the mouse.
   */
  | {readonly event: 'choose'; readonly box?: Box; readonly meant?: boolean}
  /** Leaves the question, the typed dice or the help. */
  | {readonly event: 'cancel'}
  | {readonly event: 'undo'}
  /** Switches advice on or off; `once` asks for it on this roll alone. */
  | {readonly event: 'hint'; readonly once?: boolean}
  /** Does what is advised. */
  | {readonly event: 'take'}
  /** Opens the list of all choices, or closes it. */
  | {readonly event: 'rank'}
  /** Opens the help, or closes it. */
  | {readonly event: 'help'}
  /** Another view, by default the next. */
  | {readonly event: 'view'; readonly view?: ViewName}
  /** Handled by the front end. */
  | {readonly event: 'quit'}
  | {readonly event: 'again'};

export type Mode =
  | {readonly mode: 'playing'}
  /** A roll is shown in pictures. The next event ends them, and does nothing else unless it toggles a die. */
  | {readonly mode: 'rolling'}
  /** A zero waits for a second choice. */
  | ({readonly mode: 'confirming'} & Box)
  | Typing
  /** The list of all choices is open. */
  | {readonly mode: 'ranking'}
  /** The computer plays its turn: only a placement can be taken back, until it has rolled. */
  | {readonly mode: 'computer'}
  | {readonly mode: 'help'};

/** In cheat mode: the dice that get faces, and the faces typed so far. */
export interface Typing {
  readonly mode: 'typing';
  readonly numbers: readonly DieNumber[];
  readonly faces: readonly Face[];
}

export interface Table {
  readonly played: Played;
  readonly view: ViewName;
  /** Rolls are shown in pictures. */
  readonly motion: boolean;
  /** The rest of the computer's turn has no pauses. */
  readonly isHurried: boolean;
  /** The last placement has just ended the game: a key or click meant for a box must not begin another. */
  readonly hasJustEnded: boolean;
  /** Dice a reroll would keep; meaningless when no reroll is possible. */
  readonly held: readonly DieNumber[];
  /** An open box of the current player, until the game is over. */
  readonly cursor: Box;
  readonly mode: Mode;
  /** Each roll of a person gets advice. */
  readonly isAdvising: boolean;
  /** Advice on this roll; `asked` while it is worked out, null if nobody has asked. */
  readonly advice: Advice | 'asked' | null;
  /** Reason why the last event did nothing; null if it had an effect. */
  readonly refusal: string | null;
  /** Note of the rules that the refusal repeats; null if none. */
  readonly barredBy: Placement['reason'];
  /** Effect of the last event, for a screen reader; may be empty. */
  readonly announcement: string;
}

/** Tests if players wait: dice roll, or the computer plays. */
export function isMoving({mode: {mode}}: Table): boolean {
  return mode === 'rolling' || mode === 'computer';
}

/** Returns the advice on this roll, and its game; null if there is none yet, or the dice still roll. */
export function adviceNow({
  played: {game},
  advice,
  mode,
}: Table): {readonly game: RolledGame; readonly advice: Advice} | null {
  if (advice === null || advice === 'asked' || game.phase !== 'awaiting-choice') return null;
  return mode.mode === 'rolling' ? null : {game, advice};
}

/** Pictures of a roll. The dice come to rest one after another, the last one in the last picture. */
export const PICTURES = 8;

/** Returns the dice that would roll now, or the reason why none can. */
export function nextRoll({
  played: {game},
  held,
}: Table): {readonly numbers: readonly DieNumber[]} | {readonly refusal: string} {
  if (game.phase === 'awaiting-roll') return {numbers: DIE_NUMBERS};
  const refusal = rerollRefusal(game);
  return refusal === null ? {numbers: othersOf(held)} : {refusal};
}

/** Returns the die whose face would be typed next, and the dice and faces of the roll; null if none can be typed. */
export function typingNow(
  table: Table,
): {readonly die: DieNumber; readonly numbers: readonly DieNumber[]; readonly faces: readonly Face[]} | null {
  const waiting = table.mode.mode === 'typing' ? table.mode : {...nextRoll(table), faces: []};
  if ('refusal' in waiting || table.played.game.setup.dice !== 'typed') return null;
  const {numbers, faces} = waiting;
  const die = numbers[faces.length];
  return die === undefined ? null : {die, numbers, faces};
}
