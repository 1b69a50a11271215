/*
 * The duel: two players who both play to win, from the start of a turn to the end of the game.
 *
 * A position is both cards and the points that the mover needs to draw level. The chance of the mover after a turn is
 * what the chance of the other leaves of 1. So a run of chances, one for each number of points needed, is stored as the
 * player sees it who has just moved, and the kernel answers the questions of the mover from the runs one ply later, as
 * it does for a target. Plies are solved from the full cards on, and only for points that can still decide.
 */
import type {RuleSet} from '../../rules/rule-sets.js';
import {checkPoints, type Standing, type Throw} from '../advice.js';
import {makeKernel} from '../kernels/kernel.js';
import {tablesOf} from '../kernels/tables.js';
import {LANES, type Lattice, openBoxes, type Position, placeOf, positionsOf} from '../lattice.js';
import {makeSteps, type Outcomes, outcomesOf, writeSteps} from '../outcomes.js';
import type {Progress} from '../solver.js';
import {endsIn, MARGIN} from './needs.js';
import type {Chances} from './target.js';
import {adviseFor, endingsFor} from './turn.js';

/** The positions of one player after some turns, in no order that matters. */
interface Cards {
  readonly positions: readonly Position[];
  /** The most points that each can still bring. */
  readonly most: readonly number[];
  /** What can follow each: the number of a position a turn later, and the points gained, ascending. */
  readonly nexts: readonly (readonly Next[])[];
}

interface Next {
  readonly card: number;
  readonly gains: readonly number[];
}

/** The runs of chances of a ply, at `other cards × mover's card + other card`. */
interface Ply {
  readonly mover: Cards;
  readonly other: Cards;
  /** The lowest and the highest need of the mover that is asked about; none if `low > high`. */
  readonly low: Int16Array;
  readonly high: Int16Array;
  /** The number of the first chance among all. */
  readonly offsets: Int32Array;
}

/** Returns true if turns can alternate from here on, the first player having the next. */
export function isDuel(mover: Standing, other: Standing): boolean {
  const ahead = openBoxes(mover.position.open) - openBoxes(other.position.open);
  return mover.position.open !== 0 && (ahead === 0 || ahead === 1);
}

/**
 * Solves the chance to win if both players play to win. A tie is half a win. Yields its progress, and returns the
 * chances of the player who moves; they are good for this turn.
 *
 * @param other has as many open boxes as the mover, or one less
 * @throws RangeError if a position cannot occur
 */
