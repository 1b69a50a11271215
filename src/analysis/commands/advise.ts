/* Entry point of `fivedice advise`: prints what every choice of a turn is worth, for people and for scripts. */
import {printJson, printLines, runCommand} from '../../command-line/command.js';
import {type Command, JSON_FLAG, type ParsedFlags} from '../../command-line/flags.js';
import {EXIT, usageError} from '../../command-line/user-error.js';
import {MAX_PLAYERS} from '../../game/players.js';
import {type Dice, type Face, isDice} from '../../rules/dice.js';
import {RULE_SETS} from '../../rules/rule-sets.js';
import {advise, deviations} from '../../solver/advice.js';
import {finish, target} from '../../solver/chances/target.js';
import {win} from '../../solver/chances/win.js';
import {distribution, quantileOf} from '../../solver/distribution.js';
import {endings} from '../../solver/endings.js';
import {openCount} from '../../solver/lattice.js';
import {type Progress, solve} from '../../solver/solver.js';
import {standingOf, type Throw} from '../../solver/standing.js';
import {withWins} from '../advice.js';
import {type CardWorth, cardLines, type TurnAdvice, turnLines, type Why} from './advice-text.js';
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

/** Keeps that `--why` compares. */
const COMPARED = 3;

function print(given: ParsedFlags): number {
  const dice = given.text('dice');
  if (dice === null) printCard(given);
  else printTurn(given, dice);
  return EXIT.passed;
}

function printTurn(given: ParsedFlags, diceText: string): void {
  const cards = cardsIn(given);
  const dice = diceIn(diceText);
  const rolls = given.choice('rolls', [0, 1, 2] as const);
  if (rolls === null) throw usageError('--rolls is missing: how many rolls are still to come, 0, 1 or 2');
  const thrown: Throw = {...cards.standing, dice, rolls};
  const advice = adviceOn(cards, thrown, given);
  if (given.has('json')) printJson({rules: cards.rules, points: thrown.points, dice, rolls, ...advice});
  else printLines(turnLines({...cards, thrown}, advice));
}

/** Prints the worth of a card before a roll. */
function printCard(given: ParsedFlags): void {
  for (const flag of ['rolls', 'why', 'sd'])
    if (given.has(flag)) throw usageError(`--${flag} needs --dice: the five dice, as in 1,1,6,6,6`);
  const cards = cardsIn(given);
  const worth = worthOf(cards);
  if (given.has('json')) printJson({rules: cards.rules, ...worth});
  else printLines(cardLines(cards, worth));
}

type Cards = ReturnType<typeof cardsIn>;

function cardsIn(given: ParsedFlags) {
  const rules = given.choice('rules', RULE_SETS) ?? 'official';
  const column = parseColumn('--card', given.text('card') ?? EMPTY, rules);
  const standing = standingOf(column, rules);
  if (standing.position.open === 0) throw usageError('--card has no open box: the game is over');
  const cards = given.texts('opponent');
  if (cards.length >= MAX_PLAYERS)
    throw usageError(`--opponent can be given up to ${MAX_PLAYERS - 1} times, not ${cards.length}`);
  const opponents = cards.map((card) => standingOf(parseColumn('--opponent', card, rules), rules));
  const own = openCount(standing.position.open);
  for (const {position} of opponents) {
    const open = openCount(position.open);
    if (open !== own && open !== own - 1)
      throw usageError(
        `--opponent has ${open} open boxes: with ${own} on --card it must be ${own} or ${own - 1}`,
      );
  }
  return {rules, column, standing, opponents, total: given.count('target', 1)};
}

function adviceOn(cards: Cards, thrown: Throw, given: ParsedFlags): TurnAdvice {
  const {values, toWin, toReach} = solutionsOf(cards);
  const hasDeviations = given.has('sd') || given.has('json');
  const ranked = hasDeviations ? deviations(values, thrown) : advise(values, thrown);
  const choices = withWins(ranked, toWin?.advise(thrown) ?? []);
  const bestKeeps = choices
    .toSorted((one, other) => (one.win?.loss ?? 0) - (other.win?.loss ?? 0))
    .flatMap(({choice}) => ('keep' in choice ? [choice.keep] : []))
    .slice(0, COMPARED);
  const whyOf = (keep: readonly Face[]): Why => {
    return {keep, endings: toWin?.endings(thrown, keep) ?? endings(values, thrown, keep)};
  };
  return {
    against: toWin?.against,
    choices,
    why: given.has('why') ? bestKeeps.map(whyOf) : undefined,
    target: toReach && {total: toReach.total, choices: toReach.chances.advise(thrown)},
  };
}

const QUANTILES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99] as const;

function worthOf(cards: Cards): CardWorth {
  const {standing} = cards;
  const {values, toWin, toReach} = solutionsOf(cards);
  const scores = waitedFor((onProgress) => distribution(values, standing, onProgress));
  return {
    points: standing.points,
    ...scores,
    chances: [...scores.chances],
    quantiles: Object.fromEntries(QUANTILES.map((part) => [part, quantileOf(scores, part)])),
    win: toWin?.chance,
    against: toWin?.against,
    target: toReach && {total: toReach.total, chance: toReach.chances.chance},
  };
}

/** Solves what the flags ask about the cards: the values, and the chances to win and to reach a target. */
function solutionsOf({rules, standing, opponents, total}: Cards) {
  const open = [standing, ...opponents].reduce((set, {position}) => set | position.open, 0);
  const values = solve(rules, open);
  const toWin = opponents.length === 0 ? undefined : solved(win(values, standing, opponents));
  const toReach = total === null ? undefined : {total, chances: solved(target(rules, standing, total))};
  return {values, toWin, toReach};
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

function diceIn(text: string): Dice {
  const dice = text.split(',').map((value) => (/^\d$/.test(value) ? Number(value) : Number.NaN));
  if (!isDice(dice))
    throw usageError(`--dice takes five values from 1 to 6, as in 1,1,6,6,6, not ${JSON.stringify(text)}`);
  return dice;
}
