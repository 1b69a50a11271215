/* The best chance to reach a total. */
import * as assert from 'uvu/assert';
import {RULE_SETS} from '../../../src/rules/rule-sets.js';
import {type Column, columnTotals} from '../../../src/rules/scorecard.js';
import type {Chances} from '../../../src/solver/chances/chances.js';
import {finish, target} from '../../../src/solver/chances/target.js';
import type {Progress} from '../../../src/solver/solver.js';
import {standingOf} from '../../../src/solver/standing.js';
import {dice} from '../../support/cards.js';
import {effort, isThorough} from '../../support/effort.js';
import {naivePayoff} from '../../support/naive-play.js';
import {dealer} from '../../support/random.js';
import {filled, near, randomColumn} from '../../support/solitaire.js';
import {suite} from '../../support/suite.js';

const targetOf = (column: Column, total: number, onProgress?: (one: Progress) => void): Chances =>
  finish(target('official', standingOf(column), total), onProgress);
const reaches = (goal: number) => (total: number) => (total >= goal ? 1 : 0);
const isSame = (actual: number, expected: number): void => near(actual, expected, 1e-12);

suite('the best chance to reach a total', (test) => {
  test('is 1 where it is reached, and 0 where it is too far', () => {
    const column = filled({sixes: 18, chance: null});
    assert.is(targetOf(column, 18).chance, 1);
    assert.is(targetOf(column, 18 + 31).chance, 0);
  });

  for (const rules of isThorough ? RULE_SETS : (['official'] as const)) {
    test(`by ${rules} is that of a naive search, with two boxes open`, () => {
      const random = dealer(3);
      for (let card = 0; card < effort(10, 1); card += 1) {
        const column = randomColumn(random, 11);
        const total = columnTotals(column, 'official').total + random.oneOf([10, 20, 30, 45, 70]);
        const {chance} = finish(target(rules, standingOf(column), total));
        isSame(chance, naivePayoff(rules, reaches(total)).of(column));
      }
    });
  }
});

suite('advice for a target', (test) => {
  const column = filled({fours: null, chance: null, sixes: 18});
  const {total} = columnTotals(column, 'official');

  test('ranks every keep and every box as a naive search does', () => {
    const target = targetOf(column, total + 31);
    const {ofKeep} = naivePayoff('official', reaches(total + 31));
    for (const rolls of [1, 2] as const) {
      const choices = target.advise({...standingOf(column), dice: dice('14446'), rolls});
      const boxes = choices.filter(({choice}) => 'category' in choice);
      assert.equal([choices.length, boxes.length], [15 + 2, 2]);
      for (const {choice, worth} of choices)
        if ('keep' in choice) isSame(worth, ofKeep(column, choice.keep, rolls));
      // Scoring the dice now is worth the same as keeping them all with one roll to come.
      isSame(boxes[0]?.worth ?? 0, ofKeep(column, dice('14446'), 1));
      assert.equal([choices[0]?.loss, choices[0]?.worth], [0, Math.max(...choices.map(({worth}) => worth))]);
    }
  });

  test('holds for what follows, and for nothing else', () => {
    const target = targetOf(column, total + 31);
    const next = {...column, boxes: {...column.boxes, fours: 12}};
    const choices = target.advise({...standingOf(next), dice: dice('55432'), rolls: 0});
    assert.equal(choices, [{choice: {column: 1, category: 'chance'}, worth: 1, loss: 0}]);
    const before = standingOf(filled({fours: null, chance: null, sixes: null}));
    for (const other of [before, {...standingOf(column), points: total - 1}]) {
      const thrown = {...other, dice: dice('55432'), rolls: 0} as const;
      assert.throws(() => target.advise(thrown), /must follow from those that were asked about/);
    }
  });

  test('lets dice stand where no choice changes the chance', () => {
    const reached = targetOf(column, total);
    const thrown = {...standingOf(column), dice: dice('14446')};
    const endingsWith = (rolls: 1 | 2) => reached.endings({...thrown, rolls}, [4, 4, 4]);
    assert.equal(endingsWith(2), endingsWith(1));
  });

  test('tells its progress to the end', () => {
    const progress: Progress[] = [];
    targetOf(randomColumn(dealer(8), 8), 200, (one) => progress.push(one));
    assert.ok(progress.length > 10);
    const shares = progress.map(({done, questions}) => done / questions);
    for (const [at, share] of shares.entries()) assert.ok(share >= (shares[at - 1] ?? 0) && share < 1);
  });
});
