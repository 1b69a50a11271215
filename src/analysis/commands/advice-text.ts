/* The advice of `fivedice advise` as lines for people. */
import {aligned} from '../../command-line/terminal.js';
import {BEST, choiceInWords} from '../../game/format.js';
import {CATEGORY_RULES} from '../../rules/categories.js';
import type {Dice, Face} from '../../rules/dice.js';
import {RULES, type RuleSet} from '../../rules/rule-sets.js';
import {type Choice, type Column, fill, placementOf, totalOf} from '../../rules/scorecard.js';
import type {Opposition} from '../../solver/chances/win.js';
import type {ScoreDistribution, Share} from '../../solver/distribution.js';
import type {Ending} from '../../solver/endings.js';
import type {Standing, Throw} from '../../solver/standing.js';
import type {Ranked, Worth} from '../../solver/turn.js';
import {type Advised, againstInWords, bestOf, endingsByBox, whyInWords} from '../advice.js';

/** Advice on a turn, with the fields that scripts see. */
export interface TurnAdvice {
  readonly against: Opposition | undefined;
  readonly choices: readonly Advised[];
  readonly why: readonly Why[] | undefined;
  readonly target: {readonly total: number; readonly choices: readonly Ranked[]} | undefined;
}

export interface Why {
  readonly keep: readonly Face[];
  readonly endings: readonly Ending[];
}

/** The worth of a card before a roll, with the fields that scripts see. */
export interface CardWorth extends Omit<ScoreDistribution, 'chances'> {
  readonly points: number;
  readonly chances: readonly number[];
  /** Scores by the chance that they are not exceeded. */
  readonly quantiles: Readonly<Record<string, number>>;
  readonly win: number | undefined;
  readonly against: Opposition | undefined;
  readonly target: {readonly total: number; readonly chance: number} | undefined;
}

/** The cards that the advice is about. */
interface Shown {
  readonly rules: RuleSet;
  readonly column: Column;
  readonly opponents: readonly Standing[];
}

/** Max rows of each ranking. */
const SHOWN = 10;

/** The ranking of a turn, with the reasons and the target that were asked for. */
export function turnLines(
  {rules, column, thrown: {dice, rolls}, opponents}: Shown & {readonly thrown: Throw},
  {against, choices, why, target}: TurnAdvice,
): string[] {
  const inWords = (choice: Choice): string => earningInWords(choice, column, dice, rules);
  const best = bestOf(choices);
  const forPoints = best.loss === 0 ? best : (choices[0] ?? best);
  const [points, toWin] = [forPoints, best].map(({choice}) => inWords(choice));
  const coming = rolls === 0 ? 'no roll' : rolls === 1 ? '1 roll' : '2 rolls';
  const chance =
    against === undefined || best.win === null
      ? ''
      : `, ${inPercent(best.win.worth)} to win ${againstInWords(against, opponents.length)}`;
  return [
    `${dice.join(' ')} and ${coming} to come: expected score ${forPoints.worth.toFixed(2)}${chance}`,
    ...(chance === ''
      ? []
      : [points === toWin ? `For points and to win: ${toWin}` : `For points: ${points}. To win: ${toWin}`]),
    ...rankingLines(choices, inWords, (row) => [
      ...worthCells(row, ''),
      ...(row.deviation === undefined ? [] : [`SD ${row.deviation.toFixed(2)}`]),
      ...(row.win === null ? [] : worthCells(row.win, '%')),
    ]),
    ...(why === undefined ? [] : ['', ...whyLines(why)]),
    ...(target === undefined ? [] : ['', ...targetLines(target, inWords)]),
  ];
}

