/* How well the players of the computer play; apart from how they do it, which takes the solver. */
import type {Strength} from '../game/setup.js';

/**
 * The points of each strength on average: official rules, one column. Those of casual and, against an expert, of shark are
 * measured, the others are exact.
 */
export const AVERAGES: Readonly<Record<Strength, number>> = {
  beginner: 162,
  casual: 217,
  expert: 254.6,
  shark: 254,
};
