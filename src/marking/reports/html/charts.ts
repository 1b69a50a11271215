/* The statistics of a class on its page: they need no script, and are drawn in the colours of the page. */
import {counted} from '../../results/grouping.js';
import {type Statistics, sameText, secondsText, shareText} from '../statistics.js';
import {html, plainTable} from './document.js';

export function* statisticsHtml({submissions, tenths, cases, mistakes}: Statistics): Iterable<string> {
  yield '<details class="statistics">\n<summary>Statistics of the class</summary>\n';
  yield `<h3>Points of ${html(counted(submissions, 'submission'))}</h3>\n${histogram(tenths)}`;
  yield '<h3>Cases</h3>\n<div class="wide" tabindex="0">\n';
  yield* plainTable(
    ['case', 'passed', 'share', 'median time', 'longest', 'tells nobody apart'],
    cases.map((one) => [
      one.name,
      `${one.passed}/${one.count}`,
      one.count === 0 ? '–' : `${Math.floor((100 * one.passed) / one.count)}%`,
      secondsText(one.median),
      secondsText(one.longest),
      sameText(one),
    ]),
    ['passed', 'share', 'median time', 'longest'],
  );
  yield '</div>\n';
  if (mistakes.length > 0) {
    yield '<h3>Mistakes</h3>\n<div class="wide" tabindex="0">\n';
    yield* plainTable(
      ['submissions', 'mistake'],
      mistakes.map((one) => [`${one.submissions}`, one.label]),
      ['submissions'],
    );
    yield '</div>\n';
  }
  yield '</details>\n';
}

/** Sizes of the drawing, in its own units. */
const [BAR_WIDTH, STEP, HEIGHT, BASE] = [34, 46, 120, 140] as const;

function histogram(tenths: readonly number[]): string {
  const most = Math.max(1, ...tenths);
  const told = tenths.flatMap((count, tenth) => (count === 0 ? [] : [`${shareText(tenth)}: ${count}`]));
  const bars = tenths.map((count, tenth) => {
    const [left, height] = [tenth * STEP + 6, Math.round((HEIGHT * count) / most)];
    const middle = left + BAR_WIDTH / 2;
    return `<rect x="${left}" y="${BASE - height}" width="${BAR_WIDTH}" height="${height}"/>
<text x="${middle}" y="${BASE - height - 4}">${count === 0 ? '' : count}</text>
<text class="share" x="${middle}" y="${BASE + 14}">${tenth * 10}–${tenth === 9 ? 100 : tenth * 10 + 9}</text>
`;
  });
  const width = tenths.length * STEP;
  return `<svg class="histogram" viewBox="0 0 ${width} ${BASE + 34}" role="img" aria-label="${html(`Submissions by percent of the maximum: ${told.join(', ')}`)}">
${bars.join('')}<path d="M0 ${BASE}H${width}"/>
<text class="share" x="${width / 2}" y="${BASE + 30}">percent of the maximum</text>
</svg>
`;
}
