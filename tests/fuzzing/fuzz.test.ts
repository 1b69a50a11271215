import * as assert from 'uvu/assert';
import {sameBytes} from '../support/bytes.js';
import {ASSIGN1, run} from '../support/command.js';
import {inProcess} from '../support/door.js';
import {effort, isThorough} from '../support/effort.js';
import {ECHO} from '../support/marked.js';
import {filesIn} from '../support/place.js';
import {wrongTool} from '../support/strict-tool.js';
import {suite} from '../support/suite.js';
import {toolsFor} from '../support/tools.js';

const WRONG = wrongTool('Incorrect Number of Values.', 'Incorrect number of Values.');

/** Prints the right output, but always ends with status 0. */
const ALWAYS_ZERO = wrongTool('process.exitCode = main(', 'main(');

/** Far from what a session takes on a loaded machine: who runs out of time is run again, and some here count their runs. */
const WIDE = ['--wall', '60'];
const WIDE_SUITE = '{"limits": {"wall": 60}}';

suite('fuzz finds no difference', (test) => {
  const RUNS = effort(8, 3);
  const BOTH = 'it agrees with both readings: nothing told them apart\n';
  const same: readonly [what: string, args: string[], agrees?: string][] = [
    ['between the strict tool and itself', [ASSIGN1], BOTH],
    [
      'between the same flags',
      [
        '--reference',
        'assign1 --stage 1 --choice character',
        '--',
        ASSIGN1,
        '--choice=character',
        '--stage=1',
      ],
    ],
    ['between two processes', [ASSIGN1, '--reference', `'${ASSIGN1}'`]],
    ['if it is tolerated', ['wrong.cjs', '--tolerate', 'case'], BOTH],
    ['in exit statuses, unless they count', ['zero.cjs'], BOTH],
  ];
  for (const [what, args, agrees = ''] of same) {
    test(
      what,
      inProcess(async ({write, fivedice}) => {
        write({'wrong.cjs': WRONG, 'zero.cjs': ALWAYS_ZERO});
        const actual = await fivedice('fuzz', ...WIDE, '--runs', `${RUNS}`, '--seed', '7', ...args);
        assert.equal(actual, {
          stdout: `${RUNS} sessions, no difference (seed 7)\n${agrees}`,
          stderr: '',
          exitCode: 0,
        });
      }),
    );
  }
});