export function* solveDuel(rules: RuleSet, mover: Standing, other: Standing): Generator<Progress, Chances> {
  checkPoints(mover);
  checkPoints(other);
  const tables = tablesOf(rules);
  const outcomes = outcomesOf(rules);
  /** By place of the position, its number among the cards of the player. */
  const numbers = [new Int32Array(tables.size), new Int32Array(tables.size)] as const;
  const sides = [
    cardsFrom(tables, outcomes, mover.position, numbers[0]),
    cardsFrom(tables, outcomes, other.position, numbers[1]),
  ] as const;
  const turns = sides[0].length + sides[1].length - 2;
  const plies = Array.from({length: turns + 1}, (_, ply) => {
    const half = Math.floor(ply / 2);
    const [one, two] = [sides[0][ply - half], sides[1][half]];
    if (one === undefined || two === undefined) throw new RangeError('the turns of a duel alternate');
    return ply % 2 === 0 ? emptyPly(one, two) : emptyPly(two, one);
  });
  const need = other.points - mover.points;
  ask(plies[0], 0, need, need);
  for (const [at, ply] of plies.entries()) askOn(ply, plies[at + 1]);
  const size = layOut(plies);
  const asked = new Uint8Array(size);
  asked[plies[0]?.offsets[0] ?? 0] = 1;
  for (const [at, ply] of plies.entries()) markOn(ply, plies[at + 1], asked);

  const kernel = makeKernel(tables);
  const {numbers: chances, address} = kernel.room(size + 2 * MARGIN);
  const after = kernel.after();
  const steps = makeSteps(outcomes);
  const questions = asked.reduce((sum, one) => sum + one, 0);
  let done = 0;
  for (let at = turns; at >= 0; at -= 1) {
    const ply = plies[at] as Ply;
    const next = plies[at + 1];
    const numberOf = numbers[(at % 2) as 0 | 1];
    for (const [card, position] of ply.mover.positions.entries()) {
      writeSteps(outcomes, tables, position, steps);
      for (let opposite = 0; opposite < ply.other.positions.length; opposite += 1)
        solveRun(ply, card, opposite, position, next, numberOf);
      yield {done, questions};
    }
  }

  function solveRun(
    {low, high, offsets, other: {positions}}: Ply,
    card: number,
    opposite: number,
    {open, pays}: Position,
    next: Ply | undefined,
    numberOf: Int32Array,
  ): void {
    const pair = card * positions.length + opposite;
    const [first, count] = [low[pair] ?? 0, (high[pair] ?? 0) - (low[pair] ?? 0) + 1];
    const offset = offsets[pair] ?? 0;
    if (next === undefined) chances.fill(0.5, offset, offset + count);
    else if (count > 0) {
      const {starts, needs, counts} = after;
      for (let outcome = 0; outcome < starts.length; outcome += 1) {
        const place = steps.places[outcome] ?? -1;
        if (place < 0) {
          starts[outcome] = address + 8 * (size + MARGIN);
          needs[outcome] = counts[outcome] = 0;
          continue;
        }
        const run = opposite * next.other.positions.length + (numberOf[place] ?? 0);
        starts[outcome] = address + 8 * (next.offsets[run] ?? 0);
        needs[outcome] = (steps.gains[outcome] ?? 0) - (next.high[run] ?? 0);
        counts[outcome] = (next.high[run] ?? 0) - (next.low[run] ?? 0) + 1;
      }
      // Between needs that are a Yahtzee bonus apart there are many that nobody asks about.
      for (
        let one = asked.indexOf(1, offset);
        one >= 0 && one < offset + count;
        one = asked.indexOf(1, one + LANES)
      ) {
        kernel.answer(open, Number(pays), first + one - offset, LANES, address + 8 * one);
        for (let lane = one; lane < one + LANES; lane += 1) done += asked[lane] ?? 0;
      }
    }
    // From here on as the other player sees it, who has just moved one ply before.
    const run = chances.subarray(offset, offset + count).reverse();
    for (let one = 0; one < count; one += 1) run[one] = 1 - (run[one] ?? 0);
    chances.fill(1, offset - MARGIN, offset);
    chances.fill(0, offset + count, offset + count + MARGIN);
  }

  /** The chance of the player who has just moved, if so many points are needed to draw level. */
  const chanceAfter = (ply: Ply | undefined, pair: number, left: number): number => {
    const [low, high] = [ply?.low[pair] ?? 0, ply?.high[pair] ?? 0];
    if (left < -high) return 1;
    return left > -low ? 0 : (chances[(ply?.offsets[pair] ?? 0) + left + high] ?? 0);
  };
  const at = (place: number, left: number): number => chanceAfter(plies[1], numbers[0][place] ?? 0, left);
  const check = (one: Throw): void => {
    if (placeOf(tables, one.position) !== placeOf(tables, mover.position) || one.points !== mover.points)
      throw new RangeError('the throw is of another turn');
  };
  return {
    chance: 1 - chanceAfter(plies[0], 0, -need),
    advise: (one) => {
      check(one);
      return adviseFor(rules, one, need, at);
    },
    endings: (one, keep) => {
      check(one);
      return endingsFor(rules, one, need, at, keep);
    },
  };
}

