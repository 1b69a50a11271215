/* What runs a script: as it is read, and as programs tell who really run, with the sandbox and without it. */
import {chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import * as assert from 'uvu/assert';
import {asShown, interpreterIn} from '../../../src/marking/submissions/interpreters.js';
import {inPlace, type Place} from '../../support/place.js';
import {suite} from '../../support/suite.js';

suite('the first line of a script', (test) => {
  const lines: readonly (readonly [start: string, words: readonly string[] | null])[] = [
    ['#!/bin/bash\necho', ['/bin/bash']],
    ['#! \t/bin/bash -e  x \t\necho', ['/bin/bash', '-e  x']],
    ['#!/usr/bin/env python3', ['/usr/bin/env', 'python3']],
    ['#!/usr/bin/env -S node --trace\n', ['/usr/bin/env', '-S node --trace']],
    ['#!/bin/sh\r\n', null],
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

suite('the interpreter that the sandbox shows', (test) => {
  test('is found by PATH, also behind env', () => {
    const shown = ['/usr', '/bin'];
    // Here PATH may lead to it by a link from elsewhere.
    const {PATH: path} = process.env;
    Object.assign(process.env, {PATH: '/usr/bin'});
    const found = [
      ['cat', '-u'],
      ['/usr/bin/env', 'cat'],
      ['/usr/bin/env', '-S cat  -u'],
    ].map((words) => asShown(words, shown));
    Object.assign(process.env, {PATH: path});
    assert.equal(found, [['cat', '-u'], ['cat'], ['cat', '-u']]);
    for (const word of ['-i', '-u X cat', 'X=1 cat', 'no-such-program', './cat']) {
      assert.equal(asShown(['/usr/bin/env', word], shown), ['/usr/bin/env', word]);
    }
    assert.equal(asShown(['/no/such'], shown), ['/no/such']);
  });
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
    'is never another one in silence: the command line is wrong, and what would be right is said',
    ownPython(async (place) => {
      const bin = join(place.folder, '../bin');
      const why = `it runs by python3, which is ${bin}/python3 here, and the sandbox does not show that: --show ${bin}, or a PATH with another`;
      for (const [what, ...args] of [
        [join(place.folder, 'class/x.py'), 'class/x.py'],
        [join(place.folder, 'class/y.py'), 'class/y.py'],
        [join(place.folder, 'class/x.py'), '--all', 'class'],
        ['python3', '--', 'python3', 'class/x.py'],
        ['./class/y.py', '--', './class/y.py'],
      ]) {
        const said = await place.fivedice('mark', '--fixtures', 'cases', '--sandbox', ...args);
        const stderr = `fivedice: mark: ${what}: ${why}\nfivedice mark --help lists the flags\n`;
        assert.equal(said, {stdout: '', stderr, exitCode: 2});
      }
      assert.is(await verdictOn(place, '--no-sandbox', '--all', 'class'), 'pass');
      assert.is(await verdictOn(place, '--show', '../bin', '--all', 'class'), 'pass');
    }),
  );

  test(
    'but that a script names by its path, is its own matter: the others are marked',
    ownPython(async ({folder, write, marks}) => {
      const bin = join(folder, '../bin');
      write({
        'class/z.sh': `#!${bin}/python3\n`,
        'class/x.py': '#!/bin/sh\necho right\n',
        'class/y.py': '#!/bin/sh\necho right\n',
      });
      const {submissions} = await marks('mark', '--fixtures', 'cases', '--sandbox', '--all', 'class');
      const why = `it runs by ${bin}/python3, and the sandbox does not show that: --show ${bin}, or a PATH with another`;
      assert.equal(
        submissions.map(({cases: [one]}) => [one?.verdict, one?.reason]),
        [
          ['pass', null],
          ['pass', null],
          ['could-not-run', why],
        ],
      );
    }),
  );
});
