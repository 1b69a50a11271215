/*
 * The kernel in plain TypeScript, where there is no WebAssembly with vectors, and the cross-check of the other one. It
 * does the same operations in the same order.
 *
 * Every index is within its table, so `?? 0` costs nothing: it is for the type checker alone. What is hot is a function
 * of arrays, not a closure over them, which V8 compiles to code that is half as fast.
 */
import {FACES} from '../../rules/dice.js';
import {FIRST_ROLL, KEEPS} from '../keeps.js';
import {BOXES, isOpen, UPPER_BOXES, UPPER_SETS, UPPER_TOTALS, YAHTZEE} from '../lattice.js';
import {yahtzeeCase} from '../scoring.js';
import {SCRATCH_ROW, YAHTZEE_ROW} from './choices.js';
import type {Kernel, Tables, TurnKernel} from './kernel.js';

const UPPER = UPPER_SETS - 1;
const MOST_UPPER = UPPER_TOTALS - 1;

export function typedArrayKernel(tables: Tables): Kernel {
  const {lengths, starts, extensions, reductions, faceCounts, rollChances} = tables;
  const values = new Float64Array(tables.size);
  const choices = new Float64Array(tables.choicePoints.length);
  /** What each keep is worth, rolls included, at the point of the turn that has been reached. */
  const worth = new Float64Array(KEEPS.length);
  return {values, solve};

  function solve(open: number): void {
    if (open === 0) return;
    const length = lengths[open & UPPER] ?? 0;
    const start = starts[open] ?? 0;
    const flags = isOpen(open, YAHTZEE) ? 1 : 2;
    choices.fill(0);
    for (let pays = 0; pays < flags; pays += 1) {
      const run = start + pays * length;
      for (let place = 0; place < length; place += 1) {
        if (place > 0 && totalAt(tables, open, place) === totalAt(tables, open, place - 1)) {
          // What fills a run up, for the vectors of the other kernel.
          values[run + place] = values[run + place - 1] ?? 0;
          continue;
        }
        scoreChoices(choices, values, tables, open, place, pays);
        scoreRolls(worth, choices, tables);
        scoreYahtzees(worth, choices, tables, open, pays);
        averageKeeps(worth, extensions);
        chooseKeeps(worth, reductions, faceCounts);
        averageKeeps(worth, extensions);
        chooseKeeps(worth, reductions, faceCounts);
        values[run + place] = meanOfRolls(worth, rollChances);
      }
    }
  }
}

/** An upper total that has its value at this place of the run. */
function totalAt({totals}: Tables, open: number, place: number): number {
  return totals[(open & UPPER) * UPPER_TOTALS + place] ?? 0;
}

/** A turn kernel that takes one question at a time, and can be stopped at each point of the turn. */
export interface SingleTurn extends TurnKernel {
  /** What each keep is worth, rolls included, at the point of the turn that has been reached. */
  readonly worth: Float64Array;
  /** Starts at the end of the turn, with the rolls. */
  readonly score: () => void;
  readonly average: () => void;
  readonly choose: () => void;
}

export function typedArrayTurn(tables: Tables): SingleTurn {
  const {extensions, reductions, faceCounts, rollChances, yahtzeeRolls} = tables;
  const choices = new Float64Array(tables.choicePoints.length);
  const yahtzees = new Float64Array(FACES.length);
  const answers = new Float64Array(1);
  const worth = new Float64Array(KEEPS.length);
  const score = (): void => {
    scoreRolls(worth, choices, tables);
    for (const [face, roll] of yahtzeeRolls.entries()) worth[roll] = yahtzees[face] ?? 0;
  };
  const average = (): void => averageKeeps(worth, extensions);
  const choose = (): void => chooseKeeps(worth, reductions, faceCounts);
  const answer = (): void => {
    score();
    for (const step of [average, choose, average, choose]) step();
    answers[0] = meanOfRolls(worth, rollChances);
  };
  return {lanes: 1, choices, yahtzees, answers, worth, score, average, choose, answer};
}

