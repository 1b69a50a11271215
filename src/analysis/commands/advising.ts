/* What `fivedice advise` prints: what every choice of a turn is worth, for people and for scripts. */
import type {ParsedFlags} from '../../command-line/flags.js';
import {EXIT, usageError} from '../../command-line/user-error.js';
import {CATEGORY_RULES} from '../../rules/categories.js';
import {DIE_NUMBERS, type Dice, type Face, isDice} from '../../rules/dice.js';
import {type Advice, advise, type BoxAdvice, type KeepAdvice, type Worth} from '../../solver/advice.js';
import {type Ending, endings} from '../../solver/endings.js';
import {solve} from '../../solver/solver.js';
import {standingOf, type Throw} from '../../solver/standing.js';
import type {Chance, ChanceAdvice} from '../../solver/target/chances.js';
import {keepInWords} from '../../table/messages.js';
import {againstInWords, BEST, lossInWords, UNSEEN} from '../../table/seen-advice.js';
import {endingsByBox, whyInWords} from '../why.js';
import {columnOf} from './card-options.js';
import {inPercent, printJson, printLines, ROLLS_LEFT, rulesOf, tableLines} from './shared.js';
import {targetOf} from './target.js';
import {opponentsIn, winOf} from './win.js';

/** How many of each ranking people see. */
const SHOWN = 10;

const CARD = {card: '--card', bonuses: '--yahtzee-bonuses'} as const;

export function print(given: ParsedFlags): number {
  const rules = rulesOf(given);
  const column = columnOf(given.text('card'), given.count('yahtzee-bonuses', 0) ?? 0, rules, CARD);
  const dice = diceIn(given);
  const rolls = given.choice('rolls', ROLLS_LEFT);
  if (rolls === null) throw usageError('--rolls is missing: how many rolls are still to come, 0, 1 or 2');
  const thrown: Throw = {...standingOf(column), dice, rolls};
  if (thrown.position.open === 0) throw usageError('--card has no open box: the game is over');
  const opponents = opponentsIn(given, rules);
  const needed = opponents.reduce((open, {position}) => open | position.open, thrown.position.open);
  const values = solve(rules, needed);
  const advice = advise(values, thrown);
  const chancesToWin = winOf(values, thrown, opponents);
  const win = chancesToWin?.advise(thrown) ?? null;
  const endingsAfter = (keep: readonly Face[]): readonly Ending[] =>
    chancesToWin?.endings(thrown, keep) ?? endings(values, thrown, keep);
  const why = given.has('why')
    ? whyOf(win === null ? advice : toWin(withWins(advice, win)), endingsAfter)
    : null;
  const target = targetOf(given, rules, thrown);
  const chances = target === null ? null : {total: target.total, ...target.advise(thrown)};
  if (given.has('json')) {
    const more = {...(why === null ? {} : {why}), ...(chances === null ? {} : {target: chances})};
    const ranking =
      win === null ? advice : {win: win.chance, against: chancesToWin?.against, ...withWins(advice, win)};
    printJson({rules, points: thrown.points, dice, rolls, ...ranking, ...more});
  } else {
    const forTarget = chances === null ? [] : ['', ...targetInLines(chances)];
    const lines =
      win === null || chancesToWin === null
        ? adviceInLines(advice, thrown)
        : winInLines(
            withWins(advice, win),
            `${inPercent(win.chance)} to win ${againstInWords(chancesToWin.against, opponents.length)}`,
            thrown,
          );
    printLines([...lines, ...(why === null ? [] : ['', ...whyInLines(why)]), ...forTarget]);
  }
  return EXIT.passed;
}

/** How many keeps are compared by their endings. */
const COMPARED = 3;

/** How the turn may end after one of the best keeps. */
type Why = Pick<KeepAdvice, 'dice'> & {readonly endings: readonly Ending[]};

function whyOf(
  {keeps}: Pick<Advice | ChanceAdvice, 'keeps'>,
  endings: (keep: readonly Face[]) => readonly Ending[],
): readonly Why[] {
  return keeps
    .filter(({dice}) => dice.length < DIE_NUMBERS.length)
    .slice(0, COMPARED)
    .map(({dice}) => ({dice, endings: endings(dice)}));
}

/** A row for each box, a column for each keep. */
function whyInLines(why: readonly Why[]): string[] {
  const [best] = why;
  if (best === undefined) return ['No roll is to come: the turn ends now'];
  const columns = why.map(({endings}) => endingsByBox(endings));
  const boxes = endingsByBox(why.flatMap(({endings}) => endings));
  const rows = boxes.map(({what, least, most}) => [
    what,
    least === most ? `${least}` : `${least} to ${most}`,
    ...columns.map((column) => inPercent(column.find((one) => one.what === what)?.chance ?? 0)),
  ]);
  const head = ['the turn ends as', 'points', ...why.map(keptInWords)];
  return [whyInWords(best.endings), '', ...tableLines([head, ...rows], why.length + 1)];
}

/** What a choice says of the chance to win. */
interface Winning {
  readonly win: number;
  readonly winLoss: number;
}

interface WithWins {
  readonly expected: number;
  readonly keeps: readonly (KeepAdvice & Winning)[];
  readonly boxes: readonly (BoxAdvice & Winning)[];
}

