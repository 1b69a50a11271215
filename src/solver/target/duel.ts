/*
 * The duel: two players who both play to win, from the start of a turn to the end of the game.
 *
 * A position is both cards and the points that the mover needs to draw level. The chance of the mover after a turn is
 * what the chance of the other leaves of 1. So a run of chances, one for each number of points needed, is stored as the
 * player sees it who has just moved, and the kernel answers the questions of the mover from the runs one ply later, as
 * it does for a target. Plies are solved from the full cards on, and only for points that can still decide.
 */
import type {RuleSet} from '../../rules/rule-sets.js';
import type {Standing, Throw} from '../advice.js';
import {makeKernel} from '../kernels/kernel.js';
import {tablesOf} from '../kernels/tables.js';
import {type Lattice, openBoxes, type Position, placeOf, positionsOf} from '../lattice.js';
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
  /** The positions that can follow each, by their number a turn later, with the least and the most points gained. */
  readonly nexts: readonly (readonly Next[])[];
}

interface Next {
  readonly card: number;
  least: number;
  most: number;
}

/** The runs of chances of a ply, at `other cards × mover's card + other card`. */
interface Ply {
  readonly mover: Cards;
  readonly other: Cards;
  /** The lowest and highest needs of the mover that are asked about; none if `low > high`. */
  readonly low: Int16Array;
  readonly high: Int16Array;
  /** The number of the first chance among all. */
  readonly offsets: Int32Array;
}

/** Whether it is a game of two in which the first has the next turn. */
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
  for (const [at, ply] of plies.entries()) if (at < turns) askOn(ply, plies[at + 1]);
  const size = layOut(plies);

  const kernel = makeKernel(tables);
  const {numbers: chances, address} = kernel.room(size + 2 * MARGIN);
  const after = kernel.after();
  const steps = makeSteps(outcomes);
  const questions = plies.reduce((sum, {low, high}) => sum + countIn(low, high), 0);
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
      done += count;
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
      kernel.answer(open, Number(pays), first, count, address + 8 * offset);
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
  for (let turn = 0; ; turn += 1) {
    for (const [number, place] of places.entries()) numberOf[place] = number;
    const positions = places.map((place) => known.get(place) ?? from);
    const following = new Map<number, number>();
    const nexts = positions.map((position) => {
      const found = new Map<number, Next>();
      if (position.open !== 0)
        ends(position, (place, gain) => {
          if (!following.has(place)) following.set(place, following.size);
          const next = found.get(place) ?? {card: following.get(place) ?? 0, least: gain, most: gain};
          found.set(place, next);
          next.least = Math.min(next.least, gain);
          next.most = Math.max(next.most, gain);
        });
      return [...found.values()];
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
        nexts.reduce((best, next) => Math.max(best, next.most + (below[next.card] ?? 0)), 0),
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

/** Asks one ply later for what the answers of a ply depend on. */
function askOn({mover, other, low, high}: Ply, next: Ply | undefined): void {
  const count = other.positions.length;
  const nextCount = next?.other.positions.length ?? 0;
  for (const [card, nexts] of mover.nexts.entries()) {
    for (let opposite = 0; opposite < count; opposite += 1) {
      const [least, most] = [low[card * count + opposite] ?? 0, high[card * count + opposite] ?? 0];
      if (least > most) continue;
      for (const one of nexts) ask(next, opposite * nextCount + one.card, one.least - most, one.most - least);
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

/** How many questions runs have. */
function countIn(low: Int16Array, high: Int16Array): number {
  return low.reduce((sum, from, pair) => sum + (high[pair] ?? 0) - from + 1, 0);
}
