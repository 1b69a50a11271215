/* The solved rule sets: each is solved once for all tests of a file. */
import type {RuleSet} from '../../src/rules/rule-sets.js';
import {solve, type Values} from '../../src/solver/solver.js';

const known = new Map<RuleSet, Values>();

export function solved(rules: RuleSet): Values {
  const values = known.get(rules) ?? solve(rules);
  known.set(rules, values);
  return values;
}
