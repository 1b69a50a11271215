/*
 * Archives, known by their content. `yauzl` reads zip files; `bsdtar`, in the sandbox where that works, turns all others into
 * a tar stream. Both are read here, within limits: nothing is extracted and no link is made elsewhere.
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
import {
  FolderWriter,
  isIgnored,
  nameOnDisk,
  Refusal,
  shownName,
  type TakenFile,
  TooMuch,
  Unchecked,
} from './taking.js';

const MOST_ENTRIES = 200_000;

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

/** Returns false if the file cannot be read. */
export function isArchive(path: string): boolean {
  return ifAllowed(() => kindOf(path)) !== null;
}

/** Returns null for other files, and for documents and libraries. @throws the system's error */
function kindOf(path: string): 'zip' | 'other' | null {
  if (statSync(path, {throwIfNoEntry: false})?.isFile() !== true) return null;
  const file = openSync(path, 'r');
  try {
    const start = bytesAt(file, 0, 512).toString('latin1');
    if (start.startsWith('PK\x03\x04')) return isDocument(path, start) ? null : 'zip';
    if (SIGNATURES.some(([at, sign]) => start.startsWith(sign, at))) return 'other';
    // The zip file may begin later, or be damaged.
    return /\.zip$/i.test(path) ? 'zip' : null;
  } finally {
    closeSync(file);
  }
}

function bytesAt(file: number, position: number, most: number): Buffer {
  const bytes = Buffer.alloc(most);
  return bytes.subarray(0, readSync(file, bytes, 0, most, position));
}

/** Office documents, e-books and libraries of Java are zip files, too. */
function isDocument(path: string, start: string): boolean {
  const first = start.slice(30, 30 + start.charCodeAt(26));
  const isOffice = /^(?:\[Content_Types\]\.xml|mimetype)$/.test(first);
  // Projects of IDEs may begin with such a folder, too.
  const isLibrary = /^META-INF\//.test(first) && !/\.zip$/i.test(path);
  return isOffice || isLibrary || /\.(?:jar|war|ear|apk|whl|docx|xlsx|pptx|od[tspg]|epub)$/i.test(path);
}

interface ArchiveEntry extends TakenFile {
  readonly kind: 'file' | 'folder' | 'link';
}

/** Unpacks an archive of one person into a folder. @throws Refusal; or the system's error */
export async function unpack(archive: string, folder: string): Promise<void> {
  const writer = new FolderWriter(folder);
  for await (const entry of entriesOf(archive)) {
    const path = entry.path.map(nameOnDisk);
    if (path.includes('..')) throw leadsOut(path);
    if (entry.kind === 'file' && !path.some(isIgnored)) await writer.write({...entry, path});
  }
}

/** An entry that was not taken, by its path in the archive. */
export interface NotTaken {
  readonly path: string;
  readonly refusal: Refusal;
  readonly isLink: boolean;
}

/**
 * Unpacks an archive of a class. Returns the refused files and links, which affect only their owner. One of the first
 * three names of a path is the person's, so files that share these three names share the limits of a person.
 *
 * @throws Refusal; or the system's error
 */
