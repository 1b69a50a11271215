import {cpSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {latin1} from '../../support/bytes.js';
import {suiteInProcess, usageOf} from '../../support/door.js';
import {ECHO} from '../../support/marked.js';
import {type Files, filesIn} from '../../support/place.js';

const DOUBLES = join(import.meta.dirname, '../../../fixtures/marking/doubles');
const REFERENCE = join(import.meta.dirname, '../../../fixtures/submissions/right/doubles.c');

const INPUTS: Files = Object.fromEntries(Object.entries(ECHO).filter(([file]) => file.endsWith('.in')));

const RECORD = ['record', '--no-sandbox'] as const;

const REFUSED =
  'fivedice: nothing was written: the reference must do the same every time, and end normally\n';

const utf8 = (text: string): string => latin1(Buffer.from(text));

suiteInProcess('record', (test) => {
  test.needs('gcc')('makes the goldens that were written by hand', async ({folder, fivedice}) => {
    const goldens = filesIn(DOUBLES);
    cpSync(DOUBLES, join(folder, 'new'), {recursive: true, filter: (path) => !path.endsWith('.out')});
    const before = filesIn(join(folder, 'new'));
    const args = [...RECORD, '--reference', `'${REFERENCE}'`, 'new'];

    const made = Object.keys(goldens).filter((file) => file.endsWith('.out'));
    const list = made.map((file) => `new  new/${file}  (${goldens[file]?.length} bytes)\n`).join('');
    const closing = '6 to write, 0 of 6 cases unchanged';
    const listed = {
      stdout: `${list}${closing}; nothing was written: add --write\n`,
      stderr: '',
      exitCode: 1,
    };
    assert.equal(await fivedice(...args), listed);
    assert.equal(filesIn(join(folder, 'new')), before);

    assert.equal(await fivedice(...args, '--write'), {
      stdout: `${list}${closing.replace('to write', 'written')}\n`,
      stderr: '',
      exitCode: 0,
    });
    assert.equal(filesIn(join(folder, 'new')), goldens);
    for (const again of [args, [...args, '--write']]) {
      const nothing = {stdout: '0 to write, 6 of 6 cases unchanged\n', stderr: '', exitCode: 0};
      assert.equal(await fivedice(...again), nothing);
    }
  });

  test('lists what changes, and leaves the rest as it is', async ({folder, write, fivedice}) => {
    write({...ECHO, 'cases/b.out': 'an old one\n', 'cases/suite.json': '{"points": "0.1"}'});
    const args = [...RECORD, '--reference', 'cat', 'cases'];
    const diff = '  before  an·old·one⏎\n  now     two⏎\n';
    const list = utf8(`changed  cases/b.out  (11 → 4 bytes)\n${diff}1 to write, 2 of 3 cases unchanged`);
    const listed = {stdout: `${list}; nothing was written: add --write\n`, stderr: '', exitCode: 1};
    assert.equal(await fivedice(...args), listed);
    assert.equal(await fivedice(...args, '--write'), {
      stdout: `${list.replace('to write', 'written')}\n`,
      stderr: '',
      exitCode: 0,
    });
    const {'cases/suite.json': json, ...cases} = filesIn(folder);
    assert.equal([json, cases], ['{"points": "0.1"}', ECHO]);
  });

  test('leaves a golden if the reference gives another right answer', async ({write, fivedice}) => {
    write({...ECHO, 'cases/a.out': 'first\n', 'cases/b.out': 'second\n', 'cases/b.alt.out': 'two\n'});
    write({'cases/suite.json': '{"alternatives": {"first": ["one"]}}'});
    const {stdout, exitCode} = await fivedice(...RECORD, '--write', '--reference', 'cat', 'cases');
    assert.equal([stdout, exitCode], ['0 to write, 3 of 3 cases unchanged\n', 0]);
  });

  test.needs('bubblewrap')(
    'keeps the reference in the sandbox by default',
    async ({folder, write, read, fivedice}) => {
      write({
        ...ECHO,
        'greedy.sh': `#!/bin/sh\necho stolen > '${folder}/cases/b.out'\ncat '${folder}/cases/b.out' || cat\n`,
      });
      const {stdout, exitCode} = await fivedice('record', '--reference', './greedy.sh', 'cases');
      assert.is(stdout, '0 to write, 3 of 3 cases unchanged\n');
      assert.equal([exitCode, read('cases/b.out')], [0, 'two\n']);
    },
  );

  for (const flag of ['--sandbox', '--no-sandbox'])
    test.needs(...(flag === '--sandbox' ? ['bubblewrap' as const] : []))(
      `writes error output as mark compares it, without the folder of a copy: ${flag}`,
      async ({write, read, fivedice}) => {
        write({
          'cases/a.in': '',
          'cases/a.out': '',
          'cases/a.err': 'old\n',
          'says.sh': '#!/bin/sh\necho "$0: bad" >&2\n',
        });
        await fivedice('record', flag, '--write', '--reference', './says.sh', 'cases');
        assert.is(read('cases/a.err'), 'says.sh: bad\n');
        const {exitCode} = await fivedice('mark', flag, '--fixtures', 'cases', 'says.sh');
        assert.is(exitCode, 0);
      },
    );

  test('gives the reference all its arguments, and keeps every byte', async ({write, read, fivedice}) => {
    const bytes = '\0\r\n\xff\xfe no newline';
    write({'cases/a.in': bytes, 'cases/suite.json': '{"arguments": ["of the suite"]}'});
    write({'show.sh': '#!/bin/sh\nprintf "<%s>" "$@"\ncat\n'});
    const reference = `./show.sh "its own" 'in "quotes"'`;
    const {exitCode} = await fivedice(...RECORD, '--write', '--reference', reference, 'cases');
    assert.is(exitCode, 0);
    assert.is(read('cases/a.out'), `<its own><in "quotes"><of the suite>${bytes}`);
  });
});

suiteInProcess('record writes down an exit status', (test) => {
  const exit = '#!/bin/sh\nread status\nexit $status\n';
  // Each row: what the case demands so far, the status of the reference, and what is demanded then.
  const rows: readonly (readonly [before: string | null, status: string, after: string | null])[] = [
    [null, '0', null],
    [null, '3', '3\n'],
    ['1\n', '0', '0\n'],
    ['nonzero', '3', 'nonzero'],
    ['nonzero', '0', '0\n'],
  ];
  test('that is not the one demanded, and mark demands it', async ({write, folder, fivedice}) => {
    for (const [index, [before, status]] of rows.entries()) {
      const stem = `cases/${index}`;
      write({[`${stem}.in`]: `${status}\n${index}`, [`${stem}.out`]: ''});
      if (before !== null) write({[`${stem}.status`]: before});
    }
    write({'exit.sh': exit});
    const {exitCode, stdout} = await fivedice(...RECORD, '--write', '--reference', './exit.sh', 'cases');
    assert.is(exitCode, 0);
    assert.match(stdout, /^new {2}cases\/1\.status {2}\(2 bytes\)\nchanged {2}cases\/2\.status/);
    const files = filesIn(join(folder, 'cases'));
    for (const [index, [before, status, after]] of rows.entries()) {
      assert.is(files[`${index}.status`] ?? null, after, `${before} ${status}`);
    }
    assert.is((await fivedice('mark', '--no-sandbox', '--fixtures', 'cases', 'exit.sh')).exitCode, 0);
  });
});

suiteInProcess('record refuses a reference, and then writes nothing at all,', (test) => {
  // Each behaves in all other cases.
  // biome-ignore format: a table
  const faults: readonly [what: string, fault: string, said: string][] = [
    ['that prints something different the second time', 'cat /proc/sys/kernel/random/uuid', 'printed something different the second time'],
    ['that hangs', 'sleep 60', 'exceeded a limit: still running after 2 seconds'],
    ['that prints too much', 'head -c 2000 /dev/zero', 'exceeded a limit: more than 1 KiB of output'],
  ];
  test('that does not do the same in every run, or does not end well', async ({folder, write, fivedice}) => {
    write({...INPUTS, 'cases/a.out': 'old', 'cases/a.status': '9'});
    const before = filesIn(join(folder, 'cases'));
    for (const [what, fault, said] of faults) {
      const body = fault.replaceAll('SEEN', `'${folder}/seen' 2> /dev/null`);
      write({'reference.sh': `#!/bin/sh\nread line\n[ $line != two ] || { ${body}; }\necho $line\n`});
      const limits = what === 'that hangs' ? ['--wall', '2'] : ['--output', '1'];
      const args = ['--write', '--reference', './reference.sh', ...limits, 'cases'];
      const stderr = `fivedice: b: the reference ${said}\n${REFUSED}`;
      assert.equal(await fivedice(...RECORD, ...args), {stdout: '', stderr, exitCode: 3}, what);
      assert.equal(filesIn(join(folder, 'cases')), before);
    }
  });
});

usageOf('record', [['cases', 'name the reference with --reference, and one folder']]);
