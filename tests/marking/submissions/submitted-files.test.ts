/* Submissions that are pipes, devices or links cost nobody else. */
import {chmodSync, copyFileSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {FIVEDICE, isRoot} from '../../support/command.js';
import {suiteInProcess} from '../../support/door.js';
import {verdictsOf} from '../../support/marked.js';
import {MODES, toolsOf} from '../../support/observed.js';
import {filesIn, type Place, suiteInPlace} from '../../support/place.js';

/** Command that keeps root to the permissions of files. */
const OBEDIENT = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

const ONE = {'cases/a.in': 'one\n', 'cases/a.out': 'one\n'};
const RIGHT = '#!/bin/sh\ncat\n';

const marked = async ({marks}: Place, ...args: string[]): Promise<Record<string, string>> =>
  verdictsOf(await marks('mark', '--fixtures', 'cases', ...args));

suiteInProcess('a submission that is no regular file', (test) => {
  test('could not be run, and the others are', async (place) => {
    place.write({...ONE, 'class/a.sh': RIGHT, 'class/c.sh': RIGHT, 'class/d/notes': ''});
    await place.shell('mkfifo class/b.c class/d/prog.c');
    assert.equal(await marked(place, '--all', 'class'), {
      'a.sh': 'pass',
      'b.c': 'could-not-run: it is not a regular file',
      'c.sh': 'pass',
      d: 'could-not-run: no program that can be run: it holds notes',
    });
    const {stderr, exitCode} = await place.fivedice('mark', '--fixtures', 'cases', 'class/b.c');
    assert.equal([stderr, exitCode], ['fivedice: class/b.c: it is not a regular file\n', 2]);
  });
});

suiteInProcess('a submission with the goldens in its folder', (test) => {
  test.needs(...toolsOf('sandbox'))('does not find them in its copy', async (place) => {
    const text = 'cat "$(dirname "$0")/cases/a.out" || echo two';
    place.write({'own/prog.sh': text, 'own/cases/a.in': '', 'own/cases/a.out': 'one\n'});
    const marks = await place.marks('mark', '--sandbox', '--fixtures', 'own/cases', 'own');
    assert.equal(verdictsOf(marks), {own: 'wrong-output'});
  });
});

suiteInProcess('what a compiler leaves', (test) => {
  const NONE = /did-not-compile: the build ended well, and made no program/;
  /** Each is the end of a build, which is to make `$2` from `$1` in its own empty folder. */
  const left: Readonly<Record<string, readonly [script: string, verdict: RegExp]>> = {
    a: ['gcc -o "$2" "$1"', /^pass$/],
    // These look for the program of the first.
    b: ['ln -s ../program-0/program "$2"', NONE],
    c: ['cp ../program-0/program "$2"', /did-not-compile: the build made no /],
    d: ['gcc -o real "$1"; ln real "$2"', /^pass$/],
    e: ['mkfifo "$2"', NONE],
    f: ['w=$PWD; mkdir d; mv "$w" "$w-x"; ln -s "$w-x/d" "$w"', /^did-not-compile/],
    g: ['no-such-compiler', /^could-not-check: .*not found/],
  };
  for (const mode of MODES) {
    test.needs('gcc', ...toolsOf(mode))(`${mode}: is a regular file, and no neighbour's`, async (place) => {
      const text = '#include <stdio.h>\nint main(void) { return puts("one") < 0; }\n';
      place.write(ONE);
      for (const [name, [script]] of Object.entries(left)) {
        place.write({[`class/${name}/prog.c`]: text, [`class/${name}/build`]: `${script}\n`});
      }
      const compile = ['--compile', 'sh "$(dirname {source})/build" {source} {program}'];
      const flags = [mode === 'sandbox' ? '--sandbox' : '--no-sandbox'];
      const seen = await marked(place, '--all', 'class', ...compile, ...flags);
      assert.equal(Object.keys(seen), Object.keys(left));
      for (const [name, [, verdict]] of Object.entries(left)) assert.match(seen[name] ?? '', verdict);
    });
  }
});

suiteInProcess('a submission that is a link', (test) => {
  test('is refused where it leads out, whatever it leads to', async (place) => {
    place.write({
      ...ONE,
      'class/a.sh': RIGHT,
      'class/b/notes': '',
      'class/c/src/x.sh': RIGHT,
      'other.sh': RIGHT,
    });
    const link = (to: string, from: string): void => symlinkSync(to, join(place.folder, 'class', from));
    link('../cases/a.out', 'golden.c');
    link('/etc/shadow', 'shadow.c');
    link('/dev/zero', 'zero.c');
    link('a.sh', 'neighbour.sh');
    link('..', 'up');
    link('gone', 'nowhere');
    link('../../other.sh', 'b/prog.sh');
    link('src/x.sh', 'c/prog.sh');
    const out = 'could-not-run: it is a link that leads out of the submission';
    assert.equal(await marked(place, '--all', 'class'), {
      'a.sh': 'pass',
      b: 'could-not-run: prog.sh: a link that leads out of the submission',
      c: 'pass',
      'golden.c': out,
      'neighbour.sh': out,
      nowhere: out,
      'shadow.c': out,
      up: out,
      'zero.c': out,
    });
    assert.match(
      (await marked(place, '--file', 'src/../../../other.sh', 'class/c'))['class/c'] ?? '',
      'could-not-run: there is no src/../../../other.sh',
    );
  });

  test('is fine if the person marking names it', async (place) => {
    place.write({...ONE, 'a.sh': RIGHT, 'class/a.sh': RIGHT, 'd/prog.sh': RIGHT});
    for (const [to, from] of [
      ['a.sh', 'linked.sh'],
      ['d', 'linked'],
      ['class', 'linked-class'],
    ] as const) {
      symlinkSync(to, join(place.folder, from));
    }
    assert.equal(await marked(place, 'linked.sh'), {'linked.sh': 'pass'});
    assert.equal(await marked(place, 'linked'), {linked: 'pass'});
    assert.equal(await marked(place, '--all', 'linked-class'), {'a.sh': 'pass'});
  });
});

suiteInPlace('a submission that cannot be read', (test) => {
  test('says so, and not that it did not compile', async ({folder, write, run}) => {
    write({
      ...ONE,
      'class/a.c': 'int main(void) {}',
      'class/b.sh': RIGHT,
      'class/d/x.py': '',
      'class/e.py': '',
    });
    for (const path of ['class/a.c', 'class/d', 'class/e.py']) chmodSync(join(folder, path), 0);
    copyFileSync('/bin/cat', join(folder, 'class/cat'));
    chmodSync(join(folder, 'class/cat'), 0o111);
    const [command = FIVEDICE, ...before] = [...OBEDIENT, FIVEDICE];
    const mark = (...args: string[]) => run(command, [...before, 'mark', '--fixtures', 'cases', ...args]);
    const found = verdictsOf(JSON.parse((await mark('--report', 'json', '--all', 'class')).stdout));
    chmodSync(join(folder, 'class/d'), 0o755);
    const denied = 'could-not-check: it cannot be read: EACCES: permission denied, ';
    assert.equal(found, {
      'a.c': `${denied}open '${folder}/class/a.c'`,
      'b.sh': 'pass',
      cat: `${denied}open '${folder}/class/cat'`,
      d: `${denied}scandir '${folder}/class/d'`,
      'e.py': `${denied}open '${folder}/class/e.py'`,
    });
    const {stderr, exitCode} = await mark('class/a.c');
    assert.is(
      stderr,
      `fivedice: class/a.c: it cannot be read: EACCES: permission denied, open '${folder}/class/a.c'\n`,
    );
    assert.is(exitCode, 2);
  });
});

suiteInProcess.needs('python3')('a submission runs from a copy', (test) => {
  test('so it finds nothing beside it, and writes nothing there', async (place) => {
    place.write({
      ...ONE,
      'class/ann.py': 'import random\nrandom.seed(1)\nprint(input())\n',
      'class/bob/helper.py': 'def echo(): print(input())\n',
      'class/bob/main.py': 'import helper\nhelper.echo()\n',
      'class/cy.js': "process.stdin.pipe(process.stdout); require('node:fs');\n",
      'class/dan/main.sh': '"$(dirname "$0")"/echo.sh\n',
      'class/dan/echo.sh': RIGHT,
      // These would break Python and Node for all others.
      'class/random.py': '1 / 0\n',
      'class/package.json': '{"type": "module"}',
    });
    const before = Object.keys(filesIn(place.folder));
    const {'random.py': broken, 'package.json': _, ...others} = await marked(place, '--all', 'class');
    assert.match(broken ?? '', /^wrong-status: .*ZeroDivisionError/);
    assert.equal(others, {'ann.py': 'pass', bob: 'pass', 'cy.js': 'pass', dan: 'pass'});
    assert.equal(Object.keys(filesIn(place.folder)), before);
  });
});

suiteInPlace.needs('python3')('a submission runs from a copy', (test) => {
  if (isRoot) {
    for (const mode of MODES)
      test.needs(...toolsOf(mode))(
        `which can be read whatever modes and mask are: ${mode}`,
        async (place) => {
          place.write({
            ...ONE,
            'class/ann/main.py': 'import echo\n',
            'class/ann/echo.py': 'print(input())\n',
            'class/bob.sh': 'cat\n',
            'class/cy': RIGHT,
          });
          await place.shell(
            'cp /bin/cat class/dan; zip -r class.zip class; chmod -R go= class; chown -R 65533:65533 class/ann',
          );
          const flags = `--report json --fixtures cases ${mode === 'sandbox' ? '--sandbox' : '--no-sandbox'}`;
          for (const folder of ['class', 'class.zip']) {
            const {stdout} = await place.shell(`umask 077; "$FIVEDICE" mark ${flags} --all ${folder}`);
            const all = {ann: 'pass', 'bob.sh': 'pass', cy: 'pass', dan: 'pass'};
            assert.equal(verdictsOf(JSON.parse(stdout)), all);
          }
        },
      );
  }

  test('which goes in the end, even if it was closed', async ({folder, write, run}) => {
    const close =
      'import os, sys\nprint(input())\ntry:\n    os.chmod(os.path.dirname(os.path.abspath(sys.argv[0])), 0)\nexcept OSError:\n    pass\n';
    write({...ONE, 'ann/main.py': close});
    const pack = 'import zipfile; zipfile.ZipFile("class.zip", "w").write("ann/main.py")';
    await run('python3', ['-c', pack]);
    chmodSync(folder, 0o755);
    const [command = FIVEDICE, ...before] = [...OBEDIENT, FIVEDICE];
    const mark = ['mark', '--no-sandbox', '--fixtures', 'cases', '--all', 'class.zip', '--report', 'json'];
    const {stdout, exitCode} = await run(command, [...before, ...mark]);
    assert.equal([verdictsOf(JSON.parse(stdout)), exitCode], [{ann: 'pass'}, 0]);
  });
});
