import {type Advice, type Advised, bestOf} from '../../src/analysis/advice.js';
import type {Choice} from '../../src/rules/scorecard.js';

const choices = (
  [
    [{keep: [6, 6, 6]}, 265.113],
    [{keep: [6, 6]}, 258.04],
    [{keep: [6]}, 250],
    [{column: 1, category: 'full-house'}, 247.6],
    [{keep: []}, 240],
    [{column: 1, category: 'sixes'}, 165],
  ] satisfies [Choice, number][]
).map(([choice, worth]): Advised => ({choice, worth, loss: 265.113 - worth, win: null}));

/** Made up, on 1 6 6 1 6, the first roll of a game. */
export const ADVICE: Advice = adviceOf(choices);

/** Returns advice for the best of some choices. */
export function adviceOf(choices: readonly Advised[], against: string | null = null): Advice {
  return {choices, best: bestOf(choices), against, why: null, isMoreToCome: false, note: null};
}

/** Returns the same choices with the chance to win after each. */
export function withWins({choices}: Advice, against: string, chances: readonly number[]): Advice {
  const most = Math.max(...chances);
  const told = choices.map((one, at): Advised => {
    const worth = chances[at] ?? 0;
    return {...one, win: {worth, loss: most - worth}};
  });
  return adviceOf(told, against);
}
