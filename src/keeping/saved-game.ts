/*
 * A saved game as text: how it was set up, and every action in it. Reading plays the actions again, so that whatever
 * is in the file, what comes out is a game that can be played.
 */
import * as v from 'valibot';
import {type Action, type Played, replay} from '../game/game.js';
import {type Problem, parseSetup} from '../game/setup.js';
import {printable} from '../game/shown.js';
import {CATEGORIES} from '../rules/categories.js';
import {DIE_NUMBERS, FACES} from '../rules/dice.js';
import {COLUMN_NUMBERS} from '../rules/variants.js';

const VERSION = 1;

const faces = v.exactOptional(v.array(oneOf(FACES), 'a list of values'));

const SAVE = v.strictObject(
  {
    fivedice: v.literal('game', '"game"'),
    version: v.literal(VERSION, `${VERSION}`),
    // `parseSetup` judges it, as it does every other game's.
    setup: v.unknown(),
    actions: v.array(
      v.variant(
        'action',
        [
          v.strictObject({action: v.literal('roll'), faces}),
          v.strictObject({
            action: v.literal('reroll'),
            numbers: v.array(oneOf(DIE_NUMBERS), 'a list of dice numbers'),
            faces,
          }),
          v.strictObject({
            action: v.literal('place'),
            column: oneOf(COLUMN_NUMBERS),
            category: oneOf(CATEGORIES),
          }),
          v.strictObject({action: v.literal('undo')}),
        ],
        'an action: roll, reroll, place or undo',
      ),
      'a list of actions',
    ),
  },
  'a saved game',
);

/** The text of a game: JSON with an action on each line. */
export function formatGame({game: {setup}, actions}: Played): string {
  const lines = actions.map((action) => `\n    ${JSON.stringify(action)}`);
  return `{
  "fivedice": "game",
  "version": ${VERSION},
  "setup": ${JSON.stringify(setup)},
  "actions": [${lines.join(',')}${lines.length > 0 ? '\n  ' : ''}]
}
`;
}

/** The game that a text holds, or why it holds none. */
export function parseGame(text: string): Played | Problem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {problem: `it is not JSON: ${error instanceof Error ? error.message : error}`};
  }
  const result = v.safeParse(SAVE, value, {abortEarly: true});
  if (!result.success) return {problem: problemOf(result.issues[0])};
  const setup = parseSetup(result.output.setup);
  if ('problem' in setup) return setup;
  const actions: readonly Action[] = result.output.actions;
  const game = replay(setup, actions);
  return 'refusal' in game
    ? {problem: `action ${game.at} is not possible: ${game.refusal}`}
    : {game, actions};
}

function problemOf(issue: v.BaseIssue<unknown>): string {
  const where = v.getDotPath(issue) ?? 'it';
  return issue.expected === 'never'
    ? `${where} is an unknown key`
    : `${where} is ${printable(issue.received, 60)}, not ${issue.message}`;
}

function oneOf<const Options extends readonly (string | number)[]>(options: Options) {
  return v.picklist(options, `one of ${options.join(', ')}`);
}
