/*
 * A game as one line of JSON: its setup, its actions and, in the log, what they came to. Reading replays the actions, so
 * what comes out is always a game that can be played. Pure.
 */
import * as v from 'valibot';
import {seedOfDay} from '../game/daily.js';
import {printable} from '../game/format.js';
import {type Played, replay} from '../game/game.js';
import {checkedNames, MAX_PLAYERS, problemOfName, sameName} from '../game/players.js';
import {HIGHEST_SEED} from '../game/random.js';
import {type Setup, STRENGTHS} from '../game/setup.js';
import {CATEGORIES} from '../rules/categories.js';
import {DIE_NUMBERS, FACES} from '../rules/dice.js';
import {COLUMN_NUMBERS, JOKERS, RULE_SETS, rulesOf} from '../rules/rule-sets.js';

export interface Problem {
  readonly problem: string;
}

/** Max characters of a problem. */
const LONGEST_PROBLEM = 200;

const wholeUpTo = (highest: number) =>
  v.pipe(
    v.number(),
    v.check(
      (number) => Number.isInteger(number) && number >= 0 && number <= highest,
      `not a whole number from 0 to ${highest}`,
    ),
  );

const players = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.check((name) => problemOfName(name) === null, 'not a name of a player'),
    ),
  ),
  v.check(({length}) => length > 0 && length <= MAX_PLAYERS, `not 1 to ${MAX_PLAYERS} players`),
  v.check(
    (names) => names.every((name, index) => sameName(name, names.slice(0, index)) === undefined),
    'two players have the same name',
  ),
  v.transform((names) => checkedNames(names)),
);

const rulesSchema = v.strictObject({
  upperBonus: v.number(),
  upperBonusFrom: v.number(),
  yahtzeeBonus: v.number(),
  joker: v.picklist(JOKERS),
});

const setupSchema = v.pipe(
  // In the order of a line of the log.
  v.strictObject({
    rules: v.union(
      [v.picklist(RULE_SETS), rulesSchema],
      'neither the name of a rule set nor a record of rules',
    ),
    columns: v.picklist(COLUMN_NUMBERS),
    players,
    computers: v.exactOptional(v.array(v.nullable(v.picklist(STRENGTHS)))),
    dice: v.union(
      [
        v.literal('typed'),
        v.strictObject({
          seed: wholeUpTo(HIGHEST_SEED),
          day: v.exactOptional(v.string()),
          known: v.exactOptional(v.literal(true)),
        }),
      ],
      'neither "typed" nor a seed',
    ),
  }),
  v.check(({rules}) => hasRules(rules), 'bonuses of the rules are out of range'),
  v.check(
    (setup) => hasFittingComputers(setup),
    'computers are not one for each player, or their dice are typed',
  ),
  v.check(
    (setup) => hasFittingDay(setup),
    'a day is for one person, the official rules, one column and its own seed',
  ),
);

const faces = v.exactOptional(v.array(v.picklist(FACES)));

const actionSchema = v.variant('action', [
  v.strictObject({action: v.literal('roll'), faces}),
  v.strictObject({action: v.literal('reroll'), numbers: v.array(v.picklist(DIE_NUMBERS)), faces}),
  v.strictObject({
    action: v.literal('place'),
    column: v.picklist(COLUMN_NUMBERS),
    category: v.picklist(CATEGORIES, ({received}) => `there is no category ${received}`),
  }),
  v.strictObject({action: v.literal('undo')}),
  v.strictObject({action: v.literal('hint')}),
]);

const numbers = v.array(wholeUpTo(Number.MAX_SAFE_INTEGER));

/** A line of the log without its moves. */
export const loggedSchema = v.strictObject({
  totals: numbers,
  setup: setupSchema,
  yahtzees: numbers,
  bonuses: numbers,
  hinted: v.exactOptional(v.literal(true)),
  date: v.pipe(v.string(), v.isoTimestamp()),
});

const savedSchema = v.strictObject({
  ...v.partial(loggedSchema).entries,
  setup: setupSchema,
  actions: v.array(actionSchema),
});

/** Formats a game as JSON on one line, without a newline. */
export function formatGame({game, actions}: Played): string {
  return JSON.stringify({setup: game.setup, actions});
}

/** Parses a game, or says why the text holds none. A line of the log is a game, too. */
export function parseGame(text: string): Played | Problem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {problem: 'not JSON'};
  }
  const {success, output, issues} = v.safeParse(savedSchema, value, {abortEarly: true});
  if (!success) {
    const [issue] = issues;
    const path = v.getDotPath(issue);
    return {problem: printable(`${path === null ? '' : `${path}: `}${issue.message}`, LONGEST_PROBLEM)};
  }
  const {setup, actions} = output;
  const game = replay(setup, actions);
  return 'refusal' in game ? {problem: `action ${game.at}: ${game.refusal}`} : {game, actions};
}

function hasRules(rules: Setup['rules']): boolean {
  try {
    rulesOf(rules);
    return true;
  } catch {
    return false;
  }
}

function hasFittingComputers({computers, players: {length}, dice}: Setup): boolean {
  if (computers === undefined) return true;
  return computers.length === length && (dice !== 'typed' || computers.every((one) => one === null));
}

function hasFittingDay({players: {length}, computers, rules, columns, dice}: Setup): boolean {
  if (dice === 'typed' || dice.day === undefined) return true;
  const isDaily = length === 1 && computers === undefined && rules === 'official' && columns === 1;
  return isDaily && seedOfDay(dice.day) === dice.seed;
}
