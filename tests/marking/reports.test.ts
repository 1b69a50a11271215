import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {type CaseMarks, forStudent, type Marks, submissionMarks, VERDICTS} from '../../src/marking/marks.js';
import {REPORTS, type ReportName} from '../../src/marking/report/formats.js';
import {parseMarks} from '../../src/marking/report/json.js';
import {mergeMarks} from '../../src/marking/report/merge.js';
import {latin1, sameBytes} from '../support/bytes.js';
import {AS_USER} from '../support/command.js';
import {dealer} from '../support/random.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const FIXTURES = join(import.meta.dirname, '../../fixtures/marking');
const TOKEN = '0123456789abcdef';

const ACCEPTED: CaseMarks = {
  case: 'stage-1/01-accepted',
  number: 1,
  suite: 'Stage 1',
  title: 'Accepted #1',
  visibility: 'public',
  verdict: 'pass',
  reason: null,
  points: '0.1',
  maxPoints: '0.1',
  tolerance: null,
  wouldPassWith: null,
  leftProcesses: false,
  retried: false,
  seconds: 0.012,
  difference: null,
  input: null,
  stderr: null,
  reproduce: null,
};
const NO_CHOICE: CaseMarks = {
  ...ACCEPTED,
  case: 'stage-1/02-no-choice',
  number: 2,
  title: 'No such choice',
  verdict: 'wrong-output',
  points: '0.0',
  wouldPassWith: 'blank-lines',
  difference: {
    summary: 'no empty line before "Invalid Choice."',
    offset: 120,
    line: 7,
    column: 1,
    expectedByte: 0x0a,
    actualByte: 0x49,
    prompt: {number: 2, text: 'Which choice?', input: '9⏎'},
    diff: [
      {kind: 'omitted', text: '4 more lines'},
      {kind: 'same', text: 'Which·choice?⏎'},
      {kind: 'expected', text: '⏎'},
      {kind: 'same', text: 'Invalid·Choice.⏎'},
      {kind: 'expected', text: 'Bye⏎'},
      {kind: 'actual', text: 'Bye (no newline at end)'},
    ],
  },
  input: '1·2·3·4·5⏎9⏎',
  stderr: 'oh·no⏎',
  reproduce: "./prog < 'fixtures/02-no-choice.in'",
};
const IN_STAGE_2: CaseMarks = {...ACCEPTED, suite: 'Stage 2', points: '0.0'};
const CRASH: CaseMarks = {
  ...IN_STAGE_2,
  case: 'stage-2/03-crash',
  number: 3,
  title: '03-crash',
  verdict: 'crashed',
  reason: 'SIGSEGV',
  leftProcesses: true,
  reproduce: "./prog < 'fixtures/03-crash.in'",
};
const SECRET: CaseMarks = {
  ...IN_STAGE_2,
  case: 'stage-2/04-secret',
  number: 4,
  title: 'Secret',
  visibility: 'hidden',
  verdict: 'wrong-output',
};
const CRLF: CaseMarks = {
  ...IN_STAGE_2,
  case: 'stage-2/05-crlf',
  number: 5,
  title: '05-crlf',
  points: '0.25',
  maxPoints: '0.25',
  tolerance: 'crlf + case',
  retried: true,
};
const LATER: CaseMarks = {
  ...IN_STAGE_2,
  case: 'stage-2/06-later',
  number: 6,
  title: '06-later',
  verdict: 'skipped',
  reason: 'an earlier case of the stage failed',
  maxPoints: '0.25',
};
const LOST: CaseMarks = {
  ...IN_STAGE_2,
  case: 'stage-2/10-lost',
  number: 10,
  title: '10-lost',
  verdict: 'could-not-check',
  reason: 'no such file\non the disk\n',
  points: '0.00',
  maxPoints: '0.15',
  reproduce: 'ls',
};

const ONE = marksOf({'prog.c': [ACCEPTED, NO_CHOICE, CRASH, SECRET, CRLF, LATER, LOST]});
const CLASS: Marks = {
  ...marksOf({
    alice: [ACCEPTED, {...CRLF, points: '0.1', maxPoints: '0.1', tolerance: 'crlf', retried: false}],
    bob: [ACCEPTED, NO_CHOICE, CRASH],
    carol: [ACCEPTED, NO_CHOICE, {...NO_CHOICE, case: 'stage-1/07-again', number: 7}],
  }),
  sandbox: false,
  shard: '2/8',
};
const SMALL = marksOf({'prog.c': [ACCEPTED, CRASH, SECRET]});
const SMALL_CLASS = marksOf({'alice #1 \\': [ACCEPTED, LATER], bob: [ACCEPTED, CRASH]});

