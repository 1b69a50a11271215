import {cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {isBuiltin} from 'node:module';
import {dirname, join, normalize, relative} from 'node:path';
import {pathToFileURL} from 'node:url';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import manifest from '../../package.json' with {type: 'json'};
import {runSession} from '../../src/valuation/session.js';
import {launch} from '../support/browser.js';
import {sameBytes} from '../support/bytes.js';
import {AS_USER, ASSIGN1, FIVEDICE} from '../support/command.js';
import {isThorough} from '../support/effort.js';
import {FIXTURES, loadGoldens} from '../support/goldens.js';
import {PICTURES} from '../support/picture.js';
import {
  example,
  README,
  READMES,
  ROOT,
  readmeAt,
  readmeOf,
  says,
  tableIn,
  twoCommands,
} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const goldens = loadGoldens(FIXTURES);
const FULL_HOUSE = 'fixtures/valuation/handout/2.3-full-house';
const SUITE = 'fixtures/valuation/marking';

suite('the two commands', (test) => {
  test('are single lines, and CI runs the second as it is written', () => {
    const [play, pass] = twoCommands();
    assert.is(play, 'npm ci && npx assign1');
    assert.match(pass ?? '', /^.+$/);
    assert.ok(readFileSync(join(ROOT, '.ci/run'), 'utf8').includes(`\n${pass}\n`));
  });

  // In the deep run only, which takes a minute for it.
  if (isThorough)
    test('the first installs what it needs in a fresh clone, and plays a session; then the clone can be installed', () =>
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

        // What npx runs, without npx, which takes as long as all else.
        const {stdout} = await execa(join(cwd, manifest.bin.assign1), {...AS_USER, env, cwd, input});
        sameBytes(stdout, golden, 'assign1 as the clone has it');

        // `npm ci` is done, and the build with it.
        const installs = [
          ['here', example('install').replace(/^npm ci\n/, ''), 'npx fivedice --version'],
          ['own', example('install-own'), 'cd / && fivedice --version'],
          ['packed', example('install-packed'), 'cd / && ~/.local/bin/fivedice --version'],
        ] as const;
        for (const [name, lines, version] of installs) {
          const options = {...env, HOME: join(folder, name), npm_config_ignore_scripts: 'true'};
          mkdirSync(options.HOME, {recursive: true});
          const {stdout} = await execa('bash', ['-e', '-c', `{ ${lines}\n} > log; ${version}`], {
            ...AS_USER,
            env: options,
            cwd,
          });
          assert.is(stdout, `${manifest.version}\n`);
        }
      }));
});

