/* The best chance to win. */
import * as assert from 'uvu/assert';
import {diceOf} from '../../../src/rules/dice.js';
import {type Column, columnTotals} from '../../../src/rules/scorecard.js';
import {advise, type BoxAdvice, type KeepAdvice, standingOf, type Throw} from '../../../src/solver/advice.js';
import {type Distribution, distributionOf} from '../../../src/solver/distribution.js';
import {finish, solveTarget, solveWin} from '../../../src/solver/target/target.js';
import {effort} from '../../support/effort.js';
import {naivePayoff} from '../../support/naive-play.js';
import {near} from '../../support/near.js';
import {dealer} from '../../support/random.js';
import {filled, randomColumn, type Strategy, standardErrors, totalsOfGames} from '../../support/solitaire.js';
import {solved} from '../../support/solved.js';
import {suite} from '../../support/suite.js';

const VALUES = solved('official');
const totalsOf = (column: Column): Distribution => distributionOf(VALUES, standingOf(column));
const certainly = (total: number): Distribution => ({lowest: total, chances: Float64Array.of(1)});

interface Ranking {
  readonly keeps: readonly Pick<KeepAdvice, 'dice'>[];
  readonly boxes: readonly Pick<BoxAdvice, 'category'>[];
}

/** Of all games of the opponents, one after the other: the share of a win that a total brings. */
function shareOfWins(total: number, opponents: readonly Distribution[], ties = 0): number {
  const [first, ...others] = opponents;
  if (first === undefined) return 1 / (ties + 1);
  let share = 0;
  for (const [at, chance] of first.chances.entries()) {
    const other = first.lowest + at;
    if (chance > 0 && other <= total)
      share += chance * shareOfWins(total, others, ties + Number(other === total));
  }
  return share;
}

suite('the chance to win', (test) => {
  for (const count of [1, 2, 3])
    test(`against ${count} is that of a naive search, with two boxes open a side`, () => {
      const random = dealer(23 + count);
      for (let card = 0; card < effort(6, 1); card += 1) {
        // Alike, so that ties count.
        const boxes = filled({chance: null, fours: null, sixes: random.oneOf([6, 12, 18])});
        const column = random.oneOf([boxes, randomColumn(random, 11)]);
        const opponents = Array.from({length: count}, () => totalsOf(boxes)).slice(0, count);
        const known = new Map<number, number>();
        const worth = (total: number): number => {
          const share = known.get(total) ?? shareOfWins(total, opponents);
          known.set(total, share);
          return share;
        };
        const chances = finish(solveWin('official', standingOf(column), opponents));
        const naive = naivePayoff('official', worth);
        near(chances.chance, naive.of(column), 1e-12);
        const dice = diceOf([1, 4, 4, 4, 6]);
        const thrown: Throw = {...standingOf(column), dice, rolls: 2};
        const {keeps} = chances.advise(thrown);
        for (const keep of keeps.filter(({dice: kept}) => kept.length < 5)) {
          near(keep.chance, naive.ofKeep(column, keep.dice, 2), 1e-12);
          if (thrown.position.pays) continue;
          const after = chances.endings(thrown, keep.dice).map(({category, points, chance}) => {
            const boxes = {...column.boxes, [category]: points};
            return chance * naive.of({...column, boxes});
          });
          near(
            keep.chance,
            after.reduce((sum, one) => sum + one, 0),
            1e-12,
          );
        }
      }
    });

  test('against a total that is fixed is that of one point more, and half of a tie', () => {
    const column = filled({fours: null, chance: null, sixes: 18});
    const {total} = columnTotals(column);
    const chanceOf = (least: number): number =>
      finish(solveTarget('official', standingOf(column), total + least)).chance;
    const {chance} = finish(solveWin('official', standingOf(column), [certainly(total + 31)]));
    assert.ok(chance > chanceOf(32) && chance <= (chanceOf(31) + chanceOf(32)) / 2 + 1e-12);
    assert.is(finish(solveWin('official', standingOf(column), [certainly(total + 100)])).chance, 0);
    assert.is(finish(solveWin('official', standingOf(column), [certainly(total - 1)])).chance, 1);
  });

  test('of a card that is full is known', () => {
    const column = filled({sixes: 18});
    const {total} = columnTotals(column);
    const against = (...others: readonly number[]): number =>
      finish(solveWin('official', standingOf(column), others.map(certainly))).chance;
    assert.equal(
      [against(total - 1), against(total), against(total, total), against(total + 1)],
      [1, 1 / 2, 1 / 3, 0],
    );
  });

  test('does not fall with the points, nor with those of an opponent', () => {
    const column = filled({yahtzee: null, fives: null, 'small-straight': null, sixes: 12});
    const own = standingOf(column);
    const opponent = [totalsOf(column)];
    const chances = [-20, -5, 0, 5, 20].map(
      (more) => finish(solveWin('official', {...own, points: own.points + more}, opponent)).chance,
    );
    assert.equal(
      chances,
      [...chances].sort((one, other) => one - other),
    );
  });

  test('is the share of seeded games that are won by it, within three standard errors', () => {
    const games = effort(4000, 500);
    const own = filled({sixes: null, 'four-of-a-kind': null, chance: null, yahtzee: 50, fours: 12});
    const other = filled({sixes: null, chance: null, 'four-of-a-kind': 15, yahtzee: 50, fours: 12});
    const chances = finish(solveWin('official', standingOf(own), [totalsOf(other)]));
    const play =
      (advised: (one: Throw) => Ranking): Strategy =>
      (column) => ({
        keep: (dice, rolls) => {
          const {keeps} = advised({...standingOf(column), dice, rolls: rolls as Throw['rolls']});
          return keeps[0]?.dice ?? dice;
        },
        box: (dice) => advised({...standingOf(column), dice, rolls: 0}).boxes[0]?.category ?? 'chance',
      });
    const sharks = totalsOfGames('official', play(chances.advise), 23, games, own);
    const experts = totalsOfGames(
      'official',
      play((one) => advise(VALUES, one)),
      24,
      games,
      other,
    );
    const wins = sharks.map((total, game) => (Math.sign(total - (experts[game] ?? 0)) + 1) / 2);
    assert.ok(standardErrors(wins, chances.chance, 0.5) < 3);
  });

  test('needs somebody to win against', () =>
    assert.throws(
      () => finish(solveWin('official', standingOf(filled({chance: null})), [])),
      /nobody is there/,
    ));
});
