/* Writes all reports that a command was asked for. */
import {randomBytes} from 'node:crypto';
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {hasColour} from '../../../command-line/terminal.js';
import {complain, messageOf} from '../../../command-line/user-error.js';
import {writeWhole} from '../../../system/whole-file.js';
import type {HumanOptions} from '../../reports/human.js';
import {forStudent} from '../../results/for-student.js';
import type {Marks} from '../../results/marks.js';
import {EACH, pathFor} from './outputs.js';
import type {AskedReport} from './report-flags.js';

/** Writes all reports. A file that cannot be written is reported, and does not stop the others. */
export function writeReports(reports: readonly AskedReport[], marks: Marks): boolean {
  let written = true;
  for (const {format, path, descriptor, audience, verbose} of reports) {
    const shown = audience === 'student' ? forStudent(marks) : marks;
    const write = (some: Marks, {colour, rows}: Screen): Iterable<string> =>
      inLargePieces(
        format.write(some, {
          colour,
          verbose,
          rows,
          isForStudent: audience === 'student',
          token: randomBytes(16).toString('hex'),
          environment: process.env,
          at: new Date(),
        }),
      );
    if (path === null) {
      for (const piece of write(shown, screenOf(process.stdout))) process.stdout.write(piece);
      continue;
    }
    for (const {file, part} of filesFor(path, marks, shown)) {
      try {
        const pieces = write(part, {colour: false, rows: null});
        if (descriptor !== null) for (const piece of pieces) writeFileSync(descriptor, piece);
        else {
          if (path.includes(EACH)) mkdirSync(dirname(file), {recursive: true});
          writeWhole(file, pieces);
        }
      } catch (error) {
        written = false;
        complain(`the report ${file}: ${messageOf(error)}`);
      }
    }
  }
  return written;
}

/** What goes into each file: all, or a submission. A file is named after that as who marks knows it. */
function* filesFor(
  path: string,
  marks: Marks,
  shown: Marks,
): Iterable<{readonly file: string; readonly part: Marks}> {
  if (!path.includes(EACH)) return yield {file: path, part: shown};
  for (let index = 0; index < shown.submissions.length; index += 1) {
    const one = shown.submissions.at(index);
    if (one === undefined) return;
    const name = marks.submissions.at(index)?.target ?? one.target;
    yield {file: pathFor(path, name), part: {...shown, submissions: [one]}};
  }
}

type Screen = Required<Pick<HumanOptions, 'colour' | 'rows'>>;

/** A terminal that does not say how many rows it has is taken for one of the usual size, and so is a smaller one. */
const LEAST_ROWS = 24;

function screenOf(stream: NodeJS.WriteStream): Screen {
  const rows = stream.isTTY ? Math.max(LEAST_ROWS, stream.rows || 0) : null;
  return {colour: hasColour(stream, process.env), rows};
}

/** How many characters to write at once. */
const PIECE = 64 * 1024;

/** The same text, in pieces that are worth a system call. */
function* inLargePieces(pieces: Iterable<string>): Iterable<string> {
  let waiting: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < PIECE) continue;
    yield waiting.join('');
    [waiting, length] = [[], 0];
  }
  yield waiting.join('');
}