export async function unpackClass(archive: string, folder: string): Promise<NotTaken[]> {
  const made = new Set<string>();
  const writers = new Map<string, FolderWriter>();
  const notTaken: NotTaken[] = [];
  for await (const entry of entriesOf(archive)) {
    const path = entry.path.map(nameOnDisk);
    // Names that systems make may begin like those of hidden files.
    const hidden = path.findIndex((name, depth) => isIgnored(name) && (depth > 2 || !isOfSystem(name)));
    const key = path.slice(0, 3).join('/');
    const writer = writers.get(key) ?? new FolderWriter(folder, made);
    writers.set(key, writer);
    try {
      if (path.includes('..')) throw leadsOut(path);
      if (entry.kind === 'link') throw new Refusal(`${path.join('/')} is a link, or no regular file`);
      // An empty folder is a person, too: nobody may be missing because nothing of theirs was taken.
      const folders = entry.kind === 'file' ? path.slice(0, -1) : path;
      if (hidden === -1 && entry.kind === 'file') await writer.write({...entry, path});
      else writer.makeFolder(folders.slice(0, hidden === -1 ? 3 : Math.min(3, hidden)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notTaken.push({path: path.join('/'), refusal: error, isLink: entry.kind === 'link'});
    }
  }
  return notTaken;
}

function leadsOut(path: readonly string[]): Refusal {
  return new Refusal(`${path.join('/')} is not a path inside it`);
}

/** Yields entries, each to be read before the next. @throws Refusal that says what is wrong with the archive */
async function* entriesOf(archive: string): AsyncGenerator<ArchiveEntry> {
  const file = openSync(archive, 'r');
  let count = 0;
  try {
    for await (const entry of kindOf(archive) === 'other' ? entriesOfTar(file) : entriesOfZip(file)) {
      count += 1;
      if (count > MOST_ENTRIES) throw new TooMuch(`it has more than ${MOST_ENTRIES} entries`);
      yield entry;
    }
  } finally {
    closeSync(file);
  }
}

/** Bytes of the record at the end of a zip file, max bytes of its comment, and of what follows the file. */
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const MOST_AFTER = 0xffff;

/** Finds a zip file among other bytes, as `unzip` does; null if there is none. */
function zipIn(file: number): {readonly start: number; readonly end: number} | null {
  const {size} = fstatSync(file);
  const most = Math.min(size, END_BYTES + LONGEST_COMMENT + MOST_AFTER);
  const bytes = bytesAt(file, size - most, most);
  for (let from = bytes.length - END_BYTES; from >= 0; ) {
    const at = bytes.lastIndexOf('PK\x05\x06', from);
    if (at === -1) return null;
    const directoryBytes = bytes.readUInt32LE(at + 12);
    const directoryAt = bytes.readUInt32LE(at + 16);
    const end = size - most + at + END_BYTES + bytes.readUInt16LE(at + 20);
    // A large zip file has the place in another record.
    const isLarge = directoryAt === 0xffffffff || directoryBytes === 0xffffffff;
    const start = isLarge ? 0 : size - most + at - directoryBytes - directoryAt;
    if (end <= size && start >= 0) return {start, end};
    from = at - 1;
  }
  return null;
}

/** Reads a zip file that begins anywhere in a file. */
class PartReader extends RandomAccessReader {
  private readonly file: number;
  private readonly start: number;

  constructor(file: number, start: number) {
    super();
    this.file = file;
    this.start = start;
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
  const place = zipIn(file);
  if (place === null) throw damaged('it is not a zip file, or only part of one');
  const reader = new PartReader(file, place.start);
  // Names are checked one by one: a bad one must not spoil the class.
  const options = {lazyEntries: true, autoClose: false, decodeStrings: false} as const;
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, place.end - place.start, options);
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      const mode = entry.externalFileAttributes >>> 16;
      const type = mode >>> 12;
      yield {
        path: pathOf(name),
        kind: name.endsWith('/') || type === FOLDER ? 'folder' : FILES.includes(type) ? 'file' : 'link',
        isExecutable: (mode & 0o100) !== 0,
        read: (most) => contentOf(zip, entry, file, place.start, most),
      };
    }
  } catch (error) {
    throw error instanceof Refusal || isSystemError(error) ? error : damaged(messageOf(error));
  }
}

function damaged(message: string): Unchecked {
  return new Unchecked(message, 'download it again, or ask for another copy');
}

function locked(message: string): Unchecked {
  return new Unchecked(message, 'ask for a copy without a password');
}

/** File types of Unix; 0 if another system made the entry. */
const FOLDER = 0o4;
const FILES: readonly number[] = [0, 0o10];

/** Flag of an entry with a name in UTF-8. */
const UTF8 = 0x800;

function nameOf({fileNameRaw, extraFields, generalPurposeBitFlag}: Entry): string {
  // Finder writes UTF-8 without saying so.
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8 : generalPurposeBitFlag;
  return yauzl.getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
}

function pathOf(name: string): string[] {
  const path = name.split('/').filter((part) => part !== '' && part !== '.');
  return name.startsWith('/') || /^[A-Za-z]:/.test(name) ? ['..', ...path] : path;
}

const STORED = 0;
const DEFLATED = 8;

