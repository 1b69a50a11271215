/*
 * Bundles all test files at once, so that no test process transpiles. The bundles lie below `node_modules`, where Node
 * finds packages.
 */
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {build, type Plugin} from 'esbuild';
import {ROOT} from './readme.js';

/** Holds each bundle at the path of its source. */
const BUNDLES = join(ROOT, 'node_modules/.cache/fivedice/bundles');

/** Keeps the folder of each source file, which modules read as `import.meta.dirname`. */
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
 * Packages that few tests need, or that read files beside their own. All others are bundled: loading the hundred files
 * of execa takes a process longer than running them.
 */
const HEAVY = ['@xterm/headless', 'axe-core', 'esbuild', 'playwright-core'];

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
    // For CommonJS packages.
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

export function bundleOf(file: string): string {
  return join(BUNDLES, file.replace(/\.ts$/, '.mjs'));
}

/** Writes and returns a module that runs several test files. */
export function bundleOfAll(name: string, files: readonly string[]): string {
  const path = join(BUNDLES, `${name}.mjs`);
  writeFileSync(path, files.map((file) => `import ${JSON.stringify(bundleOf(file))};\n`).join(''));
  return path;
}