suite('the examples', (test) => {
  test('the piped session prints what is shown', async () => {
    const {stdout} = await execa('bash', ['-c', example('piped')], {...AS_USER, cwd: ROOT});
    sameBytes(stdout, example('piped-prints'), 'the piped session');
  });

  test('the TypeScript examples type-check and print what they say, in a project that installed the package', () =>
    inTemporaryFolder(async (folder) => {
      writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
      if (isThorough) {
        // The build is fresh, and other tests are using it: so no scripts.
        const pack = ['pack', '--ignore-scripts', '--pack-destination', folder];
        await execa('npm', pack, {...AS_USER, cwd: ROOT});
        const install = ['install', '--offline', `fivedice-${manifest.version}.tgz`];
        await execa('npm', install, {...AS_USER, cwd: folder});
      } else {
        // The tests of the package install it, too.
        mkdirSync(join(folder, 'node_modules'));
        symlinkSync(ROOT, join(folder, 'node_modules/fivedice'));
      }
      const examples = [
        ['build.ts', example('build'), example('build-prints')],
        ['example.ts', example('typescript'), example('typescript-prints')],
      ] as const;
      for (const [file, text] of examples) writeFileSync(join(folder, file), text);

      const bin = join(ROOT, 'node_modules/.bin');
      const check = [
        '--noEmit',
        '--strict',
        '--exactOptionalPropertyTypes',
        '--noUncheckedIndexedAccess',
        '--module',
        'nodenext',
        '--target',
        'es2022',
      ];
      const files = examples.map(([file]) => file);
      await execa(join(bin, 'tsc'), [...check, ...files], {...AS_USER, cwd: folder});
      for (const [file, , prints] of examples) {
        const {stdout} = await execa(join(bin, 'tsx'), [file], {...AS_USER, cwd: folder});
        sameBytes(stdout, prints, file);
      }
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
      ['.js', '.d.ts'].flatMap((ending) => [`dist/esm/${module}${ending}`, `dist/cjs/${module}${ending}`]),
    );
    const command = readFileSync(join(ROOT, 'src/cli.ts'), 'utf8');
    const doors = [...command.matchAll(/import\('\.\/(.+)\.js'\)/g)].map(
      ([, door]) => `dist/command/${door}.js`,
    );
    assert.ok(doors.length > 1);
    const filesBelow = (folder: string): string[] =>
      readdirSync(join(ROOT, folder), {recursive: true, withFileTypes: true})
        .filter((entry) => entry.isFile())
        .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
    const expected = [
      ...built,
      ...[
        'dist/assign1.cjs',
        'dist/command/cli.js',
        'dist/command/package.json',
        'dist/cjs/package.json',
        'dist/THIRD-PARTY-LICENSES.txt',
        ...new Set(doors),
        'dist/command/terminal/advisor.js',
        'dist/command/marking/reports/html/html.js',
        'dist/command/marking/judging/checking.js',
        ...['advisor.js', 'icon.svg', 'index.html', 'page.css', 'page.js', 'service-worker.js'].map(
          (name) => `dist/web/${name}`,
        ),
      ],
      // The cases that `fivedice mark` takes on its own.
      ...filesBelow(SUITE),
      // What `fivedice init` copies, beside its README.
      ...filesBelow('fixtures/starting').filter((path) => !READMES.has(path)),
      ...[
        'LICENSE',
        'package.json',
        'src/web/page.png',
        'src/marking/reports/report.png',
        ...Object.keys(PICTURES),
      ],
      // All but those of fixtures that only tests use.
      ...[...READMES.keys()].filter((path) => !path.startsWith('fixtures/marking/')),
    ];
    assert.equal(paths.sort(), expected.sort());
  });

  test('exports what the README lists', async () => {
    const names = tableIn(readmeAt('src/README.md'), 'export')
      .map(([name]) => name)
      .join(' ');
    const listed = [...names.matchAll(/`(\w+)/g)].map((match) => match[1]);
    const exported = Object.keys(await import('../../src/index.js'));
    assert.equal(listed.sort(), exported.sort());
  });

  test('needs no package at run time', () => {
    assert.not.ok('dependencies' in manifest);
    const dist = join(ROOT, 'dist');
    const code = readdirSync(dist, {recursive: true, encoding: 'utf8'}).filter((file) =>
      /\.c?js$/.test(file),
    );
    for (const file of code.map((name) => join(dist, name))) {
      // What is in the package begins with a point. Some packages write `node:crypto` without its prefix.
      const outside = [
        ...readFileSync(file, 'utf8').matchAll(/(?:require\(|^import .*|\bfrom )["'](?!node:|\.)(.+?)["']/gm),
      ];
      assert.equal(
        outside.map((match) => match[1]).filter((name) => !isBuiltin(name ?? '')),
        [],
        file,
      );
    }
  });

  test('names every development dependency, and pins it', () => {
    const {devDependencies} = manifest;
    for (const version of Object.values(devDependencies)) assert.match(version, /^\d+\.\d+\.\d+$/);
    assert.equal(
      tableIn(readmeAt('src/README.md'), 'package')
        .map(([name]) => name)
        .sort(),
      Object.keys(devDependencies)
        .map((name) => `\`${name}\``)
        .sort(),
    );
  });
});

