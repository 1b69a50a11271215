/* Signs in an output that a program ran without end: the same text over and over, or unanswered prompts. */
import {promptEnds, sessionOf} from '../comparing/session.js';
import {linesOf, visibleWords} from '../results/visible.js';
import type {FixtureCase} from '../suites/fixture-case.js';

/** Lengths of an output's end that are tried: its previous occurrence gives the period of a loop. */
const ENDS = [4096, 512, 64, 8];

const LEAST_TIMES = 20;

const LONGEST_QUOTE = 80;

export interface Loop {
  /** `endless loop? it printed "Choose:" 41,000 times` */
  readonly words: string;
  /** True if a prompt is printed over and over, so that no input can be left. */
  readonly isPrompt: boolean;
}

export function loopIn(output: Buffer): Loop | null {
  for (const length of ENDS) {
    const end = output.length - length;
    const period = end - output.lastIndexOf(output.subarray(end), end - 1);
    if (end < 1 || period > end) continue;
    let start = end;
    while (start > 0 && output[start - 1] === output[start - 1 + period]) start -= 1;
    const times = Math.floor((output.length - start) / period);
    if (times < LEAST_TIMES) continue;
    // The period may begin within a line.
    const text = output.toString('latin1', start, start + 2 * period);
    const isWhole = start === 0 || output.toString('latin1', start - 1, start) === '\n';
    const lines = linesOf(isWhole ? text : text.slice(text.indexOf('\n') + 1));
    const line = (lines.find((one) => one !== '\n') ?? '').slice(0, period);
    const quoted = line === '' ? 'empty lines' : `"${visibleWords(line.trimEnd().slice(0, LONGEST_QUOTE))}"`;
    const words = `endless loop? it printed ${quoted} ${times.toLocaleString('en')} times`;
    return {words, isPrompt: /[:?>] $/.test(line)};
  }
  return null;
}

/** Returns the number of prompts beyond the lines of input. */
export function unanswered(one: FixtureCase, output: Buffer): number {
  const {prompts} = sessionOf(one);
  const printed = promptEnds(output.toString('latin1'), prompts).length;
  return printed - linesOf(one.input.toString('latin1')).length;
}
