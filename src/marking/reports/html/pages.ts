/*
 * The HTML report as a folder of static pages: one for each submission, and an index of the class for markers. Each page
 * holds its style, so it can be sent alone, and its policy lets it load nothing.
 */
import {createHash} from 'node:crypto';
import {fileNameOf} from '../../results/folder.js';
import {counted, groupBy} from '../../results/grouping.js';
import {
  type CaseMarks,
  isIncomplete,
  type Marks,
  type SubmissionMarks,
  submissionsFrom,
} from '../../results/marks.js';
import {sumOf} from '../../results/points.js';
import {VERDICT_WORDS, type Verdict} from '../../results/verdicts.js';
import {oneLine} from '../../results/visible.js';
import {type Trouble, troublesOf} from '../causes.js';
import {type Audience, type Block, type DiffRow, explain, LEGEND} from '../explain.js';
import {SORTING, STYLE} from './style.js';

export interface Page {
  /** Name of the file. */
  readonly name: string;
  readonly content: string;
}

/** Signs of verdicts, which differ without colour. */
const SIGNS: Readonly<Record<Verdict, string>> = {
  pass: '✓',
  'partly-right': '◐',
  'wrong-output': '✗',
  'wrong-status': '≠',
  crashed: '†',
  'timed-out': 'T',
  'out-of-memory': 'M',
  'too-much-output': 'O',
  'too-many-processes': 'P',
  'did-not-compile': 'C',
  'could-not-run': 'R',
  'could-not-check': '?',
  skipped: '–',
};

/** Pages of a class, one at a time. Students get no index: it would show them each other. */
export function* pagesOf(marks: Marks, audience: Audience): Iterable<Page> {
  const rows: IndexRow[] = [];
  const cases = new Map<string, CaseTally>();
  for (const one of marks.submissions) {
    const name = pageNameOf(one.target);
    yield {name, content: submissionPage(one, audience, marks.complete)};
    if (audience === 'student') continue;
    rows.push(indexRow(one, name));
    for (const each of one.cases) tally(cases, each);
  }
  if (audience === 'marker') yield {name: 'index.html', content: indexPage(marks, rows, [...cases.values()])};
}

/** The percent sign keeps a submission of this name apart from the index. */
function pageNameOf(target: string): string {
  // Without halves of characters, which no link can have.
  const name = Buffer.from(fileNameOf(target)).toString();
  return `${/^index$/i.test(name) ? `${name}%` : name}.html`;
}

function submissionPage(submission: SubmissionMarks, audience: Audience, isComplete: boolean): string {
  const {target, points, maxPoints, cases} = submission;
  const stages = [...groupBy(cases, ({suite}) => suite)].map(
    ([suite, own]) =>
      `<tr><th scope="row">${html(suite)}</th>` +
      `<td class="number">${html(stagePoints(own))}</td>` +
      `<td>${own.map(signOf).join('')}</td></tr>\n`,
  );
  const troubles = troublesOf(submissionsFrom(1, () => submission));
  const passed = cases.filter(({verdict}) => verdict === 'pass');
  return page(
    `Marks of ${target}`,
    `<p>${html(`${points} of ${maxPoints} points, ${passed.length} of ${counted(cases.length, 'case')} passed`)}</p>
${isComplete && !isIncomplete(submission) ? '' : '<p><strong>Some cases are not marked yet: the sum is no mark.</strong></p>\n'}<h2>Points</h2>
<div class="wide" role="region" aria-label="Points" tabindex="0"><table>
<thead><tr><th scope="col">Stage</th><th scope="col" class="number">Points</th><th scope="col">Cases</th></tr></thead>
<tbody>
${stages.join('')}</tbody></table></div>
${troubles.length === 0 ? '' : `<h2>Mistakes</h2>\n${troubles.map((one) => troubleHtml(one, audience)).join('')}`}${
  passed.length === 0
    ? ''
    : `<h2>Passed</h2>\n<ul class="cases">\n${passed.map((one) => `<li>${signOf(one)} ${html(caseName(one))}</li>\n`).join('')}</ul>\n`
}${audience === 'student' ? `<p class="quiet">${html(LEGEND)}</p>\n` : ''}`,
  );
}

