/* The ranking of all choices in a turn. */
import * as assert from 'uvu/assert';
import {CATEGORIES} from '../../src/rules/categories.js';
import {type Advice, advise} from '../../src/solver/advice.js';
import {endings} from '../../src/solver/endings.js';
import {EMPTY_CARD} from '../../src/solver/lattice.js';
import {standingOf, type Throw} from '../../src/solver/standing.js';
import {dice} from '../support/cards.js';
import {filled, near, solved} from '../support/solitaire.js';
import {suite} from '../support/suite.js';

const values = solved('official');
const atStart = (digits: string, rolls: Throw['rolls']): Advice =>
  advise(values, {position: EMPTY_CARD, points: 0, dice: dice(digits), rolls});

suite('the best keep of a first roll', (test) => {
  const keeps: readonly [roll: string, keep: string, expected?: number][] = [
    ['11666', '666', 265.113361],
    ['12345', '12345', 261.531406],
    ['22345', '2345'],
    ['12356', '5'],
    ['22336', '33'],
    ['11346', '4'],
  ];
  for (const [roll, keep, expected] of keeps) {
    test(`${roll} is ${keep}`, () => {
      const {keeps: ranked, expected: best} = atStart(roll, 2);
      assert.is(ranked[0]?.dice.join(''), keep);
      assert.is(ranked[0]?.expected, best);
      if (expected !== undefined) near(best, expected, 1e-6);
    });
  }
});

suite('advice', (test) => {
  test('ranks every keep that differs, and every open box', () => {
    const {keeps, boxes} = atStart('11666', 1);
    assert.is(
      keeps
        .map(({dice}) => dice.join(''))
        .sort()
        .join(),
      ',1,11,116,1166,11666,16,166,1666,6,66,666',
    );
    assert.equal(boxes.map(({category}) => category).sort(), [...CATEGORIES].sort());
    for (const ranking of [keeps, boxes])
      for (const [at, {loss}] of ranking.entries()) assert.ok(loss >= (ranking[at - 1]?.loss ?? 0));
  });

  test('names ties: 12345 kept is Large Straight filled, and both lose nothing', () => {
    const {keeps, boxes} = atStart('12345', 2);
    assert.equal([keeps[0]?.loss, boxes[0]?.loss], [0, 0]);
    assert.is(boxes[0]?.category, 'large-straight');
  });

  test('counts the points on the card, and this turn apart', () => {
    // Only Sixes is open: one roll more at 66345 brings three sixes in all, on an average.
    const column = filled({sixes: null, ones: 3, chance: 20});
    const advice = advise(values, {...standingOf(column), dice: dice('66345'), rolls: 1});
    const [keep] = advice.keeps;
    assert.equal(keep?.dice, [6, 6]);
    near(keep?.turn, 15, 1e-12);
    near(advice.expected, 23 + 15, 1e-12);
    const box = {category: 'sixes', points: 12, bonus: 0, turn: 12, expected: 35, loss: 3};
    assert.equal(
      advice.boxes.map(({loss, ...rest}) => ({...rest, loss: Math.round(loss * 1e9) / 1e9})),
      [box],
    );
  });
});

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

suite('the endings of a turn', (test) => {
  test('add up to 1, and to what the advice says that the turn brings', () => {
    const values = solved('cs106a');
    // No bonus can be earned.
    const column = filled({chance: null, yahtzee: null, 'full-house': null, 'four-of-a-kind': null, ones: 0});
    for (const rolls of [1, 2] as const) {
      const thrown = {...standingOf(column), dice: dice('22556'), rolls};
      for (const {dice: keep, turn} of advise(values, thrown).keeps) {
        const found = endings(values, thrown, keep);
        near(sum(found.map(({chance}) => chance)), 1, 1e-14);
        near(sum(found.map(({chance, points}) => chance * points)), turn, 1e-11);
      }
    }
  });
});
