/* The strengths of the computer in numbers; apart from the computer itself, which takes the solver. */
import type {Strength} from '../game/setup.js';

/** The points of each strength on average: official rules, one column. Casual's is measured, the others are exact. */
export const AVERAGES: Readonly<Record<Exclude<Strength, 'shark'>, number>> = {
  beginner: 162,
  casual: 217,
  expert: 254.6,
};

/**
 * Share of games, in percent, that a shark wins against an expert by the same rules, and the standard error: 1,350
 * games with 675 seeds, with each of which both began once; a tie counts half.
 */
export const SHARK = {wins: 51.9, error: 1.4} as const;
