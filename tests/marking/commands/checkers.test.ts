import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {inProcess} from '../../support/door.js';
import {factsOf} from '../../support/marked.js';
import {type Files, filesIn, type Place} from '../../support/place.js';
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
  log: '',
});

const MARK = ['mark', '--no-sandbox', '--fixtures', 'cases', '-j', '1'] as const;

/** How often the checker ran since the last look. */
function checksIn({read, write}: Place): number {
  const runs = read('log').length / 'ran\n'.length;
  write({log: ''});
  return runs;
}

suite('checkers', (test) => {
  test(
    'give a part of the points, which is no pass and ends a submission with --fail-fast',
    inProcess(async ({folder, write, marks, fivedice}) => {
      write(casesIn(folder));
      // Where an output differs from the golden need not be what the program of the course found wrong.
      assert.equal(
        factsOf(await marks(...MARK, 'cat.sh'), (one) => [
          ...[one.verdict, one.points, one.maxPoints],
          one.difference?.exactness,
        ]),
        {
          0: ['pass', '0.5', '0.5', undefined],
          1: ['partly-right', '0.25', '0.5', 'none'],
          2: ['wrong-output', '0.0', '0.5', 'none'],
        },
      );
      const formats = ['csv', 'junit', 'gradescope', 'github', 'mrk'];
      const reports = formats.flatMap((format) => ['--report', `${format}:out/${format}`]);
      const {stdout, exitCode} = await fivedice(...MARK, ...reports, 'cat.sh');
      assert.is(exitCode, 1);
      assert.match(
        stdout,
        '\n1 case: partly right: 0.25 of 0.5 points\n  1\n  the checker says: one of two\n',
      );
      assert.match(stdout, '\n0.75/1.5 points, 1 of 3 cases passed, sandbox off\n');
      const written = filesIn(join(folder, 'out'));
      for (const [format, ...parts] of [
        ['csv', 'cat.sh,0.75,1.5,pass,partly-right 0.25/0.5,wrong-output\r\n'],
        ['junit', '<failure type="partly-right" message="partly right: 0.25 of 0.5 points">', 'failures="2"'],
        ['gradescope', '"score": 0.25,\n      "max_score": 0.5,\n      "status": "failed"'],
        [
          'github',
          '::error title=cat.sh%3A 1::partly right: 0.25 of 0.5 points%0Athe checker says: one of two',
        ],
        ['mrk', '** Test failed (partly right: 0.25 of 0.5 points)', '!!FAILed (-0.25)', 'MARK:    0.75/1.5'],
      ] as const)
        for (const part of parts) assert.ok(written[format]?.includes(part), `${part}\n${written[format]}`);
      const verdicts = factsOf(await marks(...MARK, '--fail-fast', 'cat.sh'), ({verdict}) => verdict);
      assert.equal(Object.values(verdicts), ['pass', 'partly-right', 'skipped']);
    }),
  );

  test(
    'check again after any change of theirs, and if they failed; else their results are used again',
    inProcess(async (place) => {
      const {folder, write, fivedice} = place;
      const mark = [...MARK, '--results', 'r', 'cat.sh'];
      const suiteJson = JSON.parse(casesIn(folder)['cases/suite.json'] ?? '');
      const suiteWith = (said: object, checker: object = {}): Files => ({
        'cases/suite.json': JSON.stringify({
          ...suiteJson,
          ...said,
          checker: {...suiteJson.checker, ...checker},
        }),
      });
      for (const [files, checks] of [
        [casesIn(folder), 3],
        [{}, 0],
        [suiteWith({}, {arguments: [join(folder, 'log'), 'x']}), 3],
        [{'cases/check/check.sh': `${CHECK}#\n`}, 3],
        [{'cases/check/rule.h': ''}, 3],
        [{'cases/2.in': 'odd\n'}, 3],
        [{}, 3],
      ] as const) {
        write(files);
        await fivedice(...mark);
        assert.is(checksIn(place), checks, JSON.stringify(files));
      }
      assert.is((await fivedice(...mark)).exitCode, 3);
    }),
  );

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
    'check files that a program must write, but those of the course do not',
    inProcess(async ({write, fivedice}) => {
      const numbers = {numbers: {absolute: 0.001}};
      const program = {program: 'check/check.sh'};
      const missing = 'wrong output: it wrote no file log/it';
      // Each row: the checker, the golden file, the one that is written, and what is said of it.
      for (const [checker, golden, file, says] of [
        [numbers, '1 2\n3\n', '1.0 2.0005\n3\n', null],
        [numbers, '1\n3\n', '1\n4\n', 'wrong output: in log/it: "4" instead of "3"'],
        [numbers, '1\n', '', missing],
        [program, 'a\n', 'a\n', null],
        [program, 'a\n', 'a\r\n', 'wrong output: in log/it: carriage returns at the end of "a"'],
        [program, 'a\n', '', missing],
      ] as const) {
        const files = checker === numbers ? ['check/check.sh'] : [];
        write({
          ...{'cases/a.in': file, 'cases/a.out': '', 'cases/a.files/log/it': golden},
          'cases/suite.json': JSON.stringify({checker, files}),
          'cases/check/check.sh': '#!/bin/sh\nexit 42\n',
        });
        const line = file === '' ? 'true' : 'mkdir log; cat > log/it';
        const {stdout, exitCode} = await fivedice(...MARK, '--', 'sh', '-c', line);
        assert.is(exitCode, says === null ? 0 : 1, stdout);
        assert.ok(stdout.includes(says ?? ''), stdout);
      }
    }),
  );
});
