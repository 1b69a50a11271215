/* A turn that is played for a chance, be it to reach a total or to win: what each keep and each box leaves of it. */
import type {Face} from '../../rules/dice.js';
import type {RuleSet} from '../../rules/rule-sets.js';
import {type BoxAdvice, checkedRoll, type KeepAdvice, keptOf, type Throw} from '../advice.js';
import {type Ending, endingsIn} from '../endings.js';
import {EXTENSIONS, FACE_COUNTS, FIRST_ROLL, KEEPS, REDUCTIONS, ROLLS} from '../keeps.js';
import {tablesOf} from '../kernels/tables.js';
import {BOXES, type Position} from '../lattice.js';
import {isYahtzee, makeSteps, NO_OUTCOME, outcomesOf, rowOf, type Steps, writeSteps} from '../outcomes.js';
import {boxesFor, ranked} from '../ranking.js';
import {averageKeeps, chooseKeeps} from '../rolling.js';
import {findKept, keepsWithin, type Play} from '../turn.js';

/** What a choice says of its chance. */
export interface Chance {
  /** The chance after this choice, when all that follows is played for it. */
  readonly chance: number;
  /** How much lower it is than after the best choice; 0 for all that are as good as it. */
  readonly loss: number;
}

export interface ChanceAdvice {
  /** The chance after the best choice. */
  readonly chance: number;
  /** All keeps that differ, best first; of equals the one with the fewest dice. None if no roll is to come. */
  readonly keeps: readonly (Pick<KeepAdvice, 'dice' | 'numbers'> & Chance)[];
  /** All open boxes that the rules allow, best first; of equals the first on the card. */
  readonly boxes: readonly (Pick<BoxAdvice, 'category' | 'points' | 'bonus'> & Chance)[];
}

/** The chance at a place after the turn, if so many points are needed from there on. */
export type ChanceAfter = (place: number, need: number) => number;

/** Of equal chances the dice stand, or the fewest stay, and the box with the most points is filled, the first of them. */
interface ChancesOfTurn extends Play {
  /** By the rolls still to come, the chance after each keep; rolls stand. */
  readonly keeps: readonly Float64Array[];
  readonly steps: Steps;
}

/** Differences in chances below this are rounding. */
const SAME = 1e-12;

/**
 * Ranks every keep and every box by its chance.
 *
 * @param need the points needed from the start of the turn on
 * @throws RangeError if dice or rolls are none, or the card is full
 */
export function adviseFor(rules: RuleSet, thrown: Throw, need: number, at: ChanceAfter): ChanceAdvice {
  const roll = checkedRoll(thrown);
  const {position, rolls} = thrown;
  const turn = turnFor(rules, position, need, at);
  const boxes = boxesFor(roll - FIRST_ROLL, position, turn.outcomes, turn.steps).map(({place, ...box}) => ({
    ...box,
    chance: at(place, need - box.points - box.bonus),
  }));
  const keeps = (rolls === 0 ? [] : [...keepsWithin(roll - FIRST_ROLL)]).map((keep) => ({
    ...keptOf(thrown.dice, KEEPS[keep] ?? []),
    chance: turn.keeps[rolls]?.[keep] ?? 0,
  }));
  const chance = Math.max(...[...boxes, ...keeps].map((choice) => choice.chance));
  return {
    chance,
    keeps: ranked(keeps, (keep) => keep.chance, chance, SAME),
    boxes: ranked(boxes, (box) => box.chance, chance, SAME),
  };
}

/** As `endings`, when the turn is played for the chance. */
export function endingsFor(
  rules: RuleSet,
  thrown: Throw,
  need: number,
  at: ChanceAfter,
  keep: readonly Face[],
): readonly Ending[] {
  checkedRoll(thrown);
  return endingsIn(turnFor(rules, thrown.position, need, at), thrown, keep);
}

/**
 * One turn, played for the best chance.
 *
 * @param need the points needed from its start on
 */
function turnFor(rules: RuleSet, position: Position, need: number, at: ChanceAfter): ChancesOfTurn {
  const outcomes = outcomesOf(rules);
  const steps = makeSteps(outcomes);
  writeSteps(outcomes, tablesOf(rules), position, steps);
  const standing = new Float64Array(KEEPS.length);
  const chosen = new Uint8Array(ROLLS.length);
  for (let roll = 0; roll < ROLLS.length; roll += 1) {
    const row = BOXES * rowOf(roll, position.open);
    let most = -1;
    const left = need - (position.pays && isYahtzee(roll) ? outcomes.yahtzeeBonus : 0);
    for (let box = 0; box < BOXES; box += 1) {
      const outcome = outcomes.numbers[row + box] ?? NO_OUTCOME;
      const place = outcome === NO_OUTCOME ? -1 : (steps.places[outcome] ?? -1);
      if (place < 0) continue;
      const gain = steps.gains[outcome] ?? 0;
      const chance = at(place, left - gain);
      const before = standing[FIRST_ROLL + roll] ?? 0;
      if (chance < before - SAME || (chance < before + SAME && gain <= most)) continue;
      standing[FIRST_ROLL + roll] = Math.max(before, chance);
      chosen[roll] = outcome;
      most = gain;
    }
  }
  const keeps = [standing];
  const kept: Uint16Array[] = [Uint16Array.from(KEEPS.keys())];
  const best = standing.slice();
  for (let rolls = 1; rolls <= 2; rolls += 1) {
    averageKeeps(best, EXTENSIONS);
    const own = best.slice();
    own.set(standing.subarray(FIRST_ROLL), FIRST_ROLL);
    chooseKeeps(best, REDUCTIONS, FACE_COUNTS);
    keeps.push(own);
    kept.push(keptIn(own, best));
  }
  return {outcomes, keeps, kept, chosen, steps};
}

/** What is kept of each roll. */
function keptIn(own: Float64Array, best: Float64Array): Uint16Array {
  const kept = new Uint16Array(KEEPS.length);
  findKept(own, best, SAME, kept);
  for (let roll = FIRST_ROLL; roll < KEEPS.length; roll += 1)
    if ((own[roll] ?? 0) >= (best[roll] ?? 0) - SAME) kept[roll] = roll;
  return kept;
}
