/* Elements made by hand. Whatever comes from programs goes in as text, and is never read as HTML. */

import type {Verdict} from '../../../results/verdicts.js';

type Child = Node | string;

/** An element with attributes, of which those that are null are left out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | null>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The element of the page with this id, which the writer put there. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found;
}

export const SIGNS: Readonly<Record<Verdict, string>> = {
  pass: '✓',
  'partly-right': '½',
  'wrong-output': '✗',
  'wrong-status': '≠',
  crashed: '†',
  'timed-out': 'T',
  'out-of-memory': 'M',
  'too-much-output': 'O',
  'too-many-processes': 'P',
  'did-not-compile': 'C',
  'could-not-run': 'R',
  'could-not-check': '?',
  skipped: '–',
};

/** The sign of a verdict, beside words that say the same. */
export function signOf(verdict: Verdict): HTMLElement {
  return element('span', {class: 'verdict', 'data-verdict': verdict, 'aria-hidden': 'true'}, SIGNS[verdict]);
}
