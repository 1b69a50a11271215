import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import * as assert from 'uvu/assert';
import {REPORTS, type ReportName} from '../../../src/marking/reports/formats.js';
import {forStudent} from '../../../src/marking/results/for-student.js';
import type {CaseMarks, Marks} from '../../../src/marking/results/marks.js';
import {VERDICTS} from '../../../src/marking/results/verdicts.js';
import {sameBytes} from '../../support/bytes.js';
import {caseWith} from '../../support/hostile-marks.js';
import {
  ACCEPTED,
  CLASS,
  CRASH,
  FIXTURES,
  formats,
  LATER,
  LOST,
  MACHINE,
  marksOf,
  NO_CHOICE,
  ONE,
  OPTIONS,
  RUN,
  SMALL,
  SMALL_CLASS,
  write,
} from '../../support/marks.js';
import {suite} from '../../support/suite.js';

suite('goldens of the reports', (test) => {
  const goldens: readonly (readonly [file: string, format: ReportName, marks: Marks])[] = [
    ['one.human.txt', 'human', ONE],
    ['class.human.txt', 'human', CLASS],
    ['one.junit.xml', 'junit', ONE],
    ['small.gradescope.json', 'gradescope', SMALL],
    ['small.classroom50.json', 'classroom50', SMALL],
    ['small-class.github.txt', 'github', SMALL_CLASS],
    ['one.mrk', 'mrk', ONE],
    ['class.csv', 'csv', CLASS],
  ];
  for (const [file, format, marks] of goldens) {
    test(`${format}: ${file}`, () => {
      const expected = readFileSync(join(FIXTURES, 'reports', file), 'utf8');
      sameBytes(write(format, marks), expected, file);
    });
  }

  test('json: the marks as they are, with two spaces; all that varies is in the last key', () => {
    for (const marks of [CLASS, marksOf({}), marksOf({x: []})]) {
      const all = [...marks.submissions];
      const {complete, sandbox, sandboxOff, folders} = marks.submissions.totals;
      const seconds = all.map((one) => [
        one.target,
        Object.fromEntries(one.cases.map((each) => [each.case, each.seconds])),
      ]);
      const expected = {
        version: 3,
        ...marks,
        submissions: all.map(({machine, isWhole, ...one}) => ({
          ...one,
          cases: one.cases.map(({seconds, ...rest}) => rest),
        })),
        complete,
        sandbox,
        sandboxOff,
        varying: {folders, seconds: Object.fromEntries(seconds)},
      };
      sameBytes(write('json', marks), `${JSON.stringify(expected, null, 2)}\n`, 'json');
    }
  });
});

