/*
 * A saved game as text: how it was set up, and every action in it. Reading plays the actions again, so that whatever
 * is in the file, what comes out is a game that can be played. Pure, and needs no package: it works in a browser too.
 *
 * A checksum notices that a file was edited. Not tamper-proof.
 */

import {describeValue, printable} from '../game/format.js';
import {type Action, type Played, replay} from '../game/game.js';
import {MARKS, type Mark} from '../game/hall-of-fame.js';
import {type Problem, parseSetup, type Setup} from '../game/setup.js';
import {CATEGORIES} from '../rules/categories.js';
import {DIE_NUMBERS, type DieNumber, FACES} from '../rules/dice.js';
import {COLUMN_NUMBERS} from '../rules/rule-sets.js';

export interface SavedGame extends Played {
  /** How its scores are marked in the hall of fame. */
  readonly mark?: Mark;
  /** The dice that were held when it was left, on a front end that has such; missing if that is not known. */
  readonly held?: readonly DieNumber[];
}

const VERSION = 1;

/** The text of a game: JSON with an action on each line. */
export function formatGame(saved: SavedGame): string {
  const content = contentOf(saved);
  return `{
  "fivedice": "game",
  "version": ${VERSION},
${content},
  "checksum": "${checksumOf(content)}"
}
`;
}

/** The game that a text holds, or why it holds none. */
export function parseGame(text: string): SavedGame | Problem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {problem: `it is not JSON: ${error instanceof Error ? error.message : error}`};
  }
  try {
    const {setup, actions, mark, held, checksum} = savedIn(value);
    const game = replay(setup, actions);
    if ('refusal' in game) return {problem: `action ${game.at} is not possible: ${game.refusal}`};
    const saved = {game, actions, ...(mark && {mark}), ...(held && {held})};
    return checksum === checksumOf(contentOf(saved)) ? saved : {...saved, mark: 'edited'};
  } catch (error) {
    if (error instanceof Malformed) return {problem: error.message};
    throw error;
  }
}

/** The keys of setup and actions, in the order in which they are written. */
const KEYS = [
  'players',
  'computers',
  'rules',
  'columns',
  'dice',
  'seed',
  'day',
  'action',
  'numbers',
  'faces',
  'column',
  'category',
];

/** What the checksum is of: the same text for the same game, however its file was laid out. */
function contentOf({game: {setup}, actions, mark, held}: SavedGame): string {
  const marked = mark === undefined ? '' : `  "mark": "${mark}",\n`;
  const holds = held === undefined ? '' : `,\n  "held": ${JSON.stringify(held)}`;
  const lines = actions.map((action) => `\n    ${JSON.stringify(action, KEYS)}`);
  return `  "setup": ${JSON.stringify(setup, KEYS)},\n${marked}  "actions": [${lines.join(',')}${lines.length > 0 ? '\n  ' : ''}]${holds}`;
}

/** FNV-1a, 32 bits: of four thousand million edits one goes unnoticed. */
export function checksumOf(text: string): string {
  const hash = new TextEncoder()
    .encode(text)
    .reduce((before, byte) => Math.imul(before ^ byte, 0x0100_0193) >>> 0, 0x811c_9dc5);
  return hash.toString(16).padStart(8, '0');
}

/*
 * From here on a value of which nothing is known becomes a saved game, or is malformed. Keys that are not known are
 * refused: a slip of the pen in one must not go unnoticed.
 */

class Malformed extends Error {}

interface Saved {
  readonly setup: Setup;
  readonly actions: readonly Action[];
  readonly mark: Mark | null;
  readonly held: readonly DieNumber[] | null;
  readonly checksum: unknown;
}

function savedIn(value: unknown): Saved {
  const saved = fieldsOf(value, '', 'a saved game', [
    'fivedice',
    'version',
    'setup',
    'mark',
    'actions',
    'held',
    'checksum',
  ]);
  if (saved.get('fivedice') !== 'game') throw malformed('fivedice', saved.get('fivedice'), '"game"');
  oneOf([VERSION], saved.get('version'), 'version');
  const setup = parseSetup(saved.get('setup'));
  if ('problem' in setup) throw new Malformed(setup.problem);
  const mark = saved.get('mark') === undefined ? null : oneOf(MARKS, saved.get('mark'), 'mark');
  const actions = listIn(saved.get('actions'), 'actions', 'a list of actions', actionIn);
  const held =
    saved.get('held') === undefined
      ? null
      : listIn(saved.get('held'), 'held', 'a list of dice numbers', (one, place) =>
          oneOf(DIE_NUMBERS, one, place),
        );
  return {setup, actions, mark, held, checksum: saved.get('checksum')};
}

const ACTION_KEYS = {
  roll: ['action', 'faces'],
  reroll: ['action', 'numbers', 'faces'],
  place: ['action', 'column', 'category'],
  undo: ['action'],
  hint: ['action'],
} as const satisfies Record<Action['action'], readonly string[]>;

function actionIn(value: unknown, where: string): Action {
  const name = fieldsOf(value, where, 'an action', null).get('action');
  const action = oneOf(['roll', 'reroll', 'place', 'undo', 'hint'], name, `${where}.action`);
  const fields = fieldsOf(value, where, 'an action', ACTION_KEYS[action]);
  const listOf = <Option extends number>(key: string, options: readonly Option[], expected: string) =>
    listIn(fields.get(key), `${where}.${key}`, expected, (one, place) => oneOf(options, one, place));
  const faces = fields.get('faces') === undefined ? {} : {faces: listOf('faces', FACES, 'a list of values')};
  switch (action) {
    case 'roll':
      return {action, ...faces};
    case 'reroll':
      return {action, numbers: listOf('numbers', DIE_NUMBERS, 'a list of dice numbers'), ...faces};
    case 'place':
      return {
        action,
        column: oneOf(COLUMN_NUMBERS, fields.get('column'), `${where}.column`),
        category: oneOf(CATEGORIES, fields.get('category'), `${where}.category`),
      };
    case 'undo':
    case 'hint':
      return {action};
  }
}

/** The fields of an object that has no others than these; any, if `keys` is null. */
function fieldsOf(
  value: unknown,
  where: string,
  expected: string,
  keys: readonly string[] | null,
): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed(where, value, expected);
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const key of fields.keys()) {
    if (keys?.includes(key) === false) {
      throw new Malformed(`${where === '' ? '' : `${where}.`}${printable(key, 40)} is an unknown key`);
    }
  }
  return fields;
}

function listIn<T>(
  value: unknown,
  where: string,
  expected: string,
  itemIn: (item: unknown, where: string) => T,
): readonly T[] {
  if (!Array.isArray(value)) throw malformed(where, value, expected);
  return value.map((item, index) => itemIn(item, `${where}.${index}`));
}

function oneOf<const Option extends string | number>(
  options: readonly Option[],
  value: unknown,
  where: string,
): Option {
  const option = options.find((one) => one === value);
  if (option === undefined)
    throw malformed(where, value, `${options.length > 1 ? 'one of ' : ''}${options.join(', ')}`);
  return option;
}

function malformed(where: string, value: unknown, expected: string): Malformed {
  return new Malformed(`${where === '' ? 'it' : where} is ${describeValue(value)}, not ${expected}`);
}
