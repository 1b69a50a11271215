/*
 * `people.csv` in the folder of a class: who handed in what, as `unpack` writes it and people correct it in a spreadsheet.
 * A group is a row for each member, with the same folder.
 */
import {isUtf8} from 'node:buffer';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {inputError, messageOf} from '../../command-line/user-error.js';
import {isBelow} from '../../system/paths.js';
import {row, rowsOf, separatorOf, unguarded} from '../results/csv.js';
import {type Member, NOBODY} from '../results/marks.js';
import {PEOPLE_FILE, type Person, together} from './people.js';
import {isFolder} from './taking.js';

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
type Column = (typeof COLUMNS)[number];

export interface TablePerson extends Person {
  /** Name of the folder beside the table. */
  readonly place: string;
  /** Path of the program in the folder; null: it is found. */
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
    const bytes = readFileSync(file);
    if (!isUtf8(bytes)) throw new RangeError('it is not UTF-8: in a spreadsheet, save it as "CSV UTF-8"');
    return peopleOf(bytes.toString('utf8'), folder);
  } catch (error) {
    throw inputError(`${file}: ${messageOf(error)}`);
  }
}

function peopleOf(text: string, folder: string): TablePerson[] {
  const separator = separatorOf(text);
  const [head, ...rows] = rowsOf(text, separator);
  const heads = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  if (!heads.includes('folder'))
    throw new RangeError(`its first line needs a column folder: ${COLUMNS.join(',')}`);
  const people = new Map<string, TablePerson>();
  for (const {cells, line} of rows) {
    const cellOf = (column: Column): string => {
      const at = heads.indexOf(column);
      return at === -1 ? '' : unguarded((cells[at] ?? '').trim());
    };
    const place = cellOf('folder');
    const where = `line ${line}: `;
    if (place === '') throw new RangeError(`${where}the folder is missing`);
    if (place.includes('/') || !isFolder(join(folder, place)))
      throw new RangeError(`${where}there is no folder ${JSON.stringify(place)} beside it`);
    const other = people.get(place);
    people.set(
      place,
      other === undefined ? personOf(place, cellOf) : withMember(other, personOf(place, cellOf)),
    );
  }
  for (const {place, program} of people.values()) {
    const own = join(folder, place);
    const isThere = program === null || (isBelow(join(own, program), own) && existsSync(join(own, program)));
    if (!isThere)
      throw new RangeError(`${place}: there is no program ${JSON.stringify(program)} in this folder`);
  }
  return [...people.values()];
}

function personOf(place: string, cellOf: (column: Column) => string): TablePerson {
  const maybe = (column: Column): string | null => cellOf(column) || null;
  return {
    ...NOBODY,
    place,
    name: cellOf('name') || place,
    id: maybe('id'),
    email: maybe('email'),
    group: maybe('group'),
    submitted: maybe('submitted'),
    late: /^(?:yes|true|late|1|x)$/i.test(cellOf('late')) ? true : null,
    folder: maybe('exported_as') ?? place,
    program: maybe('program'),
  };
}

/** Returns a group with one more member. */
function withMember(group: TablePerson, own: TablePerson): TablePerson {
  const {name, id, email} = group;
  const members: readonly Member[] = [
    ...(group.members.length > 0 ? group.members : [{name, id, email}]),
    {name: own.name, id: own.id, email: own.email},
  ];
  return {
    ...group,
    ...together(members),
    name: group.group ?? members.map((one) => one.name).join(', '),
    program: group.program ?? own.program,
    members,
  };
}

/** Yields the lines of a table. @param notes for each person, such as earlier attempts that were left out */
export function* tableOf(people: readonly (TablePerson & {readonly note: string})[]): Iterable<string> {
  yield row(COLUMNS);
  for (const {place, group, submitted, late, folder, program, note, members, ...own} of people) {
    for (const {name, id, email} of members.length > 0 ? members : [own])
      yield row([
        place,
        name,
        id ?? '',
        email ?? '',
        group ?? '',
        submitted ?? '',
        late === true ? 'yes' : '',
        folder ?? '',
        program ?? '',
        note,
      ]);
  }
}
