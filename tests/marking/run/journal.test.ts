import {randomInt} from 'node:crypto';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {FIVEDICE} from '../../support/command.js';
import {inProcess} from '../../support/door.js';
import {ECHO, factsOf, WRONG} from '../../support/marked.js';
import {inPlace, type Place} from '../../support/place.js';
import {processesWith, untilRunning} from '../../support/processes.js';
import {suite} from '../../support/suite.js';

type Key = 'journal' | 'event' | 'target' | 'targets' | 'cases' | 'reason' | 'reused';
interface Line extends Readonly<Partial<Record<Key, unknown>>> {
  readonly marks?: {readonly case: string};
}

function linesOf({read}: Place, file: string): Line[] {
  return read(file)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** Copies its input, but waits at `three` until there is a file `go`; `log` gets a line for each run. */
function waiting(folder: string, seconds: string): string {
  const wait = `[ "$line" = three ] && [ ! -e '${folder}/go' ] && sleep ${seconds}`;
  return `#!/bin/sh\nread line\necho $line >> '${folder}/log'\n${wait}\necho $line\n`;
}

const MARK = ['mark', '--fixtures', 'cases'] as const;

suite('a journal', (test) => {
  test(
    'has a line for the start, for each case and each submission, and for the end',
    inProcess(async (place) => {
      place.write({...ECHO, 'class/right.sh': 'cat', 'class/wrong.sh': WRONG});
      const {exitCode, stderr} = await place.fivedice(
        ...MARK,
        '-j',
        '1',
        '--all',
        'class',
        '--journal',
        'new/j',
      );
      assert.equal({exitCode, stderr}, {exitCode: 1, stderr: ''});
      const lines = linesOf(place, 'new/j');
      const [start, , , , , , second] = lines;
      assert.equal(
        lines.map(({event, target, marks}) =>
          [event, target, marks?.case].filter((one) => one !== undefined).join(' '),
        ),
        [
          'started',
          ...['a', 'b', 'c'].map((name) => `case right.sh ${name}`),
          'submission right.sh',
          ...['a', 'b', 'c'].map((name) => `case wrong.sh ${name}`),
          'submission wrong.sh',
          'ended',
        ],
      );
      assert.equal([start?.journal, start?.targets], [2, ['right.sh', 'wrong.sh']]);
      assert.equal(Object.keys(second ?? {}), [
        ...['event', 'submission', 'target', 'marks', 'digest', 'isClosed', 'reused'],
      ]);
      assert.is(lines.at(-1)?.reason, null);
    }),
  );

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    test(
      `is whole after ${signal}, with every report, and the run goes on from it`,
      inPlace(async (place) => {
        const {folder, write, read, open, fivedice} = place;
        const seconds = `600.${randomInt(1e12)}`;
        write({...ECHO, 'wait.sh': waiting(folder, seconds)});
        const mark = [...MARK, '--wall', '600', '-j', '1', 'wait.sh', '--report', 'json:r.json'];
        const marker = open(FIVEDICE, [...mark, '--journal', 'j']);
        await untilRunning(seconds, 1);
        const {exitCode, stderr, stdout} = await marker.ends(signal);
        assert.equal(
          {exitCode, stderr},
          {exitCode: 3, stderr: `fivedice: the run ended early: ${signal}; go on with --resume j\n`},
        );
        assert.match(
          stdout,
          '\nINCOMPLETE, 2/3 points, 2 of 3 cases passed, 1 could not be checked, sandbox off\n',
        );
        assert.equal(processesWith(seconds), []);
        const report = JSON.parse(read('r.json'));
        assert.is(report.complete, false);
        assert.equal(
          factsOf(report, ({verdict}) => verdict),
          {a: 'pass', b: 'pass', c: 'could-not-check'},
        );
        assert.equal(
          linesOf(place, 'j').map(({event, reason}) => [event, reason]),
          [
            ['started', undefined],
            ['case', undefined],
            ['case', undefined],
            ['ended', signal],
          ],
        );

        write({go: ''});
        const resumed = await fivedice(...mark, '--resume', 'j');
        assert.is(resumed.stderr, 'fivedice: 2 of 3 verdicts are used again\n');
        assert.is(resumed.exitCode, 0);
        assert.is(JSON.parse(read('r.json')).complete, true);
        assert.is(read('log'), 'one\ntwo\nthree\nthree\n');
        const again = await fivedice(...mark, '--resume', 'j');
        assert.is(again.stderr, 'fivedice: 3 of 3 verdicts are used again\n');
      }),
    );
  }

  test(
    'is not needed where there is a cache: the same command goes on',
    inPlace(async ({folder, write, read, open, fivedice}) => {
      const seconds = `600.${randomInt(1e12)}`;
      write({...ECHO, 'wait/wait.sh': waiting(folder, seconds)});
      const mark = [...MARK, '--wall', '600', '-j', '1', 'wait', '--cache', 'cache'];
      const marker = open(FIVEDICE, mark);
      await untilRunning(seconds, 1);
      assert.match(
        (await marker.ends('SIGTERM')).stderr,
        'fivedice: the run ended early: SIGTERM; the same command goes on, from its --cache\n',
      );
      write({go: ''});
      assert.is((await fivedice(...mark)).stderr, 'fivedice: 2 of 3 verdicts are used again\n');
      assert.is(read('log'), 'one\ntwo\nthree\nthree\n');
    }),
  );

  test(
    'may end anywhere: the run goes on from its last whole line, and writes on behind it',
    inProcess(async (place) => {
      const {folder, write, read, fivedice} = place;
      write({...ECHO, 'log.sh': `#!/bin/sh\necho >> '${folder}/log'\ncat\n`});
      const mark = [...MARK, '-j', '1', 'log.sh'];
      await fivedice(...mark, '--journal', 'j');
      const [start = '', first = ''] = read('j').split('\n');
      const whole = start.length + 1 + first.length + 1;
      for (const length of [whole - 1, whole, whole + 1, whole + first.length / 2]) {
        write({'torn/j': read('j').slice(0, Math.floor(length))});
        write({log: ''});
        const {stderr, exitCode} = await fivedice(...mark, '--resume', 'torn/j');
        const known = length < whole ? 0 : 1;
        assert.equal([stderr, exitCode], [`fivedice: ${known} of 3 verdicts are used again\n`, 0]);
        assert.is(read('log'), '\n'.repeat(3 - known));
        assert.is(linesOf(place, 'torn/j').filter(({event}) => event === 'case').length, 3 + known);
      }
    }),
  );

  test(
    'that another goes on from is written over by no report',
    inProcess(async ({write, read, fivedice}) => {
      write(ECHO);
      await fivedice(...MARK, '--journal', 'j', '--', 'cat');
      const before = read('j');
      const {exitCode} = await fivedice(
        ...MARK,
        '--resume',
        'j',
        '--journal',
        'k',
        '--report',
        'csv:j',
        '--',
        'cat',
      );
      assert.equal([exitCode, read('j')], [2, before]);
    }),
  );

  test(
    'of each part of a run can be merged, compared and graded like its JSON report',
    inProcess(async ({write, read, fivedice}) => {
      write({...ECHO, 'class/right.sh': 'cat', 'class/wrong.sh': WRONG});
      for (const part of [1, 2]) {
        const kept = ['--journal', `${part}.jsonl`, '--report', `json:${part}.json`];
        await fivedice(...MARK, '--all', 'class', '--shard', `${part}/2`, ...kept);
      }
      for (const ending of ['json', 'jsonl'])
        await fivedice('merge', '--report', `json:${ending}`, `1.${ending}`, `2.${ending}`);
      assert.is(read('jsonl'), read('json'));
      const {stdout, exitCode} = await fivedice('compare', '1.json', '1.jsonl');
      assert.equal([stdout.includes('1 the same'), exitCode], [true, 0]);
      const graded = await fivedice('grade', '1.jsonl', '2.jsonl');
      assert.match(graded.stdout, 'wrong.sh,2,3');
      const missing = await fivedice('merge', '1.jsonl');
      assert.match(missing.stderr, '1 of 2 shards are missing: --array=2');
    }),
  );

  test(
    'that is empty is of a run that ended before its first case: nothing is done yet',
    inProcess(async (place) => {
      place.write({...ECHO, j: ''});
      const mark = [...MARK, '--resume', 'j', '--', 'cat'];
      assert.is((await place.fivedice(...mark)).stderr, 'fivedice: 0 of 3 verdicts are used again\n');
      assert.is((await place.fivedice(...mark)).stderr, 'fivedice: 3 of 3 verdicts are used again\n');
    }),
  );

  const refused: readonly [args: string[], reason: string][] = [
    [['--journal', 'j'], 'mark: --journal: j is there: go on with --resume j, or name another'],
    [
      ['--journal', 'cases'],
      'mark: --journal: nothing is written to cases, which is read: take another path',
    ],
    [['--journal', 'k', '--report', 'csv:k'], 'mark: --report: two files cannot both go to k'],
    [['--journal', 'fifo'], 'fifo: no journal can go to a FIFO that nobody reads'],
    [['--resume', 'nothing'], 'nothing: no such file or folder'],
    [['--resume', 'text'], 'text: no journal; this fivedice goes on with journals of version 2'],
    [['--resume', 'huge'], 'huge: no journal; this fivedice goes on with journals of version 2'],
    [['--resume', 'fifo'], 'fifo: no journal: it is no regular file'],
    [
      ['--resume', 'later'],
      'later: a journal of version 3; this fivedice goes on with journals of version 2',
    ],
    [['--cache', 'text'], "mark: --cache: EEXIST: file already exists, mkdir 'text'"],
  ];
  for (const [args, reason] of refused) {
    test(
      `refused: ${args.join(' ')}: ${reason}`,
      inProcess(async ({folder, write, shell, fivedice}) => {
        write({...ECHO, j: 'mine\n', text: 'hello\n', later: '{"journal": 3}\n'});
        await shell('mkfifo fifo; truncate -s 1G huge');
        const {stdout, stderr, exitCode} = await fivedice(
          ...MARK,
          ...args,
          '--',
          'touch',
          join(folder, 'ran'),
        );
        assert.is(stderr.split('\n')[0], `fivedice: ${reason}`);
        assert.equal([stdout, exitCode, existsSync(join(folder, 'ran'))], ['', 2, false]);
      }),
    );
  }
});

