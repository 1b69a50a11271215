/* `people.csv` of a class, which `unpack` writes and people correct in a spreadsheet. A group has a row for each member. */
import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {inputError, messageOf} from '../../command-line/user-error.js';
import {readRegularFile} from '../../system/regular-file.js';
import {parseTable, row, type TableRow} from '../results/csv.js';
import {groupBy} from '../results/grouping.js';
import {NOBODY} from '../results/marks.js';
import {PEOPLE_FILE, type Person, together} from './people.js';
import {matches} from './program.js';
import {isFolder, projectAt} from './taking.js';

// biome-ignore format: a table
const COLUMNS = ['folder', 'name', 'id', 'email', 'group', 'submitted', 'late', 'exported_as', 'program', 'note'] as const;
type Column = (typeof COLUMNS)[number];

export interface TablePerson extends Person {
  /** Name of the folder beside the table. */
  readonly place: string;
  readonly program: string | null;
}

/** Returns null if there is no table. @throws UserError if it is wrong, or names a missing folder or program */
export function peopleIn(folder: string): readonly TablePerson[] | null {
  const file = join(folder, PEOPLE_FILE);
  if (!existsSync(file)) return null;
  try {
    return peopleOf(readRegularFile(file), folder);
  } catch (error) {
    throw inputError(`${file}: ${messageOf(error)}`);
  }
}

function peopleOf(bytes: Buffer, folder: string): TablePerson[] {
  const {heads, rows} = parseTable(bytes);
  if (!heads.some((head) => head.toLowerCase() === 'folder'))
    throw new RangeError(`its first line needs a column folder: ${COLUMNS.join(',')}`);
  const names = new Map(readdirSync(folder).map((name) => [name.normalize('NFC'), name]));
  const all = rows.map((row) => {
    const wanted = row.textOf('folder');
    if (wanted === '') throw new RangeError(`line ${row.line}: the folder is missing`);
    // A spreadsheet may have composed the letters.
    const place = names.get(wanted.normalize('NFC'));
    if (place === undefined || !isFolder(join(folder, place)))
      throw new RangeError(`line ${row.line}: there is no folder ${JSON.stringify(wanted)} beside it`);
    return {row, place};
  });
  return Array.from(
    groupBy(all, (one) => one.place),
    ([place, own]) => {
      const rows = own.map(({row}) => row);
      const program = firstOf(rows, 'program')?.replaceAll('\\', '/') ?? null;
      if (program !== null && !projectAt(join(folder, place)).files.some((file) => matches(file, program)))
        throw new RangeError(`${place}: there is no program ${JSON.stringify(program)} in this folder`);
      return personOf(place, rows, program);
    },
  );
}

function firstOf(rows: readonly TableRow[], column: Column): string | null {
  return rows.map((row) => row.textOf(column)).find((cell) => cell !== '') ?? null;
}

function personOf(place: string, rows: readonly TableRow[], program: string | null): TablePerson {
  const members = rows.map((row) => ({
    name: firstOf([row], 'name') ?? place,
    id: firstOf([row], 'id'),
    email: firstOf([row], 'email'),
  }));
  const [{name} = {name: place}] = members;
  const group = firstOf(rows, 'group');
  return {
    ...NOBODY,
    ...together(members),
    place,
    program,
    name: members.length > 1 ? (group ?? members.map((one) => one.name).join(', ')) : name,
    group,
    members: members.length > 1 ? members : [],
    folder: firstOf(rows, 'exported_as') ?? place,
    submitted: firstOf(rows, 'submitted'),
    late: lateIn(rows),
  };
}

/** @throws RangeError unless the cell says yes or no */
function lateIn(rows: readonly TableRow[]): boolean | null {
  const text = firstOf(rows, 'late');
  if (text === null) return null;
  if (/^(?:y|yes|true|late|1|x)$/i.test(text)) return true;
  if (/^(?:n|no|false|0)$/i.test(text)) return false;
  throw new RangeError(`line ${rows[0]?.line}: late must be yes or no, not ${JSON.stringify(text)}`);
}

/** @param people each with a note on what is left to do */
export function* tableOf(people: readonly (TablePerson & {readonly note: string})[]): Iterable<string> {
  yield row(COLUMNS);
  for (const {place, group, submitted, late, folder, program, note, members, ...own} of people)
    for (const {name, id, email} of members.length > 0 ? members : [own]) {
      const facts = [group, submitted, late === null ? null : late ? 'yes' : 'no', folder, program, note];
      yield row([place, name, id, email, ...facts].map((cell) => cell ?? ''));
    }
}
