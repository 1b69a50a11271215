/* What every kernel is given, and what it does with it. */
import type {RuleSet} from '../../rules/variants.js';
import {EXTENSIONS, FACE_COUNTS, keepNumber, REDUCTIONS, ROLL_CHANCES} from '../keeps.js';
import {type Lattice, makeLattice} from '../lattice.js';
import {type Scoring, scoringOf} from '../scoring.js';
import {type Choices, choicesOf} from './choices.js';

/** The tables that a kernel works on. */
export interface Tables extends Lattice, Omit<Scoring, 'points'>, Choices {
  readonly extensions: Uint16Array;
  readonly reductions: Uint16Array;
  readonly faceCounts: Uint8Array;
  readonly rollChances: Float64Array;
  /** The keeps that are Yahtzees, by face. */
  readonly yahtzeeRolls: Uint16Array;
}

export interface Kernel {
  /** All values, in points still to come, where the lattice has their places. Those of the full card are 0. */
  readonly values: Float64Array;
  /** Writes the run of values of a set of open boxes. The runs of all sets with one box less must be there. */
  readonly solve: (open: number) => void;
}

export type MakeKernel = (tables: Tables) => Kernel;

/**
 * One turn, played for several questions at once: what the start of the turn is worth if this is what its ends are
 * worth. Numbers of a question are in its lane, that is at `lanes × row + lane`.
 */
export interface TurnKernel {
  readonly lanes: number;
  /** To be written: what each choice is worth, at least 0; those for boxes that are filled are 0. */
  readonly choices: Float64Array;
  /** To be written: what the six Yahtzees are worth, by face. */
  readonly yahtzees: Float64Array;
  /** By lane, what the start of the turn is worth. */
  readonly answers: Float64Array;
  readonly answer: () => void;
}

export type MakeTurnKernel = (tables: Tables) => TurnKernel;

const known = new Map<RuleSet, Tables>();

/** The tables of a set of rules. */
export function tablesOf(rules: RuleSet): Tables {
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
