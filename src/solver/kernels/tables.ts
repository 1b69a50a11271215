/* The tables that the kernel is given. */
import {RULE_SETS, type RuleSet} from '../../rules/rule-sets.js';
import {EXTENSIONS, FACE_COUNTS, keepNumber, REDUCTIONS, ROLL_CHANCES} from '../keeps.js';
import {type Lattice, makeLattice} from '../lattice.js';
import {type Scoring, scoringOf} from '../scoring.js';
import {type Choices, choicesOf} from './choices.js';

/** By name, as the kernel has them. */
export interface Tables extends Lattice, Omit<Scoring, 'points'>, Choices {
  readonly extensions: Uint16Array;
  readonly reductions: Uint16Array;
  readonly faceCounts: Uint8Array;
  readonly rollChances: Float64Array;
  /** The keeps that are Yahtzees, by face. */
  readonly yahtzeeRolls: Uint16Array;
}

const known = new Map<RuleSet, Tables>();

/**
 * The tables of a set of rules.
 *
 * @throws RangeError if there is none of this name
 */
export function tablesOf(rules: RuleSet): Tables {
  if (!RULE_SETS.includes(rules))
    throw new RangeError(`rules: one of ${RULE_SETS.join(', ')}, not ${JSON.stringify(rules)}`);
  const tables = known.get(rules) ?? makeTables(rules);
  known.set(rules, tables);
  return tables;
}

function makeTables(rules: RuleSet): Tables {
  const {points, ...bonuses} = scoringOf(rules);
  return {
    ...makeLattice(),
    ...bonuses,
    ...choicesOf({points}),
    extensions: EXTENSIONS,
    reductions: REDUCTIONS,
    faceCounts: FACE_COUNTS,
    rollChances: ROLL_CHANCES,
    yahtzeeRolls: Uint16Array.from([1, 2, 3, 4, 5, 6] as const, (face) => keepNumber(Array(5).fill(face))),
  };
}
