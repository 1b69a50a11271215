/*
 * The kernel in plain TypeScript, where there is no WebAssembly with vectors, and the cross-check of the other one. It
 * does the same operations in the same order, four values at a time too: so it reads each index once for four, and a
 * processor works at one sum while another waits.
 *
 * Every index is within its table, so `?? 0` costs nothing: it is for the type checker alone. What is hot is a function
 * of arrays, not a closure over them, which V8 compiles to code that is half as fast.
 */
import {FACES} from '../../rules/dice.js';
import {FIRST_ROLL, KEEPS} from '../keeps.js';
import {BOXES, isOpen, LANES, UPPER_BOXES, UPPER_SETS, UPPER_TOTALS, YAHTZEE} from '../lattice.js';
import {yahtzeeCase} from '../scoring.js';
import {SCRATCH_ROW, YAHTZEE_ROW} from './choices.js';
import type {Kernel, Tables, TurnKernel} from './kernel.js';

const UPPER = UPPER_SETS - 1;
const MOST_UPPER = UPPER_TOTALS - 1;

export function typedArrayKernel(tables: Tables): Kernel {
  const {lengths, starts} = tables;
  const values = new Float64Array(tables.size);
  const room = makeRoom(tables);
  const answers = new Float64Array(LANES);
  return {values, solve};

  function solve(open: number): void {
    if (open === 0) return;
    const length = lengths[open & UPPER] ?? 0;
    const start = starts[open] ?? 0;
    const flags = isOpen(open, YAHTZEE) ? 1 : 2;
    room.choices.fill(0);
    for (let pays = 0; pays < flags; pays += 1) {
      for (let place = 0; place < length; place += LANES) {
        scoreChoices(room.choices, values, tables, open, place, pays);
        scoreRolls(room);
        scoreYahtzees(room, tables, open, pays);
        play(room, answers);
        values.set(answers, start + pays * length + place);
      }
    }
  }
}

/** A turn kernel that can be stopped at each point of the turn. */
export interface OpenTurn extends TurnKernel {
  /** What a keep is worth in the first lane, rolls included, at the point of the turn that has been reached. */
  readonly worthOf: (keep: number) => number;
  /** Starts at the end of the turn, with the rolls. */
  readonly score: () => void;
  readonly average: () => void;
  readonly choose: () => void;
}

export function typedArrayTurn(tables: Tables): OpenTurn {
  const room = makeRoom(tables);
  const {choices, worth, extensions, reductions, faceCounts} = room;
  const yahtzees = new Float64Array(LANES * FACES.length);
  const answers = new Float64Array(LANES);
  const score = (): void => {
    scoreRolls(room);
    for (const [face, roll] of tables.yahtzeeRolls.entries()) {
      worth.set(yahtzees.subarray(LANES * face, LANES * (face + 1)), LANES * roll);
    }
  };
  return {
    lanes: LANES,
    choices,
    yahtzees,
    answers,
    worthOf: (keep) => worth[LANES * keep] ?? 0,
    score,
    average: () => averageKeeps(worth, extensions),
    choose: () => chooseKeeps(worth, reductions, faceCounts),
    answer: () => {
      score();
      play(room, answers);
    },
  };
}

/** What a turn is worked out in. Places are those of numbers of the first lane. */
interface Room {
  readonly choices: Float64Array;
  /** What each keep is worth, rolls included, at the point of the turn that has been reached; then zeros. */
  readonly worth: Float64Array;
  readonly rows: Uint16Array;
  readonly rowStarts: Uint16Array;
  readonly plainRolls: Uint16Array;
  readonly extensions: Uint16Array;
  readonly reductions: Uint16Array;
  readonly faceCounts: Uint8Array;
  readonly rollChances: Float64Array;
}

/** Where `worth` has the zeros, and for a while the best of all choices for 0: the keep of no dice is written later. */
const ZEROS = LANES * KEEPS.length;
const SCRATCH = 0;

function makeRoom(tables: Tables): Room {
  const inLanes = (numbers: Uint8Array | Uint16Array): Uint16Array =>
    Uint16Array.from(numbers, (number) => LANES * number);
  return {
    choices: new Float64Array(LANES * tables.choicePoints.length),
    worth: new Float64Array(LANES * (KEEPS.length + 1)),
    rows: inLanes(tables.rows),
    rowStarts: tables.rowStarts,
    plainRolls: inLanes(tables.plainRolls),
    extensions: inLanes(tables.extensions),
    reductions: inLanes(tables.reductions),
    faceCounts: tables.faceCounts,
    rollChances: tables.rollChances,
  };
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
  const {starts, lengths, choicePoints, choiceStarts} = tables;
  for (let box = 0; box < BOXES; box += 1) {
    if (!isOpen(open, box)) continue;
    const rest = open ^ (1 << box);
    const start = starts[rest] ?? 0;
    const length = lengths[rest & UPPER] ?? 0;
    const end = choiceStarts[box + 1] ?? 0;
    for (let choice = choiceStarts[box] ?? 0; choice < end; choice += 1) {
      const points = choicePoints[choice] ?? 0;
      const run = start + (box === YAHTZEE ? Math.min(points, 1) : pays) * length;
      for (let lane = 0; lane < LANES; lane += 1) {
        choices[LANES * choice + lane] =
          box < UPPER_BOXES
            ? afterUpper(values, tables, run, open, rest, place + lane, points)
            : points + (values[run + place + lane] ?? 0);
      }
    }
  }
}

