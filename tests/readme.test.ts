import {cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import manifest from '../package.json' with {type: 'json'};
import {runSession} from '../src/valuation/session.js';
import {sameBytes} from './support/bytes.js';
import {AS_USER, ASSIGN1} from './support/command.js';
import {FIXTURES, loadGoldens} from './support/goldens.js';
import {example, README, ROOT, twoCommands} from './support/readme.js';
import {suite} from './support/suite.js';
import {inTemporaryFolder} from './support/temporary-folder.js';

const goldens = loadGoldens(FIXTURES);
const FULL_HOUSE = 'fixtures/valuation/handout/2.3-full-house';
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

  test('the marking script calls a right program the same, and names where and how a wrong one differs', () =>
    inTemporaryFolder(async (folder) => {
      const program = (name: string, code: string): string => {
        writeFileSync(join(folder, name), `#!/bin/sh\n${code}\n`, {mode: 0o755});
        return join(folder, name);
      };
      writeFileSync(join(folder, 'mark.sh'), example('marking-script'));
      writeFileSync(join(folder, 'blank.in'), '\n');
      const mark = async (...args: string[]): Promise<{stdout: string; exitCode: number | undefined}> => {
        const options = {...AS_USER, cwd: ROOT, reject: false};
        const {stdout, exitCode} = await execa('bash', [join(folder, 'mark.sh'), ...args], options);
        return {stdout, exitCode};
      };
      const topic = 'fixtures/valuation/handout';
      const cases = goldens
        .filter((golden) => golden.folder === 'handout')
        .map(({name}) => `fixtures/valuation/${name}.in`);

      assert.equal(await mark(ASSIGN1, topic), {stdout: '15 of 15 the same\n', exitCode: 0});

      // Takes the dice for the whole input: wrong wherever a choice is valid.
      const wrong = await mark(program('wrong', `head -n 1 | ${ASSIGN1}`), topic);
      const differs = cases.filter((path) => !/handout\/2\.1-/.test(path));
      assert.equal(
        wrong.stdout.split('\n').filter((line) => line.endsWith(': differs')),
        differs.map((path) => `${path}: differs`),
      );
      assert.ok(wrong.stdout.endsWith(`\n${cases.length - differs.length} of ${cases.length} the same\n`));
      assert.ok(wrong.stdout.includes('\n> Invalid Choice.\n'));
      assert.is(wrong.exitCode, 1);

      const blank = join(folder, 'blank.in');
      for (const [name, code, verdict] of [
        ['crashes', `${ASSIGN1}; kill -SEGV $$`, 'crashed by signal 11'],
        ['hangs', 'exec sleep 60', 'timed out'],
      ] as const) {
        const {stdout, exitCode} = await mark(program(name, code), folder);
        assert.equal({stdout, exitCode}, {stdout: `${blank}: ${verdict}\n0 of 1 the same\n`, exitCode: 1});
      }
      // The handout demands no exit status, and students return what they like.
      const returns = await mark(program('returns', `${ASSIGN1}; exit 255`), folder);
      assert.equal(returns, {stdout: '1 of 1 the same\n', exitCode: 0});
      // A relative name is a file here, and not a command to look for.
      const relative = await mark('dist/../dist/assign1.cjs', folder);
      assert.equal(relative, {stdout: '1 of 1 the same\n', exitCode: 0});

      for (const args of [
        [],
        [ASSIGN1],
        [ASSIGN1, 'fixtures/valuation'],
        [join(folder, 'missing'), topic],
        ['src', topic],
      ]) {
        assert.equal(await mark(...args), {stdout: '', exitCode: 2});
      }
    }));

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
    const sources = readdirSync(join(ROOT, 'src'), {recursive: true, encoding: 'utf8'});
    const modules = sources.filter((path) => path.endsWith('.ts') && !path.endsWith('main.ts'));
    const built = modules.flatMap((path) =>
      ['.js', '.d.ts'].map((ending) => `dist/${path.replace('.ts', ending)}`),
    );
    const expected = [...built, 'dist/assign1.cjs', 'README.md', 'LICENSE', 'package.json'];
    assert.equal(paths.sort(), expected.sort());
  });

  test('exports what the README lists', async () => {
    const table = /\n\| export \| .*?\n\n/s.exec(README)?.[0] ?? '';
    const names = [...table.matchAll(/^\| (.*?) \| /gm)].map((match) => match[1] ?? '').join(' ');
    const listed = [...names.matchAll(/`(\w+)/g)].map((match) => match[1]);
    const exported = Object.keys(await import('../src/index.js'));
    assert.equal(listed.sort(), exported.sort());
  });

  test('needs no package at run time', () => {
    assert.not.ok('dependencies' in manifest);
    assert.not.match(readFileSync(ASSIGN1, 'utf8'), /require\("(?!node:)/);
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
    const counted = [...README.matchAll(/^\| `(.+?)` \| (\d+) \| /gm)].map(
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