/** The ranking for points, and beside each choice its chance to win. */
function withWins({expected, keeps, boxes}: Advice, wins: ChanceAdvice): WithWins {
  const winning = (found: Chance | undefined): Winning => {
    if (found === undefined) throw new Error('both rankings have the same choices');
    return {win: found.chance, winLoss: found.loss};
  };
  return {
    expected,
    keeps: keeps.map((keep) => ({
      ...keep,
      ...winning(wins.keeps.find(({dice}) => dice.join() === keep.dice.join())),
    })),
    boxes: boxes.map((box) => ({
      ...box,
      ...winning(wins.boxes.find(({category}) => category === box.category)),
    })),
  };
}

/** The same by the chance to win; of equals as for points. */
function toWin({keeps, boxes}: WithWins): Pick<Advice, 'keeps' | 'boxes'> {
  const ranked = <One extends {readonly winLoss: number}>(
    choices: readonly One[],
  ): (One & {loss: number})[] =>
    choices.map((one) => ({...one, loss: one.winLoss})).sort((one, other) => one.loss - other.loss);
  return {keeps: ranked(keeps), boxes: ranked(boxes)};
}

function diceIn(given: ParsedFlags): Dice {
  const text = given.text('dice');
  if (text === null) throw usageError('--dice is missing: the five dice, as in 1,1,6,6,6');
  const dice = text.split(',').map((value) => (/^\d$/.test(value) ? Number(value) : Number.NaN));
  if (!isDice(dice))
    throw usageError(`--dice takes five values from 1 to 6, as in 1,1,6,6,6, not ${JSON.stringify(text)}`);
  return dice;
}

function adviceInLines(advice: Advice, {dice, rolls}: Throw): string[] {
  return [
    `${dice.join(' ')} and ${rollsInWords(rolls)}: ${advice.expected.toFixed(2)} points to expect`,
    ...rankingInLines<Worth>(advice, (one) => [one.expected.toFixed(2), lossInWords(one.loss)]),
  ];
}

function winInLines(advice: WithWins, chance: string, {dice, rolls}: Throw): string[] {
  const [forPoints, forWin] = [bestOf(advice), bestOf(toWin(advice))];
  return [
    `${dice.join(' ')} and ${rollsInWords(rolls)}: ${advice.expected.toFixed(2)} points to expect, ${chance}`,
    forPoints === forWin ? `For points and to win: ${forWin}` : `For points: ${forPoints}. To win: ${forWin}`,
    ...rankingInLines<Worth & Winning>(advice, (one) => [
      one.expected.toFixed(2),
      lossInWords(one.loss),
      inPercent(one.win),
      one.winLoss === 0 ? BEST : `-${inPercent(one.winLoss)}`,
    ]),
  ];
}

/** The best choice in words; of equals that with the most points, and a box before a keep. */
function bestOf({keeps, boxes}: Pick<Advice, 'keeps' | 'boxes'>): string {
  const box = boxes.find(({loss}) => loss === 0);
  const keep = keeps.find(({loss, dice}) => loss === 0 && dice.length < DIE_NUMBERS.length);
  if (keep === undefined || (box !== undefined && box.expected >= keep.expected - UNSEEN))
    return box === undefined ? '' : filledInWords(box);
  return keptInWords(keep);
}

function rollsInWords(rolls: Throw['rolls']): string {
  return rolls === 0 ? 'no roll to come' : rolls === 1 ? '1 roll to come' : '2 rolls to come';
}

function targetInLines({total, chance, ...advice}: ChanceAdvice & {readonly total: number}): string[] {
  if (chance === 0) return [`At least ${total} points: out of reach`];
  return [
    `At least ${total} points: ${inPercent(chance)}`,
    ...rankingInLines<Chance>(advice, (one) => [
      inPercent(one.chance),
      one.loss === 0 ? BEST : `-${inPercent(one.loss)}`,
    ]),
  ];
}

interface Ranking<Ranked> {
  readonly keeps: readonly (Pick<KeepAdvice, 'dice'> & Ranked)[];
  readonly boxes: readonly (Pick<BoxAdvice, 'category' | 'points' | 'bonus'> & Ranked)[];
}

/** The best keeps, and the best boxes. */
function rankingInLines<Ranked>(
  {keeps, boxes}: Ranking<Ranked>,
  numbersOf: (one: Ranked) => readonly string[],
): string[] {
  const keepRows = keeps.slice(0, SHOWN).map((keep) => [keptInWords(keep), ...numbersOf(keep)]);
  const boxRows = boxes.slice(0, SHOWN).map((box) => [filledInWords(box), ...numbersOf(box)]);
  const rows = [...keepRows, ...boxRows];
  const lines = tableLines(rows, (rows[0]?.length ?? 1) - 1);
  const parts = [lines.slice(0, keepRows.length), lines.slice(keepRows.length)];
  return parts.flatMap((part) => (part.length === 0 ? [] : ['', ...part]));
}

function keptInWords({dice}: Pick<KeepAdvice, 'dice'>): string {
  return dice.length === DIE_NUMBERS.length ? 'keep all' : keepInWords(dice);
}

function filledInWords({category, points, bonus}: Pick<BoxAdvice, 'category' | 'points' | 'bonus'>): string {
  return `${CATEGORY_RULES[category].label}, ${points}${bonus > 0 ? ` + ${bonus}` : ''}`;
}
