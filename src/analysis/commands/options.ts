/* What `advise`, `review` and `odds` share. */
import type {Flag, Given} from '../../command-line/flags.js';
import {RULE_SETS, type RuleSet} from '../../rules/variants.js';
import type {Values} from '../../solver/solver.js';
import {solveInThreads} from '../../solver/workers/threads.js';

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

const known = new Map<RuleSet, Promise<Values>>();

/** The values of a set of rules: solved at the first call. */
export function solved(rules: RuleSet): Promise<Values> {
  const values = known.get(rules) ?? solveInThreads(rules);
  known.set(rules, values);
  return values;
}
