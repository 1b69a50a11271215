/*
 * The files of the page. They are read once, when the server starts, and what is not among them cannot be asked for:
 * no path of a request ever meets the file system.
 */
import {createHash} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import type {IncomingHttpHeaders} from 'node:http';
import {extname, join, relative, sep} from 'node:path';
import {policyOf, type Reply} from './answers.js';

interface PageFile {
  /** As it is, and compressed. */
  readonly contents: Readonly<Partial<Record<Encoding, Content>>> & {readonly identity: Content};
  readonly headers: Reply['headers'];
}

interface Content {
  readonly tag: string;
  readonly bytes: Uint8Array;
}

/** What a file may be served as, best first, with the ending of the file that the build puts beside it. */
const ENCODINGS = [
  {encoding: 'br', ending: '.br'},
  {encoding: 'gzip', ending: '.gz'},
] as const;
type Encoding = (typeof ENCODINGS)[number]['encoding'];

/** Files by their paths, as `/` and `/page.js`. */
export type Site = ReadonlyMap<string, PageFile>;

const INDEX = '/index.html';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * The plain files in a folder: links are passed over, wherever they lead. Empty if there is no folder. A compressed file
 * has no address of its own.
 */
export function readSite(folder: string): Site {
  const paths = filesBelow(folder);
  const own = paths.filter((path) => !ENCODINGS.some(({ending}) => isBeside(path, ending, paths)));
  const site = new Map(own.map((path) => [addressOf(relative(folder, path)), fileAt(path, paths)]));
  const index = site.get(INDEX);
  return index === undefined ? site : site.set('/', index);
}

/** A file as an answer, as small as the browser takes it, and without it if the browser has it already. */
export function answerOf(
  site: Site,
  path: string,
  {'if-none-match': known = '', 'accept-encoding': accepted = ''}: IncomingHttpHeaders,
): Reply {
  const file = site.get(path);
  if (file === undefined) throw new Error(`${path} is no file of the page`);
  const found = ENCODINGS.find(({encoding}) => encoding in file.contents && accepts(`${accepted}`, encoding));
  const {tag, bytes} = (found && file.contents[found.encoding]) ?? file.contents.identity;
  const headers = {...file.headers, etag: tag};
  // A cache in between may have marked it as weak.
  const tags = known.split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (tags.includes(tag) || tags.includes('*')) return {status: 304, headers, body: null};
  return {
    status: 200,
    headers: found === undefined ? headers : {...headers, 'content-encoding': found.encoding},
    body: bytes,
  };
}

/** Whether `Accept-Encoding` takes an encoding: by its name, else by `*`, and not with a weight of 0. */
function accepts(header: string, encoding: Encoding): boolean {
  const taken = new Map(
    header.split(',').map((part) => {
      const [name = '', ...weights] = part.split(';').map((word) => word.trim().toLowerCase());
      return [name, weights.length === 0 || weights.some((weight) => POSITIVE.test(weight))];
    }),
  );
  return taken.get(encoding) ?? taken.get('*') ?? false;
}

/** A weight above 0, as RFC 9110 writes it. */
const POSITIVE = /^q=(?:1(?:\.0{0,3})?|0\.(?!0+$)\d{1,3})$/;

function filesBelow(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

function entriesOf(folder: string): ReturnType<typeof readEntries> {
  try {
    return readEntries(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function readEntries(folder: string) {
  return readdirSync(folder, {withFileTypes: true, encoding: 'utf8'});
}

function addressOf(path: string): string {
  return `/${path.split(sep).map(encodeURIComponent).join('/')}`;
}

function isBeside(path: string, ending: string, paths: readonly string[]): boolean {
  return path.endsWith(ending) && paths.includes(path.slice(0, -ending.length));
}

function fileAt(path: string, paths: readonly string[]): PageFile {
  const identity = contentAt(path);
  const packed = ENCODINGS.filter(({ending}) => paths.includes(path + ending));
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  return {
    contents: {
      identity,
      ...Object.fromEntries(packed.map(({encoding, ending}) => [encoding, contentAt(path + ending)])),
    },
    headers: {
      'content-type': type,
      // Kept, but asked about each time: after an update nobody plays with half of the old page.
      'cache-control': 'no-cache',
      ...(packed.length > 0 && {vary: 'Accept-Encoding'}),
      ...(type.startsWith('text/html') && {'content-security-policy': policyFor(identity)}),
    },
  };
}

function contentAt(path: string): Content {
  const bytes = readFileSync(path);
  return {tag: `"${digestOf(bytes, 'base64url')}"`, bytes};
}

/** What a document allows itself by what it holds: its own scripts and styles, and no other. */
function policyFor({bytes}: Content): string {
  const blocks = [
    ...Buffer.from(bytes)
      .toString()
      .matchAll(/<(script|style)>(.*?)<\/\1>/gs),
  ];
  const digests = (kind: string): string[] =>
    blocks.flatMap(([, name, text = '']) => (name === kind ? [`'sha256-${digestOf(text, 'base64')}'`] : []));
  return policyOf({script: digests('script'), style: digests('style')});
}

function digestOf(content: string | Uint8Array, encoding: 'base64' | 'base64url'): string {
  return createHash('sha256').update(content).digest(encoding);
}
