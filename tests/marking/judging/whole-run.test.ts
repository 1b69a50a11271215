import * as assert from 'uvu/assert';
import type {Report} from '../../../src/marking/run/marks.js';
import {inProcess} from '../../support/door.js';
import {ECHO, factsOf, WRONG} from '../../support/marked.js';
import type {Files} from '../../support/place.js';
import {suite} from '../../support/suite.js';

const MARK = ['mark', '--fixtures', 'cases'] as const;

/** Cases whose input is their name. */
const casesOf = (...names: string[]): Files =>
  Object.fromEntries(
    names.flatMap((name) => ['in', 'out'].map((ending) => [`cases/${name}.${ending}`, `${name}\n`])),
  );

suite('lanes', (test) => {
  /** Copies its input, after what it does for a case. */
  const doing = (folder: string, forCase: string): string =>
    `#!/bin/sh\ncd '${folder}'\nread line\n${forCase}\necho $line\n`;
  const await_ = (file: string): string => `until [ -e ${file} ]; do sleep 0.01; done`;

  test(
    'each take a whole submission: one that waits for another in all its cases does not hold both',
    inProcess(async ({folder, write, marks}) => {
      write({
        ...ECHO,
        'class/a.sh': doing(folder, await_('there')),
        'class/b.sh': doing(folder, ': > there'),
      });
      const marked = await marks(...MARK, '--all', 'class', '-j', '2');
      assert.equal(Object.values(factsOf(marked, ({verdict}) => verdict)), [
        'pass',
        'pass',
        'pass',
        'pass',
        'pass',
        'pass',
      ]);
    }),
  );

  test(
    'share a submission if it is the only one, or the last',
    inProcess(async ({folder, write, marks}) => {
      // Its first case waits for its second one.
      const shared = doing(folder, `[ $line = a ] && ${await_('there')} || : > there`);
      write({...casesOf('a', 'b'), 'shared.sh': shared, 'class/1.sh': 'cat', 'class/2.sh': shared});
      for (const what of [['shared.sh'], ['--all', 'class']]) {
        const marked = await marks(...MARK, '-j', '2', ...what);
        assert.ok(marked.submissions.every(({cases}) => cases.every(({verdict}) => verdict === 'pass')));
      }
    }),
  );

  test(
    'leave the program of no submission that is done',
    inProcess(async ({folder, write, read, marks}) => {
      const counting = `#!/bin/sh\nls -d "$(dirname "$0")"/../program-* | wc -l >> '${folder}/log'\ncat\n`;
      const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
      write({
        ...casesOf('a'),
        ...Object.fromEntries(names.map((name) => [`class/${name}`, `${counting}# ${name}\n`])),
      });
      await marks(...MARK, '-j', '1', '--all', 'class', '--compile', 'cp {source} {program}');
      const counts = read('log').trim().split(/\s+/).map(Number);
      assert.is(counts.length, names.length);
      // Removal goes on beside the run.
      assert.ok(Math.max(...counts) < names.length, counts.join(' '));
    }),
  );
});

