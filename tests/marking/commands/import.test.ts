/* Suites of other systems, written here by the public specification of each, with every feature that it has. */
import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {inProcess} from '../../support/door.js';
import {factsOf} from '../../support/marked.js';
import {filesIn} from '../../support/place.js';
import {suite} from '../../support/suite.js';

/** A Kattis package (legacy) with subtasks, all keys of its test data, and solutions. */
const KATTIS = {
  'p/problem.yaml':
    'name: Sums\ntype: scoring\nvalidator_flags: float_tolerance 1e-6\nlimits:\n  time_limit: 1\n  memory: 256\n  output: 1\n',
  'p/data/sample/1.in': '1 2\n',
  'p/data/sample/1.ans': '3\n',
  'p/data/sample/1.desc': 'two numbers\nmore\n',
  'p/data/testdata.yaml': 'on_reject: continue\ngrader_flags: ignore_sample\n',
  'p/data/secret/testdata.yaml': 'on_reject: continue\ngrader_flags: accept_if_any_accepted\n',
  'p/data/secret/g1/testdata.yaml':
    'on_reject: break\naccept_score: 40\nrange: 0 40\ngrader_flags: min\ngrading: custom\n',
  'p/data/secret/g1/1.in': '1 1\n',
  'p/data/secret/g1/1.ans': '2\n',
  'p/data/secret/g1/2.in': '2 2\n',
  'p/data/secret/g1/2.ans': '4.0\n',
  'p/data/secret/g1/3.in': '1 1\n',
  'p/data/secret/g1/3.ans': '2\n',
  'p/data/secret/g2/testdata.yaml': 'accept_score: 30\noutput_validator_flags: case_sensitive odd\n',
  'p/data/secret/g2/1.in': '7\n',
  'p/data/secret/g2/1.ans': '7\n',
  'p/data/secret/g2/lost.in': '8\n',
  'p/generators/gen.py': '',
  'p/submissions/accepted/right.sh': 'read -r a b; echo $((a + b))\n',
  'p/submissions/partially_accepted/two.sh': 'read -r a b; [ "$b" ] || a=0; echo $((a + b))\n',
  'p/submissions/wrong_answer/three.sh': 'echo 3\n',
  'p/submissions/run_time_error/stops.sh': 'read -r a b; echo $((a + b)); exit 1\n',
  'p/submissions/time_limit_exceeded/sleeps.sh': 'sleep 100\n',
};

const LEFT = `data/secret/g1/testdata.yaml: grading: custom
data/secret/g2/lost.in: no lost.ans beside it
data/secret/g2: the flag odd
generators: not taken
secret/g1/3: the same input as secret/g1/1: they are one case now
`;

