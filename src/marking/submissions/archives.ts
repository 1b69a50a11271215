/*
 * Archives, known by their content: zip files by `yauzl`; all others are turned by `bsdtar` into one tar stream, in the
 * sandbox where that works. Nothing is extracted by it and no link is made: the stream is read here, within limits.
 */
import {isUtf8} from 'node:buffer';
import {spawn} from 'node:child_process';
import {closeSync, fstatSync, openSync, readSync, statSync} from 'node:fs';
import {join} from 'node:path';
import type {Readable} from 'node:stream';
import {crc32, inflateRawSync} from 'node:zlib';
import {createTarDecoder, type ParsedTarEntry} from 'modern-tar';
import yauzl, {type Entry, RandomAccessReader, type ZipFile} from 'yauzl';
import {messageOf} from '../../command-line/user-error.js';
import {inEmptySandbox} from '../../running/sandbox.js';
import {systemTool} from '../../running/shell.js';
import {ifAllowed, isSystemError} from '../../system/file-errors.js';
import {isOfSystem} from './layouts.js';
import {isTaken, nameOnDisk, Refusal, shownName, type TakenFile, Taking, TooMuch} from './taking.js';

/** Max entries of an archive: a whole class has fewer. */
const MOST_ENTRIES = 200_000;

/** Bytes at the start of a file that tell its kind. */
const START = 512;

/** Archives other than zip files, by the bytes at an offset. */
const SIGNATURES: readonly (readonly [offset: number, bytes: string])[] = [
  [257, 'ustar'],
  [0, '\x1f\x8b'],
  [0, 'BZh'],
  [0, '\xfd7zXZ\0'],
  [0, '\x28\xb5\x2f\xfd'],
  [0, '7z\xbc\xaf\x27\x1c'],
  [0, 'Rar!\x1a\x07'],
];

/** Kind of an archive; null: the file is none, or one that is a document or a library itself. */
export type ArchiveKind = 'zip' | 'other';

/** @throws the system's error */
export function archiveKindOf(path: string): ArchiveKind | null {
  if (statSync(path, {throwIfNoEntry: false})?.isFile() !== true) return null;
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(START);
    const start = bytes.toString('latin1', 0, readSync(file, bytes, 0, START, 0));
    if (start.startsWith('PK\x03\x04')) return isDocument(path, start) ? null : 'zip';
    if (SIGNATURES.some(([at, sign]) => start.startsWith(sign, at))) return 'other';
    // Bytes before a zip file do not matter; what else has this name is damaged.
    return /\.zip$/i.test(path) ? 'zip' : null;
  } finally {
    closeSync(file);
  }
}

/** Office documents, e-books and libraries of Java are zip files that nobody means to be opened. */
function isDocument(path: string, start: string): boolean {
  const first = start.slice(30, 30 + start.charCodeAt(26));
  return (
    /\.(?:jar|war|ear|apk|whl|docx|xlsx|pptx|od[tspg]|epub)$/i.test(path) ||
    /^(?:\[Content_Types\]\.xml|mimetype|META-INF\/(?:MANIFEST\.MF)?)$/.test(first)
  );
}

interface ArchiveEntry extends TakenFile {
  readonly kind: 'file' | 'folder' | 'link';
}

/** A file of an archive that was not taken, by its path there. */
export interface NotTaken {
  readonly path: string;
  readonly refusal: Refusal;
  readonly isLink: boolean;
}

/** Unpacks an archive of one person into a folder. @throws Refusal; or the system's error */
export async function unpack(archive: string, folder: string): Promise<void> {
  const taking = new Taking(folder);
  for await (const entry of entriesOf(archive)) {
    const path = entry.path.map(nameOnDisk);
    if (entry.kind !== 'link' && path.every((name) => name === '..' || isTaken(name)))
      await takeEntry(taking, entry, path);
  }
}