suite('the sessions of assign1', (test) => {
  for (const name of ['study', 'session']) {
    test(`the example ${name} is as it is played`, () => {
      const shown = `\n${name === 'study' ? example('study') : example('session')}\n`;
      const typed = [...shown.matchAll(/^> (.*\n)/gm)].map((match) => match[1] ?? '');
      const {output} = runSession(typed.join(''));
      sameBytes(output, shown.replace(/^> .*\n/gm, '> '), name);
    });
  }

  test('are as many goldens as the README of the room counts', () => {
    const readme = readmeOf('valuation');
    const counted = tableIn(readme, 'folder').map(
      ([folder = '', count]) => `${folder.replaceAll('`', '')} ${count}`,
    );
    const topics = [...new Set(goldens.map(({folder}) => folder))];
    const expected = topics.map(
      (topic) => `${topic} ${goldens.filter(({folder}) => folder === topic).length}`,
    );
    assert.equal(counted.sort(), expected.sort());
    assert.ok(says(readme, `${goldens.length} golden sessions`));
  });
});

suite.needs('script')('the pictures of terminals', (test) => {
  for (const [path, make] of Object.entries(PICTURES)) {
    test(`${path} is what a terminal shows today; if not, run \`npm run picture\``, async () => {
      sameBytes(await make(), readFileSync(join(ROOT, path), 'utf8'), path);
    });
  }
});

suite.needs('chromium')('the pictures of terminals in a browser', (test) => {
  for (const path of Object.keys(PICTURES)) {
    test(`${path} shows every character`, async () => {
      const browser = await launch();
      try {
        const page = await browser.newPage();
        await page.goto(pathToFileURL(join(ROOT, path)).href);
        const short = await page.evaluate(() =>
          [...document.querySelectorAll('text')]
            .filter((text) => text.getNumberOfChars() !== text.textContent?.length)
            .map(({textContent}) => textContent),
        );
        assert.equal(short, []);
      } finally {
        await browser.close();
      }
    });
  }
});

suite('the shop window', (test) => {
  test('names the oldest Node as package.json does', () => {
    const oldest = manifest.engines.node.replace(/^>=|\.0$/g, '');
    assert.ok(says(README, `with Node ${oldest}`), oldest);
  });

  test('has room for about ten thousand characters', () => {
    assert.ok(Buffer.byteLength(README) <= 11_000, `${Buffer.byteLength(README)} bytes`);
  });

  test('names only flags that exist', async () => {
    const {stdout: list} = await execa(FIVEDICE, ['help'], AS_USER);
    const commands = [...list.matchAll(/^ {2}(\w+) /gm)].map(([, name = '']) => [FIVEDICE, 'help', name]);
    const helps = await Promise.all(
      [[ASSIGN1, '--help'], ...commands].map(
        async ([file = '', ...args]) => (await execa(file, args, AS_USER)).stdout,
      ),
    );
    const known = flagsIn(helps.join(''));
    assert.ok(known.includes('--fixtures'));
    // npm's own.
    assert.equal(
      flagsIn(README).filter((flag) => !['--global', '--prefix', ...known].includes(flag)),
      [],
    );
  });

  test('gives the same times for marking as the table of speed', () => {
    const seconds = (what: string): string => {
      const row = tableIn(readmeOf('marking'), 'what').find(
        ([name, cases]) => name === what && cases === '1000',
      );
      return `${(Number.parseInt(row?.[2] ?? '', 10) / 1000).toFixed(1)} s`;
    };
    const [ours, shell] = [
      seconds('`fivedice mark -j 2`'),
      seconds('bash loop: `./prog < in \\| cmp -s - out`'),
    ];
    assert.ok(
      says(README, `take ${ours} on two cores, and a shell loop with \`cmp\` ${shell}`),
      `${ours}, ${shell}`,
    );
  });
});

function flagsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w<!-])--[a-z]+/g)].map(([flag]) => flag);
}

/** The modules below `src` that the library imports, directly or not, without extension. */
function libraryModules(from = 'index', seen: Set<string> = new Set()): string[] {
  if (!seen.has(from)) {
    seen.add(from);
    const code = readFileSync(join(ROOT, `src/${from}.ts`), 'utf8');
    for (const [, to = ''] of code.matchAll(/from '(\..+?)\.js'/g))
      libraryModules(normalize(join(dirname(from), to)), seen);
  }
  return [...seen];
}
