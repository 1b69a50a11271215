/*
 * Zip files of submissions, as Moodle, Canvas and Gradescope export them, or a folder that somebody packed: unpacked into
 * a folder with one folder for each person. What is in them is distrusted: names, links, sizes, and what a header says of
 * a size. A person whose files cannot be taken gets the reason, and all others are marked.
 */
import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import yauzl, {type Entry, type ZipFile} from 'yauzl';
import {inputError} from '../../command-line/user-error.js';
import {reasonOf} from '../../system/file-errors.js';
import {isHandedIn, shownName} from './launch-plan.js';
import {isArchive} from './submissions.js';

/** What one person may hand in: bytes, unpacked, and files. */
const MOST_BYTES = 64 * 1024 ** 2;
const MOST_FILES = 2000;

/** A whole class has fewer entries. */
const MOST_ENTRIES = 200_000;

const MIB = 1024 ** 2;

/**
 * Unpacks a class into an empty folder.
 *
 * @returns why the files of some could not be taken, by their names there
 * @throws UserError if the file is no zip file that can be read
 */
export async function unpackClass(path: string, folder: string): Promise<ReadonlyMap<string, string>> {
  const problems = new Map<string, string>();
  const people = new Map<string, Person>();
  try {
    await eachEntry(path, async (all, take) => {
      const metadata = all.find(({fileName}) => /(?:^|\/)submission_metadata\.yml$/.test(fileName));
      const names = metadata === undefined ? null : submittersIn((await take(metadata, MIB)).toString());
      const placeOf = layoutOf(all, names);
      for (const entry of all) {
        const place = entry === metadata ? null : placeOf(entry.fileName);
        if (place === null) continue;
        const person = people.get(place.person) ?? new Person(join(folder, place.person));
        people.set(place.person, person);
        await person.take(place.path, entry, take);
      }
    });
  } catch (error) {
    throw inputError(`${path}: ${reasonOf(error)}`);
  }
  for (const [name, person] of people) {
    await person.unpackInner();
    if (person.problem !== null) problems.set(name, person.problem);
  }
  if (people.size === 0) throw inputError(`${path}: no submissions in it`);
  return problems;
}

/** The same of one submission. Returns why its files could not be taken; null if they could. */
export async function unpackOne(path: string, folder: string): Promise<string | null> {
  const person = new Person(folder);
  try {
    await eachEntry(path, async (all, take) => {
      for (const entry of all) await person.take(entry.fileName, entry, take);
    });
  } catch (error) {
    throw inputError(`${path}: ${reasonOf(error)}`);
  }
  return person.problem;
}

/** Reads an entry. @throws Error if it is larger than it may be, or than it says */
type Take = (entry: Entry, most: number) => Promise<Buffer>;

/** The files that somebody handed in, as they are written to a folder. */
class Person {
  problem: string | null = null;
  readonly folder: string;
  private readonly written = new Set<string>();
  private readonly archives: string[] = [];
  private bytes = 0;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, {recursive: true});
  }

  async take(path: string, entry: Entry, take: Take): Promise<void> {
    if (this.problem !== null || path.endsWith('/') || !path.split('/').every(isHandedIn)) return;
    try {
      if (this.written.has(path)) throw new Error(`${shown(path)} is in it twice`);
      if (this.written.size >= MOST_FILES) throw new Error(`it has more than ${MOST_FILES} files`);
      const kind = entry.externalFileAttributes >>> 28;
      if (kind !== 0 && kind !== 0o10) throw new Error(`${shown(path)} is no regular file`);
      if ((entry.generalPurposeBitFlag & 1) !== 0) throw new Error(`${shown(path)} has a password`);
      const content = await take(entry, MOST_BYTES - this.bytes);
      this.bytes += content.length;
      this.written.add(path);
      const file = join(this.folder, path);
      mkdirSync(dirname(file), {recursive: true});
      writeFileSync(file, content, {
        flag: 'wx',
        mode: (entry.externalFileAttributes >>> 16) & 0o100 ? 0o755 : 0o644,
      });
      if (isArchive(path)) this.archives.push(path);
    } catch (error) {
      this.problem = `its files cannot be taken: ${reasonOf(error)}`;
    }
  }

  /** Who handed in one zip file handed in what is in it. */
  async unpackInner(): Promise<void> {
    const [archive] = this.archives;
    if (archive === undefined || this.written.size !== 1 || this.problem !== null) return;
    const file = join(this.folder, archive);
    this.bytes = 0;
    try {
      await eachEntry(file, async (all, take) => {
        for (const entry of all) await this.take(entry.fileName, entry, take);
      });
      rmSync(file);
    } catch (error) {
      this.problem = `its files cannot be taken: ${shown(archive)}: ${reasonOf(error)}`;
    }
  }
}

function shown(path: string): string {
  return shownName(Buffer.from(path));
}

