import * as assert from 'uvu/assert';
import {suiteInProcess} from '../../support/door.js';
import {casesOf, ECHO, factsOf, WRONG} from '../../support/marked.js';

/** Without the sandbox: some programs write logs. */
const MARK = ['mark', '--no-sandbox', '--fixtures', 'cases'] as const;

suiteInProcess('lanes', (test) => {
  test('share a submission if it is the only one, or the last', async ({folder, write, marks}) => {
    // Its first case waits for its second one.
    const waits = 'until [ -e there ]; do sleep 0.01; done';
    const shared = `#!/bin/sh\ncd '${folder}'\nread line\n[ $line = a ] && { ${waits}; } || : > there\necho $line\n`;
    write({...casesOf('a b'), 'shared.sh': shared, 'class/1.sh': 'cat', 'class/2.sh': shared});
    for (const what of [['shared.sh'], ['--all', 'class']]) {
      const marked = await marks(...MARK, '-j', '2', ...what);
      assert.ok(marked.submissions.every(({cases}) => cases.every(({verdict}) => verdict === 'pass')));
    }
  });
});

suiteInProcess('cases that run out of time', (test) => {
  const suiteJson = (hanging: readonly string[], limits: object, more = {}, cases = {}): string =>
    JSON.stringify({
      ...more,
      cases: {...Object.fromEntries(hanging.map((name) => [name, {limits}])), ...cases},
    });
  /** Copies its input; logs each run, and does something in some cases. */
  const program = (log: string, patterns: string, does: string): string =>
    `#!/bin/sh\nread line\necho $line >> '${log}'\ncase $line in ${patterns}) ${does};; esac\necho $line\n`;

  test('run again alone, until one times out twice', async ({folder, write, read, marks}) => {
    // No run alone may see another one.
    const once = `[ -e $line ] && { : > alone; sleep 0.1; rm alone; } || { : > $line; sleep 60; }`;
    const always = `cd '${folder}'; [ -e alone ] && echo met >> met; sleep 60`;
    const line = `cd '${folder}'; case $line in 01) ${once};; *) ${always};; esac`;
    // Processor time confirms nothing.
    const other = `case $line in 01) ${always};; *) while :; do :; done;; esac`;
    const limits = {wall: 1};
    const cases = {'04': {limits, visibility: 'hidden'}, '05': {limits: {cpu: 0.1, wall: 60}}};
    write({
      ...casesOf('01 02 03 04 05'),
      'cases/suite.json': suiteJson(['01', '02', '03'], limits, {}, cases),
      'class/a.sh': program(`${folder}/a`, '0[1234]', line),
      'class/b.sh': program(`${folder}/b`, '0[15]', other),
      met: '',
    });
    const marked = await marks(...MARK, '--all', 'class', '-j', '2');
    assert.equal(
      Object.values(factsOf(marked, ({verdict}) => verdict)),
      'pass timed-out timed-out timed-out pass timed-out pass pass pass timed-out'.split(' '),
    );
    assert.is(Object.values(factsOf(marked, ({retried}) => retried)).filter(Boolean).length, 3);
    assert.is(read('met'), '');
    const runs = (log: string): string => read(log).trim().split('\n').sort().join(' ');
    assert.ok(['01 01 02 02 03 04 05', '01 01 02 03 03 04 05'].includes(runs('a')), runs('a'));
    assert.is(runs('b'), '01 01 02 03 04 05');
  });

  test('delay the rest of their stage: it runs if they pass alone', async ({folder, write, read, marks}) => {
    const once = `[ "$(grep -c 01 '${folder}/once')" = 1 ] && sleep 60`;
    write({
      ...casesOf('01 02'),
      'cases/suite.json': suiteJson(['01'], {wall: 1}, {skipAfterFailure: true}),
      'class/hang.sh': program(`${folder}/hang`, '01', 'sleep 60'),
      'class/once.sh': program(`${folder}/once`, '01', once),
      hang: '',
      once: '',
    });
    const marked = await marks(...MARK, '-j', '2', '--all', 'class');
    assert.equal(
      factsOf(marked, ({verdict}) => verdict),
      {'hang.sh 01': 'timed-out', 'hang.sh 02': 'skipped', 'once.sh 01': 'pass', 'once.sh 02': 'pass'},
    );
    assert.is(marked.submissions[0]?.cases[1]?.reason, 'an earlier case of its stage failed');
    assert.equal([read('hang'), read('once')], ['01\n01\n', '01\n01\n02\n']);
  });
});

