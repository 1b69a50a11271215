/* Checks untyped data: setups and actions from JSON, saved games, the log. */
import {CATEGORIES} from '../rules/categories.js';
import {DIE_NUMBERS, FACES} from '../rules/dice.js';
import {COLUMN_NUMBERS, type RuleSet, rulesOf} from '../rules/rule-sets.js';
import {seedOfDay} from './daily.js';
import {printable} from './format.js';
import type {Action} from './game.js';
import {checkedNames, problemOfName, sameName} from './players.js';
import {HIGHEST_SEED} from './random.js';
import {dayIn, type Setup, STRENGTHS} from './setup.js';

const SETUP_KEYS = ['rules', 'columns', 'players', 'computers', 'dice'];
/** The fields of each action besides its name. */
const ACTION_KEYS: Readonly<Record<Action['action'], readonly string[]>> = {
  roll: ['faces'],
  reroll: ['numbers', 'faces'],
  place: ['column', 'category'],
  undo: [],
  hint: [],
};
const ACTIONS = Object.keys(ACTION_KEYS) as Action['action'][];

/**
 * Checks untyped data and returns it as an action for `applyAction`.
 *
 * @param name name of the data in an error
 * @throws RangeError that names the wrong field
 */
export function actionOf(json: unknown, name = 'action'): Action {
  const action = oneOf(`${name}.action`, recordOf<'action'>(name, json).action, ACTIONS);
  const {faces, numbers, column, category} = recordOf(name, json, ['action', ...ACTION_KEYS[action]]);
  const typed = faces === undefined ? {} : {faces: listIn(`${name}.faces`, faces, FACES)};
  switch (action) {
    case 'roll':
      return {action, ...typed};
    case 'reroll':
      return {action, numbers: listIn(`${name}.numbers`, numbers, DIE_NUMBERS), ...typed};
    case 'place':
      return {
        action,
        column: oneOf(`${name}.column`, column, COLUMN_NUMBERS),
        category: oneOf(`${name}.category`, category, CATEGORIES),
      };
    case 'undo':
    case 'hint':
      return {action};
  }
}

/**
 * Checks untyped data and returns it as a setup for `newGame`.
 *
 * @throws RangeError that names the wrong field
 */
export function setupOf(json: unknown): Setup {
  const {players, computers, rules, columns, dice} = recordOf('setup', json, SETUP_KEYS);
  if (!Array.isArray(players)) refuse('setup.players', 'a list of names', players);
  for (const [index, name] of players.entries())
    if (typeof name !== 'string' || problemOfName(name) !== null || sameName(name, players.slice(0, index)))
      refuse(`setup.players.${index}`, 'a name that can be shown and that no earlier player has', name);
  rulesOf(rules as RuleSet);
  const seats = computers === undefined ? null : listIn('setup.computers', computers, [null, ...STRENGTHS]);
  if (
    seats !== null &&
    (seats.length !== players.length || (dice === 'typed' && seats.some((one) => one !== null)))
  )
    refuse('setup.computers', 'one entry for each player, all null if the dice are typed', seats);
  const setup: Setup = {
    rules: rules as RuleSet,
    columns: oneOf('setup.columns', columns, COLUMN_NUMBERS),
    players: checkedNames(players),
    ...(seats && {computers: seats}),
    dice: dice === 'typed' ? 'typed' : seedIn(dice),
  };
  const isPlain = players.length === 1 && seats === null && rules === 'official' && columns === 1;
  const day = dayIn(setup);
  if (!isPlain && day !== null)
    refuse('setup.dice.day', 'left out unless one person plays one column by the official rules', day);
  return setup;
}

function seedIn(json: unknown): Exclude<Setup['dice'], 'typed'> {
  const {seed, day, known} = recordOf('setup.dice', json, ['seed', 'day', 'known']);
  if (typeof seed !== 'number' || !Number.isInteger(seed) || seed < 0 || seed > HIGHEST_SEED)
    refuse('setup.dice.seed', `a whole number from 0 to ${HIGHEST_SEED}`, seed);
  if (day !== undefined && (typeof day !== 'string' || seedOfDay(day) !== seed))
    refuse('setup.dice.day', 'the day of the seed', day);
  return {seed, ...(day !== undefined && {day}), ...(isTrue('setup.dice.known', known) && {known: true})};
}

/** Returns the data as an object. @throws RangeError if it is none, or has a key that is not in `keys` */
export function recordOf<Key extends string>(
  name: string,
  json: unknown,
  keys?: readonly Key[],
): Readonly<Record<Key, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) refuse(name, 'an object', json);
  const allowed: readonly string[] = keys ?? Object.keys(json);
  const other = Object.keys(json).find((key) => !allowed.includes(key));
  if (other !== undefined) refuse(name, `an object of ${allowed.join(', ')}`, other);
  return json as Record<Key, unknown>;
}

/** Returns true for true and false for an absent value. @throws RangeError for anything else */
export function isTrue(name: string, json: unknown): boolean {
  if (json !== undefined && json !== true) refuse(name, 'true', json);
  return json === true;
}

/** Returns a list of whole numbers from 0. @throws RangeError that names the wrong number */
export function countsIn(name: string, json: unknown): number[] {
  if (!Array.isArray(json)) refuse(name, 'a list', json);
  for (const [index, one] of json.entries())
    if (!Number.isSafeInteger(one) || one < 0) refuse(`${name}.${index}`, 'a whole number from 0', one);
  return json;
}

function listIn<One>(name: string, json: unknown, all: readonly One[]): One[] {
  if (!Array.isArray(json)) refuse(name, 'a list', json);
  return json.map((one, index) => oneOf(`${name}.${index}`, one, all));
}

function oneOf<const One>(name: string, json: unknown, all: readonly One[]): One {
  const found = all.find((one) => one === json);
  return found === undefined
    ? refuse(name, `one of ${all.map((one) => one ?? 'null').join(', ')}`, json)
    : found;
}

/** Max characters of a wrong value in a message. */
const SHOWN = 40;

export function refuse(name: string, what: string, json: unknown): never {
  throw new RangeError(`${name} must be ${what}, not ${printable(JSON.stringify(json) ?? 'nothing', SHOWN)}`);
}
