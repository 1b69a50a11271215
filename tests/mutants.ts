/*
 * `npm run mutants -- sandbox`: takes each wall away, one after the other, in a copy of the source, and runs the test
 * that must notice. Prints a line for each: which test noticed, or SURVIVED. Fails if any survived. Another word than
 * `sandbox` stands for the walls whose name or file contains it. It takes some minutes.
 */
import {cpSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import {WALLS, type Wall} from './running/table-of-walls.js';
import {userEnvironment} from './support/command.js';
import {ROOT} from './support/readme.js';
import {inTemporaryFolder} from './support/temporary-folder.js';

const [wanted = 'sandbox'] = process.argv.slice(2);
const walls = WALLS.filter(
  ({wall, file}) => wanted === 'sandbox' || wall.includes(wanted) || file.includes(wanted),
);

const survivors = await inTemporaryFolder(async (copy) => {
  for (const name of ['src', 'tests', 'package.json', 'tsconfig.json'])
    cpSync(join(ROOT, name), join(copy, name), {recursive: true});
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

  for (const tests of new Set(walls.map((wall) => wall.tests))) {
    const {failed, output} = await tested(copy, tests, '');
    if (failed !== null) throw new Error(`with all walls there, this fails:\n${output}`);
  }
  let survived = 0;
  for (const wall of walls) {
    const noticed = await noticedBy(copy, wall);
    if (noticed === null) survived += 1;
    console.log(`${(noticed ?? 'SURVIVED').padEnd(70)} ${wall.file}: ${wall.wall}`);
  }
  return survived;
});
console.log(`${walls.length} walls, ${survivors} survived`);
process.exitCode = survivors > 0 || walls.length === 0 ? 1 : 0;

async function noticedBy(copy: string, {file, replace, tests, notices}: Wall): Promise<string | null> {
  const path = join(copy, 'src/running', file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    whole.replace(replace[0], () => replace[1]),
  );
  try {
    return (await tested(copy, tests, notices)).failed;
  } finally {
    writeFileSync(path, whole);
  }
}

/** Runs the tests of a file whose sentence contains a text: the first that failed, or null. */
async function tested(
  copy: string,
  tests: string,
  only: string,
): Promise<{failed: string | null; output: string}> {
  const {all, exitCode} = await execa('node', ['--import', 'tsx', `tests/running/${tests}.test.ts`], {
    ...{cwd: copy, all: true, reject: false, stdin: 'ignore', extendEnv: false},
    env: {...userEnvironment(), FIVEDICE_ONLY: only, NO_COLOR: '1', FORCE_COLOR: '0'},
  });
  const [, failed = null] = /FAIL .*?"(.*)"\n/.exec(all) ?? [];
  const [, passed = '0'] = /Passed: +(\d+)/.exec(all) ?? [];
  // What does not even start shows nothing, and neither does a test that is not there.
  if ((exitCode !== 0) !== (failed !== null) || (failed === null && passed === '0')) throw new Error(all);
  return {failed, output: all};
}
