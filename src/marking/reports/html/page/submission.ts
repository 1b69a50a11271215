/* One submission: its points, its mistakes, each with the cases that it fails, and what passed. */
import {counted} from '../../../results/grouping.js';
import {VERDICT_WORDS} from '../../../results/verdicts.js';
import type {Column, Result} from '../contents.js';
import {element, SIGNS, signOf} from './dom.js';
import {failureView} from './failure.js';
import {type Report, type Submission, type TextsOf, textsOf} from './report.js';

interface Told {
  readonly index: number;
  readonly column: Column;
  readonly result: Result;
}

/**
 * @param chosen the number of the column to open; null: the first of each mistake
 * @returns the view, and what is to be focused in it
 */
export function submissionView(
  report: Report,
  submission: Submission,
  chosen: number | null,
): {readonly view: HTMLElement; readonly focus: HTMLElement} {
  const texts = textsOf(submission);
  const told = submission.results.flatMap((result, index): Told[] => {
    const column = report.columns[index];
    return result === null || column === undefined ? [] : [{index, column, result}];
  });
  const isOnly = report.submissions.length === 1;
  const hidden = told.filter(isHiddenFailure);
  const mistakes = mistakesOf(told.filter((one) => !isHiddenFailure(one)));
  // On a page of its own, the head of the page has its name and its sum.
  const title = isOnly ? titleOf(mistakes.length, hidden.length) : submission.target;
  const heading = element('h2', {tabindex: '-1'}, title);
  const hiddenHeading = element(
    'h3',
    {tabindex: '-1'},
    `${counted(hidden.length, 'hidden case')} did not pass`,
  );
  let focus: HTMLElement = hidden.some(({index}) => index === chosen) ? hiddenHeading : heading;
  const caseView = (one: Told, isOpen: boolean): HTMLElement => {
    const details = caseDetails(one, texts);
    if (one.index === chosen) focus = details.querySelector('summary') ?? heading;
    details.open = isOpen;
    return details;
  };
  const view = element(
    'article',
    {class: 'submission'},
    heading,
    ...(isOnly ? [] : [element('p', {}, sumOf(submission))]),
    ...suitesView(told),
    ...mistakes.map((members) => mistakeView(report, members, chosen, caseView)),
    ...hiddenView(hiddenHeading, hidden),
    ...passesView(told, chosen, caseView),
  );
  return {view, focus};
}

function titleOf(mistakes: number, hidden: number): string {
  if (mistakes > 0) return `${counted(mistakes, 'thing')} went wrong`;
  return hidden > 0 ? 'Only hidden cases went wrong' : 'Nothing went wrong';
}

/** Only the verdict and the points of such a case are left, so nothing says which of them have the same mistake. */
function isHiddenFailure({result}: Told): boolean {
  return result.isWithheld === true && result.verdict !== 'pass';
}

function sumOf({points, maxPoints, passed, count, results}: Submission): string {
  const isIncomplete = results.some((one) => one?.verdict === 'could-not-check');
  const note = isIncomplete ? ', INCOMPLETE' : '';
  return `${points}/${maxPoints} points, ${passed} of ${counted(count, 'case')} passed${note}`;
}

/** How many cases of each suite have passed, if there are several. */
function suitesView(told: readonly Told[]): HTMLElement[] {
  const suites = new Map<string, {passed: number; count: number}>();
  for (const {column, result} of told) {
    const {passed, count} = suites.get(column.suite) ?? {passed: 0, count: 0};
    suites.set(column.suite, {passed: passed + (result.verdict === 'pass' ? 1 : 0), count: count + 1});
  }
  if (suites.size < 2) return [];
  const sums = [...suites].map(
    ([suite, {passed, count}]) => `${suite}: ${passed} of ${counted(count, 'case')} passed`,
  );
  return [element('p', {}, sums.join('; '))];
}

/** The failed cases of each mistake: most cases first, skipped cases last. */
function mistakesOf(told: readonly Told[]): Told[][] {
  const groups = new Map<number, Told[]>();
  for (const one of told) {
    const {cause} = one.result;
    if (cause === undefined) continue;
    groups.set(cause, [...(groups.get(cause) ?? []), one]);
  }
  const isSkipped = ([first]: readonly Told[]): number => (first?.result.verdict === 'skipped' ? 1 : 0);
  return [...groups.values()].sort((a, b) => isSkipped(a) - isSkipped(b) || b.length - a.length);
}

type CaseView = (one: Told, isOpen: boolean) => HTMLElement;

function mistakeView(
  report: Report,
  members: readonly Told[],
  chosen: number | null,
  caseView: CaseView,
): HTMLElement {
  const shown = members.find(({index}) => index === chosen) ?? members[0];
  const {verdict = 'skipped', cause = -1} = shown?.result ?? {};
  const label = report.causes[cause]?.label ?? VERDICT_WORDS[verdict];
  return element(
    'section',
    {class: 'mistake'},
    element('h3', {}, signOf(verdict), ` ${counted(members.length, 'case')}: ${label}`),
    ...(shown === undefined
      ? []
      : [caseView(shown, chosen === null ? verdict !== 'skipped' : shown.index === chosen)]),
    ...moreView(
      members.filter((one) => one !== shown),
      caseView,
    ),
  );
}

/** The other cases of a mistake, which would say the same. */
function moreView(members: readonly Told[], caseView: CaseView): HTMLElement[] {
  if (members.length === 0) return [];
  const summary = element('summary', {}, `${counted(members.length, 'more case')}`);
  return [element('details', {class: 'more'}, summary, ...members.map((one) => caseView(one, false)))];
}

/** All hidden cases that did not pass, each with its verdict and points. */
function hiddenView(heading: HTMLElement, hidden: readonly Told[]): HTMLElement[] {
  if (hidden.length === 0) return [];
  const rows = hidden.map(({column, result: {verdict, points, maxPoints}}) =>
    element(
      'li',
      {},
      signOf(verdict),
      ` ${column.name}: ${VERDICT_WORDS[verdict]} `,
      element('span', {class: 'points'}, `${points}/${maxPoints}`),
    ),
  );
  return [element('section', {class: 'hidden'}, heading, element('ul', {}, ...rows))];
}

/** What passed is a list; with a note, or chosen, it has something to open. */
function passesView(told: readonly Told[], chosen: number | null, caseView: CaseView): HTMLElement[] {
  const passed = told.filter(({result}) => result.verdict === 'pass');
  if (passed.length === 0) return [];
  const list = element(
    'details',
    {class: 'passes'},
    element('summary', {}, `${SIGNS.pass} ${counted(passed.length, 'case')} passed`),
    ...passed.map((one) => caseView(one, one.index === chosen)),
  );
  list.open = passed.some(({index}) => index === chosen);
  return [list];
}

/** What it shows is made when it is first opened: a submission may fail a thousand cases. */
function caseDetails({column, result}: Told, texts: TextsOf): HTMLDetailsElement {
  const summary = element(
    'summary',
    {},
    element('span', {class: 'number'}, `${column.number}`),
    ` ${column.name} `,
    element(
      'span',
      {class: 'points'},
      `${result.points}/${result.maxPoints}${column.isHidden ? ', hidden' : ''}`,
    ),
  );
  const details = element('details', {class: 'case'}, summary);
  details.addEventListener('toggle', () => fill());
  const fill = (): void => {
    if (details.open && details.childElementCount === 1) details.append(failureView(column, result, texts));
  };
  return details;
}
