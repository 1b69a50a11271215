import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {inProcess} from '../../support/door.js';
import {factsOf} from '../../support/marked.js';
import type {Files, Place} from '../../support/place.js';
import {suite} from '../../support/suite.js';

/** Gives a part of the points to one output, none to another, and all to the others. */
const CHECK = `#!/bin/sh
echo ran >> "$4"
case $(cat) in
  part) echo one of two > teammessage.txt; echo 0.5 > score_multiplier.txt; exit 42;;
  none) echo 2 of 3 are wrong > teammessage.txt; exit 43;;
  odd) exit 7;;
  *) exit 42;;
esac
`;

/** Three cases; a program that prints its input passes the first, half of the second, and nothing of the third. */
const casesIn = (folder: string, last = 'none'): Files => ({
  ...Object.fromEntries(
    ['all', 'part', last].flatMap((name, index) => [
      [`cases/${index}.in`, `${name}\n`],
      [`cases/${index}.out`, 'golden\n'],
    ]),
  ),
  'cases/suite.json': JSON.stringify({
    points: '0.5',
    checker: {program: 'check/check.sh', arguments: [join(folder, 'log')]},
  }),
  'cases/check/check.sh': CHECK,
  'cat.sh': '#!/bin/sh\ncat\n',
  'cat/cat.sh': '#!/bin/sh\ncat\n',
  log: '',
});

const MARK = ['mark', '--no-sandbox', '--fixtures', 'cases', '-j', '1'] as const;

const inCases = (use: (place: Place) => Promise<void>): (() => Promise<void>) =>
  inProcess((place) => {
    place.write(casesIn(place.folder));
    return use(place);
  });

/** How often the checker ran since the last look. */
function checksIn({read, write}: Place): number {
  const runs = read('log').length / 'ran\n'.length;
  write({log: ''});
  return runs;
}

suite('an output that is partly right', (test) => {
  test(
    'gets its points, and is no pass',
    inCases(async ({marks, fivedice}) => {
      const marked = await marks(...MARK, 'cat.sh');
      assert.equal(
        factsOf(marked, ({verdict, points, maxPoints}) => [verdict, points, maxPoints]),
        {0: ['pass', '0.5', '0.5'], 1: ['partly-right', '0.25', '0.5'], 2: ['wrong-output', '0.0', '0.5']},
      );
      // Where an output differs from the golden need not be what the program of the course found wrong.
      assert.equal(
        factsOf(marked, ({difference}) => difference?.exactness),
        {0: undefined, 1: 'none', 2: 'none'},
      );
      const {stdout, exitCode} = await fivedice(...MARK, 'cat.sh');
      assert.is(exitCode, 1);
      assert.match(stdout, '\n1 case: partly right: 0.25 of 0.5 points\n  1\n  one of two\n');
      assert.match(stdout, '\n1 case: wrong output: # of # are wrong\n  2\n  2 of 3 are wrong\n');
      assert.match(stdout, '\n0.75/1.5 points, 1 of 3 cases passed, sandbox off\n');
    }),
  );

  // Each row: a format, and what it has of the case.
  const formats: readonly (readonly [format: string, ...parts: string[]])[] = [
    ['csv', 'cat.sh,0.75,1.5,pass,partly-right 0.25/0.5,wrong-output\r\n'],
    ['junit', '<failure type="partly-right" message="partly right: 0.25 of 0.5 points">', 'failures="2"'],
    ['gradescope', '"score": 0.25,\n      "max_score": 0.5,\n      "status": "failed"'],
    ['github', '::error title=cat.sh%3A 1::partly right: 0.25 of 0.5 points%0A  one of two'],
    ['mrk', '** Test failed (partly right: 0.25 of 0.5 points)', '!!FAILed (-0.25)', 'MARK:    0.75/1.5'],
  ];
  for (const [format, ...parts] of formats) {
    test(
      `is told by the report ${format}`,
      inCases(async ({fivedice}) => {
        const {stdout} = await fivedice(...MARK, '--report', format, 'cat.sh');
        for (const part of parts) assert.ok(stdout.includes(part), `${part}\n${stdout}`);
      }),
    );
  }

  test(
    'ends a submission with --fail-fast',
    inCases(async ({marks}) => {
      const marked = await marks(...MARK, '--fail-fast', 'cat.sh');
      assert.equal(Object.values(factsOf(marked, ({verdict}) => verdict)), [
        'pass',
        'partly-right',
        'skipped',
      ]);
    }),
  );
});

