/* Comparisons of two runs, and `fivedice compare`. */
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {compareRuns} from '../../../src/marking/reports/comparison.js';
import type {CaseMarks, Marks} from '../../../src/marking/results/marks.js';
import {suiteInProcess} from '../../support/door.js';
import {ACCEPTED, MACHINE, marksOf, NO_CHOICE, RUN} from '../../support/marks.js';
import {writeResults} from '../../support/results.js';
import {suite} from '../../support/suite.js';

const A: CaseMarks = {...ACCEPTED, case: 'a', number: 1};
const B: CaseMarks = {...ACCEPTED, case: 'b', number: 2, points: '0.25', maxPoints: '0.25'};
const wrong = ({case: name, number, maxPoints}: CaseMarks): CaseMarks => ({
  ...NO_CHOICE,
  ...{case: name, number, maxPoints, points: maxPoints.replace(/\d/g, '0')},
});
const MANY = Array.from('abcdefghijkl', (name, index) => ({...A, case: name, number: index + 1}));

const OLD = marksOf({ann: [wrong(A), B], bob: [A, B], cleo: [A, B], dan: [wrong(A), wrong(B)], zoe: [A, B]});
const NEW = marksOf({
  ann: [A, B],
  bob: [A, wrong(B)],
  cleo: [A, B],
  dan: [{...wrong(A), verdict: 'crashed', difference: null, reason: 'SIGSEGV'}, wrong(B)],
  yan: [A, B],
});
const LINES = `ann  0.25 → 0.35 points (+0.10)
  a  wrong output → pass
bob  0.35 → 0.10 points (-0.25)
  b  pass → wrong output
dan  0.00 → 0.00 points (0.00)
  a  wrong output → crashed

submissions only in the old run: zoe
submissions only in the new run: yan
1 submission gained, 1 lost, 2 the same; 0.95 → 0.80 points (-0.15)`;

const madeWith = (fixtures: string, options: string, one: CaseMarks, isWhole = true): Marks => ({
  ...marksOf({ann: [one]}, MACHINE, isWhole),
  run: {...RUN, fixtures, options},
});

suite('a comparison of two runs', (test) => {
  // biome-ignore format: a table
  const rows: readonly (readonly [fact: string, old: Marks, now: Marks, lines: string])[] = [
    ['says who gained and who lost, in which cases, and what only one of the runs has', OLD, NEW, LINES],
    [
      'sums up many cases',
      marksOf({ann: MANY, bob: MANY.map(wrong)}),
      marksOf({ann: MANY.map(wrong), bob: MANY.map(wrong)}),
      'ann  1.2 → 0.0 points (-1.2)\n  12 cases, such as a  pass → wrong output\n\n0 submissions gained, 1 lost, 1 the same; 1.2 → 0.0 points (-1.2)',
    ],
    [
      'notes that the suite and the options have changed; cases and points that did are shown',
      madeWith('1', '', A),
      madeWith('2', '--wall 2', {...A, case: 'c', maxPoints: '1', points: '1'}, false),
      `ann  0.1/0.1 → 1/1 points (+0.9)

cases only in the old run: a
cases only in the new run: c
note: the suite has changed: an input, a golden, or a suite.json
note: the options have changed: none, now --wall 2
note: the new run is incomplete
1 submission gained, 0 lost, 0 the same; 0.1/0.1 → 1/1 points (+0.9)`,
    ],
    [
      'shows points that the verdicts do not imply, and another maximum',
      marksOf({ann: [{...A, verdict: 'partly-right', points: '0.05'}, B]}),
      marksOf({ann: [A, {...B, maxPoints: '0.5'}]}),
      `ann  0.30/0.35 → 0.35/0.6 points (+0.05)
  a  partly right → pass, 0.05/0.1 → 0.1/0.1 points
  b  pass → pass, 0.25/0.25 → 0.25/0.5 points

1 submission gained, 0 lost, 0 the same; 0.30/0.35 → 0.35/0.6 points (+0.05)`,
    ],
    ['says that nothing has changed', OLD, OLD, '0 submissions gained, 0 lost, 5 the same; 1.30 → 1.30 points (0.00)'],
  ];
  for (const [fact, old, now, lines] of rows)
    test(fact, () => {
      assert.equal(compareRuns(old, now), {hasChanged: old !== now, lines: lines.split('\n')});
    });
});

suiteInProcess('compare', (test) => {
  const mistakes: readonly (readonly [args: readonly string[], says: string])[] = [
    [[], 'name two folders of results, the old one first'],
    [['old', 'none'], 'none: no results of `mark --results`: run.json: no such file or folder'],
    [['other', 'new'], 'run.json: version 99, but this fivedice reads version '],
    [['odd', 'new'], 'odd: no results of `mark --results`: run.json: it was changed: mark again'],
  ];
  test('prints the changes of two folders of results only', async ({folder, fivedice, read, write}) => {
    writeResults(join(folder, 'old'), OLD);
    writeResults(join(folder, 'new'), NEW);
    const stdout = Buffer.from(`${LINES}\n`).toString('latin1');
    assert.equal(await fivedice('compare', 'old', 'new'), {stdout, stderr: '', exitCode: 1});
    assert.is((await fivedice('compare', 'old', 'old')).exitCode, 0);
    const odd = {...JSON.parse(read('new/run.json')), cases: 5};
    write({'other/run.json': '{"version": 99}', 'odd/run.json': JSON.stringify(odd)});
    for (const [args, says] of mistakes) {
      const refused = await fivedice('compare', ...args);
      assert.match(refused.stderr, says);
      assert.equal([refused.stdout, refused.exitCode], ['', 2]);
    }
  });
});
