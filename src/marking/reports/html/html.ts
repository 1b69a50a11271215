/*
 * The HTML report: one file that needs no other and asks nobody for anything. Its script and its style are in it, and
 * its policy allows only these two, by their digests. What programs printed is data: JSON that no browser executes, which
 * the script shows as text.
 */
import type {Marks} from '../../results/marks.js';
import {totalOf} from '../human.js';
import {statisticsOf} from '../statistics.js';
import {readAsset} from './assets.js';
import {statisticsHtml} from './charts.js';
import {headOf, rowsOf} from './contents.js';
import {documentHead, html, plainTable} from './document.js';

/** @param hasStatistics whether the class is told of as a whole: not to a student */
export function* writeHtml(marks: Marks, hasStatistics = true): Iterable<string> {
  const {submissions, complete} = marks;
  const [only] = submissions;
  const title = only !== undefined && submissions.length === 1 ? `Marks of ${only.target}` : 'Marks';
  const [script, style] = [readAsset('boot.js'), readAsset('page.css')];
  yield documentHead(title, style.text, [`script-src '${script.digest}'`, `style-src '${style.digest}'`]);
  yield `<body>\n<main id="page">\n<h1>${html(title)}</h1>\n`;
  yield `<p${complete ? '' : ' class="incomplete"'}>${html(totalOf(marks))}</p>\n`;
  yield '<noscript>\n';
  yield* plainTable(
    ['submission', 'points', 'passed'],
    Array.from(submissions, ({target, points, maxPoints, cases}) => {
      const passed = cases.filter(({verdict}) => verdict === 'pass').length;
      return [target, `${points}/${maxPoints}`, `${passed}/${cases.length}`];
    }),
    ['points', 'passed'],
  );
  yield '</noscript>\n</main>\n';
  if (hasStatistics && submissions.length > 1) yield* statisticsHtml(statisticsOf(submissions));
  const head = headOf(marks);
  yield `<script type="application/json" id="marks">[${json(head)}`;
  for (const row of rowsOf(marks, head)) yield `,\n${json(row)}`;
  yield `]</script>\n<script>${script.text}</script>\n</body>\n</html>\n`;
}

/** JSON in which nothing ends the element that it is in. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
