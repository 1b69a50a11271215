/* Entry point of `fivedice advise`: prints what every choice of a turn is worth, for people and for scripts. */
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {EXIT, usageError} from '../../command-line/user-error.js';
import {MAX_PLAYERS} from '../../game/players.js';
import {CATEGORY_RULES} from '../../rules/categories.js';
import {DIE_NUMBERS, type Dice, isDice} from '../../rules/dice.js';
import {RULE_SETS} from '../../rules/rule-sets.js';
import {type Advice, advise, type BoxAdvice, type KeepAdvice, type Worth} from '../../solver/advice.js';
import type {Chance, ChanceAdvice} from '../../solver/chances/chances.js';
import {finish, target} from '../../solver/chances/target.js';
import {win} from '../../solver/chances/win.js';
import {type Ending, endings} from '../../solver/endings.js';
import {type Progress, solve} from '../../solver/solver.js';
import {standingOf, type Throw} from '../../solver/standing.js';
import {againstInWords, BEST, lossInWords, UNSEEN} from '../../table/advice-view.js';
import {keepInWords} from '../../table/messages.js';
import {endingsByBox, whyInWords} from '../why.js';
import {EMPTY, parseColumn} from './column-text.js';
import {JSON_FLAG, printJson, printLines, tableLines} from './shared.js';

