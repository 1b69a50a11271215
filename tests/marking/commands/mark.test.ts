import {chmodSync, cpSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {ASSIGN1} from '../../support/command.js';
import {suiteInProcess} from '../../support/door.js';
import {casesOf, ECHO, factsOf, WRONG} from '../../support/marked.js';
import {filesIn, suiteInPlace} from '../../support/place.js';

const ROOT = join(import.meta.dirname, '../../..');
const DOUBLES = join(ROOT, 'fixtures/marking/doubles');

suiteInPlace('what can be marked', (test) => {
  test('the strict tool, with the suite in the package', async ({fivedice}) => {
    // The README's example marks all of it.
    const cases = ['--case', 'stage-1/03-format-letter', '--case', 'stage-2/51-format-all'];
    const {stdout, stderr, exitCode} = await fivedice('mark', '--no-sandbox', ASSIGN1, ...cases);
    assert.equal(stdout.split('\n'), [
      ASSIGN1,
      '  Stage 1: dice valuation  0.1/0.1 points, 1 of 1 case passed',
      '  Stage 2: dice rerolling  0.1/0.1 points, 1 of 1 case passed',
      '',
      '0.2/0.2 points, 2 of 2 cases passed, sandbox off',
      '',
    ]);
    const told = 'fivedice: no --fixtures: marked with the 80-case suite of "Simplified Yahtzee"\n';
    assert.equal({stderr, exitCode}, {stderr: told, exitCode: 0});
  });
});

suiteInProcess('what can be marked', (test) => {
  test('without --fixtures only a program by the name that the suite gives', async ({write, fivedice}) => {
    write({...ECHO, 'class/assign1.sh': '#!/bin/sh\ncat\n', 'prog.sh': '#!/bin/sh\ncat\n'});
    const stderr =
      'fivedice: mark: name the cases with --fixtures: a folder, or comp1917 for the 80-case suite of "Simplified Yahtzee"\nfivedice mark --help lists the flags\n';
    for (const args of [
      ['prog.sh'],
      ['--all', 'class'],
      ['class/assign1.sh', 'prog.sh'],
      ['--', './prog.sh'],
    ])
      assert.equal(await fivedice('mark', ...args), {stdout: '', stderr, exitCode: 2}, args.join(' '));
    const one = ['--case', '03-format-letter'];
    for (const args of [
      ['class/assign1.sh'],
      ['class/'],
      ['--', './class/assign1.sh'],
      ['prog.sh', '--fixtures', 'comp1917'],
    ]) {
      const {stdout, exitCode} = await fivedice('mark', ...one, ...args);
      assert.match(stdout, /^0\.0\/0\.1 points/m, args.join(' '));
      assert.is(exitCode, 1);
    }
  });

  test.needs('gcc')('the assignment as its course compiled and compared', async ({write, marks}) => {
    const right = '\\nPlease enter dice values:\\n> \\nIncorrect Input Format.\\n\\n';
    const c = (end: string, sum = '', output = right) =>
      `#include <stdio.h>\n#include <stdlib.h>\n${sum}int main(void) { printf("${output}"); fflush(stdout); ${end} }\n`;
    const bounds = 'int sum(int dice[5]);\nint sum(int dice[6]) { return dice[0]; }\n';
    write({
      'class/younger/assign1.c': c('return sum((int[6]) {0});', bounds),
      'class/younger/old.c': 'int sum(int dice[6]) { return',
      'class/unused/assign1.c': c('int unused; return 0;'),
      'class/words/assign1.c': c('return 0;', '', 'Please enter dice values Incorrect Input Format'),
      'class/crash/assign1.c': c('abort();'),
    });
    const mark = ['mark', '--no-sandbox', '--all', 'class', '--case', '03-format-letter', '--fixtures'];
    const found = async (fixtures: string) =>
      Object.fromEntries(
        (await marks(...mark, fixtures)).submissions.map(({target, cases: [one]}) => {
          const flags = /gcc (.*) -o/.exec(one?.reproduce ?? '')?.[1] ?? null;
          return [target, [one?.verdict, flags]];
        }),
      );
    const all = {
      crash: ['crashed', '-Wall'],
      unused: ['did-not-compile', '-Wall -Werror'],
      words: ['wrong-output', '-Wall'],
      younger: ['pass', null],
    };
    assert.equal(await found('comp1917'), all);
    assert.equal(await found('comp1917-2016'), {...all, words: ['pass', null]});
  });

  const right = (ending: string): string => join(ROOT, `fixtures/submissions/right/doubles.${ending}`);
  test.needs('gcc', 'python3')(
    'an executable, a source file, a folder, or any file by a command',
    async ({folder, fivedice}) => {
      const scripts = ['plain.sh', 'folder/doubles.sh', 'several/doubles.sh', 'several/doubles.py'];
      for (const name of [...scripts, "it's $HOME & co.c", 'source.txt'])
        cpSync(right(/\.(sh|py)$/.exec(name)?.[1] ?? 'c'), join(folder, name));
      cpSync(right('sh'), join(folder, 'shell.py'));
      chmodSync(join(folder, 'plain.sh'), 0o644);
      const programs = ['sh', 'c', 'py', 'js'].map(right);
      const targets = [...programs, 'plain.sh', 'shell.py', "it's $HOME & co.c", 'folder'];
      for (const [args, sum] of [
        [targets, '8 submissions, 24.0/24.0 points, 48 of 48 cases passed'],
        [['several', '--file', 'doubles.sh'], '3.0/3.0 points, 6 of 6 cases passed'],
        [
          ['source.txt', '--compile', 'gcc -x c -O1 {source} -o {program}'],
          '3.0/3.0 points, 6 of 6 cases passed',
        ],
        [['--', 'sh', 'plain.sh'], '3.0/3.0 points, 6 of 6 cases passed'],
        [['--', './folder/doubles.sh'], '3.0/3.0 points, 6 of 6 cases passed'],
      ] as const) {
        const {stdout, stderr, exitCode} = await fivedice(
          ...['mark', '--no-sandbox', '--fixtures', DOUBLES, ...args],
        );
        assert.is(stdout.split('\n').at(-2), `${sum}, sandbox off`, stdout);
        assert.equal({stderr, exitCode}, {stderr: '', exitCode: 0});
      }
    },
  );
});

suiteInProcess('--case', (test) => {
  /** The numbers of some cases are the names of others. */
  const NUMBERED = casesOf('a/1 a/3 a/10 b/add-one b/add-two b/c/add');
  // biome-ignore format: a table
  const chosen: readonly [what: string, texts: string[], cases: string][] = [
    ['a name', ['b/add-one'], 'b/add-one'],
    ['a name wins over parts of others', ['add'], 'b/c/add'],
    ['a name without its folder wins over the number of another', ['3'], 'a/3'],
    ['a number is that of the reports', ['6'], 'b/c/add'],
    ['a part of some names', ['dd-'], 'b/add-one b/add-two'],
    ['a folder, and those below', ['b'], 'b/add-one b/add-two b/c/add'],
    ['several, each case once, in the order of the fixtures', ['b/c', 'dd-t', 'add', '10'], 'a/10 b/add-two b/c/add'],
  ];
  test('chooses cases by their names, folders and numbers', async ({write, marks, fivedice}) => {
    write(NUMBERED);
    const numbers: Readonly<Record<string, number>> = {
      ...{'a/1': 1, 'a/3': 2, 'a/10': 3},
      ...{'b/add-one': 4, 'b/add-two': 5, 'b/c/add': 6},
    };
    for (const [what, texts, cases] of chosen) {
      const flags = texts.flatMap((text) => ['--case', text]);
      const marked = await marks('mark', '--fixtures', 'cases', ...flags, '--', 'cat');
      assert.equal(
        factsOf(marked, ({number}) => number),
        Object.fromEntries(cases.split(' ').map((name) => [name, numbers[name]])),
        what,
      );
    }
    const none = ['--fixtures', 'cases', '--case', 'ad-two', '--', 'cat'];
    const {stderr, exitCode} = await fivedice('mark', ...none);
    const says = 'a number from 1 to 6; nothing in cases is called "ad-two"\n';
    assert.match(stderr, says);
    assert.is(exitCode, 2);
  });
});

const MISTAKEN = {
  ...ECHO,
  'class/a.sh': WRONG,
  'class/b.sh': WRONG,
  'none/.keep': '',
  'linked/a.in': '',
  golden: '',
  'large/a.in': '',
  'large/a.out': ' '.repeat(1025),
  'messy/1/suite.json': '{"visibility": "secret"}',
  'messy/2/suite.json': '{"points": -1}',
};

suiteInProcess('a mistake in the command line or the fixtures: the reason, and nothing else', (test) => {
  const TARGETS = 'name one or more TARGETs, or --all CLASS, or a command after --';
  const PART = '--part takes I/N with I from 1 to N, say 2/8, not';
  const FORMAT = '--report takes [student:]FORMAT[:PATH], and a format is human,';
  // biome-ignore format: a table
  const usage: readonly (readonly [line: string, reason: string])[] = [
    ['', TARGETS],
    ['class/a.sh -- cat', TARGETS],
    ['--all class class/a.sh', TARGETS],
    ['--', 'a command is missing after --'],
    ['--fixture cases -- cat', 'unknown flag "--fixture"; did you mean --fixtures?'],
    ['--all class --report gradescope:x.json', '--report gradescope holds one submission: give it a path with'],
    ['--wall 1e30 -- cat', '--wall takes a number from 0.01 to 1000000, not "1e30"'],
    ['--results r --part 0/2 -- cat', `${PART} "0/2"`],
    ['--part 1/2 -- cat', '--part needs --results DIR'],
    ['--results r --case a -- cat', '--results keeps whole submissions, and --case marks only some cases'],
    ['--results cases/r -- cat', '--results: cases/r is inside cases, which is an input'],
    ['--report xml -- cat', FORMAT],
    ['--report json: -- cat', '--report json: a path is missing after the colon'],
    ['--report json:{x}.json -- cat', '--report json: a path can contain {submission}, {id} or {folder}, not {x}'],
    ['--report json --report csv -- cat', 'only one --report can be printed: give the others a path'],
    ['--all class --report csv:class/r.csv', '--report: class/r.csv is inside class, which is an input'],
    ['--report csv:class/a.sh/r.csv -- cat', '--report: cannot write to class/a.sh: EEXIST'],
    ['--report csv:cases/a.out -- cat', '--report: cases/a.out is inside cases, which is an input'],
    ['--report csv:class/b.sh class/b.sh', '--report: class/b.sh is an input: choose another path'],
    ['--report csv:golden --fixtures linked -- cat', '--report: golden is an input: choose another path'],
    ['--tolerate spaces -- cat', '--tolerate: "spaces" is not a tolerance: '],
    ['--no-sandbox --show /usr -- cat', '--show needs the sandbox: leave out --no-sandbox'],
    ['--show /nowhere -- cat', '--show: there is no /nowhere'],
    ['--compile gcc{source} -- cat', '--compile takes a command that makes {program}'],
  ];
  // biome-ignore format: a table
  const files: readonly (readonly [line: string, reason: string])[] = [
    ['prog', 'prog: no such file or folder; to run a command of this name, write -- prog\n'],
    ['--all nowhere', 'nowhere: no such file or folder\n'],
    ['--all none', 'none: no submissions in it\n'],
    ['--all class/a.sh', 'class/a.sh: it is neither a folder nor an archive\n'],
    ['--fixtures none -- cat', 'none: no cases in it: a case is NAME.in and NAME.out\n'],
    ['--fixtures large --output 1 -- cat', 'large/a.out: 1025 bytes, more than the limit on output allows (1 KiB)'],
    ['--fixtures messy -- cat', 'messy/1/suite.json: visibility: "secret" is not "public" or "hidden"\nmessy/2/suite.json: points: -1 is not'],
  ];
  for (const [what, rows, start] of [
    ['arguments', usage, 'fivedice: mark: '],
    ['files', files, 'fivedice: '],
  ] as const)
    test(what, async ({folder, write, fivedice}) => {
      write(MISTAKEN);
      symlinkSync('../golden', join(folder, 'linked/a.out'));
      const before = filesIn(folder);
      for (const [line, reason] of rows) {
        const fixtures = line.includes('--fixture') ? [] : ['--fixtures', 'cases'];
        const words = line.split(' ').filter((word) => word !== '');
        const {stdout, stderr, exitCode} = await fivedice('mark', ...fixtures, ...words);
        assert.is(stderr.slice(0, start.length + reason.length), start + reason, line);
        assert.equal([stdout, exitCode], ['', 2], line);
      }
      assert.equal(filesIn(folder), before);
    });
});
