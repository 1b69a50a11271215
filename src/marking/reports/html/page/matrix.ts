/*
 * The table of a class: a row for each submission, a column for each case. The table has the focus, and says which cell
 * is the active one; so that cell may go out of sight, and come back.
 */
import {VERDICT_WORDS} from '../../../results/verdicts.js';
import type {Result} from '../contents.js';
import {type Choice, isSought} from './choosing.js';
import {element, SIGNS} from './dom.js';
import type {Report, Submission} from './report.js';
import {rowsIn} from './rows.js';

/** Columns before those of the cases: the name and the points. */
const BEFORE = 2;

export interface Matrix {
  readonly view: HTMLElement;
  /** Shows these submissions, by their numbers. */
  readonly show: (numbers: readonly number[], choice: Choice) => void;
  readonly focus: () => void;
  /** Scrolls to the active cell. */
  readonly reveal: () => void;
}

/** @param open called for a cell: the number of the submission, and that of the case, or null for the name */
export function matrixOf(report: Report, open: (submission: number, column: number | null) => void): Matrix {
  const {columns, submissions} = report;
  const [blank, body] = [blankRow(columns.length), element('tbody')];
  const table = tableOf(report, body);
  const scroller = element('div', {class: 'matrix'}, table);
  const where = element('p', {class: 'where'});
  let numbers: readonly number[] = [];
  let sought: Choice | null = null;
  let active: Cell = {row: 0, column: 0};
  const rows = rowsIn(scroller, body, columns.length + BEFORE, (place) => {
    const isMarked = (one: Result): boolean => sought !== null && isSought(one, sought);
    const row = filled(blank, submissions[numbers[place] ?? -1], place, isMarked);
    if (place === active.row) setActive(row.cells[active.column], true);
    return row;
  });
  const activeCell = (): HTMLElement | undefined => rows.at(active.row)?.cells[active.column];
  const choose = (row: number, column: number): void => {
    setActive(activeCell(), false);
    active = {row: within(numbers.length, row), column: within(columns.length + BEFORE, column)};
    setActive(activeCell(), true);
    where.textContent = placeOf(report, numbers[active.row] ?? -1, active.column - BEFORE);
  };
  const reveal = (): void => {
    rows.reveal(active.row);
    if (active.column >= BEFORE) activeCell()?.scrollIntoView({block: 'nearest', inline: 'nearest'});
  };
  const openActive = (): void => {
    const number = numbers[active.row];
    if (number !== undefined) open(number, active.column < BEFORE ? null : active.column - BEFORE);
  };
  const chooseBy = ({target}: Event): boolean => {
    const cell = target instanceof Element ? target.closest('td, th') : null;
    const place = rows.placeOf(cell?.closest('tr') ?? null);
    if (place === undefined || !(cell instanceof HTMLTableCellElement)) return false;
    choose(place, cell.cellIndex);
    return true;
  };
  // A press gives the table the focus. It must not scroll then: another cell would be below the pointer.
  let isPressed = false;
  table.addEventListener('mousedown', (event) => {
    isPressed = true;
    chooseBy(event);
  });
  addEventListener('mouseup', () => {
    isPressed = false;
  });
  table.addEventListener('click', (event) => {
    if (chooseBy(event)) openActive();
  });
  table.addEventListener('keydown', (event) => {
    const move = moveFor(event);
    if (move === null) return;
    if (move === 'open') openActive();
    else {
      choose(...move(active, rows.page()));
      reveal();
    }
    event.preventDefault();
  });
  table.addEventListener('focus', () => {
    choose(active.row, active.column);
    if (!isPressed) reveal();
  });
  table.addEventListener('blur', () => where.replaceChildren());
  return {
    view: element('div', {}, scroller, where),
    show: (chosen, choice) => {
      [numbers, sought, active] = [chosen, choice, {row: 0, column: active.column}];
      table.setAttribute('aria-rowcount', `${numbers.length + HEAD_ROWS}`);
      rows.show(numbers.length);
    },
    focus: () => table.focus({preventScroll: true}),
    reveal,
  };
}

type Cell = {readonly row: number; readonly column: number};
type Move = (from: Cell, page: number) => [row: number, column: number];

/** Further than any table goes. */
const END = Number.MAX_SAFE_INTEGER;

const KEYS: Readonly<Record<string, Move>> = {
  ArrowUp: ({row, column}) => [row - 1, column],
  ArrowDown: ({row, column}) => [row + 1, column],
  ArrowLeft: ({row, column}) => [row, column - 1],
  ArrowRight: ({row, column}) => [row, column + 1],
  PageUp: ({row, column}, page) => [row - page, column],
  PageDown: ({row, column}, page) => [row + page, column],
  Home: ({row}) => [row, 0],
  End: ({row}) => [row, END],
};

