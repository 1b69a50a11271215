/* The package as published: packed, and used where nothing else is installed. */
import {mkdirSync, mkdtempSync, symlinkSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {build} from 'esbuild';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import manifest from '../../package.json' with {type: 'json'};
import {loadFixtures} from '../../src/marking/suites/fixtures.js';
import {sameBytes} from '../support/bytes.js';
import {AS_USER, type Finished, run} from '../support/command.js';
import {FIXTURES, GAMES} from '../support/goldens.js';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {folderUntilExit} from '../support/temporary-folder.js';

/** Packed and installed once for all tests. */
const PLACE = folderUntilExit();

// No scripts: other tests use the build.
await execa('npm', ['pack', '--ignore-scripts', '--pack-destination', PLACE], {...AS_USER, cwd: ROOT});
const TARBALL = join(PLACE, `fivedice-${manifest.version}.tgz`);
const PROJECT = join(PLACE, 'an empty folder');
const HOME = join(PLACE, 'home');
await install();

/** Does not compile if the types are `any`. */
const PROGRAM = `import {type Category, diceOf, runSession, scoreOf} from 'fivedice';

const category: Category = 'full-house';
// @ts-expect-error
const wrong: Category = 'bridge';
console.log(scoreOf(diceOf([6, 6, 6, 4, 4]), category), runSession('').exitCode, wrong);
`;

suite('a project in TypeScript', (test) => {
  const kinds = [
    ['module', '--module nodenext'],
    ['commonjs', '--module nodenext'],
    ['module', '--module esnext --moduleResolution bundler'],
  ] as const;
  for (const [type, modules] of kinds) {
    test(`of type ${type} compiles with ${modules}, and runs`, async () => {
      const folder = mkdtempSync(join(PLACE, 'project-'));
      symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
      writeFileSync(join(folder, 'package.json'), JSON.stringify({private: true, type}));
      writeFileSync(join(folder, 'program.ts'), PROGRAM);
      // Checks only the package, not TypeScript's own libraries.
      const flags = `--strict --skipDefaultLibCheck --target es2022 ${modules}`.split(' ');
      const where = {...AS_USER, cwd: folder, preferLocal: true, localDir: ROOT};
      await execa('tsc', [...flags, 'program.ts'], where);
      assert.is((await execa('node', ['program.js'], where)).stdout, '25 1 bridge\n');
    });
  }
});

suite('the library', (test) => {
  test('has the same names by import as by require', async () => {
    const where = {...AS_USER, cwd: PROJECT};
    const names = async (script: string): Promise<string> =>
      (await execa('node', ['--input-type', 'module', '--eval', script], where)).stdout;
    const imported = await names(`console.log(Object.keys(await import('fivedice')).sort().join())`);
    const required = await names(`
      import {createRequire} from 'node:module';
      console.log(Object.keys(createRequire(import.meta.url)('fivedice')).sort().join());`);
    assert.match(imported, 'scoreOptions');
    assert.is(required, imported);
  });

  test('adds only what is used to a bundle for a browser', async () => {
    const {metafile} = await build({
      stdin: {
        contents: `import {scoreOf} from 'fivedice'; console.log(scoreOf([1, 2, 3, 4, 5], 'chance'));`,
        resolveDir: PROJECT,
      },
      bundle: true,
      format: 'esm',
      platform: 'browser',
      metafile: true,
      write: false,
    });
    const [output] = Object.values(metafile.outputs);
    const modules = Object.entries(output?.inputs ?? {}).flatMap(([path, {bytesInOutput}]) =>
      bytesInOutput > 0 ? [path.replace(/.*\/esm\//, '')] : [],
    );
    assert.equal(modules.sort(), ['<stdin>', 'rules/categories.js', 'rules/dice.js']);
  });
});

const TARGET = 'node_modules/.bin/assign1';
const CASES = join(HOME, 'cases');

/** One run of each command, in this order, with its last line of output. */
const RUNS: readonly (readonly [command: string, prints: string])[] = [
  [`record --reference ${TARGET} ${CASES} --write`, '1 written, 0 of 1 cases unchanged'],
  [
    `mark --no-sandbox ${TARGET} --fixtures ${CASES} --results ${HOME}/results`,
    '1/1 points, 1 of 1 case passed, sandbox off',
  ],
  [`report ${HOME}/results`, '1/1 points, 1 of 1 case passed, sandbox off'],
  [`init ${HOME}/course`, '  fivedice mark --all submissions --fixtures goldens'],
  [`grade ${HOME}/results`, `${TARGET},1,1,0,0,1,,,`],
  [`fuzz ${TARGET} --runs 3 --seed 1`, '3 sessions, no difference (seed 1)'],
];

suite('installed in a path with a space', (test) => {
  test('assign1 plays a session, and fivedice a whole game', async () => {
    const [session] = loadFixtures(join(FIXTURES, 'handout'));
    const [game] = loadFixtures(join(GAMES, 'seed'));
    for (const [command, golden] of [['assign1', session] as const, ['fivedice', game] as const]) {
      const {stdout, stderr} = await asUser(command, golden?.arguments ?? [], golden?.input);
      sameBytes(stdout, golden?.expected ?? 'a golden', command);
      assert.is(stderr, '');
    }
  });

  test('every command does its work', async () => {
    mkdirSync(CASES);
    writeFileSync(join(CASES, 'one.in'), '1 2 3 4 5\n3\n1\n');
    for (const [command, prints] of RUNS) {
      const {stdout, stderr, exitCode} = await asUser('fivedice', command.split(' '));
      assert.equal([stderr, exitCode], ['', 0], command);
      assert.is(stdout.trimEnd().split('\n').at(-1), prints);
    }
  });
});

/** Installs the tarball, offline. */
async function install(): Promise<void> {
  for (const folder of [PROJECT, HOME]) mkdirSync(folder);
  const {stderr, exitCode} = await asUser('npm', ['install', '--offline', TARBALL]);
  assert.is(exitCode, 0, stderr);
  assert.not.match(stderr, 'npm warn');
}

/** Runs a command of the package in the project, in an environment of its own. */
function asUser(
  command: string,
  args: readonly string[],
  input: Uint8Array | string = '',
): Promise<Finished> {
  const {PATH: path = ''} = process.env;
  const PATH = `${join(PROJECT, 'node_modules/.bin')}${delimiter}${path}`;
  const env = {PATH, HOME, TMPDIR: HOME, npm_config_update_notifier: 'false'};
  return run(command, args, {input}, {cwd: PROJECT, env});
}
