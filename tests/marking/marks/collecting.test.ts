import * as assert from 'uvu/assert';
import {capped, withinBudget} from '../../../src/marking/marks/budget.js';
import {collectMarks} from '../../../src/marking/marks/collecting.js';
import type {CaseFinished, RunEvent} from '../../../src/marking/marks/events.js';
import type {CaseMarks, DiffLine} from '../../../src/marking/marks/marks.js';
import {FIVEDICE} from '../../support/command.js';
import {ACCEPTED, CRASH, NO_CHOICE, PARTLY} from '../../support/marks.js';
import {inPlace} from '../../support/place.js';
import {suite} from '../../support/suite.js';

const RUN = {fixtures: 'f', targets: 't', options: ''};

function started(targets: readonly string[], ...cases: readonly CaseMarks[]): RunEvent {
  const never = cases.map(
    (one): CaseMarks => ({...one, verdict: 'could-not-check', points: '0.0', maxPoints: '0.0'}),
  );
  return {
    event: 'started',
    sandbox: true,
    containment: 'namespaces',
    shard: '1/2',
    run: RUN,
    targets,
    cases: never,
  };
}

function told(submission: number, marks: CaseMarks, more: Partial<CaseFinished> = {}): RunEvent {
  const source = {digest: null, isClosed: false, reused: null, again: false};
  return {event: 'case', submission, target: `${submission}`, marks, ...source, ...more};
}

const SECOND: CaseMarks = {...ACCEPTED, case: 'b', number: 2};

suite('the marks of a run', (test) => {
  test('are in the order of the fixtures, whatever was told first; what is told last counts', () => {
    const {listen, marks} = collectMarks();
    listen(started(['x', 'y'], ACCEPTED, SECOND));
    for (const submission of [1, 0]) {
      listen(told(submission, {...SECOND, verdict: 'timed-out'}));
      listen(told(submission, ACCEPTED));
      listen(told(submission, SECOND, {again: true}));
      listen({event: 'submission', submission, target: ''});
    }
    listen({event: 'ended', reason: null});
    const {submissions, ...facts} = marks();
    assert.equal(facts, {
      version: 1,
      sandbox: true,
      containment: 'namespaces',
      shard: '1/2',
      complete: true,
      run: RUN,
    });
    assert.equal(
      submissions.map(({target, points, cases}) => ({target, points, cases})),
      ['x', 'y'].map((target) => ({target, points: '0.2', cases: [ACCEPTED, SECOND]})),
    );
  });

  test('that ended early have a verdict on every case, and the reason', () => {
    const {listen, marks} = collectMarks();
    listen(started(['x'], ACCEPTED, SECOND));
    listen(told(0, ACCEPTED));
    listen({event: 'ended', reason: 'SIGTERM'});
    const {complete, submissions} = marks();
    const [only] = submissions;
    assert.equal([complete, only?.points, only?.maxPoints], [false, '0.1', '0.1']);
    assert.equal(
      only?.cases.map(({verdict, reason}) => [verdict, reason]),
      [
        ['pass', null],
        ['could-not-check', 'the run ended early: SIGTERM'],
      ],
    );
  });

  test('keep once what submissions have in common', () => {
    const {listen, marks} = collectMarks();
    const given = {arguments: ['x'], environment: [], files: []};
    const twin = (): CaseMarks => JSON.parse(JSON.stringify({...NO_CHOICE, number: 1, given}));
    listen(started(['x', 'y'], ACCEPTED));
    for (const submission of [0, 1]) {
      listen(told(submission, twin()));
      listen({event: 'submission', submission, target: ''});
    }
    const [x, y] = marks().submissions.map(({cases}) => cases[0]);
    assert.equal(x, twin());
    assert.is(x?.difference, y?.difference);
    assert.is(x?.given, y?.given);
  });
});

