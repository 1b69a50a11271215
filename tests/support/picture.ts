/* The README's pictures of a terminal, each from a real run. */
import {cpSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {writeHuman} from '../../src/marking/reports/human.js';
import {parseMarks} from '../../src/marking/reports/json.js';
import {AS_USER, FIVEDICE} from './command.js';
import {ROOT} from './readme.js';
import {onScreen} from './screen.js';
import {LEADING, type Look, type Piece, svgOf} from './svg.js';
import {inTemporaryFolder} from './temporary-folder.js';

/** The pictures, and where they are kept. */
export const PICTURES = {
  'src/marking/failure.svg': failurePicture,
  'src/web/screen.svg': screenPicture,
} as const;

/** Right except for one number, and needs nothing but Node. */
const PROGRAM = 'doubles.js';
const WRONG = 'fixtures/submissions/wrong/wrong-number.js';

/** A failure as `fivedice mark` shows it. */
async function failurePicture(): Promise<string> {
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
    const command = `$ fivedice ${args.join(' ')}`;
    const lines = [command, '', ...coloured.trimEnd().split('\n')];
    picture = svgOf(command, lines.map(piecesOf), LEADING.prose);
  });
  return picture;
}

/** The codes of "Select Graphic Rendition" that the report uses. Those that end a look are not here. */
const LOOKS: Readonly<Record<string, Look>> = {
  '1': 'bold',
  '7': 'inverse',
  '31': 'red',
  '32': 'green',
  '33': 'yellow',
  '36': 'cyan',
};

/** A line, in pieces of one look; one look may lie inside another. */
function piecesOf(line: string): Piece[] {
  const looks: Look[] = ['plain'];
  let column = 0;
  return line.split(/\p{Cc}\[(?=\d+m)/u).flatMap((run, index) => {
    const [, code = '', text = run] = index === 0 ? [] : (/^(\d+)m(.*)$/u.exec(run) ?? []);
    const look = LOOKS[code];
    if (look !== undefined) looks.push(look);
    else if (index > 0) looks.pop();
    const piece = {text, look: looks.at(-1) ?? 'plain', column};
    column += text.length;
    return text === '' ? [] : [piece];
  });
}

/** The full screen with the game of the picture of the page, after Eric's first roll. */
async function screenPicture(): Promise<string> {
  const command = 'fivedice play --players Eric,Julie --seed 379491';
  let picture = '';
  await inTemporaryFolder(async (folder) => {
    const line = command.replace('fivedice', `'${FIVEDICE}'`);
    await onScreen(`${line} --no-motion`, {env: {HOME: folder, FORCE_COLOR: '1'}}, async (screen) => {
      await screen.shows('Roll Dice');
      screen.types('r24jjjj');
      // Of what the last key changes, this is the lowest: all of the picture is there.
      await screen.shows('put 15 into Fives');
      picture = svgOf(`$ ${command}`, screen.picture(), LEADING.drawing);
      screen.types('qq');
    });
  });
  return picture;
}
