/*
 * `npm run kernel [FILE]`: compiles the solver's kernel, `simd.ts`, into the module committed beside it, or into FILE. Run
 * it after a change of that source, of the flags or of the compiler; a test compares.
 */
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {execa} from 'execa';

const ROOT = join(import.meta.dirname, '..');
const KERNELS = join(ROOT, 'src/solver/kernels');
const FLAGS = '-O3 --enable simd,bulk-memory --runtime stub --noAssert --initialMemory 48'.split(' ');

const [path = join(KERNELS, 'binary.ts')] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'fivedice-kernel-'));
try {
  const compiled = join(folder, 'kernel.wasm');
  await execa('asc', [join(KERNELS, 'simd.ts'), '--outFile', compiled, ...FLAGS], {
    cwd: ROOT,
    preferLocal: true,
    stdio: 'inherit',
  });
  // Hex compresses better than base64, in which the same bytes look different at each place in a group of three.
  const text = readFileSync(compiled).toString('hex');
  writeFileSync(path, `/* simd.ts, compiled by .build/kernel.ts. */\nexport const BINARY =\n  '${text}';\n`);
} finally {
  rmSync(folder, {recursive: true});
}