export const COMMAND: Command = {
  name: 'advise',
  usage: '',
  about: `Ranks every keep and every box for a roll by the expected final score, if the rest is played best. The numbers are
    exact for one player with one column.`,
  flags: [
    {name: 'dice', takes: 'D,D,D,D,D', help: 'the five dice, as in 1,1,6,6,6'},
    {name: 'rolls', takes: 'N', help: 'how many rolls are still to come: 0, 1 or 2'},
    {
      name: 'card',
      takes: 'BOX=POINTS,…',
      help: `the boxes that are filled, as in ones=3,full-house=25,yahtzee=50 (${EMPTY}); bonuses=N adds N Yahtzee bonuses`,
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
  const rules = given.choice('rules', RULE_SETS) ?? 'official';
  const standingIn = (flag: string, text: string) => standingOf(parseColumn(flag, text, rules));
  const standing = standingIn('--card', given.text('card') ?? EMPTY);
  const dice = diceIn(given);
  const rolls = given.choice('rolls', [0, 1, 2] as const);
  if (rolls === null) throw usageError('--rolls is missing: how many rolls are still to come, 0, 1 or 2');
  if (standing.position.open === 0) throw usageError('--card has no open box: the game is over');
  const thrown: Throw = {...standing, dice, rolls};
  const cards = given.texts('opponent');
  if (cards.length >= MAX_PLAYERS)
    throw usageError(`--opponent can be given up to ${MAX_PLAYERS - 1} times, not ${cards.length}`);
  const opponents = cards.map((card) => standingIn('--opponent', card));
  const total = given.count('target', 1);

  const needed = opponents.reduce((open, {position}) => open | position.open, standing.position.open);
  const values = solve(rules, needed);
  const toWin = opponents.length === 0 ? null : solved(win(values, standing, opponents));
  const wins = toWin?.advise(thrown) ?? null;
  const advice = withWins(advise(values, thrown), wins);
  const why: readonly Why[] = advice.keeps
    .toSorted((one, other) => (one.winLoss ?? 0) - (other.winLoss ?? 0))
    .filter((keep) => given.has('why') && keep.dice.length < DIE_NUMBERS.length)
    .slice(0, COMPARED)
    .map((keep) => ({
      dice: keep.dice,
      endings: toWin?.endings(thrown, keep.dice) ?? endings(values, thrown, keep.dice),
    }));
  const forTarget = total === null ? null : {total, ...solved(target(rules, standing, total)).advise(thrown)};
  if (given.has('json'))
    printJson({
      rules,
      points: thrown.points,
      dice,
      rolls,
      ...(wins === null ? {} : {win: wins.chance, against: toWin?.against}),
      ...advice,
      ...(given.has('why') ? {why} : {}),
      ...(forTarget === null ? {} : {target: forTarget}),
    });
  else {
    const chance =
      toWin === null || wins === null
        ? ''
        : `, ${inPercent(wins.chance)} to win ${againstInWords(toWin.against, opponents.length)}`;
    const coming = rolls === 0 ? 'no roll' : rolls === 1 ? '1 roll' : '2 rolls';
    printLines([
      `${dice.join(' ')} and ${coming} to come: expected score ${advice.expected.toFixed(2)}${chance}`,
      ...(wins === null ? [] : [bestInWords(advice)]),
      ...rankingLines<Worth & Winning>(advice, (one) => [
        one.expected.toFixed(2),
        lossInWords(one.loss),
        ...(one.win === undefined ? [] : chanceCells(one.win, one.winLoss ?? 0)),
      ]),
      ...(given.has('why') ? ['', ...whyLines(why)] : []),
      ...(forTarget === null ? [] : ['', ...targetLines(forTarget)]),
    ]);
  }
  return EXIT.passed;
}

/** Milliseconds after which a solution shows its progress. */
const PATIENCE = 1000;

/** Runs a solution to its end. At a terminal, shows its progress if it takes long. */
function solved<Result>(solution: Generator<Progress, Result>): Result {
  const begun = performance.now();
  let shown = '';
  const show = (text: string): void => {
    if (text === shown || !process.stderr.isTTY) return;
    process.stderr.write(`\r${text}\x1b[K`);
    shown = text;
  };
  const result = finish(solution, ({done, questions}) => {
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

interface Winning {
  readonly win?: number;
  readonly winLoss?: number;
}

interface Ranking<Ranked> {
  readonly keeps: readonly (Pick<KeepAdvice, 'dice'> & Ranked)[];
  readonly boxes: readonly (Pick<BoxAdvice, 'category' | 'points' | 'bonus'> & Ranked)[];
}

function withWins({expected, keeps, boxes}: Advice, wins: ChanceAdvice | null) {
  const winning = (found: Chance | undefined): Winning =>
    found === undefined ? {} : {win: found.chance, winLoss: found.loss};
  return {
    expected,
    keeps: keeps.map((keep) => ({
      ...keep,
      ...winning(wins?.keeps.find(({dice}) => dice.join() === keep.dice.join())),
    })),
    boxes: boxes.map((box) => ({
      ...box,
      ...winning(wins?.boxes.find(({category}) => category === box.category)),
    })),
  };
}

function bestInWords({keeps, boxes}: ReturnType<typeof withWins>): string {
  /** Ties: the choice with the most points, and a box before a keep. */
  const best = (lossOf: (one: Worth & Winning) => number | undefined): string => {
    const box = boxes.find((one) => lossOf(one) === 0);
    const keep = keeps.find((one) => lossOf(one) === 0 && one.dice.length < DIE_NUMBERS.length);
    if (box !== undefined && (keep === undefined || box.expected >= keep.expected - UNSEEN))
      return filledInWords(box);
    return keep === undefined ? '' : keptInWords(keep);
  };
  const [forPoints, toWin] = [best(({loss}) => loss), best(({winLoss}) => winLoss)];
  return forPoints === toWin
    ? `For points and to win: ${toWin}`
    : `For points: ${forPoints}. To win: ${toWin}`;
}

function targetLines({total, chance, ...advice}: ChanceAdvice & {readonly total: number}): string[] {
  if (chance === 0) return [`At least ${total} points: out of reach`];
  return [
    `At least ${total} points: ${inPercent(chance)}`,
    ...rankingLines(advice, (one) => chanceCells(one.chance, one.loss)),
  ];
}

function chanceCells(chance: number, loss: number): [string, string] {
  return [inPercent(chance), loss === 0 ? BEST : `-${inPercent(loss)}`];
}

function rankingLines<Ranked>(
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

type Why = Pick<KeepAdvice, 'dice'> & {readonly endings: readonly Ending[]};

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
  const head = ['the turn ends as', 'points', ...why.map(keptInWords)];
  return [whyInWords(best.endings), '', ...tableLines([head, ...rows], why.length + 1)];
}

function keptInWords({dice}: Pick<KeepAdvice, 'dice'>): string {
  return dice.length === DIE_NUMBERS.length ? 'keep all' : keepInWords(dice);
}

function filledInWords({category, points, bonus}: Pick<BoxAdvice, 'category' | 'points' | 'bonus'>): string {
  return `${CATEGORY_RULES[category].label}, ${points}${bonus > 0 ? ` + ${bonus}` : ''}`;
}

function inPercent(chance: number): string {
  return `${(100 * chance).toFixed(2)}%`;
}
