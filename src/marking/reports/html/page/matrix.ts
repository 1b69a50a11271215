/*
 * The table of a class: a row for each submission, a column for each case. Only the rows in sight exist, so that it
 * scrolls with thousands. The table has the focus, and says which cell is the active one; so that cell may go out of
 * sight, and come back.
 */
import {VERDICT_WORDS} from '../../../marks/marks.js';
import type {Result} from '../contents.js';
import {type Choice, isSought} from './choosing.js';
import {element} from './dom.js';
import type {Report, Submission} from './report.js';
import {SIGNS} from './signs.js';

/** Columns before those of the cases: the name and the points. */
const BEFORE = 2;
/** Rows above and below those in sight. */
const SPARE = 4;
/** The height of a row, in pixels; `page.css` has the same. */
const ROW = 28;

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
  const blank = blankRow(columns.length);
  const [above, below] = [spacer(columns.length), spacer(columns.length)];
  const body = element('tbody', {}, above, below);
  const table = element(
    'table',
    {
      role: 'grid',
      tabindex: '0',
      'aria-label': 'Submissions and cases',
      'aria-colcount': `${columns.length + BEFORE}`,
      'aria-activedescendant': ACTIVE,
    },
    headOf(report),
    body,
  );
  const scroller = element('div', {class: 'matrix'}, table);
  const where = element('p', {class: 'where'});
  let numbers: readonly number[] = [];
  let sought: Choice | null = null;
  let active = {row: 0, column: 0};
  /** The rows that exist, by their places. */
  const rows = new Map<number, HTMLTableRowElement>();

  const rowAt = (place: number): HTMLTableRowElement => {
    const submission = submissions[numbers[place] ?? -1];
    const row = filled(blank, submission, place, (one) => sought !== null && isSought(one, sought));
    if (place === active.row) setActive(row.cells[active.column], true);
    return row;
  };
  const draw = (): void => {
    const seen = Math.ceil(scroller.clientHeight / ROW);
    const first = Math.max(0, Math.floor(scroller.scrollTop / ROW) - SPARE);
    const last = Math.min(numbers.length, first + seen + 2 * SPARE);
    for (const [place, row] of rows) {
      if (place >= first && place < last) continue;
      row.remove();
      rows.delete(place);
    }
    // From below, so that the next row is there.
    let next: HTMLElement = below;
    for (let place = last - 1; place >= first; place -= 1) {
      const row = rows.get(place) ?? rowAt(place);
      if (!rows.has(place)) body.insertBefore(row, next);
      rows.set(place, row);
      next = row;
    }
    setHeight(above, first);
    setHeight(below, numbers.length - last);
  };
  const activate = (row: number, column: number): void => {
    setActive(rows.get(active.row)?.cells[active.column], false);
    active = {
      row: Math.max(0, Math.min(numbers.length - 1, row)),
      column: Math.max(0, Math.min(columns.length + BEFORE - 1, column)),
    };
    reveal(scroller, active.row);
    draw();
    const cell = rows.get(active.row)?.cells[active.column];
    setActive(cell, true);
    if (active.column >= BEFORE) cell?.scrollIntoView({block: 'nearest', inline: 'nearest'});
    where.textContent = placeOf(report, numbers[active.row] ?? -1, active.column - BEFORE);
  };
  const openActive = (): void => {
    const number = numbers[active.row];
    if (number !== undefined) open(number, active.column < BEFORE ? null : active.column - BEFORE);
  };

  let isAsked = false;
  scroller.addEventListener(
    'scroll',
    () => {
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        draw();
      });
    },
    {passive: true},
  );
  new ResizeObserver(draw).observe(scroller);
  table.addEventListener('click', ({target}) => {
    const cell = target instanceof Element ? target.closest('td, th') : null;
    const row = cell?.closest('tr');
    const place = [...rows].find(([, one]) => one === row)?.[0];
    if (place === undefined || !(cell instanceof HTMLTableCellElement)) return;
    activate(place, cell.cellIndex);
    openActive();
  });
  table.addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(scroller.clientHeight / ROW) - 3);
    const to = event.ctrlKey ? CTRL_KEYS[event.key] : KEYS[event.key];
    if (to !== undefined) activate(...to(active, page));
    else if ((event.key === 'Enter' || event.key === ' ') && !event.ctrlKey) openActive();
    else return;
    event.preventDefault();
  });
  table.addEventListener('focus', () => activate(active.row, active.column));
  table.addEventListener('blur', () => where.replaceChildren());
  return {
    view: element('div', {}, scroller, where),
    show: (chosen, choice) => {
      [numbers, sought] = [chosen, choice];
      for (const row of rows.values()) row.remove();
      rows.clear();
      active = {row: 0, column: active.column};
      table.setAttribute('aria-rowcount', `${numbers.length + HEAD_ROWS}`);
      scroller.scrollTop = 0;
      draw();
    },
    focus: () => table.focus({preventScroll: true}),
    reveal: () => reveal(scroller, active.row),
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

const HEAD_ROWS = 2;

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
      ...columns.map(({number, name}) => element('th', {scope: 'col', title: name}, `${number}`)),
    ),
  );
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

function spacer(count: number): HTMLTableRowElement {
  return element(
    'tr',
    {class: 'spacer', 'aria-hidden': 'true'},
    element('td', {colspan: `${count + BEFORE}`}),
  );
}

function setHeight(row: HTMLTableRowElement, count: number): void {
  row.hidden = count === 0;
  row.style.height = `${count * ROW}px`;
}

/** The table says by this id which cell is the active one. */
const ACTIVE = 'active';

function setActive(cell: HTMLElement | undefined, isActive: boolean): void {
  if (cell === undefined) return;
  cell.classList.toggle('active', isActive);
  cell.id = isActive ? ACTIVE : '';
}

/** Scrolls until a row is in sight, below the head that stays. */
function reveal(scroller: HTMLElement, place: number): void {
  const head = scroller.querySelector('thead')?.clientHeight ?? 0;
  const top = place * ROW;
  const room = scroller.clientHeight - head - ROW;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top > scroller.scrollTop + room) scroller.scrollTop = top - room;
}
