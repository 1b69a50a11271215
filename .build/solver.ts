/* Makes the script of the advisor's thread as text in a module, so it is part of whatever bundle needs it. */
import {join} from 'node:path';
import {type BuildOptions, build} from 'esbuild';
import {replaceFile} from './replace.js';

const ROOT = join(import.meta.dirname, '..');
const THREAD = join(ROOT, 'src/analysis/thread');

export async function buildSolver(forNode: BuildOptions): Promise<void> {
  const script = await scriptOf('script.ts', forNode);
  replaceFile(
    join(THREAD, 'scripts.ts'),
    `// Bundled by .build/solver.ts.\nexport const SCRIPT = ${script};\n`,
  );
}

/** A bundle as a literal. */
async function scriptOf(file: string, target: BuildOptions): Promise<string> {
  const {outputFiles} = await build({
    entryPoints: [join(THREAD, file)],
    bundle: true,
    minify: true,
    write: false,
    ...target,
  });
  return JSON.stringify(outputFiles[0]?.text);
}
