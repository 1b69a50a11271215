/*
 * The forms in which learning systems export a class, as data: another system is another row. A system puts a person's
 * name and number into the names of files or folders. Its part of a name comes first, so no name that a student chose
 * can change it. Sources: moodle/moodle `mod/assign`, instructure/canvas-lms `content_zipper.rb` and
 * `quiz_submission_zipper.rb`, autolab/Autolab, jcrodriguez-dis/moodle-mod_vpl; Gradescope, Blackboard and Brightspace as
 * their users' tools read them.
 */
import {isSomebodys, type Top} from './tops.js';

/** Facts that the name of an entry gives. */
export interface Parts {
  readonly name: string;
  readonly id: string | null;
  readonly email: string | null;
  /** Name that the system gave to the folder of this attempt, or the start of its files' names. */
  readonly folder: string;
  /** Path of a file among those of its owner; for a folder, the subfolder that holds them, or null. */
  readonly path: string | null;
  /** Time of submission in ISO 8601, without a zone, because the systems write none; null: unknown. */
  readonly submitted: string | null;
  readonly isLate: boolean;
  /** Orders the attempts of one person. */
  readonly attempt: string;
  /** Set for an online text, which counts only where there is no file. */
  readonly isText: boolean;
}

interface Layout {
  readonly system: string;
  readonly of: Top['kind'];
  /**
   * Named groups: `folder`, `name`, `id`, `email`, `path`, `late`, `date` or `number` of the attempt, `kind` of Moodle's
   * plugin, `question` of a quiz. Each part ends where the next one can begin, so backtracking is short.
   */
  readonly pattern: RegExp;
  /** Set if the last subfolder that is called by a date holds the files. */
  readonly isDated?: boolean;
}

const DATE = String.raw`\d{4}(?:-\d\d){5}`;

/** Date and time as Brightspace writes them: `Mar 3, 2026 1011 AM`. */
const WRITTEN_DATE = String.raw`[A-Z][a-z]{2,8} \d{1,2}, \d{4} \d{1,2}[:_]?\d\d [AP]M`;

/** Its file about each attempt says who handed it in. */
export const BLACKBOARD = 'Blackboard';

const LAYOUTS: readonly Layout[] = [
  // Lovelace Ada_12345_assignsubmission_file_/; a team that is no group has no number.
  {
    system: 'Moodle',
    of: 'folder',
    pattern: /^(?<name>.*?)(?:_(?<id>\d+))?_assignsubmission_(?<kind>[a-z]+)_?$/,
  },
  // Lovelace Ada_12345_assignsubmission_file_main.py
  {
    system: 'Moodle',
    of: 'file',
    pattern: /^(?<folder>(?<name>.*?)(?:_(?<id>\d+))?_assignsubmission_(?<kind>[a-z]+)_)(?<path>.+)$/,
  },
  // submission_12345/
  {system: 'Gradescope', of: 'folder', pattern: /^(?<name>submission_(?<id>\d+))$/},
  // Lab1_adal_attempt_2026-03-02-10-11-12_main.py, and without a file's name the .txt about the attempt.
  {
    system: BLACKBOARD,
    of: 'file',
    pattern: new RegExp(
      `^(?<folder>(?<name>.*?)_attempt_(?<date>${DATE}))(?:_(?<path>.+)|(?<about>\\.txt))$`,
    ),
  },
  // 10234-88 - Ada Lovelace - Mar 3, 2026 1011 AM/
  {
    system: 'Brightspace',
    of: 'folder',
    pattern: new RegExp(`^(?<id>\\d+)-\\d+ - (?<name>.+) - (?<date>${WRITTEN_DATE})$`),
  },
  {
    system: 'Brightspace',
    of: 'file',
    pattern: new RegExp(
      `^(?<folder>(?<id>\\d+)-\\d+ - (?<name>.+?) - (?<date>${WRITTEN_DATE})) - (?<path>.+)$`,
    ),
  },
  // ada@example.edu_3_main.c; 3_ada@example.edu_my_main.c where the name that is asked for has an underscore.
  {
    system: 'Autolab',
    of: 'file',
    pattern: /^(?<folder>(?<name>(?<email>[^\s@_][^\s@]*@[^\s@_]+))_(?<number>\d+))_(?<path>.+)$/,
  },
  {
    system: 'Autolab',
    of: 'file',
    pattern: /^(?<folder>(?<number>\d+)_(?<name>(?<email>[^\s@_][^\s@]*@[^\s@_]+)))_(?<path>.+)$/,
  },
  // Lovelace Ada 12 adal/2026-03-02-10-11-12/
  {system: 'VPL', of: 'folder', isDated: true, pattern: /^(?<name>.+) (?<id>\d+) (?:\S+|)$/},
  // Lovelace_Ada12_question_5_67890_main.py
  {
    system: 'Canvas',
    of: 'file',
    pattern: /^(?<folder>(?<name>.*?)(?<id>\d+))_question_(?<question>\d+)_\d+_(?<path>.+)$/,
  },
  // anon_x1Y2z_67890_main.py
  {
    system: 'Canvas',
    of: 'file',
    pattern: /^(?<folder>(?<late>LATE_)?(?<name>anon)_(?<id>[^\W_]+))_\d+_(?<path>.+)$/,
  },
  // lovelaceada_LATE_12345_67890_main.py, and lovelaceada_12345_text.html
  {
    system: 'Canvas',
    of: 'file',
    pattern: /^(?<folder>(?<name>.+?)(?<late>_LATE)?_(?<id>\d+))_(?:\d+_(?<path>.+)|(?:text|link)\.html)$/,
  },
];

