/* What `advise`, `review` and `odds` share. */
import type {Flag, Given} from '../../command-line/flags.js';
import {usageError} from '../../command-line/user-error.js';
import {listOf} from '../../game/shown.js';
import {RULE_SETS, type RuleSet} from '../../rules/variants.js';

export const RULES_FLAG: Flag = {
  name: 'rules',
  takes: 'RULES',
  help: `one of ${RULE_SETS.join(', ')} (official)`,
};

export const JSON_FLAG: Flag = {
  name: 'json',
  help: 'print JSON for scripts, with numbers that are not rounded',
};

export function rulesOf(given: Given): RuleSet {
  return choiceOf(given, 'rules', RULE_SETS) ?? 'official';
}

/** One of some choices; null if the flag was not given. */
export function choiceOf<Choice extends string | number>(
  given: Given,
  flag: string,
  choices: readonly Choice[],
): Choice | null {
  const text = given.text(flag);
  if (text === null) return null;
  const choice = choices.find((one) => String(one) === text);
  if (choice === undefined)
    throw usageError(`--${flag} takes ${listOf(choices, 'or')}, not ${JSON.stringify(text)}`);
  return choice;
}
