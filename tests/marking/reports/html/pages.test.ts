/* The pages of the HTML report: which there are, what they say, and what a browser makes of them. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import * as assert from 'uvu/assert';
import {pagesOf} from '../../../../src/marking/reports/html/pages.js';
import type {CaseMarks, Marks} from '../../../../src/marking/results/marks.js';
import {violationsOn} from '../../../support/axe.js';
import {complaintsOf, launch, openWindow, photograph} from '../../../support/browser.js';
import {HOSTILE_MARKS} from '../../../support/hostile-marks.js';
import {ACCEPTED, CLASS, CRASH, marksOf, NO_CHOICE, submissionsOf} from '../../../support/marks.js';
import {suite} from '../../../support/suite.js';
import {inTemporaryFolder} from '../../../support/temporary-folder.js';

/** The same report with letters in place of the characters of markup. */
const HARMLESS_MARKS: Marks = {
  ...HOSTILE_MARKS,
  submissions: submissionsOf(
    JSON.parse(
      JSON.stringify([...HOSTILE_MARKS.submissions], (_, value) =>
        typeof value === 'string'
          ? value.replace(/[<>&"']/g, (sign) => 'ÀÈÌÒÙ'['<>&"\''.indexOf(sign)] ?? '')
          : value,
      ),
    ),
  ),
};

suite('the pages of the HTML report', (test) => {
  test('are one for each submission, and an index for markers only', () => {
    const names = (audience: 'marker' | 'student'): string[] =>
      Array.from(pagesOf(CLASS, audience), ({name}) => name).sort();
    assert.equal(names('marker'), ['alice.html', 'bob.html', 'carol.html', 'index.html']);
    assert.equal(names('student'), ['alice.html', 'bob.html', 'carol.html']);
    for (const {name, content} of pagesOf(CLASS, 'student'))
      for (const other of ['alice', 'bob', 'carol'])
        if (`${other}.html` !== name) assert.not.match(content, other);
  });

  test('are named after the submission, with all letters, and never like the index', () => {
    const marks = marksOf(
      Object.fromEntries(['a/b', 'a%2Fb', 'Index', '..', 'Zoë 骰子'].map((name) => [name, [ACCEPTED]])),
    );
    assert.equal(
      Array.from(pagesOf(marks, 'student'), ({name}) => name),
      ['a%2Fb.html', 'a%252Fb.html', 'Index%.html', '%2E%2E.html', 'Zoë 骰子.html'],
    );
  });

  test('explain each mistake once, with the cases that made it', () => {
    const again = {...NO_CHOICE, case: 'stage-1/again', title: 'again', number: 9};
    const [{content} = {content: ''}] = pagesOf(marksOf({ann: [ACCEPTED, NO_CHOICE, again]}), 'student');
    assert.is(content.match(/<article id/g)?.length, 1);
    assert.match(content, `2 cases: ${NO_CHOICE.title}, again`);
    assert.match(content, '>· is a space,');
    assert.not.match(content, '<script');
    const many = Array.from('abcdefg', (title) => ({...NO_CHOICE, case: title, title}));
    const [{content: folded} = {content: ''}] = pagesOf(marksOf({ann: [ACCEPTED, ...many]}), 'student');
    assert.match(folded, '<summary>7 cases; a in full:</summary><p>a, b, c, d, e, f, g</p>');
  });

  test('fold commands and what passed, and lead on only in the folder for markers', () => {
    const marks = marksOf({ann: [ACCEPTED, NO_CHOICE], bob: [ACCEPTED]});
    const [ann = ''] = Array.from(pagesOf(marks, 'marker'), ({content}) => content);
    assert.match(ann, '<summary>to repeat it</summary>');
    assert.match(ann, '<summary>1 case</summary>');
    assert.match(ann, '<nav><a href="index.html">all</a> <a href="bob.html">next →</a></nav>');
    const [student = ''] = Array.from(pagesOf(marks, 'student'), ({content}) => content);
    assert.not.match(student, /<nav|index\.html/);
  });

  test('show the class as a path for each verdict, and a bar for what did not compile', () => {
    const wrong = {...NO_CHOICE, suite: ACCEPTED.suite};
    const crashed: CaseMarks = {...CRASH, suite: ACCEPTED.suite, title: '3'};
    const refused: CaseMarks = {...ACCEPTED, verdict: 'did-not-compile', reason: 'no', points: '0'};
    const marks = marksOf({
      ann: [ACCEPTED, wrong, crashed, ...['d', 'e'].map((name) => ({...wrong, case: name, suite: 'B'}))],
      bob: [wrong.case, 'e'].map((name) => ({...refused, case: name})),
    });
    const index = Array.from(pagesOf(marks, 'marker')).at(-1)?.content ?? '';
    assert.match(index, '<title>Dice</title>');
    assert.match(index, 'aria-label="1 of 5 passed"');
    assert.match(index, '<path fill="url(#wrong-output)" d="M10 0h10v15h-10zM40 0h20v15h-20z"/>');
    assert.is(index.match(/<span class="square whole refused">did not compile<\/span>/g)?.length, 1);
    assert.match(
      index,
      `<a href="#case-stage-1%2F02-no-choice" data-place="1" aria-label="${NO_CHOICE.case}: 2 of 2 did`,
    );
    assert.is(index.match(/ class="all"/g)?.length, 4);
  });

  test('have mean and median of what is marked, and the cases by how many fail', () => {
    const failing = {...NO_CHOICE, title: ACCEPTED.title, suite: ACCEPTED.suite};
    const unmarked: CaseMarks = {...ACCEPTED, verdict: 'could-not-check', points: '0'};
    const wrong = {...failing, points: '0'};
    const marks = marksOf({
      ann: [ACCEPTED, wrong],
      bob: [{...ACCEPTED, verdict: 'crashed', points: '0'}, wrong],
      eve: [{...ACCEPTED, points: '5'}],
      tim: [unmarked],
    });
    const index = Array.from(pagesOf(marks, 'marker')).at(-1)?.content ?? '';
    assert.match(index, '4 submissions, mean 1.70 points, median 0.10');
    assert.match(
      index,
      new RegExp(
        `/svg> ${NO_CHOICE.case}: 2 of 2 did not pass</span></li>\n.*> ${ACCEPTED.case}: 1 of 3 did not pass`,
      ),
    );
    assert.match(index, 'aria-label="1 from 0, 1 from 0.1, 1 from 0.19 points"');
  });

  test('have the elements of harmless texts, whatever the texts are', () => {
    const harmless = pagesOf(HARMLESS_MARKS, 'marker')[Symbol.iterator]();
    for (const {content} of pagesOf(HOSTILE_MARKS, 'marker')) {
      assert.equal(tagsOf(content), tagsOf(harmless.next().value?.content ?? ''));
      assert.not.match(content.replaceAll('\n', ''), /[\p{C}\u2028\u2029]/u);
    }
  });
});

