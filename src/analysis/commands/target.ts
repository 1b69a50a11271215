/* The best chance to reach a total. */
import type {Flag, Given} from '../../command-line/flags.js';
import type {RuleSet} from '../../rules/variants.js';
import type {Standing} from '../../solver/advice.js';
import {finish, solveTarget, type Target} from '../../solver/target/target.js';
import {withProgress} from './progress.js';

export const TARGET_FLAG: Flag = {
  name: 'target',
  takes: 'N',
  help: `also the best chance to reach a final score of N, when all that follows is played for it. With many open boxes
    this takes long: on a terminal a bar shows how far it is`,
};

/** The target that was asked for; null if none was. */
export function targetOf(given: Given, rules: RuleSet, standing: Standing): Target | null {
  const total = given.count('target', 1);
  if (total === null) return null;
  return withProgress((onProgress) => finish(solveTarget(rules, standing, total), onProgress));
}