/** The score that a card can expect, and the boxes from which it comes. */
export function cardLines(
  {opponents}: Shown,
  {points, mean, deviation, quantiles, boxes, yahtzeeBonus, upperBonus, win, against, target}: CardWorth,
): string[] {
  const shares: readonly (readonly [string, Share])[] = [
    ...boxes.map((box) => [CATEGORY_RULES[box.category].label, box] as const),
    ['Yahtzee bonuses', yahtzeeBonus],
  ];
  const others = shares.reduce((sum, [, share]) => sum + share.mean, points);
  const upper = {mean: Math.max(0, mean - others), zero: 1 - upperBonus};
  const rows = [...shares, ['Upper bonus', upper] as const].map(([label, share]) => [
    label,
    share.mean.toFixed(2),
    inPercent(share.zero),
  ]);
  const parts = Object.entries(quantiles).map(([part, score]) => `${100 * Number(part)}% ${score}`);
  return [
    `Expected score ${mean.toFixed(2)}, standard deviation ${deviation.toFixed(2)}`,
    `Quantiles: ${parts.join(', ')}`,
    ...(win === undefined || against === undefined
      ? []
      : [`To win ${againstInWords(against, opponents.length)}: ${inPercent(win)}`]),
    ...(target === undefined ? [] : [`At least ${target.total} points: ${inPercent(target.chance)}`]),
    '',
    ...aligned([['to come from', 'mean', 'nothing'], ...rows], {numbers: 2}),
  ];
}

function targetLines(
  {total, choices}: NonNullable<TurnAdvice['target']>,
  inWords: (choice: Choice) => string,
): string[] {
  const chance = choices[0]?.worth ?? 0;
  if (chance === 0) return [`At least ${total} points: out of reach`];
  return [
    `At least ${total} points: ${inPercent(chance)}`,
    ...rankingLines(choices, inWords, (row) => worthCells(row, '%')),
  ];
}

/** Shows a worth and its loss, which is the difference of the digits that are shown. */
function worthCells({worth, loss}: Worth, unit: '' | '%'): [string, string] {
  const [own, best] = [worth, worth + loss].map((one) => (unit === '%' ? 100 * one : one).toFixed(2));
  const cost = Number(best) - Number(own);
  return [`${own}${unit}`, own === best ? BEST : `-${cost.toFixed(2)}${unit}`];
}

/** The best keeps, and below them the best boxes. */
function rankingLines<Row extends Ranked>(
  choices: readonly Row[],
  inWords: (choice: Choice) => string,
  numbersOf: (row: Row) => readonly string[],
): string[] {
  const parts = [true, false].map((isKeep) =>
    choices.filter(({choice}) => 'keep' in choice === isKeep).slice(0, SHOWN),
  );
  const rows = parts.flat().map((row) => [inWords(row.choice), ...numbersOf(row)]);
  const lines = aligned(rows, {numbers: (rows[0]?.length ?? 1) - 1});
  return parts.flatMap(({length}) => (length === 0 ? [] : ['', ...lines.splice(0, length)]));
}

/** Has a row for each box, and a column for each keep. */
function whyLines(why: readonly Why[]): string[] {
  const [best] = why;
  if (best === undefined) return ['No roll is to come: the turn ends now'];
  const columns = why.map((one) => endingsByBox(one.endings));
  const rows = endingsByBox(why.flatMap((one) => one.endings)).map(({what, least, most}) => [
    what,
    least === most ? `${least}` : `${least} to ${most}`,
    ...columns.map((column) => inPercent(column.find((one) => one.what === what)?.chance ?? 0)),
  ]);
  const head = ['the turn ends as', 'points', ...why.map(({keep}) => choiceInWords({keep}, 1))];
  return [whyInWords(best.endings), '', ...aligned([head, ...rows], {numbers: why.length + 1})];
}

/** Names a choice, a box with its points and bonuses: `keep 6 6 6`, `Sixes, 18 + 35`. */
function earningInWords(choice: Choice, column: Column, dice: Dice, rules: RuleSet): string {
  const words = choiceInWords(choice, 1);
  const placed = 'keep' in choice ? null : placementOf([column], 1, choice.category, dice, RULES[rules]);
  if (placed === null) return words;
  const bonus = totalOf(fill([column], placed), rules) - totalOf([column], rules) - placed.points;
  return `${words}, ${placed.points}${bonus > 0 ? ` + ${bonus}` : ''}`;
}

function inPercent(chance: number): string {
  return `${(100 * chance).toFixed(2)}%`;
}