/** All tags, without the values of their attributes. */
function tagsOf(content: string): string[] {
  const tags = content.match(/<[^>]*>/g) ?? [];
  return tags.map((tag) => tag.replace(/"[^"]*"/g, '""'));
}

suite.needs('chromium')('the pages in a browser', (test) => {
  test('are accessible, as narrow as a phone, dark, printed, and sorted by any column', () =>
    inTemporaryFolder(async (folder) => {
      for (const {name, content} of pagesOf(CLASS, 'marker')) writeFileSync(join(folder, name), content);
      const browser = await launch();
      try {
        const page = await (await openWindow(browser, {})).newPage();
        const complaints = complaintsOf(page);
        const open = (name: string) => page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
        for (const name of ['index', 'bob']) {
          await open(name);
          for (const [colorScheme, width, media] of [
            ['light', 360, 'screen'],
            ['dark', 1280, 'screen'],
            ['light', 800, 'print'],
          ] as const) {
            await page.emulateMedia({colorScheme, media});
            await page.setViewportSize({width, height: 800});
            const where = `report-${name}-${colorScheme}-${width}`;
            await photograph(page, where);
            assert.equal(await violationsOn(page), [], where);
            assert.not(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), where);
          }
        }
        await page.emulateMedia({media: 'screen'});
        await open('index');
        const names = (): Promise<string[]> => page.locator('tbody th').allTextContents();
        await page.getByRole('button', {name: 'Submission'}).click();
        await page.getByRole('button', {name: 'Submission'}).click();
        assert.equal(await names(), ['carol', 'bob', 'alice']);
        await page.getByRole('button', {name: 'Points'}).click();
        assert.is((await names()).at(-1), 'alice');
        await page.locator('.columns a').first().focus();
        await page.keyboard.press('ArrowRight');
        const pointed = page.locator('.pointed');
        assert.is(await pointed.textContent(), 'stage-1/02-no-choice: 2 of 3 did not pass');
        const squares = page.locator('tr', {hasText: 'bob'}).locator('svg');
        await squares.hover({position: {x: 24, y: 8}});
        assert.is(
          await pointed.textContent(),
          'bob: wrong output in stage-1/02-no-choice: 2 of 3 did not pass',
        );
        await page.getByRole('link', {name: 'bob'}).first().click();
        assert.is(await page.title(), 'bob: Dice');
        assert.equal(complaints, []);
      } finally {
        await browser.close();
      }
    }));
});
