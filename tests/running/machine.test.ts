/* Machines that lack something, or that a submission has prepared: nobody is blamed, and nobody gets through. */
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {isRoot} from '../support/command.js';
import {MODES, toolsOf} from '../support/observed.js';
import {type Place, suiteInPlace} from '../support/place.js';
import {toolsFor} from '../support/tools.js';

const RIGHT_C = '#include <stdio.h>\nint main(void) { return puts("ok") < 0; }\n';
const GOLDENS = {'goldens/x.in': '', 'goldens/x.out': 'ok\n'};

/** Runs a line of shell in a file system of its own, after one that changes it. */
const changed = ({shell}: Place, change: string, line: string): ReturnType<Place['shell']> => {
  const own = `unshare --mount ${isRoot ? '' : '--user --map-root-user'}`;
  return shell(`${own} bash -c '${change} && exec ${line}'`);
};

const verdictsIn = (json: string): (string | undefined)[] =>
  [...json.matchAll(/"verdict": "(.*?)"/g)].map(([, one]) => one);

suiteInPlace('a full disk', (test) => {
  for (const [kind, text] of [['sh', 'echo ok\n'] as const, ['c', RIGHT_C] as const]) {
    for (const mode of MODES) {
      const verdict = mode === 'process group' ? 'could-not-check' : 'pass';
      test.needs(...toolsFor(`a.${kind}`), ...toolsOf(mode))(
        `${mode}: right .${kind} files are ${verdict}`,
        async (place) => {
          place.write({...GOLDENS, [`class/a.${kind}`]: text, [`class/b.${kind}`]: text});
          // A temporary folder with room for little, which only this command sees.
          const small = 'mount -t tmpfs -o size=300k none "$TMPDIR"';
          const sandbox = mode === 'sandbox' ? '--sandbox' : '--no-sandbox';
          const mark = `"$FIVEDICE" mark --all class --fixtures goldens --report json ${sandbox}`;
          const {stdout, exitCode} = await changed(place, small, mark);
          assert.equal([verdictsIn(stdout), exitCode], [[verdict, verdict], verdict === 'pass' ? 0 : 3]);
        },
      );
    }
  }
});

suiteInPlace('a temporary folder', (test) => {
  test('from which nothing can be run is named, and nothing is marked', async (place) => {
    place.write({...GOLDENS, 'x.sh': 'echo ok\n'});
    const mark = '"$FIVEDICE" mark --fixtures goldens x.sh';
    const {stderr, exitCode} = await changed(place, 'mount -t tmpfs -o noexec none "$TMPDIR"', mark);
    assert.match(stderr, /^fivedice: \S+ is mounted noexec: set TMPDIR to another folder$/m);
    assert.is(exitCode, 3);
  });
});

suiteInPlace('a file that whoever starts the marker has open', (test) => {
  for (const mode of MODES) {
    test.needs(...toolsOf(mode))(`${mode}: is none of the program's`, async ({write, shell}) => {
      write({...GOLDENS, 'goldens/x.out': '0\n1\n2\n3\n', 'x.sh': 'exec ls /proc/self/fd\n'});
      const flags = mode === 'sandbox' ? '--sandbox' : '--no-sandbox';
      const mark = `"$FIVEDICE" mark --fixtures goldens ${flags} --report json:/dev/fd/251 x.sh`;
      const {stdout} = await shell(`${mark} 9<x.sh 20<x.sh 250<x.sh 251>&1 >report | cat`);
      assert.equal(verdictsIn(stdout), ['pass']);
    });
  }
});

