/* A terminal as SVG, with its own background, so that it is readable on light and dark pages. */

/** A piece of a line in one look. */
export interface Piece {
  readonly text: string;
  readonly look: Look;
  /** The column at which it begins, from 0. */
  readonly column: number;
}

export type Look = keyof typeof LOOKS;

/** How the colours of a terminal look on the background below. */
const LOOKS = {
  plain: '',
  bold: 'fill="#f0f6fc" font-weight="bold"',
  red: 'fill="#ff7b72"',
  green: 'fill="#56d364"',
  yellow: 'fill="#e3b341"',
  cyan: 'fill="#76e3ea"',
  inverse: 'fill="#0d1117"',
} as const;

const FONT =
  "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";
const [SIZE, ADVANCE, MARGIN] = [13, 7.83, 18];

/** From line to line: airy for prose; so that the lines of boxes meet for drawings. */
export const LEADING = {prose: 17, drawing: 15} as const;

export function svgOf(title: string, lines: readonly (readonly Piece[])[], leading: number): string {
  const ends = lines.flatMap((line) => line.map(({column, text}) => column + text.length));
  const width = Math.ceil(Math.max(...ends) * ADVANCE) + 2 * MARGIN;
  const height = lines.length * leading + 2 * MARGIN;
  const rows = lines.flatMap((line, index) => {
    const y = MARGIN + index * leading + SIZE;
    return line.flatMap(({text, look, column}) => {
      const x = Number((MARGIN + column * ADVANCE).toFixed(2));
      const drawn = `<text x="${x}" y="${y}" ${LOOKS[look]}>${escaped(text)}</text>`.replace(' >', '>');
      if (look === 'inverse') return [boxBehind(text, x, y), drawn];
      return text.trim() === '' ? [] : [drawn];
    });
  });
  // Browsers keep runs of spaces by the style, other viewers by the attribute.
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" xml:space="preserve" font-family="${FONT}" font-size="${SIZE}" fill="#c9d1d9">
<title>${escaped(title)}</title>
<style>text { white-space: pre }</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="#0d1117" stroke="#6e7681"/>
${rows.join('\n')}
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
