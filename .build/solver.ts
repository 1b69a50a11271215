/*
 * Makes what the solver needs as text in modules: its kernel, from AssemblyScript to WebAssembly, and the script of the
 * advisor's thread. So they are part of whatever bundle needs them, and no file must be found or served.
 */
import {createHash} from 'node:crypto';
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type BuildOptions, build} from 'esbuild';
import {execa} from 'execa';
import {replaceFile} from './replace.js';

const ROOT = join(import.meta.dirname, '..');
const SOLVER = join(ROOT, 'src/solver');
const THREAD = join(ROOT, 'src/analysis/thread');

const KERNEL = join(SOLVER, 'kernels/simd.ts');
const KERNEL_MODULE = join(SOLVER, 'kernels/binary.ts');
const ASC = [
  '-O3',
  '--enable',
  'simd,bulk-memory',
  '--runtime',
  'stub',
  '--noAssert',
  '--initialMemory',
  '48',
];

export async function buildSolver(forNode: BuildOptions): Promise<void> {
  await buildKernel();
  const script = await scriptOf('script.ts', forNode);
  replaceFile(
    join(THREAD, 'scripts.ts'),
    `// Bundled by .build/solver.ts.\nexport const SCRIPT = ${script};\n`,
  );
}

/** The compiler takes seconds, so it runs only if the source, the flags or the compiler have changed. */
async function buildKernel(): Promise<void> {
  const {devDependencies} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const digest = createHash('sha256')
    .update(JSON.stringify([devDependencies.assemblyscript, ASC, readFileSync(KERNEL, 'utf8')]))
    .digest('hex');
  const head = `// Compiled by .build/solver.ts from simd.ts: ${digest}\n`;
  if (existsSync(KERNEL_MODULE) && readFileSync(KERNEL_MODULE, 'utf8').startsWith(head)) return;
  const binary = await compile();
  replaceFile(KERNEL_MODULE, `${head}export const BINARY = '${binary.toString('base64')}';\n`);
}

async function compile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'fivedice-kernel-'));
  const file = join(folder, 'kernel.wasm');
  try {
    await execa('asc', [KERNEL, '--outFile', file, ...ASC], {cwd: ROOT, preferLocal: true, stdio: 'inherit'});
    return readFileSync(file);
  } finally {
    rmSync(folder, {recursive: true});
  }
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
