/* The second look at crashes: the line and the mistake that it names, and all that it leaves as it was. */
import * as assert from 'uvu/assert';
import {placesIn, reportIn} from '../../../src/marking/judging/crash-reports.js';
import {suiteInProcess} from '../../support/door.js';
import {factsOf} from '../../support/marked.js';
import {readmeOf, tableIn} from '../../support/readme.js';
import {suite} from '../../support/suite.js';

/** A program whose mistake stands in line 9, after a function that leaves garbage where its variables are. */
const program = (mistake: string): string => `#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node {struct node *next;};
void litter(void) { char a[500]; memset(a, 'A', 500); }
int f(int n)
{
  ${mistake}
  return 0;
}
int main(void) { int n = 0; printf("n: "); scanf("%d", &n); litter(); return f(n); }
`;

const MISTAKES = tableIn(readmeOf('marking'), 'in C').map(([code = '', words = '']) => ({
  code: code.replaceAll('`', ''),
  words,
}));

suiteInProcess.needs('gcc')('a crash in C', (test) => {
  test('shows its line, its mistake as the README says, and the output', async ({write, marks}) => {
    const names = MISTAKES.map((_, index) => `class/${String(index).padStart(2, '0')}.c`);
    write({'g/a.in': '5000000\n7\n', 'g/a.out': 'n: 1\n'});
    write(Object.fromEntries(names.map((name, index) => [name, program(MISTAKES[index]?.code ?? '')])));
    const {submissions} = await marks('mark', '--all', 'class', '--fixtures', 'g');
    const told = submissions.flatMap(({cases}) =>
      cases.map(({verdict, cause, printed}) => {
        const {function: name, line} = cause?.where ?? {};
        const words = cause?.isPastEnd ? 'it went on after the end of the input' : cause?.what;
        return `${verdict} ${name} ${line} ${printed?.slice(0, 2)} ${words}`;
      }),
    );
    assert.equal(
      told,
      MISTAKES.map(({words}) => `crashed f 9 n: ${words}`),
    );
  });

  test('runs again in ten cases, before hidden ones', async ({folder, write, read, marks, fivedice}) => {
    const names = Array.from({length: 12}, (_, index) => String(index + 10));
    const cases = [...names, '99'].flatMap((name) => [
      [`g/${name}.in`, `${name}\n`],
      [`g/${name}.out`, `n: ${name}\n`],
    ]);
    const mistake = `fprintf(fopen("${folder}/log", "a"), "%d ", n); fflush(0); printf("read %d", n); *(int *)NULL = 1;`;
    write({
      ...Object.fromEntries(cases),
      'g/suite.json': '{"cases": {"99": {"visibility": "hidden"}}}',
      'a.c': program(mistake),
      log: '',
    });
    const mark = ['mark', 'a.c', '--fixtures', 'g', '--no-sandbox', '-j', '1'];
    const marked = await marks(...mark, '--results', 'r');
    assert.is(read('log').trim(), [...names, ...names.slice(0, 10), '99'].join(' '));
    const facts = factsOf(marked, ({points, cause, difference}) => [
      points,
      cause?.where?.line,
      difference?.summary,
    ]);
    assert.equal(facts['10'], ['0', 9, '"n: read 10" instead of "n: 10"']);
    assert.equal([facts['21']?.[1], facts['99']?.[1]], [9, 9]);
    const {stdout} = await fivedice('report', 'r');
    assert.match(stdout, 'all 13 cases: crashed: SIGSEGV in `f`, a.c line 9: it wrote through a null\n');
    const student = (await fivedice('report', 'r', '--report', 'student:json')).stdout;
    assert.equal(JSON.parse(student).submissions[0].cases.at(-1).cause, null);
  });

  test('that happens once says so; a fake one has only its signal', async ({folder, write, marks}) => {
    const once = `FILE *f = fopen("${folder}/log", "r"); if (fgetc(f) == EOF) { fputc('x', fopen("${folder}/log", "a")); fflush(0); *(int *)NULL = 1; }`;
    write({
      'g/a.in': '1\n',
      'g/a.out': 'n: ',
      'class/killed.c': program('fflush(0); raise(9);').replace('<assert.h>', '<signal.h>'),
      'class/once.c': program(once),
      'class/status.c': program('exit(139);'),
      log: '',
    });
    const marked = await marks('mark', '--all', 'class', '--fixtures', 'g', '--no-sandbox');
    assert.equal(
      factsOf(marked, ({verdict, signal, cause}) => `${verdict} ${signal} ${cause?.what}`),
      {
        'killed.c a': 'crashed SIGKILL it ended itself, or another process did',
        'status.c a': 'crashed SIGSEGV it read or wrote memory that is not its own',
        'once.c a':
          'crashed SIGSEGV it crashed once and not again: it read or wrote memory that is not its own',
      },
    );
  });
});

/** Reports of other versions, shortened. */
// biome-ignore format: a table
const REPORTS: readonly (readonly [report: string, what: string | null])[] = [
  ['ERROR: AddressSanitizer: heap-buffer-overflow on\nREAD of size 4\n\n0x6 is located 4 bytes before 20-byte region', 'it read before the start of 20 bytes from malloc'],
  ["ERROR: AddressSanitizer: global-buffer-overflow\nWRITE of size 4\n\n0x6 is located 0 bytes after global variable 'grid' defined", "it wrote past the end of 'grid'"],
  ['ERROR: AddressSanitizer: ABRT on unknown address', null],
  ["a.c:8:6: runtime error: index -1 out of bounds for type 'char *[2][3]'", 'index -1 of an array of 2'],
  ['a.c:8:6: runtime error: of a new kind \x1b[31m', 'of a new kind ␛[31m'],
];

suite('a report', (test) => {
  test('of a sanitizer is told in plain words, and as it is if there are none', () => {
    for (const [report, what] of REPORTS) assert.is(reportIn(report)?.what, what);
    assert.is(reportIn('runtime'), null);
  });

  test('of endless recursion begins with the call', () => {
    const calls = ['1a', '2b', '2b'].map((address, index) => `    #${index} 0x55 (program+0x${address})\n`);
    const report = `==1==ERROR: AddressSanitizer: stack-overflow on\n${calls.join('')}    #3 0x7 (/lib/c.so+0x3c)\n\n`;
    assert.equal(reportIn(report)?.addresses, ['0x2b', '0x2b']);
    assert.equal(reportIn(report.replace('stack-overflow', 'SEGV'))?.addresses, ['0x1a', '0x2b', '0x2b']);
  });

  test('names only places in the files of the submission', () => {
    const said =
      'std::at(int)\n/usr/include/vector:8\nS::get(int)\nsrc/s.cpp:3 (discriminator 1)\n_start\n??:?\n';
    const place = {function: 'S::get', file: 'src/s.cpp', line: 3};
    assert.equal(placesIn(said), [null, place, null]);
  });
});
