/* The folder of results: what is written, and what is read again. */
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {createResults, openResults, type Run} from '../../../src/marking/results/folder.js';
import type {CaseMarks} from '../../../src/marking/results/marks.js';
import {isLasting} from '../../../src/marking/results/verdicts.js';
import type {Submission} from '../../../src/marking/submissions/submissions.js';
import {ACCEPTED, CRASH, LATER, marksOf, messageOf, NO_CHOICE} from '../../support/marks.js';
import {judgementsOf, MACHINE, runCases, submission, writeResults} from '../../support/results.js';
import {suite} from '../../support/suite.js';
import {inTemporaryFolder} from '../../support/temporary-folder.js';

const CASES: readonly CaseMarks[] = [ACCEPTED, {...ACCEPTED, case: 'b', number: 2}];
const RUN: Run = {
  fixtures: 'f',
  options: '',
  fivedice: '1',
  submissions: ['x', 'y'],
  cases: runCases(CASES),
};
const RIGHT = judgementsOf(CASES);
const X = submission('x');

const inFolder =
  (use: (path: string) => void): (() => Promise<void>) =>
  () =>
    inTemporaryFolder((folder) => use(join(folder, 'results')));

suite('a folder of results', (test) => {
  test(
    'gives another process the marks that were written, and all its facts',
    inFolder((path) => {
      const all = [ACCEPTED, NO_CHOICE, CRASH, LATER].map((one) => ({...one, reproduce: null}));
      const written = marksOf({x: all, 'y/é 骰\n': all});
      writeResults(path, written);
      const {submissions, ...facts} = openResults(path).marks();
      assert.equal([...submissions], written.submissions);
      assert.equal(facts, {
        ...{version: 2, sandbox: true, sandboxOff: null, complete: true, run: written.run},
        ...{folders: MACHINE.folders, surroundings: MACHINE.surroundings},
      });
      assert.is(submissions.at(1)?.target, 'y/é 骰\n');
      assert.is(submissions.at(2), undefined);
    }),
  );

  test(
    'keeps the evidence of three public and three hidden cases of a mistake, and of others what tells them apart',
    inFolder((path) => {
      const cases = Array.from({length: 10}, (_, index): CaseMarks => {
        const visibility = index % 2 === 0 ? 'public' : 'hidden';
        const difference = NO_CHOICE.difference && {...NO_CHOICE.difference, line: index};
        return {...NO_CHOICE, case: `c${index}`, number: index, visibility, difference, reproduce: null};
      });
      const other: CaseMarks = {...CRASH, case: 'other', reproduce: null};
      writeResults(path, marksOf({x: [...cases, other]}));
      const read = openResults(path).marks().submissions.at(0)?.cases ?? [];
      assert.equal(
        read.map(({sameAs}) => sameAs),
        [...Array(6).fill(null), 'c0', 'c1', 'c0', 'c1', null],
      );
      assert.equal(read.at(5), cases[5]);
      assert.equal(read.at(10), other);
      assert.equal(read[8], {
        ...cases[8],
        sameAs: 'c0',
        difference: {...NO_CHOICE.difference, line: 8, prompt: null, diff: []},
        ...{input: null, given: null, stderr: null, printed: null},
      });
    }),
  );

  test(
    'draws the command that repeats a failure, unless the files of the submission are gone',
    inFolder((path) => {
      const results = createResults(path, {...RUN, submissions: ['x'], cases: runCases([CRASH])}, false);
      const plan = {kind: 'command', words: [{file: '/class/x'}], source: null} as const;
      const commandOf = (one: Omit<Submission, 'id'>): string | null | undefined => {
        results.write(one, judgementsOf([CRASH]), 'bytes', MACHINE);
        return openResults(path).marks().submissions.at(0)?.cases[0]?.reproduce;
      };
      const one = {target: 'x', plan, args: ['-v']};
      assert.is(commandOf(one), '/class/x -v < /goldens/x.in; echo "exit status $?"');
      assert.is(commandOf({...one, isUnpacked: true}), null);
    }),
  );

  test(
    'has what is not marked yet as what could not be checked, with the reason',
    inFolder((path) => {
      const results = createResults(path, RUN, false);
      results.write(X, RIGHT, 'bytes', MACHINE);
      const {complete, submissions} = openResults(path).marks();
      assert.is(complete, false);
      assert.equal(
        Array.from(submissions, ({target, points, cases}) => [target, points, cases[0]?.reason]),
        [
          ['x', '0.2', null],
          ['y', '0.0', 'not marked yet'],
        ],
      );
      const part = openResults(path).marks(['x']);
      assert.equal([part.complete, part.submissions.length], [true, 1]);
      results.write(submission('y'), judgementsOf(CASES.slice(0, 1)), 'bytes', MACHINE);
      const ended = openResults(path).marks(['y'], 'SIGTERM');
      assert.is(ended.complete, false);
      const [first, second] = ended.submissions.at(0)?.cases ?? [];
      assert.equal([first?.verdict, second?.verdict, second?.reason], ['pass', 'could-not-check', 'SIGTERM']);
    }),
  );

  test(
    'says of several machines what they have in common, and all their folders',
    inFolder((path) => {
      const results = createResults(path, RUN, true);
      const other = {...MACHINE, sandbox: false, sandboxOff: 'no bubblewrap', folders: ['/other']} as const;
      results.write(X, RIGHT, 'bytes', MACHINE);
      // There the suite lies elsewhere.
      const cases = RUN.cases.map((one) => ({...one, repeat: {...one.repeat, inputFile: '/other/x.in'}}));
      createResults(path, {...RUN, cases}, true).write(submission('y'), RIGHT, 'bytes', other);
      const {sandbox, sandboxOff, complete, folders, surroundings} = results.marks();
      assert.equal([sandbox, sandboxOff, complete], [false, 'no bubblewrap', true]);
      assert.equal([folders, surroundings], [['/home/t/goldens', '/other'], ['/home/t']]);
    }),
  );

  test(
    'knows a submission by its bytes, the suite, the options and the version',
    inFolder((path) => {
      createResults(path, RUN, false).write(X, RIGHT, 'bytes', MACHINE);
      const isKnown = (changes: Partial<Run>, target = 'x', bytes: string | null = 'bytes'): boolean =>
        createResults(path, {...RUN, ...changes}, false).isMarked(target, bytes);
      assert.is(isKnown({}), true);
      assert.is(isKnown({submissions: ['x', 'late']}), true);
      assert.is(isKnown({}, 'x', 'others'), false);
      assert.is(isKnown({}, 'x', null), false);
      // Never by those of somebody else.
      assert.is(isKnown({}, 'y'), false);
      for (const change of [{fixtures: 'g'}, {options: '--wall 2'}, {fivedice: '2'}]) {
        assert.is(isKnown(change), false);
        const {complete} = createResults(path, {...RUN, ...change, submissions: ['x']}, false).marks();
        assert.is(complete, false, 'results of another run do not count');
      }
    }),
  );

  test(
    'marks again what was not whole, what has no digest, and what may come out otherwise',
    inFolder((path) => {
      const isKnown = (one: CaseMarks, bytes: string | null = 'bytes', cases = [one]): boolean => {
        const results = createResults(path, {...RUN, cases: runCases(cases)}, false);
        results.write(X, judgementsOf([one]), bytes, MACHINE);
        return results.isMarked('x', 'bytes');
      };
      assert.is(isKnown(ACCEPTED), true);
      assert.is(isKnown(ACCEPTED, null), false);
      assert.is(isKnown(ACCEPTED, 'bytes', [ACCEPTED, CRASH]), false);
      assert.is(isKnown({...CRASH, verdict: 'timed-out'}), false);
    }),
  );

  test(
    'takes a file that is damaged for none, if not even its first line is there',
    inFolder((path) => {
      const results = createResults(path, {...RUN, submissions: ['x']}, false);
      results.write(X, RIGHT, 'bytes', MACHINE);
      const file = join(path, 'submissions/x.json');
      const whole = readFileSync(file, 'utf8');
      const other = whole.replace('"version":2', '"version":1');
      for (const text of ['', '{', 'null', '[]', whole.slice(0, 30), other]) {
        writeFileSync(file, text);
        assert.equal([results.isMarked('x', 'bytes'), results.marks().complete], [false, false], text);
      }
      writeFileSync(file, whole.slice(0, -30));
      assert.match(
        messageOf(() => [...results.marks().submissions]),
        /submissions\/x\.json: .*: remove it, and mark again$/,
      );
    }),
  );

  test(
    'is no folder with other files, and as a shared one of no other run',
    inFolder((path) => {
      createResults(path, RUN, true);
      createResults(path, RUN, true);
      assert.match(
        messageOf(() => createResults(path, {...RUN, options: '--wall 2'}, true)),
        /results: it holds a run of other submissions, another suite or other options: name a new folder/,
      );
      rmSync(join(path, 'run.json'));
      assert.match(
        messageOf(() => createResults(path, RUN, false)),
        /results: it holds other files/,
      );
      assert.match(
        messageOf(() => openResults(path)),
        /results: no results of `mark --results`: run\.json: no such/,
      );
    }),
  );

  test(
    'keeps names apart, however long, and none leads elsewhere',
    inFolder((path) => {
      const long = 'n'.repeat(300);
      const names = ['.', '..', 'a/b', 'a%2Fb', '../x', `${long}1`, `${long}2`, 'run', ''];
      writeResults(path, marksOf(Object.fromEntries(names.map((name) => [name, [ACCEPTED]]))));
      const read = openResults(path).marks();
      assert.equal([read.complete, Array.from(read.submissions, ({target}) => target)], [true, names]);
    }),
  );
});

suite('a verdict', (test) => {
  for (const [fact, changes, lasts] of [
    ['pass lasts', {verdict: 'pass', exitStatus: 143}, true],
    ['wrong output lasts', {verdict: 'wrong-output', exitStatus: 1}, true],
    ['wrong output of a tool that is missing does not', {verdict: 'wrong-output', exitStatus: 127}, false],
    ['a status of whoever ended it by SIGTERM does not', {verdict: 'wrong-status', exitStatus: 143}, false],
    ['SIGSEGV lasts', {reason: 'SIGSEGV'}, true],
    ['SIGKILL does not', {reason: 'SIGKILL, within the limits'}, false],
    ['SIGTERM does not', {reason: 'SIGTERM'}, false],
    ['time does not', {verdict: 'timed-out'}, false],
    ['memory does not', {verdict: 'out-of-memory'}, false],
    ['a compiler does not', {verdict: 'did-not-compile'}, false],
    ['our own fault does not', {verdict: 'could-not-check'}, false],
  ] as const)
    test(fact, () => assert.is(isLasting({...CRASH, ...changes}), lasts));
});
