/* All that is known of one case. */
import {UNTESTED} from '../../../results/verdicts.js';
import type {Column, Result} from '../contents.js';
import {diffView, withSigns} from './diff.js';
import {element} from './dom.js';
import {diffOf, type TextsOf} from './report.js';

export function failureView(column: Column, result: Result, texts: TextsOf): HTMLElement {
  const parts = PARTS.flatMap((part) => part(column, result, texts));
  const told = parts.length === 0 ? [element('p', {}, 'There is nothing else to say.')] : parts;
  return element('div', {class: 'failure'}, ...told);
}

type Section = (column: Column, result: Result, texts: TextsOf) => HTMLElement[];

/** In their order. A part with nothing to say is left out. */
const PARTS: readonly Section[] = [
  ({title}) => (title === '' ? [] : [element('p', {class: 'title'}, title)]),
  ({why}, {verdict}) => (why === '' || UNTESTED.includes(verdict) ? [] : [element('p', {class: 'why'}, why)]),
  (_, {isWithheld}) =>
    isWithheld === true
      ? [element('p', {}, 'This case is hidden: only its verdict and points are shown.')]
      : [],
  (_, {reason}, texts) =>
    reason === undefined ? [] : [element('pre', {tabindex: '0'}, texts(reason).join('\n'))],
  (_, {facts = []}, texts) =>
    facts.length === 0
      ? []
      : [
          element(
            'ul',
            {class: 'facts'},
            ...facts.map((fact) => element('li', {}, ...texts(fact).map(withSigns))),
          ),
        ],
  diffPart,
  textPart('Printed until then', 'printed'),
  textPart('Given to the program', 'given'),
  inputPart,
  textPart('Error output', 'stderr'),
  textPart('The checker says to markers', 'judge'),
  (_, {reproduce}, texts) =>
    reproduce === undefined
      ? []
      : [
          named(
            'To reproduce it',
            element('pre', {class: 'command', tabindex: '0'}, texts(reproduce).join('')),
          ),
        ],
];

function diffPart(_: Column, result: Result, texts: TextsOf): HTMLElement[] {
  const diff = diffOf(result.diff);
  if (diff.length === 0) return [];
  const textOf = (number?: number): string => texts(number).join('');
  const lines = diff.map(([kind, text, typed]) => ({kind, text: textOf(text), typed: textOf(typed)}));
  const view = diffView(lines, result.areWhole === true);
  return [named(result.file === undefined ? 'Output' : `File ${textOf(result.file)}`, view)];
}

function inputPart(_: Column, {input, answer}: Result, texts: TextsOf): HTMLElement[] {
  if (input === undefined) return [];
  const lines = texts(input).filter((line) => line !== '');
  const rows = lines.map((line, index) => {
    const isAnswer = index + 1 === answer;
    return element(
      'li',
      {class: isAnswer ? 'answer' : null, value: `${index + 1}`},
      withSigns(line),
      ...(isAnswer ? [element('span', {class: 'here'}, '← the output differs after this')] : []),
    );
  });
  return [
    named(
      'Input',
      rows.length === 0 ? element('p', {}, 'empty') : element('ol', {class: 'input', tabindex: '0'}, ...rows),
    ),
  ];
}

function textPart(name: string, key: 'given' | 'stderr' | 'printed' | 'judge'): Section {
  return (_, {[key]: number}, texts) =>
    number === undefined
      ? []
      : [
          named(
            name,
            element('pre', {tabindex: '0'}, ...texts(number).flatMap((line) => [withSigns(line), '\n'])),
          ),
        ];
}

function named(name: string, part: HTMLElement): HTMLElement {
  return element('section', {}, element('h4', {}, name), part);
}
