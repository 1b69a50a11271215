/* Programs that talk with a judge: one run of a judge in shell and of programs that each go wrong in another way. */
import * as assert from 'uvu/assert';
import {inProcess} from '../../support/door.js';
import {factsOf} from '../../support/marked.js';
import {suite} from '../../support/suite.js';

/** Asks for the double of each number of its input; refuses a wrong answer, and no answer. */
const JUDGE = `for n in $(cat "$1"); do
  echo "$n"
  read -r answer || { echo "no answer to $n" > "$3/teammessage.txt"; exit 43; }
  [ "$answer" = $((2 * n)) ] || { echo "the double of $n is not $answer" > "$3/teammessage.txt"; exit 43; }
done
[ "$(cat "$1")" != 9 ] || { echo 0.5 > "$3/score_multiplier.txt"; exit 42; }
[ "$(cat "$1")" != 8 ] || exit 1
echo "asked $n" > "$3/judgemessage.txt"
exit 42
`;

const ANSWERS = 'while read -r n; do echo $((2 * n)); done';

/** What becomes of each program in the first case: the verdict, its reason, and what was said. */
const PROGRAMS: readonly (readonly [
  program: string,
  verdict: string,
  reason: string | null,
  said: string | null,
])[] = [
  [ANSWERS, 'pass', null, null],
  [
    'read -r n; echo 7; sleep 100',
    'wrong-output',
    'the double of 3 is not 7\njudge.sh ended first',
    '«3⏎»\n7⏎',
  ],
  ['read -r n; echo 6', 'wrong-output', 'no answer to 4\nthe program ended first', '«3⏎»\n6⏎\n«4⏎»'],
  [`${ANSWERS}; exit 3`, 'wrong-status', 'exit status 3, expected 0', '«3⏎»\n6⏎\n«4⏎»\n8⏎'],
  ['kill -SEGV $$', 'crashed', 'SIGSEGV', '«3⏎»'],
  [
    'read -r n; echo $((2 * n)); read -r n; read -r never',
    'timed-out',
    'still running after 0.5 seconds, a deadlock: program and judge had both read all that was said',
    '«3⏎»\n6⏎\n«4⏎»',
  ],
  [`${ANSWERS}; sleep 100`, 'timed-out', 'still running after 0.5 seconds', '«3⏎»\n6⏎\n«4⏎»\n8⏎'],
];

const HEAD = '(«…» is what judge.sh said)\n';

for (const sandbox of [false, true]) {
  const itsSuite = sandbox ? suite.needs('bubblewrap') : suite;
  itsSuite(`interactive programs ${sandbox ? 'in' : 'outside'} the sandbox`, (test) => {
    test(
      'talk with their judge; who ended first and what was said is told',
      inProcess(async ({write, marks}) => {
        write({
          'cases/judge.sh': JUDGE,
          'cases/suite.json':
            '{"interactive": {"program": "judge.sh"}, "status": 0, "limits": {"wall": 0.5}, "cases": {"b-part": {"points": "4"}}}',
          ...Object.fromEntries(
            [
              ['a', '3 4'],
              ['b-part', '9'],
              ['c-broken', '8'],
            ].flatMap(([name, numbers]) => [
              [`cases/${name}.in`, `${numbers}\n`],
              [`cases/${name}.out`, ''],
            ]),
          ),
          ...Object.fromEntries(PROGRAMS.map(([program], index) => [`class/${index}.sh`, `${program}\n`])),
        });
        const flags = sandbox ? ['--sandbox'] : [];
        const first = ['--case', 'a', '--fixtures', 'cases', ...flags];
        const {submissions} = await marks('mark', '--all', 'class', ...first);
        for (const [index, [, verdict, reason, said]] of PROGRAMS.entries()) {
          const one = submissions.at(index)?.cases[0];
          const expected = [verdict, reason, said === null ? null : HEAD + said];
          const printed = one?.printed == null ? null : Buffer.from(one.printed, 'latin1').toString();
          assert.equal([one?.verdict, one?.reason, printed], expected, PROGRAMS[index]?.[0]);
        }
        const right = factsOf(await marks('mark', 'class/0.sh', '--fixtures', 'cases', ...flags), (one) => [
          one.verdict,
          one.points,
          one.judgeMessage,
        ]);
        assert.equal(right, {
          a: ['pass', '1', 'asked 4'],
          'b-part': ['partly-right', '2', null],
          'c-broken': ['could-not-check', '0', null],
        });
      }),
    );
  });
}

suite('what does not go with a judge', (test) => {
  test(
    'is said, and the command that repeats a failure joins both',
    inProcess(async ({write, fivedice, shell}) => {
      write({
        'cases/judge.sh': JUDGE,
        'cases/suite.json': '{"interactive": {"program": "judge.sh"}}',
        'cases/a.in': '3 4\n',
        'cases/a.out': '',
        'six.sh': 'read -r n; echo 6; read -r n; echo 7\n',
      });
      const {stdout} = await fivedice('mark', 'six.sh', '--fixtures', 'cases');
      const command = stdout.split('\n').find((line) => line.startsWith('  pipe=')) ?? 'false';
      assert.is((await shell(`export TMPDIR=.; ${command.trim()}`)).stdout, 'exit status 43\n');
      const recorded = await fivedice('record', '--reference', 'six.sh', 'cases');
      assert.match(recorded.stderr, 'a: what an interactive program prints depends on its judge');
      write({'cases/suite.json': '{"checker": "tokens", "interactive": {"program": "missing.sh"}}'});
      const refused = await fivedice('mark', 'six.sh', '--fixtures', 'cases');
      assert.match(refused.stderr, 'suite.json: checker, interactive: either of them judges, not both');
      assert.match(refused.stderr, 'suite.json: interactive.program: missing.sh: no such file or folder');
    }),
  );
});