const SYSTEMS: readonly string[] = [...new Set(LAYOUTS.map(({system}) => system))];

/** Returns whether some system gives such names. */
export function isOfSystem(name: string): boolean {
  return LAYOUTS.some(({pattern}) => pattern.test(name));
}

/** Returns the system that named most of the entries, apart from those that are nobody's; null if none did. */
export function systemOf(tops: readonly Top[]): string | null {
  const counts = SYSTEMS.map((system) => {
    const [named, others] = [tops.filter((top) => partsOf(system, top) !== null), tops.filter(isSomebodys)];
    return {system, named: named.length, others: others.filter((top) => !named.includes(top)).length};
  });
  const found = counts.filter(({named, others}) => named > 0 && named >= others);
  return found.sort((a, b) => b.named - a.named)[0]?.system ?? null;
}

/** Returns the facts that a name gives; null if it is none of this system's. */
export function partsOf(system: string, top: Top): Parts | null {
  for (const layout of LAYOUTS) {
    if (layout.system !== system || layout.of !== top.kind) continue;
    const groups = layout.pattern.exec(top.name)?.groups;
    if (groups === undefined) continue;
    const dates = layout.isDated === true ? top.inner().filter((one) => DATED.test(one)) : [];
    const last = dates.sort().at(-1);
    if (layout.isDated === true && last === undefined) continue;
    const {
      folder = top.name,
      name = '',
      id = null,
      email = null,
      date = last,
      number = '',
      question,
    } = groups;
    const rest = top.kind === 'file' ? top.name.slice(top.name.lastIndexOf('_') + 1) : null;
    const path = groups['path'] ?? rest;
    const submitted = date === undefined ? null : isoOf(date);
    return {
      ...{name: name.trim(), id, email, folder, submitted},
      path: last ?? (question === undefined ? path : `question_${question}/${path}`),
      isLate: groups['late'] !== undefined,
      attempt: submitted ?? number.padStart(9, '0'),
      isText: groups['kind'] === 'onlinetext',
    };
  }
  return null;
}

const DATED = new RegExp(`^${DATE}$`);

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns a date of a system in ISO 8601, without a zone. */
function isoOf(date: string): string {
  const [, year, month, day, ...time] = /^(\d+)-(\d+)-(\d+)-(\d+)-(\d+)-(\d+)$/.exec(date) ?? [];
  if (year !== undefined) return `${year}-${month}-${day}T${time.join(':')}`;
  const [, word = '', dayOfMonth = '', inYear = '', hour = '', minute = '', half] =
    /^(\w+) (\d+), (\d+) (\d{1,2})[:_]?(\d\d) ([AP])M$/.exec(date) ?? [];
  const number = MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0);
  const two = (value: string | number): string => String(value).padStart(2, '0');
  return `${inYear}-${two(number)}-${two(dayOfMonth)}T${two(hours)}:${minute}:00`;
}
