/* Entry point of `fivedice odds`: what can be expected of a game, and of each box. */
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {EXIT} from '../../command-line/user-error.js';
import {CATEGORY_RULES} from '../../rules/categories.js';
import type {Standing} from '../../solver/advice.js';
import {
  distribution as distributionOf,
  quantileOf,
  type ScoreDistribution,
} from '../../solver/distribution.js';
import {START} from '../../solver/lattice.js';
import {solve} from '../../solver/solver.js';
import {type CategoryOdds, categoryOdds} from '../odds.js';
import {withProgress} from './progress.js';
import {
  inPercent,
  JSON_FLAG,
  printJson,
  printLines,
  RULES_FLAG,
  rulesOf,
  TARGET_FLAG,
  tableLines,
} from './shared.js';
import {targetOf} from './target.js';

export const COMMAND: Command = {
  name: 'odds',
  usage: '',
  about: `Shows the score that the best play can expect from an empty card, and what each box brings to whoever tries for
    nothing else, in one to three rolls, without bonus and Joker. All numbers are exact.`,
  flags: [
    {
      name: 'distribution',
      help: 'also how the final scores of the best play are distributed, which takes some seconds',
    },
    TARGET_FLAG,
    RULES_FLAG,
    JSON_FLAG,
  ],
  exitStatus: '0 shown; 2 the command line was wrong; 3 the output failed.',
};

/** The empty card. */
const EMPTY: Standing = {position: START, points: 0};

const QUANTILES = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99] as const;

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, print);
}

async function print(given: ParsedFlags): Promise<number> {
  const rules = rulesOf(given);
  const values = solve(rules);
  const expected = values.of(START);
  const categories = categoryOdds();
  const distribution = given.has('distribution')
    ? withProgress((onProgress) => distributionOf(values, EMPTY, onProgress))
    : null;
  const target = targetOf(given, rules, EMPTY);
  if (given.has('json')) {
    printJson({
      rules,
      expected,
      ...(distribution === null ? {} : {distribution: distributionInJson(distribution)}),
      ...(target === null ? {} : {target: {total: target.total, chance: target.chance}}),
      categories,
    });
  } else {
    printLines([
      `${rules}: ${expected.toFixed(2)} points to expect from an empty card`,
      ...(target === null
        ? []
        : [`best chance of at least ${target.total} points: ${inPercent(target.chance)}`]),
      ...(distribution === null ? [] : ['', ...distributionInLines(distribution)]),
      '',
      ...categoriesInLines(categories),
    ]);
  }
  return EXIT.passed;
}

function distributionInLines(scores: ScoreDistribution): string[] {
  return [
    `standard deviation ${scores.deviation.toFixed(2)}, upper bonus in ${inPercent(scores.upperBonus)} of all games`,
    '',
    ...tableLines(
      [
        ['of all games', ...QUANTILES.map((part) => `${100 * part}%`)],
        ['have at most', ...QUANTILES.map((part) => `${quantileOf(scores, part)}`)],
      ],
      QUANTILES.length,
    ),
  ];
}

function distributionInJson(scores: ScoreDistribution): object {
  const {mean, deviation, upperBonus, lowest, chances} = scores;
  const quantiles = QUANTILES.map((part) => ({part, points: quantileOf(scores, part)}));
  return {mean, deviation, upperBonus, quantiles, lowest, chances: [...chances]};
}

function categoriesInLines(categories: readonly CategoryOdds[]): string[] {
  const rows = (head: string, cellsOf: (odds: CategoryOdds) => string[] | undefined): string[] =>
    tableLines(
      [
        [head, '1 roll', '2 rolls', '3 rolls'],
        ...categories.flatMap((odds) => {
          const cells = cellsOf(odds);
          return cells === undefined ? [] : [[CATEGORY_RULES[odds.category].label, ...cells]];
        }),
      ],
      3,
    );
  return [
    ...rows('chance in', ({chances}) => chances?.map(inPercent)),
    '',
    ...rows('points in', ({expected}) => expected.map((points) => points.toFixed(2))),
  ];
}