suiteInPlace('a folder that a student filled, as working folder', (test) => {
  /** All that the marker may want to start. */
  const HELPERS = 'bwrap chmod cp mkfifo mount node npm npx rm setpriv setsid sh sleep unshare';
  for (const mode of MODES) {
    test.needs(...toolsOf(mode))(
      `${mode}: runs nothing but the program, whatever PATH is`,
      async ({folder, write, shell}) => {
        const touch = `#!/bin/sh\n: > '${folder}/it-ran'\n`;
        const bin = HELPERS.split(' ').map((name) => [`class/ada/node_modules/.bin/${name}`, touch]);
        write({...GOLDENS, ...Object.fromEntries(bin)});
        write({
          'class/ada/.npmrc': `script-shell=${folder}/class/ada/node_modules/.bin/sh\nnode-options=--require=./x.js\n`,
          'class/ada/package.json': '{"type": "module"}\n',
          'class/ada/x.sh': 'mkdir d; cp "$0" d/x; rm d/x; sh -c "echo ok"\n',
        });
        const path = 'PATH="$PWD/node_modules/.bin:node_modules/.bin::$PATH"';
        const flags = mode === 'sandbox' ? '--sandbox' : '--no-sandbox';
        const {stdout} = await shell(
          `cd class/ada && node=$(command -v node) && ${path} "$node" "$FIVEDICE" mark --fixtures ../../goldens ${flags} --report json x.sh`,
        );
        assert.equal(verdictsIn(stdout), ['pass']);
        assert.not(readdirSync(folder).includes('it-ran'));
      },
    );
  }
});

suiteInPlace.needs('bubblewrap')('a machine without bubblewrap', (test) => {
  // biome-ignore format: a table
  const rows: readonly (readonly [what: string, change: string, why: string, hint: string])[] = [
    ['that has none', 'mount --bind /dev/null "$(realpath /usr/bin/bwrap)"', 'bubblewrap is not installed', ': apt-get install bubblewrap'],
    ['that forbids it', 'mount --bind "$PWD/no" "$(realpath /usr/bin/bwrap)"', 'not allowed here (No permissions)', ''],
  ];
  for (const [what, change, why, hint] of rows) {
    test(`${what}: programs run all the same, and it is said once, in the report too`, async (place) => {
      place.write({
        ...GOLDENS,
        'x.sh': 'echo ok\n',
        no: '#!/bin/sh\necho "bwrap: No permissions" >&2; exit 1\n',
      });
      const mark = '"$FIVEDICE" mark --fixtures goldens x.sh';
      const {stdout, stderr, exitCode} = await changed(place, change, mark);
      const danger = `sandbox off (${why}): programs could read goldens and other submissions, change files and use the network: install bubblewrap, or allow it\n`;
      assert.is(stdout, `x.sh\n\n${danger}1/1 points, 1 of 1 case passed, sandbox off\n`);
      assert.match(stderr, `fivedice: sandbox off: ${why}${hint}; programs `);
      assert.is(exitCode, 0);
      const off = await changed(place, change, `${mark} --no-sandbox --report json`);
      assert.is(off.stderr, '');
      assert.match(off.stdout, '"sandbox": false,\n  "sandboxOff": null');
      const demanded = await changed(place, change, `${mark} --sandbox`);
      assert.equal(demanded, {
        stdout: '',
        stderr: `fivedice: no sandbox: ${why}${hint}\n`,
        exitCode: 3,
      });
    });
  }

  test('or has one: no file of the command line is in sight', async ({folder, write, read, shell}) => {
    const look = `cat ${join(folder, 'goldens/x.out')} ${folder}/old.json ${folder}/class/bob.sh ${folder}/seen 2> /dev/null; echo ok\n`;
    write({...GOLDENS, 'class/ada.sh': look, 'class/bob.sh': 'echo ok\n', 'old.json': 'old\n', seen: ''});
    const flags = `--fixtures goldens --report human --report json:old.json --show '${folder}'`;
    const {stdout} = await shell(`"$FIVEDICE" mark ${flags} class/ada.sh class/bob.sh`);
    assert.match(stdout, '2 submissions, 2/2 points, 2 of 2 cases passed, sandbox on');
    assert.match(read('old.json'), '"sandbox": true');
  });
});
