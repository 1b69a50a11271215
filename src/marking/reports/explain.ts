/* The explanation of one case, as blocks in the order in which a person needs them. */
import type {CaseMarks} from '../results/marks.js';
import {oneLine, plainLines} from '../results/visible.js';
import {
  faultOf,
  firstDifference,
  givenParts,
  headline,
  notesOf,
  promptLines,
  reasonBelow,
  testsLines,
  wouldPass,
} from './details.js';

export type Block =
  | {readonly kind: 'headline'; readonly text: string}
  | {readonly kind: 'sentence'; readonly text: string}
  | {readonly kind: 'diff'; readonly rows: readonly DiffRow[]}
  | {readonly kind: 'text'; readonly label: string; readonly lines: readonly string[]}
  | {readonly kind: 'command'; readonly text: string};

/** A row of a diff: the text, the part of it that differs, and the answer typed at a prompt. */
export interface DiffRow {
  readonly kind: 'same' | 'expected' | 'actual' | 'omitted';
  readonly text: string;
  /** Offsets for slice; undefined: no part is marked. */
  readonly marked?: {readonly from: number; readonly to: number};
  readonly typed?: string;
}

export type Audience = 'marker' | 'student';

/** Signs of visible text, for whoever sees them for the first time. */
export const LEGEND = '· is a space, ⏎ the end of a line, and «…» an answer typed at a prompt';

export function explain(one: CaseMarks, audience: Audience): Block[] {
  const lines = [...testsLines(one), ...firstDifference(one), ...promptLines(one), ...wouldPass(one)];
  const sentences = [...faultOf(one), ...lines.map(({text}) => text), ...notesOf(one), ...givenParts(one)];
  const {difference, printed, input, stderr, judgeMessage, reproduce} = one;
  const isMarker = audience === 'marker';
  return [
    {kind: 'headline', text: headline(one)},
    ...text('in full', reasonBelow(one).join('\n')),
    ...sentences.map((sentence): Block => ({kind: 'sentence', text: sentence})),
    ...text('the checker says to markers', isMarker ? judgeMessage : null),
    ...(difference === null || difference.diff.length === 0
      ? []
      : [{kind: 'diff', rows: difference.diff} as const]),
    ...text('printed until then', printed),
    ...text('standard error', stderr),
    ...text('input', input),
    ...(isMarker && reproduce !== null ? [{kind: 'command', text: oneLine(reproduce)} as const] : []),
  ];
}

function text(label: string, all: string | null): Block[] {
  const lines = all === null ? [] : plainLines(all);
  return lines.length === 0 ? [] : [{kind: 'text', label, lines}];
}
