import {cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {isBuiltin} from 'node:module';
import {dirname, join, normalize, relative} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import manifest from '../../package.json' with {type: 'json'};
import {runSession} from '../../src/valuation/session.js';
import {sameBytes} from '../support/bytes.js';
import {AS_USER, ASSIGN1} from '../support/command.js';
import {FIXTURES, loadGoldens} from '../support/goldens.js';
import {example, README, ROOT, twoCommands} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const goldens = loadGoldens(FIXTURES);
const FULL_HOUSE = 'fixtures/valuation/handout/2.3-full-house';
const SUITE = 'fixtures/valuation/marking';

suite('the two commands', (test) => {
  test('are single lines, and CI runs the second as it is written', () => {
    const [play, pass, ...more] = twoCommands();
    assert.is(more.length, 0);
    assert.match(play ?? '', /^npm ci && npx assign1$/);
    assert.ok(readFileSync(join(ROOT, '.ci/run'), 'utf8').includes(`\n${pass}\n`));
  });

  test('the first installs what it needs in a fresh clone, and plays a session', () =>
    inTemporaryFolder(async (folder) => {
      const {stdout: tracked} = await execa(
        'git',
        ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
        {cwd: ROOT},
      );
      for (const path of tracked.split('\0').filter((name) => name !== '')) {
        mkdirSync(dirname(join(folder, 'clone', path)), {recursive: true});
        cpSync(join(ROOT, path), join(folder, 'clone', path));
      }
      // npm's own cache serves the packages; what npx keeps of this folder goes with it.
      const {stdout: cache} = await execa('npm', ['config', 'get', 'cache']);
      mkdirSync(join(folder, 'cache'));
      symlinkSync(join(cache, '_cacache'), join(folder, 'cache/_cacache'));
      const env = {
        ...AS_USER.env,
        npm_config_cache: join(folder, 'cache'),
        npm_config_prefer_offline: 'true',
      };

      const cwd = join(folder, 'clone');
      const golden = readFileSync(join(ROOT, `${FULL_HOUSE}.out`), 'utf8');
      const [play = ''] = twoCommands();
      const input = readFileSync(join(ROOT, `${FULL_HOUSE}.in`));
      const first = await execa('bash', ['-c', play], {...AS_USER, env, cwd, input});
      sameBytes(first.stdout.slice(-golden.length), golden, play);

      const second = await execa('bash', ['-c', `npx assign1 < ${FULL_HOUSE}.in`], {
        ...AS_USER,
        env,
        cwd,
      });
      sameBytes(second.stdout, golden, 'npx assign1 < …');
    }));
});

suite('the examples', (test) => {
  test('the piped session prints what is shown', async () => {
    const {stdout} = await execa('bash', ['-c', example('piped')], {...AS_USER, cwd: ROOT});
    sameBytes(stdout, example('piped-prints'), 'the piped session');
  });

  test('the TypeScript example type-checks and prints what it says, in a project that installed the package', () =>
    inTemporaryFolder(async (folder) => {
      const npm = (...args: string[]) => execa('npm', args, {...AS_USER, cwd: folder});
      // The build is fresh, and other tests are using it: so no scripts.
      await execa('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
        ...AS_USER,
        cwd: ROOT,
      });
      writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
      await npm('install', '--offline', `fivedice-${manifest.version}.tgz`);
      writeFileSync(join(folder, 'example.ts'), example('typescript'));

      const bin = join(ROOT, 'node_modules/.bin');
      const check = [
        '--noEmit',
        '--strict',
        '--exactOptionalPropertyTypes',
        '--module',
        'nodenext',
        '--target',
        'es2022',
      ];
      await execa(join(bin, 'tsc'), [...check, 'example.ts'], {...AS_USER, cwd: folder});
      const {stdout} = await execa(join(bin, 'tsx'), ['example.ts'], {...AS_USER, cwd: folder});
      sameBytes(stdout, example('typescript-prints'), 'example.ts');

      const installed = await execa('bash', ['-c', `npx assign1 < ${join(ROOT, FULL_HOUSE)}.in`], {
        ...AS_USER,
        cwd: folder,
      });
      sameBytes(
        installed.stdout,
        readFileSync(join(ROOT, `${FULL_HOUSE}.out`), 'utf8'),
        'npx assign1 when installed',
      );
    }));
});