/** The cards of a player after 0, 1, 2 … turns, up to the full ones. */
function cardsFrom(
  lattice: Lattice,
  outcomes: Outcomes,
  from: Position,
  numberOf: Int32Array,
): readonly Cards[] {
  const ends = endsIn(lattice, outcomes);
  const known = new Map<number, Position>();
  for (let open = from.open; ; open = (open - 1) & from.open) {
    for (const [place, position] of positionsOf(lattice, open)) known.set(place, position);
    if (open === 0) break;
  }
  const levels: {positions: Position[]; nexts: Next[][]}[] = [];
  let places = [placeOf(lattice, from)];
  for (;;) {
    for (const [number, place] of places.entries()) numberOf[place] = number;
    const positions = places.map((place) => known.get(place) ?? from);
    const following = new Map<number, number>();
    const nexts = positions.map((position) => {
      const found = new Map<number, Set<number>>();
      if (position.open !== 0)
        ends(position, (place, gain) => {
          if (!following.has(place)) following.set(place, following.size);
          const card = following.get(place) ?? 0;
          found.set(card, (found.get(card) ?? new Set()).add(gain));
        });
      return [...found].map(([card, gains]) => ({card, gains: [...gains].sort((one, other) => one - other)}));
    });
    levels.push({positions, nexts});
    if (following.size === 0) break;
    places = [...following.keys()];
  }
  let below: readonly number[] = [];
  return levels
    .toReversed()
    .map((level) => {
      const most = level.nexts.map((nexts) =>
        nexts.reduce((best, {card, gains}) => Math.max(best, (gains.at(-1) ?? 0) + (below[card] ?? 0)), 0),
      );
      below = most;
      return {...level, most};
    })
    .reverse();
}

function emptyPly(mover: Cards, other: Cards): Ply {
  const pairs = mover.positions.length * other.positions.length;
  return {
    mover,
    other,
    low: new Int16Array(pairs).fill(1),
    high: new Int16Array(pairs).fill(0),
    offsets: new Int32Array(pairs),
  };
}

/** Asks for these needs of a pair of cards, as far as they can still decide: else one of the two has won. */
function ask(ply: Ply | undefined, pair: number, least: number, most: number): void {
  if (ply === undefined) return;
  const {mover, other, low, high} = ply;
  const count = other.positions.length;
  const from = Math.max(least, -(other.most[pair % count] ?? 0));
  const to = Math.min(most, mover.most[Math.floor(pair / count)] ?? 0);
  if (from > to) return;
  const isFirst = (low[pair] ?? 0) > (high[pair] ?? 0);
  low[pair] = isFirst ? from : Math.min(low[pair] ?? 0, from);
  high[pair] = isFirst ? to : Math.max(high[pair] ?? 0, to);
}

/** Asks one ply later for all between what the answers of a ply depend on. */
function askOn(ply: Ply, next: Ply | undefined): void {
  eachRun(ply, next, (pair, after, gains) => {
    const [least, most] = [gains[0] ?? 0, gains.at(-1) ?? 0];
    ask(next, after, least - (ply.high[pair] ?? 0), most - (ply.low[pair] ?? 0));
  });
}

/** Marks one ply later what the marked answers of a ply depend on. */
function markOn(ply: Ply, next: Ply | undefined, asked: Uint8Array): void {
  if (next === undefined) return;
  eachRun(ply, next, (pair, after, gains) => {
    const [low, high, offset] = [ply.low[pair] ?? 0, ply.high[pair] ?? 0, ply.offsets[pair] ?? 0];
    const [from, to] = [next.low[after] ?? 0, next.high[after] ?? 0];
    const start = (next.offsets[after] ?? 0) - from;
    for (const gain of gains) {
      const end = Math.min(high, gain - from);
      for (let need = Math.max(low, gain - to); need <= end; need += 1)
        if (asked[offset + need - low] === 1) asked[start + gain - need] = 1;
    }
  });
}

/** Goes through the pairs of a ply that are asked about, and the pairs that can follow each. */
function eachRun(
  {mover, other, low, high}: Ply,
  next: Ply | undefined,
  visit: (pair: number, after: number, gains: readonly number[]) => void,
): void {
  const count = other.positions.length;
  const nextCount = next?.other.positions.length ?? 0;
  for (const [card, nexts] of mover.nexts.entries()) {
    for (let opposite = 0; opposite < count; opposite += 1) {
      const pair = card * count + opposite;
      if ((low[pair] ?? 0) > (high[pair] ?? 0)) continue;
      for (const {card: nextCard, gains} of nexts) visit(pair, opposite * nextCount + nextCard, gains);
    }
  }
}

/** Gives each run its place, with a margin on both sides, and returns how many numbers there are. */
function layOut(plies: readonly Ply[]): number {
  let size = 0;
  for (const {low, high, offsets} of plies) {
    for (let pair = 0; pair < low.length; pair += 1) {
      offsets[pair] = size + MARGIN;
      size += (high[pair] ?? 0) - (low[pair] ?? 0) + 1 + 2 * MARGIN;
    }
  }
  return size;
}
