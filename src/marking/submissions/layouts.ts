/*
 * The forms in which learning systems name the entries of a class, as data: another system is another row. Sources:
 * moodle/moodle `mod/assign`, instructure/canvas-lms `content_zipper.rb` and `quiz_submission_zipper.rb`, autolab/Autolab,
 * jcrodriguez-dis/moodle-mod_vpl; Gradescope, Blackboard and Brightspace as their users' tools read them.
 */
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {ifAllowed} from '../../system/file-errors.js';
import {isFolder, isIgnored, shownName} from './taking.js';

export interface ClassEntry {
  /** Its name as reports show it. */
  readonly name: string;
  readonly kind: 'folder' | 'file';
  readonly place: string;
}

export function entriesIn(folder: string): ClassEntry[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const place = join(folder, name);
      return {name: shownName(name), kind: isFolder(place) ? 'folder' : 'file', place};
    });
}

/** Files at the top of a class that nobody hands in. */
const NO_HAND_IN =
  /^(?:readme|license|makefile|cmakelists\.txt|suite\.json)$|(?<!\.[a-z+]{1,4})\.(?:csv|tsv|xlsx?|ods|txt|md|rst|html?|log|json|ya?ml|xml|ini|toml|lnk|url|h|hpp|o|class|pyc)$/i;

export function couldBeHandIn({name, kind}: ClassEntry): boolean {
  return !isIgnored(name) && (kind === 'folder' || !NO_HAND_IN.test(name));
}

const DATE = String.raw`\d{4}(?:-\d\d){5}`;

/** Brightspace's date and time: `Mar 3, 2026 1011 AM`. */
const WRITTEN = String.raw`[A-Z][a-z]{2,8} \d{1,2}, \d{4} \d{1,2}[:_]?\d\d [AP]M`;

const EMAIL = String.raw`[^\s@_][^\s@]*@[^\s@_]+`;

export const BLACKBOARD = 'Blackboard';

/** A system that puts files into subfolders named by dates, of which the last counts. */
const VPL = 'VPL';

/**
 * Forms of names. Groups: `folder`, `name`, `id`, `email`, `path`, `late`, `date` or `number` of the attempt, `kind` of
 * Moodle's plugin, `question` of a quiz. The system's part comes first, where no student can change it. Each part ends where
 * the next can begin, so backtracking is short.
 */
// biome-ignore format: a table
const LAYOUTS: readonly (readonly [system: string, of: ClassEntry['kind'], pattern: RegExp])[] = [
  // Lovelace Ada_12345_assignsubmission_file_/; a team that is no group has no number.
  ['Moodle', 'folder', /^(?<name>.*?)(?:_(?<id>\d+))?_assignsubmission_(?<kind>[a-z]+)_?$/],
  // Lovelace Ada_12345_assignsubmission_file_main.py
  ['Moodle', 'file', /^(?<folder>(?<name>.*?)(?:_(?<id>\d+))?_assignsubmission_(?<kind>[a-z]+)_)(?<path>.+)$/],
  // submission_12345/
  ['Gradescope', 'folder', /^(?<name>submission_(?<id>\d+))$/],
  // Lab1_adal_attempt_2026-03-02-10-11-12_main.py, and without a file's name the .txt about the attempt.
  [BLACKBOARD, 'file', new RegExp(`^(?<folder>(?<name>.*?)_attempt_(?<date>${DATE}))(?:_(?<path>.+)|\\.txt)$`)],
  // 10234-88 - Ada Lovelace - Mar 3, 2026 1011 AM/
  ['Brightspace', 'folder', new RegExp(`^(?<id>\\d+)-\\d+ - (?<name>.+) - (?<date>${WRITTEN})$`)],
  ['Brightspace', 'file', new RegExp(`^(?<folder>(?<id>\\d+)-\\d+ - (?<name>.+?) - (?<date>${WRITTEN})) - (?<path>.+)$`)],
  // ada@example.edu_3_main.c; 3_ada@example.edu_my_main.c where the name that is asked for has an underscore.
  ['Autolab', 'file', new RegExp(`^(?<folder>(?<name>(?<email>${EMAIL}))_(?<number>\\d+))_(?<path>.+)$`)],
  ['Autolab', 'file', new RegExp(`^(?<folder>(?<number>\\d+)_(?<name>(?<email>${EMAIL})))_(?<path>.+)$`)],
  // Lovelace Ada 12 adal/2026-03-02-10-11-12/
  [VPL, 'folder', /^(?<name>.+) (?<id>\d+) (?:\S+|)$/],
  // Lovelace_Ada12_question_5_67890_main.py
  ['Canvas', 'file', /^(?<folder>(?<name>(?:.*?\D)?)(?<id>\d+))_question_(?<question>\d+)_(?<file>\d+)_(?<path>.+)$/],
  // anon_x1Y2z_67890_main.py
  ['Canvas', 'file', /^(?<folder>(?<late>LATE_)?(?<name>anon)_(?<id>[^\W_]+))_(?:(?<file>\d+)_(?<path>.+)|(?:text|link)\.html)$/],
  // lovelaceada_LATE_12345_67890_main.py, and lovelaceada_12345_text.html
  ['Canvas', 'file', /^(?<folder>(?<name>.+?)(?<late>_LATE)?_(?<id>\d+))_(?:(?<file>\d+)_(?<path>.+)|(?:text|link)\.html)$/],
];