function troubleHtml({members, example}: Trouble, audience: Audience): string {
  const {target, one} = example();
  const names = members.flatMap(({cases}) => cases.map(({title}) => title));
  const count =
    names.length === 1 ? '' : ` (${counted(names.length, 'case')}; the example is ${caseName(one)})`;
  return `<article>\n${explain(one, audience, target).map(blockHtml).join('')}<p class="quiet">${html(names.join(', ') + count)}</p>\n</article>\n`;
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'headline':
      return `<h3>${html(block.text)}</h3>\n`;
    case 'sentence':
      return `<p>${html(block.text)}</p>\n`;
    case 'diff':
      return `<p class="quiet">− expected, + actual</p>\n<pre>${block.rows.map(diffRow).join('')}</pre>\n`;
    case 'text':
      return `<p class="quiet">${html(block.label)}:</p>\n<pre>${block.lines.map(html).join('\n')}</pre>\n`;
    case 'command':
      return `<pre>${html(block.text)}</pre>\n`;
  }
}

const DIFF_SIGNS = {same: ' ', expected: '−', actual: '+', omitted: '…'};

function diffRow({kind, text, marked, typed}: DiffRow): string {
  const {from, to} = marked ?? {from: text.length, to: text.length};
  const part = from === to ? '' : `<mark>${html(text.slice(from, to))}</mark>`;
  const answer = typed === undefined ? '' : `<i>«${html(typed)}»</i>`;
  return `<span class="row ${kind}">${DIFF_SIGNS[kind]} ${html(text.slice(0, from))}${part}${html(text.slice(to))}${answer}</span>`;
}

function signOf(one: CaseMarks): string {
  const {verdict} = one;
  const title = html(`${caseName(one)}: ${VERDICT_WORDS[verdict]}`);
  return `<span class="${verdict === 'pass' ? 'pass' : 'fail'}" role="img" title="${title}" aria-label="${title}">${SIGNS[verdict]}</span>`;
}

function caseName({suite, title}: CaseMarks): string {
  return `${suite}: ${title}`;
}

function stagePoints(cases: readonly CaseMarks[]): string {
  return `${sumOf(cases.map(({points}) => points))}/${sumOf(cases.map(({maxPoints}) => maxPoints))}`;
}

interface IndexRow {
  readonly target: string;
  readonly file: string;
  readonly points: string;
  readonly maxPoints: string;
  readonly isIncomplete: boolean;
  readonly stages: ReadonlyMap<string, string>;
  readonly signs: string;
  /** How many cases got each verdict, in words. */
  readonly verdicts: string;
}

function indexRow(one: SubmissionMarks, file: string): IndexRow {
  const stages = [...groupBy(one.cases, ({suite}) => suite)];
  const verdicts = [...groupBy(one.cases, ({verdict}) => VERDICT_WORDS[verdict])];
  return {
    target: one.target,
    file,
    points: one.points,
    maxPoints: one.maxPoints,
    isIncomplete: isIncomplete(one),
    stages: new Map(stages.map(([suite, cases]) => [suite, stagePoints(cases)])),
    signs: stages.map(([, cases]) => cases.map(({verdict}) => SIGNS[verdict]).join('')).join(' '),
    verdicts: verdicts.map(([words, cases]) => `${cases.length} ${words}`).join(', '),
  };
}

interface CaseTally {
  readonly name: string;
  count: number;
  failed: number;
}

function tally(cases: Map<string, CaseTally>, one: CaseMarks): void {
  if (one.verdict === 'could-not-check') return;
  const own = cases.get(one.case) ?? {name: caseName(one), count: 0, failed: 0};
  cases.set(one.case, own);
  own.count += 1;
  if (one.verdict !== 'pass') own.failed += 1;
}

