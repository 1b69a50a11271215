import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {AS_USER} from '../../support/command.js';
import {inProcess} from '../../support/door.js';
import {ECHO} from '../../support/marked.js';
import {type Files, filesIn, inPlace} from '../../support/place.js';
import {suite} from '../../support/suite.js';

const MARKING = join(import.meta.dirname, '../../../fixtures/valuation/marking');
const AUTOTEST_NOTE =
  'autotest has no points, and limits of its own: only those on processor time and memory were exported\n';
const POINTS_NOTE =
  'points and limits were not exported: Kattis has its own, in problem.yaml and testdata.yaml\n';
const STATUS_NOTE =
  'Kattis demands exit status 0, and some cases here demand none: if your reference exits otherwise on them, Kattis rejects it\n';
const KATTIS_NOTE =
  'Kattis compares words by default: for bytes, give problem.yaml validator_flags: case_sensitive space_change_sensitive\n';

/** Two folders, one of them hidden, with names and bytes that need care. */
const CASES: Files = {
  'cases/open/a case.in': 'say "hi"\\n\n',
  'cases/open/a case.out': 'hi\t\x07\n\n',
  'cases/open/a-case.in': '\xc3\xa9',
  'cases/open/a-case.out': '',
  'cases/shut/last.in': '2\n',
  'cases/shut/last.out': '4',
  'cases/shut/suite.json': '{"visibility": "hidden", "title": "The \\"rest\\""}',
};

suite('export --to autotest', (test) => {
  test(
    'writes tests.txt, byte for byte',
    inPlace(async ({folder, write, read, fivedice}) => {
      write({...CASES, 'cases/shut/suite.json': '{"title": "The \\"rest\\""}'});
      const actual = await fivedice(
        'export',
        '--to',
        'autotest',
        '--program',
        'twice',
        '--out',
        'new/folder',
        'cases',
      );
      assert.equal(actual, {
        stdout: `${AUTOTEST_NOTE}1 file written to new/folder\n`,
        stderr: '',
        exitCode: 0,
      });
      assert.equal(Object.keys(filesIn(join(folder, 'new'))), ['folder/tests.txt']);
      assert.is(
        read('new/folder/tests.txt'),
        `files=twice.c
program=twice
ignore_trailing_whitespace=False

open_a_case max_cpu_seconds=2 description="open: a case" stdin="say \\"hi\\"\\\\n\\n" expected_stdout="hi\\x09\\x07\\n\\n"
open_a_case_2 max_cpu_seconds=2 description="open: a-case" stdin="\xc3\xa9" expected_stdout=""
shut_last max_cpu_seconds=2 description="The \\"rest\\": last" stdin="2\\n" expected_stdout="4"
`,
      );
    }),
  );

  test.needs('python3')(
    'Python reads every input and output of the 80-case suite unchanged',
    inProcess(async ({folder, write, fivedice}) => {
      const {stdout, exitCode} = await fivedice('export', '--to', 'autotest', MARKING);
      assert.equal([stdout, exitCode], [`${AUTOTEST_NOTE}1 file written to .\n`, 0]);
      // The file contains Python string literals.
      write({
        'read.py': `import ast, json, re, sys
tests = {}
for line in open('tests.txt', encoding='utf8').read().split('\\n\\n', 1)[1].splitlines():
    label, rest = line.split(' ', 1)
    pairs = re.findall(r'(\\w+)=("(?:[^"\\\\]|\\\\.)*")', rest)
    tests[label] = {key: ast.literal_eval(value).encode().decode('latin1') for key, value in pairs}
json.dump(tests, sys.stdout)
`,
      });
      const python = await execa('python3', ['read.py'], {...AS_USER, cwd: folder});
      const goldens = filesIn(MARKING);
      const expected = Object.keys(goldens)
        .filter((file) => file.endsWith('.in'))
        .map((file) => [goldens[file], goldens[file.replace('.in', '.out')]]);
      const tests: Record<string, {stdin: string; expected_stdout: string}> = JSON.parse(python.stdout);
      assert.is(Object.keys(tests).length, 80);
      assert.equal(
        Object.values(tests).map((one) => [one.stdin, one.expected_stdout]),
        expected,
      );
    }),
  );
});

