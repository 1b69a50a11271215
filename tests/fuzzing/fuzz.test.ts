/* `fivedice fuzz` as a command: where inputs come from, how programs are compared, and what is printed and saved. */
import {readFileSync} from 'node:fs';
import * as assert from 'uvu/assert';
import {ASSIGN1} from '../support/command.js';
import {suiteInProcess, usageOf} from '../support/door.js';
import {prints} from '../support/in-clone.js';
import {ECHO} from '../support/marked.js';
import {example} from '../support/readme.js';

/** The compiled strict tool with one mistake. */
function wrongTool(from: string, to: string): string {
  const [before = '', after, ...more] = readFileSync(ASSIGN1, 'utf8').split(from);
  if (after === undefined || more.length > 0) throw new Error(`not once in the compiled tool: ${from}`);
  return before + to + after;
}

const WRONG = wrongTool('Incorrect Number of Values.', 'Incorrect number of Values.');

/** Works everywhere, and with more time than a session takes on a loaded machine. */
const WIDE = ['--no-sandbox', '--wall', '60', '--cpu', '60'];
const ONE = [...WIDE, '--most', '1'];

suiteInProcess('fuzz compares sessions', (test) => {
  test('with the strict tool or a program, under tolerances, by output alone', async ({write, fivedice}) => {
    write({'wrong.cjs': WRONG, 'zero.cjs': wrongTool('process.exitCode = main(', 'main(')});
    for (const args of [
      ['--reference', `'${ASSIGN1}' --stage 1`, '--', ASSIGN1, '--stage', '1'],
      ['--tolerate', 'case', 'wrong.cjs'],
      ['zero.cjs'],
    ]) {
      const printed = await fivedice('fuzz', ...WIDE, '--runs', '4', '--seed', '7', ...args);
      const stdout = '4 sessions, no difference (seed 7)\n';
      assert.equal(printed, {stdout, stderr: '', exitCode: 0});
    }
  });

  test('and shrinks one that differs to a case for mark', async ({write, read, fivedice}) => {
    write({'wrong.cjs': WRONG, 'saved/suite.json': '{"limits": {"wall": 60}}'});
    const printed = await fivedice('fuzz', ...ONE, '--seed', '3', '--save', 'saved', 'wrong.cjs');
    assert.equal([printed.stderr, printed.exitCode], ['', 1]);
    assert.match(printed.stdout, /^session \d+ differs, shrunk in \d+ steps?:\n\nwrong output/);
    assert.match(printed.stdout, '\n  ./wrong.cjs < saved/fuzz-1.in | diff --text saved/fuzz-1.out -\n');
    assert.match(printed.stdout, '\n\nsaved: saved/fuzz-1.in, saved/fuzz-1.out, saved/fuzz-1.status\n');
    assert.is(read('saved/fuzz-1.in'), '\n');
    const right = '\nPlease enter dice values:\n> \nIncorrect Number of Values.\n\n';
    assert.is(read('saved/fuzz-1.out'), right);
    assert.is((await fivedice('mark', '--fixtures', 'saved', 'wrong.cjs')).exitCode, 1);
    assert.is((await fivedice('mark', '--fixtures', 'saved', ASSIGN1)).exitCode, 0);
  });

  test('of a new seed each time; an old one prints the same with any reference', async ({fivedice}) => {
    const first = await fivedice('fuzz', ...ONE, '--', 'cat');
    const seed = /\(seed (\d+)\)/.exec(first.stdout)?.[1] ?? '';
    const again = ['fuzz', ...ONE, '--seed', seed, '--reference', `'${ASSIGN1}'`, '--', 'cat'];
    assert.equal(await fivedice(...again), first);
  });
});