/**
 * Unpacks an archive of a class. A file that is refused costs only its owner: it is returned, and so are links.
 *
 * People are the first names in it, or those in its only folder. So each pair of first names has the limits of a person
 * here; all files of a person are counted together when they are copied to run.
 *
 * @throws Refusal; or the system's error
 */
export async function unpackClass(archive: string, folder: string): Promise<NotTaken[]> {
  const takings = new Map<string, Taking>();
  const notTaken: NotTaken[] = [];
  for await (const entry of entriesOf(archive)) {
    const path = entry.path.map(nameOnDisk);
    if (!path.every((name, depth) => name === '..' || isTaken(name) || (depth < 2 && isOfSystem(name))))
      continue;
    const key = path.slice(0, 2).join('/');
    const taking = takings.get(key) ?? new Taking(folder);
    takings.set(key, taking);
    const isLink = entry.kind === 'link';
    try {
      if (isLink) throw new Refusal(`${path.join('/')} is a link, or no regular file`);
      await takeEntry(taking, entry, path);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notTaken.push({path: path.join('/'), refusal: error, isLink});
    }
  }
  return notTaken;
}

async function takeEntry(taking: Taking, entry: ArchiveEntry, path: readonly string[]): Promise<void> {
  if (path.includes('..')) throw new Refusal(`${shownName(entry.path.join('/'))} is not a path inside it`);
  if (entry.kind === 'folder') taking.makeFolder(path);
  else await taking.take({...entry, path});
}

/** Yields the entries; a file must be read before the next. @throws Refusal that says what is wrong with the archive */
async function* entriesOf(archive: string): AsyncGenerator<ArchiveEntry> {
  const file = openSync(archive, 'r');
  try {
    yield* archiveKindOf(archive) === 'other' ? entriesOfTar(file) : entriesOfZip(file);
  } finally {
    closeSync(file);
  }
}

/** Place of a zip file in a file: bytes before and after it do not matter. */
interface ZipPlace {
  readonly start: number;
  readonly end: number;
}

/** Bytes of the record at the end of a zip file, and max bytes of its comment. */
const [END_BYTES, LONGEST_COMMENT] = [22, 0xffff];

/** Bytes after a zip file among which its end is looked for. */
const MOST_AFTER = 0xffff;

/** Finds the end record of a zip file; null if there is none. */
function endOfZip(file: number): ZipPlace | null {
  const {size} = fstatSync(file);
  const bytes = Buffer.alloc(Math.min(size, END_BYTES + LONGEST_COMMENT + MOST_AFTER));
  readSync(file, bytes, 0, bytes.length, size - bytes.length);
  for (
    let at = bytes.lastIndexOf('PK\x05\x06');
    at >= 0;
    at = at === 0 ? -1 : bytes.lastIndexOf('PK\x05\x06', at - 1)
  ) {
    if (at + END_BYTES > bytes.length) continue;
    const [directoryBytes, directoryAt] = [bytes.readUInt32LE(at + 12), bytes.readUInt32LE(at + 16)];
    const end = size - bytes.length + at + END_BYTES + bytes.readUInt16LE(at + 20);
    // In a large zip file, another record has the place.
    const isLarge = directoryAt === 0xffffffff || directoryBytes === 0xffffffff;
    const start = isLarge ? 0 : size - bytes.length + at - directoryBytes - directoryAt;
    if (end <= size && start >= 0) return {start, end};
  }
  return null;
}

/** Reads a zip file that begins anywhere in a file. Contents are read apart from it. */
class PartReader extends RandomAccessReader {
  private readonly file: number;
  private readonly start: number;

  constructor(file: number, start: number) {
    super();
    [this.file, this.start] = [file, start];
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const read = readSync(this.file, buffer, offset, length, this.start + position);
    callback(read === length ? null : new Error('it ends too early'));
  }
}