suite('the results of a suite with a checker', (test) => {
  // Each row: what changes, the files that change, and how many cases are checked again.
  const changes: readonly (readonly [what: string, files: (folder: string) => Files, checks: number])[] = [
    ['nothing', () => ({}), 0],
    ['the points, of which it gives a part', (folder) => suiteWith(folder, {points: '1'}), 3],
    ['its bytes', () => ({'cases/check/check.sh': `${CHECK}#\n`}), 3],
    ['a file beside it', () => ({'cases/check/rule.h': ''}), 3],
    ['its arguments', (folder) => suiteWith(folder, {}, {arguments: [join(folder, 'log'), 'x']}), 3],
    ['its limits', (folder) => suiteWith(folder, {}, {limits: {wall: 30}}), 3],
  ];
  for (const [what, files, checks] of changes) {
    test(
      `are used again after a change of ${what} for all but ${checks} of 3 cases`,
      inCases(async (place) => {
        const mark = [...MARK, '--results', 'r', 'cat.sh'];
        await place.fivedice(...mark);
        assert.is(checksIn(place), 3);
        place.write(files(place.folder));
        await place.fivedice(...mark);
        assert.is(checksIn(place), checks);
      }),
    );
  }

  test(
    'are not used again if it failed',
    inProcess(async (place) => {
      place.write(casesIn(place.folder, 'odd'));
      const mark = [...MARK, '--results', 'r', 'cat.sh'];
      const first = await place.fivedice(...mark);
      assert.is(first.exitCode, 3);
      const checks = checksIn(place);
      await place.fivedice(...mark);
      assert.is(checksIn(place), checks);
    }),
  );
});

suite('checkers', (test) => {
  test(
    'that could not be run are a mistake, told at the start',
    inProcess(async ({write, fivedice}) => {
      write({'cases/a.in': '', 'cases/a.out': '', 'cat.sh': '', 'cases/check.txt': ''});
      write({'cases/suite.json': '{"checker": {"program": "check.txt"}}'});
      const {stderr, exitCode} = await fivedice(...MARK, 'cat.sh');
      assert.match(stderr, /cases\/check\.txt: it is not executable, nor in a known language/);
      assert.is(exitCode, 2);
    }),
  );

  test(
    'of fivedice say what differs in their own terms, and show just that',
    inProcess(async ({write, marks}) => {
      write({
        'cases/a.in': 'sum: 1.501 2\n3.01\n',
        'cases/a.out': 'sum: 1.5 2.0\n3\n',
        'cases/suite.json': '{"checker": {"numbers": {"absolute": 0.001}}}',
      });
      const marked = await marks('mark', '--no-sandbox', '--fixtures', 'cases', '--', 'cat');
      const {reason, difference, reproduce} = marked.submissions[0]?.cases[0] ?? {};
      // A diff would name numbers that are right, too.
      assert.not.match(reproduce ?? 'none', /none|diff/);
      assert.is(reason, 'token 1 of line 2: expected 3, actual 3.01: off by more than 0.001');
      assert.is(difference?.summary, 'a number is off by more than 0.001');
      assert.equal(
        difference?.diff.map(({kind}) => kind),
        ['same', 'expected', 'actual'],
      );
    }),
  );

  const exactnesses = [
    ['"tokens"', 'byte'],
    ['{"tokens": {"case": "ignore"}}', 'line'],
    ['"numbers"', 'line'],
    ['"any-order"', 'line'],
  ] as const;
  for (const [checker, exactness] of exactnesses) {
    test(
      `say how exactly they know the place of a mistake: ${checker}`,
      inProcess(async ({write, marks}) => {
        write({'cases/a.in': 'a\n', 'cases/a.out': 'b\n', 'cases/suite.json': `{"checker": ${checker}}`});
        const marked = await marks('mark', '--no-sandbox', '--fixtures', 'cases', '--', 'cat');
        assert.is(marked.submissions[0]?.cases[0]?.difference?.exactness, exactness);
      }),
    );
  }
});

