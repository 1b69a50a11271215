/* The line above the sum that tells markers what a milder comparison, or a milder compiler, would give. */
import * as assert from 'uvu/assert';
import type {CaseMarks} from '../../../src/marking/results/marks.js';
import {suiteInProcess} from '../../support/door.js';
import {ECHO} from '../../support/marked.js';
import {ACCEPTED, marksOf, NO_CHOICE, write} from '../../support/marks.js';
import {suite} from '../../support/suite.js';

// biome-ignore format: a table
const ROWS: readonly (readonly [what: string, passed: number, hints: Readonly<Record<string, number>>, line: string | null, group?: string])[] = [
  ['one tolerance', 0, {'trailing-space': 10}, '10 of 10 points with --tolerate trailing-space'],
  ['several that letters and digits include', 0, {space: 5, 'only A-Za-z0-9': 5}, `10 of 10 points if only letters and digits counted (--tolerate 'only A-Za-z0-9')`],
  ['half of the failures', 2, {'trailing-space': 4, none: 4}, '6 of 10 points with --tolerate trailing-space'],
  ['a group that still fails', 2, {'trailing-space': 4, none: 4}, '0 of 10 points with --tolerate trailing-space', 'all'],
  ['fewer', 3, {'trailing-space': 3, none: 4}, null],
  ['numbers that differ', 0, {none: 10}, null],
];

suite('what a milder comparison would give', (test) => {
  for (const [what, passed, hints, line, group = null] of ROWS)
    test(`is told of ${what}`, () => {
      const failed = Object.entries(hints).flatMap(([name, count]) =>
        Array.from({length: count}, (): CaseMarks => {
          const wouldPassWith = name === 'none' ? null : name;
          return {...NO_CHOICE, points: '0', maxPoints: '1', group, wouldPassWith};
        }),
      );
      const right = Array.from({length: passed}, () => ({...ACCEPTED, points: '1', maxPoints: '1', group}));
      const cases = [...right, ...failed].map((one, at) => ({...one, case: `${at}`, number: at + 1}));
      const lines = write('human', marksOf({x: cases})).split('\n');
      if (line === null) assert.not.match(lines.join(), / of 10 points (?:with|if)/);
      else assert.is(lines.at(-3), line);
      assert.not.match(write('human', marksOf({x: cases}), 'student'), /tolerate|letters and digits/);
    });
});

suiteInProcess('what a milder comparison would give', (test) => {
  test.needs('gcc')('is told of those whom only -Werror refused', async ({write, fivedice}) => {
    const copy = 'int c; while ((c = getchar()) != EOF) putchar(c);';
    write({
      ...ECHO,
      'class/ann.c': `#include <stdio.h>\nint main(void) { int unused; ${copy} return 0; }\n`,
      'class/bob.c': '#include <stdio.h>\nint main(void) { int unused; return 0 }\n',
    });
    const compile = ['--compile', 'gcc -Wall -Werror -o {program} {sources}'];
    const mark = ['mark', '--no-sandbox', '--fixtures', 'cases', '--all', 'class', ...compile];
    const {stdout} = await fivedice(...mark, '--results', 'r');
    assert.match(stdout, '\nwithout -Werror: ann.c 3 of 3\n2 submissions, 0/6 points');
    assert.is((await fivedice('report', 'r')).stdout, stdout);
    const {stdout: student} = await fivedice('report', 'r', '--report', 'student:json');
    assert.is(JSON.parse(student).submissions[0].withoutWerror, null);
  });
});
