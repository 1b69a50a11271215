/* Commands, examples, pictures and links of the READMEs. */
import {cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {isBuiltin} from 'node:module';
import {dirname, join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import manifest from '../../package.json' with {type: 'json'};
import {runSession} from '../../src/valuation/session.js';
import {sameBytes} from '../support/bytes.js';
import {AS_USER} from '../support/command.js';
import {isThorough} from '../support/effort.js';
import {PICTURES} from '../support/picture.js';
import {example, examplesIn, READMES, ROOT, readmeAt} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const FULL_HOUSE = 'fixtures/valuation/handout/2.3-full-house';

suite('the two commands', (test) => {
  const play = example('play-a-session');
  const pass = example('pass-the-tests');

  test('are single lines, and CI runs the second as it is written', () => {
    assert.is(play, 'npm ci && npx assign1\n');
    assert.match(pass, /^.+\n$/);
    assert.ok(readFileSync(join(ROOT, '.ci/run'), 'utf8').includes(`\n${pass}`));
  });

  // It takes a minute.
  if (isThorough)
    test('the first installs what it needs in a fresh clone, and plays a session; then the clone can be installed', () =>
      inTemporaryFolder(async (folder) => {
        const {stdout: tracked} = await execa(
          'git',
          ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
          {cwd: ROOT},
        );
        // In a worktree, `node_modules` may be a link: `npm ci` would empty what it leads to.
        for (const path of tracked.split('\0').filter((name) => !['', 'node_modules'].includes(name))) {
          mkdirSync(dirname(join(folder, 'clone', path)), {recursive: true});
          cpSync(join(ROOT, path), join(folder, 'clone', path));
        }
        // npm's own cache serves the packages; the rest of this cache is removed with the folder.
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
        const input = readFileSync(join(ROOT, `${FULL_HOUSE}.in`));
        const first = await execa('bash', ['-c', play], {...AS_USER, env, cwd, input});
        sameBytes(first.stdout.slice(-golden.length), golden, play);

        // Without npx, which takes as long as all else.
        const {stdout} = await execa(join(cwd, manifest.bin.assign1), {...AS_USER, env, cwd, input});
        sameBytes(stdout, golden, 'assign1 as the clone has it');

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
  test('the marking script prints what is shown', async () => {
    const {stdout} = await execa('bash', ['-c', example('script')], {...AS_USER, cwd: ROOT});
    sameBytes(stdout, example('script-prints'), 'the marking script');
  });

  test('the TypeScript examples type-check and print what they say, in a project that has the package', () =>
    inTemporaryFolder(async (folder) => {
      writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
      mkdirSync(join(folder, 'node_modules'));
      symlinkSync(ROOT, join(folder, 'node_modules/fivedice'));
      const examples = [
        ['build', example('build'), example('build-prints')],
        // It takes seconds.
        ['tournament', example('tournament'), isThorough ? example('tournament-prints') : null],
        ['opening', example('opening'), /^2,11111,yahtzee,320\.8305.*\n2,11112,1111,270\.2986/],
        ['boxes', example('boxes'), isThorough ? /^ones 1\.88 10\.84%\ntwos 5\.28 1\.80%\n/ : null],
        ['player', example('player'), /^60\.51 21\.32\n$/],
      ] as const;
      for (const [name, text] of examples) writeFileSync(join(folder, `${name}.ts`), text);
      const strict = '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess';
      const flags = `${strict} --module nodenext --target es2022`.split(' ');
      const where = {...AS_USER, cwd: folder};
      const files = examples.map(([name]) => `${name}.ts`);
      await execa(join(ROOT, 'node_modules/.bin/tsc'), [...flags, ...files], where);
      for (const [name, , prints] of examples)
        if (prints !== null) {
          const {stdout} = await execa('node', [`${name}.js`], where);
          if (typeof prints === 'string') sameBytes(stdout, prints, name);
          else assert.match(stdout, prints);
        }
    }));
});

suite('the package', (test) => {
  test('needs no package at run time', () => {
    assert.not.ok('dependencies' in manifest);
    const dist = join(ROOT, 'dist');
    const code = readdirSync(dist, {recursive: true, encoding: 'utf8'}).filter((file) =>
      /\.c?js$/.test(file),
    );
    for (const file of code.map((name) => join(dist, name))) {
      // Paths in the package begin with a point. Some packages write `node:crypto` without its prefix.
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
});

suite('the session of assign1', (test) => {
  test('is as it is played', () => {
    const shown = `\n${example('study')}\n`;
    const typed = [...shown.matchAll(/^> (.*\n)/gm)].map((match) => match[1] ?? '');
    const {output} = runSession(typed.join(''));
    sameBytes(output, shown.replace(/^> .*\n/gm, '> '), 'study');
  });
});

suite.needs('script', 'bubblewrap')('the pictures of terminals', (test) => {
  for (const [path, make] of Object.entries(PICTURES)) {
    test(`${path} is what a terminal shows today; if not, run \`npm run picture\``, async () => {
      sameBytes(await make(), readFileSync(join(ROOT, path), 'utf8'), path);
    });
  }
});

suite('every example', (test) => {
  const names = [...READMES.values()].flatMap(examplesIn).map(({name}) => name);

  test('has a name of its own, and is run by a test', () => {
    assert.ok(names.length > 0);
    assert.is(new Set(names).size, names.length, names.join(' '));
    const run = readdirSync(join(ROOT, 'tests'), {recursive: true, encoding: 'utf8'})
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [
        ...readFileSync(join(ROOT, 'tests', name), 'utf8').matchAll(/\bexample\(\s*'([^']+)'/g),
      ])
      .map(([, name]) => name);
    assert.equal(
      names.filter((name) => !run.includes(name)),
      [],
    );
  });
});

suite('every link', (test) => {
  const links = [...READMES].flatMap(([path, readme]) =>
    linksIn(readme).map((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      return {path, link, target, anchor};
    }),
  );

  test('leads to a file, and to an existing heading', () => {
    assert.ok(links.length > 0);
    for (const {path, link, target, anchor} of links) {
      assert.ok(existsSync(join(ROOT, target)), `${path}: ${link}`);
      if (anchor !== undefined) assert.ok(anchorsIn(readmeAt(target)).includes(anchor), `${path}: ${link}`);
    }
  });

  test('in a packaged README leads to a packaged file', async () => {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const {stdout} = await execa('npm', args, {...AS_USER, cwd: ROOT});
    const [packed] = JSON.parse(stdout) as [{files: {path: string}[]}];
    const files = packed.files.map(({path}) => path);
    const shipped = links.filter(({path}) => files.includes(path));
    assert.ok(shipped.some(({path}) => path === 'README.md'));
    const missing = shipped.filter(({target}) => !files.includes(target));
    assert.is(missing.map(({path, link}) => `${path}: ${link}`).join('\n'), '');
  });
});

/** Returns the links and pictures of a README, but not those to the web. */
function linksIn(readme: string): string[] {
  return [...withoutCode(readme).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link));
}

/** Returns the anchors that git hosts give to headings. */
function anchorsIn(readme: string): string[] {
  return [...withoutCode(readme).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(readme: string): string {
  return readme.replace(/^```.*?^```\n/gms, '');
}