suite('goldens of the reports', (test) => {
  const goldens: readonly (readonly [file: string, format: ReportName, marks: Marks])[] = [
    ['one.human.txt', 'human', ONE],
    ['class.human.txt', 'human', CLASS],
    ['one.tap', 'tap', ONE],
    ['small-class.tap14', 'tap14', SMALL_CLASS],
    ['one.junit.xml', 'junit', ONE],
    ['small.gradescope.json', 'gradescope', SMALL],
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

  test('json: the marks as they are, with two spaces', () => {
    const text = write('json', marksOf({x: []}));
    const submission =
      '{\n      "target": "x",\n      "points": "0",\n      "maxPoints": "0",\n      "cases": []\n    }';
    const expected = `{\n  "version": 1,\n  "sandbox": true,\n  "shard": null,\n  "submissions": [\n    ${submission}\n  ]\n}\n`;
    sameBytes(text, expected, 'json');
  });

  test('only Gradescope cannot hold several submissions, and says so', () => {
    const single = Object.entries(REPORTS).filter(([, {many}]) => !many);
    assert.equal(
      single.map(([name]) => name),
      ['gradescope'],
    );
    assert.throws(() => write('gradescope', CLASS), 'a Gradescope report holds one submission, not 3');
    assert.throws(() => write('gradescope', marksOf({})), 'a Gradescope report holds one submission, not 0');
  });
});

suite('the human report', (test) => {
  test('has colour only on request, and then the same text', () => {
    const coloured = REPORTS.human.write(ONE, {colour: true});
    assert.match(coloured, '\x1b[31m      + Bye (no newline at end)\x1b[0m\n');
    assert.match(coloured, '\x1b[32m      - Bye⏎\x1b[0m\n');
    sameBytes(stripVTControlCharacters(coloured), write('human', ONE), 'without the colours');
    assert.is(write('human', ONE).includes('\x1b'), false);
  });

  test("tells the compiler's words once, though no case could run", () => {
    const cases = [1, 2, 3].map(
      (number): CaseMarks => ({
        ...CRASH,
        case: `stage-${number}/a`,
        number,
        suite: `Stage ${Math.ceil(number / 2)}`,
        title: 'a',
        verdict: 'did-not-compile',
        reason: 'prog.c:3:1: error: expected ";"\n    3 | }\n      | ^',
        leftProcesses: false,
      }),
    );
    const report = write('human', marksOf({x: cases}));
    assert.match(
      report,
      '\n  stage-1/a  0.0/0.1\n  stage-2/a  0.0/0.1\n    did not compile: prog.c:3:1: error: expected ";"\n          3 | }\n',
    );
    assert.match(report, '\n  stage-3/a  0.0/0.1\n    the same as stage-1/a\n');
    assert.is(report.split('error: expected').length, 2);
  });

  test('counts submissions, not cases, and puts what most have first, and what was skipped last', () => {
    const many = marksOf({
      a: [CRASH, {...CRASH, case: 'x', number: 9}, LATER],
      b: [NO_CHOICE, LATER],
      c: [NO_CHOICE, LATER],
    });
    const labels = write('human', many).match(/^\d+ submissions?: .*/gm);
    assert.equal(labels, [
      '2 submissions: wrong output: no empty line before "Invalid Choice."',
      '1 submission: crashed: SIGSEGV',
      '3 submissions: skipped: an earlier case of the stage failed',
    ]);
  });

  test('tells reasons apart that begin with the same line, and a first line from a summary', () => {
    const failing = (name: string, reason: string): CaseMarks => ({...CRASH, case: name, reason});
    const many = marksOf({a: [failing('1', 'x\n1')], b: [failing('1', 'x\n2')]});
    assert.is(write('human', many).match(/^1 submission: crashed: x$/gm)?.length, 2);
  });

  test('breaks a list of names into lines, and loses none', () => {
    const names = Array.from({length: 60}, (_, index) => `submission-${index}`);
    const report = write('human', marksOf(Object.fromEntries(names.map((name) => [name, [CRASH]]))));
    const listed = /^60 submissions: crashed: SIGSEGV\n((?: {2}submission.*\n)+)/m.exec(report)?.[1] ?? '';
    assert.equal(listed.trim().split(/,?\s+/), names);
    assert.ok(listed.split('\n').every(({length}) => length <= 100));
  });
});

suite('what a student may not see', (test) => {
  const TOLD = 'LEAK';
  const hidden: CaseMarks = {
    ...NO_CHOICE,
    visibility: 'hidden',
    reason: TOLD,
    wouldPassWith: TOLD,
    input: TOLD,
    stderr: TOLD,
    reproduce: TOLD,
    difference: {
      summary: TOLD,
      offset: 987654,
      line: 987654,
      column: 987654,
      expectedByte: 0x51,
      actualByte: 0x51,
      prompt: {number: 987654, text: TOLD, input: TOLD},
      diff: [{kind: 'expected', text: TOLD}],
    },
  };
  const failures = VERDICTS.filter((verdict) => verdict !== 'pass').map(
    (verdict, index): CaseMarks => ({...hidden, verdict, case: `x/${index}`, number: index + 1}),
  );
  for (const [format, {many}] of formats()) {
    test(`${format}: is in no student's report`, () => {
      for (const marks of [marksOf({a: failures}), ...(many ? [marksOf({a: failures, b: failures})] : [])]) {
        assert.match(write(format, marks), format === 'csv' || format === 'mrk' ? /./ : TOLD);
        assert.not.match(write(format, forStudent(marks)), /LEAK|987654|0x51/);
      }
    });
  }

  test("Gradescope's text for all does not count the hidden cases", () => {
    const text = write('gradescope', marksOf({a: [ACCEPTED, ...failures]}));
    assert.match(
      text,
      '"output": "0.1/0.1 points, 1 of 1 case passed, sandbox on, hidden cases not counted"',
    );
  });
});

/** Names and words that each format would take for something else. Some are what a student can choose. */
const HOSTILE: readonly string[] = [
  '',
  '#',
  'a # SKIP not at all',
  '# TODO',
  'a\\',
  'a\\ # skip',
  '"',
  '\'"\\"',
  ']]>',
  '<b>&amp;</b>',
  '\0\x01\x07\x08\x1b[31m\x7f\x85\x9b',
  '\ud800',
  '\udc00\ud800',
  '\ufffe\uffff\u{1ffff}',
  '\u202eright to left',
  '\u2028\u2029\ufeff',
  '::error::injected',
  ' \t::set-output name=a::b',
  `::${'stop-commands'}::x`,
  '##[error]injected',
  'x ##[add-mask]a',
  '%0A::error::injected%25',
  'a\n::error::injected',
  'a\nnot ok 1\nBail out!\n1..99',
  '\r\nok 1',
  '---',
  '...',
  '  ...',
  'key: value',
  'key : value',
  '- a',
  '~',
  '{}',
  '|',
  '!!PASSed',
  '** Test passed',
  '=cmd()',
  '+1',
  '-1',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  '＝1',
  'a,b',
  '"a","b"',
  'Zoë 骰子 👩‍👧',
  ...randomTexts(60),
];

/** Marks in which each text stands wherever a text can stand. */
const HOSTILE_MARKS = marksOf(
  Object.fromEntries(
    HOSTILE.map((text, index) => [
      `${text}${index}`,
      (['pass', 'wrong-output', 'skipped', 'could-not-check'] as const).map(
        (verdict, number): CaseMarks => ({
          case: number === 0 ? text : `${text}/${text}${number}`,
          number: number + 1,
          suite: text,
          title: text,
          visibility: 'public',
          verdict,
          reason: text,
          points: '0',
          maxPoints: '1',
          tolerance: text,
          wouldPassWith: text,
          leftProcesses: true,
          retried: true,
          seconds: 1234.5678,
          difference: {
            summary: text,
            offset: 0,
            line: 1,
            column: 1,
            expectedByte: null,
            actualByte: 255,
            prompt: {number: 1, text, input: text},
            diff: [
              {kind: 'same', text},
              {kind: 'expected', text},
              {kind: 'actual', text},
              {kind: 'omitted', text},
            ],
          },
          input: text,
          stderr: text,
          reproduce: text,
        }),
      ),
    ]),
  ),
);

suite('hostile names and words', (test) => {
  for (const [format, {many}] of formats()) {
    test(`${format}: no character is left that is not seen, and no half of one`, () => {
      const all = many
        ? [HOSTILE_MARKS]
        : HOSTILE_MARKS.submissions.map((one) => ({...HOSTILE_MARKS, submissions: [one]}));
      for (const marks of all) {
        const text = write(format, marks);
        assert.is(latin1(Buffer.from(text)), latin1(Buffer.from(Buffer.from(text).toString())));
        if (format === 'json') continue;
        assert.not.match(text.replace(format === 'csv' ? /\r\n/g : /\n/g, ''), /[\p{C}\u2028\u2029]/u);
      }
    });
  }

  for (const format of ['tap', 'tap14'] as const) {
    test(`${format}: prove counts what we count`, async () => {
      const expected = marksOf({x: HOSTILE_MARKS.submissions.flatMap(({cases}) => cases)});
      const {length} = HOSTILE;
      const {all, exitCode} = await prove(write(format, expected));
      assert.is(exitCode, 1, all);
      assert.match(all, `Failed ${2 * length}/${4 * length} subtests`);
      assert.match(all, `(less ${length} skipped subtests: ${length} okay)`);
      assert.not.match(all, /Parse errors|Bail/);
    });
  }

  test('tap: the blocks are YAML for the reader of Perl, which gives the texts back', async () => {
    const blocks = await perlYaml(write('tap', HOSTILE_MARKS));
    const wrong = HOSTILE_MARKS.submissions.flatMap(({cases}) => cases);
    assert.is(blocks.length, wrong.length);
    const plain = HOSTILE.indexOf('key : value');
    assert.equal(blocks[4 * plain + 1], [
      'key : value',
      ['  key : value', '- key : value', '+ key : value', '  … key : value'],
      ['key : value'],
    ]);
  });

  test('junit: valid by the schema, with unique names', async () => {
    for (const marks of [
      HOSTILE_MARKS,
      ONE,
      CLASS,
      marksOf({}),
      marksOf({x: []}),
      marksOf({x: [ACCEPTED, ACCEPTED]}),
    ]) {
      const report = write('junit', marks);
      assert.is(await xmllint(report), 'report.xml validates\n');
      const names = report.match(/<testcase classname="[^"]*" name="[^"]*"/g) ?? [];
      assert.is(names.length, marks.submissions.flatMap(({cases}) => cases).length);
      assert.is(new Set(names).size, names.length);
    }
  });

  test('json: comes back as it was', () => {
    for (const marks of [HOSTILE_MARKS, ONE, CLASS, marksOf({})]) {
      assert.equal(parseMarks(write('json', marks)), marks);
    }
  });

  test('gradescope: JSON with every case', () => {
    for (const one of HOSTILE_MARKS.submissions) {
      const report: {tests: unknown[]} = JSON.parse(
        write('gradescope', {...HOSTILE_MARKS, submissions: [one]}),
      );
      assert.is(report.tests.length, one.cases.length);
    }
  });

  test('github: the runner finds our commands, and no other', () => {
    for (const submission of HOSTILE_MARKS.submissions) {
      const marks = {...HOSTILE_MARKS, submissions: [submission]};
      const {commands, shown} = run(write('github', marks));
      assert.equal(
        commands.map(({name}) => name),
        ['stop-commands', TOKEN, 'error', 'error'],
      );
      assert.is(shown.includes('##['), false);
      const [, failed] = submission.cases;
      assert.is(commands[2]?.title, failed && plain(`${submission.target}: ${failed.case}`));
      assert.is(commands[2]?.message.split('\n')[0], failed && `wrong output: ${plain(failed.reason ?? '')}`);
    }
  });

  test('mrk: only our lines begin like those of the table', () => {
    const report = write('mrk', HOSTILE_MARKS);
    const count = (pattern: RegExp): number => report.match(pattern)?.length ?? 0;
    const {length} = HOSTILE;
    assert.is(count(/^!!/gm), 5 * length);
    assert.is(count(/^\*\* Test \d+: /gm), 4 * length);
    assert.is(count(/^\*\* Test passed$/gm), length);
    assert.is(count(/^\*\* Test failed \(/gm), 2 * length);
    assert.is(count(/^\*\* Test not marked \(/gm), length);
    assert.is(count(/^Test +\d+ \(1\) /gm), 4 * length);
  });

  test('csv: a row for each, of equal length, and no cell begins a formula', () => {
    const rows = parseCsv(write('csv', HOSTILE_MARKS));
    assert.is(rows.length, HOSTILE.length + 1);
    assert.is(new Set(rows.map(({length}) => length)).size, 1);
    assert.equal(
      rows.flat().filter((cell) => /^[=+\-@＝\t\r]/.test(cell)),
      [],
    );
    assert.is(rows[HOSTILE.indexOf('=cmd()') + 1]?.[0], `'=cmd()${HOSTILE.indexOf('=cmd()')}`);
    assert.is(rows[HOSTILE.indexOf('"a","b"') + 1]?.[0], `"a","b"${HOSTILE.indexOf('"a","b"')}`);
  });
});

suite('tap', (test) => {
  test('nothing marked is a failure, not a success of nothing', async () => {
    for (const marks of [marksOf({}), marksOf({x: []}), marksOf({x: [], y: []})]) {
      for (const format of ['tap', 'tap14'] as const) {
        assert.match(write(format, marks), 'not ok 1 - ');
        assert.is((await prove(write(format, marks))).exitCode, 1);
      }
    }
  });

  test('prove passes what passed, with skipped cases', async () => {
    const {all, exitCode} = await prove(write('tap', marksOf({x: [ACCEPTED, CRLF, LATER]})));
    assert.match(all, 'All tests successful.\n');
    assert.match(all, 'Tests=3,');
    assert.is(exitCode, 0);
  });
});

suite('gradescope', (test) => {
  test('scores are the very decimals', () => {
    const points = ['0.1', '0.30', '12345678901234567890.12', '007.50', '0'];
    const cases = points.map(
      (one, number): CaseMarks => ({...ACCEPTED, points: one, maxPoints: one, number}),
    );
    const scores = [...write('gradescope', marksOf({x: cases})).matchAll(/"score": (.*),/g)].map(
      ([, score]) => score,
    );
    assert.equal(scores, ['0.1', '0.30', '12345678901234567890.12', '7.50', '0']);
  });
});

suite('github', (test) => {
  const annotations = (cases: readonly CaseMarks[]) =>
    run(write('github', marksOf({x: cases}))).commands.filter(({name}) => name === 'error');
  const messageFor = (one: CaseMarks): string => annotations([one])[0]?.message ?? '';
  const failures = (count: number) =>
    Array.from({length: count}, (_, number): CaseMarks => ({...NO_CHOICE, case: `c/${number}`, number}));

  test('ten failures are ten annotations', () => {
    assert.equal(
      annotations(failures(10))
        .map(({title}) => title)
        .slice(8),
      ['x: c/8', 'x: c/9'],
    );
  });

  test('of more, nine are shown, and the tenth says how many', () => {
    const shown = annotations(failures(12));
    assert.is(shown.length, 10);
    assert.equal(shown[9], {
      name: 'error',
      title: 'More failures',
      message: '3 more failures: see the log of this step',
    });
  });

  const long = '骰'.repeat(3000);
  const withDiff = (context: string, expected: string, actual: string): CaseMarks => ({
    ...NO_CHOICE,
    difference: NO_CHOICE.difference && {
      ...NO_CHOICE.difference,
      diff: [
        {kind: 'same', text: context},
        {kind: 'expected', text: expected},
        {kind: 'actual', text: actual},
      ],
    },
  });

  test('a message that is too long loses its context first', () => {
    const message = messageFor(withDiff(long, `${'e'.repeat(500)}E`, `${'e'.repeat(500)}A`));
    assert.match(message, `\n- ${'e'.repeat(500)}E\n+ ${'e'.repeat(500)}A`);
    assert.not.match(message, '骰');
  });

  test('and then what is far from the difference, never the difference', () => {
    const everywhere: CaseMarks = {
      ...withDiff(long, `${long}E${long}`, `${long}A${long}`),
      wouldPassWith: long,
    };
    const {difference} = everywhere;
    const worst = difference && {...difference, summary: long, prompt: {number: 1, text: long, input: long}};
    const message = messageFor({...everywhere, difference: worst});
    assert.match(message, /\n- …骰{40}E骰+…\n\+ …骰{40}A骰+…\n/);
    assert.match(message, 'expected 0x0a ⏎, actual 0x49 I');
    assert.ok(Buffer.byteLength(message) <= 4096);
  });

  test('a token that is short or stands in the report is refused', () => {
    for (const token of ['', 'short', 'with space 0123456789', 'NO-SUCH-CHOICE-12345']) {
      const marks = marksOf({x: [{...CRASH, reason: 'no-such-choice-12345'}]});
      assert.throws(
        () => REPORTS.github.write(marks, {colour: false, token}),
        'the token that ends the report must be long, new, and not part of the report',
      );
    }
  });
});

suite('mrk', (test) => {
  test('stands in the columns of a real table', () => {
    // As `give` printed it, but for the colons: it has no suites.
    const real = [
      'Test  1 (0.4)   Exmp1 - 1 -: normaliseWord  ..  ..  ..  ..  ..  ..  ..  ..  !!PASSed',
      'Test  2 (0.6)   Exmp1 - 2 -: generateInvertedIndex + printInvertedIndex ..  !!PASSed',
      'Test 10 (0.2)   Exmp2 - 5 -: retrieve   ..  ..  ..  ..  ..  ..  ..  ..  ..  !!PASSed',
      '',
      '!!perfmark      ** TOTAL PERFORMANCE MARK:    1.2/1.2',
      '',
    ].join('\n');
    const cases = [...real.matchAll(/^Test +(\d+) \((.*?)\) +(.*?): (.*?) +\.\./gm)].map(
      ([, number, points = '', name = '', title = '']): CaseMarks => ({
        ...ACCEPTED,
        number: Number(number),
        points,
        maxPoints: points,
        suite: name,
        title,
      }),
    );
    assert.is(cases.length, 3);
    assert.ok(write('mrk', marksOf({x: cases})).endsWith(`\n\n${real}`));
  });

  test('the total drops zeros behind the point, and a failure says what it cost', () => {
    const mark = (points: string, maxPoints: string): string =>
      write('mrk', marksOf({x: [{...CRASH, points, maxPoints}]}))
        .split('\n')
        .slice(-4)
        .join('\n');
    const expected = (max: string, lost: string, total: string): string =>
      `Test  3 (${max})     Stage 2: 03-crash ..  !!FAILed (-${lost})\n\n!!perfmark      ** TOTAL PERFORMANCE MARK:    ${total}\n`;
    assert.is(mark('7.90', '8.0'), expected('8', '0.1', '7.9/8'));
    assert.is(mark('0.0', '8'), expected('8', '8', '0/8'));
    assert.match(mark('0', '100.0'), '(100)');
  });

  test('points never touch the title', () => {
    const wide = {...CRASH, number: 100, maxPoints: '0.125'};
    assert.match(
      write('mrk', marksOf({x: [wide]})),
      '\nTest 100 (0.125)        Stage 2: 03-crash ..  !!FAILed',
    );
  });

  test('several submissions are told apart', () => {
    assert.match(
      write('mrk', CLASS),
      /^!!submission alice\n\n!!section tests\n.*\n\n!!submission bob\n\n!!section tests\n/s,
    );
  });
});

suite('marks read from JSON', (test) => {
  const text = write('json', marksOf({x: [NO_CHOICE]}));
  const broken: readonly (readonly [search: string, replacement: string, message: string])[] = [
    ['{', '', 'not JSON: '],
    [text, '3', 'the whole: must be an object, but is 3'],
    [text, '{}', 'version: missing'],
    ['"version": 1', '"version": 2', 'version: is 2, but this fivedice reads version 1 only'],
    ['"version": 1', '"version": "1"', 'version: is "1", but this fivedice reads version 1 only'],
    ['"shard": null', '"shard": "0/8"', 'shard: must be a part of the whole, such as "2/8", but is "0/8"'],
    ['"sandbox": true', '"sandbox": 1', 'sandbox: must be true or false, but is 1'],
    ['"shard": null,', '', 'shard: missing'],
    [
      '"wrong-output"',
      '"wrong"',
      `submissions.0.cases.0.verdict: must be one of ${VERDICTS.join(', ')}, but is "wrong"`,
    ],
    ['"0.0"', '0', 'submissions.0.points: must be a text, but is 0'],
    [
      '"0.0"',
      '"1e3"',
      'submissions.0.points: must be a decimal number as a text, such as "0.1", but is "1e3"',
    ],
    ['"number": 2', '"number": 0', 'submissions.0.cases.0.number: must be a whole number from 1, but is 0'],
    [
      '"number": 2',
      '"number": 1.5',
      'submissions.0.cases.0.number: must be a whole number from 1, but is 1.5',
    ],
    [
      '"seconds": 0.012',
      '"seconds": 1e999',
      'submissions.0.cases.0.seconds: must be a number from 0, but is Infinity',
    ],
    [
      '"expectedByte": 10',
      '"expectedByte": 256',
      'submissions.0.cases.0.difference.expectedByte: must be a whole number from 0 to 255, but is 256',
    ],
    [
      '"kind": "same"',
      '"kind": "sama"',
      'submissions.0.cases.0.difference.diff.1.kind: must be one of same, expected, actual, omitted, but is "sama"',
    ],
    ['"cases": [', '"cases": {}, "more": [', 'submissions.0.cases: must be a list, but is Object'],
  ];
  for (const [search, replacement, message] of broken) {
    test(message, () => {
      const wrong = text.replace(search, replacement);
      assert.is.not(wrong, text);
      assert.is(messageOf(() => parseMarks(wrong)).slice(0, message.length), message);
    });
  }

  test('a key of a later fivedice is passed over', () => {
    const later = text.replace('"sandbox"', '"weather": "fine", "sandbox"');
    assert.equal(parseMarks(later), marksOf({x: [NO_CHOICE]}));
  });
});

suite('merge', (test) => {
  const part = (name: string, shard: string | null, submissions: Record<string, readonly CaseMarks[]>) => ({
    name,
    marks: {...marksOf(submissions), shard},
  });

  test('shards of cases become the whole, in order, with the points added exactly', () => {
    const cases = Array.from(
      {length: 80},
      (_, index): CaseMarks => ({...ACCEPTED, case: `c/${index}`, number: index + 1}),
    );
    const shard = (index: number) =>
      part(`${index}.json`, `${index}/3`, {
        z: cases.filter(({number}) => number % 3 === index % 3),
        a: [cases[index] ?? ACCEPTED],
      });
    const merged = mergeMarks([shard(3), shard(1), shard(2)]);
    assert.equal(merged, {...marksOf({z: cases, a: cases.slice(1, 4)})});
    assert.is(merged.submissions[0]?.points, '8.0');
  });

  test('shards of submissions come in order of their names, by code unit', () => {
    const merged = mergeMarks([
      part('2', '2/2', {b: [ACCEPTED], Z: [CRASH]}),
      part('1', '1/2', {a: [ACCEPTED], ä: [ACCEPTED]}),
    ]);
    assert.equal(
      merged.submissions.map(({target}) => target),
      ['Z', 'a', 'b', 'ä'],
    );
    assert.is(merged.shard, null);
  });

  test('a shard may be empty', () => {
    assert.is(mergeMarks([part('1', '1/2', {a: [ACCEPTED]}), part('2', '2/2', {})]).submissions.length, 1);
  });

  test('whole runs are joined in the order given', () => {
    const merged = mergeMarks([part('1', null, {b: [ACCEPTED]}), part('2', null, {a: [CRASH]})]);
    assert.equal(merged, marksOf({b: [ACCEPTED], a: [CRASH]}));
  });

  const refused: readonly (readonly [message: string, parts: Parameters<typeof mergeMarks>[0]])[] = [
    ['nothing to merge: no report was given', []],
    [
      'a.json was made with the sandbox on, b.json with it off',
      [part('a.json', '1/2', {}), {name: 'b.json', marks: {...marksOf({}), sandbox: false, shard: '2/2'}}],
    ],
    [
      'b.json was made with the sandbox on, a.json with it off',
      [{name: 'a.json', marks: {...marksOf({}), sandbox: false}}, part('b.json', null, {})],
    ],
    ['a.json is one of 2 shards, b.json is one of 3', [part('a.json', '1/2', {}), part('b.json', '2/3', {})]],
    ['shard 2/3 is missing', [part('a.json', '1/3', {}), part('b.json', '3/3', {})]],
    ['a.json: there is no shard 4/3', [part('a.json', '4/3', {})]],
    [
      'shard 1/2 was given twice: a.json and c.json',
      [part('a.json', '1/2', {}), part('b.json', '2/2', {}), part('c.json', '1/2', {})],
    ],
    [
      'x is in b.json, which is no shard, and again in a.json',
      [part('a.json', '1/1', {x: [ACCEPTED]}), part('b.json', null, {x: [CRASH]})],
    ],
    [
      'x is in a.json, which is no shard, and again in b.json',
      [part('a.json', null, {x: [ACCEPTED]}), part('b.json', null, {x: [CRASH]})],
    ],
    [
      'x: case stage-1/01-accepted was given twice (a.json and b.json)',
      [part('a.json', '1/2', {x: [ACCEPTED]}), part('b.json', '2/2', {x: [CRASH, ACCEPTED]})],
    ],
    [
      'x: cases stage-1/01-accepted and other both have number 1: the fixtures were not the same (a.json and b.json)',
      [part('a.json', '1/2', {x: [ACCEPTED]}), part('b.json', '2/2', {x: [{...ACCEPTED, case: 'other'}]})],
    ],
  ];
  for (const [message, parts] of refused) {
    test(message, () => {
      assert.is(
        messageOf(() => mergeMarks(parts)),
        message,
      );
    });
  }
});

function marksOf(submissions: Readonly<Record<string, readonly CaseMarks[]>>): Marks {
  return {
    version: 1,
    sandbox: true,
    shard: null,
    submissions: Object.entries(submissions).map(([target, cases]) => submissionMarks(target, cases)),
  };
}

function formats(): [ReportName, (typeof REPORTS)[ReportName]][] {
  const names: readonly ReportName[] = [
    'human',
    'tap',
    'tap14',
    'junit',
    'json',
    'gradescope',
    'github',
    'mrk',
    'csv',
  ];
  assert.equal(Object.keys(REPORTS), names);
  return names.map((name) => [name, REPORTS[name]]);
}

function write(format: ReportName, marks: Marks): string {
  return REPORTS[format].write(marks, {colour: false, token: TOKEN});
}

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'it threw nothing';
}

/** Texts of characters that are trouble for something, half of them alone. */
function randomTexts(count: number): string[] {
  const {oneOf, number} = dealer(3);
  const character = (): string =>
    oneOf([
      '#',
      '\\',
      '"',
      "'",
      '<',
      '&',
      ':',
      ' ',
      '\n',
      '\r',
      '%',
      '=',
      ',',
      '-',
      ']',
      '[',
      '.',
      '\x1b',
      '\ud83d',
      '\ude00',
      'é',
    ]);
  return Array.from({length: count}, () => Array.from({length: number(1, 12)}, character).join(''));
}

/** A text as a report shows it on one line, said another way. */
function plain(text: string): string {
  const NAMES: Readonly<Record<string, string>> = {'\n': '⏎', '\r': '␍', '\t': '⇥', '\x7f': '␡'};
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const unseen = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]$/u.test(character);
    if (!unseen) return character;
    return NAMES[character] ?? (code < 32 ? String.fromCharCode(0x2400 + code) : `\\u{${code.toString(16)}}`);
  }).join('');
}

