/*
 * `npm run build`: makes `dist`. It calls no shell, so it runs on every system that has Node.
 *
 *   dist/assign1.cjs                the strict tool, one file
 *   dist/command/                   `fivedice`: a file for the command and one for each door
 *   dist/web/                       the page, as files for any web server
 *   dist/esm, dist/cjs              the library with its types, for `import` and for `require`
 *   dist/THIRD-PARTY-LICENSES.txt   the licences of the packages in those bundles
 *   src/solver, src/analysis        the solver's kernel and the script of the advisor's thread, as text in modules
 *   src/marking/reports/html        the script and the style of the HTML report, as text in a module
 *
 * Commands are CommonJS, which starts faster than ES modules do.
 */
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {type BuildOptions, build, type Metafile, type Plugin} from 'esbuild';
import {execa} from 'execa';
import {formatNotices, noticeOf, packageFolders} from './notices.js';
import {buildPage} from './page.js';
import {replaceFolder} from './replace.js';
import {buildReportPage} from './report-page.js';
import {buildSolver} from './solver.js';

const ROOT = join(import.meta.dirname, '..');
/** Built here, beside `dist`, whose commands may be running. */
const MADE = mkdtempSync(join(ROOT, 'dist-'));
const SRC = join(ROOT, 'src');

/**
 * The commands. The second has doors: the modules that `cli.ts` imports on demand, so they need no list here.
 */
const ASSIGN1 = {in: 'src/valuation/assign1.ts', out: 'assign1'};
const FIVEDICE = {in: 'src/cli.ts', out: 'command/cli'};

/** What few games, or few runs, need is a file of its own, so that the others need not read it. */
const SELDOM = /\/(?:advisor|checking|html|tournament)\.js$/;

const FOR_NODE: BuildOptions = {
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // `require` is faster, and CommonJS has no `import.meta`.
  supported: {'dynamic-import': false},
  define: {'import.meta.dirname': '__dirname'},
};

/**
 * A plain script, because a page that is opened as a file may load no module. Small: the licences of what is in it stay
 * named at its end.
 */
const FOR_BROWSERS: BuildOptions = {platform: 'browser', target: 'es2023', format: 'iife', minify: true};

const COMMONJS = '{"type": "commonjs"}\n';

process.once('exit', () => rmSync(MADE, {recursive: true, force: true}));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
mkdirSync(join(MADE, 'command'));
mkdirSync(join(MADE, 'cjs'));
await Promise.all([buildSolver(FOR_NODE), buildReportPage(FOR_BROWSERS)]);
// Only when all have ended, nothing more is written here.
const parts = await Promise.allSettled([buildBundles(), buildLibrary('esm'), buildLibrary('cjs')]);
for (const part of parts) if (part.status === 'rejected') throw part.reason;
replaceFolder(MADE, join(ROOT, 'dist'));

async function buildBundles(): Promise<void> {
  const [doors, rooms] = [new Set<string>(), new Set<string>()];
  const bundles = [
    await bundle([ASSIGN1], '.cjs'),
    await bundle([FIVEDICE], '.js', [keptApart(/^\.\//, doors, '')]),
    // One by one, because what is kept apart is called by its path from the bundle that calls it.
    ...(await Promise.all(
      [...doors].map((door) =>
        bundle([entryFor(door)], '.js', [
          keptApart(SELDOM, rooms, dirname(door)),
          onFirstCall('string-width'),
        ]),
      ),
    )),
    await bundle([...rooms].map(entryFor), '.js', [onFirstCall('string-width')]),
    await buildPage(join(MADE, 'web'), FOR_BROWSERS),
  ];
  writeFileSync(join(MADE, 'command/package.json'), COMMONJS);
  const notices = packageFolders(bundles.flatMap(contentsOf)).map((folder) => noticeOf(join(ROOT, folder)));
  writeFileSync(join(MADE, 'THIRD-PARTY-LICENSES.txt'), formatNotices(notices));
}

async function bundle(
  entryPoints: {in: string; out: string}[],
  ending: '.js' | '.cjs',
  plugins: Plugin[] = [],
): Promise<Metafile> {
  const {metafile} = await build({
    absWorkingDir: ROOT,
    entryPoints,
    outdir: MADE,
    outExtension: {'.js': ending},
    bundle: true,
    ...FOR_NODE,
    logLevel: 'warning',
    metafile: true,
    plugins,
  });
  return metafile;
}

/**
 * Keeps modules that are imported on demand, by such a path, out of the bundle, and collects them.
 *
 * @param from the folder of the bundle, below `dist/command`
 */
function keptApart(filter: RegExp, modules: Set<string>, from: string): Plugin {
  return {
    name: 'kept apart',
    setup: ({onResolve}) => {
      onResolve({filter}, ({kind, path: named, resolveDir}) => {
        if (kind !== 'dynamic-import') return null;
        const module = relative(SRC, join(resolveDir, named));
        modules.add(module.replace(/\.js$/, ''));
        const path = relative(from, module);
        return {path: path.startsWith('.') ? path : `./${path}`, external: true};
      });
    },
  };
}

function entryFor(module: string): {in: string; out: string} {
  return {in: `src/${module}.ts`, out: `command/${module}`};
}

/** Runs a package that is one function on its first call: to start this one takes as long as to start Node. */
function onFirstCall(name: string): Plugin {
  const filter = new RegExp(`^${name}$`);
  return {
    name: `${name} on its first call`,
    setup: ({onResolve, onLoad}) => {
      onResolve({filter}, ({kind}) => (kind === 'import-statement' ? {path: name, namespace: 'late'} : null));
      onLoad({filter, namespace: 'late'}, () => ({
        resolveDir: ROOT,
        contents: `
          let run;
          export default (...args) => (run ??= require(${JSON.stringify(name)}).default)(...args);`,
      }));
    },
  };
}

/** The files whose code is in a bundle. */
function contentsOf({outputs}: Metafile): string[] {
  return Object.values(outputs).flatMap(({inputs}) =>
    Object.entries(inputs).flatMap(([file, {bytesInOutput}]) => (bytesInOutput > 0 ? [file] : [])),
  );
}

async function buildLibrary(format: 'esm' | 'cjs'): Promise<void> {
  await execa('tsc', ['--project', `.build/${format}.tsconfig.json`, '--outDir', join(MADE, format)], {
    cwd: ROOT,
    preferLocal: true,
    stdio: 'inherit',
  });
  if (format === 'cjs') writeFileSync(join(MADE, 'cjs/package.json'), COMMONJS);
}
