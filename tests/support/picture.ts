/*
 * The picture of the README: a failure as `fivedice mark` shows it on a terminal, as SVG. It is made from a
 * real run of a wrong program, and has its own background, so that it is readable on light and dark pages.
 */
import {cpSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {writeHuman} from '../../src/marking/reports/human.js';
import {parseMarks} from '../../src/marking/reports/json.js';
import {AS_USER, FIVEDICE} from './command.js';
import {ROOT} from './readme.js';
import {inTemporaryFolder} from './temporary-folder.js';

/** Where the picture is kept. */
export const PICTURE = join(ROOT, 'src/marking/failure.svg');

/** Right except for one number, and needs nothing but Node. */
const PROGRAM = 'doubles.js';
const WRONG = 'fixtures/submissions/wrong/wrong-number.js';

/** Makes the picture. */
export async function failurePicture(): Promise<string> {
  let picture = '';
  await inTemporaryFolder(async (folder) => {
    cpSync(join(ROOT, WRONG), join(folder, PROGRAM));
    cpSync(join(ROOT, 'fixtures/marking/doubles'), join(folder, 'goldens'), {recursive: true});
    const args = ['mark', PROGRAM, '--fixtures', 'goldens'];
    const {stdout} = await execa(FIVEDICE, [...args, '--report', 'json:marks.json'], {
      ...AS_USER,
      cwd: folder,
      reject: false,
    });
    // The command uses colours only on a terminal, so the report's own writer adds them here.
    const marks = parseMarks(readFileSync(join(folder, 'marks.json'), 'utf8'));
    const coloured = [...writeHuman(marks, {colour: true})].join('');
    assert.is(stripVTControlCharacters(coloured), stdout);
    picture = svgOf(`$ fivedice ${args.join(' ')}`, coloured.trimEnd().split('\n'));
  });
  return picture;
}

/** How each SGR code of the report looks on the background below. */
const LOOKS: Readonly<Record<string, string>> = {
  '1': 'fill="#f0f6fc" font-weight="bold"',
  '31': 'fill="#ff7b72"',
  '32': 'fill="#56d364"',
  '36': 'fill="#76e3ea"',
};

const FONT =
  "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";
const [SIZE, ADVANCE, LEADING, MARGIN] = [13, 7.83, 17, 18];

/** A terminal with a command and, below it, lines of one colour each. */
function svgOf(command: string, lines: readonly string[]): string {
  const spans = [command, '', ...lines].map((line) => {
    const [, number = '', painted] = /^\p{Cc}\[(\d+)m(.*)\p{Cc}\[0m$/u.exec(line) ?? [];
    return {text: painted ?? line, look: LOOKS[number] ?? ''};
  });
  const width = Math.ceil(Math.max(...spans.map(({text}) => text.length)) * ADVANCE) + 2 * MARGIN;
  const height = spans.length * LEADING + 2 * MARGIN;
  const rows = spans.flatMap(({text, look}, index) => {
    const y = MARGIN + index * LEADING + SIZE;
    return text === ''
      ? []
      : [`<text x="${MARGIN}" y="${y}" ${look}>${escaped(text)}</text>`.replace(' >', '>')];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" xml:space="preserve" font-family="${FONT}" font-size="${SIZE}" fill="#c9d1d9">
<title>${escaped(command)}</title>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="#0d1117" stroke="#6e7681"/>
${rows.join('\n')}
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