/** What every choice for an open box is worth: its points, and what the position after it has to come. */
function scoreChoices(
  choices: Float64Array,
  values: Float64Array,
  tables: Tables,
  open: number,
  place: number,
  pays: number,
): void {
  const {starts, lengths, classes, choicePoints, choiceStarts, upperBonus} = tables;
  const total = totalAt(tables, open, place);
  for (let box = 0; box < BOXES; box += 1) {
    if (!isOpen(open, box)) continue;
    const rest = open ^ (1 << box);
    const start = starts[rest] ?? 0;
    const length = lengths[rest & UPPER] ?? 0;
    const end = choiceStarts[box + 1] ?? 0;
    for (let choice = choiceStarts[box] ?? 0; choice < end; choice += 1) {
      const points = choicePoints[choice] ?? 0;
      const paysAfter = box === YAHTZEE ? Math.min(points, 1) : pays;
      const totalAfter = box < UPPER_BOXES ? Math.min(total + points, MOST_UPPER) : total;
      const placeAfter = classes[(rest & UPPER) * UPPER_TOTALS + totalAfter] ?? 0;
      const bonus = (upperBonus[totalAfter] ?? 0) - (upperBonus[total] ?? 0);
      choices[choice] = points + bonus + (values[start + paysAfter * length + placeAfter] ?? 0);
    }
  }
}

/** A roll is worth its best choice. Points are never worse than none, so it may be taken to scratch any box. */
function scoreRolls(worth: Float64Array, choices: Float64Array, {rows, rowStarts, plainRolls}: Tables): void {
  const scratch = bestOf(SCRATCH_ROW, 0, choices, rows, rowStarts);
  for (let row = 0; row < plainRolls.length; row += 1) {
    worth[plainRolls[row] ?? 0] = bestOf(row, scratch, choices, rows, rowStarts);
  }
}

function scoreYahtzees(
  worth: Float64Array,
  choices: Float64Array,
  {rows, rowStarts, yahtzeeRolls, yahtzeeBonus}: Tables,
  open: number,
  pays: number,
): void {
  for (const face of FACES) {
    const row = YAHTZEE_ROW + FACES.length * yahtzeeCase(face, open) + face - 1;
    worth[yahtzeeRolls[face - 1] ?? 0] =
      bestOf(row, 0, choices, rows, rowStarts) + pays * (yahtzeeBonus[0] ?? 0);
  }
}

/** The best choice of a row, or `least`. Choices for boxes that are not open are 0. */
function bestOf(
  row: number,
  least: number,
  choices: Float64Array,
  rows: Uint8Array,
  rowStarts: Uint16Array,
): number {
  let best = least;
  const end = rowStarts[row + 1] ?? 0;
  for (let one = rowStarts[row] ?? 0; one < end; one += 1) best = larger(best, choices[rows[one] ?? 0] ?? 0);
  return best;
}

/** A keep is worth the mean of its extensions. */
export function averageKeeps(worth: Float64Array, extensions: Uint16Array): void {
  for (let keep = FIRST_ROLL - 1; keep >= 0; keep -= 1) {
    const row = keep * 6;
    let sum = worth[extensions[row] ?? 0] ?? 0;
    sum += worth[extensions[row + 1] ?? 0] ?? 0;
    sum += worth[extensions[row + 2] ?? 0] ?? 0;
    sum += worth[extensions[row + 3] ?? 0] ?? 0;
    sum += worth[extensions[row + 4] ?? 0] ?? 0;
    sum += worth[extensions[row + 5] ?? 0] ?? 0;
    worth[keep] = sum * (1 / 6);
  }
}

/** A keep is worth the best of what it holds: itself, or the best without one of its dice. */
export function chooseKeeps(worth: Float64Array, reductions: Uint16Array, faceCounts: Uint8Array): void {
  for (let row = 0, at = 0; row < faceCounts.length; row += 1, at += 6) {
    const keep = reductions[at] ?? 0;
    const count = faceCounts[row] ?? 0;
    let best = larger(worth[keep] ?? 0, worth[reductions[at + 1] ?? 0] ?? 0);
    if (count > 1) best = larger(best, worth[reductions[at + 2] ?? 0] ?? 0);
    if (count > 2) best = larger(best, worth[reductions[at + 3] ?? 0] ?? 0);
    if (count > 3) best = larger(best, worth[reductions[at + 4] ?? 0] ?? 0);
    if (count > 4) best = larger(best, worth[reductions[at + 5] ?? 0] ?? 0);
    worth[keep] = best;
  }
}

/** What a first roll is worth on an average. */
export function meanOfRolls(worth: Float64Array, rollChances: Float64Array): number {
  let mean = 0;
  for (let roll = 0; roll < rollChances.length; roll += 1) {
    mean += (worth[FIRST_ROLL + roll] ?? 0) * (rollChances[roll] ?? 0);
  }
  return mean;
}

/**
 * The larger of two numbers, without the branch that no processor foresees here: it would take five times as long. It
 * is exact where neither number is more than twice the other, and off by a rounding elsewhere.
 */
function larger(one: number, other: number): number {
  const more = other - one;
  return one + (more + Math.abs(more)) * 0.5;
}
