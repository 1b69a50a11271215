/* Zip files of strangers: names, links and sizes in them are distrusted. */
import {isUtf8} from 'node:buffer';
import yauzl, {type Entry, type ZipFile} from 'yauzl';
import {messageOf} from '../../command-line/user-error.js';
import {type HandedInFile, Refusal, shownName} from './handed-in.js';

/** A whole class has fewer. */
const MOST_ENTRIES = 200_000;

/** An entry of a zip file. Its path may contain `..`. */
export interface ZipEntry extends HandedInFile {
  readonly isFolder: boolean;
}

/** Flag of an entry that says its name is UTF-8, and of one with a password. */
const [UTF8, ENCRYPTED] = [0x800, 1];

/** Kinds of entries, as Unix has them; 0 where another system made the file. */
const [UNKNOWN, FOLDER, REGULAR] = [0, 0o4, 0o10];

/** Opens a zip file, and closes it in the end. @throws Error that says what is wrong with it */
export async function withEntries<T>(
  path: string,
  use: (entries: readonly ZipEntry[]) => Promise<T>,
): Promise<T> {
  const zip = await opened(path);
  try {
    if (zip.entryCount > MOST_ENTRIES) throw new Refusal(`it has more than ${MOST_ENTRIES} entries`);
    return await use(await entriesIn(zip));
  } finally {
    zip.close();
  }
}

async function opened(path: string): Promise<ZipFile> {
  try {
    // Names are checked here, one by one: a bad one must not spoil the whole class.
    return await yauzl.openPromise(path, {lazyEntries: true, autoClose: false, decodeStrings: false});
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new Refusal('it is no zip file, or only a part of one');
  }
}

async function entriesIn(zip: ZipFile): Promise<ZipEntry[]> {
  try {
    const entries: ZipEntry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entryOf(zip, entry));
    return entries;
  } catch (error) {
    throw new Refusal(messageOf(error));
  }
}

function entryOf(zip: ZipFile, entry: Entry): ZipEntry {
  const name = nameOf(entry);
  const mode = entry.externalFileAttributes >>> 16;
  const kind = mode >>> 12;
  const path = name.split('/').filter((part) => part !== '' && part !== '.');
  // An absolute path leads out, too.
  const isAbsolute = name.startsWith('/') || /^[A-Za-z]:/.test(name);
  return {
    path: isAbsolute ? ['..', ...path] : path,
    isFolder: name.endsWith('/') || kind === FOLDER,
    isExecutable: (mode & 0o100) !== 0,
    read: (most) => {
      if (kind !== UNKNOWN && kind !== REGULAR) throw new Refusal(`${shownName(name)} is no regular file`);
      if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0)
        throw new Refusal(`${shownName(name)} has a password`);
      // Zip bombs: the declared size is checked; yauzl stops at more.
      if (entry.uncompressedSize > most) throw new RangeError('too large');
      return contentOf(zip, entry);
    },
  };
}

/** Returns the name of an entry, with slashes. Finder writes UTF-8 without saying so. */
function nameOf({fileNameRaw, extraFields, generalPurposeBitFlag}: Entry): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8 : generalPurposeBitFlag;
  return yauzl.getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
}

/** Reads an entry. @throws Refusal if it is damaged, or larger than it says */
async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch (error) {
    throw new Refusal(`${shownName(nameOf(entry))}: ${messageOf(error)}`);
  }
}
