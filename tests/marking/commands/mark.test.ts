import {chmodSync, cpSync, realpathSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {ASSIGN1, OBEDIENT} from '../../support/command.js';
import {inProcess} from '../../support/door.js';
import {isThorough} from '../../support/effort.js';
import {ECHO, factsOf, WRONG} from '../../support/marked.js';
import {filesIn, inPlace} from '../../support/place.js';
import {suite} from '../../support/suite.js';
import {toolsFor} from '../../support/tools.js';

const ROOT = join(import.meta.dirname, '../../..');
const DOUBLES = join(ROOT, 'fixtures/marking/doubles');

suite('what can be marked', (test) => {
  test(
    'the strict tool, with the suite in the package',
    inPlace(async ({fivedice}) => {
      // The README's example marks all of it.
      const cases = isThorough
        ? []
        : ['--case', 'stage-1/02-format-letter', '--case', 'stage-2/51-format-all'];
      const [first, second, both] = isThorough
        ? [
            '5.0/5.0 points, 50 of 50 cases',
            '3.0/3.0 points, 30 of 30 cases',
            '8.0/8.0 points, 80 of 80 cases',
          ]
        : ['0.1/0.1 points, 1 of 1 case', '0.1/0.1 points, 1 of 1 case', '0.2/0.2 points, 2 of 2 cases'];
      const {stdout, stderr, exitCode} = await fivedice('mark', '--no-sandbox', ASSIGN1, ...cases);
      assert.equal(stdout.split('\n'), [
        ASSIGN1,
        `  Stage 1: dice valuation  ${first} passed`,
        `  Stage 2: dice rerolling  ${second} passed`,
        '',
        `${both} passed, sandbox off`,
        '',
      ]);
      const told = 'fivedice: no --fixtures: marked with the 80-case suite of "Simplified Yahtzee"\n';
      assert.equal({stderr, exitCode}, {stderr: told, exitCode: 0});
    }),
  );

  test(
    'nothing by a suite that nobody named, unless the program is called as the suite has it',
    inProcess(async ({write, fivedice}) => {
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
      const one = ['--case', '02-format-letter'];
      for (const args of [
        ['class/assign1.sh'],
        ['--', './class/assign1.sh'],
        ['prog.sh', '--fixtures', 'comp1917'],
      ]) {
        const {stdout, exitCode} = await fivedice('mark', ...one, ...args);
        assert.match(stdout, /^0\.0\/0\.1 points/m, args.join(' '));
        assert.is(exitCode, 1);
      }
    }),
  );

  test(
    'nobody by the name of a class; of a few programs in a folder it says that they are several',
    inProcess(async ({write, fivedice}) => {
      const folders = {
        by: ['ann/a.sh', 'bob/src/b.sh', 'notes.txt'],
        four: ['a.sh', 'b.sh', 'c.py', 'd.py'],
        ann: ['a.sh', 'b.sh'],
      };
      for (const [folder, files] of Object.entries(folders))
        write(Object.fromEntries(files.map((file) => [`${folder}/${file}`, ''])));
      write(ECHO);
      for (const [name, held] of [
        ['by', '2 folders'],
        ['four', '4 programs'],
      ] as const) {
        const stderr = `fivedice: mark: ${name} holds ${held}: do you mean --all ${name}?\nfivedice mark --help lists the flags\n`;
        const actual = await fivedice('mark', name, '--fixtures', 'cases');
        assert.equal(actual, {stdout: '', stderr, exitCode: 2});
      }
      const {stdout, exitCode} = await fivedice('mark', 'ann', '--fixtures', 'cases');
      assert.match(stdout, /could not run: it holds several programs \(a\.sh, b\.sh\)/);
      assert.is(exitCode, 1);
    }),
  );

  const right = (ending: string): string => join(ROOT, `fixtures/submissions/right/doubles.${ending}`);
  test.needs('gcc', 'python3')(
    'an executable, a source file by its language, a folder with a program; by a command what --compile or -- says',
    inPlace(async ({folder, fivedice}) => {
      const scripts = ['plain.sh', 'folder/doubles.sh', 'several/doubles.sh', 'several/doubles.py'];
      for (const name of [...scripts, "it's $HOME & co.c", 'source.txt'])
        cpSync(right(/\.(sh|py)$/.exec(name)?.[1] ?? 'c'), join(folder, name));
      // Its first line counts, and not its extension.
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
    }),
  );

  test(
    'a program gets its own arguments and then those of the suite, each unchanged',
    inPlace(async ({write, marks}) => {
      write({
        'show.sh': '#!/bin/sh\nprintf "<%s>" "$@"\n',
        'cases/a.in': '',
        'cases/a.out': `<-n><a  b><><${'x'.repeat(300)}><$HOME *><--wall>`,
        'cases/suite.json': '{"arguments": ["$HOME *", "--wall"]}',
      });
      const command = ['./show.sh', '-n', 'a  b', '', 'x'.repeat(300)];
      const marked = await marks('mark', '--fixtures', 'cases', '--', ...command);
      assert.equal(
        factsOf(marked, ({verdict}) => verdict),
        {a: 'pass'},
      );
    }),
  );
});

suite('--case', (test) => {
  /** The numbers of some cases are the names of others. */
  const NUMBERED = Object.fromEntries(
    ['a/1', 'a/2', 'a/10', 'b/add-one', 'b/add-two', 'b/c/add'].flatMap((name) => [
      [`cases/${name}.in`, name],
      [`cases/${name}.out`, name],
    ]),
  );
  const chosen: readonly [what: string, texts: string[], cases: string][] = [
    ['a name', ['b/add-one'], 'b/add-one'],
    ['a name wins over parts of others', ['add'], 'b/c/add'],
    ['a name without its folder wins over the number of another', ['2'], 'a/2'],
    ['a number is that of the reports', ['6'], 'b/c/add'],
    ['a part of some names', ['dd-'], 'b/add-one b/add-two'],
    ['a folder, and those below', ['b'], 'b/add-one b/add-two b/c/add'],
    ['a folder with its slash', ['b/c/'], 'b/c/add'],
    [
      'several, each case once, in the order of the fixtures',
      ['b/c', 'dd-t', 'add', '10'],
      'a/10 b/add-two b/c/add',
    ],
  ];
  test(
    'chooses cases by their names, folders and numbers',
    inProcess(async ({write, marks}) => {
      write(NUMBERED);
      const numbers: Readonly<Record<string, number>> = {
        ...{'a/1': 1, 'a/10': 2, 'a/2': 3},
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
    }),
  );

  test(
    'of nothing is refused with what there is, and the nearest names',
    inProcess(async ({write, fivedice}) => {
      write(NUMBERED);
      const actual = await fivedice('mark', '--fixtures', 'cases', '--case', 'ad-two', '--', 'cat');
      const what = 'takes the name of a case, a part of one, a folder, or a number from 1 to 6';
      const near = 'The nearest: b/add-two, b/add-one, b/c/add';
      const stderr = `fivedice: mark: --case ${what}; nothing in cases is called "ad-two". ${near}\nfivedice mark --help lists the flags\n`;
      assert.equal(actual, {stdout: '', stderr, exitCode: 2});
    }),
  );
});

suite('several targets', (test) => {
  test(
    'are marked in one run, in their order, each by the path that was typed',
    inProcess(async ({write, marks, fivedice}) => {
      write({...ECHO, 'x/wrong.sh': WRONG, 'right.sh': '#!/bin/sh\ncat\n'});
      const args = ['--fixtures', 'cases', './x', 'right.sh'];
      const marked = await marks('mark', ...args);
      assert.equal(
        marked.submissions.map(({target, points}) => [target, points]),
        [
          ['./x', '2'],
          ['right.sh', '3'],
        ],
      );
      const {stdout, exitCode} = await fivedice('mark', ...args);
      assert.match(stdout, /^submission +points +passed +first problem\n\.\/x +2\/3 /);
      assert.is(exitCode, 1);
    }),
  );
});

suite('exit statuses', (test) => {
  const statuses: readonly [exitCode: number, why: string, args: string[], error?: RegExp][] = [
    [0, 'all passed', ['--', 'cat']],
    [1, 'one case did not pass', ['wrong.sh']],
    [1, 'the source does not compile', ['wrong.c']],
    [1, 'it cannot be run', ['wrong.txt']],
    [1, 'a class in which one did not pass', ['--all', 'class']],
    [2, 'there is no such program', ['nothing'], /^fivedice: nothing: no such file/],
    [3, 'there is no compiler', ['wrong.c', '--compile', 'no-compiler {source} {program}']],
    [
      3,
      'a report cannot be written',
      ['--report', 'csv:/dev/full', '--', 'cat'],
      /^fivedice: the report \/dev\/full: ENOSPC/,
    ],
    [3, 'in a class one did not pass and another could not be checked', ['--all', 'class-with-c']],
  ];
  for (const [expected, why, args, error] of statuses) {
    test.needs(...toolsFor(args.at(-1) ?? ''))(
      `${expected}: ${why}`,
      inPlace(async ({folder, write, shell}) => {
        const c = 'int main(void) { return 0 }\n';
        write({
          ...ECHO,
          'wrong.sh': WRONG,
          'wrong.c': c,
          'wrong.txt': '',
          'class/a.sh': 'cat',
          'class/b.sh': WRONG,
        });
        write({'class-with-c/a.sh': WRONG, 'class-with-c/b.c': c, '../bin/.empty': ''});
        // A machine without a compiler. Folders of `PATH` below the working folder are not trusted.
        const bin = join(folder, '../bin');
        const tools = expected === 3 ? ['node', 'sh', 'cat', 'sed'] : [];
        for (const tool of tools) {
          const path = tool === 'node' ? process.execPath : `/usr/bin/${tool}`;
          symlinkSync(path, join(bin, tool));
        }
        const words = args.map((word) => `'${word}'`).join(' ');
        const path = expected === 3 ? `PATH='${bin}' ` : '';
        const mark = `${path}"$FIVEDICE" mark --no-sandbox --fixtures cases ${words}`;
        const {stderr, exitCode} = await shell(mark);
        assert.match(stderr, error ?? /^$/);
        assert.is(exitCode, expected);
      }),
    );
  }
});

suite('a report whose file is there', (test) => {
  const mark = `${OBEDIENT.join(' ')} "$FIVEDICE" mark --fixtures cases --report`;

  test(
    'is refused before anything runs if it cannot be replaced',
    inPlace(async ({folder, write, read, shell}) => {
      write({...ECHO, old: 'old', 'ro/report': 'old'});
      chmodSync(join(folder, 'old'), 0o444);
      chmodSync(join(folder, 'ro'), 0o555);
      const refused = {
        old: 'old',
        'ro/new': 'ro',
        'ro/new/report': 'ro/new',
        'ro/report': `${realpathSync(folder)}/ro`,
      };
      for (const [file, written] of Object.entries(refused)) {
        const {stdout, stderr, exitCode} = await shell(`${mark} csv:${file} -- touch ran`);
        assert.ok(
          stderr.startsWith(`fivedice: mark: --report: nothing can be written to ${written}: EACCES`),
          stderr,
        );
        assert.equal([stdout, exitCode], ['', 2]);
      }
      chmodSync(join(folder, 'ro'), 0o755);
      assert.is(read('old'), 'old');
      assert.is((await shell(`${mark} csv:new/report -- cat`)).exitCode, 0);
      assert.match(read('new/report'), /^submission,/);
    }),
  );
});

/** Files for the mistakes below. */
const MISTAKEN = {
  ...ECHO,
  'class/a.sh': WRONG,
  'class/b.sh': WRONG,
  'none/.keep': '',
  'large/a.in': '',
  'large/a.out': ' '.repeat(1025),
  'messy/a.in': 'the same',
  'messy/b.in': 'the same',
  'messy/b.out': '',
  'messy/b.status': '256\n',
  'messy/c.out': '',
  'messy/notes.txt': '',
  'broken/suite.json': '{"visibility": "secret", "point": 1, "cases": {"d": {}}}',
  'broken/below/a.in': '',
  'broken/below/a.out': '',
  'broken/below/suite.json': '{"points": -1}',
};

suite('a mistake in the command line or the fixtures: the reason, and nothing else', (test) => {
  const refuses = (
    what: string,
    rows: readonly (readonly [args: readonly string[], stderr: string])[],
  ): void => {
    test(
      what,
      inProcess(async ({folder, write, fivedice}) => {
        write(MISTAKEN);
        const before = filesIn(folder);
        for (const [args, stderr] of rows)
          assert.equal(await fivedice('mark', ...args), {stdout: '', stderr, exitCode: 2}, args.join(' '));
        assert.equal(filesIn(folder), before);
      }),
    );
  };
  const usageOf = (reason: string): string =>
    `fivedice: mark: ${reason}\nfivedice mark --help lists the flags\n`;

  // Each row: the arguments, and what is wrong with them.
  const [TARGETS, PART] = [
    'name a TARGET or several, or --all DIR, or a command after --',
    '--part takes I/N with I from 1 to N, say 2/8, not',
  ];
  const FORMATS = 'human, junit, json, gradescope, github, mrk, csv, classroom50, html';
  const TOLERANCES = 'final-newline, crlf, trailing-space, blank-lines, space, case, only CHARS';
  const usage: readonly [args: string[], reason: string][] = [
    [[], TARGETS],
    [['class/a.sh', 'class/b.sh', './class/a.sh'], './class/a.sh is named twice'],
    [['class/a.sh', '--', 'cat'], `class/a.sh and a command after -- were given: ${TARGETS}`],
    [['--all', 'class', 'class/a.sh'], `--all class and class/a.sh were given: ${TARGETS}`],
    [['--'], 'a command is missing after --'],
    [['--fixture', 'cases', '--', 'cat'], 'unknown flag "--fixture"; did you mean --fixtures?'],
    [['-v', '--', 'cat'], 'unknown flag "-v"'],
    [
      ['--all', 'class', '--fixtures', 'cases', '--report', 'gradescope:x.json'],
      '--report gradescope holds one submission: give it a path with {submission}',
    ],
  ];
  refuses(
    'targets',
    usage.map(([args, reason]) => [args, usageOf(reason)]),
  );

  // The same for flags in front of the command `-- cat`.
  const flags: readonly [args: string[], reason: string][] = [
    [['-j', '0'], '--jobs takes a whole number of at least 1, not "0"'],
    [['--wall', '1e30'], '--wall takes a number from 0.01 to 1000000, not "1e30"'],
    [['--wall=-1'], '--wall takes a number from 0.01 to 1000000, not "-1"'],
    [['--cpu', '1e3'], '--cpu takes a number from 0.01 to 1000000, not "1e3"'],
    [['--memory', '0.5'], '--memory takes a whole number from 1 to 16777216, not "0.5"'],
    [['--output', '1k'], '--output takes a whole number from 1 to 16384, not "1k"'],
    [['--wall', '1', '--wall', '2'], '--wall was given twice'],
    [['--status', '256'], '--status takes a number from 0 to 255, nonzero or any, not "256"'],
    ...['0/2', '3/2', '2', 'a/b'].map((part): [string[], string] => [
      ['--results', 'r', `--part=${part}`],
      `${PART} "${part}"`,
    ]),
    [['--part', '1/2'], '--part needs --results, the folder that keeps the results'],
    [['--again'], '--again needs --results, the folder that keeps the results'],
    [['--results', 'r', '--case', 'a'], '--case marks a few cases, and --results keeps whole submissions'],
    [['--results', 'cases/r'], '--results: cases/r lies in cases, from where all is read'],
    [['--report', 'xml'], `--report takes [student:]FORMAT[:PATH], and a format is ${FORMATS}, not "xml"`],
    [
      ['--report', 'teacher:human'],
      `--report takes [student:]FORMAT[:PATH], and a format is ${FORMATS}, not "teacher"`,
    ],
    [['--report', 'json:'], '--report json: takes a path after the colon'],
    [['--report', 'json:{submision}.json'], '--report json: a path can hold {submission}, not {submision}'],
    [['--report', 'json', '--report', 'csv'], 'only one --report can be printed: give the others a path'],
    [
      ['--report', 'csv:class/a.sh/report.csv'],
      "--report: nothing can be written to class/a.sh: EEXIST: file already exists, mkdir 'class/a.sh'",
    ],
    [['--tolerate', 'spaces'], `--tolerate: "spaces" is not a tolerance: ${TOLERANCES}`],
    [['--no-sandbox', '--show', '/usr'], '--show needs the sandbox: leave out --no-sandbox'],
    [['--no-sandbox', '--sandbox'], '--sandbox needs the sandbox: leave out --no-sandbox'],
    [['--show', '/nowhere'], '--show: there is no /nowhere'],
    [
      ['--compile', 'gcc {source}'],
      '--compile takes a command with {source} or {sources}, and {program}, not "gcc {source}"',
    ],
  ];
  refuses(
    'flags',
    flags.map(([args, reason]) => [['--fixtures', 'cases', ...args, '--', 'cat'], usageOf(reason)]),
  );

  const found: readonly [args: string[], problems: string[]][] = [
    [['prog'], ['prog: no such file or folder; to run a command of this name, write -- prog']],
    [['./prog'], ['./prog: no such file or folder']],
    [['class/a.sh', './prog'], ['./prog: no such file or folder']],
    [['--all', 'nowhere'], ['nowhere: no such file or folder']],
    [['--all', 'class/a.sh'], ['class/a.sh: it is a file, not a folder']],
    [['--fixtures', 'none', '--', 'cat'], ['none: no cases in it: a case is NAME.in and NAME.out']],
    [
      ['--fixtures', 'large', '--output', '1', '--', 'cat'],
      ['large/a.out: 1025 bytes, more than the limit on output allows (1 KiB)'],
    ],
    [
      ['--fixtures', 'broken', '--', 'cat'],
      [
        'broken/suite.json: visibility: "secret" is not "public" or "hidden"',
        'broken/suite.json: point: unknown key of an object; its keys are title, arguments, environment, files, points, visibility, status, stderr, limits, tolerances, about, section, checker, prompt, skipAfterFailure, group, compile, run, cases',
        'broken/below/suite.json: points: -1 is not a decimal number, such as 0.5 or "0.5"',
      ],
    ],
    [
      ['--fixtures', 'messy', '--', 'cat'],
      [
        'messy/notes.txt: belongs to no case: a case is NAME.in, NAME.out and optionally NAME.err and NAME.status',
        'messy/a.out: missing',
        'messy/b.status: "256\\n" is not a number from 0 to 255, nonzero or any',
        'messy/c.in: missing',
      ],
    ],
  ];
  refuses(
    'files',
    found.map(([args, problems]) => [args, `fivedice: ${problems.join('\n')}\n`]),
  );
});
