/*
 * The HTML report, a folder of static pages: one for each submission, and an index of the class for markers. A page contains
 * its style, so that it can be sent alone, and its policy lets it load nothing.
 */
import {createHash} from 'node:crypto';
import {fileNameOf} from '../../results/folder.js';
import {counted} from '../../results/grouping.js';
import {
  type CaseMarks,
  isIncomplete,
  type Marks,
  type SubmissionMarks,
  stagesOf,
  stageTitles,
} from '../../results/marks.js';
import {UNTESTED, VERDICT_WORDS, VERDICTS, type Verdict} from '../../results/verdicts.js';
import {oneLine, typedText} from '../../results/visible.js';
import {type Mistake, Mistakes} from '../causes.js';
import {
  type Audience,
  type Block,
  type DiffRow,
  dangerIn,
  errorOnPass,
  explain,
  Legend,
  markedFile,
  notesOf,
  titleOf,
} from '../explain.js';
import {scoreText} from '../human.js';
import {SORTING, STYLE} from './style.js';

export interface Page {
  readonly name: string;
  readonly content: string;
}

/** Signs that tell verdicts apart without colour. */
const VERDICT_SIGNS: Readonly<Record<Verdict, string>> = {
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

/** Yields the pages one at a time. Students get no index: it would show them each other. */
export function* pagesOf(marks: Marks, audience: Audience): Iterable<Page> {
  const rows: IndexRow[] = [];
  const mistakes = new Mistakes();
  const tallies = new Map<string, CaseTally>();
  for (const one of marks.submissions) {
    yield {name: pageNameOf(one.target), content: submissionPage(one, audience)};
    if (audience === 'student') continue;
    rows.push(indexRow(one));
    mistakes.add(one);
    for (const each of one.cases) tally(each, tallies);
  }
  if (audience === 'marker')
    yield {name: 'index.html', content: indexPage(marks, rows, mistakes, [...tallies.values()])};
}

/** Returns the name of a submission's file. A percent sign sets a submission called index apart from the index. */
function pageNameOf(target: string): string {
  // A link cannot contain halves of characters.
  const name = Buffer.from(fileNameOf(target)).toString();
  return `${/^index$/i.test(name) ? `${name}%` : name}.html`;
}

function submissionPage(submission: SubmissionMarks, audience: Audience): string {
  const {target, points, maxPoints, cases} = submission;
  const stages = stagesOf(submission).map(
    (one) =>
      `<tr><th scope="row">${html(one.title)}</th><td class="number">${scoreText(one)}</td>` +
      `<td class="cases">${one.cases.map(signOf).join('')}</td></tr>\n`,
  );
  const found = new Mistakes();
  found.add(submission);
  const mistakes = found.sorted().map((one) => mistakeHtml(one, audience, cases.length));
  const signs = new Legend();
  for (const one of mistakes) signs.see(one);
  const errors = audience === 'marker' ? errorOnPass(cases) : [];
  const passed = cases.filter(({verdict}) => verdict === 'pass');
  const sum = `${points} of ${maxPoints} points, ${passed.length} of ${counted(cases.length, 'case')} passed`;
  return page(`Marks of ${target}`, [
    `<p>${html(sum)}</p>\n`,
    ...markedFile(submission).map((text) => `<p>${html(text)}</p>\n`),
    isIncomplete(submission) ? warning('Some cases could not be checked, so the sum is not a mark.') : '',
    tableHtml('Points', `${head('Stage')}${head('Points', 'number')}${head('Cases')}`, stages),
    legend(new Set(cases.map(({verdict}) => verdict))),
    section('Mistakes', mistakes),
    ...signs.lines().map(quiet),
    section(
      'Passed',
      list(
        'ul',
        passed.map((one) => passedHtml(one, audience)),
      ),
    ),
    ...errors.map(({note, one}) => quiet(`${titleOf(one)}: ${note}`)),
  ]);
}

/** Max cases of a mistake that are named without a click. */
const MOST_OPEN = 6;

function mistakeHtml({members, example: {file, one}}: Mistake, audience: Audience, total: number): string {
  const [headline, ...blocks] = explain(one, audience, file).map(blockHtml);
  // Without a run, no case is shown in full; neither is a hidden one.
  const first = blocks.length === 0 || UNTESTED.includes(one.verdict) ? '' : `; ${one.title} in full:`;
  const titles = members.flatMap(({cases}) => cases.map(({title}) => title));
  const cases = titles.length === 1 ? quiet(titleOf(one)) : casesHtml(titles, first, total);
  return `<article>\n${headline}${cases}${blocks.join('')}</article>\n`;
}

function casesHtml(titles: readonly string[], first: string, total: number): string {
  const {length} = titles;
  if (length === total) return quiet(`all ${length} cases${first}`);
  const names = titles.join(', ');
  return length <= MOST_OPEN
    ? quiet(`${length} cases: ${names}${first}`)
    : `<details class="quiet"><summary>${html(`${length} cases${first}`)}</summary><p>${html(names)}</p></details>\n`;
}

function quiet(text: string): string {
  return `<p class="quiet">${html(text)}</p>\n`;
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
      return `<p class="quiet">to repeat it:</p>\n<pre>${html(block.text)}</pre>\n`;
  }
}

const DIFF_SIGNS = {same: ' ', expected: '−', actual: '+', omitted: '…'};

function diffRow({kind, text, marked, typed}: DiffRow): string {
  const {from, to} = marked ?? {from: text.length, to: text.length};
  const part = from === to ? '' : `<mark>${html(text.slice(from, to))}</mark>`;
  const answer = typed === undefined ? '' : `<span class="typed">${html(typedText(typed))}</span>`;
  return `<span class="row ${kind}">${DIFF_SIGNS[kind]} ${html(text.slice(0, from))}${part}${html(text.slice(to))}${answer}</span>`;
}