suiteInProcess('fuzz compares the inputs of a suite', (test) => {
  test('with a few changes, and keeps the smallest as a case', async ({write, read, fivedice}) => {
    // The wrong one reads numbers of 8 bits.
    const copy = (n: string): string =>
      `#!/bin/sh\nread -r n; n=$((${n}))\n[ "$n" -gt 0 ] || exit 1\necho "$n"\n`;
    write({'right.sh': copy('n'), 'wrong.sh': copy('n % 256'), 'cases/a.in': '3\n', 'cases/b.in': '20\n'});
    const fuzz = ['fuzz', ...ONE, 'wrong.sh', '--reference', 'right.sh', '--from', 'cases', '--seed', '5'];
    const {stdout, exitCode} = await fivedice(...fuzz, '--save', 'found');
    assert.is(exitCode, 1);
    assert.match(
      stdout,
      /^input \d+ differs, shrunk in \d+ steps?:\n\nwrong output.*\n1 mistake in \d+ inputs \(\d+ dropped, seed 5\)/s,
    );
    assert.match(read('found/fuzz-1.in'), /^\d+\n$/);
    assert.ok(Number(read('found/fuzz-1.in')) >= 256, stdout);
    assert.is((await fivedice('mark', 'right.sh', '--fixtures', 'found')).exitCode, 0);
    assert.is((await fivedice('mark', 'wrong.sh', '--fixtures', 'found')).exitCode, 1);
  });

  const near = 'echo 1 > out.txt; echo 275.07';
  // biome-ignore format: a table
  const rows: readonly [what: string, program: string, printed: RegExp][] = [
    ['its checker', near, /^3 inputs, no difference \(seed 1\)\n$/],
    ['files', `${near}; echo 2 > out.txt`, /wrong output: in out\.txt: .*\nsaved: .*found\/fuzz-2\.files\/out\.txt/s],
    ['exit statuses', `${near}; exit 3`, /wrong exit status: 3 instead of 0\n/],
  ];
  for (const [what, program, printed] of rows) {
    test(`as suite.json says: ${what}`, async ({write, fivedice}) => {
      const settings = '{"checker": {"numbers": {"absolute": 0.01}}, "status": 0}';
      write({'cases/a.in': '1\n', 'cases/a.files/out.txt': '1\n', 'cases/suite.json': settings});
      write({'right.sh': 'echo 1 > out.txt; echo 275.0747', 'program.sh': program, 'found/fuzz-1.err': ''});
      const fuzz = ['fuzz', 'program.sh', '--reference', 'right.sh', '--from', 'cases', '--runs', '3'];
      assert.match((await fivedice(...fuzz, '--seed', '1', '--save', 'found')).stdout, printed);
    });
  }

  test('cut off only when the others agree', async ({write, fivedice}) => {
    write(ECHO);
    const args = ['--from', 'cases', '--runs', '20', '--seed', '1', '--reference', "grep -ac ''"];
    assert.match(
      (await fivedice('fuzz', ...args, '--', 'wc', '-l')).stdout,
      /^input (19|20) differs, shrunk in \d+ steps?:\n.*\n {2}input: x\n {2}wc -l < <\(printf 'x'\)\n/s,
    );
  });

  test('and shows them as bash and printf read them', async ({write, fivedice}) => {
    write({'cases/a.in': "%\\ '\n"});
    const args = [...ONE, '--from', 'cases', '--runs', '1', '--seed', '1', '--reference', 'cat'];
    const {stdout} = await fivedice('fuzz', ...args, '--', 'tr', '-d', '%');
    assert.match(stdout, String.raw`  tr -d % < <(printf '\045\134 \047\n')`);
  });

  test.needs('bubblewrap')(
    'and hides them and the reference, even from --show',
    async ({folder, write, fivedice}) => {
      write({...ECHO, 'shown/right.sh': '#!/bin/sh\n# SECRET\ncat\n', 'shown/class/x.sh': ''});
      write(Object.fromEntries(Object.entries(ECHO).map(([path, text]) => [`shown/${path}`, text])));
      const peek = `#!/bin/sh\ncat; cat '${folder}/shown/right.sh' '${folder}'/shown/cases/* 2> /dev/null\ntrue\n`;
      write({'peek.sh': peek});
      const reference = ['--reference', 'shown/right.sh --fast', '--from', 'shown/cases'];
      const fuzz = ['fuzz', '--sandbox', '--show', 'shown', ...reference, '--runs', '3', '--seed', '1'];
      const {stdout, stderr} = await fivedice(...fuzz, 'peek.sh');
      assert.equal([stdout, stderr], ['3 inputs, no difference (seed 1)\n', '']);
    },
  );

  test('and runs the reference once more if it takes too long', async ({folder, write, fivedice}) => {
    const seen = `'${folder}/seen'`;
    write({...ECHO, 'slow.sh': `[ -e ${seen} ] || { : > ${seen}; exec sleep 60; }; cat\n`});
    const args = ['--no-sandbox', '--wall', '3', '--from', 'cases', '--runs', '2', '--seed', '1'];
    const {stdout, stderr} = await fivedice('fuzz', ...args, '--reference', 'slow.sh', '--', 'cat');
    assert.equal([stdout, stderr], ['2 inputs, no difference (seed 1)\n', '']);
  });

  test('and fails if all are dropped', async ({write, fivedice}) => {
    write(ECHO);
    const args = [...WIDE, '--from', 'cases', '--reference', 'false', '--runs', '3', '--', 'cat'];
    const {stdout, stderr, exitCode} = await fivedice('fuzz', ...args);
    assert.match(stdout, /^3 inputs, no difference \(3 dropped, seed \d+\)\n$/);
    const why = 'fivedice: every input was dropped: the reference never ends with status 0\n';
    assert.equal([stderr, exitCode], [why, 3]);
  });

  test.needs('gcc', 'python3')('as the README shows', prints(example('fuzz'), example('fuzz-prints')));
});

