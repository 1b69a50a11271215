/* Numbers that others have published, each with its source, by the digits that they print. */
import * as assert from 'uvu/assert';
import {CATEGORIES, type Category} from '../../src/rules/categories.js';
import {diceOf} from '../../src/rules/dice.js';
import {RULES, type RuleSet, type Rules} from '../../src/rules/rule-sets.js';
import {advise, bestAt, deviations, positionsFrom} from '../../src/solver/advice.js';
import {finish, solvePayoff, target} from '../../src/solver/chances/target.js';
import {distribution, quantileOf, type ScoreDistribution} from '../../src/solver/distribution.js';
import {bitOf, EMPTY_CARD, type Position} from '../../src/solver/lattice.js';
import {solve} from '../../src/solver/solver.js';
import type {Standing, Throw} from '../../src/solver/standing.js';
import {dice, only} from '../support/cards.js';
import {isThorough} from '../support/effort.js';
import {suite} from '../support/suite.js';

const FREE: Rules = {...RULES.official, joker: 'free'};
const EMPTY: Standing = {position: EMPTY_CARD, points: 0};

/** Compares with a number as it is printed: rounded, or with digits cut off. */
function prints(actual: number, printed: string, what = ''): void {
  const digits = printed.split('.')[1]?.length ?? 0;
  const off = Math.abs(actual - Number(printed));
  assert.ok(off <= 0.5 * 10 ** -digits + 1e-9, `${what} ${actual} is not ${printed}`);
}

function open(boxes: string, upper = 0, pays = false): Position {
  return {open: boxes.split(' ').reduce((set, box) => set | bitOf(box as Category), 0), upper, pays};
}

function without(box: Category, pays = false): Position {
  return {open: EMPTY_CARD.open ^ bitOf(box), upper: 0, pays};
}

const worthOf = (standing: Standing, roll: string, rolls: Throw['rolls'], choice: string): number => {
  const found = advise(solve('official'), {...standing, dice: dice(roll), rolls}).find((one) =>
    'keep' in one.choice ? one.choice.keep.join('') === choice : one.choice.category === choice,
  );
  return only(found, `${choice} for ${roll}`).worth;
};

suite('the value of a game, as published', (test) => {
  // biome-ignore format: a table
  const values: readonly [source: string, rules: RuleSet | Rules, position: Position, value: string][] = [
    ['Verhoeff 1999, How to Maximize Your Score; Glenn 2006, CS-TR-0002', FREE, EMPTY_CARD, '254.589609482'],
    ['an empty card', 'official', EMPTY_CARD, '254.587728734495'],
    ['an empty card, without bonuses', 'cs106a', EMPTY_CARD, '245.870774514111'],
    ['after a first Yahtzee', 'official', without('yahtzee', true), '270.830555787'],
    ['after a first zero in Yahtzee', 'official', without('yahtzee'), '228.582380355'],
    ['Glenn, CS-TR-0002: Yahtzee alone', 'official', open('yahtzee'), '2.3014'],
    ['Glenn, CS-TR-0002: Chance alone, 23 1/3', 'official', open('chance'), '23.3333'],
    ['Nemotron-CC-Math: 347897/7558272 for five alike', 'official', open('yahtzee'), `${(50 * 347_897) / 7_558_272}`],
    ['ysolver, research_upper_bonus: the upper boxes alone', 'official', open('ones twos threes fours fives sixes'), '71.95'],
    ['Ballpark Figures, Script.md: Three of a Kind alone', 'official', open('three-of-a-kind'), '15.19'],
    ['Ballpark Figures, Script.md: Four of a Kind alone', 'official', open('four-of-a-kind'), '5.61'],
  ];
  for (const [source, rules, position, value] of values)
    test(`${value}: ${source}`, () => prints(solve(rules).of(position), value));
});

