/* The ranking of all choices in a turn. */
import * as assert from 'uvu/assert';
import {CATEGORIES} from '../../src/rules/categories.js';
import type {Face} from '../../src/rules/dice.js';
import {type Choice, keyOf} from '../../src/rules/scorecard.js';
import {advise, bestAt} from '../../src/solver/advice.js';
import {endings} from '../../src/solver/endings.js';
import {EMPTY_CARD} from '../../src/solver/lattice.js';
import {solve} from '../../src/solver/solver.js';
import {standingOf, type Throw} from '../../src/solver/standing.js';
import type {Ranked} from '../../src/solver/turn.js';
import {dice} from '../support/cards.js';
import {filled, near} from '../support/solitaire.js';
import {suite} from '../support/suite.js';

const values = solve('official');
const atStart = (digits: string, rolls: Throw['rolls']): readonly Ranked[] =>
  advise(values, {position: EMPTY_CARD, points: 0, dice: dice(digits), rolls});

suite('the best choice of a first roll', (test) => {
  const cases: readonly [roll: string, best: Choice][] = [
    ['11666', {keep: [6, 6, 6]}],
    ['12345', {column: 1, category: 'large-straight'}],
    ['22345', {keep: [2, 3, 4, 5]}],
    ['12356', {keep: [5]}],
    ['22336', {keep: [3, 3]}],
    ['11346', {keep: [4]}],
  ];
  for (const [roll, choice] of cases)
    test(`${roll} is ${JSON.stringify(choice)}`, () => {
      const [best] = atStart(roll, 2);
      assert.equal([best?.choice, best?.loss], [choice, 0]);
    });
});

suite('advice', (test) => {
  test('ranks every open box, and every keep that differs and is less than all dice', () => {
    const choices = atStart('11666', 1);
    const keeps = ['', '1', '11', '116', '1166', '16', '166', '1666', '6', '66', '666'];
    const boxes = CATEGORIES.map((category) => keyOf({column: 1, category}));
    const keys = [...boxes, ...keeps.map((keep) => keyOf({keep: Array.from(keep, Number) as Face[]}))];
    assert.equal(choices.map(({choice}) => keyOf(choice)).sort(), keys.sort());
    for (const [at, {loss}] of choices.entries()) assert.ok(loss >= (choices[at - 1]?.loss ?? 0));
  });

  test('has boxes before keeps that are as good, and of those lower faces first', () => {
    // Only Small Straight is open, and it is there: four in a row may be kept.
    const late = {...standingOf(filled({'small-straight': null})), dice: dice('12345'), rolls: 1} as const;
    const tied = advise(values, late).filter(({loss}) => loss === 0);
    assert.equal(
      tied.map(({choice}) => choice),
      [{column: 1, category: 'small-straight'}, {keep: [1, 2, 3, 4]}, {keep: [2, 3, 4, 5]}],
    );
    // The best play keeps the fewest.
    const [best] = [...bestAt(values, late.position)].filter(
      (one) => one.rolls === 1 && keyOf({keep: one.dice}) === keyOf({keep: late.dice}),
    );
    assert.equal(best?.choice, {keep: [1, 2, 3, 4]});
  });

  test('counts the points on the card', () => {
    // Only Sixes is open: one roll more at 66345 brings three sixes in all, on an average.
    const column = filled({sixes: null, ones: 3, chance: 20});
    const choices = advise(values, {...standingOf(column), dice: dice('66345'), rolls: 1});
    assert.equal(choices[0]?.choice, {keep: [6, 6]});
    near(choices[0]?.worth, 23 + 15, 1e-12);
    const box = choices.find(({choice}) => 'category' in choice);
    near(box?.worth, 23 + 12, 1e-12);
    near(box?.loss, 3, 1e-12);
  });
});

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

suite('the endings of a turn', (test) => {
  test('add up to 1, and to what the advice says that the last turn brings', () => {
    const column = filled({chance: null});
    for (const rolls of [1, 2] as const) {
      const thrown = {...standingOf(column), dice: dice('22556'), rolls};
      for (const {choice, worth} of advise(values, thrown)) {
        const found = 'keep' in choice ? endings(values, thrown, choice.keep) : [];
        if (found.length === 0) continue;
        near(sum(found.map(({chance}) => chance)), 1, 1e-14);
        near(sum(found.map(({chance, points}) => chance * points)), worth, 1e-11);
      }
    }
  });

  test('with all five dice kept are those of a box now, even if rolls are left', () => {
    const thrown = {...standingOf(filled({chance: null})), dice: dice('22556'), rolls: 2} as const;
    assert.equal(endings(values, thrown, thrown.dice), [{category: 'chance', points: 20, chance: 1}]);
  });
});
