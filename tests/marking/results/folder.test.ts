/* The folder of results: what is written, and what is read again. */
import {execFileSync} from 'node:child_process';
import {rmSync, statSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {createResults, type Origin, openResults, type Run} from '../../../src/marking/results/folder.js';
import type {CaseMarks} from '../../../src/marking/results/marks.js';
import {ACCEPTED, CRASH, LATER, MACHINE, marksOf, messageOf, NO_CHOICE, RUN} from '../../support/marks.js';
import {judgementsOf, ORIGIN, runCases, writeResults} from '../../support/results.js';
import {suite} from '../../support/suite.js';
import {inTemporaryFolder} from '../../support/temporary-folder.js';

const CASES: readonly CaseMarks[] = [ACCEPTED, {...ACCEPTED, case: 'b', number: 2}];
const FACTS: Run = {
  ...RUN,
  fivedice: '1',
  people: {},
  submissions: ['x', 'y'],
  cases: runCases(CASES),
};
const RIGHT = judgementsOf(CASES);

suite('a folder of results', (test) => {
  const testIn = (name: string, use: (path: string) => void): void =>
    test(name, () => inTemporaryFolder((folder) => use(join(folder, 'results'))));

  testIn('gives another process the marks that were written, and all its facts', (path) => {
    const all = [ACCEPTED, NO_CHOICE, CRASH, LATER];
    const written = marksOf({x: all, 'y/é 骰\n': all});
    writeResults(path, written);
    const {submissions, ...facts} = openResults(path).marks();
    assert.equal([...submissions], [...written.submissions]);
    assert.equal(facts, {run: written.run});
    assert.is(submissions.at(1).target, 'y/é 骰\n');
  });

  testIn(
    'keeps the evidence of three public and three hidden cases of a mistake, and of others what tells them apart',
    (path) => {
      const cases = Array.from({length: 10}, (_, index): CaseMarks => {
        const visibility = index % 2 === 0 ? 'public' : 'hidden';
        const difference = NO_CHOICE.difference && {...NO_CHOICE.difference, line: index};
        return {...NO_CHOICE, case: `c${index}`, number: index, visibility, difference};
      });
      const other: CaseMarks = {...CRASH, case: 'other'};
      writeResults(path, marksOf({x: [...cases, other]}));
      const read = openResults(path).marks().submissions.at(0).cases;
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
        ...{input: null, given: null, stderr: null, printed: null, reproduce: null},
      });
    },
  );

  testIn('has what is not marked yet as what could not be checked, with the reason', (path) => {
    const results = createResults(path, FACTS);
    results.write('x', RIGHT, ORIGIN, MACHINE);
    const {submissions} = openResults(path).marks();
    assert.is(submissions.totals.complete, false);
    assert.equal(
      Array.from(submissions, ({target, points, cases}) => [target, points, cases[0]?.reason]),
      [
        ['x', '0.2', null],
        ['y', '0.0', 'not marked yet'],
      ],
    );
    const part = openResults(path).marks(['x']);
    assert.equal([part.submissions.totals.complete, part.submissions.length], [true, 1]);
    results.write('y', judgementsOf(CASES.slice(0, 1)), ORIGIN, MACHINE);
    const ended = openResults(path).marks(['y'], 'SIGTERM');
    const [first, second] = ended.submissions.at(0).cases;
    assert.equal(
      [ended.submissions.totals.complete, first?.verdict, second?.reason],
      [false, 'pass', 'SIGTERM'],
    );
  });

  testIn('knows a submission by its bytes, the suite, the options and the version', (path) => {
    createResults(path, FACTS).write('x', RIGHT, ORIGIN, MACHINE);
    const why = (changes: Partial<Run>, target = 'x', origin: Partial<Origin> = {}): string | null =>
      createResults(path, {...FACTS, ...changes}).whyUnmarked(target, {...ORIGIN, ...origin});
    assert.is(why({}), null);
    assert.is(why({submissions: ['x', 'late']}), null);
    assert.is(why({}, 'x', {bytes: 'others'}), 'changed');
    assert.is(why({}, 'x', {bytes: null}), 'may have changed');
    // Passes hold whatever tools there are.
    assert.is(why({}, 'x', {tools: 'new'}), null);
    // Never by those of somebody else.
    assert.is(why({}, 'y'), 'not marked yet');
    for (const change of [{fixtures: 'g'}, {options: '--wall 2'}, {fivedice: '2'}]) {
      assert.is(why(change), 'not marked yet');
      const {submissions} = createResults(path, {...FACTS, ...change, submissions: ['x']}).marks();
      assert.is(submissions.totals.complete, false, 'results of another run do not count');
    }
  });

  testIn('marks again what was not whole, and what may come out otherwise', (path) => {
    const why = (one: CaseMarks, cases = [one], tools = ORIGIN.tools): string | null => {
      const results = createResults(path, {...FACTS, cases: runCases(cases)});
      results.write('x', judgementsOf([one]), ORIGIN, MACHINE);
      return results.whyUnmarked('x', {...ORIGIN, tools});
    };
    const wrong: CaseMarks = {...CRASH, verdict: 'wrong-output'};
    for (const one of [ACCEPTED, {...ACCEPTED, exitStatus: 143}, wrong]) assert.is(why(one), null);
    assert.is(why(ACCEPTED, [ACCEPTED, CRASH]), 'not marked yet');
    assert.is(why(wrong, [wrong], 'new'), 'failed before the tools here changed');
    const again = 'had crashed or could not run';
    // The status of a shell whose tool is missing.
    assert.is(why({...wrong, exitStatus: 127}), again);
    for (const verdict of ['crashed', 'timed-out', 'did-not-compile', 'could-not-check'] as const)
      assert.is(why({...CRASH, verdict}), again, verdict);
  });

  testIn(
    'joins the facts of several machines; a file that is no whole result counts as not marked yet',
    (path) => {
      const results = createResults(path, FACTS);
      results.write('x', RIGHT, ORIGIN, {sandbox: false, sandboxOff: 'no bwrap', folders: ['/x']});
      results.write('y', RIGHT, ORIGIN, {...MACHINE, folders: ['/y']});
      const {sandbox, sandboxOff, folders} = openResults(path).marks().submissions.totals;
      assert.equal([sandbox, sandboxOff, folders], [false, 'no bwrap', ['/x', '/y']]);
      const [x, y] = ['x', 'y'].map((name) => join(path, `submissions/${name}.json`));
      truncateSync(x ?? '', statSync(x ?? '').size - 9);
      const half = openResults(path).marks().submissions;
      assert.equal(
        Array.from(half, ({cases: [one]}) => one?.reason),
        ['not marked yet', null],
      );
      assert.is(half.totals.complete, false);
      writeFileSync(x ?? '', '{"version":1}\n');
      rmSync(y ?? '');
      execFileSync('mkfifo', [y ?? '']);
      const odd = openResults(path);
      assert.equal([odd.marks().submissions.totals.complete, [...odd.damaged]], [false, [x, y]]);
    },
  );

  testIn('is no folder with other files', (path) => {
    createResults(path, FACTS);
    rmSync(join(path, 'run.json'));
    const refusals = [() => createResults(path, FACTS), () => openResults(path)].map(messageOf);
    assert.match(refusals[0] ?? '', /results: it holds other files/);
    assert.match(refusals[1] ?? '', /results: no results of `mark --results`: run\.json: no such/);
  });

  testIn('keeps names apart, however long, and none leads elsewhere', (path) => {
    const long = 'n'.repeat(300);
    const names = ['.', '..', 'a/b', 'a%2Fb', '../x', `${long}1`, `${long}2`, 'run', ''];
    writeResults(path, marksOf(Object.fromEntries(names.map((name) => [name, [ACCEPTED]]))));
    const {submissions} = openResults(path).marks();
    const read = Array.from(submissions, ({target}) => target);
    assert.equal([submissions.totals.complete, read], [true, names]);
  });
});
