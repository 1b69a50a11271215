/* The package as published: packed, checked, and used where nothing else is installed. */
import {execFileSync} from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {checkPackage, createPackageFromTarballData} from '@arethetypeswrong/core';
import {build} from 'esbuild';
import {execa} from 'execa';
import {publint} from 'publint';
import {formatMessage} from 'publint/utils';
import * as assert from 'uvu/assert';
import manifest from '../../package.json' with {type: 'json'};
import {loadFixtures} from '../../src/marking/suites/fixtures.js';
import {latin1, sameBytes} from '../support/bytes.js';
import {AS_USER, type Finished, PATIENCE} from '../support/command.js';
import {FIXTURES, GAMES} from '../support/goldens.js';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';

const {CI, PATH = ''} = process.env;

/** Debian's `nobody`: a user who owns nothing here. */
const NOBODY = 65534;

/** Shared by all tests: packed once and installed once. */
const PLACE = mkdtempSync(join(realpathSync(tmpdir()), 'fivedice-'));
process.once('exit', () => {
  // Read-only files cannot be removed.
  execFileSync('chmod', ['-R', 'u+w', PLACE]);
  rmSync(PLACE, {recursive: true});
});

const TARBALL = await pack();
const PROJECT = join(PLACE, 'an empty folder');
/** The only place that the user may write to once the package is installed. */
const HOME = join(PLACE, 'home');
const user = await otherUser();
await install();

suite('the tarball', (test) => {
  test('satisfies publint', async () => {
    const bytes = readFileSync(TARBALL);
    const tarball = new Uint8Array(bytes).buffer;
    const {messages, pkg} = await publint({pack: {tarball}, strict: true});
    assert.equal(
      messages.map((message) => formatMessage(message, pkg, {color: false})),
      [],
    );
  });

  test('has the right types for every way in which TypeScript resolves modules', async () => {
    const result = await checkPackage(createPackageFromTarballData(readFileSync(TARBALL)));
    assert.equal(result.types && result.problems, []);
    assert.equal(result.types && Object.keys(result.entrypoints), ['.', './package.json']);
  });
});

/** How a project declares its own modules, and how TypeScript resolves others. */
const CONSUMERS = [
  {type: 'module', module: 'node16', moduleResolution: 'node16'},
  {type: 'commonjs', module: 'node16', moduleResolution: 'node16'},
  {type: 'module', module: 'nodenext', moduleResolution: 'nodenext'},
  {type: 'commonjs', module: 'nodenext', moduleResolution: 'nodenext'},
  {type: 'module', module: 'esnext', moduleResolution: 'bundler'},
  {type: 'commonjs', module: 'commonjs', moduleResolution: 'bundler'},
] as const;

/** Would not compile if the types were `any`. */
const PROGRAM = `import {type Category, diceOf, runSession, scoreOf} from 'fivedice';

const category: Category = 'full-house';
// @ts-expect-error
const wrong: Category = 'bridge';
console.log(scoreOf(diceOf([6, 6, 6, 4, 4]), category), runSession('').exitCode, wrong);
`;

/** Checks only the package, not TypeScript's own libraries. */
const STRICT = ['--strict', '--skipDefaultLibCheck', '--target', 'es2022'] as const;

suite('a project in TypeScript', (test) => {
  for (const {type, module, moduleResolution} of CONSUMERS) {
    test(`of ${type} modules finds the package by ${moduleResolution} as ${module}, and runs`, async () => {
      const folder = mkdtempSync(join(PLACE, 'project-'));
      symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
      writeFileSync(join(folder, 'package.json'), JSON.stringify({private: true, type}));
      writeFileSync(join(folder, 'program.ts'), PROGRAM);
      const how = ['--module', module, '--moduleResolution', moduleResolution];
      await execa('tsc', [...STRICT, ...how, 'program.ts'], {
        ...AS_USER,
        cwd: folder,
        preferLocal: true,
        localDir: ROOT,
      });
      const {stdout} = await execa('node', ['program.js'], {...AS_USER, cwd: folder});
      assert.is(stdout, '25 1 bridge\n');
    });
  }
});

