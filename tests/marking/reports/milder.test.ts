/* The line above the sum that tells markers what a milder comparison, or a milder compiler, would give. */
import * as assert from 'uvu/assert';
import {inProcess} from '../../support/door.js';
import {suite} from '../../support/suite.js';

/** Ten cases that copy a line. */
const CASES = Object.fromEntries(
  Array.from({length: 10}, (_, at) => [
    [`cases/${at}.in`, `line ${at}.\n`],
    [`cases/${at}.out`, `line ${at}.\n`],
  ]).flat(),
);

/** Programs that copy their input but for lines that `sed` changes. */
const changing = (script: string): string => `#!/bin/sh\nsed '${script}'\n`;

// biome-ignore format: a table
const ROWS: readonly (readonly [what: string, script: string, line: string | null, group?: string])[] = [
  ['one tolerance', 's/$/ /', '10 of 10 points with --tolerate trailing-space'],
  ['several that letters and digits include', '/[0-4]/s/ /  /; s/\\.//', `10 of 10 points if only letters and digits counted (--tolerate 'only A-Za-z0-9')`],
  ['half of the failures', '/[0-3]/s/$/ /; /[4-7]/s/line/word/', '6 of 10 points with --tolerate trailing-space'],
  ['a group that still fails', '/[0-3]/s/$/ /; /[4-7]/s/line/word/', '0 of 10 points with --tolerate trailing-space', 'all'],
  ['fewer', '/[0-2]/s/$/ /; /[4-7]/s/line/word/', null],
  ['numbers that differ', 's/[0-9]/1&/', null],
];

suite('what a milder comparison would give', (test) => {
  for (const [what, script, line, group = 'sum'] of ROWS)
    test(
      `is told of ${what}`,
      inProcess(async ({write, fivedice}) => {
        write({...CASES, 'cases/suite.json': JSON.stringify({group}), 'prog.sh': changing(script)});
        const mark = ['mark', '--no-sandbox', '--fixtures', 'cases', 'prog.sh'];
        const lines = (await fivedice(...mark)).stdout.split('\n');
        if (line === null) assert.not.match(lines.join(), / of 10 points (?:with|if)/);
        else assert.ok(lines.at(-3)?.includes(line), lines.slice(-5).join('\n'));
        const student = await fivedice(...mark, '--report', 'student:human');
        assert.not.match(student.stdout, /tolerate|letters and digits/);
      }),
    );

  test.needs('gcc')(
    'is told of who only -Werror refused, in a class; what does not compile without it is not',
    inProcess(async ({write, fivedice}) => {
      const copy = 'int c; while ((c = getchar()) != EOF) putchar(c);';
      write({
        ...CASES,
        'class/ann.c': `#include <stdio.h>\nint main(void) { int unused; ${copy} return 0; }\n`,
        'class/bob.c': '#include <stdio.h>\nint main(void) { int unused; return 0 }\n',
        'class/cyd.c': `#include <stdio.h>\nint main(void) { ${copy} return 0; }\n`,
      });
      const compile = ['--compile', 'gcc -Wall -Werror -o {program} {sources}'];
      const mark = ['mark', '--no-sandbox', '--fixtures', 'cases', '--all', 'class', ...compile];
      const {stdout} = await fivedice(...mark, '--results', 'r');
      assert.match(stdout, '\nwithout -Werror: ann.c 10 of 10\n3 submissions, 10/30 points');
      assert.is((await fivedice('report', 'r')).stdout, stdout);
      const {stdout: student} = await fivedice('report', 'r', '--report', 'student:json');
      assert.is(JSON.parse(student).submissions[0].withoutWerror, null);
    }),
  );
});
