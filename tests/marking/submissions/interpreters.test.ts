/* What runs a script: as it is read, and as programs tell who really run, with the sandbox and without it. */
import {chmodSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import * as assert from 'uvu/assert';
import {interpreterIn} from '../../../src/marking/submissions/interpreters.js';
import {inPlace, type Place} from '../../support/place.js';
import {suite} from '../../support/suite.js';

suite('the first line of a script', (test) => {
  const lines: readonly (readonly [start: string, words: readonly string[] | null])[] = [
    ['#!/bin/bash\necho', ['/bin/bash']],
    ['#! \t/bin/bash -e  x \t\necho', ['/bin/bash', '-e  x']],
    ['#!/usr/bin/env python3', ['python3']],
    ['#!/usr/bin/env -S node --trace\n', ['node', '--trace']],
    ['#!/usr/bin/env -i python3', ['/usr/bin/env', '-i python3']],
    ['#!/usr/bin/env X=1 python3', ['/usr/bin/env', 'X=1 python3']],
    ['#!/bin/sh\r\n', ['/bin/sh']],
    ['#!/usr/bin/env python3 \r\n', ['python3']],
    ['#!\n', null],
    ['#!', null],
    [' #!/bin/sh\n', null],
    ['# !/bin/sh\n', null],
    ['', null],
  ];
  for (const [start, words] of lines) {
    test(`${JSON.stringify(start)} names ${words === null ? 'nothing' : words.join('|')}`, () => {
      assert.equal(interpreterIn(Buffer.from(start)), words);
    });
  }
});

const CASE = {'cases/a.in': '', 'cases/a.out': 'right\n'};

/** Prints `right` if bash runs it, and nothing that a POSIX shell runs does. */
const IN_BASH = 'a=(right); echo "$a"\n';

/** Marks a script of the place; what it printed, if it ran. */
async function verdictOn(place: Place, ...args: string[]): Promise<string> {
  const {stdout, stderr, exitCode} = await place.fivedice('mark', '--fixtures', 'cases', ...args);
  return exitCode === 0 ? 'pass' : `${exitCode}: ${stderr}${stdout}`;
}

/** In it, what the place has in `bin` comes first. */
function withOwnCommands(folder: string): NodeJS.ProcessEnv {
  const {PATH: path = ''} = process.env;
  return {PATH: [join(folder, '../bin'), path].join(delimiter)};
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
  const isOff = sandbox === '--no-sandbox';
  const mode = isOff ? 'without the sandbox' : 'in the sandbox';
  suite.needs(...(isOff ? [] : ['bubblewrap' as const]))(`a script ${mode}`, (test) => {
    const bash = realpathSync('/bin/bash');
    const lines: readonly (readonly [file: string, line: string])[] = [
      ['x.sh', '#!/bin/bash\n'],
      ['x.py', '#!/bin/bash\n'],
      ['x.js', '#!/bin/bash -e\n'],
      ['x.sh', '#!/usr/bin/env bash\n'],
      ['x.sh', '#!/usr/bin/env -S bash -e\n'],
    ];
    for (const mode of [0o644, 0o755]) {
      for (const [file, line] of lines) {
        test(
          `${file} of mode ${mode.toString(8)} runs by ${line.trim()}`,
          inPlace(async (place) => {
            place.write({...CASE, [file]: `${line}${IN_BASH}`});
            chmodSync(join(place.folder, file), mode);
            assert.is(await verdictOn(place, sandbox, file), 'pass');
          }),
        );
      }
    }

    test(
      'without such a line runs by what its extension says',
      inPlace(async (place) => {
        place.write({...CASE, 'x.sh': 'echo right\n'});
        assert.is(await verdictOn(place, sandbox, 'x.sh'), 'pass');
      }),
    );

    test(
      'runs by what PATH gives first, which may be a link to what the sandbox shows',
      inPlace(
        async (place) => {
          mkdirSync(join(place.folder, '../bin'));
          // Only by this name would bash be found here.
          symlinkSync(bash, join(place.folder, '../bin/python3'));
          place.write({...CASE, 'x.py': IN_BASH, 'y.sh': `#!/usr/bin/env python3\n${IN_BASH}`});
          assert.is(await verdictOn(place, sandbox, 'x.py'), 'pass');
          assert.is(await verdictOn(place, sandbox, 'y.sh'), 'pass');
          assert.is(await verdictOn(place, sandbox, '--', 'python3', 'x.py'), 'pass');
        },
        {env: withOwnCommands},
      ),
    );
  });
}

suite.needs('bubblewrap')('an interpreter that the sandbox does not show', (test) => {
  const ownPython = (use: (place: Place) => Promise<void>): (() => Promise<void>) =>
    inPlace(
      async (place) => {
        mkdirSync(join(place.folder, '../bin'));
        // In the sandbox, PATH would lead to another.
        writeFileSync(join(place.folder, '../bin/python3'), '#!/bin/bash\necho right\n', {mode: 0o755});
        place.write({...CASE, 'class/x.py': 'print("right")\n', 'class/y.py': '#!/usr/bin/env python3\n'});
        await use(place);
      },
      {env: withOwnCommands},
    );

  test(
    'is never another one in silence: nothing can be checked, and what would help is said',
    ownPython(async (place) => {
      const bin = join(place.folder, '../bin');
      const why = `it runs by python3, which is ${bin}/python3 here, and the sandbox does not show that: --show ${bin}`;
      place.write({'class/z.sh': `#!${bin}/python3\n`});
      const {submissions} = await place.marks('mark', '--fixtures', 'cases', '--sandbox', '--all', 'class');
      assert.equal(
        submissions.map(({cases: [one]}) => [one?.verdict, one?.reason]),
        [
          ['could-not-check', why],
          ['could-not-check', why],
          ['could-not-check', why.replace('python3, which is ', '').replace(' here,', ',')],
        ],
      );
      const args = ['--fixtures', 'cases', '--sandbox', '--', 'python3', 'class/x.py'];
      const stderr = `fivedice: mark: python3: ${why}\nfivedice mark --help lists the flags\n`;
      assert.equal(await place.fivedice('mark', ...args), {stdout: '', stderr, exitCode: 2});
      assert.is(await verdictOn(place, '--no-sandbox', '--all', 'class'), 'pass');
      assert.is(await verdictOn(place, '--show', '../bin', '--all', 'class'), 'pass');
    }),
  );
});

suite('a first line that leads nowhere', (test) => {
  const lines = [
    '#!/opt/homebrew/bin/sh',
    '#!C:\\bin\\sh.exe',
    '#!/usr/bin/env no-such-shell',
    '#!/bin/sh\r',
  ];
  for (const line of lines) {
    test(
      `on a file of a known language leaves it to that, executable or not: ${JSON.stringify(line)}`,
      inPlace(async (place) => {
        place.write({...CASE, 'x.sh': `${line}\necho right\n`});
        assert.is(await verdictOn(place, 'x.sh'), 'pass');
        chmodSync(join(place.folder, 'x.sh'), 0o644);
        assert.is(await verdictOn(place, 'x.sh'), 'pass');
      }),
    );
  }

  test(
    'on any other file is told, and costs no points',
    inPlace(async (place) => {
      place.write({...CASE, right: '#!/bin/bash\r\n"echo" right #\r\n', lost: '#!/no/such/shell\n'});
      const {submissions} = await place.marks('mark', '--fixtures', 'cases', 'right', 'lost');
      assert.equal(
        submissions.map(({cases: [one]}) => [one?.verdict, one?.reason]),
        [
          ['pass', null],
          ['could-not-check', '/no/such/shell is not installed'],
        ],
      );
    }),
  );
});

suite('a tool that is not installed', (test) => {
  const CLASS = {
    'class/a.py': '',
    'class/b.c': '',
    'class/c.java': '',
    'class/d.sh': '#!/bin/sh\necho right\n',
  };

  test(
    'costs nobody a point, and its package is named',
    inPlace(
      async (place) => {
        place.write({...CASE, ...CLASS});
        const {submissions} = await place.marks('mark', '--fixtures', 'cases', '--all', 'class');
        assert.equal(
          submissions.map(({cases: [one]}) => [one?.verdict, one?.reason]),
          [
            ['could-not-check', 'python3 is not installed: apt-get install python3'],
            ['could-not-check', 'gcc is not installed: apt-get install gcc'],
            ['could-not-check', 'javac is not installed: apt-get install default-jdk-headless'],
            ['pass', null],
          ],
        );
      },
      {
        env: withCommands(
          'sh',
          'env',
          'node',
          'mkfifo',
          'bwrap',
          'unshare',
          'setpriv',
          'mount',
          'cat',
          'rm',
          'grep',
          'chmod',
        ),
      },
    ),
  );
});