suite('fuzz finds a wrong program within 2000 sessions, and the smallest input that shows it', (test) => {
  // Each row: what is wrong, the change to the program, and the smallest input according to the rules.
  const mistakes: readonly [what: string, from: string, to: string, input: string][] = [
    ['the words for a value out of range', 'Value Out of Range.', 'Value out of Range.', '0\n'],
    ['the words for a wrong number of values', 'Number of Values.', 'number of Values.', ''],
    ['the words for the score', 'Your score is:', 'Your Score is:', '1 1 1 1 1\n3\n1\n'],
  ];
  // A whole session takes a hundred processes to make small; without processes the tests of mutants do it, too.
  for (const [what, from, to, input] of isThorough ? mistakes : mistakes.slice(1, 2)) {
    test(
      `${what}: ${JSON.stringify(input)}; saved as a case, it lets mark tell wrong from right`,
      inProcess(async ({folder, write, read, fivedice}) => {
        write({'wrong.cjs': wrongTool(from, to), 'saved/suite.json': WIDE_SUITE});
        const args = [...WIDE, '--runs', '2000', '--seed', '3', '--save', 'saved'];
        const {stdout, stderr, exitCode} = await fivedice('fuzz', 'wrong.cjs', ...args);
        assert.equal({stderr, exitCode}, {stderr: '', exitCode: 1});
        assert.match(
          stdout,
          /^session \d+ differs \(seed 3\); the smallest that differs, after \d+ steps?:\n\nwrong output/,
        );
        assert.match(
          stdout,
          '\n  ./wrong.cjs < saved/fuzz-1.in | diff --text saved/fuzz-1.out -\n\nsaved: saved/fuzz-1.in, saved/fuzz-1.out\n',
        );
        sameBytes(read('saved/fuzz-1.in'), input, 'the smallest input');
        sameBytes(read('saved/fuzz-1.out'), (await run(ASSIGN1, [], {input})).stdout, 'the right output');
        assert.equal(Object.keys(filesIn(`${folder}/saved`)), ['fuzz-1.in', 'fuzz-1.out', 'suite.json']);
        assert.is((await fivedice('mark', '--fixtures', 'saved', 'wrong.cjs')).exitCode, 1);
        assert.is((await fivedice('mark', '--fixtures', 'saved', ASSIGN1)).exitCode, 0);
      }),
    );
  }

  test(
    'a wrong exit status, if it counts; it is saved, too',
    inProcess(async ({write, read, fivedice}) => {
      write({'zero.cjs': ALWAYS_ZERO, 'saved/suite.json': WIDE_SUITE});
      const {stdout, exitCode} = await fivedice(
        'fuzz',
        'zero.cjs',
        ...WIDE,
        '--status',
        '--seed',
        '1',
        '--save',
        'saved',
      );
      assert.match(stdout, 'wrong exit status: exit status 0, expected 1\n');
      assert.match(stdout, '\nsaved: saved/fuzz-1.in, saved/fuzz-1.out, saved/fuzz-1.status\n');
      assert.is(exitCode, 1);
      assert.equal([read('saved/fuzz-1.in'), read('saved/fuzz-1.status')], ['', '1\n']);
      assert.is((await fivedice('mark', '--fixtures', 'saved', 'zero.cjs')).exitCode, 1);
      assert.is((await fivedice('mark', '--fixtures', 'saved', ASSIGN1)).exitCode, 0);
    }),
  );

  test(
    'a program that hangs, and one that stays silent',
    inProcess(async ({fivedice}) => {
      const hang = await fivedice('fuzz', '--seed', '1', '--wall', '0.3', '--', 'sleep', '60');
      assert.match(
        hang.stdout,
        '\n\ntimed out: still running after 0.3 seconds\n  printed until then: nothing, or nothing that was flushed\n  output to a pipe is kept back until a flush: in C, fflush(stdout) shows it\n  it ran out of time at first, and was run again alone\n  input: empty\n',
      );
      const silent = await fivedice('fuzz', '--seed', '1', '--', 'true');
      assert.match(silent.stdout, '\n\nwrong output: no output\n');
      assert.equal([hang.exitCode, silent.exitCode], [1, 1]);
    }),
  );

  test(
    'unless it only hangs once, on a busy machine',
    inProcess(async ({folder, write, fivedice}) => {
      const hangsOnce = (name: string): string =>
        `#!/bin/sh\n[ -e '${folder}/${name}' ] || { echo > '${folder}/${name}'; exec sleep 60; }\nexec '${ASSIGN1}'\n`;
      write({'program.sh': hangsOnce('program'), 'reference.sh': hangsOnce('reference')});
      const args = ['program.sh', '--reference', './reference.sh', '--runs', '2', '--seed', '1'];
      // Long enough for the second run of each.
      const {stdout, stderr} = await fivedice('fuzz', '--wall', '4', ...args);
      assert.equal({stdout, stderr}, {stdout: '2 sessions, no difference (seed 1)\n', stderr: ''});
    }),
  );
});

suite('a reference that crashes while a difference is made smaller', (test) => {
  test(
    'takes nothing away: what was found is told and saved, as small as it had become',
    inProcess(async ({folder, write, read, fivedice}) => {
      const second = `[ -e '${folder}/ran' ] && kill -SEGV $$; : > '${folder}/ran'; cat`;
      write({'once.sh': `#!/bin/sh\n${second}\n`});
      const args = ['--seed', '1', '--reference', './once.sh', '--save', 'found', '--', 'true'];
      const {stdout, stderr, exitCode} = await fivedice('fuzz', ...args);
      assert.match(
        stdout,
        /^session 1 differs \(seed 1\); it got no smaller than this, after 0 steps, because the reference crashed: SIGSEGV, on ".*":\n\nwrong output: no output\n/,
      );
      assert.match(stdout, '\nsaved: found/fuzz-1.in, found/fuzz-1.out\n');
      assert.equal({stderr, exitCode}, {stderr: '', exitCode: 1});
      sameBytes(read('found/fuzz-1.out'), read('found/fuzz-1.in'), 'what the reference printed');
    }),
  );
});

