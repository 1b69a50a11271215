/* What the HTML report tells of one submission, on the screen and on paper. */
import * as assert from 'uvu/assert';
import {forStudent} from '../../../../src/marking/results/for-student.js';
import type {CaseMarks} from '../../../../src/marking/results/marks.js';
import {ACCEPTED, CLASS, CRASH, LATER, marksOf, NO_CHOICE, ONE, write} from '../../../support/marks.js';
import {mistakesOn, oneReportBrowser} from '../../../support/report-page.js';
import {suite} from '../../../support/suite.js';

suite.needs('chromium')('a failure', (test) => {
  const {atReport, close} = oneReportBrowser();
  test.after(close);
  const first = write('html', marksOf({'prog.c': [NO_CHOICE]}));

  test('of a single submission needs no table of a class', () =>
    atReport(write('html', ONE), async (page) => {
      assert.is(await page.getByRole('heading', {level: 1}).textContent(), 'Marks of prog.c');
      assert.is(await page.getByRole('grid').count(), 0);
      assert.equal(await mistakesOn(page), [
        '✗ 1 case: wrong output: no empty line before "Invalid Choice."',
        '† 1 case: crashed: SIGSEGV',
        '½ 1 case: partly right: 0.10 of 0.25 points',
        '? 1 case: could not check: no such file',
        '– 1 case: skipped: an earlier case of the stage failed',
      ]);
      const open = page.locator('.mistake details[open]');
      assert.is(await open.count(), 4);
      assert.is(await open.nth(3).locator('pre').first().textContent(), 'on the disk');
    }));

  test('says more of its reason than its heading does, or nothing', () => {
    const {difference} = NO_CHOICE;
    const of = (number: number, reason: string): CaseMarks => ({
      ...NO_CHOICE,
      number,
      case: `${number}`,
      reason,
    });
    const {summary = ''} = difference ?? {};
    const all = [of(1, summary), of(2, `${summary}\nin line 7`), of(3, 'line 7')].map((one) => ({
      ...one,
      stderr: null,
      reproduce: null,
    }));
    return atReport(write('html', marksOf({x: all})), async (page) => {
      await page.locator('.submission').evaluate((view) => {
        for (const details of view.querySelectorAll('details')) details.open = true;
      });
      await page.locator('.failure').nth(2).waitFor();
      assert.equal(await page.locator('.failure pre').allTextContents(), ['in line 7', 'line 7']);
    });
  });

  test('shows its facts, the input with the place, the error output and the command', () =>
    atReport(first, async (page) => {
      assert.equal(await page.locator('.failure .facts li').allTextContents(), [
        'first difference: offset 120, line:column 7:1, expected 0x0a ⏎, actual 0x49 I',
        'after prompt 2: Which choice?',
        'answered by input line 2: 9⏎',
        'it differs only in what `--tolerate blank-lines` ignores',
      ]);
      assert.equal(await page.locator('.input li').allTextContents(), [
        '1·2·3·4·5⏎',
        '9⏎← the output differs after this',
      ]);
      assert.equal(await page.locator('.failure pre').allTextContents(), [
        'oh·no⏎\n',
        "./prog < 'fixtures/02-no-choice.in'",
      ]);
    }));

  const sides = '.hunk:not(.heads) > .side:visible';

  test('is side by side where there is room, and a unified diff where there is not', () =>
    atReport(first, async (page) => {
      const shown = (): Promise<string[]> =>
        page
          .locator(sides)
          .evaluateAll((all) =>
            all.map((side) =>
              [...side.children]
                .map((line) => getComputedStyle(line, '::before').content.slice(1, 2) + line.textContent)
                .join('|'),
            ),
          );
      const wide = [
        'oWhich·choice?⏎',
        'oWhich·choice?⏎',
        '-⏎',
        '',
        'oInvalid·Choice.⏎',
        'oInvalid·Choice.⏎',
        '-Bye⏎',
        '+Bye (no newline at end)',
      ];
      assert.equal(await shown(), wide);
      const [left, right] = await page
        .locator(sides)
        .evaluateAll((all) => all.slice(-2).map((side) => side.getBoundingClientRect().top));
      assert.is(left, right);
      await page.setViewportSize({width: 360, height: 800});
      assert.equal(await shown(), [
        'oWhich·choice?⏎',
        '-⏎',
        'oInvalid·Choice.⏎',
        '-Bye⏎',
        '+Bye (no newline at end)',
      ]);
    }));

  for (const [exactness, marked] of [
    ['byte', ['25', '24']],
    ['line', []],
  ] as const) {
    test(`marks what differs inside two lines only if that is the mistake: ${exactness}`, () => {
      const difference = NO_CHOICE.difference && {
        ...NO_CHOICE.difference,
        exactness,
        diff: [
          {kind: 'expected' as const, text: 'Score:·25·points⏎'},
          {kind: 'actual' as const, text: 'Score:·24·points⏎'},
        ],
      };
      return atReport(write('html', marksOf({x: [{...NO_CHOICE, difference}]})), async (page) => {
        await page.getByText('Score:').first().waitFor();
        assert.equal(await page.locator('mark').allTextContents(), marked);
      });
    });
  }

  test('shows what was typed, what it had printed before it crashed, and what the case is for', () => {
    const typing = NO_CHOICE.difference && {
      ...NO_CHOICE.difference,
      diff: [
        {kind: 'same' as const, text: '>·', typed: '9⏎'},
        {kind: 'expected' as const, text: 'Bye⏎'},
      ],
    };
    const told = {...NO_CHOICE, difference: typing, about: 'range beats count', section: 'handout 2.1'};
    const silent = {...CRASH, printed: ''};
    const loud = {...silent, number: 4, case: 'loud', reason: 'SIGBUS', printed: 'Dice:⏎\n>·«9⏎»'};
    return atReport(write('html', marksOf({x: [told, silent, loud]})), async (page) => {
      assert.is(await page.locator('.why').textContent(), 'this case tests: range beats count (handout 2.1)');
      assert.is(await page.locator('.same .line').first().textContent(), '>·«9⏎»');
      assert.equal(await page.locator('section:has(> h4:text("Printed until then")) pre').allTextContents(), [
        'nothing, or nothing that was flushed\noutput to a pipe is kept back until a flush: in C, fflush(stdout) shows it\n',
        'Dice:⏎\n>·«9⏎»\n',
      ]);
    });
  });

  test('names the file that differs, and what a checker says to markers only', () => {
    const difference = NO_CHOICE.difference && {...NO_CHOICE.difference, file: 'out.txt'};
    const checked = marksOf({x: [{...NO_CHOICE, difference, judgeMessage: 'line 7'}]});
    return atReport(write('html', checked), async (page) => {
      assert.equal(await page.locator('h4').allTextContents(), [
        'File out.txt',
        'Input',
        'Error output',
        'The checker says to markers',
        'To reproduce it',
      ]);
      assert.not.match(write('html', forStudent(checked)), 'line 7');
    });
  });

  test('on paper, each mistake has an example in full and the names of its other cases, and the fields are not there', () =>
    atReport(
      write('html', marksOf({'prog.c': [NO_CHOICE, {...NO_CHOICE, case: 'again', number: 9}, LATER]})),
      async (page) => {
        assert.is(await page.locator('.failure').count(), 1);
        await page.pdf();
        assert.is(await page.locator('.failure').count(), 2);
        assert.is(await page.locator('.more .case').isVisible(), false, 'closed again');
        await page.emulateMedia({media: 'print'});
        assert.is(await page.getByLabel('Show white space').isVisible(), false);
      },
    ));

  test('without scripts, a table has the totals', () =>
    atReport(
      write('html', CLASS),
      async (page) =>
        assert.equal(await page.locator('tr:visible').allInnerTexts(), [
          'submission\tpoints\tpassed',
          'alice\t0.2/0.2\t2/2',
          'bob\t0.1/0.3\t1/3',
          'carol\t0.1/0.3\t1/3',
        ]),
      {javaScriptEnabled: false},
    ));

  test('a student sees no more of hidden cases than their verdicts and points', () => {
    const hidden: CaseMarks = {...NO_CHOICE, visibility: 'hidden'};
    const late: CaseMarks = {...hidden, number: 7, case: 'late', verdict: 'timed-out'};
    const passed: CaseMarks = {...ACCEPTED, visibility: 'hidden'};
    return atReport(write('html', forStudent(marksOf({x: [passed, hidden, late]}))), async (page) => {
      assert.is(await page.locator('h2').textContent(), 'Only hidden cases went wrong');
      assert.equal(await mistakesOn(page), []);
      assert.is(await page.locator('.hidden h3').textContent(), '2 hidden cases did not pass');
      assert.equal(await page.locator('.hidden li').allTextContents(), [
        '✗ hidden case 2: wrong output 0.0/0.1',
        'T hidden case 7: timed out 0.0/0.1',
      ]);
      await page.locator('.passes > summary').click();
      await page.locator('.passes .case > summary').click();
      assert.is(await page.locator('.passes .case > summary').textContent(), '1 hidden case 1 0.1/0.1');
      assert.is(
        await page.locator('.failure').innerText(),
        'This case is hidden: only its verdict and points are shown.',
      );
    });
  });
});
