/* A sign for each verdict, so that nothing is said by colour alone. */
import type {Verdict} from '../../../run/verdicts.js';
import {element} from './dom.js';

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
