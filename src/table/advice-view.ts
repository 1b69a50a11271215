/*
 * Advice as a player sees it: the best choice, and the cost of every other one. A front end has it worked out and hands
 * it over.
 */
import {capitalize} from '../game/format.js';
import {type Action, type Game, placementsOf, type RolledGame} from '../game/game.js';
import {type DieNumber, facesOf} from '../rules/dice.js';
import {type Box, isBox} from './cursor.js';
import {boxInWords, keepInWords, placeInWords, WIN_FOLLOWS} from './messages.js';

/** Works out what a front end hands over: advice, and what the computer does. */
export interface Advisor {
  readonly adviceOn: (game: RolledGame) => Promise<Advice>;
  /** The same with the chance to win, where it takes longer. */
  readonly adviceToWin: (game: RolledGame) => Promise<Advice>;
  /** The computer's next action, at its turn. */
  readonly nextAction: (game: Game) => Promise<Action>;
}

/** A choice after a roll: keep some dice and roll the others again, or fill a box. */
export type Choice = {readonly keep: readonly DieNumber[]} | {readonly box: Box};

export interface Advised {
  readonly choice: Choice;
  /** The final score to expect after it. */
  readonly expected: number;
  /** Points less than after the best choice; 0 or more. */
  readonly loss: number;
}

export interface Advice {
  /** Best first; all boxes that the rules allow, and all dice worth keeping. At least one. */
  readonly choices: readonly Advised[];
  /** The best chance to win; null where it is not known. */
  readonly win: Win | null;
  /** In which boxes the turn may end after the choice that is advised first, as a sentence; null if it ends now. */
  readonly why: string | null;
  /** The chance to win takes some seconds more, and can be asked for. */
  readonly isMoreToCome: boolean;
  /** Limits of the numbers; null if they are exact. */
  readonly note: string | null;
}

/** The choice with the best chance to win. */
export interface Win {
  /** From 0 to 1; a first place that is shared by k counts as 1/k. */
  readonly chance: number;
  /** Play of the opponents: to win, or as the expert does. */
  readonly against: 'to-win' | 'expert';
  /** Ties go to the best for points. */
  readonly choice: Choice;
  /** After each of the choices of the advice, in their order. */
  readonly chances: readonly number[];
}

export interface AdviceView {
  /** `Keep 6 6 6: expected score 265.1.` */
  readonly sentence: string;
  /** Effect of the key or button that takes the advice: `keep 6 6 6, roll the rest`, `put 25 into Full House`. */
  readonly take: string;
  /** Everything that can be done, best first. */
  readonly ranking: readonly ChoiceView[];
  readonly why: string | null;
  readonly note: string | null;
}

export interface ChoiceView {
  readonly isBox: boolean;
  /** `keep 6 6 6`, `Full House`. */
  readonly what: string;
  /** `265.1`. */
  readonly expected: string;
  /** `best`, or what it costs: `-3.2`. */
  readonly loss: string;
  /** The chance to win, `55.8%`; null where it is not known. */
  readonly win: string | null;
}

/** Label of a choice that costs nothing. */
export const BEST = 'best';

/** Losses below this are those of the last digit that is shown. */
export const UNSEEN = 0.05;

export function adviceView(game: RolledGame, advice: Advice): AdviceView {
  const {choices, win, why, note, isMoreToCome} = advice;
  const other = otherToWin(advice);
  const best = bestForPoints(advice);
  const toWin = win === null || other !== null ? '' : `, ${toWinInWords(game, win)}`;
  const expected = best === undefined ? '' : `: expected score ${best.expected.toFixed(1)}${toWin}`;
  const ties = choices.filter(
    (one, at) => one !== best && one.loss < UNSEEN && (other !== null || isAsGoodToWin(win, at)),
  );
  const asGood =
    ties.length === 0 ? '' : ` As good: ${ties.map(({choice}) => inWords(game, choice)).join(', ')}.`;
  const sentence = `${best === undefined ? '' : inWords(game, best.choice)}${expected}.${asGood}`;
  return {
    take: takeInWords(game, advice),
    sentence: other === null ? capitalize(sentence) : `${winInWords(game, other)} For points, ${sentence}`,
    ranking: choices.map(({choice, expected: points, loss}, at) => ({
      isBox: 'box' in choice,
      what: inWords(game, choice),
      expected: points.toFixed(1),
      loss: lossInWords(loss),
      win: win === null ? null : percent(win.chances[at] ?? 0),
    })),
    why,
    note: note ?? (isMoreToCome ? WIN_FOLLOWS : null),
  };
}

