/* A table as data, its events, and the dice that could be rolled now. */
import type {Advice} from '../analysis/advice.js';
import {type Played, rerollRefusal} from '../game/game.js';
import {DIE_NUMBERS, type DieNumber, type Face, othersOf} from '../rules/dice.js';
import type {Box, Placement} from '../rules/scorecard.js';
import type {Direction} from './cursor.js';
import type {ViewName} from './layouts.js';

/** Events at the table, the same from every front end. */
export type TableEvent =
  /** Holds a die, or lets it go. */
  | {readonly event: 'toggle'; readonly die: DieNumber}
  | {readonly event: 'hold'; readonly dice: 'all' | 'none'}
  /**
   * The first roll, or one of the dice that are not held: of none, it is a pass. Typed dice are asked for if no `faces`
   * come.
   */
  | {readonly event: 'roll'; readonly faces?: readonly Face[]}
  /** The roll, or the end of the game, has been seen. */
  | {readonly event: 'shown'}
  /** Ends the showing of a roll, and of the whole turn of a computer. */
  | {readonly event: 'hurry'}
  /** Rolls take time to be shown from now on, or none. */
  | {readonly event: 'motion'; readonly isOn: boolean}
  /** The face of the next die, where dice are typed; the last one rolls. `erase` takes one back. */
  | {readonly event: 'type'; readonly face: Face}
  | {readonly event: 'erase'}
  | {readonly event: 'move'; readonly direction: Direction}
  /**
   * Puts the dice into a box, by default that at the cursor. A zero beside better boxes is asked for once more, unless
   * it is `meant`: a typed name cannot be a slip of the mouse.
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
  /** Leave the game, and at its end begin another: handled by the front end. */
  | {readonly event: 'quit'}
  | {readonly event: 'again'};

export type Mode =
  | {readonly mode: 'playing'}
  /** A roll is being shown. The next event ends that, and counts only if it holds a die. */
  | {readonly mode: 'rolling'}
  /** A zero waits to be chosen once more. */
  | ({readonly mode: 'confirming'} & Box)
  | Typing
  /** All that can be done is listed, best first. */
  | {readonly mode: 'ranking'}
  /** The computer plays its turn: only a placement can be taken back, until it has rolled. */
  | {readonly mode: 'computer'}
  | {readonly mode: 'help'};

/** In cheat mode: the dice with these numbers get these faces, as far as they are typed. */
export interface Typing {
  readonly mode: 'typing';
  readonly numbers: readonly DieNumber[];
  readonly faces: readonly Face[];
}

export interface Table {
  readonly played: Played;
  readonly view: ViewName;
  /** Rolls take time to be shown. */
  readonly motion: boolean;
  /** The rest of the computer's turn takes none. */
  readonly isHurried: boolean;
  /** The last placement has just ended the game: a key or click meant for a box must not begin another. */
  readonly hasJustEnded: boolean;
  /** Dice a reroll would keep; meaningless when no reroll is possible. */
  readonly held: readonly DieNumber[];
  /** An open box of the current player, until the game is over. */
  readonly cursor: Box;
  readonly mode: Mode;
  /** Each roll of a person is advised on. */
  readonly isAdvising: boolean;
  /** Advice on this roll; `asked` while it is worked out, null if nobody has asked. */
  readonly advice: Advice | 'asked' | null;
  /** Why the last event did nothing; null if it did. */
  readonly refusal: string | null;
  /** The note of the rules that the refusal says; null if it says none. */
  readonly barredBy: Placement['reason'];
  /** Effect of the last event, for a screen reader; may be empty. */
  readonly announcement: string;
  /** The announcement is the advice, which is said again when more of it is known. */
  readonly announcesAdvice: boolean;
}

/** Tests if dice roll, or the computer plays: players wait. */
export function isMoving({mode: {mode}}: Table): boolean {
  return mode === 'rolling' || mode === 'computer';
}

/** Returns the advice on the roll that is seen; null if there is none. */
export function adviceNow({advice, mode}: Table): Advice | null {
  return advice === 'asked' || mode.mode === 'rolling' ? null : advice;
}

/** Pictures of a roll: the dice come to rest one after the other, the last before these are over. */
export const PICTURES = 8;

/** Returns the dice that a roll would roll now, or the reason why none. */
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
