/* The fields above the table of a class: which submissions to show, and in which order. */
import {counted} from '../../../results/grouping.js';
import {VERDICT_WORDS, VERDICTS, type Verdict} from '../../../results/verdicts.js';
import {clipped} from '../../../results/visible.js';
import {type Choice, ORDERS, type Order} from './choosing.js';
import {element, SIGNS, signOf} from './dom.js';
import type {Report} from './report.js';

/** A label in a list is cut to so many characters. */
const LONGEST_LABEL = 90;

/** @param choose called with every choice that is made, and with the first */
export function toolsFor(
  {verdicts, causes, submissions}: Report,
  choose: (choice: Choice) => number,
): HTMLElement {
  const name = element('input', {type: 'search', autocomplete: 'off'});
  const verdict = select([
    ['', 'any'],
    ...VERDICTS.filter((one) => verdicts.has(one)).map((one): [string, string] => [
      one,
      `${SIGNS[one]} ${VERDICT_WORDS[one]} (${verdicts.get(one)})`,
    ]),
  ]);
  const listed = causes.map((cause, number) => ({...cause, number}));
  const cause = select([
    ['', 'any'],
    ...listed
      .sort((a, b) => b.submissions - a.submissions)
      .map((one): [string, string] => [
        `${one.number}`,
        `${one.submissions} × ${clipped(one.label, LONGEST_LABEL)}`,
      ]),
  ]);
  const [least, most] = [pointsField(), pointsField()];
  const order = select(ORDERS.map((one) => [one, one]));
  const found = element('p', {role: 'status', class: 'found'});
  const choice = (): Choice => ({
    name: name.value,
    verdict: isVerdict(verdict.value) ? verdict.value : null,
    cause: cause.value === '' ? null : Number(cause.value),
    least: numberIn(least),
    most: numberIn(most),
    order: ORDERS.find((one): one is Order => one === order.value) ?? 'as marked',
  });
  const update = (): void => {
    const count = choose(choice());
    const all = counted(submissions.length, 'submission');
    found.textContent = count === submissions.length ? all : `${count} of ${all}`;
  };
  const form = element(
    'form',
    {class: 'tools'},
    labelled('Name', name),
    labelled('Verdict', verdict),
    labelled('Mistake', cause),
    labelled('Points from', least),
    labelled('to', most),
    labelled('Order', order),
    found,
  );
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', update);
  update();
  return form;
}

/** What the signs in the table mean. */
export function legendOf({verdicts}: Report): HTMLElement {
  const there = VERDICTS.filter((one) => verdicts.has(one));
  return element(
    'ul',
    {class: 'legend'},
    ...there.map((one) => element('li', {}, signOf(one), ` ${VERDICT_WORDS[one]}`)),
  );
}

/** Whether the signs for white space are shown. */
export function signSwitch(): HTMLElement {
  const box = element('input', {type: 'checkbox'});
  box.checked = true;
  box.addEventListener('change', () => document.body.classList.toggle('no-signs', !box.checked));
  return element('label', {class: 'switch'}, box, ' Show white space');
}

function labelled(text: string, field: HTMLElement): HTMLElement {
  field.id = `field-${text.replaceAll(' ', '-')}`;
  return element('div', {}, element('label', {for: field.id}, text), field);
}

function select(options: readonly (readonly [value: string, text: string])[]): HTMLSelectElement {
  return element('select', {}, ...options.map(([value, text]) => element('option', {value}, text)));
}

function pointsField(): HTMLInputElement {
  return element('input', {type: 'number', step: 'any', min: '0', inputmode: 'decimal'});
}

function numberIn({value}: HTMLInputElement): number | null {
  return value === '' ? null : Number(value);
}

function isVerdict(text: string): text is Verdict {
  return VERDICTS.some((one) => one === text);
}
