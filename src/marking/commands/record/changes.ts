/* What recording would change, as a person sees it: drawn like a failure, with what was there before and what comes now. */
import {differenceOf} from '../../comparing/difference.js';
import {drawnDiff, type Gutters, type Line, type Tone, type Wording} from '../../reports/drawing.js';
import {oneLine} from '../../results/visible.js';
import type {FixtureCase} from '../../suites/fixture-case.js';

/** A file that the reference would create or change. */
export interface GoldenChange {
  readonly one: FixtureCase;
  readonly file: string;
  readonly content: Buffer;
  /** null: there is no such file yet. */
  readonly before: Buffer | null;
}

const GUTTERS: Gutters = {
  same: '          ',
  expected: '  before  ',
  actual: '  now     ',
  omitted: '        … ',
};

const WORDING: Wording = {expected: 'before', actual: 'now', missing: 'is gone', extra: 'is new'};

/** What is expected of a program is what goes when a golden changes, and here as everywhere what comes is green. */
const TURNED: Partial<Readonly<Record<Tone, Tone>>> = {good: 'bad', bad: 'good'};

/** Lines are cut to about so many characters. */
const WIDTH = 84;

/** One line: which file, and how large. */
export function changeLine({file, content, before}: GoldenChange): string {
  const size = before === null ? `${content.length} bytes` : `${before.length} → ${content.length} bytes`;
  return `${before === null ? 'new' : 'changed'}  ${oneLine(file)}  (${size})`;
}

/** How a file changes; of a new one nothing, because all of it is new. */
export function drawnChange({one, file, content, before}: GoldenChange): Line[] {
  if (before === null) return [];
  const {diff} = differenceOf({
    expected: before.toString('latin1'),
    actual: content.toString('latin1'),
    ...answersIn(file, one),
    tolerances: [],
  });
  return drawnDiff(diff, GUTTERS, WIDTH, WORDING).map((line) => ({
    ...line,
    tone: TURNED[line.tone] ?? line.tone,
  }));
}

/** Only what is printed holds prompts, which the input answers. */
function answersIn(
  file: string,
  {expectedFile, prompt, input}: FixtureCase,
): {prompt: string; input: string} {
  return {prompt: file === expectedFile ? prompt : '', input: input.toString('latin1')};
}
