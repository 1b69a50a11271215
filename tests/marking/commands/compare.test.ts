/* `fivedice compare`: who gained and who lost between two reports, as text, as CSV and as a page. */
import * as assert from 'uvu/assert';
import type {CaseMarks, Report, RunFacts} from '../../../src/marking/run/marks.js';
import {parseCsv} from '../../support/consumers.js';
import {HOSTILE_MARKS} from '../../support/hostile-marks.js';
import {ACCEPTED, marksOf, NO_CHOICE, PARTLY, write} from '../../support/marks.js';
import {inPlace, type Place} from '../../support/place.js';
import {oneReportBrowser} from '../../support/report-page.js';
import {suite} from '../../support/suite.js';

const [A, B]: readonly [CaseMarks, CaseMarks] = [
  {...ACCEPTED, case: 'a', number: 1},
  {...ACCEPTED, case: 'b', number: 2, points: '0.25', maxPoints: '0.25'},
];
const wrong = (one: CaseMarks): CaseMarks => ({
  ...NO_CHOICE,
  case: one.case,
  number: one.number,
  points: one.maxPoints.replace(/\d/g, '0'),
  maxPoints: one.maxPoints,
});

const OLD = marksOf({ann: [wrong(A), B], bob: [A, B], cleo: [A, B], dan: [wrong(A), wrong(B)], zoe: [A, B]});
const NEW = marksOf({
  ann: [A, B],
  bob: [A, wrong(B)],
  cleo: [A, B],
  dan: [{...wrong(A), verdict: 'crashed', difference: null, reason: 'SIGSEGV'}, wrong(B)],
  yan: [A],
});

const RUN: RunFacts = {fixtures: '1', targets: 't', options: ''};

/** A place with these two reports in it. */
const withReports = (old: Report, now: Report, use: (place: Place) => Promise<void>) =>
  inPlace(
    async (place) => {
      place.write({'old.json': write('json', old), 'new.json': write('json', now)});
      await use(place);
    },
    {encoding: 'utf8'},
  );