suite('a file that a program must write', (test) => {
  const ACCEPT: Files = {'cases/check/check.sh': '#!/bin/sh\nexit 42\n'};
  const NUMBERS = {numbers: {absolute: 0.001}};
  const missing = 'wrong output: it wrote no file log/it';
  const wrongLine = 'line "b" is missing; line 2, "c", is unexpected';
  // Each row: the checker, the golden file, the one that is written, and what is said of it.
  const rows: readonly (readonly [
    checker: unknown,
    golden: string,
    file: string,
    says: readonly string[],
  ])[] = [
    [NUMBERS, 'sum 0.5\n', 'sum: 0.5\n', ['wrong output: in log/it: "sum:" instead of "sum"']],
    [NUMBERS, '1 2\n3\n', '1.0 2.0005\n3\n', []],
    [
      NUMBERS,
      '1 2\n3\n',
      '1.0 2.0005\n4\n',
      [
        'wrong output: in log/it: a number is off by more than 0.001',
        'token 1 of line 2: expected 3, actual 4: off by more than 0.001',
        'at line 2',
        'expected  3',
        'actual    4',
      ],
    ],
    ['tokens', 'a b\n', 'a\nb', []],
    [{tokens: {case: 'ignore'}}, 'a b\n', 'A\nB', []],
    ['any-order', 'a\nb\n', 'b\na\n', []],
    ['any-order', 'a\nb\n', 'a\nc\n', ['wrong output: in log/it: line "b" is missing', wrongLine]],
    [{program: 'check/check.sh'}, 'a\n', 'a\n', []],
    [
      {program: 'check/check.sh'},
      'a\n',
      'a\r\n',
      ['wrong output: in log/it: carriage returns at the end of "a"'],
    ],
    ['tokens', 'a\n', '', [missing]],
    [{program: 'check/check.sh'}, 'a\n', '', [missing]],
  ];
  for (const [checker, golden, file, says] of rows) {
    const how = `${JSON.stringify(checker)}: ${JSON.stringify([golden, file])}`;
    test(
      `is checked as the output is, but not by a program of the course: ${how}`,
      inProcess(async ({write, fivedice}) => {
        write({
          'cases/a.in': file,
          'cases/a.out': '',
          'cases/a.files/log/it': golden,
          'cases/suite.json': JSON.stringify({checker}),
          ...(how.includes('check.sh') ? ACCEPT : {}),
        });
        const line = file === '' ? 'true' : 'mkdir log; cat > log/it';
        const {stdout, exitCode} = await fivedice(...MARK, '--', 'sh', '-c', line);
        assert.is(exitCode, says.length === 0 ? 0 : 1, stdout);
        for (const one of says) assert.ok(stdout.includes(one), `${one}\n${stdout}`);
      }),
    );
  }

  test(
    'is shown by the command that repeats the run: a diff would name what the checker accepts',
    inProcess(async ({folder, write, marks, shell}) => {
      write({
        'cases/a.in': 'b\nc\n',
        'cases/a.out': '',
        'cases/a.files/log': 'a\nb\n',
        'cases/suite.json': '{"checker": "any-order"}',
      });
      const marked = await marks(
        'mark',
        '--no-sandbox',
        '--fixtures',
        'cases',
        '--',
        'sh',
        '-c',
        'cat > log',
      );
      const [line] = Object.values(factsOf(marked, ({reproduce}) => reproduce));
      assert.is((await shell(`export TMPDIR='${folder}'; ${line}`)).stdout, 'b\nc\n');
    }),
  );
});

function suiteWith(folder: string, said: object, checker: object = {}): Files {
  const before = JSON.parse(casesIn(folder)['cases/suite.json'] ?? '');
  const after = {...before, ...said, checker: {...before.checker, ...checker}};
  return {'cases/suite.json': JSON.stringify(after)};
}
