/* The best chance to reach a total. */
import type {ParsedFlags} from '../../command-line/flags.js';
import type {RuleSet} from '../../rules/rule-sets.js';
import type {Standing} from '../../solver/standing.js';
import type {Chances} from '../../solver/target/chances.js';
import {finish, target} from '../../solver/target/target.js';
import {withProgress} from './progress.js';

/** The total that was asked for, and its chances; null if none was. */
export function targetOf(
  given: ParsedFlags,
  rules: RuleSet,
  standing: Standing,
): (Chances & {readonly total: number}) | null {
  const total = given.count('target', 1);
  if (total === null) return null;
  const chances = withProgress((onProgress) => finish(target(rules, standing, total), onProgress));
  return {...chances, total};
}
