/*
 * The lines of a diff: side by side where there is room, else one below the other, which the style decides. What
 * differs inside two lines is marked.
 */

import type {DiffLine} from '../../../results/marks.js';
import {changedPart} from '../../changed.js';
import {element} from './dom.js';

/** A line of a diff as it is shown. */
export interface Line {
  readonly kind: DiffLine['kind'];
  readonly text: string;
  /** What was typed at the end of it. */
  readonly typed: string;
}

/** A part of a diff: lines of both outputs, lines that differ, or how many are not shown. */
type Hunk =
  | {readonly kind: 'same'; readonly lines: readonly Line[]}
  | {readonly kind: 'omitted'; readonly lines: readonly Line[]}
  | {readonly kind: 'differs'; readonly expected: readonly Line[]; readonly actual: readonly Line[]};

/** @param areWhole nothing is marked inside the lines */
export function diffView(lines: readonly Line[], areWhole: boolean): HTMLElement {
  return element(
    'div',
    {class: 'diff'},
    element(
      'div',
      {class: 'hunk heads', 'aria-hidden': 'true'},
      sideOf('head', ['expected']),
      sideOf('head', ['actual']),
    ),
    ...partsOf(lines).map((part) => partView(part, areWhole)),
  );
}

/** What stands together in one hunk: of lines that differ, expected lines come before actual ones. */
function partsOf(lines: readonly Line[]): Hunk[] {
  const parts: Hunk[] = [];
  for (let index = 0; index < lines.length; ) {
    const kind = lines[index]?.kind;
    const take = (wanted: DiffLine['kind']): Line[] => {
      const end = lines.findIndex((line, place) => place >= index && line.kind !== wanted);
      const taken = lines.slice(index, end === -1 ? lines.length : end);
      index += taken.length;
      return taken;
    };
    if (kind === 'same' || kind === 'omitted') parts.push({kind, lines: take(kind)});
    else parts.push({kind: 'differs', expected: take('expected'), actual: take('actual')});
  }
  return parts;
}

function partView(part: Hunk, areWhole: boolean): HTMLElement {
  if (part.kind === 'omitted')
    return element('p', {class: 'omitted'}, `… ${part.lines.map(({text}) => text).join(', ')}`);
  if (part.kind === 'same') {
    const sides = ['same', 'same twin'].map((kind) =>
      sideOf(
        kind,
        part.lines.map((line) => lineView(line)),
      ),
    );
    sides[1]?.setAttribute('aria-hidden', 'true');
    return element('div', {class: 'hunk'}, ...sides);
  }
  const {expected, actual} = part;
  const changed = expected
    .slice(0, areWhole ? 0 : actual.length)
    .map(({text}, index) => changedPart(text, actual[index]?.text ?? ''));
  const left = expected.map((line, index) =>
    lineView(line, changed[index]?.from, changed[index]?.expectedTo),
  );
  const right = actual.map((line, index) => lineView(line, changed[index]?.from, changed[index]?.actualTo));
  return element(
    'div',
    {class: 'hunk'},
    sideOf('expected', left, 'expected'),
    sideOf('actual', right, 'actual'),
  );
}

function sideOf(kind: string, lines: readonly (Node | string)[], label: string | null = null): HTMLElement {
  return element(
    'div',
    {class: `side ${kind}`, role: label === null ? null : 'group', 'aria-label': label},
    ...lines.map((line) => element('div', {class: 'line'}, line)),
  );
}

/** A line whose part from and to these places is marked, unless that is all of it. */
function lineView({text, typed}: Line, from = 0, to = 0): Node {
  const all = document.createDocumentFragment();
  if (from === to || (from === 0 && to === text.length)) all.append(withSigns(text));
  else {
    all.append(
      withSigns(text.slice(0, from)),
      element('mark', {}, withSigns(text.slice(from, to))),
      withSigns(text.slice(to)),
    );
  }
  if (typed !== '') all.append(element('span', {class: 'typed'}, withSigns(typed)));
  return all;
}

/** A text in which the signs that stand for white space can be hidden. */
export function withSigns(text: string): Node {
  const all = document.createDocumentFragment();
  for (const [piece] of text.matchAll(/[·⏎⇥]+|[^·⏎⇥]+/g))
    all.append(/^[·⏎⇥]/.test(piece) ? element('span', {class: 'sign'}, piece) : piece);
  return all;
}