suite('a full disk', (test) => {
  test(
    'under the journal ends the run, and the reports are written',
    inPlace(async ({write, read, fivedice}) => {
      write(ECHO);
      const reports = ['--report', 'csv:marks.csv', '--journal', '/dev/full'];
      const {stdout, stderr, exitCode} = await fivedice(...MARK, ...reports, '--', 'cat');
      assert.is(stderr, 'fivedice: the journal /dev/full: ENOSPC: no space left on device, write\n');
      assert.match(stdout, 'the run ended early: the journal: ENOSPC');
      assert.match(read('marks.csv'), ',could-not-check');
      assert.is(exitCode, 3);
    }),
  );

  test.needs('bubblewrap')(
    'under the programs ends the run, and the reports and the journal are written',
    inPlace(async ({folder, write, read, shell}) => {
      // More input than the temporary folder of 1 MiB has room for.
      const large = `${'x'.repeat(2_000_000)}\n`;
      write({...ECHO, 'cases/b.in': large, 'cases/b.out': '', 'small/.keep': ''});
      const bwrap = `bwrap --dev-bind / / --size 1048576 --tmpfs '${folder}/small' --setenv TMPDIR '${folder}/small'`;
      const mark = '"$FIVEDICE" mark --fixtures cases -j 1 --report json:r.json --journal j -- cat';
      const {stdout, exitCode} = await shell(`${bwrap} ${mark}`);
      assert.match(stdout, 'could not check: ENOSPC: no space left on device');
      assert.match(stdout, /\nINCOMPLETE, .* of 3 cases passed, \d could not be checked, sandbox off\n$/);
      assert.is(exitCode, 3);
      assert.is(JSON.parse(read('r.json')).complete, false);
      assert.match(read('j'), '"reason":"ENOSPC: no space left on device');
    }),
  );
});