async function contentOf(
  zip: ZipFile,
  entry: Entry,
  file: number,
  start: number,
  most: number,
): Promise<Buffer> {
  const name = shownName(nameOf(entry));
  const {compressionMethod, compressedSize, uncompressedSize} = entry;
  if (entry.isEncrypted()) throw locked(`${name} needs a password`);
  // Zip bombs: the declared size is checked, and no more is inflated.
  if (Math.max(uncompressedSize, compressedSize) > most) throw new RangeError('too large');
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw damaged(`${name} has an unknown method of compression: ${compressionMethod}`);
  let content: Buffer;
  try {
    const {fileDataStart} = await zip.readLocalFileHeaderPromise(entry, {minimal: true});
    const packed = bytesAt(file, start + fileDataStart, compressedSize);
    const options = {maxOutputLength: Math.max(1, uncompressedSize)};
    content = compressionMethod === STORED ? packed : inflateRawSync(packed, options);
  } catch (error) {
    const why = error instanceof RangeError ? 'it has more bytes than the archive says' : messageOf(error);
    throw damaged(`${name}: ${why}`);
  }
  if (content.length !== uncompressedSize || crc32(content) !== entry.crc32)
    throw damaged(`${name} is damaged: its checksum is wrong`);
  return content;
}

/** Max characters of error output: for some damaged files, `bsdtar` never stops. */
const LONGEST_MESSAGE = 4096;

/** Max milliseconds for an archive. */
const PATIENCE = 120_000;

async function* entriesOfTar(file: number): AsyncGenerator<ArchiveEntry> {
  if (isVolumeOfRar(bytesAt(file, 0, 64)))
    throw new Unchecked('it is one volume of several of a RAR archive', 'unpack the set by hand');
  const bsdtar = systemTool('bsdtar');
  if (bsdtar === null) throw new Unchecked('bsdtar is not installed', 'apt-get install libarchive-tools');
  const words = await inEmptySandbox([bsdtar, '-cf', '-', '--format', 'pax', '@-']);
  const [command = bsdtar, ...args] = words;
  // An inherited descriptor would share its offset.
  const input = openSync(join('/proc/self/fd', String(file)), 'r');
  // Without this locale, names that are not ASCII are left out.
  const options = {env: {LC_ALL: 'C.UTF-8'}, timeout: PATIENCE, killSignal: 'SIGKILL'} as const;
  const child = spawn(command, args, {...options, stdio: [input, 'pipe', 'pipe']});
  closeSync(input);
  const [, stdout, stderr] = child.stdio;
  let errors = '';
  stderr?.on('data', (text) => {
    errors += text;
    if (errors.length > LONGEST_MESSAGE) child.kill('SIGKILL');
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  try {
    for await (const {header, body} of entriesIn(stdout)) {
      let isRead = false;
      const {type, name, size, mode = 0} = header;
      yield {
        path: pathOf(name),
        kind: type === 'directory' ? 'folder' : type === 'file' ? 'file' : 'link',
        isExecutable: (mode & 0o100) !== 0,
        read: async (most) => {
          if (size > most) throw new RangeError('too large');
          isRead = true;
          const chunks: Uint8Array[] = [];
          for await (const chunk of body) chunks.push(chunk);
          return Buffer.concat(chunks);
        },
      };
      // Cancelling a body may cancel the next one, which the decoder has begun.
      if (!isRead) for await (const _ of body);
    }
    if ((await ended) !== 0) throw damagedTar(errors);
  } catch (error) {
    throw error instanceof Refusal ? error : damagedTar(errors || messageOf(error));
  } finally {
    child.kill('SIGKILL');
  }
}

function entriesIn(stream: Readable | null): AsyncIterable<ParsedTarEntry> {
  const {readable, writable} = createTarDecoder();
  const writer = writable.getWriter();
  const feed = async (): Promise<void> => {
    for await (const chunk of stream ?? []) await writer.write(chunk);
    await writer.close();
  };
  feed().catch((error) => writer.abort(error).catch(() => {}));
  return readable;
}

function damagedTar(errors: string): Unchecked {
  const [line = ''] = errors.replace(/^bsdtar: (?:-: )?/, '').split('\n');
  if (/passphrase|password|encrypt/i.test(errors)) return locked('it needs a password');
  return damaged(`it cannot be opened: ${shownName(line) || 'it is damaged'}`);
}

/** `bsdtar` reads zeros from one volume of a set. In version 5, flags follow a checksum and three or four bytes. */
function isVolumeOfRar(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 8);
  const at = start === 'Rar!\x1a\x07\x01\0' ? 15 + ((bytes[14] ?? 0) & 1) : 10;
  return start.startsWith('Rar!\x1a\x07') && ((bytes[at] ?? 0) & 1) !== 0;
}
