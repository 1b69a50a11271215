/* The rows of a table that are in sight: only they exist, so that it scrolls with thousands. */
import {element} from './dom.js';

/** Rows above and below those in sight. */
const SPARE = 4;
/** The height of a row, in pixels; `page.css` has the same. */
const ROW = 28;

export interface Rows {
  /** Shows so many rows, all of them made anew, from the first. */
  readonly show: (count: number) => void;
  /** The row at a place, from 0; undefined if it is not in sight. */
  readonly at: (place: number) => HTMLTableRowElement | undefined;
  /** The place of a row; undefined if it is none of these. */
  readonly placeOf: (row: Element | null) => number | undefined;
  /** Scrolls until the row at a place is in sight. */
  readonly reveal: (place: number) => void;
  /** How many rows a page is. */
  readonly page: () => number;
}

/**
 * @param scroller what scrolls the table; its head stays
 * @param body for the rows
 * @param width how many cells a row has
 * @param make makes the row at a place
 */
export function rowsIn(
  scroller: HTMLElement,
  body: HTMLElement,
  width: number,
  make: (place: number) => HTMLTableRowElement,
): Rows {
  const [above, below] = [spacer(width), spacer(width)];
  body.append(above, below);
  const rows = new Map<number, HTMLTableRowElement>();
  let count = 0;
  const keepOnly = (first: number, last: number): void => {
    for (const [place, row] of rows) {
      if (place >= first && place < last) continue;
      row.remove();
      rows.delete(place);
    }
  };
  const draw = (): void => {
    const seen = Math.ceil(scroller.clientHeight / ROW);
    const first = Math.max(0, Math.floor(scroller.scrollTop / ROW) - SPARE);
    const last = Math.min(count, first + seen + 2 * SPARE);
    keepOnly(first, last);
    // From below, so that the next row is there.
    let next: HTMLElement = below;
    for (let place = last - 1; place >= first; place -= 1) {
      const row = rows.get(place) ?? make(place);
      if (!rows.has(place)) body.insertBefore(row, next);
      rows.set(place, row);
      next = row;
    }
    setHeight(above, first);
    setHeight(below, count - last);
  };
  scroller.addEventListener('scroll', oncePerFrame(draw), {passive: true});
  new ResizeObserver(draw).observe(scroller);
  return {
    show: (all) => {
      keepOnly(0, 0);
      count = all;
      scroller.scrollTop = 0;
      draw();
    },
    at: (place) => rows.get(place),
    placeOf: (row) => [...rows].find(([, one]) => one === row)?.[0],
    reveal: (place) => {
      reveal(scroller, place);
      draw();
    },
    page: () => Math.max(1, Math.floor(scroller.clientHeight / ROW) - 3),
  };
}

/** Stands for the rows that do not exist. */
function spacer(width: number): HTMLTableRowElement {
  return element('tr', {class: 'spacer', 'aria-hidden': 'true'}, element('td', {colspan: `${width}`}));
}

function setHeight(row: HTMLTableRowElement, count: number): void {
  row.hidden = count === 0;
  row.style.height = `${count * ROW}px`;
}

function oncePerFrame(act: () => void): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      act();
    });
  };
}

/** Scrolls until a row is in sight, below the head that stays. */
function reveal(scroller: HTMLElement, place: number): void {
  const head = scroller.querySelector('thead')?.clientHeight ?? 0;
  const top = place * ROW;
  const room = scroller.clientHeight - head - ROW;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top > scroller.scrollTop + room) scroller.scrollTop = top - room;
}