suite('fuzz repeats itself', (test) => {
  test(
    'the same seed gives the same bytes, whether the reference is a process or not',
    inProcess(async ({write, fivedice}) => {
      // It differs at once, so that few processes are started.
      write({'echo.sh': '#!/bin/sh\ncat\n'});
      const first = await fivedice('fuzz', 'echo.sh', ...WIDE);
      const seed = /\(seed (\d+)\)/.exec(first.stdout)?.[1] ?? '';
      assert.is(first.exitCode, 1);
      const again = ['fuzz', 'echo.sh', ...WIDE, '--seed', seed];
      const others = [again, [...again, '--reference', 'assign1'], [...again, '--reference', `'${ASSIGN1}'`]];
      for (const args of others) assert.equal(await fivedice(...args), first);
    }),
  );

  test(
    'each run takes a new seed',
    inProcess(async ({fivedice}) => {
      const runs = [1, 2].map(() => fivedice('fuzz', ...WIDE, '--runs', '1', ASSIGN1));
      const [one, two] = (await Promise.all(runs)).map(({stdout}) => stdout);
      assert.match(one ?? '', /^1 session, no difference \(seed \d+\)\nit agrees with /);
      assert.is.not(one, two);
    }),
  );
});

suite('fuzz for any program', (test) => {
  /** The mean of so many numbers as the first line says; the wrong one reads that as 32 bits. */
  const MEAN = (count: string): string => `read -r n; read -r xs; n=$((${count})); sum=0; i=0
[ "$n" -gt 0 ] || exit 1
for x in $xs; do [ $i -ge "$n" ] || sum=$((sum + x)); i=$((i + 1)); done
echo "mean: $((sum / n))"
`;

  test(
    'changes the inputs of a suite until a wrong program shows, and keeps the smallest as a case',
    inProcess(async ({write, read, fivedice}) => {
      write({
        'right.sh': MEAN('n'),
        'wrong.sh': MEAN('n % 4294967296'),
        'cases/a.in': '3\n4 5 6\n',
        'cases/b.in': '2\n10 20\n',
      });
      const fuzz = ['fuzz', 'wrong.sh', '--reference', 'right.sh', '--from', 'cases', '--seed', '5'];
      const {stdout, exitCode} = await fivedice(...fuzz, '--save', 'found');
      assert.is(exitCode, 1);
      assert.match(
        stdout,
        /^input \d+, \d+ of them dropped differs \(seed 5\); the smallest that differs, after \d+ steps?:\n\nwrong output: /,
      );
      const [count = ''] = read('found/fuzz-1.in').split('\n');
      assert.ok(BigInt(count) >= 2n ** 32n, stdout);
      assert.match(stdout, `  at line 1, column `);
      assert.match(stdout, '\nsaved: found/fuzz-1.in, found/fuzz-1.out\n');
      assert.is((await fivedice('mark', 'right.sh', '--fixtures', 'found')).exitCode, 0);
      assert.is((await fivedice('mark', 'wrong.sh', '--fixtures', 'found')).exitCode, 1);
    }),
  );

  test(
    'takes the inputs of a generator, and drops those that a check refuses',
    inProcess(async ({write, fivedice}) => {
      write({
        'gen.sh': 'echo "$1"; echo "$1"\n',
        'odd.sh': 'read -r n; [ $((n % 2)) = 1 ]\n',
        'wrong.sh': 'read -r n; [ "$n" = 7 ] && n=8; echo "$n"\n',
        'right.sh': 'read -r n; echo "$n"\n',
        'cases/a.in': '1\n',
        'cases/suite.json': '{"cases": {"a": {"arguments": ["x"]}}}',
      });
      const fuzz = ['fuzz', 'wrong.sh', '--reference', 'right.sh'];
      const made = [...fuzz, '--generator', 'gen.sh SEED', '--check-input', 'odd.sh', '--seed', '1'];
      const {stdout} = await fivedice(...made, '--runs', '4');
      assert.is(stdout, '4 inputs, 2 of them dropped, no difference (seed 1)\n');
      const found = await fivedice(...made, '--runs', '10');
      assert.match(
        found.stdout,
        /^input 7, 3 of them dropped differs .*\n\nwrong output: a wrong number in "#"\n/,
      );
      const none = await fivedice(...fuzz, '--from', 'cases', '--check-input', 'false', '--runs', '3');
      assert.equal([none.exitCode, none.stderr.includes('all of them were dropped')], [3, true]);
    }),
  );
});

