/* Entry point of `fivedice advise`: prints what every choice of a turn is worth, for people and for scripts. */
import {printJson, printLines, runCommand} from '../../command-line/command.js';
import {type Command, JSON_FLAG, type ParsedFlags} from '../../command-line/flags.js';
import {aligned} from '../../command-line/terminal.js';
import {EXIT, usageError} from '../../command-line/user-error.js';
import {BEST, choiceInWords} from '../../game/format.js';
import {MAX_PLAYERS} from '../../game/players.js';
import {CATEGORY_RULES} from '../../rules/categories.js';
import {type Dice, type Face, isDice} from '../../rules/dice.js';
import {RULE_SETS, RULES, type RuleSet} from '../../rules/rule-sets.js';
import {type Choice, type Column, fill, placementOf, totalOf} from '../../rules/scorecard.js';
import {advise, deviations} from '../../solver/advice.js';
import {finish, target} from '../../solver/chances/target.js';
import {win} from '../../solver/chances/win.js';
import {distribution, quantileOf, type Share} from '../../solver/distribution.js';
import {type Ending, endings} from '../../solver/endings.js';
import {openBoxes} from '../../solver/lattice.js';
import {type Progress, solve} from '../../solver/solver.js';
import {type Standing, standingOf, type Throw} from '../../solver/standing.js';
import type {Ranked, Worth} from '../../solver/turn.js';
import {againstInWords, bestOf, endingsByBox, whyInWords, withWins} from '../advice.js';
import {EMPTY, parseColumn} from './column-text.js';

export const COMMAND: Command = {
  name: 'advise',
  usage: '',
  about: `Ranks every keep and every box for a roll by the expected final score, if the rest is played best. Without --dice,
    tells what the card is worth before a roll, and in which boxes. The numbers are exact for one player with one column.`,
  flags: [
    {name: 'dice', takes: 'D,D,D,D,D', help: 'the five dice, as in 1,1,6,6,6; needs --rolls'},
    {name: 'rolls', takes: 'N', help: 'how many rolls are still to come: 0, 1 or 2'},
    {
      name: 'card',
      takes: 'BOX=POINTS,…',
      help: `the boxes that are filled, as in ones=3,full-house=25,yahtzee=50 (${EMPTY}); bonuses=N adds N Yahtzee bonuses`,
    },
    {
      name: 'sd',
      help: 'also the standard deviation of the final score after each choice; --json always has it',
    },
    {name: 'why', help: 'also in which boxes the turn may end after the best keeps, and how likely'},
    {
      name: 'target',
      takes: 'N',
      help: `also the best chance to reach a final score of N, if the rest is played for it. With many open boxes this takes
        long; a terminal shows the progress`,
    },
    {
      name: 'opponent',
      takes: 'CARD',
      many: true,
      help: `also the best chance to win against a player with this card, as in --card, with as many open boxes as yours,
        or one fewer if the opponent had the turn before; up to ${MAX_PLAYERS - 1} times. A first place that is shared by k counts as 1/k`,
    },
    {name: 'rules', takes: 'RULES', help: `one of ${RULE_SETS.join(', ')} (official)`},
    JSON_FLAG,
  ],
  exitStatus: '0 advised; 2 the command line was wrong; 3 the output failed.',
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, print);
}

/** Max rows of each ranking shown to people. */
const SHOWN = 10;

const COMPARED = 3;

function print(given: ParsedFlags): number {
  if (given.text('dice') === null) return printCard(given);
  const turn = turnIn(given);
  const advice = adviceOn(turn);
  if (given.has('json')) {
    const {rules, thrown} = turn;
    const {dice, rolls, points} = thrown;
    printJson({rules, points, dice, rolls, ...advice});
  } else printLines(linesOf(turn, advice));
  return EXIT.passed;
}

/** Prints the worth of a card before a roll. */
function printCard(given: ParsedFlags): number {
  for (const flag of ['rolls', 'why', 'sd'])
    if (given.has(flag) || given.text(flag) !== null)
      throw usageError(`--${flag} needs --dice: the five dice, as in 1,1,6,6,6`);
  const {rules, standing, opponents, total} = cardsIn(given);
  const values = solve(rules, openIn(standing, opponents));
  const scores = waitedFor((onProgress) => distribution(values, standing, onProgress));
  const toWin = opponents.length === 0 ? null : solved(win(values, standing, opponents));
  const toReach = total === null ? null : solved(target(rules, standing, total)).chance;
  const quantiles = Object.fromEntries(QUANTILES.map((part) => [part, quantileOf(scores, part)]));
  if (given.has('json')) {
    printJson({
      rules,
      points: standing.points,
      ...scores,
      chances: [...scores.chances],
      quantiles,
      ...(toWin === null ? {} : {win: toWin.chance, against: toWin.against}),
      ...(toReach === null ? {} : {target: {total, chance: toReach}}),
    });
    return EXIT.passed;
  }
  const shares: readonly (readonly [string, Share])[] = [
    ...scores.boxes.map((box) => [CATEGORY_RULES[box.category].label, box] as const),
    ['Yahtzee bonuses', scores.yahtzeeBonus],
  ];
  const others = shares.reduce((sum, [, {mean}]) => sum + mean, standing.points);
  const upper = {mean: Math.max(0, scores.mean - others), zero: 1 - scores.upperBonus};
  const rows = [...shares, ['Upper bonus', upper] as const].map(([label, {mean, zero}]) => [
    label,
    mean.toFixed(2),
    inPercent(zero),
  ]);
  printLines([
    `Expected score ${scores.mean.toFixed(2)}, standard deviation ${scores.deviation.toFixed(2)}`,
    `Quantiles: ${QUANTILES.map((part) => `${100 * part}% ${quantiles[part]}`).join(', ')}`,
    ...(toWin === null
      ? []
      : [`To win ${againstInWords(toWin.against, opponents.length)}: ${inPercent(toWin.chance)}`]),
    ...(toReach === null ? [] : [`At least ${total} points: ${inPercent(toReach)}`]),
    '',
    ...aligned([['to come from', 'mean', 'nothing'], ...rows], {numbers: 2}),
  ]);
  return EXIT.passed;
}

