/*
 * The keys, the same everywhere: one table from keys to events, and what each does now. Keys have the names that
 * browsers or `node:readline` give them. Front ends send no key that was pressed with Ctrl, Alt or Meta.
 */
import {placementAt, placementsOf, rerollRefusal} from '../game/game.js';
import {FACES, othersOf} from '../rules/dice.js';
import {takeInWords} from './advice-view.js';
import type {Direction} from './cursor.js';
import {otherView, WORDINGS} from './layouts.js';
import * as messages from './messages.js';
import {adviceNow, isMoving, type Mode, nextRoll, type Table, type TableEvent, typingNow} from './state.js';

export interface KeyLine {
  readonly keys: string;
  readonly does: string;
}

interface Key {
  readonly names: readonly string[];
  /** The names as shown. */
  readonly keys: string;
  /** Returns the event of a key; null if it means nothing now. The game refuses impossible events with a reason. */
  readonly event: (table: Table, name: string) => TableEvent | null;
  /** Returns the effect now; null if there is none. */
  readonly does: (table: Table) => string | null;
  /** Effect in general, for the help. */
  readonly help: string;
  /** Only for cheat mode. */
  readonly isForTyping?: true;
}

// biome-ignore format: a table
const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up', up: 'up', k: 'up',
  ArrowDown: 'down', down: 'down', j: 'down',
  ArrowLeft: 'left', left: 'left', h: 'left',
  ArrowRight: 'right', right: 'right', l: 'right',
};

/** Name of the key that rolls. */
export const ROLL_KEY = 'Space';

/** Effect of this key while dice roll or the computer plays. */
const HURRIES: Partial<Record<Mode['mode'], string>> = {
  rolling: 'see the dice at once',
  computer: 'see the end of the turn',
};

const KEYS: readonly Key[] = [
  {
    names: ['1', '2', '3', '4', '5', '6'],
    keys: '1-6',
    event: (table, name) => {
      const face = FACES.find((one) => String(one) === name);
      return face === undefined || !isAwaitingFace(table) ? null : {event: 'type', face};
    },
    does: (table) => {
      const die = isAwaitingFace(table) ? typingNow(table)?.die : undefined;
      return die === undefined ? null : `give die ${die} its value`;
    },
    help: 'the value of the next die',
    isForTyping: true,
  },
  {
    names: ['1', '2', '3', '4', '5'],
    keys: '1-5',
    event: (table, name) => {
      const die = FACES.find((one) => String(one) === name);
      return die === undefined || die === 6 || isAwaitingFace(table) ? null : {event: 'toggle', die};
    },
    does: (table) => (mayHold(table) ? `${verbIn(table)} a die, or not` : null),
    help: 'a die, to roll again or to keep',
  },
  {
    names: ['0'],
    keys: '0',
    event: (table) => (isTyping(table) ? null : {event: 'hold', dice: areAllHeld(table) ? 'none' : 'all'}),
    does: (table) => {
      if (!mayHold(table)) return null;
      const all = (WORDINGS[table.view].marked === 'held') !== areAllHeld(table);
      return `${verbIn(table)} ${all ? 'all dice' : 'no dice'}`;
    },
    help: 'all dice, or none',
  },
  {
    names: [' ', 'space', 'r'],
    keys: ROLL_KEY,
    event: (table) => (isTyping(table) ? null : {event: 'roll'}),
    does: (table) => (isTyping(table) ? null : (HURRIES[table.mode.mode] ?? rollInWords(table))),
    help: 'rolls the dice; so does r',
  },
  {
    names: Object.keys(ARROWS),
    keys: 'Arrows',
    event: (table, name) => {
      const direction = ARROWS[name];
      return isTyping(table) || direction === undefined ? null : {event: 'move', direction};
    },
    does: (table) => (isTyping(table) || placementsOf(table.played.game).length < 2 ? null : 'choose a box'),
    help: 'to the next open box; also hjkl',
  },
  {
    names: ['Enter', 'return', 'enter'],
    keys: 'Enter',
    event: (table) => {
      if (isTyping(table) || table.hasJustEnded) return null;
      return {event: table.played.game.phase === 'over' ? 'again' : 'choose'};
    },
    does: (table) => {
      const {game} = table.played;
      if (game.phase === 'over') return table.hasJustEnded ? null : 'play again';
      const placement = placementAt(game, table.cursor);
      return isTyping(table) || !placement?.legal ? null : messages.placeInWords(game, placement);
    },
    help: 'fills the box at the cursor',
  },
  {
    names: ['Backspace', 'backspace'],
    keys: 'Backspace',
    event: (table) => (isTyping(table) ? {event: 'erase'} : null),
    does: ({mode}) => (mode.mode === 'typing' && mode.faces.length > 0 ? 'take the last value back' : null),
    help: 'takes the last value back',
    isForTyping: true,
  },
  {
    names: ['Escape', 'escape', 'Esc'],
    keys: 'Esc',
    event: ({mode}) => (mode.mode === 'playing' ? null : {event: 'cancel'}),
    does: ({mode}) => (mode.mode === 'playing' ? null : 'back to the game'),
    help: 'leaves a question or this help',
  },
  {
    names: ['a'],
    keys: 'a',
    event: (table) => (isTyping(table) ? null : {event: 'hint'}),
    does: (table) => {
      const {isAdvising, played} = table;
      const {phase} = played.game;
      const isUseful = phase === 'awaiting-choice' || (isAdvising && phase !== 'over');
      return isTyping(table) || !isUseful ? null : messages.switchAdvice(played.game, isAdvising);
    },
    help: 'advice on every roll, or no more',
  },
  {
    names: ['t'],
    keys: 't',
    event: (table) => (adviceToTake(table) === null ? null : {event: 'take'}),
    does: (table) => {
      const now = adviceToTake(table);
      return now && takeInWords(now.game, now.advice.best.choice);
    },
    help: 'does what is advised',
  },
  {
    names: ['c'],
    keys: 'c',
    event: (table) => (adviceToTake(table) === null ? null : {event: 'rank'}),
    does: (table) => (adviceToTake(table) === null ? null : 'all choices, best first'),
    help: 'all choices, with advice on',
  },
  {
    names: ['u'],
    keys: 'u',
    event: () => ({event: 'undo'}),
    does: ({played}) => {
      const what = messages.undoDescription(played);
      return what === null ? null : messages.takeBack(what);
    },
    help: 'takes the last placement back',
  },
  {
    names: ['v'],
    keys: 'v',
    event: () => ({event: 'view'}),
    does: ({view}) => messages.seeView(otherView(view)),
    help: 'the next view',
  },
  {
    names: ['?'],
    keys: '?',
    event: () => ({event: 'help'}),
    does: () => 'help',
    help: 'opens this, and closes it',
  },
  {names: ['q'], keys: 'q', event: () => ({event: 'quit'}), does: () => 'leave', help: 'leaves the game'},
];