/** Opens a zip file, and closes it in the end. @throws Error if it is none, or a name in it leads out of it */
async function eachEntry(
  path: string,
  use: (all: readonly Entry[], take: Take) => Promise<void>,
): Promise<void> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    yauzl.open(path, {lazyEntries: true, autoClose: false}, (error, opened) =>
      error === null ? resolve(opened) : reject(new Error('it is no zip file, or only a part of one')),
    );
  });
  try {
    if (zip.entryCount > MOST_ENTRIES) throw new Error(`more than ${MOST_ENTRIES} entries`);
    const all: Entry[] = [];
    await new Promise<void>((resolve, reject) => {
      zip.on('error', reject);
      zip.on('end', resolve);
      zip.on('entry', (entry: Entry) => {
        all.push(entry);
        zip.readEntry();
      });
      zip.readEntry();
    });
    await use(all, (entry, most) => contentOf(zip, entry, most));
  } finally {
    zip.close();
  }
}

function contentOf(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  // A bomb is told by what it says of itself, or by saying too little: yauzl ends at that.
  if (entry.uncompressedSize > most) {
    const size = Math.ceil(entry.uncompressedSize / MIB);
    return Promise.reject(
      new Error(`${shown(entry.fileName)} has ${size} MiB, and all may have ${MOST_BYTES / MIB}`),
    );
  }
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error !== null) return reject(error);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('end', () => resolve(Buffer.concat(chunks)));
    });
  });
}

/** Whose file an entry is, and its path among theirs; null: nobody's. */
type Layout = (name: string) => {readonly person: string; readonly path: string} | null;

/** The ways in which systems name what they export: the person, a number that tells those of one name apart, the path. */
const LAYOUTS: readonly RegExp[] = [
  // Moodle: Lovelace Ada_12345_assignsubmission_file_/main.py, or …_file_main.py
  /^(?:[^/]+\/)??(?<person>[^/_][^/]*?)_(?<number>\d+)_assignsubmission_(?:file|onlinetext)_\/?(?<path>.+)$/,
  // Gradescope: assignment_1_export/submission_12345/main.py
  /^(?:[^/]+\/)?(?<person>submission_(?<number>\d+))\/(?<path>.+)$/,
  // Canvas: lovelaceada_LATE_12345_67890_main.py, and main-1.py of who handed in again
  /^(?<person>[^/_]+)(?:_LATE)?_(?<number>\d+)_\d+_(?<path>[^/]+)$/,
];

/** How the entries are laid out, if all of them are; else each file or folder at the top is somebody's. */
function layoutOf(all: readonly Entry[], submitters: ReadonlyMap<string, string> | null): Layout {
  const names = all
    .map(({fileName}) => fileName)
    .filter((name) => !name.endsWith('/') && name.split('/').every(isHandedIn))
    .filter((name) => !name.endsWith('submission_metadata.yml'));
  const layout = LAYOUTS.find((one) => names.length > 0 && names.every((name) => one.test(name)));
  if (layout === undefined) return plainLayout(names);
  const isCanvas = layout === LAYOUTS[2];
  const numbers = new Map<string, Set<string>>();
  const partsOf = (name: string) => layout.exec(name)?.groups ?? {};
  for (const name of names) {
    const {person = '', number = ''} = partsOf(name);
    numbers.set(person, (numbers.get(person) ?? new Set()).add(number));
  }
  return (name) => {
    const {person, number = '', path = ''} = partsOf(name);
    if (person === undefined) return null;
    const called = submitters?.get(person) ?? person;
    const isShared = (numbers.get(person)?.size ?? 0) > 1;
    return {
      person: (isShared ? `${called} ${number}` : called).normalize('NFC'),
      path: isCanvas ? path.replace(/-\d+(?=\.[^.]*$)/, '') : path,
    };
  };
}

function plainLayout(names: readonly string[]): Layout {
  const tops = new Set(names.map((name) => name.split('/')[0]));
  // Somebody packed the folder with all of them.
  const isInOne = tops.size === 1 && names.every((name) => name.split('/').length > 2);
  return (name) => {
    const [person, ...path] = (isInOne ? name.slice(name.indexOf('/') + 1) : name).split('/');
    if (person === undefined || person === '' || !isHandedIn(person)) return null;
    return {person: person.normalize('NFC'), path: path.length === 0 ? person : path.join('/')};
  };
}

/** Of Gradescope's `submission_metadata.yml`: the names of those who handed in, by the folder. */
function submittersIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string[]>();
  let folder = '';
  for (const line of text.split('\n')) {
    folder = /^(submission_\d+):/.exec(line)?.[1] ?? folder;
    const name = /^\s+(?:- )?:name: +["']?(.*?)["']?\s*$/.exec(line)?.[1];
    if (name !== undefined && name !== '' && folder !== '') {
      found.set(folder, [...(found.get(folder) ?? []), name.replaceAll('/', '-')]);
    }
  }
  const names = [...found].map(([key, people]) => [key, people.join(', ')] as const);
  const isTwin = (name: string): boolean => names.filter(([, other]) => other === name).length > 1;
  return new Map(
    names.map(([key, name]) => [key, isTwin(name) ? `${name} ${key.replace(/\D/g, '')}` : name]),
  );
}
