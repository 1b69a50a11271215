/* The checked door for setups and actions without types, such as those from JSON. */
import {CATEGORIES} from '../rules/categories.js';
import {DIE_NUMBERS, FACES} from '../rules/dice.js';
import {COLUMN_NUMBERS, type RuleSet, rulesOf} from '../rules/rule-sets.js';
import {seedOfDay} from './daily.js';
import {printable} from './format.js';
import type {Action} from './game.js';
import {checkedNames, problemOfName, sameName} from './players.js';
import {HIGHEST_SEED} from './random.js';
import {type Setup, STRENGTHS} from './setup.js';

/**
 * Returns data without types as an action for `applyAction`.
 *
 * @throws RangeError that names the field, unless it is one
 */
export function actionOf(json: unknown): Action {
  const {action: name, faces, numbers, column, category} = recordOf('action', json);
  const action = oneOf('action.action', name, ['roll', 'reroll', 'place', 'undo', 'hint']);
  const typed = faces === undefined ? {} : {faces: listIn('action.faces', faces, FACES)};
  switch (action) {
    case 'roll':
      return {action, ...typed};
    case 'reroll':
      return {action, numbers: listIn('action.numbers', numbers, DIE_NUMBERS), ...typed};
    case 'place':
      return {
        action,
        column: oneOf('action.column', column, COLUMN_NUMBERS),
        category: oneOf('action.category', category, CATEGORIES),
      };
    case 'undo':
    case 'hint':
      return {action};
  }
}

/**
 * Returns data without types as a setup for `newGame`.
 *
 * @throws RangeError that names the field, unless it is one
 */
export function setupOf(json: unknown): Setup {
  const {players, computers, rules, columns, dice} = recordOf('setup', json);
  if (!Array.isArray(players)) refuse('setup.players', 'a list of names', players);
  for (const [index, name] of players.entries())
    if (typeof name !== 'string' || problemOfName(name) !== null || sameName(name, players.slice(0, index)))
      refuse(`setup.players.${index}`, 'the name of a player, and of one only', name);
  rulesOf(rules as RuleSet);
  const setup: Setup = {
    players: checkedNames(players),
    rules: rules as RuleSet,
    columns: oneOf('setup.columns', columns, COLUMN_NUMBERS),
    dice: dice === 'typed' ? 'typed' : seedIn(dice),
  };
  if (computers === undefined) return setup;
  const seats = listIn('setup.computers', computers, [null, ...STRENGTHS]);
  if (seats.length !== players.length || (dice === 'typed' && seats.some((one) => one !== null)))
    refuse('setup.computers', 'one for each player, or null, and have dice that are not typed', seats);
  return {...setup, computers: seats};
}

function seedIn(json: unknown): Exclude<Setup['dice'], 'typed'> {
  const {seed, day, known} = recordOf('setup.dice', json);
  if (typeof seed !== 'number' || !Number.isInteger(seed) || seed < 0 || seed > HIGHEST_SEED)
    refuse('setup.dice.seed', `a whole number from 0 to ${HIGHEST_SEED}`, seed);
  const dice = known === true ? ({seed, known: true} as const) : {seed};
  if (day === undefined) return dice;
  if (typeof day !== 'string' || seedOfDay(day) !== seed)
    refuse('setup.dice.day', 'the day of the seed', day);
  return {...dice, day};
}

function recordOf(name: string, json: unknown): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) refuse(name, 'an object', json);
  return json as Record<string, unknown>;
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

function refuse(name: string, what: string, json: unknown): never {
  throw new RangeError(`${name} must be ${what}, not ${printable(JSON.stringify(json) ?? 'nothing', SHOWN)}`);
}
