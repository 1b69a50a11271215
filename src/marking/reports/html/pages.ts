/* The HTML report: a static page for each submission, which can be sent alone, and an index of the class for markers. */
import {commentLines, gradeRows} from '../../grading/grade.js';
import {counted} from '../../results/grouping.js';
import {
  type CaseMarks,
  isIncomplete,
  type Marks,
  type SubmissionMarks,
  stagesOf,
} from '../../results/marks.js';
import {UNTESTED, verdictWords} from '../../results/verdicts.js';
import {typedText} from '../../results/visible.js';
import {type Mistake, Mistakes} from '../causes.js';
import type {DiffRow} from '../diff-rows.js';
import {GUTTERS} from '../draw.js';
import {
  type Audience,
  type Block,
  errorOnPass,
  explain,
  Legend,
  markedFile,
  notesOf,
  type ReportOptions,
  titleOf,
} from '../explain.js';
import {scoreText} from '../human.js';
import {ClassIndex} from './class-index.js';
import {
  folded,
  head,
  html,
  legend,
  link,
  list,
  page,
  pageNameOf,
  quiet,
  SIGNS_OF_VERDICTS,
  section,
  tableHtml,
  warning,
  wholeBar,
} from './elements.js';

export interface Page {
  readonly name: string;
  readonly content: string;
}

/** Yields the pages one at a time. Students get no index: it would show them each other's marks. */
export function* pagesOf(marks: Marks, audience: Audience): Iterable<Page> {
  const {run, submissions} = marks;
  const index = audience === 'marker' ? new ClassIndex(marks) : null;
  let at = 0;
  for (const one of submissions) {
    at += 1;
    const links = index === null ? '' : linksFrom(submissions.targets[at - 2], submissions.targets[at]);
    yield {name: pageNameOf(one.target), content: submissionPage(one, audience, run.title, links)};
    index?.add(one);
  }
  if (index !== null) yield {name: 'index.html', content: index.page()};
}

export function* writePage(marks: Marks, {audience}: ReportOptions): Iterable<string> {
  const [page] = pagesOf(marks, audience);
  if (page !== undefined) yield page.content;
}

function linksFrom(before: string | undefined, after: string | undefined): string {
  const links = [
    '<a href="index.html">all</a>',
    ...(before === undefined ? [] : [link(before, '← previous')]),
    ...(after === undefined ? [] : [link(after, 'next →')]),
  ];
  return `<nav>${links.join(' ')}</nav>\n`;
}

function submissionPage(
  submission: SubmissionMarks,
  audience: Audience,
  title: string,
  links: string,
): string {
  const {target, points, maxPoints, cases, grade} = submission;
  const found = new Mistakes();
  found.add(submission);
  const mistakes = found.sorted();
  const places = new Map(
    mistakes.flatMap(({members}, index) =>
      members.flatMap((member) => member.cases.map((one) => [one.case, index + 1] as const)),
    ),
  );
  const stages = stagesOf(submission).map(
    (one) =>
      `<tr><th scope="row">${html(one.title)}</th><td class="number">${scoreText(one)}</td>` +
      `<td class="squares">${squaresOf(one.cases, places)}</td></tr>\n`,
  );
  const more = (grade ? gradeRows(grade) : []).map(
    ([title, value]) =>
      `<tr><th scope="row">${html(title)}</th><td class="number">${html(value)}</td><td></td></tr>\n`,
  );
  const comments = grade
    ? commentLines(grade).map((lines) => `<p>${lines.map(html).join('<br>')}</p>\n`)
    : [];
  const signs = new Legend();
  const shown = mistakes.map((one, index) => signs.see(mistakeHtml(one, index + 1, audience, cases.length)));
  const errors = audience === 'marker' ? errorOnPass(cases) : [];
  const passed = cases.filter(({verdict}) => verdict === 'pass');
  const sum = `${points} of ${maxPoints} points, ${passed.length} of ${counted(cases.length, 'case')} passed`;
  return page(`${target}: ${title}`, [
    links,
    quiet(title),
    `<h1>${html(target)}</h1>\n<p>${html(sum)}</p>\n`,
    ...markedFile(submission).map((text) => `<p>${html(text)}</p>\n`),
    isIncomplete(submission) ? warning('Some cases could not be checked, so the sum is not a mark.') : '',
    tableHtml('Points', `${head('Stage')}${head('Points', 'number')}${head('Cases')}`, [...stages, ...more]),
    ...comments,
    legend(new Set(cases.map(({verdict}) => verdict))),
    section('Mistakes', shown),
    ...signs.lines().map(quiet),
    section('Passed', passedHtml(passed, audience)),
    ...errors.map(({note, one}) => quiet(`${titleOf(one)}: ${note}`)),
  ]);
}

