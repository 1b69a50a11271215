import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {delimiter, dirname, join} from 'node:path';
import * as assert from 'uvu/assert';
import {launchOf} from '../../../src/marking/submissions/launch-plan.js';
import {inPlace} from '../../support/place.js';
import {suite} from '../../support/suite.js';
import {inTemporaryFolder} from '../../support/temporary-folder.js';

const {PATH = ''} = process.env;

/** Files of a home: `->` makes a link, and all others are programs or, with a text, plain files. */
type Home = Readonly<Record<string, string>>;

const PROGRAM = '#!/bin/sh\n';

/** By the command: what a home has, the folders of it in `PATH`, the path that starts, and the folders that are shown. */
const ROWS: readonly (readonly [
  what: string,
  home: Home,
  path: string,
  command: string,
  starts: string,
  folders: readonly string[],
])[] = [
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
  [
    "nvm's Node",
    {'.nvm/versions/node/v22.1.0/bin/node': PROGRAM},
    '.nvm/versions/node/v22.1.0/bin',
    'node',
    'node',
    ['.nvm/versions/node/v22.1.0'],
  ],
  [
    "SDKMAN's Java",
    {'.sdkman/candidates/java/21-tem/bin/java': PROGRAM, '.sdkman/candidates/java/current': '-> 21-tem'},
    '.sdkman/candidates/java/current/bin',
    'java',
    'java',
    ['.sdkman/candidates/java/current'],
  ],
  [
    'an environment of Python',
    {'work/env/pyvenv.cfg': 'home = /usr/bin\n', 'work/env/bin/python3': '-> /bin/sh'},
    'work/env/bin',
    'python3',
    'python3',
    ['work/env'],
  ],
  ['nothing of a home else', {'bin/python3': PROGRAM}, 'bin', 'python3', 'python3', []],
];

suite('a toolchain under a home', (test) => {
  for (const [what, home, path, command, starts, folders] of ROWS) {
    test(`is ${what}`, () =>
      inTemporaryFolder((folder) => {
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
          assert.equal(launchOf([command, '-x']), {command: [started, '-x'], toolchain});
        } finally {
          Object.assign(process.env, {PATH});
        }
      }));
  }

  test('of the system is none', () => {
    for (const command of ['sh', '/bin/sh', 'no-such-tool', '/no/such/tool'])
      assert.equal(launchOf([command]), {command: [command], toolchain: []});
  });

  test.needs('bubblewrap')(
    'runs in the sandbox, which shows nothing else of the home',
    inPlace(
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
