/* What has changed between two reports, as a page without a script. */
import {type Changes, isChanged} from '../comparison/changes.js';
import {outcomesOf, totalOf} from '../comparison/text.js';
import {STYLE, STYLE_DIGEST} from './assets.js';
import {documentHead, html, plainTable} from './document.js';

export function* writeComparison(changes: Changes): Iterable<string> {
  const {submissions, onlyOld, onlyNew, cases, notes} = changes;
  const changed = submissions.filter(isChanged);
  yield documentHead('What has changed', STYLE, [`style-src '${STYLE_DIGEST}'`]);
  yield `<body>\n<main class="comparison">\n<h1>What has changed</h1>\n<p>${html(totalOf(changes))}</p>\n`;
  for (const note of notes) yield `<p class="note">Note: ${html(note)}</p>\n`;
  if (changed.length > 0) {
    yield '<h2>Submissions</h2>\n';
    yield* plainTable(
      ['submission', 'old', 'new', 'change', 'cases'],
      changed.map(({target, old, now, difference, cases: own}) => [
        target,
        `${old.points}/${old.maxPoints}`,
        `${now.points}/${now.maxPoints}`,
        difference,
        own.map((one) => `${one.name}: ${outcomesOf(one)}`).join('; '),
      ]),
      ['old', 'new', 'change'],
      'changes',
    );
  }
  if (cases.length > 0) {
    yield '<h2>Cases</h2>\n';
    yield* plainTable(
      ['case', 'gained', 'lost', 'otherwise'],
      cases.map(({name, gained, lost, otherwise}) => [name, ...[gained, lost, otherwise].map(String)]),
      ['gained', 'lost', 'otherwise'],
    );
  }
  const only = [
    ['Submissions only in the old report', onlyOld.submissions],
    ['Submissions only in the new report', onlyNew.submissions],
    ['Cases only in the old report', onlyOld.cases],
    ['Cases only in the new report', onlyNew.cases],
  ] as const;
  for (const [title, names] of only.filter(([, {length}]) => length > 0)) {
    yield `<h2>${title}</h2>\n<ul class="names">\n`;
    for (const name of names) yield `<li>${html(name)}</li>\n`;
    yield '</ul>\n';
  }
  yield '</main>\n</body>\n</html>\n';
}
