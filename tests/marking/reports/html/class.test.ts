/* The table of a class in the HTML report: which submissions it shows, in which order, and the keyboard. */
import * as assert from 'uvu/assert';
import {ACCEPTED, CLASS, CRASH, marksOf, NO_CHOICE, write} from '../../../support/marks.js';
import {focusTable, mistakesOn, namesOn, oneReportBrowser, press} from '../../../support/report-page.js';
import {suite} from '../../../support/suite.js';

suite.needs('chromium')('the table of a class', (test) => {
  const {atReport, close} = oneReportBrowser();
  test.after(close);
  const report = write('html', CLASS);
  const activeOf = '.matrix .active';

  test('has a row for each submission and a column for each case, with a sign and a word for each verdict', () =>
    atReport(report, async (page) => {
      assert.equal(await namesOn(page), ['alice', 'bob', 'carol']);
      assert.equal(await page.locator('.matrix thead tr').last().locator('th').allTextContents(), [
        'Submission',
        'Points',
        '101-accepted',
        '202-no-choice',
        '303-crash',
        '505-crlf',
        '707-again',
      ]);
      const row = page.locator('.matrix tbody tr:not(.spacer)').nth(1);
      assert.equal(await row.locator('td').allTextContents(), ['0.1/0.3', '✓', '✗', '†', '', '']);
      await row.getByRole('gridcell', {name: 'wrong output'}).waitFor();
    }));

  test('is filtered by name, verdict, mistake and points, and says how many are left', () =>
    atReport(report, async (page) => {
      const left = async (): Promise<string> =>
        `${(await namesOn(page)).join(' ')}: ${await page.getByRole('status').textContent()}`;
      const reset = page.locator('form').evaluate.bind(page.locator('form'));
      const again = (): Promise<unknown> =>
        reset((form: HTMLFormElement) => {
          form.reset();
          form.dispatchEvent(new Event('input'));
        });
      assert.is(await left(), 'alice bob carol: 3 submissions');
      await page.getByLabel('Name').fill('AR');
      assert.is(await left(), 'carol: 1 of 3 submissions');
      await again();
      await page.getByLabel('Verdict').selectOption('crashed');
      assert.is(await left(), 'bob: 1 of 3 submissions');
      assert.is(await page.locator('.sought').count(), 1);
      await again();
      await page
        .getByLabel('Mistake')
        .selectOption({label: '2 × wrong output: no empty line before "Invalid Choice."'});
      assert.is(await left(), 'bob carol: 2 of 3 submissions');
      await again();
      await page.getByLabel('Points from').fill('0.2');
      assert.is(await left(), 'alice: 1 of 3 submissions');
      await again();
      await page.getByLabel('to', {exact: true}).fill('0.1');
      assert.is(await left(), 'bob carol: 2 of 3 submissions');
    }));

  test('is sorted by name, with numbers as numbers, and by points', () => {
    const half = {...ACCEPTED, points: '0.05'};
    const unsorted = write('html', marksOf({z10: [half], z2: [ACCEPTED], a: [CRASH]}));
    return atReport(unsorted, async (page) => {
      const ordered = async (order: string): Promise<string> => {
        await page.getByLabel('Order').selectOption(order);
        return (await namesOn(page)).join(' ');
      };
      assert.is(await ordered('name'), 'a z2 z10');
      assert.is(await ordered('name, backwards'), 'z10 z2 a');
      assert.is(await ordered('least points'), 'a z10 z2');
      assert.is(await ordered('most points'), 'z2 z10 a');
      assert.is(await ordered('as marked'), 'z10 z2 a');
    });
  });

  test('arrows move, Enter opens the case, Escape goes back to it', () =>
    atReport(report, async (page) => {
      await focusTable(page);
      await press(page, 'ArrowDown ArrowRight ArrowRight ArrowRight');
      assert.is(await page.locator(activeOf).textContent(), '✗');
      assert.is(
        await page.locator('.where').textContent(),
        'bob, case 2, stage-1/02-no-choice: wrong output: no empty line before "Invalid Choice.". Enter shows it.',
      );
      await press(page, 'Enter');
      assert.is(await page.locator('summary:focus').textContent(), '2 stage-1/02-no-choice 0.0/0.1');
      assert.equal(await page.locator('details[open] > summary').allTextContents(), [
        '2 stage-1/02-no-choice 0.0/0.1',
      ]);
      await press(page, 'Escape');
      assert.is(await page.locator('.chosen').textContent(), '');
      assert.is(await page.locator('[role=grid]:focus .active').textContent(), '✗');
      await press(page, 'End Home ArrowUp ArrowUp ArrowLeft');
      assert.is(await page.locator(activeOf).textContent(), 'alice');
      await press(page, 'Control+End');
      assert.is(await page.locator(activeOf).getAttribute('aria-label'), 'wrong output');
      await press(page, 'Control+Home Enter');
      assert.is(await page.locator('h2:focus').textContent(), 'alice');
    }));

  test('a click on a name opens the submission: of each of its mistakes a case, and how many more there are', () =>
    atReport(report, async (page) => {
      await page.getByRole('rowheader', {name: 'carol'}).click();
      assert.equal(await mistakesOn(page), [
        '✗ 2 cases: wrong output: no empty line before "Invalid Choice."',
      ]);
      assert.equal(await page.locator('.mistake details[open] > summary .number').allTextContents(), ['2']);
      assert.is(await page.locator('.more > summary').textContent(), '1 more case');
      await page.getByRole('button', {name: 'Close'}).click();
      assert.equal(await mistakesOn(page), []);
    }));

  test('of 500 submissions only those in sight exist, wherever it is scrolled', () => {
    const many = Object.fromEntries(
      Array.from({length: 500}, (_, index) => [`s${index}`, [ACCEPTED, NO_CHOICE]]),
    );
    return atReport(write('html', marksOf(many)), async (page) => {
      assert.ok((await namesOn(page)).length < 60);
      await focusTable(page);
      await press(page, 'Control+End');
      assert.is((await namesOn(page)).at(-1), 's499');
      assert.is(await page.getByRole('grid').getAttribute('aria-rowcount'), '502');
      assert.is(await page.locator('tr:has(> .active)').getAttribute('aria-rowindex'), '502');
      await press(page, 'PageUp Enter');
      const opened = Number((await page.locator('h2').textContent())?.slice(1));
      assert.ok(opened > 450 && opened < 499, `${opened}`);
      await page.locator('.matrix').evaluate((matrix) => matrix.scrollTo(0, 0));
      await page.getByRole('rowheader', {name: 's0', exact: true}).waitFor();
      assert.ok((await namesOn(page)).length < 60);
    });
  });

  test('a click opens what is below the pointer, wherever the table was scrolled since', () => {
    const many = Object.fromEntries(Array.from({length: 99}, (_, index) => [`s${index}`, [NO_CHOICE]]));
    return atReport(write('html', marksOf(many)), async (page) => {
      for (const name of ['s80', 's40']) {
        await page
          .locator('.matrix')
          .evaluate((matrix, top) => matrix.scrollTo(0, top), 28 * Number(name.slice(1)) - 100);
        const row = page.getByRole('rowheader', {name, exact: true});
        await row.waitFor();
        const {x, y} = (await row.boundingBox()) ?? {x: 0, y: 0};
        await page.mouse.click(x + 9, y + 9);
        await page.getByRole('heading', {level: 2, name, exact: true}).waitFor();
        assert.is(await page.locator('tr:has(> .active) th').textContent(), name);
      }
    });
  });
});
