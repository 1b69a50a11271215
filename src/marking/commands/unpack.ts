/* Entry point of `fivedice unpack`: a class as one folder for each person, and a table of the people. */
import {existsSync, lstatSync, mkdirSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {runCommand} from '../../command-line/command.js';
import type {Command, ParsedFlags} from '../../command-line/flags.js';
import {complain, EXIT, inputError} from '../../command-line/user-error.js';
import {TemporaryFolders} from '../../running/marker-folder.js';
import {ifAllowed} from '../../system/file-errors.js';
import {isBelow, realPathOf} from '../../system/paths.js';
import {replaceWhole} from '../../system/whole-file.js';
import {counted, uniquely} from '../results/grouping.js';
import {classAt, type HandIn} from '../submissions/class.js';
import type {TargetOptions} from '../submissions/launch-plan.js';
import {PEOPLE_FILE} from '../submissions/people.js';
import {tableOf} from '../submissions/people-table.js';
import {submissionOfHandIn} from '../submissions/submissions.js';
import {
  copyProject,
  isFolder,
  nameOnDisk,
  projectAt,
  projectOfFile,
  type Refusal,
  refusalFor,
} from '../submissions/taking.js';
import {FILE_FLAG} from './shared/flags.js';
import {targetOptionsFrom} from './shared/run-flags.js';

const FIXTURES_FLAG = {name: 'fixtures', takes: 'DIR', help: 'the cases, whose suite.json may add languages'};

export const COMMAND: Command = {
  name: 'unpack',
  usage: 'CLASS DIR',
  about: `Writes a class down as one folder for each person, with a table of the people, ${PEOPLE_FILE}, that you can
    correct in a spreadsheet. CLASS is a folder or an archive, as mark --all takes it; DIR is new, or empty. After that,
    mark --all DIR marks the same people.`,
  flags: [FIXTURES_FLAG, FILE_FLAG],
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

async function unpackFrom(given: ParsedFlags, temporary: TemporaryFolders): Promise<number> {
  const [path, folder] = given.only(2, 'name a class, and a new folder');
  if (isBelow(realPathOf(folder), realPathOf(path)))
    throw inputError(`${folder}: it is inside ${path}: name a folder outside`);
  if ((ifAllowed(() => readdirSync(folder)) ?? []).length > 0)
    throw inputError(`${folder}: it is not empty: name a new folder`);
  const options = targetOptionsFrom(given, given.text('fixtures'));
  const {handIns, notes} = await classAt(path, options, temporary.newFolder);
  for (const note of notes) complain(note);
  // Some systems ignore case in names.
  const unique = uniquely((name) => name.toLowerCase());
  let refused = 0;
  const rows = [];
  for (const one of handIns) {
    const place = unique(folderFor(one));
    const refusal = (await copied(one, join(folder, place))) ?? one.refusal;
    const note = refusal?.message ?? noteOn(one, options);
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

/** Names a folder after a person and their number. */
function folderFor({target, person: {id, group}}: HandIn): string {
  const isNumbered = id !== null && group === null && !target.includes(id);
  const name = nameOnDisk((isNumbered ? `${target} ${id}` : target).replace(/[/\\:*?"<>|]/g, '_'));
  return name.replace(/^[. ]+|[. ]+$/g, '') || '_';
}

/** Copies a hand-in, whole or not at all. Takes even what could not be opened: marking reports that again. */
async function copied({place}: HandIn, to: string): Promise<Refusal | null> {
  try {
    mkdirSync(to, {recursive: true});
    const isLink = lstatSync(place, {throwIfNoEntry: false})?.isSymbolicLink() === true;
    if (isLink || !existsSync(place)) return null;
    await copyProject(isFolder(place) ? projectAt(place) : projectOfFile(place), to);
    return null;
  } catch (error) {
    rmSync(to, {recursive: true});
    mkdirSync(to);
    return refusalFor(error);
  }
}

/** Returns why a marker should look at a hand-in; `''` if a program was found. */
function noteOn(handIn: HandIn, options: TargetOptions): string {
  const {plan} = submissionOfHandIn(handIn, options);
  return plan.kind === 'none' ? plan.reason : '';
}
