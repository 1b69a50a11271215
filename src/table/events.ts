/* Events at the table, the same from every front end. */
import type {DieNumber, Face} from '../rules/dice.js';
import type {Box, Direction} from './cursor.js';
import type {ViewName} from './layouts.js';

export type TableEvent =
  /** Holds a die, or lets it go. */
  | {readonly event: 'toggle'; readonly die: DieNumber}
  | {readonly event: 'hold'; readonly dice: 'all' | 'none'}
  /**
   * The first roll, or one of the dice that are not held: of none, it is a pass. Typed dice are asked for if no `faces`
   * come.
   */
  | {readonly event: 'roll'; readonly faces?: readonly Face[]}
  /** The front end has shown the roll. */
  | {readonly event: 'shown'}
  /** The face of the next die, where dice are typed; the last one rolls. `erase` takes one back. */
  | {readonly event: 'type'; readonly face: Face}
  | {readonly event: 'erase'}
  | {readonly event: 'move'; readonly direction: Direction}
  /**
   * Puts the dice into a box, by default that at the cursor. A zero beside better boxes is asked for once more, unless
   * it is `meant`: who types the name of a box cannot have hit the wrong one.
   */
  | {readonly event: 'choose'; readonly box?: Box; readonly meant?: boolean}
  /** Leaves the question, the typed dice or the help. */
  | {readonly event: 'cancel'}
  | {readonly event: 'undo'}
  /** Asks what would be best; once more, for everything that can be done. The front end tells by `advised`. */
  | {readonly event: 'hint'}
  /** Opens the help, or closes it. */
  | {readonly event: 'help'}
  /** Another view, by default the next. */
  | {readonly event: 'view'; readonly view?: ViewName}
  /** Does nothing here: how a game is left, the front end knows. */
  | {readonly event: 'quit'};
