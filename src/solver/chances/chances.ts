/* Advice for a chance: to reach a total, or to win. */
import type {Face} from '../../rules/dice.js';
import type {RuleSet, Rules} from '../../rules/rule-sets.js';
import {type Ending, endingsIn} from '../endings.js';
import type {Throw} from '../standing.js';
import {tablesOf} from '../tables.js';
import {playTurn, type Ranked, rankTurn, type Turn} from '../turn.js';

/** The best chances from some position on: to reach a target, or to win. */
export interface Chances {
  /** The chance from the position that was asked about, at the start of its turn; from 0 to 1. */
  readonly chance: number;
  /**
   * Ranks the choices of a turn, as `advise` does, by the chance after each. The chances to reach a target serve for the
   * rest of the game, those to win for one turn, since opponents move.
   *
   * @throws RangeError if the throw does not follow from the position that was asked about, if the card is full, if the
   *   dice are invalid, or if `rolls` is not 0, 1 or 2
   */
  readonly advise: (thrown: Throw) => readonly Ranked[];
  /**
   * Returns the boxes in which the turn may end after some dice are kept, as `endings` does, when all that follows is
   * played for the chance.
   *
   * @throws RangeError as `advise` does, or if the dice do not hold the keep
   */
  readonly endings: (thrown: Throw, keep: readonly Face[]) => readonly Ending[];
}

/** Chances that differ by less are equal. */
const SAME = 1e-12;

/**
 * Returns the advice of chances.
 *
 * @param needOf returns the points needed from the start of the turn on; throws if the turn was not asked about
 * @param chanceAt returns the chance at a place after the turn, with `need` points still needed there
 */
export function adviceFor(
  rules: RuleSet | Rules,
  needOf: (thrown: Throw) => number,
  chanceAt: (place: number, need: number) => number,
): Pick<Chances, 'advise' | 'endings'> {
  const turnOf = (thrown: Throw): Turn => {
    const need = needOf(thrown);
    const worth = (place: number, points: number): number => chanceAt(place, need - points);
    return playTurn(tablesOf(rules), thrown.position, {worth, same: SAME, standsOnTies: true});
  };
  return {
    advise: (thrown) => rankTurn(turnOf(thrown), thrown),
    endings: (thrown, keep) => endingsIn(turnOf(thrown), thrown, keep),
  };
}
