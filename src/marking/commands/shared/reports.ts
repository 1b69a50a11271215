/* Writes all reports that a command was asked for, and reads those that an earlier one wrote. */
import {constants} from 'node:buffer';
import {randomBytes} from 'node:crypto';
import {mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {hasColour} from '../../../command-line/colour.js';
import {complain} from '../../../command-line/complain.js';
import {inputError, messageOf, reasonOf} from '../../../command-line/user-error.js';
import {writeWhole} from '../../files/whole-file.js';
import {forStudent} from '../../marks/for-student.js';
import {type JoinOptions, joinMarks} from '../../marks/joining.js';
import type {CaseMarks, Marks} from '../../marks/marks.js';
import {sharing} from '../../marks/sharing.js';
import type {HumanOptions} from '../../reports/human.js';
import {parseMarks} from '../../reports/json.js';
import {EACH, pathFor} from './outputs.js';
import type {AskedReport} from './report-flags.js';

/** Writes all reports. A file that cannot be written is reported, and does not stop the others. */
export async function writeReports(reports: readonly AskedReport[], marks: Marks): Promise<boolean> {
  let written = true;
  for (const {format, path, descriptor, audience, verbose} of reports) {
    const shown = audience === 'student' ? forStudent(marks) : marks;
    const write = async (some: Marks, {colour, rows}: Screen): Promise<Iterable<string>> =>
      inLargePieces(
        await format.write(some, {
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
      for (const piece of await write(shown, screenOf(process.stdout))) process.stdout.write(piece);
      continue;
    }
    const files = path.includes(EACH)
      ? shown.submissions.map((one, index) => ({
          file: pathFor(path, marks.submissions[index]?.target ?? one.target),
          part: {...shown, submissions: [one]},
        }))
      : [{file: path, part: shown}];
    for (const {file, part} of files) {
      try {
        const pieces = await write(part, {colour: false, rows: null});
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

type Screen = Required<Pick<HumanOptions, 'colour' | 'rows'>>;

/** A terminal that does not say how many rows it has is taken for one of the usual size, and so is a smaller one. */
const LEAST_ROWS = 24;

function screenOf(stream: NodeJS.WriteStream): Screen {
  const rows = stream.isTTY ? Math.max(LEAST_ROWS, stream.rows || 0) : null;
  return {colour: hasColour(stream, process.env), rows};
}

/**
 * Reads JSON reports, and joins them.
 *
 * @throws UserError that says which file is no report, or which do not belong together
 */
export function readReports(names: readonly string[], options: JoinOptions): Marks {
  const share = sharing();
  const parts = names.map((name) => ({
    name,
    marks: orInputError(() => withShared(parseMarks(textOf(name)), share), name),
  }));
  return orInputError(() => joinMarks(parts, options));
}

/** The longest text that Node can hold, in bytes. */
const LONGEST_TEXT = constants.MAX_STRING_LENGTH;

function textOf(file: string): string {
  const {size} = statSync(file);
  if (size <= LONGEST_TEXT) return readFileSync(file, 'utf8');
  const [has, most] = [size, LONGEST_TEXT].map((bytes) => `${Math.ceil(bytes / 1024 ** 2)} MiB`);
  throw new Error(`${has}, and a report can have ${most}: mark a larger class in parts, with --shard`);
}

/** A class has so many parts that they must not each hold what all have in common. */
function withShared(marks: Marks, share: (one: CaseMarks) => CaseMarks): Marks {
  const submissions = marks.submissions.map((one) => ({...one, cases: one.cases.map(share)}));
  return {...marks, submissions};
}

function orInputError<T>(act: () => T, file?: string): T {
  try {
    return act();
  } catch (error) {
    const reason = reasonOf(error);
    throw inputError(file === undefined ? reason : `${file}: ${reason}`);
  }
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
