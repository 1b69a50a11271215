/* Advice as a player sees it: the best choice, and the cost of every other one. */
import type {Advice, Advised} from '../analysis/advice.js';
import {BEST, boxInWords, capitalize, choiceInWords, lossInWords, UNSEEN} from '../game/format.js';
import {diceShowing, placementAt, type RolledGame} from '../game/game.js';
import {type Box, type Choice, keyOf} from '../rules/scorecard.js';
import {placeInWords, WIN_FOLLOWS} from './messages.js';

export type AdviceView = ReturnType<typeof adviceView>;
export type ChoiceView = AdviceView['ranking'][number];

export function adviceView(game: RolledGame, advice: Advice) {
  const {choices, best, why, note, isMoreToCome} = advice;
  // Otherwise the best choice costs points and is best only to win.
  const isBestForPoints = best.loss < UNSEEN;
  const forPoints = isBestForPoints ? best : (choices[0] ?? best);
  const inWords = ({choice}: Advised): string => choiceInWords(choice, game.setup.columns);
  const ties = choices.filter(
    (one) =>
      keyOf(one.choice) !== keyOf(forPoints.choice) &&
      one.loss < UNSEEN &&
      (!isBestForPoints || (one.win?.loss ?? 0) < SAME_CHANCE),
  );
  const asGood = ties.length === 0 ? '' : ` As good: ${ties.map(inWords).join(', ')}.`;
  const toWin = isBestForPoints && best.win !== null ? `, ${toWinInWords(best.win.worth, advice)}` : '';
  const sentence = `${inWords(forPoints)}: expected score ${forPoints.worth.toFixed(1)}${toWin}.${asGood}`;
  return {
    /** The dice that the best choice keeps; null if it fills a box. */
    kept: 'keep' in best.choice ? diceShowing(game, best.choice.keep) : null,
    /** Effect of the key or button that takes the advice: `keep 6 6 6, roll the rest`, `put 25 into Full House`. */
    take: takeInWords(game, best.choice),
    /** `Keep 6 6 6: expected score 265.1.` */
    sentence: isBestForPoints
      ? capitalize(sentence)
      : `To win, ${'keep' in best.choice ? '' : 'take '}${inWords(best)}: ${chanceInWords(best.win?.worth ?? 0, advice)}. For points, ${sentence}`,
    /** All choices, best first. */
    ranking: choices.map((one) => ({
      isBox: !('keep' in one.choice),
      /** `keep 6 6 6`, `Full House`. */
      what: inWords(one),
      expected: one.worth.toFixed(1),
      /** `best`, or what it costs: `-3.2`. */
      loss: lossInWords(one.loss),
      /** The chance to win, `55.8%`; null where it is not known. */
      win: one.win && percent(one.win.worth),
    })),
    why,
    note: note ?? (isMoreToCome ? WIN_FOLLOWS : null),
  };
}

/** Chances to win that differ by less look the same. */
const SAME_CHANCE = 0.0005;

/**
 * Returns the cost of a box in points, `best` or `-3.2`; null if it is not among the choices. Where winning and points
 * differ, only the best choice for winning is `best`.
 */
export function lossOf({choices, best}: Advice, box: Box): string | null {
  const found = choices.find(({choice}) => keyOf(choice) === keyOf(box));
  if (found === undefined) return null;
  if (best.loss < UNSEEN) return lossInWords(found.loss);
  return keyOf(best.choice) === keyOf(box) ? BEST : `-${found.loss.toFixed(1)}`;
}

/** Chances this near to 0 or 1 count as certain. */
const CERTAIN = 1e-9;

function toWinInWords(chance: number, advice: Advice): string {
  if (chance < CERTAIN) return 'no way to win any more';
  return chance > 1 - CERTAIN ? 'a sure win' : chanceInWords(chance, advice, ' to win');
}

function chanceInWords(chance: number, {against}: Advice, what = ''): string {
  return `${percent(chance)}${what} ${against}`;
}

function percent(chance: number): string {
  return `${(100 * chance).toFixed(1)}%`;
}

/** Words a choice as an instruction: `keep 6 6 6, roll the rest`. */
export function takeInWords(game: RolledGame, choice: Choice): string {
  if ('keep' in choice)
    return `${choiceInWords(choice, 1)}${choice.keep.length > 0 ? ', roll the rest' : ''}`;
  const placement = placementAt(game, choice);
  return placement === null ? boxInWords(choice, game.setup.columns) : placeInWords(game, placement);
}