type Ranked = Pick<Advice, 'choices' | 'win'>;

/** Returns the choice to win if it costs points: it is advised first. */
export function otherToWin({choices, win}: Ranked): Win | null {
  return win === null || (chosenToWin(choices, win)?.loss ?? 0) < UNSEEN ? null : win;
}

/** Returns the best choice for points; ties go to the best to win. */
export function bestForPoints(advice: Ranked): Advised | undefined {
  const {choices, win} = advice;
  return (win === null || otherToWin(advice) !== null ? null : chosenToWin(choices, win)) ?? choices[0];
}

function chosenToWin(choices: readonly Advised[], win: Win): Advised | undefined {
  const chosen = JSON.stringify(win.choice);
  return choices.find(({choice}) => JSON.stringify(choice) === chosen);
}

/** Chances to win that differ by less look the same. */
const SAME_CHANCE = 0.0005;

function isAsGoodToWin(win: Win | null, at: number): boolean {
  return win === null || win.chance - (win.chances[at] ?? 0) < SAME_CHANCE;
}

/**
 * Returns the cost of a box in points, `best` or `-3.2`; null if it is not among the choices. If another choice is best to
 * win, only that is `best`.
 */
export function lossOf(advice: Advice, box: Box): string | null {
  const {choices} = advice;
  const other = otherToWin(advice);
  const found = choices.find(({choice}) => 'box' in choice && isBox(choice.box, box));
  if (found === undefined) return null;
  if (other === null) return lossInWords(found.loss);
  return 'box' in other.choice && isBox(other.choice.box, box) ? BEST : `-${found.loss.toFixed(1)}`;
}

/** The choice that is advised: to win if that is known. */
export function advisedChoice({choices: [best], win}: Advice): Choice {
  return win?.choice ?? best?.choice ?? {keep: []};
}

/** The dice that the best choice keeps; null if it fills a box. */
export function keptBy(advice: Advice): readonly DieNumber[] | null {
  const choice = advisedChoice(advice);
  return 'keep' in choice ? choice.keep : null;
}

function winInWords(game: RolledGame, win: Win): string {
  return `To win, ${verbInWords(game, win.choice)}: ${chanceInWords(game, win)}.`;
}

/** Formats what a chance to win takes for granted. */
export function againstInWords(against: Win['against'], opponents: number): string {
  if (against === 'to-win') return 'if both play to win';
  return opponents === 1 ? 'against the expert' : 'against experts';
}

function chanceInWords({setup}: RolledGame, {chance, against}: Win, is = ''): string {
  return `${percent(chance)}${is} ${againstInWords(against, setup.players.length - 1)}`;
}

/** Chances nearer to 0 or 1 are certain. */
const CERTAIN = 1e-9;

function toWinInWords(game: RolledGame, win: Win): string {
  const {chance} = win;
  if (chance < CERTAIN) return 'no way to win any more';
  return chance > 1 - CERTAIN ? 'a sure win' : chanceInWords(game, win, ' to win');
}

function percent(chance: number): string {
  return `${(100 * chance).toFixed(1)}%`;
}

/** Says the advised choice as something to do: `keep 6 6 6, roll the rest`. */
export function takeInWords(game: RolledGame, advice: Advice): string {
  const choice = advisedChoice(advice);
  if ('keep' in choice)
    return `${keepInWords(facesOf(game.dice, choice.keep))}${choice.keep.length > 0 ? ', roll the rest' : ''}`;
  const placement = placementsOf(game).find((one) => isBox(one, choice.box));
  return placement === undefined ? inWords(game, choice) : placeInWords(game, placement);
}

function inWords(game: RolledGame, choice: Choice): string {
  return 'box' in choice ? boxInWords(choice.box, game.setup.columns) : verbInWords(game, choice);
}

function verbInWords(game: RolledGame, choice: Choice): string {
  if ('box' in choice) return `take ${boxInWords(choice.box, game.setup.columns)}`;
  return keepInWords(facesOf(game.dice, choice.keep));
}

/** `-3.2`, or `unseen` for a loss that rounds to nothing. */
export function lossInWords(loss: number, unseen = BEST): string {
  return loss < UNSEEN ? unseen : `-${loss.toFixed(1)}`;
}
