/* Programs of several source files: which are compiled, and that the compiler and the reproducing line get them all. */
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {shellCommand} from '../../../src/marking/judging/reproducing.js';
import {LANGUAGES} from '../../../src/marking/submissions/languages.js';
import {submissionAt} from '../../../src/marking/submissions/submissions.js';
import {PLAIN_CASE} from '../../../src/marking/suites/fixture-case.js';
import {ECHO} from '../../support/marked.js';
import {inPlace} from '../../support/place.js';
import {suite} from '../../support/suite.js';

const compiled = (folder: string, compile: string | null = null, file?: string): string => {
  const options = {compile, files: file?.split(',') ?? [], usual: null, languages: LANGUAGES, shown: null};
  const line = shellCommand(submissionAt(join(folder, 'x'), options), PLAIN_CASE) ?? 'nothing';
  return line.replaceAll(`${folder}/x/`, '').replace(/^program=.*?&& | && "\$program"$/g, '');
};

const GCC = 'gcc -Wall -o "$program"';
const CXX = 'g++ -o {program} {sources}';

suite.needs('gcc', 'g++')('the sources of a program', (test) => {
  // biome-ignore format: a table
  const rows: readonly (readonly [
    fact: string,
    files: string,
    line: string,
    compile?: string | null,
    file?: string,
  ])[] = [
    ['are the only C file', 'a.c a.h', `${GCC} a.c -lm`],
    ['are all C files of a folder, in order', 'b.c a.c x.h', `${GCC} a.c b.c -lm`],
    ['are not hidden, and may lie in folders', 'a.c b.c .c.c d/e.c', `${GCC} a.c b.c d/e.c -lm`],
    ['are all beside the one that --file names', 'a.c b.c', `${GCC} a.c b.c -lm`, null, 'b.c'],
    ['are one where {source} is to be compiled', 'a.c b.c', 'cc a.c -o "$program"', 'cc {source} -o {program}'],
    ['are all of them for {sources}', 'a.c b.c', 'cc a.c b.c -o "$program"', 'cc {sources} -o {program}'],
    ['have the ending of the file that is named', 'a.cc b.cc b.c', 'g++ -o "$program" a.cc b.cc', CXX, 'b.cc'],
    ['are those of the whole tree, wherever the named file lies', 'a.cc s/b.cc s/c.cc', 'g++ -o "$program" a.cc s/b.cc s/c.cc', CXX, 's/c.cc'],
  ];
  test('are as the folder and the command say', async () => {
    for (const [fact, files, line, compile, file] of rows)
      await inPlace(async ({folder, write}) => {
        write(Object.fromEntries(files.split(' ').map((name) => [`x/${name}`, ';'])));
        assert.is(compiled(folder, compile, file), line, fact);
      })();
  });
});

const MAIN = `#include <stdio.h>
#include "convert.h"
int main(void) { int c; while ((c = getchar()) != EOF) putchar(convert(c)); }
`;
const HEADER = 'int convert(int c);\n';
/** Prints a capital W, so one case of three fails. */
const UTIL = "#include \"convert.h\"\nint convert(int c) { return c == 'w' ? 'W' : c; }\n";
const MARK = ['mark', '--fixtures', 'cases'] as const;

suite.needs('gcc')('a program of several files', (test) => {
  test(
    'is compiled and reproduced whatever the names of its files',
    inPlace(async (place) => {
      const {folder, write, marks} = place;
      write({...ECHO, 'class/x/-main.c': MAIN, 'class/x/convert.h': HEADER, "class/x/it's $1.c": UTIL});
      const {submissions} = await marks(...MARK, '--all', 'class');
      for (const {target, cases} of submissions) {
        assert.equal(
          cases.map(({verdict}) => verdict),
          ['pass', 'wrong-output', 'pass'],
          `${target}: ${cases[0]?.reason}`,
        );
        const line = cases[1]?.reproduce ?? '';
        const {stdout} = await execa('bash', ['-c', line], {cwd: folder, reject: false});
        assert.is(stdout, '1c1\n< two\n---\n> tWo', `${target}: ${line}`);
      }
    }),
  );
});