suite('compare', (test) => {
  test(
    'says who gained and who lost, in which cases, and what only one of the reports has',
    withReports(OLD, NEW, async ({fivedice}) => {
      const {stdout, stderr, exitCode} = await fivedice('compare', 'old.json', 'new.json');
      assert.is(
        stdout,
        `ann  0.25 → 0.35 points (+0.10)
  a  wrong output → pass
bob  0.35 → 0.10 points (-0.25)
  b  pass → wrong output
dan  0.00 → 0.00 points (0.00)
  a  wrong output → crashed

by case
  a  1 gained, 1 otherwise
  b  1 lost

submissions only in the old report: zoe
submissions only in the new report: yan
note: one of the reports does not say which goldens it was made with
1 submission gained, 1 lost, 1 otherwise, 1 the same; 0.95 → 0.80 points (-0.15)
`,
      );
      assert.is(stderr, '');
      assert.is(exitCode, 1);
    }),
  );

  test(
    'tells a change that several have once',
    withReports(
      marksOf({ann: [A, B], bob: [A, B], cleo: [A, B]}),
      marksOf({ann: [wrong(A), B], bob: [wrong(A), wrong(B)], cleo: [A, B]}),
      async ({fivedice}) => {
        const {stdout} = await fivedice('compare', 'old.json', 'new.json');
        const told = `ann  0.35 → 0.25 points (-0.10)
bob  0.35 → 0.00 points (-0.35)
  b  pass → wrong output

2 submissions: a  pass → wrong output
  ann, bob

by case`;
        assert.is(stdout.slice(0, told.length), told);
      },
    ),
  );

  const madeWith = (fixtures: string, options: string, one: CaseMarks): Report => ({
    ...marksOf({ann: [one]}),
    run: {fixtures, targets: 't', options},
  });

  test(
    'notes that the suite and the options have changed; cases and points that did are shown',
    withReports(
      madeWith('1', '', A),
      {
        ...madeWith('2', '--wall 2', {...A, case: 'c', maxPoints: '1', points: '1'}),
        sandbox: false,
        complete: false,
      },
      async ({fivedice}) => {
        const {stdout, exitCode} = await fivedice('compare', 'old.json', 'new.json');
        assert.is(
          stdout,
          `ann  0.1/0.1 → 1/1 points (+0.9)

cases only in the old report: a
cases only in the new report: c
note: the suite has changed: an input, a golden, or what a suite.json says
note: the options have changed: none, now --wall 2
note: the sandbox was on, and is off now
note: the new report is incomplete
1 submission gained, 0 lost, 0 the same; 0.1/0.1 → 1/1 points (+0.9)
`,
        );
        assert.is(exitCode, 1);
      },
    ),
  );

  const zero: CaseMarks = {...wrong(A), points: '0', maxPoints: '3'};
  const others: readonly (readonly [fact: string, old: CaseMarks, now: CaseMarks, stdout: string])[] = [
    [
      'another maximum',
      zero,
      {...zero, maxPoints: '300'},
      `ann  0/3 → 0/300 points (0)
  a  wrong output → wrong output, 0/3 → 0/300 points

0 submissions gained, 0 lost, 1 otherwise, 0 the same; 0/3 → 0/300 points (0)
`,
    ],
    [
      'what is partly right, but worth nothing',
      zero,
      {...zero, verdict: 'partly-right', difference: null},
      `ann  0 → 0 points (0)
  a  wrong output → partly right

0 submissions gained, 0 lost, 1 otherwise, 0 the same; 0 → 0 points (0)
`,
    ],
    [
      'what was not run before',
      {...zero, verdict: 'skipped', difference: null},
      zero,
      `ann  0 → 0 points (0)
  a  skipped → wrong output

0 submissions gained, 0 lost, 1 otherwise, 0 the same; 0 → 0 points (0)
`,
    ],
  ];
  for (const [fact, old, now, printed] of others) {
    test(
      `${fact} is a change, although nobody gained or lost`,
      withReports(
        {...marksOf({ann: [old]}), run: RUN},
        {...marksOf({ann: [now]}), run: RUN},
        async ({fivedice}) => {
          const {stdout, exitCode} = await fivedice('compare', 'old.json', 'new.json');
          assert.is(stdout, printed);
          assert.is(exitCode, 1);
          const csv = await fivedice('compare', 'old.json', 'new.json', '--report', 'csv');
          assert.equal(parseCsv(csv.stdout)[1], ['ann', '0', old.maxPoints, '0', now.maxPoints, '', '', 'a']);
        },
      ),
    );
  }

  test(
    'a part of the points is a gain, and is shown',
    withReports(
      marksOf({ann: [{...zero, maxPoints: '0.25'}]}),
      marksOf({ann: [{...PARTLY, case: 'a', number: 1}]}),
      async ({fivedice}) => {
        const {stdout} = await fivedice('compare', 'old.json', 'new.json');
        assert.match(stdout, 'ann  0 → 0.10 points (+0.10)\n');
        assert.match(stdout, '\n  a  wrong output → partly right, 0/0.25 → 0.10/0.25 points\n');
      },
    ),
  );

  test(
    'csv: a row for each submission',
    withReports(OLD, NEW, async ({fivedice, read}) => {
      const {stdout, exitCode} = await fivedice('compare', 'old.json', 'new.json', '--report', 'csv');
      const rows = [
        'submission oldPoints oldMaxPoints newPoints newMaxPoints gainedCases lostCases otherCases'.split(
          ' ',
        ),
        ['ann', '0.25', '0.35', '0.35', '0.35', 'a', '', ''],
        ['bob', '0.35', '0.35', '0.10', '0.35', '', 'b', ''],
        ['cleo', '0.35', '0.35', '0.35', '0.35', '', '', ''],
        ['dan', '0.00', '0.35', '0.00', '0.35', '', '', 'a'],
        ['zoe', '0.35', '0.35', '', '', '', '', ''],
        ['yan', '', '', '0.1', '0.1', '', '', ''],
      ];
      assert.equal(parseCsv(stdout), rows);
      assert.is(exitCode, 1);
      await fivedice('compare', 'old.json', 'new.json', '--report', 'csv:some/changes.csv');
      assert.equal(parseCsv(read('some/changes.csv')), rows);
    }),
  );

  const mistakes: readonly (readonly [args: readonly string[], says: string | RegExp])[] = [
    [[], 'name two JSON reports, the old one first'],
    [['old.json'], 'name two JSON reports, the old one first'],
    [['old.json', 'new.json', 'new.json'], 'name two JSON reports, the old one first'],
    [['old.json', 'none.json'], 'none.json: no such file or folder'],
    [['empty.json', 'new.json'], /empty\.json: no report that `--report json:PATH` wrote: it is not JSON/],
    [['other.json', 'new.json'], /other\.json: no report that/],
    [['old.json', 'cut.json'], /cut\.json: no report that/],
    [['old.json', 'new.json', '--report', 'xml'], '--report takes text, csv, html, not "xml"'],
    [['old.json', 'new.json', '--report', 'csv:'], '--report csv: takes a path after the colon'],
    [['old.json', 'new.json', '--report', 'csv', '--report', 'html'], 'only one --report can be printed'],
    [
      ['old.json', 'new.json', '--report', 'csv:{submission}.csv'],
      '--report csv: all goes into one file, so a path cannot hold {submission}',
    ],
    [['old.json', 'new.json', '--report', 'csv:old.json'], 'nothing is written to old.json, which is read'],
  ];
  for (const [args, says] of mistakes) {
    test(
      `a mistake: ${args.join(' ')}`,
      withReports(OLD, NEW, async ({fivedice, write: writeFiles, read}) => {
        const before = read('old.json');
        writeFiles({
          'empty.json': '',
          'other.json': '{"version": 2}',
          'cut.json': '{"version": 1, "sandbox": true, "shard": null}',
        });
        const {stdout, stderr, exitCode} = await fivedice('compare', ...args);
        assert.match(stderr, says);
        assert.is(stdout, '');
        assert.is(exitCode, 2);
        assert.is(read('old.json'), before);
      }),
    );
  }

  const swapped: Report = {
    ...HOSTILE_MARKS,
    submissions: HOSTILE_MARKS.submissions.map((one) => ({
      ...one,
      cases: one.cases.map((some) => ({
        ...some,
        verdict: some.verdict === 'pass' ? 'skipped' : some.verdict,
      })),
    })),
  };

  test(
    'hostile names are text on one line in each format',
    withReports(HOSTILE_MARKS, swapped, async ({fivedice}) => {
      for (const format of ['text', 'csv', 'html']) {
        const {stdout} = await fivedice('compare', 'old.json', 'new.json', '--report', format);
        assert.not.match(stdout.replace(/\r?\n/g, ''), /[\p{C}\u2028\u2029]/u);
        const rows =
          stdout.match(format === 'text' ? / points \(/g : format === 'csv' ? /\r\n/g : /<tr>/g) ?? [];
        assert.ok(rows.length > HOSTILE_MARKS.submissions.length, `${format}: ${rows.length}`);
      }
    }),
  );
});

suite.needs('chromium')('the page of compare', (test) => {
  const {atReport, close} = oneReportBrowser();
  test.after(close);

  test(
    'has the same tables, and needs no script',
    withReports(OLD, NEW, async ({fivedice, read}) => {
      await fivedice('compare', 'old.json', 'new.json', '--report', 'html:changes.html');
      await atReport(read('changes.html'), async (page) => {
        assert.equal(await page.locator('tbody tr').allInnerTexts(), [
          'ann\t0.25/0.35\t0.35/0.35\t+0.10\ta: wrong output → pass',
          'bob\t0.35/0.35\t0.10/0.35\t-0.25\tb: pass → wrong output',
          'dan\t0.00/0.35\t0.00/0.35\t0.00\ta: wrong output → crashed',
          'a\t1\t0\t1',
          'b\t0\t1\t0',
        ]);
        assert.is(await page.locator('script').count(), 0);
      });
    }),
  );
});