/** First roll, best keep and its score, and the keep that people choose with its score: ysolver, research_keeping.md. */
const OPENINGS = `
11345 345 250.62 11 249.17, 11234 1234 251.13 11 249.17, 22345 2345 254.88 22 250.56, 22346 22 250.56 22 250.56,
11245 5 249.94 11 249.17, 12245 22 250.56 22 250.56, 12344 44 252.24 44 252.24, 11456 5 249.94 11 249.17,
22456 22 250.56 22 250.56, 34556 55 253.02 55 253.02, 34566 66 253.94 66 253.94, 23455 2345 254.88 55 253.02,
23466 66 253.94 66 253.94, 12355 55 253.02 55 253.02, 12466 66 253.94 66 253.94, 23445 2345 254.88 44 252.24,
23345 2345 254.88 33 251.41, 11123 111 254.99 111 254.99, 22234 222 257.70 222 257.70, 22245 222 257.70 222 257.70,
33345 333 259.65 333 259.65, 23555 555 263.17 555 263.17, 12666 666 265.11 666 265.11, 45666 666 265.11 666 265.11,
23334 333 259.65 333 259.65, 34445 444 261.45 444 261.45, 23444 444 261.45 444 261.45, 11112 1111 270.30 1111 270.30,
12222 2222 273.91 2222 273.91, 13333 3333 276.78 3333 276.78, 14444 4444 279.31 4444 279.31, 15555 5555 281.70 5555 281.70,
16666 6666 284.30 6666 284.30, 11223 22 250.56 1122 248.79, 33556 55 253.02 3355 249.85, 15566 66 253.94 5566 250.97,
12346 1234 251.13 1234 251.13, 13456 3456 251.13 3456 251.13`;

/** Dice, box and final score without a roll to come, on an empty card: ysolver, research_categories.md, research_upper_bonus.md. */
const BOXES = `
12346 yahtzee 228.58, 12346 four-of-a-kind 235.54, 12344 small-straight 246.56, 12345 large-straight 261.53,
12345 small-straight 246.56, 45566 chance 245.96, 45566 ones 236.90, 45566 fives 234.75, 45566 sixes 232.20,
11123 ones 245.32, 24666 sixes 250.53, 25555 fives 264.48, 22334 twos 241.75, 14455 chance 238.96, 14455 ones 239.63,
22566 chance 240.96, 22566 twos 241.75, 44456 three-of-a-kind 248.96, 44456 fours 249.41, 33445 threes 239.95,
24445 three-of-a-kind 244.96, 22235 twos 247.60, 22235 three-of-a-kind 239.96, 23346 chance 237.96, 23446 chance 238.96`;

suite('choices on an empty card, as published by ysolver', (test) => {
  for (const row of OPENINGS.trim().split(/,\s+/)) {
    const [roll = '', keep = '', best = '', usual = '', score = ''] = row.split(' ');
    test(row, () => {
      const [first] = advise(solve('official'), {...EMPTY, dice: dice(roll), rolls: 2});
      if (first === undefined || !('keep' in first.choice)) throw new Error(`no keep for ${roll}`);
      assert.is(first.choice.keep.join(''), keep);
      prints(first.worth, best);
      prints(worthOf(EMPTY, roll, 2, usual), score);
    });
  }
  for (const row of BOXES.trim().split(/,\s+/)) {
    const [roll = '', box = '', score = ''] = row.split(' ');
    test(row, () => prints(worthOf(EMPTY, roll, 0, box), score));
  }

  test('the share of the 252 rolls for which each box is best', () => {
    const counts = new Map<string, number>();
    for (const {rolls, choice} of bestAt(solve('official'), EMPTY_CARD)) {
      if (rolls > 0 || 'keep' in choice) continue;
      counts.set(choice.category, (counts.get(choice.category) ?? 0) + 1);
    }
    const shares = '22.6 15.5 11.1 6.0 5.6 4.4 2.4 0.0 11.5 5.6 0.8 2.4 12.3'.split(' ');
    for (const [at, box] of CATEGORIES.entries())
      prints((counts.get(box) ?? 0) / 2.52, shares[at] ?? '', box);
  });
});

suite('risk, as published', (test) => {
  test('Verhoeff, instr-ptd: 7 _2__5_TF__LYC;15- 103 12344;2', () => {
    const position = open('twos fives three-of-a-kind four-of-a-kind large-straight yahtzee chance', 48);
    const sample: Throw = {position, points: 103, dice: diceOf([1, 2, 3, 4, 4]), rolls: 2};
    const [best] = deviations(solve('official'), sample);
    prints(best?.worth ?? 0, '243.41');
    prints(best?.deviation ?? 0, '38');
    prints(worthOf(sample, '12344', 2, '1234'), '243.10');
    // The second opinion: the distribution after the best choice.
    prints(distribution(solve('official'), sample).deviation, (best?.deviation ?? 0).toFixed(9));
  });

  test('Glenn, CS-TR-0002: a zero goes into Ones at 35 points above, into Yahtzee at 62', () => {
    const zeroAt = (upper: number): unknown => {
      const [best] = advise(solve('official'), {
        position: open('ones yahtzee', upper),
        points: 0,
        dice: dice('23456'),
        rolls: 0,
      });
      return best?.choice;
    };
    assert.equal(zeroAt(35), {column: 1, category: 'ones'});
    assert.equal(zeroAt(62), {column: 1, category: 'yahtzee'});
  });
});

