/* What `advise`, `review` and `odds` share. */
import type {Flag, Given} from '../../command-line/flags.js';
import {RULE_SETS, type RuleSet} from '../../rules/variants.js';

export const RULES_FLAG: Flag = {
  name: 'rules',
  takes: 'RULES',
  values: RULE_SETS,
  help: `one of ${RULE_SETS.join(', ')} (official)`,
};

export const JSON_FLAG: Flag = {
  name: 'json',
  help: 'print JSON for scripts, with numbers that are not rounded',
};

export function rulesOf(given: Given): RuleSet {
  return given.choice('rules', RULE_SETS) ?? 'official';
}
