/*
 * Makes the page, as files for any web server: its document with the style and the script of the first paint in it, what
 * that loads later, and what makes a second visit work without the server. What is text is there compressed, too.
 */
import {createHash} from 'node:crypto';
import {cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {brotliCompressSync, gzipSync, constants as zlib} from 'node:zlib';
import {type BuildOptions, build, type Metafile} from 'esbuild';
import {documentHtml} from '../src/web/page/document.js';
import {bundled} from './report-page.js';

const ROOM = join(import.meta.dirname, '../src/web/page');

/** What the document loads later: the page's script and style, and the script for advice. */
const LATER = [
  ['page.ts', 'page'],
  ['styles/page.css', 'page'],
  ['advisor/script.ts', 'advisor'],
] as const;
const COPIED = ['manifest.webmanifest', 'icon.svg', 'icon-192.png', 'icon-maskable.png'];
const TEXT = /\.(?:css|html|js|svg|webmanifest)$/;

/** By the ending that servers know: https://nginx.org/en/docs/http/ngx_http_gzip_static_module.html. */
const PACKERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  br: (bytes) => brotliCompressSync(bytes, {params: {[zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length}}),
  gz: (bytes) => gzipSync(bytes, {level: zlib.Z_BEST_COMPRESSION}),
};

/** @param folder where the files go; it is made */
export async function buildPage(folder: string, forBrowsers: BuildOptions): Promise<Metafile> {
  mkdirSync(folder);
  const [{metafile}, style, script] = await Promise.all([
    build({
      ...forBrowsers,
      absWorkingDir: join(import.meta.dirname, '..'),
      entryPoints: LATER.map(([file, out]) => ({in: join(ROOM, file), out})),
      outdir: folder,
      bundle: true,
      logLevel: 'warning',
      metafile: true,
    }),
    bundled(join(ROOM, 'styles/first.css'), forBrowsers),
    bundled(join(ROOM, 'first.ts'), forBrowsers),
  ]);
  writeFileSync(join(folder, 'index.html'), documentHtml({style, script}));
  for (const file of COPIED) cpSync(join(ROOM, file), join(folder, file));
  // It names the other files, so it is built after them.
  const PAGE = JSON.stringify(pageFiles(folder));
  const worker = await bundled(join(ROOM, 'service-worker.ts'), {...forBrowsers, define: {PAGE}});
  writeFileSync(join(folder, 'service-worker.js'), worker);
  for (const file of readdirSync(folder).filter((name) => TEXT.test(name)))
    for (const [ending, pack] of Object.entries(PACKERS))
      writeFileSync(join(folder, `${file}.${ending}`), pack(readFileSync(join(folder, file))));
  return metafile;
}

/** The files of the page, and a digest that changes with any of them. */
function pageFiles(folder: string): {readonly files: readonly string[]; readonly digest: string} {
  const files = readdirSync(folder).sort();
  const digest = createHash('sha256');
  for (const file of files) digest.update(readFileSync(join(folder, file)));
  return {files, digest: digest.digest('hex').slice(0, 16)};
}