async function* entriesOfZip(file: number): AsyncGenerator<ArchiveEntry> {
  const place = endOfZip(file);
  if (place === null) throw damaged('it is not a zip file, or only part of one');
  const reader = new PartReader(file, place.start);
  // Names are checked here, one by one: a bad one must not spoil the whole class.
  const options = {lazyEntries: true, autoClose: false, decodeStrings: false} as const;
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, place.end - place.start, options);
    if (zip.entryCount > MOST_ENTRIES) throw tooManyEntries();
    for await (const entry of zip.eachEntry()) yield entryOfZip(zip, entry, {...place, file});
  } catch (error) {
    throw error instanceof Refusal || isSystemError(error) ? error : damaged(messageOf(error));
  }
}

function tooManyEntries(): TooMuch {
  return new TooMuch(`it has more than ${MOST_ENTRIES} entries`);
}

function damaged(message: string): Refusal {
  return new Refusal(message, 'could-not-check', 'download it again, or ask for another copy');
}

/** Flag of an entry that says its name is UTF-8. */
const UTF8 = 0x800;

/** Kinds of entries, as Unix has them; 0 where another system made the file. */
const [UNKNOWN, FOLDER, REGULAR] = [0, 0o4, 0o10];

function entryOfZip(zip: ZipFile, entry: Entry, place: ZipPlace & {readonly file: number}): ArchiveEntry {
  const name = nameOf(entry);
  const mode = entry.externalFileAttributes >>> 16;
  const type = mode >>> 12;
  const isFolder = name.endsWith('/') || type === FOLDER;
  const isLink = type !== UNKNOWN && type !== REGULAR;
  return {
    path: pathOf(name),
    kind: isFolder ? 'folder' : isLink ? 'link' : 'file',
    isExecutable: (mode & 0o100) !== 0,
    read: (most) => contentOfZip(zip, entry, place, most),
  };
}

function nameOf({fileNameRaw, extraFields, generalPurposeBitFlag}: Entry): string {
  // Finder writes UTF-8 without saying so.
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8 : generalPurposeBitFlag;
  return yauzl.getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
}

/** Splits a name into a path. An absolute one leads out, too. */
function pathOf(name: string): string[] {
  const path = name.split('/').filter((part) => part !== '' && part !== '.');
  return name.startsWith('/') || /^[A-Za-z]:/.test(name) ? ['..', ...path] : path;
}

async function contentOfZip(
  zip: ZipFile,
  entry: Entry,
  {file, start}: ZipPlace & {readonly file: number},
  most: number,
): Promise<Buffer> {
  const name = shownName(nameOf(entry));
  if (entry.isEncrypted())
    throw new Refusal(`${name} needs a password`, 'could-not-check', 'ask for a copy without a password');
  // Zip bombs: the declared size is checked, and no more is inflated.
  if (Math.max(entry.uncompressedSize, entry.compressedSize) > most) throw new RangeError('too large');
  let content: Buffer;
  try {
    const {fileDataStart} = await zip.readLocalFileHeaderPromise(entry, {minimal: true});
    const packed = Buffer.alloc(entry.compressedSize);
    readSync(file, packed, 0, packed.length, start + fileDataStart);
    content = entry.compressionMethod === STORED ? packed : inflated(entry, packed);
  } catch (error) {
    const why = error instanceof RangeError ? 'it has more bytes than the archive says' : messageOf(error);
    throw damaged(`${name}: ${why}`);
  }
  if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32)
    throw damaged(`${name} is damaged: its checksum is wrong`);
  return content;
}

/** Numbers of the methods of compression that zip files use. */
const [STORED, DEFLATED] = [0, 8];

function inflated({compressionMethod, uncompressedSize}: Entry, packed: Buffer): Buffer {
  if (compressionMethod !== DEFLATED) throw new Error(`compressed by method ${compressionMethod}`);
  return inflateRawSync(packed, {maxOutputLength: Math.max(1, uncompressedSize)});
}

/** Max characters of what `bsdtar` says: for some damaged files it never stops. */
const LONGEST_MESSAGE = 4096;

/** Max milliseconds for an archive. */
const PATIENCE = 120_000;

