/* `fivedice compare`: who gained and who lost between two runs. */
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import type {CaseMarks, Marks} from '../../../src/marking/results/marks.js';
import {ACCEPTED, MACHINE, marksOf, NO_CHOICE, RUN} from '../../support/marks.js';
import {inPlace, type Place} from '../../support/place.js';
import {writeResults} from '../../support/results.js';
import {suite} from '../../support/suite.js';

const [A, B]: readonly [CaseMarks, CaseMarks] = [
  {...ACCEPTED, case: 'a', number: 1},
  {...ACCEPTED, case: 'b', number: 2, points: '0.25', maxPoints: '0.25'},
];
const wrong = (one: CaseMarks): CaseMarks => ({
  ...NO_CHOICE,
  case: one.case,
  number: one.number,
  points: one.maxPoints.replace(/\d/g, '0'),
  maxPoints: one.maxPoints,
});

const OLD = marksOf({ann: [wrong(A), B], bob: [A, B], cleo: [A, B], dan: [wrong(A), wrong(B)], zoe: [A, B]});
const NEW = marksOf({
  ann: [A, B],
  bob: [A, wrong(B)],
  cleo: [A, B],
  dan: [{...wrong(A), verdict: 'crashed', difference: null, reason: 'SIGSEGV'}, wrong(B)],
  yan: [A, B],
});

/** A place with the results of these two runs in it. */
const withResults = (old: Marks, now: Marks, use: (place: Place) => Promise<void>) =>
  inPlace(
    async (place) => {
      writeResults(join(place.folder, 'old'), old);
      writeResults(join(place.folder, 'new'), now);
      await use(place);
    },
    {encoding: 'utf8'},
  );

suite('compare', (test) => {
  test(
    'says who gained and who lost, in which cases, and what only one of the runs has',
    withResults(OLD, NEW, async ({fivedice}) => {
      const {stdout, stderr, exitCode} = await fivedice('compare', 'old', 'new');
      assert.is(
        stdout,
        `ann  0.25 → 0.35 points (+0.10)
  a  wrong output → pass
bob  0.35 → 0.10 points (-0.25)
  b  pass → wrong output
dan  0.00 → 0.00 points (0.00)
  a  wrong output → crashed

submissions only in the old run: zoe
submissions only in the new run: yan
1 submission gained, 1 lost, 2 the same; 0.95 → 0.80 points (-0.15)
`,
      );
      assert.is(stderr, '');
      assert.is(exitCode, 1);
    }),
  );

  const many = Array.from('abcdefghijkl', (name, index) => ({...ACCEPTED, case: name, number: index + 1}));
  test(
    'sums up many cases',
    withResults(
      marksOf({ann: many, bob: many.map(wrong)}),
      marksOf({ann: many.map(wrong), bob: many.map(wrong)}),
      async ({fivedice}) => {
        const {stdout} = await fivedice('compare', 'old', 'new');
        assert.is(
          stdout,
          `ann  1.2 → 0.0 points (-1.2)
  12 cases, such as a  pass → wrong output

0 submissions gained, 1 lost, 1 the same; 1.2 → 0.0 points (-1.2)
`,
        );
      },
    ),
  );

  const madeWith = (fixtures: string, options: string, one: CaseMarks, isWhole = true): Marks => ({
    ...marksOf({ann: [one]}, {...MACHINE, sandbox: isWhole}, isWhole),
    run: {...RUN, fixtures, options},
  });

  test(
    'notes that the suite and the options have changed; cases and points that did are shown',
    withResults(
      madeWith('1', '', A),
      madeWith('2', '--wall 2', {...A, case: 'c', maxPoints: '1', points: '1'}, false),
      async ({fivedice}) => {
        const {stdout, exitCode} = await fivedice('compare', 'old', 'new');
        assert.is(
          stdout,
          `ann  0.1/0.1 → 0/1 points (-0.1)

cases only in the old run: a
cases only in the new run: c
note: the suite has changed: an input, a golden, or a suite.json
note: the options have changed: none, now --wall 2
note: the sandbox was on, and is off now
note: the new run is incomplete
0 submissions gained, 1 lost, 0 the same; 0.1/0.1 → 0/1 points (-0.1)
`,
        );
        assert.is(exitCode, 1);
      },
    ),
  );

  const mistakes: readonly (readonly [args: readonly string[], says: string])[] = [
    [[], 'name two folders of results, the old one first'],
    [['old', 'none'], 'none: no results of `mark --results`: run.json: no such file or folder'],
    [
      ['other', 'new'],
      'other: no results of `mark --results`: run.json: version 0, but this fivedice reads version 7: mark again',
    ],
    [['odd', 'new'], 'odd: no results of `mark --results`: run.json: it was changed: mark again'],
  ];
  test(
    'names what is no folder of results',
    withResults(OLD, NEW, async ({fivedice, write: writeFiles}) => {
      writeFiles({'other/run.json': '{"version": 0}', 'odd/run.json': '{"version": 7, "people": {}}'});
      for (const [args, says] of mistakes) {
        const {stdout, stderr, exitCode} = await fivedice('compare', ...args);
        assert.match(stderr, says);
        assert.equal([stdout, exitCode], ['', 2]);
      }
    }),
  );
});