function squaresOf(cases: readonly CaseMarks[], places: ReadonlyMap<string, number>): string {
  const drawn = cases.map((one) => {
    const [sign, kind] = SIGNS_OF_VERDICTS[one.verdict];
    const name = html(`${titleOf(one)}: ${verdictWords(one.verdict)}`);
    const place = places.get(one.case);
    const [element, role] = place === undefined ? ['span', 'role="img"'] : ['a', `href="#mistake-${place}"`];
    return `<${element} class="square ${kind}" ${role} title="${name}" aria-label="${name}">${sign}</${element}>`;
  });
  return wholeBar(cases) ?? drawn.join('');
}

/** Max cases of a mistake named without a click. */
const MOST_OPEN = 6;

function mistakeHtml(
  {members, example: {one}}: Mistake,
  number: number,
  audience: Audience,
  total: number,
): string {
  const [headline, ...blocks] = explain(one, audience).map(blockHtml);
  // Programs that never ran and hidden cases have nothing more to show.
  const first = blocks.length === 0 || UNTESTED.includes(one.verdict) ? '' : `; ${one.title} in full:`;
  const titles = members.flatMap(({cases}) => cases.map(({title}) => title));
  const cases = titles.length === 1 ? quiet(titleOf(one)) : casesHtml(titles, first, total);
  return `<article id="mistake-${number}">\n${headline}${cases}${blocks.join('')}</article>\n`;
}

function casesHtml(titles: readonly string[], first: string, total: number): string {
  const {length} = titles;
  if (length === total) return quiet(`all ${length} cases${first}`);
  const names = titles.join(', ');
  return length <= MOST_OPEN
    ? quiet(`${length} cases: ${names}${first}`)
    : folded(html(`${length} cases${first}`), `<p>${html(names)}</p>`);
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'headline':
      return `<h3>${html(block.text)}</h3>\n`;
    case 'sentence':
      return `<p>${html(block.text)}</p>\n`;
    case 'diff':
      return `<pre>${block.rows.map(diffRow).join('')}</pre>\n`;
    case 'text':
      return `<p class="quiet">${html(block.label)}:</p>\n<pre>${block.lines.map(html).join('\n')}</pre>\n`;
    case 'command':
      return folded('to repeat it', `<pre>${html(block.text)}</pre>`);
  }
}

function diffRow({kind, text, marked, typed}: DiffRow): string {
  const {from, to} = marked ?? {from: text.length, to: text.length};
  const part = from === to ? '' : `<mark>${html(text.slice(from, to))}</mark>`;
  const answer = typed === undefined ? '' : `<span class="typed">${html(typedText(typed))}</span>`;
  return (
    `<span class="row ${kind}"><span class="side">${GUTTERS[kind].trim()}</span>` +
    `<span>${html(text.slice(0, from))}${part}${html(text.slice(to))}${answer}</span></span>`
  );
}

function passedHtml(cases: readonly CaseMarks[], audience: Audience): string[] {
  const noted = cases.map((one) => [titleOf(one), ...notesOf(one, audience)]);
  const listOf = (some: readonly string[][]): string[] => list(some.map((texts) => html(texts.join('; '))));
  const plain = noted.filter(({length}) => length === 1);
  const rest = plain.length === 0 ? [] : [folded(counted(plain.length, 'case'), listOf(plain).join(''))];
  return [...listOf(noted.filter(({length}) => length > 1)), ...rest];
}