suite('the library', (test) => {
  test('has the same names by import as by require', async () => {
    const names = async (script: string): Promise<string> => {
      const {stdout} = await execa('node', ['--input-type', 'module', '--eval', script], {
        ...AS_USER,
        cwd: PROJECT,
      });
      return stdout;
    };
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

/** Two cases from the suite in the package. */
const TWO_CASES = ['--case', 'stage-1/01-format-touching', '--case', 'stage-2/51-format-all'] as const;

/** One run of each command, in this order, with the last line that it prints. */
const RUNS: readonly {
  readonly command: readonly string[];
  readonly prints: string;
  readonly says?: string;
}[] = [
  {command: ['record', '--reference', TARGET, CASES, '--write'], prints: '1 written, 0 of 1 cases unchanged'},
  {
    command: ['mark', TARGET, ...TWO_CASES, '--report', 'human', '--report', `json:${HOME}/marks.json`],
    prints: '0.2/0.2 points, 2 of 2 cases passed, sandbox off',
    says: 'fivedice: no --fixtures: marked with the 80-case suite of "Simplified Yahtzee"\n',
  },
  {command: ['merge', `${HOME}/marks.json`], prints: '0.2/0.2 points, 2 of 2 cases passed, sandbox off'},
  {command: ['init', `${HOME}/course`], prints: '  fivedice mark --all submissions --fixtures goldens'},
  {command: ['grade', `${HOME}/marks.json`], prints: `${TARGET},0.2,0.2,0,0.0,0.2`},
  {
    command: ['fuzz', TARGET, '--runs', '3', '--seed', '1'],
    prints: "it agrees with `--choice word`; the course's own marking took `--choice character`",
  },
  {command: ['export', '--to', 'autotest', CASES, '--out', HOME], prints: `1 file written to ${HOME}`},
];

suite('installed by another user, in a path with a space, read-only', (test) => {
  test('assign1 plays the sessions of the handout', async () => {
    for (const {name, input, expected} of loadFixtures(join(FIXTURES, 'handout')).slice(0, 3)) {
      const {stdout, stderr} = await asUser('assign1', [], input);
      sameBytes(stdout, expected, name);
      assert.is(stderr, '');
    }
  });

  test('fivedice plays a whole game', async () => {
    const [game] = loadFixtures(join(GAMES, 'seed'));
    assert.ok(game);
    const {stdout, stderr} = await asUser('fivedice', game.arguments, game.input);
    sameBytes(stdout, game.expected, game.name);
    assert.is(stderr, '');
  });

  test('every command does its work', async () => {
    mkdirSync(CASES);
    writeFileSync(join(CASES, 'one.in'), '1 2 3 4 5\n3\n1\n');
    giveToUser(CASES);
    for (const {command, prints, says = ''} of RUNS) {
      const {stdout, stderr, exitCode} = await asUser('fivedice', command);
      assert.equal([stderr, exitCode], [says, 0], command.join(' '));
      assert.is(stdout.trimEnd().split('\n').at(-1), prints);
    }
  });

  test('every command has its help', async () => {
    const {stdout} = await asUser('fivedice', ['--help']);
    const names = [...stdout.matchAll(/^ {2}(\w+) {2}/gm)].map(([, name = '']) => name);
    for (const {command} of RUNS) assert.ok(names.includes(command[0] ?? ''), command[0]);
    for (const name of names) {
      const help = await asUser('fivedice', [name, '--help']);
      assert.equal([help.stderr, help.exitCode], ['', 0], name);
      assert.match(help.stdout, `Usage: fivedice ${name}`);
    }
  });
});

// npm builds a package from git, so it fetches all development dependencies: too slow for every run.
if (CI !== undefined) {
  suite('installed from a git clone', (test) => {
    test('builds itself, and its commands run', async () => {
      const [clone, project] = [join(PLACE, 'clone'), join(PLACE, 'from git')];
      mkdirSync(project);
      await execa('git', ['clone', '--quiet', ROOT, clone]);
      const address = `git+${pathToFileURL(clone).href}`;
      // What `npm ci` has fetched for this run is not asked for again.
      const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', address];
      await execa('npm', install, {...AS_USER, cwd: project});

      const options = {...AS_USER, cwd: project, localDir: project, preferLocal: true} as const;
      const {stdout: version} = await execa('fivedice', ['--version'], options);
      assert.is(version, `${manifest.version}\n`);
      const [golden] = loadFixtures(join(FIXTURES, 'handout'));
      assert.ok(golden);
      const {stdout} = await execa('assign1', {...options, input: golden.input, reject: false});
      sameBytes(stdout, golden.expected, golden.name);
    });
  });
}

async function pack(): Promise<string> {
  // No scripts, because the build is up to date and other tests are using it.
  await execa('npm', ['pack', '--ignore-scripts', '--pack-destination', PLACE], {...AS_USER, cwd: ROOT});
  return join(PLACE, `fivedice-${manifest.version}.tgz`);
}

/** A user other than root, because root ignores read-only permissions. Only root can switch users. */
async function otherUser(): Promise<{readonly uid?: number; readonly gid?: number}> {
  if (process.getuid?.() !== 0) return {};
  const nobody = {uid: NOBODY, gid: NOBODY};
  // Node may be in a folder of root's own, and a container may lack this user.
  const {failed} = await execa('node', ['--version'], {...AS_USER, ...nobody, cwd: '/', reject: false});
  return failed ? {} : nobody;
}

/** Installs the tarball as that user, offline, and then makes everything read-only. */
async function install(): Promise<void> {
  chmodSync(PLACE, 0o755);
  for (const folder of [PROJECT, HOME]) {
    mkdirSync(folder);
    giveToUser(folder);
  }
  const {stderr, exitCode} = await asUser('npm', ['install', '--offline', TARBALL]);
  assert.is(exitCode, 0, stderr);
  await execa('chmod', ['-R', 'a-w', PROJECT]);
}

function giveToUser(folder: string): void {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
}

/**
 * Runs a command of the package in the project, with nothing from the environment of whoever runs the tests.
 */
async function asUser(
  command: string,
  args: readonly string[],
  input: Uint8Array = new Uint8Array(),
): Promise<Finished> {
  const path = [join(PROJECT, 'node_modules/.bin'), PATH].join(delimiter);
  const {stdout, stderr, exitCode} = await execa(command, args, {
    ...AS_USER,
    ...user,
    cwd: PROJECT,
    env: {PATH: path, HOME, TMPDIR: HOME, npm_config_update_notifier: 'false'},
    encoding: 'buffer',
    input,
    reject: false,
    timeout: PATIENCE,
  });
  return {stdout: latin1(stdout), stderr: latin1(stderr), exitCode};
}
