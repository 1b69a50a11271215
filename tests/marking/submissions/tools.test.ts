/* Interpreters, compilers and toolchains, with the sandbox and without. */
import {chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {delimiter, dirname, join} from 'node:path';
import * as assert from 'uvu/assert';
import {launchOf} from '../../../src/marking/submissions/launch-plan.js';
import {type Place, suiteInPlace, withPlace} from '../../support/place.js';
import {suite} from '../../support/suite.js';
import {inTemporaryFolder} from '../../support/temporary-folder.js';

// Set where a version manager starts these tests.
for (const name of ['PYENV_VERSION', 'RUSTUP_HOME', 'RUSTUP_TOOLCHAIN'])
  Reflect.deleteProperty(process.env, name);
const {PATH = ''} = process.env;
const CASE = {'cases/a.in': '', 'cases/a.out': 'right\n'};

/** Prints `right` if bash runs it, and nothing that a POSIX shell runs does. */
const IN_BASH = 'a=(right); echo "$a"\n';

/** Each submission with its verdict, and the reason if there is one. */
async function verdicts(place: Place, ...args: string[]): Promise<Record<string, string>> {
  const {submissions} = await place.marks('mark', '--fixtures', 'cases', ...args);
  return Object.fromEntries(
    submissions.map(({target, cases: [one]}) => [
      target,
      [one?.verdict, one?.reason, one?.remedy].filter(Boolean).join(': '),
    ]),
  );
}

/** In it, what the place has in `bin` comes first. */
function withOwnCommands(folder: string): NodeJS.ProcessEnv {
  return {PATH: [join(folder, '../bin'), PATH].join(delimiter)};
}

/** In it, `PATH` leads to these commands alone. */
function withCommands(...names: readonly string[]): (folder: string) => NodeJS.ProcessEnv {
  return (folder) => {
    const bin = join(folder, '../bin');
    mkdirSync(bin);
    for (const name of names)
      for (const path of [`/usr/bin/${name}`, `/usr/sbin/${name}`].filter(existsSync).slice(0, 1))
        symlinkSync(path, join(bin, name));
    return {PATH: bin};
  };
}

for (const sandbox of ['--no-sandbox', '--sandbox']) {
  suiteInPlace.needs(...(sandbox === '--sandbox' ? ['bubblewrap' as const] : []))(
    `a script ${sandbox}`,
    (test) => {
      test('runs by its first line, else by what its language says', async (place) => {
        const files: Readonly<Record<string, string>> = {
          'plain.sh': `#!/bin/bash\n${IN_BASH}`,
          'other.py': `#!/bin/bash\n${IN_BASH}`,
          'env.sh': `#!/usr/bin/env bash\n${IN_BASH}`,
          'split.sh': `#!/usr/bin/env -S bash -e\n${IN_BASH}`,
          'none.sh': 'echo right\n',
          'windows.sh': '#!C:\\bin\\sh.exe\necho right\n',
          'nowhere.sh': '#!/usr/bin/env no-such-shell\necho right\n',
          'cr.sh': '#!/bin/sh\r\necho right\n',
          cr: '#!/bin/bash\r\n"echo" right #\r\n',
        };
        const all = Object.entries(files).flatMap(([name, text]) => [
          [`x-${name}`, text] as const,
          [name, text] as const,
        ]);
        place.write({...CASE, ...Object.fromEntries(all.map(([name, text]) => [`class/${name}`, text]))});
        for (const [name] of all)
          if (name !== 'cr' && name !== 'x-cr')
            chmodSync(join(place.folder, 'class', name), name.startsWith('x-') ? 0o755 : 0o644);
        const seen = await verdicts(place, sandbox, '--all', 'class');
        assert.is(Object.keys(seen).length, all.length);
        for (const [name, verdict] of Object.entries(seen)) assert.is(verdict, 'pass', name);
      });
    },
  );
}

suite.needs('bubblewrap')('an interpreter that the sandbox does not show', (test) => {
  test('is never another one in silence: nothing can be checked, and what would help is said', () =>
    withPlace(
      async (place) => {
        const bin = join(place.folder, '../bin');
        mkdirSync(bin);
        // In the sandbox, PATH would lead to another.
        writeFileSync(join(bin, 'python3'), '#!/bin/bash\necho right\n', {mode: 0o755});
        place.write({
          ...CASE,
          'class/x.py': '',
          'class/y.py': '#!/usr/bin/env python3\n',
          'class/z': `#!${bin}/python3\n`,
        });
        const why = (show: string, named = 'python3, which is ', here = ' here'): string =>
          `could-not-check: it needs ${named}${bin}/python3${here}, and the sandbox does not show that: --show ${show}`;
        const z = why(bin, '', '');
        assert.equal(await verdicts(place, '--sandbox', '--all', 'class'), {
          'x.py': why(bin),
          'y.py': why(bin),
          z,
        });
        assert.equal(await verdicts(place, '--sandbox', '--', 'python3', 'class/x.py'), {
          'python3 class/x.py': why(bin),
        });
        for (const flags of [['--no-sandbox'], ['--show', bin]])
          assert.equal(await verdicts(place, ...flags, '--all', 'class'), {
            'x.py': 'pass',
            'y.py': 'pass',
            z: 'pass',
          });
        mkdirSync(join(bin, '../lib'));
        assert.equal(await verdicts(place, '--sandbox', 'class/x.py'), {'class/x.py': why(dirname(bin))});
      },
      {env: withOwnCommands},
    ));
});

suite('a tool that is not installed', (test) => {
  const python = 'could-not-check: python3 is not installed: apt-get install python3';
  const tools = ['sh', 'env', 'node', 'mkfifo', 'bwrap', 'setpriv', 'mount', 'cat', 'rm', 'grep', 'chmod'];
  test('costs nobody a point, its package is named, and those whom it stops are one group', () =>
    withPlace(
      async (place) => {
        place.write({
          ...CASE,
          'class/a.py': '',
          'class/a2.py': '',
          'class/b.c': '',
          'class/c.java': '',
          'class/d.sh': '#!/bin/sh\necho right\n',
          'class/e': '#!/no/such/shell\n',
          'class/wrong.sh': '#!/bin/sh\n',
        });
        const all = ['--fixtures', 'cases', '--all', 'class'];
        assert.equal(await verdicts(place, '--all', 'class'), {
          'a.py': python,
          'a2.py': python,
          'b.c': 'could-not-check: gcc is not installed: apt-get install gcc',
          'c.java': 'could-not-check: javac is not installed: apt-get install default-jdk-headless',
          'd.sh': 'pass',
          e: 'could-not-check: /no/such/shell is not installed',
          'wrong.sh': 'wrong-output',
        });
        const {stdout, exitCode} = await place.fivedice('mark', ...all);
        assert.is(exitCode, 3);
        assert.match(stdout, /\n2 submissions: could not check: python3 is not installed/);
      },
      {env: withCommands(...tools)},
    ));
});

/** Files of a home: `->` makes a link, and all others are programs or, with a text, plain files. */
type Home = Readonly<Record<string, string>>;

const PROGRAM = '#!/bin/sh\n';

/** By the command: what a home has, the folders of it in `PATH`, the path that starts, and the folders that are shown. */
// biome-ignore format: a table
const ROWS: readonly (readonly [what: string, home: Home, path: string, command: string, starts: string, folders: readonly string[]])[] = [
  [
    "pyenv's version",
    {
      '.pyenv/shims/python3': PROGRAM,
      '.pyenv/version': '3.12\nsystem\n',
      '.pyenv/versions/3.9.1/bin/python3': PROGRAM,
      '.pyenv/versions/3.12.2/bin/python3': PROGRAM,
      '.pyenv/versions/3.12.10/bin/python3': PROGRAM,
    },
    '.pyenv/shims',
    'python3',
    '.pyenv/versions/3.12.10/bin/python3',
    ['.pyenv/versions/3.12.10'],
  ],
  [
    "rustup's toolchain",
    {
      '.cargo/bin/rustup': PROGRAM,
      '.cargo/bin/rustc': '-> rustup',
      '.rustup/settings.toml': 'version = "12"\ndefault_toolchain = "stable"\n',
      '.rustup/toolchains/stable-x86_64/bin/rustc': PROGRAM,
    },
    '.cargo/bin',
    'rustc',
    '.rustup/toolchains/stable-x86_64/bin/rustc',
    ['.rustup/toolchains/stable-x86_64'],
  ],
  ["nvm's Node", {'.nvm/versions/node/v22.1.0/bin/node': PROGRAM}, '.nvm/versions/node/v22.1.0/bin', 'node', 'node', ['.nvm/versions/node/v22.1.0']],
  ["SDKMAN's Java", {'.sdkman/candidates/java/21-tem/bin/java': PROGRAM, '.sdkman/candidates/java/current': '-> 21-tem'}, '.sdkman/candidates/java/current/bin', 'java', 'java', ['.sdkman/candidates/java/current']],
  ['an environment of Python', {'work/env/pyvenv.cfg': 'home = /usr/bin\n', 'work/env/bin/python3': '-> /bin/sh'}, 'work/env/bin', 'python3', 'python3', ['work/env']],
  ['a package of npm', {'npm/bin/tool': '-> ../lib/node_modules/tool/cli.js', 'npm/lib/node_modules/tool/cli.js': PROGRAM}, 'npm/bin', 'tool', 'npm/lib/node_modules/tool/cli.js', ['npm/lib/node_modules/tool']],
  ['nothing of a home else', {'bin/python3': PROGRAM}, 'bin', 'python3', 'python3', []],
];

suite('a toolchain under a home', (test) => {
  test('is the version that starts', async () => {
    for (const [what, home, path, command, starts, folders] of ROWS)
      await inTemporaryFolder((folder) => {
        for (const [file, content] of Object.entries(home)) {
          const made = join(folder, file);
          mkdirSync(dirname(made), {recursive: true});
          if (content.startsWith('-> ')) symlinkSync(content.slice(3), made);
          else writeFileSync(made, content, {mode: content === PROGRAM ? 0o755 : 0o644});
        }
        Object.assign(process.env, {PATH: [join(folder, path), PATH].join(delimiter)});
        try {
          const started = starts === command ? command : join(folder, starts);
          const toolchain = folders.map((one) => join(folder, one));
          assert.equal(launchOf([command, '-x']), {command: [started, '-x'], toolchain}, what);
        } finally {
          Object.assign(process.env, {PATH});
        }
      });
    for (const command of ['sh', '/bin/sh', 'no-such-tool', '/no/such/tool'])
      assert.equal(launchOf([command]), {command: [command], toolchain: []});
  });

  test.needs('bubblewrap')('runs in the sandbox, which shows nothing else of the home', () =>
    withPlace(
      async (place) => {
        const [version, secret] = [
          '../home/.pyenv/versions/3.12.1',
          join(place.folder, '../home/.pyenv/secret'),
        ];
        place.write({
          'cases/a.in': '',
          'cases/a.out': 'right\n',
          '../home/.pyenv/shims/python3': '#!/bin/sh\necho wrong\n',
          '../home/.pyenv/version': '3.12.1\n',
          '../home/.pyenv/secret': '',
          [`${version}/bin/python3`]: `#!/bin/sh\ncat "$(dirname "$0")/../lib"; ls ${secret} 2>/dev/null; :\n`,
          [`${version}/lib`]: 'right\n',
          'prog.py': '',
        });
        const {stdout} = await place.fivedice('mark', 'prog.py', '--sandbox', '--fixtures', 'cases');
        assert.match(stdout, /1\/1 points/);
      },
      {
        env: (folder) => ({PATH: [join(folder, '../home/.pyenv/shims'), PATH].join(delimiter)}),
      },
    ),
  );
});