function prove(tap: string): Promise<{all: string; exitCode: number | undefined}> {
  return inTemporaryFolder(async (cwd) => {
    // The `prove` of Debian knows 13 as the newest version; what 14 added, it passes over.
    writeFileSync(join(cwd, 'report.tap'), tap.replace(/^TAP version 14\n/, 'TAP version 13\n'));
    const {all, exitCode} = await execa('prove', ['--exec', 'cat', 'report.tap'], {
      ...AS_USER,
      cwd,
      all: true,
      reject: false,
    });
    return {all, exitCode};
  });
}

/** Of each block of YAML its `would-pass-with`, and of the difference its `diff`, and `stderr`, as Perl's reader gives them. */
function perlYaml(tap: string): Promise<unknown[]> {
  const program = `
    use TAP::Parser; use JSON::PP;
    my $parser = TAP::Parser->new({exec => ['cat', 'report.tap']});
    my @blocks;
    while (my $result = $parser->next) {
      next unless $result->is_yaml;
      my $data = $result->data;
      push @blocks, [$data->{'would-pass-with'}, $data->{difference}{diff}, $data->{stderr}];
    }
    print JSON::PP->new->utf8->encode(\\@blocks);
    die join "\\n", $parser->parse_errors if $parser->parse_errors;`;
  return inTemporaryFolder(async (cwd) => {
    writeFileSync(join(cwd, 'report.tap'), tap);
    const {stdout} = await execa('perl', ['-e', program], {...AS_USER, cwd});
    return JSON.parse(stdout);
  });
}

