/*
 * The index of a class: the spread of the marks, the mistakes, and a grid with a square for each case. A row of squares is one
 * picture with a path for each verdict: a class of 2,000 has 160,000 squares, too many elements for a browser.
 */
import {counted, groupBy} from '../../results/grouping.js';
import {
  type CaseMarks,
  isIncomplete,
  type Marks,
  passedOf,
  type SubmissionMarks,
  severalStages,
  stagesOf,
} from '../../results/marks.js';
import {VERDICTS, type Verdict} from '../../results/verdicts.js';
import {Mistakes} from '../causes.js';
import {dangerIn} from '../explain.js';
import {firstProblem} from '../human.js';
import {
  folded,
  foldedList,
  head,
  html,
  legend,
  link,
  page,
  SIGNS_OF_VERDICTS,
  section,
  tableHtml,
  warning,
  wholeBar,
} from './elements.js';
import {INDEX_SCRIPT} from './style.js';

interface CaseTally {
  readonly suite: string;
  readonly name: string;
  readonly about: string | null;
  judged: number;
  failed: number;
}

/** Gathers the index while the submissions are read for their pages. */
export class ClassIndex {
  private readonly marks: Marks;
  private readonly rows: string[] = [];
  private readonly points: number[] = [];
  private readonly mistakes = new Mistakes();
  private readonly tallies = new Map<string, CaseTally>();
  private readonly verdicts = new Set<Verdict>();

  constructor(marks: Marks) {
    this.marks = marks;
  }

  add(one: SubmissionMarks): void {
    const whole = wholeBar(one.cases);
    if (whole === null) for (const {verdict} of one.cases) this.verdicts.add(verdict);
    if (!isIncomplete(one)) this.points.push(Number(one.points));
    this.rows.push(rowHtml(one, whole ?? squares(one)));
    this.mistakes.add(one);
    for (const each of one.cases) this.tally(each);
  }

  private tally({suite, case: name, about, verdict}: CaseMarks): void {
    const own = this.tallies.get(name) ?? {suite, name, about, judged: 0, failed: 0};
    this.tallies.set(name, own);
    if (verdict === 'could-not-check') return;
    own.judged += 1;
    if (verdict !== 'pass') own.failed += 1;
  }

  page(): string {
    const {run, submissions} = this.marks;
    const {totals, length} = submissions;
    const tallies = [...this.tallies.values()];
    const {first} = submissions;
    const maxPoints = first?.maxPoints ?? '0';
    const titles = severalStages(first).map((one) => head(`${one.title} (${one.maxPoints})`, 'number stage'));
    const mistakes = this.mistakes.sorted().map(({label, members}) => {
      const names = members.map(({target}) => link(target)).join(', ');
      const count = members.length;
      return folded(`${bar(count, length)} ${html(`${count} × ${label}`)}`, `<p>${names}</p>`);
    });
    const cases = tallies
      .toSorted((a, b) => shareOf(b) - shareOf(a))
      .map(
        (one) => `<span id="${anchorOf(one)}">${bar(one.failed, one.judged)} ${html(failuresOf(one))}</span>`,
      );
    return page(
      run.title,
      [
        `<h1>${html(run.title)}</h1>\n<p>${averages(length, this.points)}</p>\n`,
        totals.complete ? '' : warning('Some submissions are not marked yet.'),
        ...dangerIn(totals).map(warning),
        PATTERNS,
        '<div class="overview">\n',
        section(
          'Marks',
          this.points.length < 2 || Number(maxPoints) === 0 ? [] : [spread(this.points, Number(maxPoints))],
        ),
        section('Mistakes', foldedList(mistakes)),
        '</div>\n',
        section('Submissions', [
          tableHtml(
            'Submissions',
            `${head('Submission')}${head(`Points (${maxPoints})`, 'number')}${titles.join('')}` +
              `<th scope="col" class="cases">${columnsHtml(tallies)}</th>${head('First problem', 'problem')}`,
            this.rows,
          ),
          legend(this.verdicts),
        ]),
        section('Cases', foldedList(cases)),
        '<p class="pointed" aria-hidden="true"></p>\n',
      ],
      INDEX_SCRIPT,
    );
  }
}

function bar(part: number, whole: number): string {
  const width = whole === 0 ? 0 : Math.round((100 * part) / whole);
  return `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="10"/></svg>`;
}

function shareOf({failed, judged}: CaseTally): number {
  return judged === 0 ? 0 : failed / judged;
}

function failuresOf({name, about, failed, judged}: CaseTally): string {
  return `${name}: ${failed} of ${judged} did not pass${about === null ? '' : ` (${about})`}`;
}

function anchorOf({name}: CaseTally): string {
  return `case-${encodeURIComponent(Buffer.from(name).toString())}`;
}

/** Width and height of a square: narrow, so that a large suite fits. */
const SQUARE = 10;
const HIGH = 15;

/** Draws a picture as wide as `places` squares, which shrink in a large suite. */
function picture(places: number, height: number, attributes: string, content: string): string {
  const scale = Math.max(8, Math.min(16, Math.floor(740 / places))) / SQUARE;
  const width = SQUARE * places;
  const size = `width="${width * scale}" height="${height * scale}"`;
  return `<svg viewBox="0 0 ${width} ${height}" ${size} ${attributes}>${content}</svg>`;
}

