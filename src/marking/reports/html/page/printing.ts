/*
 * What goes on paper: of the chosen submission an example of each mistake in full, and the names of its other cases; or
 * the table of the class, as a list without its columns.
 */
import {counted} from '../../../results/grouping.js';
import {element} from './dom.js';
import type {Report} from './report.js';

/** @param shown the numbers of the submissions that the table shows */
export function preparePrinting(report: Report, shown: () => readonly number[]): void {
  const list = element('section', {class: 'paper'});
  document.querySelector('main')?.append(list);
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>('.mistake > details:not([open])')];
    for (const details of opened) {
      details.open = true;
      // The event of its own comes too late.
      details.dispatchEvent(new Event('toggle'));
    }
    if (document.querySelector('.submission') === null) list.append(totalsOf(report, shown()));
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
    list.replaceChildren();
  });
}

function totalsOf({submissions}: Report, shown: readonly number[]): HTMLElement {
  const rows = shown.flatMap((number) => {
    const one = submissions[number];
    if (one === undefined) return [];
    const {target, points, maxPoints, passed, count} = one;
    return [row('td', [target, `${points}/${maxPoints}`, `${passed} of ${counted(count, 'case')} passed`])];
  });
  return element('table', {}, row('th', ['Submission', 'Points', 'Cases']), ...rows);
}

function row(name: 'td' | 'th', cells: readonly string[]): HTMLElement {
  return element('tr', {}, ...cells.map((cell) => element(name, {}, cell)));
}
