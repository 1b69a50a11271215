/*
 * `npm run build`: clears `dist` and writes it. It calls no shell, so it runs on every system that has Node.
 *
 *   dist/assign1.cjs                the strict tool
 *   dist/command/                   `fivedice`: a bundle of the command, and of each subcommand and thread
 *   dist/web/                       the page, as files for any web server
 *   dist/esm, dist/cjs              the library with its types, for `import` and for `require`
 *   dist/THIRD-PARTY-LICENSES.txt   the licences of the packages in the bundles
 */
import {createHash} from 'node:crypto';
import {cpSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import {type BuildOptions, build, type Metafile} from 'esbuild';
import {execa} from 'execa';
import {startScreen} from '../src/web/page/start/start.js';
import {todayView} from '../src/web/page/start/today.js';
import {policyOf} from '../src/web/policy.js';
import {markupOf} from './markup.js';
import {formatNotices} from './notices.js';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const PAGE = 'src/web/page';

const FOR_NODE: BuildOptions = {
  platform: 'node',
  target: 'node20',
  // Starts faster than ES modules do. It has no `import.meta`, and `require` is faster than `import()`.
  format: 'cjs',
  define: {'import.meta.dirname': '__dirname'},
  supported: {'dynamic-import': false},
};

const FOR_BROWSERS: BuildOptions = {
  platform: 'browser',
  target: 'es2023',
  // A page opened as a file may load no module.
  format: 'iife',
  minify: true,
  entryNames: '[name]',
};

/** The page's script runs after the first paint. The parentheses have it compiled earlier, while the page is parsed. */
const AFTER_PAINT: BuildOptions = {
  ...FOR_BROWSERS,
  format: 'esm',
  banner: {js: 'let start=(()=>{'},
  footer: {js: '});requestAnimationFrame(()=>setTimeout(start))'},
};

const COMMONJS = '{"type": "commonjs"}\n';

rmSync(DIST, {recursive: true, force: true});
await Promise.all([buildBundles(), buildLibrary('esm'), buildLibrary('cjs')]);
for (const folder of ['command', 'cjs']) writeFileSync(join(DIST, folder, 'package.json'), COMMONJS);

async function buildBundles(): Promise<void> {
  const bundles = await Promise.all([
    bundle('.', {
      ...FOR_NODE,
      entryPoints: ['src/valuation/assign1.ts'],
      entryNames: '[name]',
      outExtension: {'.js': '.cjs'},
    }),
    buildCommand(),
    buildPage(),
  ]);
  const files = bundles.flat().flatMap(filesIn);
  writeFileSync(join(DIST, 'THIRD-PARTY-LICENSES.txt'), formatNotices(ROOT, files));
}

/**
 * Bundles `cli.ts`, and each module that is imported on demand, at the path of its source, where imports find it. A class
 * in two bundles is two classes.
 */
function buildCommand(): Promise<Metafile> {
  const files = ['src/cli.ts', 'src/analysis/thread/script.ts'];
  const external: string[] = [];
  for (const file of files) {
    for (const [, path = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(/\bimport\('(\..+?)'\)/g)) {
      files.push(join(dirname(file), path.replace(/\.js$/, '.ts')));
      external.push(path);
    }
  }
  return bundle('command', {...FOR_NODE, entryPoints: files, outbase: 'src', external});
}

async function buildPage(): Promise<Metafile[]> {
  const folder = join(DIST, 'web');
  const sources = ['page.css', 'service-worker.ts'];
  const advisor = {in: `${PAGE}/advisor/script.ts`, out: 'advisor'};
  const entryPoints = [...sources.map((file) => `${PAGE}/${file}`), advisor];
  const metafiles = [
    await bundle('web', {...FOR_BROWSERS, entryPoints}),
    await bundle('web', {...AFTER_PAINT, entryPoints: [`${PAGE}/page.ts`]}),
  ];
  const [worker, style] = ['service-worker.js', 'page.css'].map((file) => {
    const text = readFileSync(join(folder, file), 'utf8').trim();
    rmSync(join(folder, file));
    return text;
  });
  // The replacements are functions: a text may hold `$&`.
  const index = readFileSync(join(ROOT, PAGE, 'index.html'), 'utf8')
    .replace('<link rel="stylesheet" href="page.css">', () => `<style>${style}</style>`)
    .replace('</div>', () => `${startAtFirst()}</div>`);
  writeFileSync(
    join(folder, 'index.html'),
    index.replace("default-src 'none'", () => policyOf(index)),
  );
  for (const file of ['manifest.webmanifest', 'icon.svg', 'icon-maskable.png'])
    cpSync(join(ROOT, PAGE, file), join(folder, file));
  // The service worker keeps the other files, and its text changes with any of them.
  const files = readdirSync(folder).sort();
  const digest = createHash('sha256');
  for (const file of files) digest.update(readFileSync(join(folder, file)));
  const kept = JSON.stringify({files, digest: digest.digest('hex').slice(0, 16)});
  writeFileSync(join(folder, 'service-worker.js'), `const PAGE=${kept};${worker}\n`);
  // For servers that send compressed files, as nginx does with `gzip_static`.
  for (const file of readdirSync(folder).filter((name) => !name.endsWith('.png'))) {
    const bytes = readFileSync(join(folder, file));
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes));
    writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, {level: 9}));
  }
  return metafiles;
}

/** Returns the start as a new player sees it, without what is folded away: nothing unfolds before the script runs. */
function startAtFirst(): string {
  const nobody = (): void => {};
  const today = todayView(
    {day: '', isToday: true, streak: 0, days: [], results: new Map(), shared: null},
    {play: nobody, see: nobody},
  );
  const start = startScreen(
    {notice: null, left: null, halls: [], today},
    {start: nobody, refuse: nobody, goOn: nobody, open: nobody, history: nobody, fame: nobody},
  );
  return markupOf(start).replace(/(?<=<\/summary>).*?(?=<\/details>)/gs, '');
}

async function bundle(folder: string, options: BuildOptions): Promise<Metafile> {
  const {metafile} = await build({
    ...options,
    absWorkingDir: ROOT,
    outdir: join(DIST, folder),
    bundle: true,
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

/** Returns the files whose code is in a bundle. */
function filesIn({outputs}: Metafile): string[] {
  return Object.values(outputs).flatMap(({inputs}) =>
    Object.entries(inputs).flatMap(([file, {bytesInOutput}]) => (bytesInOutput > 0 ? [file] : [])),
  );
}

async function buildLibrary(format: 'esm' | 'cjs'): Promise<void> {
  await execa('tsc', ['--project', `.build/${format}.tsconfig.json`], {
    cwd: ROOT,
    preferLocal: true,
    stdio: 'inherit',
  });
}
