/* The script of the page: one submission in full, or the table of a class and the submission that is chosen in it. */
import {type Choice, chosenFrom} from './choosing.js';
import {byId, element} from './dom.js';
import {matrixOf} from './matrix.js';
import {preparePrinting} from './printing.js';
import {type Report, reportFrom} from './report.js';
import {submissionView} from './submission.js';
import {legendOf, signSwitch, toolsFor} from './tools.js';

const report = reportFrom(byId('marks').textContent);
const page = byId('page');
const [only] = report.submissions;

if (only !== undefined && report.submissions.length === 1) {
  page.append(signSwitch(), submissionView(report, only, null).view);
  preparePrinting(report, () => []);
} else {
  showClass(report);
}

function showClass(all: Report): void {
  const chosen = element('section', {class: 'chosen', 'aria-label': 'The chosen submission'});
  let shown: readonly number[] = [];
  const close = (): void => {
    if (chosen.childElementCount === 0) return;
    chosen.replaceChildren();
    document.body.classList.remove('has-chosen');
    matrix.focus();
  };
  const matrix = matrixOf(all, (number, column) => {
    const submission = all.submissions[number];
    if (submission === undefined) return;
    const {view, focus} = submissionView(all, submission, column);
    const button = element('button', {type: 'button', class: 'close'}, 'Close (Escape)');
    button.addEventListener('click', close);
    chosen.replaceChildren(button, view);
    document.body.classList.add('has-chosen');
    // The table is less high now.
    matrix.reveal();
    chosen.scrollIntoView({block: 'nearest'});
    focus.focus();
  });
  const choose = (choice: Choice): number => {
    shown = chosenFrom(all.submissions, choice);
    matrix.show(shown, choice);
    return shown.length;
  };
  page.append(matrix.view, chosen);
  matrix.view.before(
    toolsFor(all, choose),
    element('p', {class: 'found'}, 'A cell opens its case, a name the whole submission.'),
  );
  matrix.view.after(element('div', {class: 'below'}, legendOf(all), signSwitch()));
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  preparePrinting(all, () => shown);
}
