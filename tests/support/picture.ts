/* The README's pictures of a terminal, each from a real run: SVG with its own background, readable on any page. */
import {cpSync} from 'node:fs';
import {join} from 'node:path';
import type {IBufferCell, IBufferLine} from '@xterm/headless';
import {FIVEDICE} from './command.js';
import {ROOT} from './readme.js';
import {onScreen} from './screen.js';
import {inTemporaryFolder} from './temporary-folder.js';

export const PICTURES = {
  'src/marking/failure.svg': failurePicture,
  'src/web/screen.svg': screenPicture,
} as const;

/** Line height: airy for prose; for drawings, so that the lines of boxes meet. */
const LEADING = {prose: 17, drawing: 15} as const;

async function failurePicture(): Promise<string> {
  const command = 'fivedice mark doubles.js --fixtures goldens';
  let picture = '';
  await inTemporaryFolder(async (folder) => {
    cpSync(join(ROOT, 'fixtures/submissions/wrong/wrong-number.js'), join(folder, 'doubles.js'));
    cpSync(join(ROOT, 'fixtures/marking/doubles'), join(folder, 'goldens'), {recursive: true});
    const line = `clear; cd '${folder}'; echo '$ ${command}'; echo; ${command.replace('fivedice', `'${FIVEDICE}'`)}`;
    await onScreen(line, {env: {FORCE_COLOR: '1'}, columns: 120}, async ({shows, rows}) => {
      await shows('cases passed, ');
      picture = svgOf(`$ ${command}`, rows(), LEADING.prose);
    });
  });
  return picture;
}

/** Draws the full screen with the game in the page's picture, after Eric's first roll. */
async function screenPicture(): Promise<string> {
  const command = 'fivedice play --players Eric,Julie --seed 379491';
  let picture = '';
  await inTemporaryFolder(async (folder) => {
    const line = command.replace('fivedice', `'${FIVEDICE}'`);
    await onScreen(
      `${line} --no-motion`,
      {env: {HOME: folder, FORCE_COLOR: '1'}},
      async ({shows, types, rows}) => {
        await shows('Press Space to roll.');
        types('r24jjjj');
        // The lowest change by the last key: the whole picture is there.
        await shows('put 15 into Fives');
        picture = svgOf(`$ ${command}`, rows(), LEADING.drawing);
        types('qq');
      },
    );
  });
  return picture;
}

type Look = keyof typeof LOOKS;

/** Attributes of texts, by their looks on a terminal. */
const LOOKS = {
  plain: '',
  bold: 'fill="#f0f6fc" font-weight="bold"',
  red: 'fill="#ff7b72"',
  green: 'fill="#56d364"',
  yellow: 'fill="#e3b341"',
  cyan: 'fill="#76e3ea"',
  inverse: 'fill="#0d1117"',
} as const;

const COLOURS: Readonly<Record<number, Look>> = {1: 'red', 2: 'green', 3: 'yellow', 6: 'cyan'};

function lookOf(cell: IBufferCell): Look {
  if (cell.isInverse()) return 'inverse';
  return COLOURS[cell.getFgColor()] ?? (cell.isBold() ? 'bold' : 'plain');
}

interface Piece {
  readonly text: string;
  readonly look: Look;
  readonly column: number;
}

function piecesOf(line: IBufferLine): Piece[] {
  const pieces: Piece[] = [];
  for (let column = 0; column < line.length; column += 1) {
    const cell = line.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const look = lookOf(cell);
    const last = pieces.at(-1);
    const text = cell.getChars() || ' ';
    if (last?.look === look) pieces[pieces.length - 1] = {...last, text: last.text + text};
    else pieces.push({text, look, column});
  }
  return pieces
    .map((piece) => (piece.look === 'inverse' ? piece : {...piece, text: piece.text.trimEnd()}))
    .filter(({text}) => text !== '');
}

const FONT =
  "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";
const SIZE = 13;
const ADVANCE = 7.83;
const MARGIN = 18;

function svgOf(title: string, rows: readonly IBufferLine[], leading: number): string {
  const all = rows.map(piecesOf);
  const lines = all.slice(0, all.findLastIndex((line) => line.length > 0) + 1);
  const ends = lines.flatMap((line) => line.map(({column, text}) => column + text.length));
  const width = Math.ceil(Math.max(...ends) * ADVANCE) + 2 * MARGIN;
  const height = lines.length * leading + 2 * MARGIN;
  const texts = lines.flatMap((line, index) => {
    const y = MARGIN + index * leading + SIZE;
    return line.flatMap(({text, look, column}) => {
      const x = Number((MARGIN + column * ADVANCE).toFixed(2));
      const drawn = `<text x="${x}" y="${y}" ${LOOKS[look]}>${escaped(text)}</text>`.replace(' >', '>');
      return look === 'inverse' ? [boxBehind(text, x, y), drawn] : [drawn];
    });
  });
  // Browsers keep runs of spaces by the style, other viewers by the attribute.
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" xml:space="preserve" font-family="${FONT}" font-size="${SIZE}" fill="#c9d1d9">
<title>${escaped(title)}</title>
<style>text { white-space: pre }</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="#0d1117" stroke="#6e7681"/>
${texts.join('\n')}
</svg>
`;
}

function boxBehind(text: string, x: number, y: number): string {
  const width = (text.length * ADVANCE).toFixed(2);
  return `<rect x="${x}" y="${y - SIZE + 1}" width="${width}" height="${SIZE + 2}" fill="#c9d1d9"/>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
