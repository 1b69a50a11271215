/* Modules of this folder for test files that are made by tests: compiled, so that they start without a compiler. */
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {ROOT} from './readme.js';

/** Below `node_modules`, where packages are found. */
const CACHE = join(ROOT, 'node_modules/.cache/fivedice');

/**
 * Compiles some modules.
 *
 * @returns the address of a module, for an `import`
 */
export async function bundled(...names: readonly string[]): Promise<(name: string) => string> {
  mkdirSync(CACHE, {recursive: true});
  const folder = mkdtempSync(join(CACHE, 'support-'));
  process.once('exit', () => rmSync(folder, {recursive: true}));
  await build({
    entryPoints: names.map((name) => join(import.meta.dirname, `${name}.ts`)),
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: folder,
    outExtension: {'.js': '.mjs'},
    define: {'import.meta.dirname': JSON.stringify(import.meta.dirname)},
    logLevel: 'error',
  });
  return (name) => pathToFileURL(join(folder, `${name}.mjs`)).href;
}
