/*
 * The duel: two players who both play to win, from the start of a turn to the end of the game.
 *
 * A position is both cards and the mover's lead. The mover wins with the chance that the other has not. So a pair of
 * cards has a run of answers, one for each lead: the chance of the player who has just moved, who needs as many points
 * to draw level as the mover leads by. The kernel finds them from the runs one ply later, as it does for a target.
 * Plies are solved from the full cards on, and only for leads that can still turn.
 */
import type {RuleSet, Rules} from '../../rules/rule-sets.js';
import {FULL, LANES, openBoxes, type Position, placeOf, positionsOf, setsFrom} from '../lattice.js';
import type {Progress} from '../solver.js';
import {checkPoints, type Standing, type Throw} from '../standing.js';
import {endsIn, type Tables, tablesOf} from '../tables.js';
import {MARGIN, makeAnswers, type Runs} from './answers.js';
import {adviceFor, type Chances} from './chances.js';

/** The positions of one player after some turns, in no order that matters. */
interface Cards {
  readonly positions: readonly Position[];
  /** The most points that each can still bring. */
  readonly most: readonly number[];
  readonly nexts: readonly (readonly Next[])[];
}

/** The number of a position a turn later, and the points gained, ascending. */
interface Next {
  readonly card: number;
  readonly gains: readonly number[];
}