suiteInProcess('hidden cases', (test) => {
  test('run after all public ones of the submission, on all lanes', async ({folder, write, read, marks}) => {
    const hidden = {visibility: 'hidden'};
    // The first two hidden cases wait for each other, and 03 runs out of time once.
    const met = 'until [ -e $name.01 ] && [ -e $name.02 ]; do sleep 0.01; done';
    const slow = '[ -e $name.slow ] || { : > $name.slow; sleep 60; }';
    const line = `case $line in 01|02) : > $name.$line; ${met};; 04) sleep 0.2;; 03) ${slow};; esac`;
    for (const [name, limits] of Object.entries({one: {}, late: {limits: {wall: 1}}})) {
      write({
        ...casesOf('01 02 03 04'),
        'cases/suite.json': JSON.stringify({cases: {'01': hidden, '02': hidden, '03': limits}}),
        [name]: `#!/bin/sh\ncd '${folder}'\nname=${name}\nread line\n${line}\necho $line >> $name.log\necho $line\n`,
        ...(name === 'one' ? {'one.slow': ''} : {}),
      });
      const {submissions} = await marks(...MARK, '-j', '2', name);
      assert.ok(
        submissions[0]?.cases.every(({verdict}) => verdict === 'pass'),
        name,
      );
      const log = read(`${name}.log`).trim().split('\n');
      const order = [...log.slice(0, 2).sort(), ...log.slice(2).sort()].join(' ');
      assert.is(order, '03 04 01 02', name);
    }
  });
});

suiteInProcess('marks', (test) => {
  const PROGRAMS: readonly (readonly [name: string, patterns: string, does: string])[] = [
    ['right', 'never', 'exit'],
    ['hangs', '02|12', 'sleep 60'],
    ['crashes', '03|1[01]', 'kill -SEGV $$'],
    ['spins', '05', 'while :; do :; done'],
    ['refuses', '02|10', 'exit 3'],
    ['races', '0[1-5]', 'mkdir /tmp/fivedice-race && sleep 0.02 && rmdir /tmp/fivedice-race || exit 1'],
    ['mixed', '0?|1?', 'case $line in 02) sleep 60;; 03) kill -ABRT $$;; 11) line=no;; esac'],
  ];
  const short = {limits: {wall: 1}};

  // Without the sandbox, programs share `/tmp`.
  test.needs('bubblewrap')('are the same on any number of lanes and of parts', async ({write, marks}) => {
    write({
      ...casesOf('a/01 a/02 a/03 a/04 a/05 b/09 b/10 b/11 b/12'),
      'cases/a/suite.json': JSON.stringify({
        status: 0,
        cases: {'02': short, '05': {limits: {cpu: 0.5, wall: 60}}},
      }),
      'cases/b/suite.json': JSON.stringify({status: 0, skipAfterFailure: true, cases: {'12': short}}),
      ...Object.fromEntries(
        PROGRAMS.map(([name, patterns, does]) => [
          `class/${name}.sh`,
          `read line\ncase $line in ${patterns}) ${does};; esac\necho $line\n`,
        ]),
      ),
    });
    const verdicts = async (...flags: string[]): Promise<Record<string, string>> => {
      const marked = await marks('mark', '--sandbox', '--fixtures', 'cases', ...flags);
      return factsOf(marked, ({verdict, points}) => `${verdict} ${points}`);
    };
    const all = ['--all', 'class'];
    const expected = await verdicts(...all, '-j', '1');
    const sorted = (facts: Record<string, string>): string[] => Object.entries(facts).map(String).sort();
    assert.equal(sorted(await verdicts(...all, '-j', '5')), sorted(expected));
    const parts = ['1/3', '2/3', '3/3'].map((part) => verdicts(...all, '--results', 'r', '--part', part));
    assert.equal(sorted(Object.assign({}, ...(await Promise.all(parts)))), sorted(expected));
    assert.equal(sorted(await verdicts(...all, '--results', 'r')), sorted(expected));
    const count = (verdict: string): number =>
      Object.values(expected).filter((fact) => fact.startsWith(verdict)).length;
    assert.equal(
      ['timed-out', 'crashed', 'wrong-status', 'wrong-output', 'skipped'].map(count),
      [4, 3, 2, 1, 5],
    );
  });
});

suiteInProcess('--fail-fast', (test) => {
  test('skips all stages after the first failure, of that submission only', async ({write, marks}) => {
    write({...ECHO, 'cases/more/d.in': 'four\n', 'cases/more/d.out': 'four\n'});
    write({'class/right.sh': 'cat', 'class/wrong.sh': WRONG});
    for (const jobs of ['1', '4']) {
      const marked = await marks(...MARK, '--all', 'class', '--fail-fast', '-j', jobs);
      assert.equal(
        factsOf(marked, ({verdict, reason}) => `${verdict} ${reason}`),
        {
          ...Object.fromEntries(['a', 'b', 'c', 'more/d'].map((name) => [`right.sh ${name}`, 'pass null'])),
          'wrong.sh a': 'pass null',
          'wrong.sh b': 'wrong-output null',
          'wrong.sh c': 'skipped an earlier case failed',
          'wrong.sh more/d': 'skipped an earlier case failed',
        },
      );
    }
  });
});