suite('the package', (test) => {
  test('holds what was built, the README and the licence, and nothing else', async () => {
    const {stdout} = await execa('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      ...AS_USER,
      cwd: ROOT,
    });
    const [packed] = JSON.parse(stdout) as [{files: {path: string}[]}];
    const paths = packed.files.map(({path}) => path);
    const built = libraryModules().flatMap((module) =>
      ['.js', '.d.ts'].map((ending) => `dist/${module}${ending}`),
    );
    const doors = ['mark', 'record', 'merge', 'export'].map((door) => `dist/command/marking/commands/${door}.js`);
    const suites = readdirSync(join(ROOT, SUITE), {recursive: true, withFileTypes: true});
    const expected = [
      ...built,
      ...[
        'dist/assign1.cjs',
        'dist/command/cli.js',
        'dist/command/fuzzing/main.js',
        'dist/command/terminal/main.js',
        'dist/command/terminal/scores.js',
        'dist/command/package.json',
        ...doors,
      ],
      // The cases that `fivedice mark` takes on its own.
      ...suites
        .filter((entry) => entry.isFile())
        .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
      ...['README.md', 'LICENSE', 'package.json'],
    ];
    assert.equal(paths.sort(), expected.sort());
  });

  test('exports what the README lists', async () => {
    const table = /\n\| export \| .*?\n\n/s.exec(README)?.[0] ?? '';
    const names = [...table.matchAll(/^\| (.*?) \| /gm)].map((match) => match[1] ?? '').join(' ');
    const listed = [...names.matchAll(/`(\w+)/g)].map((match) => match[1]);
    const exported = Object.keys(await import('../../src/index.js'));
    assert.equal(listed.sort(), exported.sort());
  });

  test('needs no package at run time', () => {
    assert.not.ok('dependencies' in manifest);
    const commands = readdirSync(join(ROOT, 'dist/command'), {recursive: true, encoding: 'utf8'});
    for (const file of [ASSIGN1, ...commands.map((name) => join(ROOT, 'dist/command', name))]) {
      if (!/js$/.test(file)) continue;
      // The command's own doors begin with a point. Some packages write `node:crypto` without its prefix.
      const outside = [...readFileSync(file, 'utf8').matchAll(/require\("(?!node:|\.\/)(.+?)"\)/g)];
      assert.equal(
        outside.map((match) => match[1]).filter((name) => !isBuiltin(name ?? '')),
        [],
        file,
      );
    }
  });

  test('names every package that it is developed with, and pins it', () => {
    for (const [name, version] of Object.entries(manifest.devDependencies)) {
      assert.match(version, /^\d+\.\d+\.\d+$/);
      assert.ok(README.includes(`\n| \`${name}\` | `), name);
    }
  });
});

suite('the README', (test) => {
  test('shows a session as it is played', () => {
    const shown = `\n${example('session')}\n`;
    const typed = [...shown.matchAll(/^> (.*\n)/gm)].map((match) => match[1] ?? '');
    const {output} = runSession(typed.join(''));
    sameBytes(output, shown.replace(/^> .*\n/gm, '> '), 'the session in README.md');
  });

  test('counts the goldens right', () => {
    const section = README.split('\n## ').find((text) => text.startsWith('Goldens\n')) ?? '';
    const counted = [...section.matchAll(/^\| `(.+?)` \| (\d+) \| /gm)].map(
      ([, folder, count]) => `${folder} ${count}`,
    );
    const topics = [...new Set(goldens.map(({folder}) => folder))];
    const expected = topics.map(
      (topic) => `${topic} ${goldens.filter(({folder}) => folder === topic).length}`,
    );
    assert.equal(counted.sort(), expected.sort());
    assert.ok(README.includes(`${goldens.length} golden sessions`));
  });
});

/** The modules below `src` that the library reaches, without ending. */
function libraryModules(from = 'index', seen: Set<string> = new Set()): string[] {
  if (!seen.has(from)) {
    seen.add(from);
    const code = readFileSync(join(ROOT, `src/${from}.ts`), 'utf8');
    for (const [, to = ''] of code.matchAll(/from '(\..+?)\.js'/g))
      libraryModules(normalize(join(dirname(from), to)), seen);
  }
  return [...seen];
}