suite('export --to kattis', (test) => {
  test(
    'public cases are samples, hidden ones secret',
    inPlace(async ({folder, write, fivedice}) => {
      write(CASES);
      const actual = await fivedice('export', '--to', 'kattis', '--out', 'new', 'cases');
      assert.equal(actual, {
        stdout: `${POINTS_NOTE}${STATUS_NOTE}${KATTIS_NOTE}6 files written to new\n`,
        stderr: '',
        exitCode: 0,
      });
      assert.equal(filesIn(join(folder, 'new')), {
        'data/sample/open_a_case.ans': 'hi\t\x07\n\n',
        'data/sample/open_a_case.in': 'say "hi"\\n\n',
        'data/sample/open_a_case_2.ans': '',
        'data/sample/open_a_case_2.in': '\xc3\xa9',
        'data/secret/shut_last.ans': '4',
        'data/secret/shut_last.in': '2\n',
      });
    }),
  );

  test(
    'if no case is hidden, all are secret, because a package needs some, and it says so',
    inProcess(async ({folder, write, fivedice}) => {
      write(ECHO);
      const {stdout} = await fivedice('export', '--to', 'kattis', '--out', 'new', 'cases');
      const note = 'no case is hidden, but a package needs secret ones: all went to data/secret\n';
      assert.is(stdout, `${POINTS_NOTE}${STATUS_NOTE}${note}${KATTIS_NOTE}6 files written to new\n`);
      const expected = Object.entries(ECHO).map(([file, text]) => [
        file.replace('cases', 'data/secret').replace('.out', '.ans'),
        text,
      ]);
      const written = filesIn(join(folder, 'new'));
      assert.equal(written, Object.fromEntries(expected));
      assert.equal(Object.keys(written).length, 6);
    }),
  );
});

suite('export says what gets lost', (test) => {
  for (const system of ['autotest', 'kattis']) {
    test(
      `to ${system}: that a folder ends at its first failure`,
      inProcess(async ({write, fivedice}) => {
        const note = 'skipAfterFailure was not exported: every case is run, whatever failed before it\n';
        write({...ECHO, 'cases/suite.json': '{"skipAfterFailure": true}'});
        const {stdout, exitCode} = await fivedice('export', '--to', system, '--out', 'new', 'cases');
        assert.ok(stdout.includes(note), stdout);
        assert.is(exitCode, 0);
      }),
    );
  }

  test(
    'to kattis: that a program must exit with 0, unless each case demands that anyway',
    inProcess(async ({write, fivedice}) => {
      write({...ECHO, 'cases/suite.json': '{"status": 0, "cases": {"b": {"visibility": "hidden"}}}'});
      const {stdout} = await fivedice('export', '--to', 'kattis', '--out', 'new', 'cases');
      assert.is(stdout, `${POINTS_NOTE}${KATTIS_NOTE}6 files written to new\n`);
    }),
  );
});