/** Max cases that are told of as the hardest. */
const MOST_HARD = 10;

function indexPage(marks: Marks, rows: readonly IndexRow[], cases: readonly CaseTally[]): string {
  const suites = [...new Set(rows.flatMap(({stages}) => [...stages.keys()]))];
  const files = new Map(rows.map(({target, file}) => [target, file]));
  const link = (target: string): string =>
    `<a href="${encodeURIComponent(files.get(target) ?? '')}">${html(target)}</a>`;
  const head = suites.map((suite) => `<th scope="col" class="number">${html(suite)}</th>`).join('');
  const body = rows.map(
    ({target, file, points, maxPoints, stages, signs, verdicts, isIncomplete}) =>
      `<tr><th scope="row"><a href="${encodeURIComponent(file)}">${html(target)}</a></th>` +
      `<td class="number">${html(`${points}/${maxPoints}${isIncomplete ? ' ?' : ''}`)}</td>` +
      suites.map((suite) => `<td class="number">${html(stages.get(suite) ?? '–')}</td>`).join('') +
      `<td class="signs" title="${html(verdicts)}">${signs}</td></tr>\n`,
  );
  const hardest = cases
    .filter(({failed}) => failed > 0)
    .sort((a, b) => b.failed / b.count - a.failed / a.count)
    .slice(0, MOST_HARD)
    .map(({name, failed, count}) => `<li>${html(`${name}: ${failed} of ${count} did not pass`)}</li>\n`);
  const mistakes = troublesOf(marks.submissions).map(
    ({label, members}) =>
      `<li><details><summary>${html(`${members.length} × ${label}`)}</summary>` +
      `<p>${members.map(({target}) => link(target)).join(', ')}</p></details></li>\n`,
  );
  const legend = Object.entries(SIGNS).map(
    ([verdict, sign]) => `${sign} ${VERDICT_WORDS[verdict as Verdict]}`,
  );
  return page(
    'Marks',
    `<p>${html(averages(rows))}</p>
${marks.complete ? '' : '<p><strong>Some submissions are not marked yet.</strong></p>\n'}<div class="wide" role="region" aria-label="Submissions" tabindex="0"><table id="submissions">
<thead><tr><th scope="col">Submission</th><th scope="col" class="number">Points</th>${head}<th scope="col" data-unsorted>Cases</th></tr></thead>
<tbody>
${body.join('')}</tbody></table></div>
<p class="quiet">${html(legend.join(', '))}</p>
${mistakes.length === 0 ? '' : `<h2>Mistakes</h2>\n<ul>\n${mistakes.join('')}</ul>\n`}${
  hardest.length === 0 ? '' : `<h2>Hardest cases</h2>\n<ol>\n${hardest.join('')}</ol>\n`
}`,
    SORTING,
  );
}

/** Mean and median of the submissions whose sum is a mark. */
function averages(rows: readonly IndexRow[]): string {
  const all = rows.filter(({isIncomplete}) => !isIncomplete).map(({points}) => Number(points));
  const count = counted(rows.length, 'submission');
  if (all.length === 0) return count;
  const sorted = all.sort((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[Math.floor((all.length - 1) / 2)], sorted[Math.floor(all.length / 2)]];
  const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
  return `${count}, mean ${mean.toFixed(2)} points, median ${((low + high) / 2).toFixed(2)}`;
}

function page(title: string, body: string, script = ''): string {
  const allowed = script === '' ? '' : `; script-src '${digestOf(script)}'`;
  const policy = `default-src 'none'; style-src '${digestOf(STYLE)}'${allowed}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${html(title)}</h1>
${body}</main>
${script === '' ? '' : `<script>${script}</script>\n`}</body>
</html>
`;
}

/** As a Content Security Policy names what it allows. */
function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes any text, for elements and quoted attributes alike, on one line. */
function html(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
