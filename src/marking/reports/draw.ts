/* Draws explanations as lines of text. Colour is never the only sign of anything. */
import {widthOf} from '../../command-line/terminal.js';
import {withoutCommands} from '../../command-line/user-error.js';
import {typedText} from '../results/visible.js';
import type {DiffRow} from './diff-rows.js';
import type {Block} from './explain.js';

export type Tone = 'plain' | 'strong' | 'good' | 'bad' | 'command' | 'changed' | 'typed';

export interface Line {
  readonly tone: Tone;
  readonly text: string;
  /** Parts with another tone, in order. */
  readonly parts?: readonly Span[];
}

export interface Span {
  readonly from: number;
  readonly to: number;
  readonly tone: Tone;
}

export type Gutters = Readonly<Record<DiffRow['kind'], string>>;

/** Words, because few readers know which side of a diff is theirs. */
export const GUTTERS: Gutters = {
  same: '          ',
  expected: 'expected  ',
  actual: 'actual    ',
  omitted: '        … ',
};

const TONES: Readonly<Record<DiffRow['kind'], Tone>> = {
  same: 'plain',
  expected: 'good',
  actual: 'bad',
  omitted: 'plain',
};

export function line(text: string, tone: Tone = 'plain'): Line {
  return {tone, text};
}

export function drawn(blocks: readonly Block[], gutters = GUTTERS): Line[] {
  return blocks.flatMap((block) => drawnBlock(block, gutters));
}

function drawnBlock(block: Block, gutters: Gutters): Line[] {
  switch (block.kind) {
    case 'headline':
      return [line(block.text, 'bad')];
    case 'sentence':
      return [line(block.text)];
    case 'diff':
      return drawnDiff(block.rows, gutters);
    case 'text':
      return block.lines.length === 1
        ? [line(`${block.label}: ${block.lines[0]}`)]
        : [line(`${block.label}:`), ...block.lines.map((text) => line(`| ${text}`))];
    case 'command':
      return [line(block.text, 'command')];
  }
}

export function drawnText(blocks: readonly Block[], gutters = GUTTERS): string {
  const lines = drawn(blocks, gutters).map(({text}) => text);
  return withoutCommands(lines.join('\n'));
}

function drawnDiff(rows: readonly DiffRow[], gutters: Gutters): Line[] {
  return rows.flatMap(({kind, text, marked, typed}) => {
    const gutter = gutters[kind];
    const shown = gutter + text;
    const answer = typed === undefined ? '' : typedText(typed);
    const parts: Span[] = [];
    if (marked !== undefined && marked.from < marked.to)
      parts.push({from: gutter.length + marked.from, to: gutter.length + marked.to, tone: 'changed'});
    if (answer !== '') parts.push({from: shown.length, to: shown.length + answer.length, tone: 'typed'});
    const drawn: Line = {tone: TONES[kind], text: shown + answer, parts};
    if (kind !== 'actual' || marked === undefined) return [drawn];
    const indent = ' '.repeat(widthOf(gutter + text.slice(0, marked.from)));
    const marks = '^'.repeat(Math.max(1, widthOf(text.slice(marked.from, marked.to))));
    return [drawn, line(indent + marks, 'bad')];
  });
}

export function indented(lines: readonly Line[], by: number): Line[] {
  return lines.map(({tone, text, parts = []}) => ({
    tone,
    text: ' '.repeat(by) + text,
    parts: parts.map((part) => ({...part, from: part.from + by, to: part.to + by})),
  }));
}

/** SGR codes that begin and end a tone. */
const COLOURS: Readonly<Record<Tone, readonly [begin: string, end: string] | null>> = {
  plain: null,
  strong: ['1', '22'],
  good: ['32', '39'],
  bad: ['31', '39'],
  command: ['36', '39'],
  // Reverse, in the colour of the line.
  changed: ['7', '27'],
  typed: ['33', '39'],
};

export function painted({tone, text, parts = []}: Line): string {
  let shown = '';
  let done = 0;
  for (const part of parts) {
    shown += text.slice(done, part.from) + paint(part.tone, text.slice(part.from, part.to));
    done = part.to;
  }
  return paint(tone, shown + text.slice(done));
}

function paint(tone: Tone, text: string): string {
  const codes = COLOURS[tone];
  return codes === null ? text : `\x1b[${codes[0]}m${text}\x1b[${codes[1]}m`;
}
