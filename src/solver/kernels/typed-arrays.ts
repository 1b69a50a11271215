/*
 * The kernel in plain TypeScript, where there is no WebAssembly with vectors, and the cross-check of the other one. It
 * does the same operations in the same order, so both give the same values.
 */
import {FIRST_ROLL, KEEPS, keepNumber} from '../keeps.js';
import {UPPER_BOXES, UPPER_SETS, UPPER_TOTALS, YAHTZEE} from '../lattice.js';
import {FORBIDDEN} from '../scoring.js';
import type {Kernel, Tables} from './kernel.js';

const BOXES = 13;
const FACE_COUNT = 6;
const YAHTZEES = ([1, 2, 3, 4, 5, 6] as const).map((face) => keepNumber([face, face, face, face, face]));
const UPPER = UPPER_SETS - 1;
const MOST_UPPER = UPPER_TOTALS - 1;

export function typedArrayKernel({lattice, scoring, extensions, rollChances}: Tables): Kernel {
  const {starts, lengths, classes, totals} = lattice;
  const {groups, groupStarts, yahtzees, yahtzeeBonus, upperBonus} = scoring;
  const values = new Float64Array(lattice.size);
  /** What each keep is worth, rolls included, at the point of the turn that has been reached. */
  const worth = new Float64Array(KEEPS.length);

  // Every index is within its table, so `?? 0` costs nothing: it is for the type checker alone.
  return {values, solve};

  function solve(open: number): void {
    const length = lengths[open & UPPER] ?? 0;
    const start = starts[open] ?? 0;
    const flags = isIn(open, YAHTZEE) ? 1 : 2;
    for (let pays = 0; pays < flags; pays += 1) {
      for (let place = 0; place < length; place += 1) {
        scoreRolls(open, place, pays);
        for (let rerolls = 0; rerolls < 2; rerolls += 1) {
          averageKeeps();
          chooseKeeps();
        }
        values[start + pays * length + place] = meanOfRolls();
      }
    }
  }

  /** A keep is worth the mean of its extensions. */
  function averageKeeps(): void {
    for (let keep = FIRST_ROLL - 1; keep >= 0; keep -= 1) {
      let sum = 0;
      for (let one = keep * FACE_COUNT; one < (keep + 1) * FACE_COUNT; one += 1) {
        sum += worth[extensions[one] ?? 0] ?? 0;
      }
      worth[keep] = sum * (1 / 6);
    }
  }

  /** A keep is worth the best of what it holds: itself, or the best without one of its dice. */
  function chooseKeeps(): void {
    for (let keep = 0; keep < FIRST_ROLL; keep += 1) {
      const least = worth[keep] ?? 0;
      for (let one = keep * FACE_COUNT; one < (keep + 1) * FACE_COUNT; one += 1) {
        const extension = extensions[one] ?? 0;
        if ((worth[extension] ?? 0) < least) worth[extension] = least;
      }
    }
  }

  function meanOfRolls(): number {
    let mean = 0;
    for (let roll = FIRST_ROLL; roll < KEEPS.length; roll += 1) {
      mean += (worth[roll] ?? 0) * (rollChances[roll - FIRST_ROLL] ?? 0);
    }
    return mean;
  }

  /** What each roll is worth in its best box. */
  function scoreRolls(open: number, place: number, pays: number): void {
    let scratched = 0;
    for (let box = 0; box < BOXES; box += 1) {
      if (isIn(open, box)) scratched = Math.max(scratched, after(open, place, pays, box, 0));
    }
    // Points are never worse than none, so a roll that scores in a box may be taken to scratch it as well.
    worth.fill(scratched, FIRST_ROLL);
    for (let box = 0; box < BOXES; box += 1) {
      if (isIn(open, box)) scoreGroups(open, place, pays, box);
    }
    for (let face = 0; face < FACE_COUNT; face += 1) {
      worth[YAHTZEES[face] ?? 0] = scoreYahtzee(open, place, pays, face);
    }
  }

  function scoreGroups(open: number, place: number, pays: number, box: number): void {
    const end = groupStarts[box + 1] ?? 0;
    for (let at = groupStarts[box] ?? 0; at < end; ) {
      const scored = after(open, place, pays, box, groups[at] ?? 0);
      const groupEnd = at + 2 + (groups[at + 1] ?? 0);
      for (at += 2; at < groupEnd; at += 1) {
        const roll = groups[at] ?? 0;
        if ((worth[roll] ?? 0) < scored) worth[roll] = scored;
      }
    }
  }

  /** Five of a face; faces count from 0 here. */
  function scoreYahtzee(open: number, place: number, pays: number, face: number): number {
    const row = BOXES * (FACE_COUNT * yahtzeeCase(open, face) + face);
    let best = 0;
    for (let box = 0; box < BOXES; box += 1) {
      const points = yahtzees[row + box] ?? 0;
      if (isIn(open, box) && points !== FORBIDDEN) {
        best = Math.max(best, after(open, place, pays, box, points));
      }
    }
    return best + pays * (yahtzeeBonus[0] ?? 0);
  }

  /** The points of filling a box, and what the position after it has to come. */
  function after(open: number, place: number, pays: number, box: number, points: number): number {
    const rest = open ^ (1 << box);
    const paysAfter = box === YAHTZEE ? (points > 0 ? 1 : 0) : pays;
    const run = (starts[rest] ?? 0) + paysAfter * (lengths[rest & UPPER] ?? 0);
    if (box >= UPPER_BOXES) return points + (values[run + place] ?? 0);
    const total = totals[(open & UPPER) * UPPER_TOTALS + place] ?? 0;
    const totalAfter = Math.min(total + points, MOST_UPPER);
    const bonus = (upperBonus[totalAfter] ?? 0) - (upperBonus[total] ?? 0);
    return points + bonus + (values[run + (classes[(rest & UPPER) * UPPER_TOTALS + totalAfter] ?? 0)] ?? 0);
  }
}

/** The number of the case in `YAHTZEE_CASES`. */
function yahtzeeCase(open: number, face: number): number {
  if (isIn(open, YAHTZEE)) return 0;
  if (isIn(open, face)) return 1;
  return open > UPPER ? 2 : 3;
}

function isIn(open: number, box: number): boolean {
  return (open & (1 << box)) !== 0;
}