/** Wikipedia, Yahtzee: mean and share of zeros of each box, then of the bonuses. */
const WIKIPEDIA = `
1.88 10.84, 5.28 1.80, 8.57 0.95, 12.16 0.60, 15.69 0.50, 19.19 0.53, 21.66 3.26, 13.10 36.34, 22.59 9.63, 29.46 1.80,
32.71 18.22, 16.87 66.26, 22.01 0.00`;

// From an empty card it takes seconds.
if (isThorough)
  suite('the distribution of a game, as published', (test) => {
    const known = new Map<string, ScoreDistribution>();
    const scores = (rules: RuleSet | Rules): ScoreDistribution => {
      const key = JSON.stringify(rules);
      const found = known.get(key) ?? distribution(solve(rules), EMPTY);
      known.set(key, found);
      return found;
    };
    const above = ({lowest, chances}: ScoreDistribution, total: number): number =>
      chances.reduce((sum, chance, at) => (lowest + at > total ? sum + chance : sum), 0);

    test('Wikipedia: the mean and the share of zeros of each box, with the free Joker', () => {
      const {boxes, upperBonus, yahtzeeBonus} = scores(FREE);
      for (const [at, row] of WIKIPEDIA.trim().split(/,\s+/).entries()) {
        const [mean = '', zero = ''] = row.split(' ');
        prints(boxes[at]?.mean ?? 0, mean, boxes[at]?.category);
        prints(100 * (boxes[at]?.zero ?? 0), zero, boxes[at]?.category);
      }
      prints(35 * upperBonus, '23.84');
      prints(100 - 100 * upperBonus, '31.88');
      prints(yahtzeeBonus.mean, '9.58');
      // There 91.76: 91.7548 rounded twice.
      prints(100 * yahtzeeBonus.zero, '91.755');
    });

    test('the deviation, and the worst and the best game that can be', () => {
      const {mean, deviation, lowest, chances} = scores('official');
      prints(deviation, '59.607881');
      prints(mean, '254.587728734');
      assert.equal([lowest, lowest + chances.length - 1], [12, 1575]);
    });

    test('ysolver: the upper bonus with 68.1 %', () => prints(100 * scores('official').upperBonus, '68.1'));

    test('yahtzee-optimizer, findings.json: percentiles of 500,000 games, but for the last', () => {
      const parts = [0.05, 0.25, 0.5, 0.75, 0.95].map((part) => quantileOf(scores('official'), part));
      assert.equal(parts, [180, 217, 248, 272, 388]);
    });

    test('Ballpark Figures: the best of 2, 3 and 5 players 268, 279, 307; one in 5.07e19 games has 1575', () => {
      const best = [2, 3, 5].map((players) => quantileOf(scores('official'), 0.5 ** (1 / players)));
      assert.equal(best, [268, 279, 307]);
      const {lowest, chances} = scores('official');
      prints(Math.log(2) / (chances[1575 - lowest] ?? 0) / 1e19, '5.07');
    });

    test('tothello: mode 266; of ten million games about 741.9 above 700, and 43.6 above 800', () => {
      const {lowest, chances} = scores('official');
      assert.is(lowest + chances.indexOf(Math.max(...chances)), 266);
      prints(1e7 * above(scores('official'), 700), '741.9');
      prints(1e7 * above(scores('official'), 800), '43.6');
    });
  });

suite('chances, as published', (test) => {
  test('ysolver: the upper bonus with only the upper boxes open, 36.9 %', () => {
    const position = open('ones twos threes fours fives sixes');
    prints(100 * distribution(solve('official'), {position, points: 0}).upperBonus, '36.9');
  });

  test('any payoff: a step is a target', () => {
    const standing = {position: open('sixes chance', 45), points: 200};
    const step = finish(solvePayoff('official', standing, {lowest: 249, worth: Float64Array.of(0, 1)}));
    assert.is(step.chance, finish(target('official', standing, 250)).chance);
  });
});

suite('the whole policy', (test) => {
  test('has 536,320 positions that are not over, the empty card first', () => {
    let count = 0;
    for (const position of positionsFrom(solve('official'))) {
      if (count === 0) assert.equal(position, EMPTY_CARD);
      count += 1;
    }
    // A full card has 64 upper totals, and 0 or 50 in Yahtzee.
    assert.is(count, 536_448 - 2 * 64);
  });
});
