/* What the computer plays. */
import * as assert from 'uvu/assert';
import {AVERAGES} from '../../src/analysis/averages.js';
import {actionOf, needsValues, nextAction} from '../../src/analysis/computers.js';
import {type Action, applyAction, type Game, newGame, type Played} from '../../src/game/game.js';
import {type Setup, STRENGTHS, type Strength} from '../../src/game/setup.js';
import {CATEGORIES, scoreOf} from '../../src/rules/categories.js';
import {diceOf} from '../../src/rules/dice.js';
import {
  type Column,
  openPlacements,
  totalOf,
  UPPER_BONUS,
  UPPER_BONUS_FROM,
} from '../../src/rules/scorecard.js';
import {COLUMN_NUMBERS, RULE_SETS, RULES} from '../../src/rules/variants.js';
import {ALL_ROLLS, sortedFaces} from '../support/brute-force.js';
import {effort} from '../support/effort.js';
import {filled, standardErrors} from '../support/solitaire.js';
import {solved} from '../support/solved.js';
import {suite} from '../support/suite.js';
import {place, play, ROLL, reroll, roll, SEEDED, TYPED} from '../support/typed-games.js';

/** Plays a game to its end, everybody with the same strength. The game refuses what is not legal. */
function played(strength: Strength, setup: Setup): Played {
  const values = needsValues(strength) ? solved(setup.rules) : null;
  const actions: Action[] = [];
  let game = newGame(setup);
  while (game.phase !== 'over') {
    const action = actionOf(strength, values, game);
    game = play(game, action);
    actions.push(action);
  }
  return {game, actions};
}

/** What a strength does with typed dice. */
function does(strength: Strength, ...actions: readonly Action[]): Action {
  return actionOf(strength, needsValues(strength) ? solved('official') : null, play(TYPED, ...actions));
}

/** How probable each five dice are after a beginner's three rolls, whatever the card; by the sorted faces. */
function lastRolls(): Map<string, number> {
  let rolls = new Map<string, number>();
  const add = (to: Map<string, number>, faces: readonly number[], chance: number): void => {
    const sorted = sortedFaces(faces);
    to.set(sorted, (to.get(sorted) ?? 0) + chance);
  };
  for (const faces of ALL_ROLLS) add(rolls, faces, 1 / ALL_ROLLS.length);
  for (let rerolls = 0; rerolls < 2; rerolls += 1) {
    const next = new Map<string, number>();
    for (const [sorted, chance] of rolls) {
      const action = does('beginner', roll(sorted));
      const numbers: readonly number[] = action.action === 'reroll' ? action.numbers : [];
      const kept = [...sorted].map(Number).filter((_, at) => !numbers.includes(at + 1));
      const outcomes = 6 ** numbers.length;
      // Of the first so many rolls, only the first dice differ.
      for (const faces of ALL_ROLLS.slice(0, outcomes))
        add(next, [...kept, ...faces.slice(0, numbers.length)], chance / outcomes);
    }
    rolls = next;
  }
  return rolls;
}

/** What a beginner scores on an average: over all cards, each with its probability, turn by turn. */
function meanOfBeginner(): number {
  const boxes = CATEGORIES.length;
  const yahtzee = CATEGORIES.indexOf('yahtzee');
  const rolls = [...lastRolls()].map(([sorted, chance]) => {
    const dice = diceOf([...sorted].map(Number));
    const points = CATEGORIES.map((category) => scoreOf(dice, category));
    const order = CATEGORIES.map((_, box) => box).sort(
      (one, other) => (points[other] ?? 0) - (points[one] ?? 0),
    );
    return {dice, chance, points, order, isYahtzee: dice.every((face) => face === dice[0])};
  });
  /** Of all boxes filled (a bit each), whether the Yahtzee scored, and the upper total up to 63. */
  const cards = new Float64Array(2 ** boxes * 2 * 64);
  cards[0] = 1;
  let mean = 0;
  for (let card = 0; card < 2 ** boxes * 2; card += 1) {
    const from = card * 64;
    const reached = cards.subarray(from, from + 64).reduce((sum, chance) => sum + chance, 0);
    const [isFilled, scored] = [card >> 1, card & 1];
    if (reached === 0 || isFilled === 2 ** boxes - 1) continue;
    for (const {dice, chance, points, order, isYahtzee} of rolls) {
      let box = order.find((one) => !((isFilled >> one) & 1)) ?? 0;
      let [earned, bonus] = [points[box] ?? 0, 0];
      if (isYahtzee && (isFilled >> yahtzee) & 1) {
        const [best] = openPlacements([columnOf(isFilled, scored)], dice, RULES.official)
          .filter(({legal}) => legal)
          .sort((one, other) => other.points - one.points);
        if (best === undefined) continue;
        box = CATEGORIES.indexOf(best.category);
        [earned, bonus] = [best.points, best.bonus];
      }
      mean += reached * chance * (earned + bonus);
      const to = ((isFilled | (1 << box)) << 1) | (box === yahtzee && earned > 0 ? 1 : scored);
      const upper = box < 6 ? earned : 0;
      for (let total = 0; total < 64; total += 1) {
        const at = to * 64 + Math.min(UPPER_BONUS_FROM, total + upper);
        cards[at] = (cards[at] ?? 0) + (cards[from + total] ?? 0) * chance;
      }
    }
  }
  const full = (2 ** boxes - 1) << 1;
  for (const card of [full, full + 1]) mean += UPPER_BONUS * (cards[card * 64 + UPPER_BONUS_FROM] ?? 0);
  return mean;
}