function signOf(one: CaseMarks): string {
  const name = html(`${titleOf(one)}: ${VERDICT_WORDS[one.verdict]}`);
  const kind = one.verdict === 'pass' ? 'pass' : 'fail';
  return `<span class="${kind}" role="img" title="${name}" aria-label="${name}">${VERDICT_SIGNS[one.verdict]}</span>`;
}

function passedHtml(one: CaseMarks, audience: Audience): string {
  return html([titleOf(one), ...notesOf(one, audience)].join('; '));
}

/** Row of the index, made when the submission is read for its page. */
interface IndexRow {
  readonly points: string;
  readonly isComplete: boolean;
  readonly html: string;
}

function indexRow(one: SubmissionMarks): IndexRow {
  const isComplete = !isIncomplete(one);
  const stages = stagesOf(one);
  const points = stages.map((stage) => `<td class="number">${scoreText(stage)}</td>`).join('');
  const signs = stages.map(({cases}) => cases.map(({verdict}) => VERDICT_SIGNS[verdict]).join(''));
  return {
    points: one.points,
    isComplete,
    html:
      `<tr><th scope="row">${link(one.target)}</th>` +
      `<td class="number">${scoreText(one)}${isComplete ? '' : ' ?'}</td>${stages.length > 1 ? points : ''}` +
      `<td class="signs">${signs.join(' ').replace(/[^✓ ]+/g, '<span class="fail">$&</span>')}</td></tr>\n`,
  };
}

interface CaseTally {
  readonly name: string;
  judged: number;
  failed: number;
}

function tally(one: CaseMarks, tallies: Map<string, CaseTally>): void {
  if (one.verdict === 'could-not-check') return;
  const own = tallies.get(one.case) ?? {name: one.case, judged: 0, failed: 0};
  tallies.set(one.case, own);
  own.judged += 1;
  if (one.verdict !== 'pass') own.failed += 1;
}

const MOST_HARD = 10;

function indexPage(
  {submissions}: Marks,
  rows: readonly IndexRow[],
  found: Mistakes,
  tallies: readonly CaseTally[],
): string {
  const heads = stageTitles(submissions)
    .map((title) => head(title, 'number'))
    .join('');
  const mistakes = found
    .sorted()
    .map(
      ({label, members}) =>
        `<details><summary>${html(`${members.length} × ${label}`)}</summary>` +
        `<p>${members.map(({target}) => link(target)).join(', ')}</p></details>`,
    );
  const hardest = tallies
    .filter(({failed}) => failed > 0)
    .sort((a, b) => b.failed / b.judged - a.failed / a.judged)
    .slice(0, MOST_HARD)
    .map(({name, failed, judged}) => html(`${name}: ${failed} of ${judged} did not pass`));
  return page(
    'Marks',
    [
      `<p>${html(averages(rows))}</p>\n`,
      submissions.totals.complete ? '' : warning('Some submissions are not marked yet.'),
      ...dangerIn(submissions.totals).map((text) => warning(html(text))),
      tableHtml(
        'Submissions',
        `${head('Submission')}${head('Points', 'number')}${heads}${head('Cases', 'signs')}`,
        rows.map((one) => one.html),
      ),
      legend(new Set(VERDICTS)),
      section('Mistakes', list('ul', mistakes)),
      section('Hardest cases', list('ol', hardest)),
    ],
    SORTING,
  );
}

function link(target: string): string {
  return `<a href="${encodeURIComponent(pageNameOf(target))}">${html(target)}</a>`;
}

function averages(rows: readonly IndexRow[]): string {
  const all = rows.filter(({isComplete}) => isComplete).map(({points}) => Number(points));
  const submissions = counted(rows.length, 'submission');
  if (all.length === 0) return submissions;
  const sorted = all.sort((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[Math.floor((all.length - 1) / 2)], sorted[Math.floor(all.length / 2)]];
  const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
  return `${submissions}, mean ${mean.toFixed(2)} points, median ${((low + high) / 2).toFixed(2)}`;
}

function legend(verdicts: ReadonlySet<Verdict>): string {
  const signs = VERDICTS.filter((one) => verdicts.has(one)).map(
    (one) => `${VERDICT_SIGNS[one]} ${VERDICT_WORDS[one]}`,
  );
  return quiet(signs.join(', '));
}

function head(text: string, kind = ''): string {
  return `<th scope="col"${kind === '' ? '' : ` class="${kind}"`}>${html(text)}</th>`;
}

/** Draws a table that scrolls by itself on a narrow page. */
function tableHtml(name: string, heads: string, rows: readonly string[]): string {
  return `<div class="wide" role="region" aria-label="${name}" tabindex="0"><table>
<thead><tr>${heads}</tr></thead>
<tbody>
${rows.join('')}</tbody></table></div>
`;
}

function warning(text: string): string {
  return `<p class="warning">${text}</p>\n`;
}

function list(kind: 'ul' | 'ol', items: readonly string[]): string[] {
  return items.length === 0
    ? []
    : [`<${kind}>\n${items.map((item) => `<li>${item}</li>\n`).join('')}</${kind}>\n`];
}

function section(title: string, content: readonly string[]): string {
  return content.length === 0 ? '' : `<h2>${title}</h2>\n${content.join('')}`;
}

function page(title: string, body: readonly string[], script = ''): string {
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
${body.join('')}</main>
${script === '' ? '' : `<script>${script}</script>\n`}</body>
</html>
`;
}

/** Returns a digest as a Content Security Policy names it. */
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

/** Escapes a text for elements and quoted attributes, on one line. */
function html(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
