/* The door of `fivedice advise`: what every choice of a turn is worth, for people and for scripts. */
import {runCommand} from '../../command-line/command.js';
import {EXIT} from '../../command-line/exit-status.js';
import type {Command, Given} from '../../command-line/flags.js';
import {usageError} from '../../command-line/user-error.js';
import {CATEGORY_RULES} from '../../rules/categories.js';
import {type Dice, isDice} from '../../rules/dice.js';
import {type Advice, advise, standingOf, type Throw} from '../../solver/advice.js';
import {lossInWords, moveInWords} from '../words.js';
import {columnOf} from './card.js';
import {choiceOf, JSON_FLAG, RULES_FLAG, rulesOf, solved} from './options.js';
import {printJson, printLines, tableLines} from './output.js';

const COMMAND: Command = {
  name: 'advise',
  usage: '',
  about: `Ranks everything that can be done with a roll, by the final score that can be expected after it when all that
    follows is played best. The numbers are exact, for one player with one column.`,
  flags: [
    {name: 'dice', takes: 'D,D,D,D,D', help: 'the five dice, as in 1,1,6,6,6'},
    {name: 'rolls', takes: 'N', help: 'how many rolls are still to come: 0, 1 or 2'},
    {
      name: 'card',
      takes: 'BOX=POINTS,…',
      help: 'the boxes that are filled, as in ones=3,full-house=25,yahtzee=50; if not given, none is',
    },
    {name: 'yahtzee-bonuses', takes: 'N', help: 'how many Yahtzee bonuses the card has (0)'},
    RULES_FLAG,
    JSON_FLAG,
  ],
  exitStatus: '0 advised; 2 the command line was wrong; 3 the output failed.',
};

/** How many of each ranking people see. */
const SHOWN = 10;

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, print);
}

async function print(given: Given): Promise<number> {
  const rules = rulesOf(given);
  const column = columnOf(given.text('card'), given.count('yahtzee-bonuses', 0) ?? 0, rules);
  const dice = diceIn(given);
  const rolls = choiceOf(given, 'rolls', [0, 1, 2] as const);
  if (rolls === null) throw usageError('--rolls is missing: how many rolls are still to come, 0, 1 or 2');
  const thrown: Throw = {...standingOf(column), dice, rolls};
  const advice = advise(await solved(rules), thrown);
  if (given.has('json')) printJson({rules, points: thrown.points, dice, rolls, ...advice});
  else printLines(linesOf(advice, thrown));
  return EXIT.passed;
}

function diceIn(given: Given): Dice {
  const text = given.text('dice');
  if (text === null) throw usageError('--dice is missing: the five dice, as in 1,1,6,6,6');
  const dice = text.split(',').map((value) => (/^\d$/.test(value) ? Number(value) : Number.NaN));
  if (!isDice(dice))
    throw usageError(`--dice takes five values from 1 to 6, as in 1,1,6,6,6, not ${JSON.stringify(text)}`);
  return dice;
}

function linesOf({keeps, boxes, expected}: Advice, {dice, rolls}: Throw): string[] {
  const numbers = (one: {expected: number; loss: number}): string[] => [
    one.expected.toFixed(2),
    lossInWords(one.loss) || 'best',
  ];
  const sections = [
    keeps.map((keep) => [
      keep.dice.length === dice.length ? 'keep all' : moveInWords({keep: keep.dice}, 1),
      ...numbers(keep),
    ]),
    boxes.map((box) => {
      const {points, bonus} = box;
      return [
        `${CATEGORY_RULES[box.category].label}, ${points}${bonus > 0 ? ` + ${bonus}` : ''}`,
        ...numbers(box),
      ];
    }),
  ];
  const rows = sections.flatMap((section) =>
    (section.length === 0 ? [] : [section.slice(0, SHOWN), [['', '', '']]]).flat(),
  );
  const turn = `${dice.join(' ')} and ${rolls === 0 ? 'no roll' : rolls === 1 ? '1 roll' : '2 rolls'} to come`;
  return [`${turn}: ${expected.toFixed(2)} points to expect`, '', ...tableLines(rows, 2).slice(0, -1)];
}