const QUANTILES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99] as const;

type TurnGiven = ReturnType<typeof turnIn>;

function turnIn(given: ParsedFlags) {
  const cards = cardsIn(given);
  const dice = diceIn(given);
  const rolls = given.choice('rolls', [0, 1, 2] as const);
  if (rolls === null) throw usageError('--rolls is missing: how many rolls are still to come, 0, 1 or 2');
  const thrown: Throw = {...cards.standing, dice, rolls};
  return {...cards, thrown, isWhy: given.has('why'), isRisk: given.has('sd') || given.has('json')};
}

function cardsIn(given: ParsedFlags) {
  const rules = given.choice('rules', RULE_SETS) ?? 'official';
  const column = parseColumn('--card', given.text('card') ?? EMPTY, rules);
  const standing = standingOf(column);
  if (standing.position.open === 0) throw usageError('--card has no open box: the game is over');
  const cards = given.texts('opponent');
  if (cards.length >= MAX_PLAYERS)
    throw usageError(`--opponent can be given up to ${MAX_PLAYERS - 1} times, not ${cards.length}`);
  const opponents = cards.map((card) => standingOf(parseColumn('--opponent', card, rules)));
  const own = openBoxes(standing.position.open);
  for (const {position} of opponents) {
    const open = openBoxes(position.open);
    if (open !== own && open !== own - 1)
      throw usageError(
        `--opponent has ${open} open boxes: with ${own} on --card it must be ${own} or ${own - 1}`,
      );
  }
  return {rules, column, standing, opponents, total: given.count('target', 1)};
}

/** Returns the boxes that are open on any card. */
function openIn({position}: Standing, others: readonly Standing[]): number {
  return others.reduce((open, other) => open | other.position.open, position.open);
}

/** The advice as it is printed for scripts, which see no undefined fields. */
type Printed = ReturnType<typeof adviceOn>;

interface Why {
  readonly keep: readonly Face[];
  readonly endings: readonly Ending[];
}

function adviceOn({rules, standing, thrown, opponents, total, isWhy, isRisk}: TurnGiven) {
  const values = solve(rules, openIn(standing, opponents));
  const toWin = opponents.length === 0 ? null : solved(win(values, standing, opponents));
  const ranked = isRisk ? deviations(values, thrown) : advise(values, thrown);
  const choices = withWins(ranked, toWin?.advise(thrown) ?? []);
  const bestKeeps = choices
    .toSorted((one, other) => (one.win?.loss ?? 0) - (other.win?.loss ?? 0))
    .flatMap(({choice}) => ('keep' in choice ? [choice.keep] : []))
    .slice(0, COMPARED);
  const whyOf = (keep: readonly Face[]): Why => {
    return {keep, endings: toWin?.endings(thrown, keep) ?? endings(values, thrown, keep)};
  };
  const chances = total === null ? null : solved(target(rules, standing, total));
  return {
    against: toWin?.against,
    choices,
    why: isWhy ? bestKeeps.map(whyOf) : undefined,
    target: chances === null || total === null ? undefined : {total, choices: chances.advise(thrown)},
  };
}

function linesOf(
  {rules, column, thrown: {dice, rolls}, opponents}: TurnGiven,
  {against, choices, why, target}: Printed,
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

/** Milliseconds after which a solution shows its progress. */
const PATIENCE = 1000;

function solved<Result>(solution: Generator<Progress, Result>): Result {
  return waitedFor((onProgress) => finish(solution, onProgress));
}

/** Does some work. At a terminal, shows its progress if it takes long. */
function waitedFor<Result>(work: (onProgress: (progress: Progress) => void) => Result): Result {
  const begun = performance.now();
  let shown = '';
  const show = (text: string): void => {
    if (text === shown || !process.stderr.isTTY) return;
    process.stderr.write(`\r${text}\x1b[K`);
    shown = text;
  };
  const result = work(({done, questions}) => {
    if (performance.now() - begun > PATIENCE) show(`solving: ${Math.floor((100 * done) / questions)}%`);
  });
  show('');
  return result;
}

function diceIn(given: ParsedFlags): Dice {
  const text = given.text('dice');
  if (text === null) throw usageError('--dice is missing: the five dice, as in 1,1,6,6,6');
  const dice = text.split(',').map((value) => (/^\d$/.test(value) ? Number(value) : Number.NaN));
  if (!isDice(dice))
    throw usageError(`--dice takes five values from 1 to 6, as in 1,1,6,6,6, not ${JSON.stringify(text)}`);
  return dice;
}

function targetLines(
  {total, choices}: NonNullable<Printed['target']>,
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
  const bonus = totalOf(fill([column], placed)) - totalOf([column]) - placed.points;
  return `${words}, ${placed.points}${bonus > 0 ? ` + ${bonus}` : ''}`;
}

function inPercent(chance: number): string {
  return `${(100 * chance).toFixed(2)}%`;
}
