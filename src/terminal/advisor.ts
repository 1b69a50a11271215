/*
 * Who advises at the table, and plays for the computer. The solver is loaded when it is first needed, and solves each
 * rule set once, on threads of its own: a game without it starts as fast as ever, and one with it takes keys meanwhile.
 */
import {computerOf} from '../game/game.js';
import type {RuleSet} from '../rules/variants.js';
import type {Values} from '../solver/solver.js';
import type {Advisor} from '../table/advice.js';

export function makeAdvisor(): Advisor {
  const solved = new Map<RuleSet, Promise<Values>>();
  const valuesOf = (rules: RuleSet): Promise<Values> => {
    const values =
      solved.get(rules) ??
      import('../solver/workers/threads.js').then(({solveInThreads}) => solveInThreads(rules));
    solved.set(rules, values);
    return values;
  };
  return {
    adviceOn: async (game) => {
      const {adviceOn} = await import('../analysis/hints.js');
      return adviceOn(await valuesOf(game.setup.rules), game);
    },
    nextAction: async (game) => {
      const {needsValues, nextAction} = await import('../analysis/computers.js');
      const strength = computerOf(game);
      const needs = strength !== null && needsValues(strength);
      return nextAction(needs ? await valuesOf(game.setup.rules) : null, game);
    },
  };
}
