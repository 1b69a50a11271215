/*
 * The files of the page. They are read once, when the server starts, and what is not among them cannot be asked for:
 * no path of a request ever meets the file system.
 */
import {createHash} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import {extname, join, relative, sep} from 'node:path';
import type {Reply} from './answers.js';

interface PageFile {
  readonly type: string;
  readonly tag: string;
  readonly content: Uint8Array;
}

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

/** The plain files in a folder: links are passed over, wherever they lead. Empty if there is no folder. */
export function readSite(folder: string): Site {
  const site = new Map(filesBelow(folder).map((path) => [addressOf(relative(folder, path)), fileAt(path)]));
  const index = site.get(INDEX);
  return index === undefined ? site : site.set('/', index);
}

/**
 * A file as an answer, without it if the browser has it already.
 *
 * @param known the header `If-None-Match`
 */
export function answerOf(site: Site, path: string, known: string | undefined): Reply {
  const file = site.get(path);
  if (file === undefined) throw new Error(`${path} is no file of the page`);
  const {type, tag, content} = file;
  // Kept, but asked about each time: after an update nobody plays with half of the old page.
  const headers = {'content-type': type, 'cache-control': 'no-cache', etag: tag};
  // A cache in between may have marked it as weak.
  const tags = (known ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  const isKnown = tags.includes(tag) || tags.includes('*');
  return isKnown ? {status: 304, headers, body: null} : {status: 200, headers, body: content};
}

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

function fileAt(path: string): PageFile {
  const content = readFileSync(path);
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  return {type, tag: `"${createHash('sha256').update(content).digest('base64url')}"`, content};
}