/** A ply's runs by the mover's lead, at `other cards × mover's card + other card`. */
interface Ply extends Runs {
  readonly mover: Cards;
  readonly other: Cards;
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
 * @throws RangeError if a position cannot occur, if turns cannot alternate, or if points are not whole
 */
export function* solveDuel(
  rules: RuleSet | Rules,
  mover: Standing,
  other: Standing,
): Generator<Progress, Chances> {
  checkPoints(mover);
  checkPoints(other);
  const tables = tablesOf(rules);
  /** The number of each position among the cards of the player, by its place. */
  const cardsAt = [new Int32Array(tables.size), new Int32Array(tables.size)] as const;
  const sides = [
    cardsFrom(tables, mover.position, cardsAt[0]),
    cardsFrom(tables, other.position, cardsAt[1]),
  ] as const;
  const turns = sides[0].length + sides[1].length - 2;
  const plies = Array.from({length: turns + 1}, (_, ply) => {
    const half = Math.floor(ply / 2);
    const [one, two] = [sides[0][ply - half], sides[1][half]];
    if (one === undefined || two === undefined) throw new RangeError('the turns of a duel alternate');
    return ply % 2 === 0 ? emptyPly(one, two) : emptyPly(two, one);
  });
  const lead = mover.points - other.points;
  ask(plies[0], 0, lead, lead);
  for (const [at, ply] of plies.entries()) askOn(ply, plies[at + 1]);
  const size = layOut(plies);
  const asked = new Uint8Array(size);
  asked[plies[0]?.offsets[0] ?? 0] = 1;
  for (const [at, ply] of plies.entries()) markOn(ply, plies[at + 1], asked);

  const {numbers, turnTo, follow, answer, surround} = makeAnswers(tables, size);
  const questions = asked.reduce((sum, one) => sum + one, 0);
  let done = 0;
  for (let at = turns; at >= 0; at -= 1) {
    const ply = plies[at] as Ply;
    const next = plies[at + 1];
    const cards = cardsAt[(at % 2) as 0 | 1];
    let firstRun = 0;
    const runAt = (place: number): number => firstRun + (cards[place] ?? 0);
    for (const [card, position] of ply.mover.positions.entries()) {
      turnTo(position);
      for (let opposite = 0; opposite < ply.other.positions.length; opposite += 1) {
        firstRun = opposite * (next?.other.positions.length ?? 0);
        solveRun(ply, card * ply.other.positions.length + opposite, next, runAt);
      }
      yield {done, questions};
    }
  }

  function solveRun(
    {lowest, counts, offsets}: Ply,
    pair: number,
    next: Ply | undefined,
    runAt: (place: number) => number,
  ): void {
    const [count, offset] = [counts[pair] ?? 0, offsets[pair] ?? 0];
    const end = offset + count;
    if (next === undefined) numbers.fill(0.5, offset, end);
    else if (count > 0) {
      follow(next, runAt);
      const least = 1 - (lowest[pair] ?? 0) - count;
      // Between leads that are a Yahtzee bonus apart there are many that nobody asks about.
      for (let one = asked.indexOf(1, offset); one >= 0 && one < end; one = asked.indexOf(1, one + LANES)) {
        answer(least + one - offset, LANES, one);
        for (let lane = one; lane < one + LANES; lane += 1) done += asked[lane] ?? 0;
      }
    }
    // Turned into the chances of the player who has just moved, by lead.
    const run = numbers.subarray(offset, end).reverse();
    for (let one = 0; one < count; one += 1) run[one] = 1 - (run[one] ?? 0);
    surround(offset, count, 1, 0);
  }

  /** Returns the chance of the player who has just moved. */
  const chanceAfter = (ply: Ply | undefined, pair: number, moverLead: number): number => {
    const at = moverLead - (ply?.lowest[pair] ?? 0);
    if (at < 0) return 1;
    return at < (ply?.counts[pair] ?? 0) ? (numbers[(ply?.offsets[pair] ?? 0) + at] ?? 0) : 0;
  };
  const needOf = ({position, points}: Throw): number => {
    if (placeOf(tables, position) !== placeOf(tables, mover.position) || points !== mover.points)
      throw new RangeError('position and points must be those that were asked about');
    return -lead;
  };
  return {
    chance: 1 - chanceAfter(plies[0], 0, lead),
    ...adviceFor(rules, needOf, (place, need) => chanceAfter(plies[1], cardsAt[0][place] ?? 0, need)),
  };
}

/** Returns the cards of a player after 0, 1, 2 … turns, up to the full ones. */
function cardsFrom(tables: Tables, from: Position, cardAt: Int32Array): readonly Cards[] {
  const ends = endsIn(tables);
  const known = new Map([FULL, ...setsFrom(from.open)].flatMap((open) => positionsOf(tables, open)));
  const levels: {positions: Position[]; nexts: Next[][]}[] = [];
  let places = [placeOf(tables, from)];
  while (places.length > 0) {
    for (const [number, place] of places.entries()) cardAt[place] = number;
    const positions = places.map((place) => known.get(place) ?? from);
    const following = new Map<number, number>();
    const nexts = positions.map((position) => {
      const found = new Map<number, Set<number>>();
      ends(position, (place, gain) => {
        if (!following.has(place)) following.set(place, following.size);
        const card = following.get(place) ?? 0;
        found.set(card, (found.get(card) ?? new Set()).add(gain));
      });
      return [...found].map(([card, gains]) => ({card, gains: [...gains].sort((one, other) => one - other)}));
    });
    levels.push({positions, nexts});
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
    lowest: new Int16Array(pairs),
    counts: new Int16Array(pairs),
    offsets: new Int32Array(pairs),
  };
}

/** Asks for these leads of a pair of cards, as far as they can still turn: else one of the two has won. */
function ask(ply: Ply | undefined, pair: number, least: number, most: number): void {
  if (ply === undefined) return;
  const {mover, other, lowest, counts} = ply;
  const length = other.positions.length;
  let from = Math.max(least, -(mover.most[Math.floor(pair / length)] ?? 0));
  let to = Math.min(most, other.most[pair % length] ?? 0);
  if (from > to) return;
  const [before, count] = [lowest[pair] ?? 0, counts[pair] ?? 0];
  if (count > 0) [from, to] = [Math.min(from, before), Math.max(to, before + count - 1)];
  lowest[pair] = from;
  counts[pair] = to - from + 1;
}

/** Asks one ply later for all between what the answers of a ply depend on. */
function askOn(ply: Ply, next: Ply | undefined): void {
  eachRun(ply, next, (pair, after, gains) => {
    const [low, count] = [ply.lowest[pair] ?? 0, ply.counts[pair] ?? 0];
    ask(next, after, 1 - low - count - (gains.at(-1) ?? 0), -low - (gains[0] ?? 0));
  });
}

/** Marks one ply later what the marked answers of a ply depend on; by need, which falls with the lead. */
function markOn(ply: Ply, next: Ply | undefined, asked: Uint8Array): void {
  if (next === undefined) return;
  eachRun(ply, next, (pair, after, gains) => {
    const [offset, high] = [ply.offsets[pair] ?? 0, -(ply.lowest[pair] ?? 0)];
    const low = high - (ply.counts[pair] ?? 0) + 1;
    const to = -(next.lowest[after] ?? 0);
    const from = to - (next.counts[after] ?? 0) + 1;
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
  {mover, other, counts}: Ply,
  next: Ply | undefined,
  visit: (pair: number, after: number, gains: readonly number[]) => void,
): void {
  const length = other.positions.length;
  const nextLength = next?.other.positions.length ?? 0;
  for (const [card, nexts] of mover.nexts.entries()) {
    for (let opposite = 0; opposite < length; opposite += 1) {
      const pair = card * length + opposite;
      if ((counts[pair] ?? 0) === 0) continue;
      for (const {card: nextCard, gains} of nexts) visit(pair, opposite * nextLength + nextCard, gains);
    }
  }
}

function layOut(plies: readonly Ply[]): number {
  let size = 0;
  for (const {counts, offsets} of plies) {
    for (let pair = 0; pair < counts.length; pair += 1) {
      offsets[pair] = size + MARGIN;
      size += (counts[pair] ?? 0) + 2 * MARGIN;
    }
  }
  return size;
}
