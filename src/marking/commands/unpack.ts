/* Entry point of `fivedice unpack`: writes a class down as one tidy folder for each person, and a table of the people. */
import {existsSync, mkdirSync, readdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {complain, EXIT, inputError} from '../../command-line/user-error.js';
import {isSystemError, reasonOf} from '../../system/file-errors.js';
import {isBelow, realPathOf} from '../../system/paths.js';
import {replaceWhole} from '../../system/whole-file.js';
import {counted} from '../results/grouping.js';
import {classAt, type HandIn} from '../submissions/class.js';
import {LANGUAGES} from '../submissions/languages.js';
import {PEOPLE_FILE} from '../submissions/people.js';
import {tableOf} from '../submissions/people-table.js';
import {submissionOfHandIn} from '../submissions/submissions.js';
import {
  fileOf,
  isFolder,
  nameOnDisk,
  projectAt,
  projectOfFile,
  Refusal,
  takeFiles,
} from '../submissions/taking.js';
import {TemporaryFolders} from './mark/choices.js';

export const COMMAND: Command = {
  name: 'unpack',
  usage: 'CLASS DIR',
  about: `Writes a class down as one folder for each person, with a table of the people, ${PEOPLE_FILE}, that you can
    correct in a spreadsheet. CLASS is a folder or an archive, as mark --all takes it; DIR is new, or empty. After that,
    mark --all DIR marks the same people.`,
  flags: [],
  exitStatus: `0 everything was written; 2 the command line or the class was wrong; 3 the files of somebody could not be
    taken: the table says whose, and why.`,
};

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, async (given) => {
    const temporary = new TemporaryFolders();
    try {
      return await unpackFrom(given, temporary);
    } finally {
      temporary.remove();
    }
  });
}

const OPTIONS = {compile: null, files: [], usual: null, languages: LANGUAGES, shown: null} as const;

async function unpackFrom(given: ParsedFlags, temporary: TemporaryFolders): Promise<number> {
  const [path, folder] = given.only(2, 'name a class, and a new folder');
  checkNew(folder, path);
  const {handIns, notes} = await classAt(path, OPTIONS, temporary.newFolder);
  for (const note of notes) complain(note);
  const taken = new Set<string>();
  let refused = 0;
  const rows = [];
  for (const one of handIns) {
    const place = folderFor(one, taken);
    const copying = await copied(one, join(folder, place));
    const refusal = one.refusal ?? copying;
    const note = refusal?.message ?? noteOn(one);
    if (refusal !== null) {
      refused += 1;
      complain(`${one.target}: ${note}`);
    }
    rows.push({...one.person, place, program: one.program, note});
  }
  replaceWhole(join(folder, PEOPLE_FILE), [...tableOf(rows)]);
  process.stdout.write(`${counted(rows.length, 'submission')} in ${folder}, listed in ${PEOPLE_FILE}\n`);
  return refused > 0 ? EXIT.trouble : EXIT.passed;
}

/** @throws UserError if anything could be lost */
function checkNew(folder: string, path: string): void {
  try {
    mkdirSync(folder, {recursive: true});
    if (readdirSync(folder).length > 0) throw new RangeError('it is not empty: name a new folder');
  } catch (error) {
    if (error instanceof RangeError || isSystemError(error))
      throw inputError(`${folder}: ${reasonOf(error)}`);
    throw error;
  }
  if (isBelow(realPathOf(folder), realPathOf(path)))
    throw inputError(`${folder}: it is inside ${path}: name a folder outside`);
}

/** Names a folder after a person, with the number that the system gave; no two are equal. */
function folderFor({target, person: {id, group}}: HandIn, taken: Set<string>): string {
  const isNumbered = id !== null && group === null && !target.includes(id);
  const name = nameOnDisk((isNumbered ? `${target} ${id}` : target).replace(/[/\\:*?"<>|]/g, '_'));
  const tidy = name.trim().replace(/^\.+|[. ]+$/g, '') || '_';
  let own = tidy;
  for (let number = 2; taken.has(own.toLowerCase()); number += 1) own = `${tidy} (${number})`;
  taken.add(own.toLowerCase());
  return own;
}

async function copied({place}: HandIn, to: string): Promise<Refusal | null> {
  try {
    mkdirSync(to, {recursive: true});
    if (place === '' || !existsSync(place)) return null;
    const project = isFolder(place) ? projectAt(place) : projectOfFile(place);
    await takeFiles(
      project.files.map((file) => fileOf(project, file)),
      to,
    );
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    return new Refusal(`${basename(place)}: ${reasonOf(error)}`);
  }
}

/** Says what a marker should look at; empty if a program was found. */
function noteOn(handIn: HandIn): string {
  const {plan} = submissionOfHandIn(handIn, OPTIONS);
  return plan.kind === 'none' ? plan.reason : '';
}