/** What `xmllint` says of a report: that it is valid by the schema of Jenkins, or why it is not. */
function xmllint(report: string): Promise<string> {
  return inTemporaryFolder(async (cwd) => {
    writeFileSync(join(cwd, 'report.xml'), report);
    const schema = join(FIXTURES, 'junit-4.xsd');
    const {all} = await execa('xmllint', ['--noout', '--schema', schema, 'report.xml'], {
      ...AS_USER,
      cwd,
      all: true,
      reject: false,
    });
    return all;
  });
}

interface Command {
  readonly name: string;
  readonly title: string | undefined;
  readonly message: string;
}

/**
 * What GitHub's runner does with the lines of a step: the commands it obeys, and what it shows. After `ActionCommand`
 * and `ActionCommandManager` of actions/runner, in our words.
 */
function run(log: string): {commands: Command[]; shown: string} {
  const known = new Set([
    'error',
    'warning',
    'notice',
    'debug',
    'group',
    'endgroup',
    'add-mask',
    'set-output',
    'stop-commands',
  ]);
  const commands: Command[] = [];
  const shown: string[] = [];
  let token: string | undefined;
  for (const line of log.split('\n')) {
    const command = newCommand(line, known) ?? oldCommand(line, known);
    if (command === undefined || (token !== undefined && command.name.toLowerCase() !== token)) {
      shown.push(line);
      continue;
    }
    commands.push(command);
    if (token !== undefined) {
      known.delete(token);
      token = undefined;
    } else if (command.name === 'stop-commands') {
      token = command.message;
      known.add(token);
    }
  }
  return {commands, shown: shown.join('\n')};
}