/** Draws each kind of square once, to fill the paths of the rows. */
const PATTERNS = `<svg class="patterns" width="0" height="0" aria-hidden="true"><defs>${VERDICTS.map(
  (verdict) => {
    const [sign, kind] = SIGNS_OF_VERDICTS[verdict];
    const text = kind === 'pass' ? '' : `<text x="4.5" y="10">${sign}</text>`;
    return (
      `<pattern id="${verdict}" class="${kind}" width="${SQUARE}" height="${HIGH}" patternUnits="userSpaceOnUse">` +
      `<rect width="9" height="${HIGH}" rx="1"/>${text}</pattern>`
    );
  },
).join('')}</defs></svg>\n`;

const VERDICT_OF = new Map(VERDICTS.map((verdict) => [SIGNS_OF_VERDICTS[verdict][0], verdict]));

/** Start of a problem that the squares show already. */
const SEEN = /^[^" ]*: wrong output: /;

function rowHtml(one: SubmissionMarks, cases: string): string {
  const stages = severalStages(one).map(({points}) => `<td class="number stage">${points}</td>`);
  const problem = firstProblem(one);
  return (
    `<tr><th scope="row">${link(one.target)}</th>` +
    `<td class="number">${one.points}${isIncomplete(one) ? ' ?' : ''}</td>${stages.join('')}` +
    `<td class="cases">${cases}</td>` +
    `<td class="problem" title="${html(problem)}">${html(problem.replace(SEEN, ''))}</td></tr>\n`
  );
}

function squares(one: SubmissionMarks): string {
  const signs = stagesOf(one)
    .map(({cases}) => cases.map(({verdict}) => SIGNS_OF_VERDICTS[verdict][0]).join(''))
    .join(' ');
  const paths = new Map<string, string>();
  for (const {0: run, index} of signs.matchAll(/(\S)\1*/g)) {
    const [sign = ''] = run;
    const width = SQUARE * run.length;
    paths.set(sign, `${paths.get(sign) ?? ''}M${SQUARE * index} 0h${width}v${HIGH}h-${width}z`);
  }
  const drawn = [...paths].map(([sign, path]) => `<path fill="url(#${VERDICT_OF.get(sign)})" d="${path}"/>`);
  return picture(
    signs.length,
    HIGH,
    `role="img" aria-label="${passedOf(one.cases)} of ${one.cases.length} passed"`,
    drawn.join(''),
  );
}

/** Height of the bars above the grid. */
const BARS = 50;

/** Draws a bar for each case: the share of submissions that failed it. Each bar links to the list of cases. */
function columnsHtml(tallies: readonly CaseTally[]): string {
  const places = [...groupBy(tallies, ({suite}) => suite).values()].flatMap((stage) => [...stage, null]);
  const bars = places.map((one, place) => (one === null ? '' : columnHtml(one, place))).join('');
  return `Cases, and how many failed them<br>${picture(Math.max(1, places.length - 1), BARS, 'class="columns"', bars)}`;
}

function columnHtml(one: CaseTally, place: number): string {
  const height = Math.round(BARS * shareOf(one));
  const name = html(failuresOf(one));
  const column = `x="${SQUARE * place}" width="9"`;
  return (
    `<a href="#${anchorOf(one)}" data-place="${place}" aria-label="${name}"${height === BARS ? ' class="all"' : ''}>` +
    `<rect ${column} height="${BARS}"/><rect class="share" ${column} y="${BARS - height}" height="${height}"/></a>`
  );
}

/** Bars of the spread of the marks; each is 20 wide, the highest 100 high. */
const BINS = 20;

function spread(points: readonly number[], max: number): string {
  const bins = points.map((one) => Math.max(0, Math.min(BINS - 1, Math.floor((BINS * one) / max))));
  const counts = Array.from({length: BINS}, (_, bin) => bins.filter((one) => one === bin).length);
  const most = Math.max(...counts);
  const bars = counts.map((count, bin) => {
    const height = Math.round((100 * count) / most);
    const text = count === 0 ? '' : `<text x="${20 * bin + 10}" y="${110 - height}">${count}</text>`;
    return `<rect x="${20 * bin + 1}" y="${114 - height}" width="18" height="${height}"/>${text}`;
  });
  const at = (share: number): number => Number((max * share).toFixed(2));
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (share) => `<text x="${400 * share}" y="128">${at(share)}</text>`,
  );
  const words = counts.flatMap((count, bin) => (count === 0 ? [] : `${count} from ${at(bin / BINS)}`));
  const content = `${bars.join('')}<path d="M0 114.5H400"/>${ticks.join('')}`;
  return `<svg class="spread" viewBox="-12 0 424 132" role="img" aria-label="${words.join(', ')} points">${content}</svg>\n`;
}

function averages(count: number, points: readonly number[]): string {
  const submissions = counted(count, 'submission');
  if (points.length === 0) return submissions;
  const sorted = points.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1);
  return `${submissions}, mean ${meanOf(sorted)} points, median ${meanOf(middle)}`;
}

function meanOf(points: readonly number[]): string {
  return (points.reduce((sum, one) => sum + one, 0) / points.length).toFixed(2);
}
