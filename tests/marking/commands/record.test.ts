import {chmodSync, cpSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {latin1} from '../../support/bytes.js';
import {inProcess} from '../../support/door.js';
import {ECHO} from '../../support/marked.js';
import {type Files, filesIn, inPlace} from '../../support/place.js';
import {suite} from '../../support/suite.js';
import {toolsFor} from '../../support/tools.js';

const DOUBLES = join(import.meta.dirname, '../../../fixtures/marking/doubles');
const REFERENCE = join(import.meta.dirname, '../../../fixtures/submissions/right/doubles.c');

/** `ECHO` without its goldens. */
const INPUTS: Files = Object.fromEntries(Object.entries(ECHO).filter(([file]) => file.endsWith('.in')));

/** The references of these tests remember in their folder that they ran, and a sandbox would not let them. */
const RECORD = ['record', '--no-sandbox'] as const;

const REFUSED =
  'fivedice: nothing was written: the reference must do the same every time, and end normally\n';

const utf8 = (text: string): string => latin1(Buffer.from(text));

suite('record', (test) => {
  test.needs('gcc')(
    'makes exactly the goldens that were written by hand, from the right program',
    inPlace(async ({folder, fivedice}) => {
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
    }),
  );

  test(
    'lists what changes, and leaves the rest as it is',
    inProcess(async ({folder, write, fivedice}) => {
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
    }),
  );

  test(
    'shows a golden to nobody else than before',
    inProcess(async ({folder, write, fivedice}) => {
      write({...ECHO, 'cases/b.out': 'an old one\n'});
      const golden = join(folder, 'cases/b.out');
      chmodSync(golden, 0o600);
      await fivedice(...RECORD, '--reference', 'cat', 'cases', '--write');
      assert.equal([readFileSync(golden, 'utf8'), statSync(golden).mode & 0o777], ['two\n', 0o600]);
    }),
  );

  test(
    'shows what goes in red, and what comes in green',
    inPlace(async ({write, shell}) => {
      write({...ECHO, 'cases/b.out': 'an old one\n'});
      const {stdout} = await shell('FORCE_COLOR=1 "$FIVEDICE" record --no-sandbox --reference cat cases');
      const [red, green, end] = ['\x1b[31m', '\x1b[32m', '\x1b[39m\n'];
      assert.match(stdout, utf8(`${red}  before  an·old·one⏎${end}${green}  now     two⏎${end}`));
    }),
  );

  test(
    'gives the reference its own words and those of the suite, and keeps every byte',
    inProcess(async ({write, read, fivedice}) => {
      const bytes = '\0\r\n\xff\xfe no newline';
      write({'cases/a.in': bytes, 'cases/suite.json': '{"arguments": ["of the suite"]}'});
      write({'show.sh': '#!/bin/sh\nprintf "<%s>" "$@"\ncat\n'});
      const reference = `./show.sh "its own" 'in "quotes"'`;
      const {exitCode} = await fivedice(...RECORD, '--write', '--reference', reference, 'cases');
      assert.is(exitCode, 0);
      assert.is(read('cases/a.out'), `<its own><in "quotes"><of the suite>${bytes}`);
    }),
  );

  test(
    'shows names of goldens as text that commands no terminal',
    inProcess(async ({write, fivedice}) => {
      write({'cases/a\x1b[2J.in': 'one\n'});
      const {stdout} = await fivedice(...RECORD, '--reference', 'cat', 'cases');
      assert.match(stdout, utf8('new  cases/a␛[2J.out  (4 bytes)\n'));
      const {stderr} = await fivedice(...RECORD, '--reference', 'date +%N', 'cases');
      const refused = 'fivedice: a␛[2J: the reference printed something different the second time\n';
      assert.is(stderr, utf8(refused) + REFUSED);
    }),
  );
});

suite('record under a checker', (test) => {
  const KEPT =
    'kept  cases/a.out  (its checker accepts what is printed now)\n0 to write, 1 of 1 cases unchanged\n';
  const check = (status: number): string => `#!/bin/sh\ncat "$2" > /dev/null && exit ${status}\n`;
  const programs = {'cases/yes.sh': check(42), 'cases/no.sh': check(43), 'cases/broken.sh': check(1)};
  // Each row: the checker, the golden, what is printed now, and whether the golden stays.
  const rows: readonly (readonly [checker: string, golden: string, printed: string, stays: boolean])[] = [
    ['"bytes"', 'a b\n', 'a  b\n', false],
    ['"tokens"', 'a b\n', 'a  b\n', true],
    ['"tokens"', 'a b\n', 'a c\n', false],
    ['"any-order"', 'a\nb\n', 'b\na\n', true],
    ['{"numbers": {"absolute": 0.1}}', '1.5\n', '1.52\n', true],
    ['{"numbers": {"absolute": 0.1}}', '1.5\n', '1.7\n', false],
    ['{"program": "yes.sh"}', 'a\n', 'b\n', true],
    ['{"program": "no.sh"}', 'a\n', 'b\n', false],
  ];
  for (const [checker, golden, printed, stays] of rows) {
    const what = `${JSON.stringify(golden)}, and then ${JSON.stringify(printed)}`;
    test(
      `${checker}: ${what}, is ${stays ? 'kept' : 'written'}`,
      inProcess(async ({write, read, fivedice}) => {
        const [name = ''] = /\w+\.sh/.exec(checker) ?? [];
        const used = Object.entries(programs).filter(([file]) => name !== '' && file.endsWith(name));
        write({...Object.fromEntries(used), 'cases/suite.json': `{"checker": ${checker}}`});
        write({'cases/a.in': printed, 'cases/a.out': golden});
        const {stdout, stderr, exitCode} = await fivedice(
          ...RECORD,
          '--reference',
          'cat',
          '--write',
          'cases',
        );
        assert.equal([stderr, exitCode, stdout === KEPT], ['', 0, stays]);
        assert.is(read('cases/a.out'), stays ? golden : printed);
      }),
    );
  }

  /** Prints its lines in another order each time. */
  const TURN = '#!/bin/sh\n[ -e SEEN ] && rm SEEN && echo b && exec echo a; echo a; echo b; echo > SEEN\n';
  const turning: readonly (readonly [
    checker: string,
    golden: string | null,
    stdout: string,
    exitCode: number,
  ])[] = [
    ['any-order', null, 'new  cases/a.out  (4 bytes)\n1 written, 0 of 1 cases unchanged\n', 0],
    ['any-order', 'b\na\n', KEPT, 0],
    ['any-order', 'c\n', '1 written, 0 of 1 cases unchanged\n', 0],
    ['tokens', null, '', 3],
  ];
  for (const [checker, golden, closing, status] of turning) {
    test(
      `${checker}, ${JSON.stringify(golden)}: the second time, ${status === 0 ? 'another order is the same' : 'another order is another output'}`,
      inProcess(async ({folder, write, fivedice}) => {
        write({'turn.sh': TURN.replaceAll('SEEN', `'${folder}/seen'`), 'cases/a.in': ''});
        write({'cases/suite.json': `{"checker": "${checker}"}`});
        if (golden !== null) write({'cases/a.out': golden});
        const {stdout, stderr, exitCode} = await fivedice(
          ...RECORD,
          '--reference',
          './turn.sh',
          '--write',
          'cases',
        );
        assert.ok(stdout.endsWith(closing), stdout);
        const refused = `fivedice: a: the reference printed something different the second time\n${REFUSED}`;
        assert.equal([stderr, exitCode], [status === 0 ? '' : refused, status]);
      }),
    );
  }

  for (const [checker, isAsked] of [
    ['"any-order"', true],
    ['{"program": "yes.sh"}', false],
  ] as const) {
    test(
      `${checker} ${isAsked ? 'is asked about files, too' : 'is asked about outputs only'}`,
      inProcess(async ({folder, write, read, fivedice}) => {
        const log = 'cases/a.files/log';
        write({
          'cases/a.in': '',
          'cases/a.out': '',
          [log]: '',
          'cases/suite.json': `{"checker": ${checker}}`,
        });
        write({'turn.sh': TURN.replaceAll('SEEN', `'${folder}/seen'`).replace('[', 'exec > log; [')});
        if (!isAsked) write({'cases/yes.sh': check(42)});
        const record = (reference: string) =>
          fivedice(...RECORD, '--reference', reference, '--write', 'cases');
        assert.is((await record('./turn.sh')).exitCode, isAsked ? 0 : 3);
        write({[log]: 'a\nb\n', 'cases/a.in': 'b\na\n', 'cases/a.out': 'b\na\n'});
        await record('tee log');
        assert.is(read(log), isAsked ? 'a\nb\n' : 'b\na\n');
      }),
    );
  }

  test(
    'that fails, writes nothing and says why',
    inProcess(async ({write, read, fivedice}) => {
      write({'cases/broken.sh': check(1), 'cases/suite.json': '{"checker": {"program": "broken.sh"}}'});
      write({'cases/a.in': 'new\n', 'cases/a.out': 'old\n'});
      const stderr =
        'fivedice: a: could not check: the checker broken.sh: exit status 1; 42 accepts, 43 refuses\n';
      const actual = await fivedice(...RECORD, '--reference', 'cat', '--write', 'cases');
      assert.equal(actual, {stdout: '', stderr, exitCode: 3});
      assert.is(read('cases/a.out'), 'old\n');
    }),
  );
});

suite('record writes down an exit status', (test) => {
  // The reference ends with the status given in the input.
  const exit = '#!/bin/sh\nread status\nexit $status\n';
  // Each row: what the case demands so far, the status of the reference, and what is demanded then.
  const rows: readonly (readonly [before: string | null, status: string, after: string | null])[] = [
    [null, '0', null],
    [null, '3', '3\n'],
    ['1\n', '0', '0\n'],
    ['3\n', '3', '3\n'],
    ['nonzero', '3', 'nonzero'],
    ['nonzero', '0', '0\n'],
    ['any', '3', 'any'],
  ];
  test(
    'that is not the one demanded, and mark demands it',
    inProcess(async ({write, folder, fivedice}) => {
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
    }),
  );
});

suite('record refuses a reference, and then writes nothing at all,', (test) => {
  // Each behaves in all other cases.
  const faults: readonly [what: string, fault: string, said: string][] = [
    [
      'that prints something different the second time',
      'cat /proc/sys/kernel/random/uuid',
      'printed something different the second time',
    ],
    [
      'that has a different status the second time',
      'rm SEEN && echo two && exit 3; touch SEEN',
      'had a different exit status the second time',
    ],
    ['that crashes', 'kill -SEGV $$', 'crashed: SIGSEGV'],
    ['that crashes the second time', 'rm SEEN && kill -ABRT $$; touch SEEN', 'crashed: SIGABRT'],
    ['that hangs', 'sleep 60', 'exceeded a limit: still running after 2 seconds'],
    ['that prints too much', 'head -c 2000 /dev/zero', 'exceeded a limit: more than 1 KiB of output'],
  ];
  for (const [what, fault, said] of faults) {
    test(
      what,
      inProcess(async ({folder, write, fivedice}) => {
        const body = fault.replaceAll('SEEN', `'${folder}/seen' 2> /dev/null`);
        write({
          ...INPUTS,
          'reference.sh': `#!/bin/sh\nread line\n[ $line != two ] || { ${body}; }\necho $line\n`,
        });
        write({'cases/a.out': 'old', 'cases/a.status': '9'});
        const before = filesIn(join(folder, 'cases'));
        // It costs its whole time.
        const limits = what === 'that hangs' ? ['--wall', '2'] : ['--output', '1'];
        const args = ['--write', '--reference', './reference.sh', ...limits, 'cases'];
        const stderr = `fivedice: b: the reference ${said}\n${REFUSED}`;
        assert.equal(await fivedice(...RECORD, ...args), {stdout: '', stderr, exitCode: 3});
        assert.equal(filesIn(join(folder, 'cases')), before);
      }),
    );
  }

  const unusable: readonly [what: string, args: string[], stderr: string | RegExp, exitCode: number][] = [
    [
      'that does not exist',
      ['--reference', 'no-such-program'],
      'fivedice: no-such-program: no such file or folder, and no command: name a program, a source file or a command\n',
      3,
    ],
    [
      'that does not compile',
      ['--reference', 'wrong.c'],
      /^fivedice: wrong\.c: did not compile \(--compile sets the command\): [\s\S]*error: /,
      3,
    ],
    [
      'that is not named',
      [],
      'fivedice: record: name the reference with --reference, and one folder\nfivedice record --help lists the flags\n',
      2,
    ],
    [
      'for two folders',
      ['--reference', 'cat', 'more'],
      'fivedice: record: name the reference with --reference, and one folder\nfivedice record --help lists the flags\n',
      2,
    ],
  ];
  for (const [what, args, stderr, exitCode] of unusable) {
    test.needs(...args.flatMap(toolsFor))(
      what,
      inProcess(async ({folder, write, fivedice}) => {
        write({...INPUTS, 'wrong.c': 'int main(void) { return 0 }\n'});
        const before = filesIn(folder);
        const actual = await fivedice(...RECORD, '--write', ...args, 'cases');
        if (typeof stderr === 'string') assert.is(actual.stderr, stderr);
        else assert.match(actual.stderr, stderr);
        assert.equal([actual.stdout, actual.exitCode], ['', exitCode]);
        assert.equal(filesIn(folder), before);
      }),
    );
  }

  test(
    'or a folder with an output whose input is gone',
    inProcess(async ({folder, write, fivedice}) => {
      write({...INPUTS, 'cases/d.out': 'an orphan'});
      const before = filesIn(folder);
      const actual = await fivedice(...RECORD, '--write', '--reference', 'cat', 'cases');
      assert.equal(actual, {stdout: '', stderr: 'fivedice: cases/d.in: missing\n', exitCode: 2});
      assert.equal(filesIn(folder), before);
    }),
  );
});