function newCommand(line: string, known: ReadonlySet<string>): Command | undefined {
  const [, name = '', properties = '', message = ''] =
    /^::([^ ]*?)(?: (.*?))?::(.*)$/.exec(line.trimStart()) ?? [];
  if (!known.has(name.toLowerCase())) return undefined;
  const title = properties
    .split(',')
    .map((pair) => pair.split(/=(.*)/s))
    .find(([key]) => key === 'title')?.[1];
  return {
    name,
    title: title === undefined ? undefined : unescaped(title, ['%0D', '%0A', '%3A', '%2C', '%25']),
    message: unescaped(message, ['%0D', '%0A', '%25']),
  };
}

function oldCommand(line: string, known: ReadonlySet<string>): Command | undefined {
  const [, name = '', message = ''] = /##\[([^\] ]*)[^\]]*\](.*)/.exec(line) ?? [];
  return known.has(name.toLowerCase()) ? {name, title: undefined, message} : undefined;
}

function unescaped(text: string, escapes: readonly string[]): string {
  return escapes.reduce((done, one) => done.replaceAll(one, decodeURIComponent(one)), text);
}

/** As RFC 4180 has it. */
function parseCsv(text: string): string[][] {
  return text
    .split('\r\n')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)].map(
        ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
      ),
    );
}