/** A column with these boxes filled: only whether the Yahtzee scored matters to the rules. */
function columnOf(isFilled: number, scored: number): Column {
  const yahtzee = CATEGORIES.indexOf('yahtzee');
  const boxes = CATEGORIES.map((category, box) => [
    category,
    (isFilled >> box) & 1 ? (box === yahtzee ? 50 * scored : 0) : null,
  ]);
  return {...filled({}), boxes: Object.fromEntries(boxes)};
}

suite('a computer', (test) => {
  for (const strength of STRENGTHS) {
    test(`that is ${strength} plays by all rules, on one to three columns`, () => {
      for (const rules of RULE_SETS) {
        for (const columns of COLUMN_NUMBERS) {
          for (let seed = 1; seed <= effort(10, 1); seed += 1)
            assert.is(played(strength, {players: ['Ada'], rules, columns, dice: {seed}}).game.phase, 'over');
        }
      }
    });

    test(`that is ${strength} does the same in the same game`, () => {
      assert.equal(played(strength, SEEDED), played(strength, SEEDED));
    });

    test(`that is ${strength} scores ${AVERAGES[strength]} on an average`, () => {
      const games = strength === 'expert' ? effort(2_000, 50) : effort(5_000, 1_000);
      const totals = Array.from({length: games}, (_, seed) =>
        totalOf(played(strength, {...SEEDED, dice: {seed: 1_000_000 + seed}}).game.cards[0] ?? []),
      );
      assert.ok(standardErrors(totals, AVERAGES[strength], 65) < 3);
    });
  }

  test('that is beginner scores exactly that, rounded to a whole point', () => {
    assert.is(Math.round(meanOfBeginner()), AVERAGES.beginner);
  });

  const setup: Setup = {...SEEDED, players: ['Ada', 'Bob'], computers: ['casual', null]};

  test('acts at its turn only', () => {
    assert.equal(nextAction(null, newGame(setup)), ROLL);
    const bobs: Game = play(newGame(setup), ROLL, place('chance'));
    assert.throws(() => nextAction(null, bobs), /not the turn of the computer/);
  });

  test('that is an expert needs the values of the rules', () => {
    const game = applyAction(newGame({...setup, computers: ['expert', null]}), ROLL) as Game;
    assert.throws(() => nextAction(null, game), /an expert needs the values/);
    assert.throws(() => nextAction(solved('cs106a'), game), /has the rules official, the values cs106a/);
  });
});

suite('with a roll', (test) => {
  const again = (numbers: string): Action =>
    ({action: 'reroll', numbers: [...numbers].map(Number)}) as Action;
  const cases: readonly [Strength, string, Action][] = [
    ['beginner', '61662', again('25')],
    ['beginner', '12345', again('1234')],
    ['beginner', '33344', again('45')],
    ['casual', '61662', again('25')],
    ['casual', '12345', place('large-straight')],
    ['casual', '33344', place('full-house')],
    ['casual', '13456', again('1')],
    ['casual', '22355', again('3')],
    ['expert', '61661', again('25')],
    ['expert', '22345', again('2')],
    ['expert', '12345', place('large-straight')],
  ];
  for (const [strength, dice, action] of cases.filter(([, digits]) => !digits.includes('8'))) {
    test(`of ${dice} ${strength} does ${JSON.stringify(action)}`, () => {
      assert.equal(does(strength, roll(dice)), action);
    });
  }

  test('after the last one takes the most points as a beginner, the best against par as casual', () => {
    const last = [roll('66651'), reroll('', ''), reroll('', '')];
    assert.equal(does('beginner', ...last), place('three-of-a-kind'));
    assert.equal(does('casual', ...last), place('three-of-a-kind'));
    const poor = [roll('11246'), reroll('', ''), reroll('', '')];
    assert.equal(does('beginner', ...poor), place('chance'));
    assert.equal(does('casual', ...poor), place('ones'));
  });
});
