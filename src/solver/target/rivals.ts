/*
 * Opponents who play as the computer's expert does: for points, but for the last turn of the game, which is played to win.
 *
 * The opponent who has that turn knows what there is to beat. So the chance to be beaten depends on the player's final
 * total: it is worked out for each, from the distribution of cards and points before that turn. All other opponents have
 * one distribution of totals.
 */
import type {Standing} from '../advice.js';
import {type Distribution, flowFrom} from '../distribution.js';
import {makeKernel} from '../kernels/kernel.js';
import {tablesOf} from '../kernels/tables.js';
import {BOXES, positionsOf} from '../lattice.js';
import {makeSteps, outcomesOf, writeSteps} from '../outcomes.js';
import type {Values} from '../solver.js';
import {endsIn, MARGIN} from './needs.js';

/** The chances of an opponent to end below a total of the player, and level with it, by total. */
export interface Rival {
  /** The lowest total that has a place; all below have neither chance. */
  readonly lowest: number;
  readonly less: Float64Array;
  readonly same: Float64Array;
}

/** An opponent who ends with these totals, whatever anybody does. */
export function earlierRival({lowest, chances}: Distribution): Rival {
  let below = 0;
  const less = chances.map((chance) => {
    below += chance;
    return below - chance;
  });
  return {lowest, less, same: chances};
}

/** An opponent who plays for points, and the last turn to win. */
export function lastRival(values: Values, standing: Standing): Rival {
  const {reached} = flowFrom(values, standing, 1);
  const lastTurns = lastTurnsAt(values, reached.keys());
  const most = Math.max(...[...lastTurns.values()].map(({win}) => win.length));
  const first = Math.min(...[...reached.values()].map(({lowest}) => lowest));
  const end = most + Math.max(...[...reached.values()].map(({lowest, chances}) => lowest + chances.length));
  const less = new Float64Array(end - first);
  const same = new Float64Array(end - first);
  /** By total: the chances of cards from which it is out of reach. */
  const beyond = new Float64Array(end - first + 1);
  for (const [place, {lowest, chances}] of reached) {
    const {exceed, win} = lastTurns.get(place) ?? NONE;
    for (const [at, chance] of chances.entries()) {
      if (chance === 0) continue;
      const points = lowest + at - first;
      for (let need = 0; need < win.length; need += 1) {
        const [more, won] = [exceed[need] ?? 0, win[need] ?? 0];
        less[points + need] = (less[points + need] ?? 0) + chance * (1 + more - 2 * won);
        same[points + need] = (same[points + need] ?? 0) + 2 * chance * (won - more);
      }
      beyond[points + win.length] = (beyond[points + win.length] ?? 0) + chance;
    }
  }
  let out = 0;
  for (let total = 0; total < less.length; total += 1) {
    out += beyond[total] ?? 0;
    less[total] = (less[total] ?? 0) + out;
  }
  return {lowest: first, less, same};
}

/** By the points needed to draw level, from 0 on: the best chance to exceed them, and the best if a tie is half a win. */
interface LastTurn {
  readonly exceed: Float64Array;
  readonly win: Float64Array;
}

const NONE: LastTurn = {exceed: new Float64Array(0), win: new Float64Array(0)};

/** Where the runs of `lastTurnsAt` stand: each between its margins of certain and of impossible answers. */
const EXCEED = MARGIN;
const WIN = EXCEED + 2 * MARGIN;
const IMPOSSIBLE = WIN + 1 + 2 * MARGIN;
const ANSWERS = IMPOSSIBLE + MARGIN;
const MOST_ANSWERS = 512;

/** The last turns from places with one open box. */
function lastTurnsAt(values: Values, places: Iterable<number>): ReadonlyMap<number, LastTurn> {
  const tables = tablesOf(values.rules);
  const outcomes = outcomesOf(values.rules);
  const kernel = makeKernel(tables);
  const {numbers, address} = kernel.room(ANSWERS + MOST_ANSWERS);
  numbers.fill(1, EXCEED - MARGIN, EXCEED);
  numbers.fill(1, WIN - MARGIN, WIN);
  numbers[WIN] = 0.5;
  const after = kernel.after();
  const steps = makeSteps(outcomes);
  const ends = endsIn(tables, outcomes);
  const positions = new Map(ONE_OPEN.flatMap((open) => positionsOf(tables, open)));
  return new Map(
    [...places].flatMap((place): [number, LastTurn][] => {
      const position = positions.get(place);
      if (position === undefined) return [];
      let most = 0;
      ends(position, (_, gain) => {
        most = Math.max(most, gain);
      });
      writeSteps(outcomes, tables, position, steps);
      const chances = (run: number, length: number): Float64Array => {
        for (let outcome = 0; outcome < after.starts.length; outcome += 1) {
          const isOpen = (steps.places[outcome] ?? -1) >= 0;
          after.starts[outcome] = address + 8 * (isOpen ? run : IMPOSSIBLE);
          after.needs[outcome] = isOpen ? (steps.gains[outcome] ?? 0) : 0;
          after.counts[outcome] = isOpen ? length : 0;
        }
        kernel.answer(position.open, Number(position.pays), 0, most + 1, address + 8 * ANSWERS);
        return numbers.slice(ANSWERS, ANSWERS + most + 1);
      };
      return [[place, {exceed: chances(EXCEED, 0), win: chances(WIN, 1)}]];
    }),
  );
}

const ONE_OPEN = Array.from({length: BOXES}, (_, box) => 1 << box);
