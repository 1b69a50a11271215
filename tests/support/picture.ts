/* The README's pictures of a terminal, each from a real run. */
import {cpSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import xterm from '@xterm/headless';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {writeHuman} from '../../src/marking/reports/human.js';
import type {Marks} from '../../src/marking/results/marks.js';
import {AS_USER, FIVEDICE} from './command.js';
import {ROOT} from './readme.js';
import {onScreen, piecesOf} from './screen.js';
import {LEADING, type Piece, svgOf} from './svg.js';
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
    const marks: Marks = JSON.parse(readFileSync(join(folder, 'marks.json'), 'utf8'));
    const coloured = [...writeHuman(marks, {colour: true})].join('');
    assert.is(stripVTControlCharacters(coloured), stdout);
    const command = `$ fivedice ${args.join(' ')}`;
    picture = svgOf(command, await onTerminal(`${command}\n\n${coloured}`), LEADING.prose);
  });
  return picture;
}

/** A text with codes for colours, as a terminal shows it. */
async function onTerminal(text: string): Promise<Piece[][]> {
  const lines = text.trimEnd().split('\n');
  const emulator = new xterm.Terminal({cols: 120, rows: lines.length, allowProposedApi: true});
  await new Promise<void>((resolve) => emulator.write(lines.join('\r\n'), resolve));
  const {active} = emulator.buffer;
  return lines.map((_, row) => {
    const line = active.getLine(row);
    return line === undefined ? [] : piecesOf(line).map((piece) => ({...piece, text: piece.text.trimEnd()}));
  });
}

/** The full screen with the game of the picture of the page, after Eric's first roll. */
async function screenPicture(): Promise<string> {
  const command = 'fivedice play --players Eric,Julie --seed 379491';
  let picture = '';
  await inTemporaryFolder(async (folder) => {
    const line = command.replace('fivedice', `'${FIVEDICE}'`);
    await onScreen(`${line} --no-motion`, {env: {HOME: folder, FORCE_COLOR: '1'}}, async (screen) => {
      await screen.shows('Press Space to roll.');
      screen.types('r24jjjj');
      // Of what the last key changes, this is the lowest: all of the picture is there.
      await screen.shows('put 15 into Fives');
      picture = svgOf(`$ ${command}`, screen.picture(), LEADING.drawing);
      screen.types('qq');
    });
  });
  return picture;
}