suite('cases that run out of time', (test) => {
  const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
  const NOT_RUN = 'not run: alone, at the end, it had run out of time again';

  // Each row: who hangs in every case, the first clock to run out, and how many cases are run.
  for (const [who, line, limit] of [
    ['sleeps', 'sleep 60', ['--wall', '0.3']],
    ['spins', 'while :; do :; done', ['--cpu', '0.1']],
  ] as const) {
    test(
      `in a row make the rest wait, and stand if it hangs alone too: a program that ${who}`,
      inProcess(async ({write, fivedice, marks}) => {
        write({...casesOf(...NAMES), 'hang.sh': `#!/bin/sh\n${line}\n`});
        const marked = await marks(...MARK, ...limit, '-j', '1', 'hang.sh');
        assert.equal(
          factsOf(marked, ({verdict, reason}) => `${verdict} ${reason === NOT_RUN}`),
          Object.fromEntries(NAMES.map((name) => [name, `timed-out ${!'abcl'.includes(name)}`])),
        );
        const {stdout} = await fivedice(...MARK, ...limit, '-j', '1', 'hang.sh');
        assert.match(stdout.replace(/\s+/g, ' '), `, or ${NOT_RUN}`);
        assert.match(stdout, '--fail-fast ends a submission at its first failure');
      }),
    );
  }

  test(
    'at the start of a suite, or in its middle, cost no marks for the cases that end',
    inProcess(async ({write, marks}) => {
      // Not even if there are three in a row, as in a and g.
      const hangs = '#!/bin/sh\nread line\ncase $line in [a-dg-j]) sleep 60;; esac\necho $line\n';
      write({...casesOf(...NAMES), 'some.sh': hangs});
      const marked = await marks(...MARK, '--wall', '0.5', '-j', '1', 'some.sh');
      assert.equal(
        factsOf(marked, ({verdict}) => verdict),
        Object.fromEntries(NAMES.map((name) => [name, 'efkl'.includes(name) ? 'pass' : 'timed-out'])),
      );
    }),
  );

  test(
    'delay the rest of their stage, which is run if they pass alone, and skipped if not',
    inProcess(async ({folder, write, read, marks}) => {
      const slow = (line: string): string =>
        `#!/bin/sh\nread line\necho $line >> '${folder}/log'\n[ $line = a ] && ${line}\necho $line\n`;
      write({
        ...casesOf('a', 'b'),
        'cases/suite.json': '{"skipAfterFailure": true, "limits": {"wall": 3}}',
        'once.sh': slow(`[ "$(grep -c a '${folder}/log')" = 1 ] && sleep 60`),
        'hang.sh': slow('sleep 60'),
      });
      const once = await marks(...MARK, '-j', '1', 'once.sh');
      assert.equal(
        factsOf(once, ({verdict}) => verdict),
        {a: 'pass', b: 'pass'},
      );
      assert.is(read('log'), 'a\na\nb\n');
      const hang = await marks(...MARK, '-j', '1', '--wall', '0.5', 'hang.sh');
      assert.equal(
        factsOf(hang, ({verdict}) => verdict),
        {a: 'timed-out', b: 'skipped'},
      );
      // Its two runs may end before it writes a line.
      assert.match(read('log'), /^a\na\nb\n(?:a\n){0,2}$/);
    }),
  );
});

suite('--fail-fast', (test) => {
  test(
    'skips what follows the first failure of a submission, in all stages, and nothing of the next one',
    inProcess(async ({write, marks}) => {
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
    }),
  );
});

suite('a case that could not be checked', (test) => {
  const saying = 'echo ENOSPC: No space left on device\n';
  // Each row: who says that a disk is full, and the files and flags for that.
  const rows: readonly (readonly [who: string, files: Files, flags: readonly string[]])[] = [
    [
      'a checker',
      {'cases/suite.json': '{"checker": {"program": "check.sh"}}', 'cases/check.sh': 'cat >&2; exit 1\n'},
      [],
    ],
    ['a compiler', {}, ['--compile', 'echo ENOSPC; exit 127; cp {source} {program}']],
  ];
  for (const [who, files, flags] of rows) {
    test(
      `does not end the run because ${who} speaks of a full disk`,
      inProcess(async ({write, fivedice}) => {
        write({
          ...casesOf('a', 'b'),
          ...files,
          'class/a.sh': saying.replace('127', '0'),
          'class/b.sh': saying,
        });
        const {stdout} = await fivedice(...MARK, '-j', '1', '--report', 'json', '--all', 'class', ...flags);
        const {complete, submissions} = JSON.parse(stdout);
        assert.is(complete, true);
        const verdicts = submissions.flatMap(({cases}: Report['submissions'][number]) =>
          cases.map(({verdict}) => verdict),
        );
        assert.equal(verdicts, Array(4).fill('could-not-check'));
      }),
    );
  }
});
