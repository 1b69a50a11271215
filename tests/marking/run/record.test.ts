import {randomUUID} from 'node:crypto';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {capped} from '../../../src/marking/comparing/evidence.js';
import type {CaseFinished, RunEvent} from '../../../src/marking/run/events.js';
import {createLines, namelessFile} from '../../../src/marking/run/lines.js';
import type {CaseMarks, DiffLine, Marks} from '../../../src/marking/run/marks.js';
import {type RunRecord, readRecord, recordRun} from '../../../src/marking/run/record.js';
import {FIVEDICE} from '../../support/command.js';
import {inProcess} from '../../support/door.js';
import {effort} from '../../support/effort.js';
import {ACCEPTED, CRASH, NO_CHOICE} from '../../support/marks.js';
import {inPlace, type Place} from '../../support/place.js';
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
  const source = {digest: null, isClosed: false, reused: null};
  return {event: 'case', submission, target: `${submission}`, marks, ...source, ...more};
}

/** A file without a name. */
const scratch = (): number => namelessFile(join(tmpdir(), `fivedice-${randomUUID()}`));

function withRecord(use: (record: RunRecord) => void): void {
  const record = recordRun(scratch(), assert.unreachable);
  try {
    use(record);
  } finally {
    record.close();
  }
}

const FIRST: CaseMarks = {...NO_CHOICE, number: 1};
const SECOND: CaseMarks = {...ACCEPTED, case: 'b', number: 2};

suite('the marks of a run', (test) => {
  test('are in the order of the fixtures, whatever was told first', () => {
    const {listen, marks} = recordRun(scratch(), assert.unreachable);
    listen(started(['x', 'y'], ACCEPTED, SECOND));
    for (const submission of [1, 0]) {
      listen(told(submission, SECOND));
      listen(told(submission, ACCEPTED));
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
      Array.from(submissions, ({target, points, cases}) => ({target, points, cases})),
      ['x', 'y'].map((target) => ({target, points: '0.2', cases: [ACCEPTED, SECOND]})),
    );
  });

  test('that ended early have a verdict on every case, and the reason', () => {
    const {listen, marks} = recordRun(scratch(), assert.unreachable);
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

  test('of a large class are read one at a time, whatever is kept of each case', () => {
    const targets = Array.from({length: 200}, (_, index) => `${index}`);
    withRecord((record) => {
      record.listen(started(targets, ACCEPTED));
      for (const submission of targets.keys()) record.listen(told(submission, FIRST));
      record.listen({event: 'ended', reason: null});
      const {submissions} = record.marks();
      const seen = Array.from(submissions, ({cases}) => cases[0]);
      assert.equal(seen, Array(200).fill(FIRST));
      assert.is(submissions.at(17)?.target, '17');
      assert.is(submissions.at(200), undefined);
    });
  });
});

suite('the record of a run', (test) => {
  const recorded = (place: Place, ...events: readonly RunEvent[]): Marks => {
    const path = join(place.folder, 'run.jsonl');
    const record = recordRun(createLines(path), assert.unreachable);
    for (const event of events) record.listen(event);
    record.close();
    return readRecord(path);
  };

  test(
    'gives the same marks to another process',
    inProcess(async (place) => {
      const events = [started(['x'], ACCEPTED, SECOND), told(0, FIRST), told(0, SECOND)];
      const marks = recorded(place, ...events, {event: 'ended', reason: null});
      assert.is(marks.complete, true);
      assert.equal([...marks.submissions][0]?.cases, [FIRST, SECOND]);
    }),
  );

  test(
    'of a run that was killed is incomplete, and so is one with a line that is damaged',
    inProcess(async (place) => {
      const events = [started(['x'], ACCEPTED, SECOND), told(0, ACCEPTED), told(0, SECOND)];
      assert.is(recorded(place, ...events).complete, false);
      recorded(place, {event: 'ended', reason: null});
      place.write({'run.jsonl': place.read('run.jsonl').replace(/(.*)"case":"b"/s, '$1"case":2')});
      const {complete, submissions} = readRecord(join(place.folder, 'run.jsonl'));
      assert.is(complete, false);
      assert.equal(
        [...submissions][0]?.cases.map(({reason}) => reason),
        [null, 'its line in the journal is damaged'],
      );
    }),
  );

  test(
    'that was gone on with counts from its last start',
    inProcess(async (place) => {
      recorded(place, started(['x', 'y'], ACCEPTED, SECOND), told(1, CRASH));
      const marks = recorded(place, started(['z'], SECOND), told(0, SECOND), {event: 'ended', reason: null});
      assert.equal(
        Array.from(marks.submissions, ({target, cases}) => [target, cases]),
        [['z', [SECOND]]],
      );
    }),
  );

  test('of what does not belong to it takes nothing', () => {
    withRecord((record) => {
      record.listen(started(['x'], ACCEPTED));
      record.listen(told(7, ACCEPTED));
      record.listen(told(0, {...ACCEPTED, number: 9}));
      assert.is([...record.marks().submissions][0]?.cases[0]?.verdict, 'could-not-check');
    });
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
    const one = withDiff({kind: 'omitted', text: '7 more lines', lines: 7}, ...sides);
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

  test(
    'of odd bytes is so little that a small heap holds it, and its reports',
    inPlace(async ({write, env, run}) => {
      const odd = Buffer.from(
        Array.from({length: 400 * 200}, (_, index) => (index % 400 === 0 ? 10 : 0x80 + (index % 64))),
      );
      write({'files/odd.bin': odd});
      for (let number = 100; number < 100 + effort(160, 20); number += 1) {
        write({[`cases/${number}.in`]: `${number}`, [`cases/${number}.out`]: `${number}`});
      }
      const reports = ['json', 'junit', 'mrk'].flatMap((format) => ['--report', `${format}:out/${format}`]);
      const command = ['--', 'cat', 'files/odd.bin'];
      const small = {...env, NODE_OPTIONS: '--max-old-space-size=48'};
      const mark = ['mark', '--fixtures', 'cases', '-j', '2', ...reports, ...command];
      const {stderr, exitCode} = await run('env', [`NODE_OPTIONS=${small.NODE_OPTIONS}`, FIVEDICE, ...mark]);
      assert.equal({stderr, exitCode}, {stderr: '', exitCode: 1});
    }),
  );
});