suite('export writes nothing', (test) => {
  for (const [system, there] of [
    ['autotest', 'tests.txt'],
    ['kattis', 'data/secret/c.ans'],
  ] as const) {
    test(
      `if a file for ${system} already exists`,
      inProcess(async ({folder, write, fivedice}) => {
        write({...ECHO, [`new/${there}`]: 'mine'});
        const before = filesIn(folder);
        const stderr = `fivedice: export: new/${there} already exists, and nothing is overwritten\nfivedice export --help lists the flags\n`;
        const actual = await fivedice('export', '--to', system, '--out', 'new', 'cases');
        assert.equal(actual, {stdout: '', stderr, exitCode: 2});
        assert.equal(filesIn(folder), before);
      }),
    );
  }

  // Each row: the system, the files added to the cases, and what the system cannot express.
  const inexpressible: readonly [system: string, files: Files, problems: string][] = [
    ['autotest', {'cases/b.status': '3\n'}, 'b: exit status 3'],
    ['autotest', {'cases/b.in': '\xff'}, 'b: bytes that are not UTF-8'],
    ['autotest', {'cases/b.out': '\xff'}, 'b: bytes that are not UTF-8'],
    ['autotest', {'cases/b.in': 'b\0\n'}, 'b: a NUL byte'],
    ['autotest', {'cases/b.out': '\0'}, 'b: a NUL byte'],
    ['autotest', {'cases/b.in': 'b'.repeat(131_072)}, 'b: an input or output of 131072 bytes or more'],
    ['autotest', {'cases/b.out': 'b'.repeat(131_072)}, 'b: an input or output of 131072 bytes or more'],
    ...(['autotest', 'kattis'] as const).map((system): [string, Files, string] => [
      system,
      {
        'cases/a.files/out.txt': '',
        'cases/suite.json': '{"cases": {"b": {"files": ["d/x"]}}}',
        'cases/d/x': '',
      },
      'a: the file out.txt that it must write\nb: the file x that it is given',
    ]),
    ['kattis', {'cases/a.status': '1\n', 'cases/c.status': '2\n'}, 'a: exit status 1\nc: exit status 2'],
  ];
  const suites: readonly [system: string, suite: string, problem: string][] = [
    ['autotest', '{"tolerances": ["crlf"]}', 'the tolerance crlf'],
    ['autotest', '{"tolerances": ["space"]}', 'the tolerance space'],
    ['autotest', '{"tolerances": ["case", "blank-lines"]}', 'the tolerance blank-lines'],
    ['autotest', '{"visibility": "hidden"}', 'a hidden case: students can read all of tests.txt'],
    ['kattis', '{"arguments": ["-n"]}', 'program arguments'],
    ['autotest', '{"environment": {"A": "1"}}', 'the variable A of its environment'],
    ['kattis', '{"environment": {"A": "1"}}', 'the variable A of its environment'],
    [
      'kattis',
      '{"tolerances": ["case"]}',
      'tolerances of a case: Kattis has validator_flags for the whole problem',
    ],
  ];
  const rows = [
    ...inexpressible,
    ...suites.map(([system, json, problem]): [string, Files, string] => [
      system,
      {'cases/suite.json': json},
      `a, b, c: ${problem}`,
    ]),
  ];
  for (const [system, files, problems] of rows) {
    test(
      `if ${system} cannot express ${problems.replaceAll('\n', ', ')}`,
      inProcess(async ({folder, write, fivedice}) => {
        write({...ECHO, ...files});
        const before = filesIn(folder);
        const stderr = `fivedice: ${system} cannot express this:\n${problems}\n`;
        assert.equal(await fivedice('export', '--to', system, 'cases'), {stdout: '', stderr, exitCode: 2});
        assert.equal(filesIn(folder), before);
      }),
    );
  }

  const ONE = 'name one folder of fixtures';
  const usage: readonly [args: string[], reason: string][] = [
    [['cases'], '--to is missing: autotest or kattis'],
    [['--to', 'domjudge', 'cases'], '--to takes autotest or kattis, not "domjudge"'],
    [['--to', 'toString', 'cases'], '--to takes autotest or kattis, not "toString"'],
    [['--to', 'kattis'], ONE],
    [['--to', 'kattis', 'cases', 'more'], ONE],
    [['--to', 'kattis', '--overwrite', 'cases'], 'unknown flag "--overwrite"'],
  ];
  for (const [args, reason] of usage) {
    test(
      `for fivedice export ${args.join(' ')}`,
      inProcess(async ({folder, fivedice}) => {
        const stderr = `fivedice: export: ${reason}\nfivedice export --help lists the flags\n`;
        assert.equal(await fivedice('export', ...args), {stdout: '', stderr, exitCode: 2});
        assert.equal(filesIn(folder), {});
      }),
    );
  }
});
