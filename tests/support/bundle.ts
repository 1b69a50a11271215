/*
 * All test files, bundled: one transpilation of tests and source for all of them, in place of one for each process.
 * The bundles lie below `node_modules`, where packages are found; each module still knows its own folder.
 */
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {build, type Plugin} from 'esbuild';
import {ROOT} from './readme.js';

/** Where the bundles are, by the same paths as their sources. */
const BUNDLES = join(ROOT, 'node_modules/.cache/fivedice/bundles');

/** In each module the folder that its source lies in. */
const OWN_FOLDER: Plugin = {
  name: 'own folder',
  setup: ({onLoad}) => {
    onLoad({filter: /\/(?:tests|src)\/.*\.ts$/}, ({path}) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
      loader: 'ts',
    }));
  },
};

/**
 * Packages that few tests need, or that read files beside their own. All others are bundled too: to find the hundred
 * files of execa takes each process longer than to run what is in them.
 */
const HEAVY = [
  '@arethetypeswrong/core',
  '@xterm/headless',
  'axe-core',
  'esbuild',
  'playwright-core',
  'publint',
];

/** @param files paths in the project, such as `tests/rules/dice.test.ts` */
export async function bundle(files: readonly string[]): Promise<void> {
  rmSync(BUNDLES, {recursive: true, force: true});
  await build({
    absWorkingDir: ROOT,
    entryPoints: [...files],
    outbase: '.',
    outdir: BUNDLES,
    outExtension: {'.js': '.mjs'},
    bundle: true,
    splitting: true,
    external: HEAVY,
    // For those that are CommonJS.
    banner: {
      js: "import {createRequire as requireFrom} from 'node:module'; globalThis.require ??= requireFrom(import.meta.url);",
    },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    logLevel: 'error',
    plugins: [OWN_FOLDER],
  });
}

/** The bundle of a test file. */
export function bundleOf(file: string): string {
  return join(BUNDLES, file.replace(/\.ts$/, '.mjs'));
}

/** One that runs several of them, which are all in this folder. */
export function bundleOfAll(name: string, files: readonly string[]): string {
  const path = join(BUNDLES, `${name}.mjs`);
  writeFileSync(path, files.map((file) => `import ${JSON.stringify(bundleOf(file))};\n`).join(''));
  return path;
}