/** The keys that press the button in focus. */
const ACTIVATION_KEYS: readonly string[] = [' ', 'space', 'Enter', 'return', 'enter'];

/** Keys, and events, that keep their meaning while dice roll or the computer plays. */
const MEANWHILE = {keys: [ROLL_KEY, 'u', 'q'], events: ['toggle', 'undo', 'quit']};

/**
 * Returns the event of a key; null if it means nothing. Any key of the table closes the help or the list, and most keys
 * hurry a roll or the computer. Keys that press the button in focus are left to it.
 */
export function eventOfKey(key: string, table: Table, focused: string | null = null): TableEvent | null {
  if (focused !== null && ACTIVATION_KEYS.includes(key)) return null;
  const name = typeof key === 'string' && key.length === 1 ? key.toLowerCase() : key;
  const rows = KEYS.filter(({names}) => names.includes(name));
  if (rows.length === 0) return null;
  if (isReading(table)) return {event: 'cancel'};
  const means = rows.map(({event}) => event(table, name)).find((event) => event !== null) ?? null;
  return isMoving(table) && !MEANWHILE.events.includes(`${means?.event}`) ? {event: 'hurry'} : means;
}

/** The keys that do something now, in the order of the table; first those of the button in focus. */
export function keysNow(table: Table, focused: string | null = null): readonly KeyLine[] {
  const own = keysOfTable(table, focused === null ? [] : ACTIVATION_KEYS);
  return focused === null ? own : [{keys: 'Space or Enter', does: `press "${focused}"`}, ...own];
}

/** The keys that do something at the table, except those that are taken. */
function keysOfTable(table: Table, taken: readonly string[]): readonly KeyLine[] {
  if (table.mode.mode === 'help') return [{keys: '? or Esc', does: 'close the help'}];
  if (table.mode.mode === 'ranking') return [{keys: 'c or Esc', does: 'close the list'}];
  const rows = isMoving(table) ? KEYS.filter(({keys}) => MEANWHILE.keys.includes(keys)) : KEYS;
  return rows.flatMap(({names, keys, does}) => {
    const free = names.filter((name) => !taken.includes(name));
    const now = free.length === 0 ? null : does(table);
    return now === null ? [] : [{keys: free.length < names.length ? free.join(' or ') : keys, does: now}];
  });
}

/** Every key that a game may need; those of cheat mode only there. */
export function keysOfHelp({played}: Table): readonly KeyLine[] {
  const isTyped = played.game.setup.dice === 'typed';
  return KEYS.filter(({isForTyping}) => isTyped || !isForTyping).map(({keys, help}) => ({
    keys,
    does: help,
  }));
}

/** Says the effect of the roll button; null if no dice can be rolled. */
export function rollInWords(table: Table): string | null {
  if (table.played.game.phase === 'awaiting-roll') return 'roll the dice';
  return 'refusal' in nextRoll(table) ? null : messages.rerollInWords(table.held);
}

function adviceToTake(table: Table): ReturnType<typeof adviceNow> {
  return isTyping(table) ? null : adviceNow(table);
}

/** Tests if the help or the list of choices is open. */
export function isReading({mode}: Table): boolean {
  return mode.mode === 'help' || mode.mode === 'ranking';
}

function verbIn({view}: Table): string {
  return WORDINGS[view].marked === 'held' ? 'keep' : 'select';
}

function isTyping({mode}: Table): boolean {
  return mode.mode === 'typing';
}

/** A digit is a face while faces are typed, and before a first roll, when there is no die to hold. */
function isAwaitingFace(table: Table): boolean {
  return isTyping(table) || (typingNow(table) !== null && table.played.game.phase === 'awaiting-roll');
}

function mayHold(table: Table): boolean {
  return !isTyping(table) && rerollRefusal(table.played.game) === null;
}

function areAllHeld({held}: Table): boolean {
  return othersOf(held).length === 0;
}