suite('what is kept of what programs printed', (test) => {
  const linesOf = (count: number, length: number, kind: DiffLine['kind']): DiffLine[] =>
    Array.from({length: count}, (_, index) => ({kind, text: `${index}`.padStart(length, '.')}));
  const withDiff = (...diff: DiffLine[]): CaseMarks => ({
    ...NO_CHOICE,
    difference: NO_CHOICE.difference && {...NO_CHOICE.difference, diff},
  });
  const diffOf = ({difference}: CaseMarks): string[] =>
    (difference?.diff ?? []).map(({kind, text}) => (kind === 'omitted' ? text : `${kind} ${text.length}`));

  test('of a case is the first line of each side, then as many lines as fit, and how many more there are', () => {
    const sides = [...linesOf(90, 1000, 'expected'), ...linesOf(90, 1000, 'actual')];
    const one = withDiff({kind: 'omitted', text: '7 more lines'}, ...sides);
    assert.equal(diffOf(capped(one)), [
      '7 more lines',
      ...Array(15).fill('expected 1000'),
      '75 more lines, not kept',
      'actual 1000',
      '89 more lines, not kept',
    ]);
  });

  test('of a case that is short is all of it', () => {
    for (const one of [NO_CHOICE, ACCEPTED, CRASH]) assert.is(capped(one), one);
  });

  test('of a large class is a fair part for each submission, and the summary always', () => {
    const targets = Array.from({length: 4096}, (_, index) => `${index}`);
    const {listen, marks} = collectMarks();
    const long = {...withDiff(...linesOf(3, 1000, 'expected')), stderr: 'x'.repeat(2000)};
    listen(started(targets, ACCEPTED, SECOND));
    for (const submission of [0, 4095]) {
      for (const number of [1, 2]) listen(told(submission, {...long, number}));
      listen({event: 'submission', submission, target: ''});
    }
    const {submissions} = marks();
    for (const submission of [submissions[0], submissions[4095]]) {
      const [first, second] = submission?.cases ?? [];
      assert.equal(first && diffOf(first), ['expected 1000', 'expected 1000', 'expected 1000']);
      assert.is(first?.stderr, '… 2000 more characters, not kept');
      assert.equal(second && diffOf(second), ['expected 1000', '2 more lines, not kept']);
      assert.is(second?.difference?.summary, long.difference?.summary);
    }
  });

  test('of why a program does not compile is all of it, once for all cases, or its first line', () => {
    const uncompiled = (reason: string): CaseMarks => ({...CRASH, verdict: 'did-not-compile', reason});
    const reasonsOf = (reason: string): unknown =>
      withinBudget([uncompiled(reason), uncompiled(reason), CRASH], 4096).map((one) => one.reason);
    const [short, long] = [3000, 5000].map((length) => `error: no\n${'x'.repeat(length)}`);
    assert.equal(reasonsOf(short ?? ''), [short, short, 'SIGSEGV']);
    const cut = 'error: no\n… 5001 more characters, not kept';
    assert.equal(reasonsOf(long ?? ''), [cut, cut, 'SIGSEGV']);
  });

  test('of what a checker says to markers is what there is room for', () => {
    const told = {...PARTLY, judgeMessage: 'x'.repeat(3000)};
    const not = '… 3000 more characters, not kept';
    const messages = withinBudget([told, told], 4096).map(({judgeMessage}) => judgeMessage);
    assert.equal(messages, [told.judgeMessage, not]);
  });

  test(
    'of odd bytes is so little that a small heap holds it, and its reports',
    inPlace(async ({write, env, run}) => {
      const odd = Buffer.from(
        Array.from({length: 400 * 200}, (_, index) => (index % 400 === 0 ? 10 : 0x80 + (index % 64))),
      );
      write({'odd.sh': '#!/bin/sh\ncat odd.bin\n', 'files/odd.bin': odd});
      for (let number = 100; number < 260; number += 1) {
        write({[`cases/${number}.in`]: `${number}`, [`cases/${number}.out`]: `${number}`});
      }
      const reports = ['json', 'junit', 'tap', 'mrk'].flatMap((format) => [
        '--report',
        `${format}:out/${format}`,
      ]);
      const command = ['--', 'cat', 'files/odd.bin'];
      const small = {...env, NODE_OPTIONS: '--max-old-space-size=48'};
      const mark = ['mark', '--fixtures', 'cases', '-j', '2', ...reports, ...command];
      const {stderr, exitCode} = await run('env', [`NODE_OPTIONS=${small.NODE_OPTIONS}`, FIVEDICE, ...mark]);
      assert.equal({stderr, exitCode}, {stderr: '', exitCode: 1});
    }),
  );
});
