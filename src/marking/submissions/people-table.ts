/*
 * `people.csv` in the folder of a class: who handed in what, as `unpack` writes it and people correct it in a spreadsheet.
 * A group is a row for each member, with the same folder.
 */
import {isUtf8} from 'node:buffer';
import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {inputError, messageOf} from '../../command-line/user-error.js';
import {readRegularFile} from '../../system/regular-file.js';
import {row, rowsOf, separatorOf, unguarded} from '../results/csv.js';
import {groupBy} from '../results/grouping.js';
import {NOBODY} from '../results/marks.js';
import {PEOPLE_FILE, type Person, together} from './people.js';
import {matches} from './program.js';
import {isFolder, projectAt} from './taking.js';

const COLUMNS = [
  'folder',
  'name',
  'id',
  'email',
  'group',
  'submitted',
  'late',
  'exported_as',
  'program',
  'note',
] as const;
type Cells = Readonly<Partial<Record<(typeof COLUMNS)[number], string>>>;

export interface TablePerson extends Person {
  /** Name of the folder beside the table. */
  readonly place: string;
  /** Name or path of the program in the folder; null: it is found. */
  readonly program: string | null;
}

/**
 * Reads the table in the folder of a class; null if there is none.
 *
 * @throws UserError if it names a folder or a program that is not there, or is no table
 */
export function peopleIn(folder: string): readonly TablePerson[] | null {
  const file = join(folder, PEOPLE_FILE);
  if (!existsSync(file)) return null;
  try {
    const bytes = readRegularFile(file);
    if (!isUtf8(bytes)) throw new RangeError('it is not UTF-8: in a spreadsheet, save it as "CSV UTF-8"');
    return peopleOf(bytes.toString('utf8'), folder);
  } catch (error) {
    throw inputError(`${file}: ${messageOf(error)}`);
  }
}

function peopleOf(text: string, folder: string): TablePerson[] {
  // Excel writes its separator on a line of its own.
  const table = text.replace(/^\ufeff?sep=.\r?\n/, '');
  const [head, ...rows] = rowsOf(table, separatorOf(table));
  const heads = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  if (!heads.includes('folder'))
    throw new RangeError(`its first line needs a column folder: ${COLUMNS.join(',')}`);
  const names = new Map(readdirSync(folder).map((name) => [name.normalize('NFC'), name]));
  const all = rows.map(({cells, line}): Cells & {readonly folder: string} => {
    if (cells.slice(heads.length).some((cell) => cell !== ''))
      throw new RangeError(`line ${line}: it has more cells than the first line: put quotes around commas`);
    const named: Cells = Object.fromEntries(heads.map((name, at) => [name, unguarded(cells[at] ?? '')]));
    const asked = named.folder?.trim() ?? '';
    if (asked === '') throw new RangeError(`line ${line}: the folder is missing`);
    // A spreadsheet on a Mac may have composed its letters.
    const place = names.get(asked.normalize('NFC'));
    if (place === undefined || !isFolder(join(folder, place)))
      throw new RangeError(`line ${line}: there is no folder ${JSON.stringify(asked)} beside it`);
    return {...named, folder: place};
  });
  return Array.from(
    groupBy(all, (one) => one.folder),
    ([place, own]) => {
      const program =
        own
          .find((one) => one.program?.trim())
          ?.program?.trim()
          .replaceAll('\\', '/') ?? null;
      if (program !== null && !projectAt(join(folder, place)).files.some((file) => matches(file, program)))
        throw new RangeError(`${place}: there is no program ${JSON.stringify(program)} in this folder`);
      return personOf(place, own, program);
    },
  );
}

function personOf(place: string, rows: readonly Cells[], program: string | null): TablePerson {
  const [{group, submitted, late, exported_as: folder} = {}] = rows;
  const members = rows.map(({name, id, email}) => ({
    name: name?.trim() || place,
    id: id?.trim() || null,
    email: email?.trim() || null,
  }));
  const [{name} = {name: place}] = members;
  return {
    ...NOBODY,
    ...together(members),
    place,
    program,
    name: members.length > 1 ? group?.trim() || members.map((one) => one.name).join(', ') : name,
    group: group?.trim() || null,
    members: members.length > 1 ? members : [],
    folder: folder || place,
    submitted: submitted?.trim() || null,
    late: /^(?:yes|true|late|1|x)$/i.test(late?.trim() ?? '') ? true : null,
  };
}

/** Yields the lines of a table. `note` says what is left to be done for a person. */
export function* tableOf(people: readonly (TablePerson & {readonly note: string})[]): Iterable<string> {
  yield row(COLUMNS);
  for (const {place, group, submitted, late, folder, program, note, members, ...own} of people)
    for (const {name, id, email} of members.length > 0 ? members : [own]) {
      const facts = [group, submitted, late === true ? 'yes' : null, folder, program, note];
      yield row([place, name, id, email, ...facts].map((cell) => cell ?? ''));
    }
}
