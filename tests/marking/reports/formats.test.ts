import * as assert from 'uvu/assert';
import type {CaseMarks} from '../../../src/marking/results/marks.js';
import {run} from '../../support/consumers.js';
import {ACCEPTED, CRASH, marksOf, NO_CHOICE, write} from '../../support/marks.js';
import {suite} from '../../support/suite.js';

suite('classroom50', (test) => {
  /** Total, its maximum, and the scores for points such as `0.5/1`. */
  const scoresOf = (...all: string[]): number[] => {
    const cases = all.map((one, number): CaseMarks => {
      const [points = '', maxPoints = ''] = one.split('/');
      return {...ACCEPTED, points, maxPoints, number};
    });
    const {score, tests, ...result} = JSON.parse(write('classroom50', marksOf({x: cases})));
    return [score, result['max-score'], ...tests.map((one: {score: number}) => one.score)];
  };

  test('scores are whole numbers with exact shares; two thirds are rounded down, and the total is their sum', () => {
    assert.equal(scoresOf('1/1', '0/2.00'), [1, 3, 1, 0]);
    assert.equal(scoresOf('0.10/0.1', '0.25/0.5'), [35, 60, 10, 25]);
    assert.equal(scoresOf(), [0, 0]);
    const third = '3.333333333333333333/5';
    assert.equal(scoresOf(third, third), [6_666_666, 10_000_000, 3_333_333, 3_333_333]);
  });
});

suite('github', (test) => {
  const annotations = (cases: readonly CaseMarks[]) =>
    run(write('github', marksOf({x: cases}))).commands.filter(({name}) => name === 'error');
  const messageFor = (one: CaseMarks): string => annotations([one])[0]?.message ?? '';
  const failures = (count: number) =>
    Array.from({length: count}, (_, number): CaseMarks => ({...NO_CHOICE, case: `c/${number}`, number}));

  test('if there are more, nine are shown, and the tenth says how many are left', () => {
    const shown = annotations(failures(12));
    assert.is(shown.length, 10);
    assert.equal(shown[9], {
      name: 'error',
      title: 'More failures',
      message: '3 more failures: see the log of this step',
    });
  });

  test('a message is as long as the runner allows, and has the difference', () => {
    const long = '骰'.repeat(3000);
    const diff = [
      ...Array.from({length: 10}, () => ({kind: 'same', text: long}) as const),
      {kind: 'expected', text: `${long}E${long}`} as const,
      {kind: 'actual', text: `${long}A${long}`} as const,
    ];
    const stderr = Array.from({length: 99}, () => long).join('\n');
    const message = messageFor({
      ...NO_CHOICE,
      stderr,
      difference: NO_CHOICE.difference && {...NO_CHOICE.difference, summary: 'x'.repeat(80), diff},
    });
    assert.match(message, /\nexpected {2}…骰+E骰+…\nactual {4}…骰+A骰+…\n/);
    assert.ok(message.length <= 4096);
  });

  test('a submission that did not compile is one annotation', () => {
    const cases = failures(3).map((one): CaseMarks => ({...one, verdict: 'did-not-compile'}));
    assert.equal(
      annotations(cases).map(({title}) => title),
      ['x'],
    );
  });
});

suite('mrk', (test) => {
  test('the total drops trailing zeros, and a failure says what it cost', () => {
    const report = write('mrk', marksOf({x: [{...CRASH, points: '7.90', maxPoints: '8.0'}]}));
    const row = 'Test  3 (8)     Stage 2: 03-crash ..  !!FAILed (-0.1)';
    assert.ok(report.endsWith(`${row}\n\n!!perfmark      ** TOTAL PERFORMANCE MARK:    7.9/8\n`));
  });
});