const SYSTEMS: readonly string[] = [...new Set(LAYOUTS.map(([system]) => system))];

export function isOfSystem(name: string): boolean {
  return LAYOUTS.some(([, , pattern]) => pattern.test(name));
}

/** Returns the system that named most of the possible hand-ins; null if none did. */
export function systemOf(entries: readonly ClassEntry[]): string | null {
  const counts = SYSTEMS.map((system) => {
    const parts = entries.map((entry) => partsOf(system, entry));
    const others = entries.filter((entry, index) => parts[index] === null && couldBeHandIn(entry)).length;
    const ids = parts.flatMap((one) => one?.fileId ?? []);
    // Names such as lab_2_2026_ann.py have the year in this place.
    const isOther = new Set(ids).size < ids.length;
    return {system, named: isOther ? 0 : parts.filter((one) => one !== null).length, others};
  });
  const found = counts.filter(({named, others}) => named > others);
  return found.sort((a, b) => b.named - a.named)[0]?.system ?? null;
}

export type Parts = NonNullable<ReturnType<typeof partsOf>>;

/** Returns the facts in the name of an entry; null if this system did not name it. */
export function partsOf(system: string, {name: text, kind, place}: ClassEntry) {
  for (const [itsSystem, of, pattern] of LAYOUTS) {
    const groups = itsSystem === system && of === kind ? pattern.exec(text)?.groups : undefined;
    if (groups === undefined) continue;
    const dates = system === VPL ? (ifAllowed(() => readdirSync(place)) ?? []).filter(isDate).sort() : [];
    const last = dates.at(-1);
    if (system === VPL && last === undefined) continue;
    const {folder = text, name = '', id = null, email = null, date = last, number = ''} = groups;
    const {path, question, late, file: fileId = null, kind: plugin} = groups;
    const ownPath = path ?? (kind === 'file' ? text.slice(text.lastIndexOf('_') + 1) : null);
    const submitted = date === undefined ? null : isoOf(date);
    return {
      name: name.trim(),
      id,
      email,
      /** Folder of this attempt, or start of its files' names. */
      folder,
      /** Time of submission in ISO 8601, without a zone; null: unknown. */
      submitted,
      /** Path of a file among its owner's; for a folder, the subfolder that counts, or null. */
      path: last ?? (question === undefined ? ownPath : `question_${question}/${ownPath}`),
      /** null: the system does not say. */
      late: 'late' in groups ? late !== undefined : null,
      /** Orders the attempts of one person. */
      attempt: submitted ?? number.padStart(9, '0'),
      /** Number of earlier attempts in the same folder. */
      earlier: Math.max(0, dates.length - 1),
      /** Unique number of the file; null: unknown. */
      fileId,
      /** True for an online text, which counts only if there is no file. */
      isText: plugin === 'onlinetext',
    };
  }
  return null;
}

function isDate(name: string): boolean {
  return new RegExp(`^${DATE}$`).test(name);
}

function isoOf(date: string): string {
  const day = date.slice(0, 10);
  const time = date.slice(11);
  if (isDate(date)) return `${day}T${time.replaceAll('-', ':')}`;
  const utc = new Date(date.replace(/(\d{1,2})[:_]?(\d\d) ([AP]M)$/, '$1:$2 $3 UTC'));
  return Number.isNaN(utc.getTime()) ? date : utc.toISOString().slice(0, 19);
}
