/*
 * The lines of a diff: side by side where there is room, else one below the other, which the style decides. What
 * differs inside two lines is marked.
 */
import {changedPart} from '../../../marks/changed.js';
import type {DiffLine} from '../../../marks/marks.js';
import {element} from './dom.js';

/** A part of a diff: lines of both outputs, lines that differ, or how many are not shown. */
type Part =
  | {readonly kind: 'same'; readonly lines: readonly string[]}
  | {readonly kind: 'omitted'; readonly lines: readonly string[]}
  | {readonly kind: 'differs'; readonly expected: readonly string[]; readonly actual: readonly string[]};

export function diffView(lines: readonly DiffLine[]): HTMLElement {
  return element(
    'div',
    {class: 'diff'},
    element(
      'div',
      {class: 'hunk heads', 'aria-hidden': 'true'},
      side('head', ['expected']),
      side('head', ['actual']),
    ),
    ...partsOf(lines).map(partView),
  );
}

/** What stands together in one hunk: of lines that differ, expected lines come before actual ones. */
function partsOf(lines: readonly DiffLine[]): Part[] {
  const parts: Part[] = [];
  for (let index = 0; index < lines.length; ) {
    const kind = lines[index]?.kind;
    const take = (wanted: DiffLine['kind']): string[] => {
      const taken: string[] = [];
      for (; lines[index]?.kind === wanted; index += 1) taken.push(lines[index]?.text ?? '');
      return taken;
    };
    if (kind === 'same' || kind === 'omitted') parts.push({kind, lines: take(kind)});
    else parts.push({kind: 'differs', expected: take('expected'), actual: take('actual')});
  }
  return parts;
}

function partView(part: Part): HTMLElement {
  if (part.kind === 'omitted') return element('p', {class: 'omitted'}, `… ${part.lines.join(', ')}`);
  if (part.kind === 'same') {
    const twin = side('same twin', part.lines);
    twin.setAttribute('aria-hidden', 'true');
    return element('div', {class: 'hunk'}, side('same', part.lines), twin);
  }
  const {expected, actual} = part;
  const changed = expected
    .slice(0, actual.length)
    .map((line, index) => changedPart(line, actual[index] ?? ''));
  const left = expected.map((line, index) => marked(line, changed[index]?.from, changed[index]?.expectedTo));
  const right = actual.map((line, index) => marked(line, changed[index]?.from, changed[index]?.actualTo));
  return element(
    'div',
    {class: 'hunk'},
    sideOf('expected', left, 'expected'),
    sideOf('actual', right, 'actual'),
  );
}

function side(kind: string, lines: readonly string[]): HTMLElement {
  return sideOf(
    kind,
    lines.map((line) => withSigns(line)),
  );
}

function sideOf(kind: string, lines: readonly Node[], label: string | null = null): HTMLElement {
  return element(
    'div',
    {class: `side ${kind}`, role: label === null ? null : 'group', 'aria-label': label},
    ...lines.map((line) => element('div', {class: 'line'}, line)),
  );
}

/** A line whose part from and to these places is marked; without places, the line as it is. */
function marked(line: string, from?: number, to?: number): Node {
  if (from === undefined || to === undefined || from === to) return withSigns(line);
  const all = document.createDocumentFragment();
  all.append(
    withSigns(line.slice(0, from)),
    element('mark', {}, withSigns(line.slice(from, to))),
    withSigns(line.slice(to)),
  );
  return all;
}

/** A text in which the signs that stand for white space can be hidden. */
export function withSigns(text: string): Node {
  const all = document.createDocumentFragment();
  for (const [piece] of text.matchAll(/[·⏎⇥]+|[^·⏎⇥]+/g))
    all.append(/^[·⏎⇥]/.test(piece) ? element('span', {class: 'sign'}, piece) : piece);
  return all;
}