suite('import', (test) => {
  test(
    'takes a Kattis package with subtasks, whose solutions do as their labels say',
    inProcess(async ({write, read, fivedice}) => {
      write(KATTIS);
      const imported = await fivedice('import', 'kattis', 'p', 'out');
      assert.equal([imported.stderr, imported.stdout], ['', `${LEFT}4 cases written to out\n`]);
      assert.equal(JSON.parse(read('out/secret/g1/suite.json')), {
        title: 'Sums: secret/g1',
        status: 0,
        limits: {cpu: 1, wall: 3, memory: 256, output: 1024},
        checker: {numbers: {absolute: '1e-6', relative: '1e-6', case: 'ignore'}},
        visibility: 'hidden',
        group: 'min',
        skipAfterFailure: true,
        cases: {1: {points: 40}, 2: {points: 0}},
      });
      const {checker, group, cases} = JSON.parse(read('out/secret/g2/suite.json'));
      const numbers = {absolute: '1e-6', relative: '1e-6', case: 'count'};
      assert.equal([checker, group, cases], [{numbers}, 'all', {1: {points: 30}}]);
      const expected = ['mark', '--expect', '--all', 'p/submissions', '--fixtures', 'out', '--wall', '1'];
      const checked = await fivedice(...expected);
      assert.equal(
        [checked.stdout, checked.exitCode],
        ['5 of 5 submissions did as their labels say\n', 0],
        checked.stderr,
      );
      write({'p/submissions/accepted/wrong.sh': 'echo 3\n', 'p/submissions/slow/no.sh': 'echo 3\n'});
      const wrong = await fivedice(...expected, '--report', 'json:marks.json');
      assert.is(wrong.exitCode, 1);
      assert.is(
        wrong.stdout,
        `accepted/wrong.sh: expected accepted, but secret/g1/1: wrong output: a number is off by more than 1e-6 and 1e-6 of it
slow/no.sh: expected time_limit_exceeded, but secret/g1/1: wrong output: a number is off by more than 1e-6 and 1e-6 of it
5 of 7 submissions did as their labels say
`,
      );
      const {submissions} = JSON.parse(read('marks.json'));
      assert.is(submissions[0].points, '70');
      write({
        'p/submissions/mixed/either.sh': '# @EXPECTED_RESULTS@: TIMELIMIT, RUN-ERROR\nexit 3\n',
        'p/submissions/slow/no.sh': '# @EXPECTED_RESULTS@: CORRECT\necho 3\n',
      });
      assert.match(
        (await fivedice(...expected)).stdout,
        /no\.sh: expected accepted, [\s\S]*\n6 of 8 submissions/,
      );
      write({'labels.csv': 'submission;label\nright.sh;accepted\n'});
      const byTable = [
        'mark',
        '--labels',
        'labels.csv',
        '--all',
        'p/submissions/accepted',
        '--fixtures',
        'out',
      ];
      assert.match((await fivedice(...byTable)).stderr, 'labels.csv: wrong.sh: there is no row of it');
      write({'labels.csv': 'submission;label\nright.sh;accepted\nwrong.sh;wrong-answer\n'});
      assert.is((await fivedice(...byTable)).exitCode, 0);
      assert.match(
        (await fivedice('import', 'kattis', 'p', 'out')).stderr,
        'out is not empty: name a new folder',
      );
    }),
  );

  test(
    'takes the groups, arguments and files of a Kattis package of 2025',
    inProcess(async ({write, read, fivedice, marks}) => {
      write({
        'p/problem.yaml':
          'problem_format_version: 2025-09\nname: {sv: Summor, en: Sums}\ntype: [scoring]\nconstants: {n: 1}\n',
        'p/data/secret/test_group.yaml': 'max_score: 101\n',
        'p/data/secret/g1/test_group.yaml': 'max_score: 1\n',
        'p/data/secret/g1/a.in': '',
        'p/data/secret/g1/a.ans': 'A\n',
        'p/data/secret/g1/b.in': '',
        'p/data/secret/g1/b.ans': 'HI Two Words\n',
        'p/data/secret/g1/b.yaml':
          'args: [f.txt, two words]\ndescription: |\n  reads a file\n  more\noutput_validator_args: [case_sensitive]\n',
        'p/data/secret/g1/b.files/f.txt': 'HI\n',
        'p/data/secret/g2/test_group.yaml':
          'max_score: 100\nscore_aggregation: sum\nrequire_pass: secret/g1\n',
        ...Object.fromEntries(
          [1, 2, 3].flatMap((n) => [
            [`p/data/secret/g2/${n}.in`, `${n}`],
            [`p/data/secret/g2/${n}.ans`, '1\n'],
          ]),
        ),
        'x.sh': 'if [ "$1" ]; then echo $(cat "$1") Two Words; else cat; fi\n',
      });
      const {stdout} = await fivedice('import', 'kattis', 'p', 'out');
      assert.match(stdout, 'constants');
      assert.match(stdout, 'no time limit');
      assert.match(stdout, 'data/secret/g2/test_group.yaml: require_pass');
      const {title, group, limits, cases} = JSON.parse(read('out/secret/g1/suite.json'));
      assert.equal([title, group, limits], ['Sums: secret/g1', 'all', {memory: 2048, output: 8192}]);
      assert.equal(
        [cases.a, cases.b.points, cases.b.about, cases.b.checker],
        [{points: 1}, 0, 'reads a file', {tokens: {case: 'count'}}],
      );
      const marked = await marks('mark', 'x.sh', '--fixtures', 'out');
      assert.equal(
        factsOf(marked, (one) => `${one.verdict} ${one.points}`),
        {
          'secret/g1/a': 'wrong-output 0',
          'secret/g1/b': 'pass 0',
          'secret/g2/1': 'pass 33.333334',
          'secret/g2/2': 'wrong-output 0.000000',
          'secret/g2/3': 'wrong-output 0.000000',
        },
      );
    }),
  );

  test(
    'gives back what export wrote for Kattis',
    inProcess(async ({folder, write, read, fivedice}) => {
      write({
        'cases/a.in': '1',
        'cases/a.out': '1.5',
        'cases/suite.json':
          '{"visibility": "hidden", "status": 0, "checker": {"numbers": {"absolute": "1e-2"}}}',
      });
      await fivedice('export', '--to', 'kattis', 'cases', '--out', 'there');
      const {stderr, stdout} = await fivedice('import', 'kattis', 'there', 'back');
      assert.match(stderr + stdout, 'problem.yaml: no such file');
      const back = filesIn(join(folder, 'back/secret'));
      assert.equal([back['a.in'], back['a.out']], ['1', '1.5']);
      const {checker} = JSON.parse(read('back/secret/suite.json'));
      assert.equal(checker, {numbers: {absolute: '1e-2', relative: '0', case: 'count'}});
    }),
  );

  test.needs('python3')(
    'takes a problem of DMOJ from its archive, with batches and a checker',
    inProcess(async ({folder, write, read, marks, fivedice}) => {
      write({
        'p/init.yml': `archive: data.zip
checker: {name: floats, args: {precision: 2}}
pretest_test_cases:
- {in: a.in, out: a.out, points: 1}
test_cases:
- {in: b.in, out: b.out, points: 4}
- points: 5
  batched:
  - {in: c.in, out: c.out}
  - {in: d.in, out: d.out}
interactive: {files: x.py}
`,
      });
      const script = `import sys, zipfile
z = zipfile.ZipFile(sys.argv[1], 'w')
for n, i in zip('abcd', '1234'): z.writestr(n + '.in', i + chr(10)); z.writestr(n + '.out', i + '.001' + chr(10))`;
      execFileSync('python3', ['-c', script, join(folder, 'p/data.zip')]);
      const {stdout} = await fivedice('import', 'dmoj', 'p', 'out');
      assert.match(stdout, /^init\.yml: interactive\n.* no limits: .*\n4 cases written to out\n$/);
      assert.equal(JSON.parse(read('out/tests/02/suite.json')), {
        checker: {numbers: {absolute: '1e-2', relative: '1e-2'}},
        visibility: 'hidden',
        group: 'all',
        skipAfterFailure: true,
        cases: {'01': {points: 5}, '02': {points: 0}},
      });
      const marked = await marks(
        'mark',
        '--fixtures',
        'out',
        '--',
        'sh',
        '-c',
        'read -r n; [ $n = 4 ] || echo $n',
      );
      const points = factsOf(marked, (one) => one.points);
      assert.equal(points, {'pretest/01': '0', 'tests/01': '4', 'tests/02/01': '0', 'tests/02/02': '0'});
    }),
  );

  test.needs('g++')(
    'takes cases of DMOJ by their names, and its native checkers',
    inProcess(async ({folder, write, read, marks, fivedice}) => {
      write({
        'p/init.yml': `test_cases: {case_points: [1, 2]}
checker: {name: bridged, args: {files: [check.cpp, more.h], type: testlib}}
`,
        'p/check.cpp':
          '#include "more.h"\nint main(int n, char **w) { return n == 4 && first(w[2]) == first(w[3]) ? 0 : 1; }\n',
        'p/more.h':
          '#include <fstream>\nstatic int first(const char *p) { return std::ifstream(p).get(); }\n',
        'p/1.in': '1',
        'p/1.out': `x\r\n${'\n'.repeat(2_000_000)}`,
        'p/2-1.in': '2',
        'p/2-1.out': 'xy',
        'p/2-10.in': '10',
        'p/2-10.out': 'y',
      });
      await fivedice('import', 'dmoj', 'p', 'out');
      assert.equal(JSON.parse(read('out/tests/02/suite.json')).cases, {'01': {points: 2}, '02': {points: 0}});
      const goldens = filesIn(join(folder, 'out/tests'));
      assert.equal([goldens['01.out']?.slice(0, 3), goldens['02/02.in']], ['x\n\n', '10\n']);
      // A golden must fit under the limit on output.
      assert.equal(JSON.parse(read('out/tests/suite.json')).limits, {output: 3908});
      const marked = await marks('mark', '--fixtures', 'out', '--', 'echo', 'x');
      const verdicts = factsOf(marked, (one) => `${one.verdict} ${one.points}`);
      assert.equal(verdicts, {
        'tests/01': 'pass 1',
        'tests/02/01': 'pass 0',
        'tests/02/02': 'wrong-output 0',
      });
    }),
  );

  test(
    'gives back what export wrote for autotest, and lists what it does not know',
    inProcess(async ({folder, write, read, fivedice}) => {
      write({
        'cases/a.in': 'one "two"\\\n\tthree \xc3\xa9',
        'cases/a.out': 'x\0\n'.replace('\0', '\x01'),
        'cases/b.in': '',
        'cases/b.out': 'y  \n',
        'cases/suite.json':
          '{"limits": {"cpu": 3}, "cases": {"b": {"arguments": ["-n", "a b"], "tolerances": ["trailing-space", "case"]}}}',
      });
      const exported = await fivedice('export', '--to', 'autotest', 'cases', '--out', 'there');
      assert.is(exported.stderr, '');
      const text = read('there/tests.txt');
      write({'there/tests.txt': `${text}odd stdin='q' expected_stdout=r valgrind=True\n`});
      const {stdout, stderr} = await fivedice('import', 'autotest', 'there', 'back');
      assert.equal([stderr, stdout.split('\n')[0]], ['', 'tests.txt:7: the parameter valgrind']);
      const [before, after] = [filesIn(join(folder, 'cases')), filesIn(join(folder, 'back'))];
      for (const name of ['a.in', 'a.out', 'b.in', 'b.out']) assert.is(after[name], before[name], name);
      assert.equal(JSON.parse(read('back/suite.json')).cases.b, {
        about: 'cases: b',
        arguments: ['-n', 'a b'],
        tolerances: ['trailing-space', 'case'],
        limits: {cpu: 3, wall: 7},
      });
    }),
  );

  test(
    'takes what tests.txt can say: words, lists, files, several lines of a test',
    inProcess(async ({folder, write, read, fivedice}) => {
      write({
        't/tests.txt': `files=prime.c helper.c # two
program=prime
01 arguments=42 expected_stdout=["43.txt"] max_cpu_seconds=4 max_real_seconds=9
02 command=./prime 7 'a b' expected_stdout='''yes
# no
'''
03 command='./prime | sort' stdin="x"
04 stdin="1" expected_stdout=r"2\\n" \\
   expected_stderr="bad" environment_set={'SAY': 'de', "N": 3}
04 expected_files={"a.txt": "A",
   'b.txt': ["43.txt"]} compare_only_characters="a-z"
05
`,
        't/43.txt': '43\n',
        't/05.stdin': 'in',
        't/05.stdout': 'out',
        't/more.h': '',
      });
      const {stdout, stderr} = await fivedice('import', 'autotest', 't', 'out');
      assert.is(
        stdout + stderr,
        `tests.txt: 03: no case: it runs the command ./prime | sort
more.h: not taken; files of suite.json gives programs what they read
4 cases written to out
`,
      );
      const {'suite.json': said, ...files} = filesIn(join(folder, 'out'));
      assert.equal(files, {
        '01.in': '',
        '01.out': '43\n',
        '02.in': '',
        '02.out': 'yes\n# no\n',
        '04.err': 'bad',
        '04.in': '1',
        '04.out': '2\\n',
        '04.files/a.txt': 'A',
        '04.files/b.txt': '43\n',
        '05.in': 'in',
        '05.out': 'out',
      });
      const {cases} = JSON.parse(read('out/suite.json'));
      assert.equal(
        [cases['01'].arguments, cases['01'].limits, cases['02'].arguments],
        [['42'], {cpu: 4, wall: 9}, ['7', 'a b']],
      );
      assert.equal(
        [cases['04'].environment, cases['04'].tolerances],
        [{SAY: 'de', N: '3'}, ['trailing-space', 'only a\\-z\\n']],
      );
      assert.ok(said);
    }),
  );

  const refused: readonly (readonly [
    args: readonly string[],
    files: Readonly<Record<string, string>>,
    why: string,
  ])[] = [
    [
      ['dice', 'p', 'out'],
      {},
      'name the system (kattis, dmoj or autotest), the folder to read, and a new folder',
    ],
    [['kattis', 'none', 'out'], {}, 'none: no such file or folder'],
    [['kattis', 'p', 'out'], {'p/x': ''}, 'p: problem.yaml: no such file'],
    [['kattis', 'p', 'out'], {'p/problem.yaml': 'a: [1'}, 'p: problem.yaml: '],
    [['kattis', 'p', 'out'], {'p/problem.yaml': '3'}, 'p: problem.yaml: '],
    [['kattis', 'p', 'out'], {'p/problem.yaml': ''}, 'p: no cases in it'],
    [['dmoj', 'p', 'out'], {'p/init.yml': 'test_cases: {input_format: x}'}, 'p: no cases in it'],
    [['dmoj', 'p', 'out'], {'p/init.yml': 'test_cases: [{in: a}]'}, 'p: init.yml: a: no such file'],
    [
      ['dmoj', 'p', 'out'],
      {'p/init.yml': 'archive: x.zip\ntest_cases: []', 'p/x.zip': 'PK'},
      'p: it is no zip file',
    ],
    [['autotest', 'p', 'out'], {'p/tests.txt': 'a stdin="x" "\n'}, 'p: tests.txt:1: '],
    [
      ['autotest', 'p', 'out'],
      {'p/tests.txt': 'a expected_files={"../../../x": ""}\n'},
      'p: a.files/../../../x: it would lie outside of out',
    ],
  ];
  for (const [args, files, why] of refused) {
    test(
      `writes nothing, and says: ${why}`,
      inProcess(async ({folder, write, fivedice}) => {
        write(files);
        const {stderr, exitCode} = await fivedice('import', ...args);
        assert.equal([exitCode, existsSync(join(folder, 'out'))], [2, false], stderr);
        assert.ok(stderr.includes(why), stderr);
      }),
    );
  }
});