suite('fuzz refuses', (test) => {
  const references: readonly [what: string, reference: string, reason: RegExp][] = [
    ['crashes', './crash.sh', /^fivedice: the reference crashed: SIGSEGV, on ".*"\n$/],
    [
      'hangs',
      'sleep 60',
      /^fivedice: the reference exceeded a limit: still running after 0\.5 seconds, on ".*"\n$/,
    ],
    [
      'does not exist',
      'no-such-program',
      /^fivedice: no-such-program: no such file or folder, and no command: /,
    ],
    [
      'does not compile',
      'wrong.c',
      /^fivedice: wrong\.c: did not compile \(--compile sets the command\): [\s\S]*error: /,
    ],
  ];
  for (const [what, reference, reason] of references) {
    test.needs(...toolsFor(reference))(
      `a reference that ${what}`,
      inProcess(async ({write, fivedice}) => {
        write({'crash.sh': '#!/bin/sh\nkill -SEGV $$\n', 'wrong.c': 'int main(void) { return 0 }\n'});
        const limits = what === 'hangs' ? ['--wall', '0.5'] : [];
        const args = ['--seed', '1', ...limits, '--reference', reference, '--', 'cat'];
        const {stdout, stderr, exitCode} = await fivedice('fuzz', ...args);
        assert.match(stderr, reason);
        assert.equal({stdout, exitCode}, {stdout: '', exitCode: 3});
      }),
    );
  }

  test.needs('gcc')(
    'a program that does not compile, and one that cannot be run',
    inProcess(async ({write, fivedice}) => {
      write({'wrong.c': 'int main(void) { return 0 }\n', notes: ''});
      const actual = await fivedice('fuzz', 'wrong.c');
      const told = /^fivedice: wrong\.c: did not compile \(--compile sets the command\): [\s\S]*error: /;
      assert.match(actual.stderr, told);
      assert.equal([actual.stdout, actual.exitCode], ['', 3]);
      const notes = await fivedice('fuzz', 'notes');
      assert.match(notes.stderr, /^fivedice: notes: could not run: it is not executable/);
      assert.equal([notes.stdout, notes.exitCode], ['', 3]);
    }),
  );

  const usage: readonly [args: string[], reason: string][] = [
    [[], 'name one TARGET, or a command after --'],
    [['a', 'b'], 'name one TARGET, or a command after --'],
    [['cases/a.in', '--', 'cat'], 'name one TARGET, or a command after --'],
    [['--'], 'name one TARGET, or a command after --'],
    [['--runs', '0', '--', 'cat'], '--runs takes a whole number of at least 1, not "0"'],
    [['--runs', '1e3', '--', 'cat'], '--runs takes a whole number of at least 1, not "1e3"'],
    [['--seed', '-1', '--', 'cat'], '--seed takes a whole number of at least 0, not "-1"'],
    [['--seed', '2147483648', '--', 'cat'], '--seed takes a whole number below 2147483648'],
    [['--save', 'cases/a.in', '--', 'cat'], '--save: cases/a.in is no folder'],
    [['--from', 'cases', '--', 'cat'], '--from needs --reference, a program that is right'],
    [['--generator', 'gen SEED', '--', 'cat'], '--generator needs --reference, a program that is right'],
    [
      ['--from', 'cases', '--generator', 'x SEED', '--', 'cat'],
      '--from and --generator both say where inputs come from: give one of them',
    ],
    [['--plain', '--', 'cat'], '--plain is for --from'],
    [
      ['--generator', 'echo 1', '--reference', 'cat', '--', 'cat'],
      '--generator: its command has no word SEED, so it prints the same each time',
    ],
    [['--report', 'json', '--', 'cat'], 'unknown flag "--report"'],
    [['--reference', '', '--', 'cat'], 'missing value: --reference CMD'],
  ];
  for (const [args, reason] of usage) {
    test(
      `the command line fuzz ${args.join(' ')}`,
      inProcess(async ({write, fivedice}) => {
        write(ECHO);
        const stderr = `fivedice: fuzz: ${reason}\nfivedice fuzz --help lists the flags\n`;
        assert.equal(await fivedice('fuzz', ...args), {stdout: '', stderr, exitCode: 2});
      }),
    );
  }
});