async function* entriesOfTar(file: number): AsyncGenerator<ArchiveEntry> {
  if (isVolumeOfRar(file))
    throw new Refusal(
      'it is one volume of several of a RAR archive',
      'could-not-check',
      'unpack the set by hand',
    );
  const bsdtar = systemTool('bsdtar');
  if (bsdtar === null)
    throw new Refusal(
      'no bsdtar is installed to open it',
      'could-not-check',
      'apt-get install libarchive-tools',
    );
  const words = await inEmptySandbox([bsdtar, '-cf', '-', '--format', 'pax', '@-']);
  const [command = bsdtar, ...args] = words;
  // Programs share the offset of an open file; each reading needs its own.
  const input = openSync(join('/proc/self/fd', String(file)), 'r');
  // Without this locale, names that are not ASCII are left out.
  const options = {env: {LC_ALL: 'C.UTF-8'}, timeout: PATIENCE, killSignal: 'SIGKILL'} as const;
  const child = spawn(command, args, {...options, stdio: [input, 'pipe', 'pipe']});
  closeSync(input);
  const {stdout, stderr} = child;
  if (stdout === null || stderr === null) throw new Error('no pipes');
  let said = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.length > LONGEST_MESSAGE) child.kill('SIGKILL');
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  try {
    let count = 0;
    for await (const {header, body} of entriesIn(stdout)) {
      count += 1;
      if (count > MOST_ENTRIES) throw tooManyEntries();
      let isRead = false;
      yield {
        path: pathOf(header.name),
        kind: header.type === 'directory' ? 'folder' : header.type === 'file' ? 'file' : 'link',
        isExecutable: ((header.mode ?? 0) & 0o100) !== 0,
        read: async (most) => {
          if (header.size > most) throw new RangeError('too large');
          isRead = true;
          const chunks: Uint8Array[] = [];
          for await (const chunk of body) chunks.push(chunk);
          return Buffer.concat(chunks);
        },
      };
      if (!isRead) await body.cancel();
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw damagedTar(said || messageOf(error));
  } finally {
    child.kill('SIGKILL');
  }
  if ((await ended) !== 0) throw damagedTar(said);
}

function entriesIn(stream: Readable): AsyncIterable<ParsedTarEntry> {
  const {readable, writable} = createTarDecoder();
  const writer = writable.getWriter();
  const feed = async (): Promise<void> => {
    for await (const chunk of stream) await writer.write(chunk);
    await writer.close();
  };
  feed().catch((error) => writer.abort(error).catch(() => {}));
  return readable;
}

function damagedTar(said: string): Refusal {
  const [line = ''] = said.replace(/^bsdtar: (?:-: )?/, '').split('\n');
  if (/passphrase|password|encrypt/i.test(said))
    return new Refusal('it needs a password', 'could-not-check', 'ask for a copy without a password');
  return damaged(`it cannot be opened: ${shownName(line) || 'it is damaged'}`);
}

/** Flag of a RAR archive that is one file of several: `bsdtar` reads zeros out of it. */
const VOLUME = 1;

function isVolumeOfRar(file: number): boolean {
  const bytes = Buffer.alloc(64);
  readSync(file, bytes, 0, bytes.length, 0);
  if (bytes.toString('latin1', 0, 7) === 'Rar!\x1a\x07\0') return (bytes.readUInt16LE(10) & VOLUME) !== 0;
  if (bytes.toString('latin1', 0, 8) !== 'Rar!\x1a\x07\x01\0') return false;
  // After a checksum of four bytes: size, type, flags, the size of an extra area if flag 1 says so, archive flags.
  let at = 12;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value;
  };
  number();
  number();
  if ((number() & 1) !== 0) number();
  return (number() & VOLUME) !== 0;
}

/** Returns whether a file is an archive; false if it cannot be read. */
export function isArchive(path: string): boolean {
  return ifAllowed(() => archiveKindOf(path)) !== null;
}