const CTRL_KEYS: Readonly<Record<string, Move>> = {
  Home: () => [0, 0],
  End: () => [END, END],
};

/** What a key does; null if it is not for the table. */
function moveFor({key, altKey, ctrlKey, metaKey}: KeyboardEvent): Move | 'open' | null {
  if (altKey || metaKey) return null;
  if (ctrlKey) return CTRL_KEYS[key] ?? null;
  return KEYS[key] ?? (key === 'Enter' || key === ' ' ? 'open' : null);
}

/** The number from 0 that is nearest, of so many. */
function within(count: number, number: number): number {
  return Math.max(0, Math.min(count - 1, number));
}

const HEAD_ROWS = 2;

function tableOf(report: Report, body: HTMLElement): HTMLTableElement {
  const attributes = {
    role: 'grid',
    tabindex: '0',
    'aria-label': 'Submissions and cases',
    'aria-colcount': `${report.columns.length + BEFORE}`,
    'aria-activedescendant': ACTIVE,
  };
  return element('table', attributes, headOf(report), body);
}

/** The suites, and below them the numbers of their cases. */
function headOf({columns}: Report): HTMLElement {
  const suites: {name: string; count: number}[] = [];
  for (const {suite} of columns) {
    const last = suites.at(-1);
    if (last?.name === suite) last.count += 1;
    else suites.push({name: suite, count: 1});
  }
  return element(
    'thead',
    {},
    element(
      'tr',
      {'aria-rowindex': '1'},
      element('td', {}),
      element('td', {}),
      ...suites.map(({name, count}) =>
        element('th', {scope: 'colgroup', colspan: `${count}`, title: name}, element('span', {}, name)),
      ),
    ),
    element(
      'tr',
      {'aria-rowindex': '2'},
      element('th', {scope: 'col'}, 'Submission'),
      element('th', {scope: 'col'}, 'Points'),
      ...columns.map(({number, name}) =>
        element(
          'th',
          {scope: 'col', title: name},
          `${number}`,
          element('span', {class: 'name'}, stemOf(name)),
        ),
      ),
    ),
  );
}

/** The head above names the suite. */
function stemOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** A row in which every case has passed, to be copied: few cells must be changed then. */
function blankRow(count: number): HTMLTableRowElement {
  const cells = Array.from({length: count}, () =>
    element('td', {role: 'gridcell', 'data-verdict': 'pass', 'aria-label': VERDICT_WORDS.pass}, SIGNS.pass),
  );
  return element('tr', {}, element('th', {scope: 'row'}), element('td', {role: 'gridcell'}), ...cells);
}

function filled(
  blank: HTMLTableRowElement,
  submission: Submission | undefined,
  place: number,
  isMarked: (one: Result) => boolean,
): HTMLTableRowElement {
  const row = blank.cloneNode(true) as HTMLTableRowElement;
  row.setAttribute('aria-rowindex', `${place + 1 + HEAD_ROWS}`);
  const {cells} = row;
  const [name, points] = cells;
  if (submission === undefined || name === undefined || points === undefined) return row;
  name.textContent = submission.target;
  name.title = submission.target;
  points.textContent = `${submission.points}/${submission.maxPoints}`;
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index];
    if (cell === undefined) continue;
    const result = submission.results[index - BEFORE];
    if (result === undefined || (result?.verdict === 'pass' && !isMarked(result))) continue;
    if (result === null) {
      cell.removeAttribute('data-verdict');
      cell.ariaLabel = 'no such case';
      cell.textContent = '';
      continue;
    }
    cell.setAttribute('data-verdict', result.verdict);
    cell.ariaLabel = VERDICT_WORDS[result.verdict];
    cell.textContent = SIGNS[result.verdict];
    cell.classList.toggle('sought', isMarked(result));
  }
  return row;
}

/** What the active cell is, in words. */
function placeOf({submissions, columns, causes}: Report, number: number, column: number): string {
  const submission = submissions[number];
  if (submission === undefined) return '';
  const {target, points, maxPoints, results} = submission;
  const [one, result] = [columns[column], results[column]];
  if (one === undefined) return `${target}: ${points}/${maxPoints} points. Enter shows it.`;
  if (result === null || result === undefined) return `${target}: no case ${one.number}`;
  const what = causes[result.cause ?? -1]?.label ?? VERDICT_WORDS[result.verdict];
  return `${target}, case ${one.number}, ${one.name}: ${what}. Enter shows it.`;
}

/** The table says by this id which cell is the active one. */
const ACTIVE = 'active';

function setActive(cell: HTMLElement | undefined, isActive: boolean): void {
  if (cell === undefined) return;
  cell.classList.toggle('active', isActive);
  cell.id = isActive ? ACTIVE : '';
}
