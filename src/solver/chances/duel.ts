/*
 * The duel: two players who both play to win, from the start of a turn to the end of the game.
 *
 * A position is both cards and the points that the mover needs to draw level. The chances of the two players add up to
 * 1. So the answers of a pair of cards are turned around once they are found: they become the chances of the player who
 * has just moved, which the kernel needs one ply earlier. Plies are solved from the full cards back, and only for needs
 * that are undecided.
 */
import type {RuleSet, Rules} from '../../rules/rule-sets.js';
import {FULL, LANES, openCount, type Position, placeOf, positionsOf, setsFrom} from '../lattice.js';
import type {Progress} from '../solver.js';
import {checkPoints, type Standing, type Throw} from '../standing.js';
import {endsIn, tablesOf} from '../tables.js';
import {emptyRun, makeAnswers, mostFrom, type Run, widen} from './answers.js';
import {adviceFor, type Chances} from './chances.js';

/** Both cards before a turn. */
interface Pair extends Run {
  /** The least need of the mover that is undecided. */
  readonly least: number;
  /** By need from `least` on, 1 if it matters: many between needs that are a Yahtzee bonus apart do not. */
  readonly asked: Uint8Array;
}

/** Pairs of cards by the place of the mover's, and then by that of the other's. */
type Ply = Map<number, Map<number, Pair>>;

/**
 * Solves the chance to win if both players play to win. A tie is half a win. Yields its progress, and returns the
 * chances of the player who moves; they are valid for this turn.
 *
 * @param other has as many open boxes as the mover, or one less
 * @throws RangeError if a position cannot occur, or if points are not whole
 */
export function* solveDuel(
  rules: RuleSet | Rules,
  mover: Standing,
  other: Standing,
): Generator<Progress, Chances> {
  checkPoints(mover);
  checkPoints(other);
  const tables = tablesOf(rules);
  const own = placeOf(tables, mover.position);
  const others = placeOf(tables, other.position);
  const sets = setsFrom(mover.position.open | other.position.open);
  const most = mostFrom(tables, sets);
  const positions = new Map([FULL, ...sets].flatMap((open) => positionsOf(tables, open)));
  const positionAt = (place: number): Position => positions.get(place) ?? mover.position;
  const ends = endsIn(tables);

  const pairAt = (ply: Ply, card: number, opposite: number): Pair => {
    const pairs = ply.get(card) ?? new Map<number, Pair>();
    ply.set(card, pairs);
    const [least, highest] = [-(most[opposite] ?? 0), most[card] ?? 0];
    const pair = pairs.get(opposite) ?? {...emptyRun(), least, asked: new Uint8Array(highest - least + 1)};
    pairs.set(opposite, pair);
    return pair;
  };
  /** Returns the next ply, with all needs on which the answers of a ply depend. */
  const plyAfter = (ply: Ply): Ply => {
    const next: Ply = new Map();
    for (const [card, pairs] of ply) {
      const gains = new Map<number, Set<number>>();
      ends(positionAt(card), (place, gain) => gains.set(place, (gains.get(place) ?? new Set()).add(gain)));
      for (const [opposite, {least, asked}] of pairs) {
        for (const [place, found] of gains) {
          const after = pairAt(next, opposite, place);
          for (let at = asked.indexOf(1); at >= 0; at = asked.indexOf(1, at + 1))
            // Needs that are decided lie outside `asked`, where nothing is written.
            for (const gain of found) after.asked[gain - least - at - after.least] = 1;
        }
      }
    }
    return next;
  };

  const lead = mover.points - other.points;
  const plies: [Ply, ...Ply[]] = [new Map()];
  const first = pairAt(plies[0], own, others);
  first.asked[-lead - first.least] = 1;
  for (let left = openCount(mover.position.open) + openCount(other.position.open); left > 0; left -= 1)
    plies.push(plyAfter(plies.at(-1) ?? plies[0]));
  const all = plies.flatMap((ply) => [...ply.values()].flatMap((pairs) => [...pairs.values()]));
  for (const pair of all) {
    const {least, asked} = pair;
    if (asked.includes(1)) widen(pair, least + asked.indexOf(1), least + asked.lastIndexOf(1));
  }

  const none = emptyRun();
  const {numbersOf, answerAt, follow, answer, surround} = makeAnswers(tables, [none, ...all]);
  surround(none, 1, 0);
  const questions = all.reduce((sum, {asked}) => sum + countOf(asked), 0);
  let done = 0;
  let after: Ply = new Map();
  for (const ply of plies.toReversed()) {
    for (const [card, pairs] of ply) {
      for (const [opposite, pair] of pairs) {
        const numbers = numbersOf(pair);
        const next = after.get(opposite);
        if (next === undefined) numbers.fill(0.5);
        else {
          follow(positionAt(card), (place) => next.get(place) ?? none);
          const {least, asked} = pair;
          for (let at = asked.indexOf(1); at >= 0; at = asked.indexOf(1, at + LANES)) {
            answer(pair, least + at, LANES);
            done += countOf(asked.subarray(at, at + LANES));
          }
        }
        numbers.reverse();
        for (const [at, chance] of numbers.entries()) numbers[at] = 1 - chance;
        [pair.low, pair.high] = [-pair.high, -pair.low];
        surround(pair, 1, 0);
      }
      yield {done, questions};
    }
    after = ply;
  }

  const needOf = ({position, points}: Throw): number => {
    if (placeOf(tables, position) !== own || points !== mover.points)
      throw new RangeError('position and points must be those that were asked about');
    return -lead;
  };
  const chanceAt = (place: number, need: number): number =>
    answerAt(plies[1]?.get(others)?.get(place) ?? none, need);
  return {
    chance: 1 - answerAt(first, lead),
    ...adviceFor(rules, needOf, chanceAt),
  };
}

function countOf(asked: Uint8Array): number {
  return asked.reduce((sum, one) => sum + one, 0);
}