function afterUpper(
  values: Float64Array,
  {totals, classes, upperBonus}: Tables,
  run: number,
  open: number,
  rest: number,
  place: number,
  points: number,
): number {
  const total = totals[(open & UPPER) * UPPER_TOTALS + place] ?? 0;
  const totalAfter = Math.min(total + points, MOST_UPPER);
  const bonus = (upperBonus[totalAfter] ?? 0) - (upperBonus[total] ?? 0);
  return points + bonus + (values[run + (classes[(rest & UPPER) * UPPER_TOTALS + totalAfter] ?? 0)] ?? 0);
}

/** A roll is worth its best choice. Points are never worse than none, so it may be taken to scratch any box. */
function scoreRolls({worth, choices, rows, rowStarts, plainRolls}: Room): void {
  storeBest(worth, SCRATCH, ZEROS, SCRATCH_ROW, choices, rows, rowStarts);
  for (let row = 0; row < plainRolls.length; row += 1) {
    storeBest(worth, plainRolls[row] ?? 0, SCRATCH, row, choices, rows, rowStarts);
  }
}

function scoreYahtzees(
  {worth, choices, rows, rowStarts}: Room,
  {yahtzeeRolls, yahtzeeBonus}: Tables,
  open: number,
  pays: number,
): void {
  const bonus = pays * (yahtzeeBonus[0] ?? 0);
  for (const face of FACES) {
    const row = YAHTZEE_ROW + FACES.length * yahtzeeCase(face, open) + face - 1;
    const roll = LANES * (yahtzeeRolls[face - 1] ?? 0);
    storeBest(worth, roll, ZEROS, row, choices, rows, rowStarts);
    for (let lane = 0; lane < LANES; lane += 1) worth[roll + lane] = (worth[roll + lane] ?? 0) + bonus;
  }
}

/** The best choice of a row, or what stands at `least`. Choices for boxes that are not open are 0. */
function storeBest(
  worth: Float64Array,
  to: number,
  least: number,
  row: number,
  choices: Float64Array,
  rows: Uint16Array,
  rowStarts: Uint16Array,
): void {
  storeLargest(worth, to, least, choices, rows, rowStarts[row] ?? 0, rowStarts[row + 1] ?? 0);
}

/** The largest of what stands at `least`, and of the numbers at some places: those in a list from `first` to `end`. */
function storeLargest(
  worth: Float64Array,
  to: number,
  least: number,
  numbers: Float64Array,
  list: Uint16Array,
  first: number,
  end: number,
): void {
  let a = worth[least] ?? 0;
  let b = worth[least + 1] ?? 0;
  let c = worth[least + 2] ?? 0;
  let d = worth[least + 3] ?? 0;
  for (let at = first; at < end; at += 1) {
    const one = list[at] ?? 0;
    a = larger(a, numbers[one] ?? 0);
    b = larger(b, numbers[one + 1] ?? 0);
    c = larger(c, numbers[one + 2] ?? 0);
    d = larger(d, numbers[one + 3] ?? 0);
  }
  worth[to] = a;
  worth[to + 1] = b;
  worth[to + 2] = c;
  worth[to + 3] = d;
}

/** From the rolls as they stand to what the start of the turn is worth. */
function play({worth, extensions, reductions, faceCounts, rollChances}: Room, answers: Float64Array): void {
  averageKeeps(worth, extensions);
  chooseKeeps(worth, reductions, faceCounts);
  averageKeeps(worth, extensions);
  chooseKeeps(worth, reductions, faceCounts);
  storeMeans(worth, rollChances, answers);
}

/** A keep is worth the mean of its extensions. */
function averageKeeps(worth: Float64Array, extensions: Uint16Array): void {
  for (let keep = LANES * (FIRST_ROLL - 1), row = 6 * (FIRST_ROLL - 1); row >= 0; keep -= LANES, row -= 6) {
    let one = extensions[row] ?? 0;
    let a = worth[one] ?? 0;
    let b = worth[one + 1] ?? 0;
    let c = worth[one + 2] ?? 0;
    let d = worth[one + 3] ?? 0;
    for (let at = row + 1; at < row + 6; at += 1) {
      one = extensions[at] ?? 0;
      a += worth[one] ?? 0;
      b += worth[one + 1] ?? 0;
      c += worth[one + 2] ?? 0;
      d += worth[one + 3] ?? 0;
    }
    worth[keep] = a * (1 / 6);
    worth[keep + 1] = b * (1 / 6);
    worth[keep + 2] = c * (1 / 6);
    worth[keep + 3] = d * (1 / 6);
  }
}

/** A keep is worth the best of what it holds: itself, or the best without one of its dice. */
function chooseKeeps(worth: Float64Array, reductions: Uint16Array, faceCounts: Uint8Array): void {
  for (let keep = 0, row = 0; keep < faceCounts.length; keep += 1, row += 6) {
    const to = reductions[row] ?? 0;
    storeLargest(worth, to, to, worth, reductions, row + 1, row + 1 + (faceCounts[keep] ?? 0));
  }
}

/** What a first roll is worth on an average. */
function storeMeans(worth: Float64Array, rollChances: Float64Array, answers: Float64Array): void {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let roll = 0, at = LANES * FIRST_ROLL; roll < rollChances.length; roll += 1, at += LANES) {
    const chance = rollChances[roll] ?? 0;
    a += (worth[at] ?? 0) * chance;
    b += (worth[at + 1] ?? 0) * chance;
    c += (worth[at + 2] ?? 0) * chance;
    d += (worth[at + 3] ?? 0) * chance;
  }
  answers[0] = a;
  answers[1] = b;
  answers[2] = c;
  answers[3] = d;
}

/**
 * The larger of two numbers, without the branch that no processor foresees here: it would take five times as long. It
 * is exact where neither number is more than twice the other, and off by a rounding elsewhere.
 */
export function larger(one: number, other: number): number {
  const more = other - one;
  return one + (more + Math.abs(more)) * 0.5;
}
