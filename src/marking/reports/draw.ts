/* Draws explanations as painted lines of text. Colour is never the only sign of anything. */
import {stripVTControlCharacters} from 'node:util';
import {widthOf} from '../../command-line/terminal.js';
import {withoutCommands} from '../../command-line/user-error.js';
import {typedText} from '../results/visible.js';
import type {DiffRow} from './diff-rows.js';
import type {Block} from './explain.js';

export type Gutters = Readonly<Record<DiffRow['kind'], string>>;

/** Words, because few readers know which side of a diff is theirs. */
export const GUTTERS: Gutters = {
  same: '          ',
  expected: 'expected  ',
  actual: 'actual    ',
  omitted: '        … ',
};

/** SGR codes that begin and end a tone. */
const TONES = {
  strong: ['1', '22'],
  good: ['32', '39'],
  bad: ['31', '39'],
  command: ['36', '39'],
  // Reverse, in the colour of the line.
  changed: ['7', '27'],
  typed: ['33', '39'],
} as const;

export function paint(tone: keyof typeof TONES, text: string): string {
  const [begin, end] = TONES[tone];
  return `\x1b[${begin}m${text}\x1b[${end}m`;
}

/** Removes the paint. Visible text has no escapes of its own. */
export function unpainted(text: string): string {
  return stripVTControlCharacters(text);
}

export function drawn(blocks: readonly Block[], gutters = GUTTERS): string[] {
  return blocks.flatMap((block) => drawnBlock(block, gutters));
}

export function drawnText(blocks: readonly Block[], gutters = GUTTERS): string {
  return withoutCommands(unpainted(drawn(blocks, gutters).join('\n')));
}

function drawnBlock(block: Block, gutters: Gutters): string[] {
  switch (block.kind) {
    case 'headline':
      return [paint('bad', block.text)];
    case 'sentence':
      return [block.text];
    case 'diff':
      return block.rows.flatMap((row) => drawnRow(row, gutters));
    case 'text':
      return block.lines.length === 1
        ? [`${block.label}: ${block.lines[0]}`]
        : [`${block.label}:`, ...block.lines.map((text) => `| ${text}`)];
    case 'command':
      return [paint('command', block.text)];
  }
}

function drawnRow({kind, text, marked, typed}: DiffRow, gutters: Gutters): string[] {
  const {from, to} = marked ?? {from: 0, to: 0};
  const before = gutters[kind] + text.slice(0, from);
  const changed = from === to ? '' : paint('changed', text.slice(from, to));
  const answer = typed === undefined ? '' : paint('typed', typedText(typed));
  const line = before + changed + text.slice(to) + answer;
  if (kind === 'expected') return [paint('good', line)];
  if (kind !== 'actual') return [line];
  const marks = '^'.repeat(Math.max(1, widthOf(text.slice(from, to))));
  const below = ' '.repeat(widthOf(before)) + marks;
  return [paint('bad', line), ...(marked === undefined ? [] : [paint('bad', below)])];
}