suiteInProcess('fuzz compares the inputs of a generator', (test) => {
  test.needs('gcc')('which is compiled once, and must not fail', async ({write, fivedice}) => {
    const main = 'int main(int count, char **words) { (void)count; puts(words[1]); return 0; }\n';
    write({'gen.c': `#include <stdio.h>\n${main}`});
    write({'wrong.sh': 'read -r n; [ "$n" = 7 ] && n=8; echo "$n"\n'});
    const fuzz = ['fuzz', ...ONE, '--reference', 'cat', '--seed', '4', '--generator'];
    const {stdout, stderr} = await fivedice(...fuzz, 'gen.c SEED', 'wrong.sh');
    assert.is(stderr, '');
    assert.match(stdout, /^input 4 differs, shrunk in 0 steps:\n\nwrong output: "8" instead of "7"\n/);
    const why = 'fivedice: the generator ended with status 1, for SEED 4\n';
    assert.equal(await fivedice(...fuzz, 'false SEED', '--', 'cat'), {
      stdout: '',
      stderr: why,
      exitCode: 3,
    });
  });
});

suiteInProcess('fuzz cannot use', (test) => {
  const files = {
    'crash.sh': '#!/bin/sh\nkill -SEGV $$\n',
    'hang.sh': '#!/bin/sh\nexec sleep 60\n',
    'wrong.c': 'int main(void) { return 0 }\n',
    notes: '',
  };
  // biome-ignore format: a table
  const rows: readonly [what: string, line: string, reason: RegExp][] = [
    ['a reference that crashes', '--reference crash.sh -- cat', /the reference crashed: SIGSEGV: it read .* its own, on ".*"\n$/],
    ['one that hangs', '--wall 0.5 --reference hang.sh -- cat', /the reference exceeded a limit: .*, on ".*"\n$/],
    ['a program that does not compile', 'wrong.c', /wrong\.c: did not compile \(--compile .*\): .*error: /s],
    ['one that is none', 'notes', /notes: could not run: notes is no program that can be run: use --compile/],
  ];
  test.needs('gcc')('what crashes, hangs, does not compile, or is no program', async ({write, fivedice}) => {
    write(files);
    for (const [what, line, reason] of rows) {
      const {stdout, stderr, exitCode} = await fivedice('fuzz', ...line.split(' '));
      assert.match(stderr, reason, what);
      assert.equal([stdout, exitCode], ['', 3], what);
    }
  });
});

usageOf('fuzz', [
  ['a b', 'name one TARGET, or a command after --'],
  ['--from a -- cat', '--from needs --reference, a right program'],
  [
    '--from a --generator SEED -- cat',
    '--from and --generator both say where inputs come from: give one of them',
  ],
  [
    '--generator echo --reference cat -- cat',
    '--generator: its command has no word SEED, so it prints the same each time',
  ],
]);
