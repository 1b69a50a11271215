/* The best chances for all questions of a target, solved set by set of open boxes. */
import {FACES} from '../../rules/dice.js';
import {FIRST_ROLL, KEEPS} from '../keeps.js';
import type {MakeTurnKernel, Tables, TurnKernel} from '../kernels/kernel.js';
import {typedArrayTurn} from '../kernels/typed-arrays.js';
import {BOXES, type Position, positionsOf} from '../lattice.js';
import {makeSteps, NO_OUTCOME, type Outcomes, type Steps, writeSteps} from '../outcomes.js';
import {yahtzeeRow} from '../scoring.js';
import type {Needs} from './needs.js';

export interface Chances {
  /** Answers all questions of a set of open boxes. Those of all sets with one box less must be answered. */
  readonly solve: (open: number) => void;
  /** The best chance to get at least so many points from a place on; NaN if that is not asked. */
  readonly at: (place: number, need: number) => number;
  /** The chances of one turn, by what is done in it; good until the next call. */
  readonly turnAt: (position: Position, need: number) => ChancesOfTurn;
}

export interface ChancesOfTurn {
  /** By the rolls still to come, the chance after each keep; rolls stand. */
  readonly keeps: readonly Float64Array[];
  readonly steps: Steps;
}

export function makeChances(
  tables: Tables,
  outcomes: Outcomes,
  needs: Needs,
  makeTurnKernel: MakeTurnKernel,
): Chances {
  const {lowest, counts, offsets, most} = needs;
  const answers = new Float64Array(needs.questions);
  const steps = makeSteps(outcomes);
  const kernel = makeTurnKernel(tables);
  const turn = typedArrayTurn(tables);
  return {solve, at, turnAt};

  function solve(open: number): void {
    kernel.choices.fill(0);
    let lane = 0;
    let answered = -1;
    const answer = (): void => {
      kernel.answer();
      answers.set(kernel.answers.subarray(0, lane), answered);
      answered += lane;
      lane = 0;
    };
    for (const [place, position] of positionsOf(tables, open)) {
      const count = counts[place] ?? 0;
      if (count === 0) continue;
      if (answered < 0) answered = offsets[place] ?? 0;
      writeSteps(outcomes, tables, position, steps);
      for (let asked = 0; asked < count; ) {
        const part = Math.min(count - asked, kernel.lanes - lane);
        ask(kernel, position, (lowest[place] ?? 0) + asked, part, lane);
        asked += part;
        lane += part;
        if (lane === kernel.lanes) answer();
      }
    }
    if (lane > 0) answer();
  }

  function at(place: number, need: number): number {
    if (need <= 0) return 1;
    if (need > (most[place] ?? 0)) return 0;
    const index = need - (lowest[place] ?? 0);
    return index >= 0 && index < (counts[place] ?? 0)
      ? (answers[(offsets[place] ?? 0) + index] ?? 0)
      : Number.NaN;
  }

  function turnAt(position: Position, need: number): ChancesOfTurn {
    writeSteps(outcomes, tables, position, steps);
    turn.choices.fill(0);
    ask(turn, position, need, 1, 0);
    turn.score();
    const standing = Float64Array.from(KEEPS, (_, keep) => turn.worthOf(keep));
    const keeps = [standing];
    for (let rolls = 1; rolls <= 2; rolls += 1) {
      turn.average();
      keeps.push(standing.map((chance, keep) => (keep < FIRST_ROLL ? turn.worthOf(keep) : chance)));
      turn.choose();
    }
    return {keeps, steps};
  }

  /** Writes what the ends of a turn are worth, for so many needs from one on, into lanes from one on. */
  function ask(
    {lanes, choices, yahtzees}: TurnKernel,
    position: Position,
    need: number,
    count: number,
    lane: number,
  ): void {
    const {places, gains} = steps;
    for (let outcome = 0; outcome < places.length; outcome += 1) {
      const place = places[outcome] ?? -1;
      const left = need - (gains[outcome] ?? 0);
      for (let one = 0; place >= 0 && one < count; one += 1) {
        choices[outcome * lanes + lane + one] = at(place, left + one);
      }
    }
    const extra = position.pays ? outcomes.yahtzeeBonus : 0;
    for (const face of FACES) {
      const row = BOXES * yahtzeeRow(face, position.open);
      for (let one = 0; one < count; one += 1) {
        let best = 0;
        for (let box = 0; box < BOXES; box += 1) {
          const outcome = outcomes.numbers[row + box] ?? NO_OUTCOME;
          const place = outcome === NO_OUTCOME ? -1 : (places[outcome] ?? -1);
          const left = need + one - (gains[outcome] ?? 0) - extra;
          if (place >= 0) best = Math.max(best, at(place, left));
        }
        yahtzees[(face - 1) * lanes + lane + one] = best;
      }
    }
  }
}
