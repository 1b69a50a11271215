/* The strengths of the computer in numbers, in a file that does not import the solver as the computer does. */
import type {Strength} from '../game/setup.js';

/** The points of each strength on average: official rules, one column. Exact: 162.247, 217.113 and 254.588. */
export const AVERAGES: Readonly<Record<Exclude<Strength, 'shark'>, number>> = {
  beginner: 162,
  casual: 217,
  expert: 254.6,
};

/**
 * Share of games, in percent, that a shark wins against an expert by the same rules, and the standard error: 4,000
 * games, two with each of 2,000 seeds, in which each player began once; a tie counts half.
 */
export const SHARK = {wins: 52.5, error: 0.8} as const;