suite('the human report', (test) => {
  test('has a table as narrow as the terminal: numbers for stages, and a shorter problem', () => {
    const linesAt = (columns: number): string[] =>
      [...REPORTS.human.write(CLASS, {...OPTIONS, columns})].join('').split('\n');
    const [head, , bob, , legend] = linesAt(80);
    assert.is(head, 'submission  points   (1)  (2)  passed  first problem');
    assert.is(bob, 'bob         0.2/0.4  0.1  0.1  2/4     stage-1/02-no-choice: wrong output: no…');
    assert.is(legend, '(1) Stage 1, (2) Stage 2');
  });

  test('has colour only on request, and the same text either way', () => {
    const coloured = [...REPORTS.human.write(ONE, {...OPTIONS, colour: true})].join('');
    assert.match(coloured, '  \x1b[32mexpected  ⏎\x1b[39m\n');
    sameBytes(stripVTControlCharacters(coloured), write('human', ONE), 'without the colours');
    assert.is(write('human', ONE).includes('\x1b'), false);
  });

  test('names no case where the program did not compile', () => {
    const reason = 'prog.c:3:1: error: expected ";"\n    3 | }\n      | ^';
    const failed = (number: number): CaseMarks => ({
      ...CRASH,
      ...{case: `stage-${number}/a`, suite: `Stage ${number}`, title: 'a', leftProcesses: false},
      ...{verdict: 'did-not-compile', reason},
    });
    const cases = [failed(1), failed(2)];
    const label = 'did not compile: prog.c:3:1: error: expected ";"';
    assert.is(
      write('human', marksOf({x: cases})),
      `x
  Stage 1  0.0/0.1 points, 0 of 1 case passed
  Stage 2  0.0/0.1 points, 0 of 1 case passed

${label}
  the compiler says:
  |     3 | }
  |       | ^
  ./prog < 'fixtures/03-crash.in'

0.0/0.2 points, 0 of 2 cases passed, sandbox on
`,
    );
    assert.match(
      write('human', marksOf({x: cases, y: cases})),
      `y           0.0/0.2  0.0/0.1  0.0/0.1  0/2     ${label}

2 submissions: ${label}
  x, y
  for example x
`,
    );
  });

  test('has # for the numbers alone that differ between the cases of one mistake', () => {
    const missing = (name: string, reason: string): CaseMarks => ({...CRASH, case: name, reason});
    const cases = ['1 of 5.5 dice', '1 of -60 dice'].map((reason, index) => missing(`${index}`, reason));
    assert.match(write('human', marksOf({x: cases})), /^all 2 cases: crashed: 1 of # dice$/m);
  });

  test('has one group for crashes of a program on one line, and others for other lines and programs', () => {
    const crash = (line: number, what: string): CaseMarks => {
      const where = {function: 'f', file: 'a.c', line};
      return {...CRASH, signal: 'SIGSEGV', reason: null, cause: {where, what, isPastEnd: false}};
    };
    const two = [crash(7, 'index 5 of an array of 5'), crash(7, 'null'), crash(8, 'null')];
    const report = write(
      'human',
      marksOf({x: two, y: [crash(7, 'index 6 of an array of 6'), crash(9, 'null')]}),
    );
    assert.equal(report.match(/^\d submissions?: .*|^ {2}x .*/gm), [
      '2 submissions: crashed: SIGSEGV in `f`, a.c line 7: index # of an array of #',
      '  x (2 cases), y',
      '1 submission: crashed: SIGSEGV in `f`, a.c line 8: null',
      '1 submission: crashed: SIGSEGV in `f`, a.c line 9: null',
    ]);
  });

  test('tells markers alone, once for each submission, of error output of programs that passed', () => {
    const loud = {...ACCEPTED, stderr: 'TERM·not·set.⏎'};
    const marks = marksOf({x: [loud, loud], y: [loud], z: [ACCEPTED]});
    const told = '2 submissions with cases that passed: standard error: TERM not set.\n  x, y\n';
    assert.match(write('human', marks), told);
    for (const audience of ['marker', 'student'] as const) {
      const count = write('html', marks, audience).split('TERM not set').length - 1;
      assert.is(count, audience === 'marker' ? 2 : 0);
      if (audience === 'student') assert.not.match(write('human', marks, audience), 'TERM');
    }
  });

  test('names a mistake by what its cases have in common', () => {
    // biome-ignore format: a table
    for (const [mistake, label, ...summaries] of [
      ['b\n', 'other lines instead of "b"', '"a" instead of "b"', '"b" is missing', '"c" instead of "b"'],
      ['b\n', '"a #" instead of "b"', '"a 1" instead of "b"', '"a 2" instead of "b"'],
      ['\na', '"a" is unexpected', '"a" instead of "b"', '"a" instead of "c"', '"a" instead of "b"'],
      ['\na', '"a" is unexpected', '"a" is unexpected before "b"', '"a" is unexpected at the end'],
      ['a\na', 'a wrong number in "a #"', 'the numbers are in another order in "a #"', 'a wrong number in "a #"'],
    ] as const) {
      const cases = summaries.map((summary, index): CaseMarks => {
        const difference = NO_CHOICE.difference && {...NO_CHOICE.difference, mistake, summary};
        return {...NO_CHOICE, case: `${index}`, difference};
      });
      const [heading] = /^all \d cases: .*/m.exec(write('human', marksOf({x: cases}))) ?? [];
      assert.is(heading, `all ${cases.length} cases: wrong output: ${label}`);
    }
  });

  test('names so many cases that it stays short, and says how many more there are', () => {
    const cases = Array.from({length: 500}, (_, index) => ({...CRASH, case: `stage/${index}`}));
    const report = write('human', marksOf({x: [...cases, ACCEPTED]}));
    assert.match(report, /\n500 cases: crashed: SIGSEGV\n( {2}stage.*\n){3} {2}for example stage\/0/);
    const [, listed = '', more] = /SIGSEGV\n(.*), and (\d+) more\n/s.exec(report) ?? [];
    assert.is(listed.split(',').length + Number(more), 500);
    assert.ok(report.split('\n').every(({length}) => length <= 80));
    const everybody = write(
      'human',
      marksOf(Object.fromEntries(cases.map((one, at) => [`who${at}`, [one]]))),
    );
    assert.not.match(everybody, / more\n/);
  });

  test('doubts goldens that nobody passes, and names what many cannot import', () => {
    const lacks = (module: string): CaseMarks => ({
      ...NO_CHOICE,
      lastWords: `ModuleNotFoundError: No module named '${module}'`,
    });
    const rows = ['numpy.linalg', 'numpy', 'helper', 'helper', 'mine'].map((module) => [
      ACCEPTED,
      lacks(module),
      CRASH,
    ]);
    const of = (count: number, audience: 'marker' | 'student' = 'marker'): string =>
      write('human', marksOf(Object.fromEntries(rows.slice(0, count).entries())), audience);
    const doubts = [
      'nobody passed stage-1/02-no-choice, stage-2/03-crash: look at the goldens',
      '2 submissions import numpy, which is not installed here: apt-get install python3-numpy',
      '2 submissions import helper, which is not installed here',
    ];
    assert.match(of(5), `\n${doubts.join('\n')}\n\n`);
    assert.is(/import mine|imports mine/.test(of(5)), false);
    assert.is(of(4).includes('nobody passed'), false);
    assert.is(of(5, 'student').includes('not installed'), false);
  });

  test('counts submissions, not cases; the most common trouble comes first, skipped cases last', () => {
    const many = marksOf({
      a: [CRASH, {...CRASH, case: 'x', number: 9}, LATER],
      b: [NO_CHOICE, LATER],
      c: [NO_CHOICE, LATER],
    });
    const report = write('human', many);
    assert.match(report, 'all would pass with `--tolerate blank-lines`');
    const other = marksOf({b: [NO_CHOICE, {...NO_CHOICE, case: 'x', wouldPassWith: null}]});
    assert.not.match(write('human', other), 'all would pass');
    const labels = report.match(/^\d+ submissions?: .*/gm);
    assert.equal(labels, [
      '2 submissions: wrong output: no empty line before "Invalid Choice."',
      '1 submission: crashed: SIGSEGV',
      '3 submissions: skipped: an earlier case of the stage failed',
    ]);
  });

  test('has one group for submissions that could not run for the same reason, whatever their files are', () => {
    const failing = (reason: string): CaseMarks => ({...CRASH, verdict: 'could-not-run', reason});
    const many = marksOf({a: [failing('x\na.c, b.c')], b: [failing('x\nc.c, d.c')]});
    assert.match(write('human', many), /^2 submissions: could not run: x$/m);
  });

  test('of one submission tells time-outs once, whichever clock ran out', () => {
    const late = (name: string, reason: string): CaseMarks => ({
      ...CRASH,
      case: name,
      verdict: 'timed-out',
      reason,
    });
    const [wall, cpu] = ['still running after 5 seconds', 'more than 2 seconds of processor time'];
    const of = (...cases: CaseMarks[]): string => write('human', marksOf({x: [ACCEPTED, ...cases]}));
    assert.match(of(late('a', wall), late('b', cpu), late('c', wall)), '\n3 cases: timed out\n  a, b, c\n');
    assert.match(of(late('a', wall), late('b', wall)), `\n2 cases: timed out: ${wall}\n  a, b\n`);
  });

  test('for a student has one line for all hidden cases, and a legend if it has signs', () => {
    const hidden = (number: number): CaseMarks => ({
      ...NO_CHOICE,
      ...{number, visibility: 'hidden', reason: `${number}`},
      verdict: (['crashed', 'skipped', 'wrong-output'] as const)[number - 10] ?? 'pass',
    });
    const reportOf = (...cases: CaseMarks[]): string =>
      write('human', forStudent(marksOf({x: cases})), 'student');
    assert.ok(reportOf(ACCEPTED).endsWith('1 of 1 case passed\n'));
    const report = reportOf(ACCEPTED, NO_CHOICE, hidden(10), hidden(11), hidden(12));
    assert.match(report, '\n\n3 hidden cases did not pass\n\n');
    assert.not.match(report, /hidden case \d|fixtures|skipped/);
    assert.ok(report.endsWith('\n· is a space, ⏎ the end of a line\n'));
    assert.match(write('human', marksOf({x: [ACCEPTED, hidden(10)]})), 'stage-1/02-no-choice (hidden)');
    assert.not.match(write('human', marksOf({x: [ACCEPTED]}), 'student'), 'is a space');
  });
});

suite('a run without bubblewrap', (test) => {
  const machine = {...MACHINE, sandbox: false, sandboxOff: 'bubblewrap is not installed'};
  const marks = marksOf({'prog.c': [ACCEPTED, NO_CHOICE]}, machine);
  for (const [format] of formats()) {
    const count = ['human', 'html', 'github'].includes(format) ? 1 : 0;
    test(`${format}: tells markers ${count} times what programs could do, and students nothing`, () => {
      const told = write(format, marks);
      assert.is(told.split('install bubblewrap').length - 1, count);
      assert.not.match(write(format, marks, 'student'), 'install bubblewrap');
    });
  }
});

suite('what a student may not see', (test) => {
  const TOLD = 'LEAK';
  const failures = VERDICTS.filter((verdict) => verdict !== 'pass').map((verdict, index): CaseMarks => {
    const one = caseWith(TOLD)(verdict, index + 1);
    const difference = one.difference && {...one.difference, line: 987654, column: 987654};
    return {...one, number: index + 1, visibility: 'hidden', difference};
  });
  // Options can name hidden cases.
  const told = (submissions: Parameters<typeof marksOf>[0]): Marks => ({
    ...marksOf(submissions),
    run: {...RUN, options: `--case ${TOLD}`},
  });
  for (const [format, isForSeveral] of formats()) {
    test(`${format}: is in no student's report`, () => {
      for (const marks of [
        told({a: failures}),
        ...(isForSeveral ? [told({a: failures, b: failures})] : []),
      ]) {
        // Only students read this one.
        if (format !== 'classroom50') assert.match(write(format, marks), TOLD);
        else assert.not.match(write(format, marks), /LEAK|987654|0x51/);
        assert.not.match(write(format, forStudent(marks)), /LEAK|987654|0x51/);
      }
    });
  }

  test('Gradescope, which students read, has no words for markers, and says whose fault nothing was', () => {
    const [one] = JSON.parse(write('gradescope', marksOf({a: [{...LOST, judgeMessage: TOLD}]}))).tests;
    assert.equal([one.score, one.max_score, one.status], [0, 0.15, 'failed']);
    assert.match(one.output, "this is not the program's fault");
    assert.not.match(one.output, TOLD);
  });

  test("Gradescope's text for all does not count the hidden cases", () => {
    const text = write('gradescope', marksOf({a: [ACCEPTED, ...failures]}));
    assert.match(text, '"output": "INCOMPLETE, 0.1/0.1 points, 1 of 1 case passed, hidden cases not counted');
  });
});
