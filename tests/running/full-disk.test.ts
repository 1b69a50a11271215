/* Where no room is left, nobody is blamed: not a right program, and not one that would compile. */
import * as assert from 'uvu/assert';
import {isRoot} from '../support/nobody.js';
import {inPlace} from '../support/place.js';
import {suite} from '../support/suite.js';

const RIGHT_C = '#include <stdio.h>\nint main(void) { return puts("ok") < 0; }\n';

suite('a full disk', (test) => {
  for (const [what, files] of Object.entries({
    'right programs': {'class/a.sh': 'echo ok\n', 'class/b.sh': 'echo ok\n'},
    'programs to compile': {'class/a.c': RIGHT_C, 'class/b.c': RIGHT_C},
  })) {
    for (const sandbox of ['', '--sandbox']) {
      const needed = [
        ...(what.endsWith('compile') ? (['gcc'] as const) : []),
        ...(sandbox === '' ? [] : (['bubblewrap'] as const)),
      ];
      test.needs(...needed)(
        `${what}${sandbox === '' ? '' : ' in the sandbox'} cannot be checked`,
        inPlace(async ({write, shell}) => {
          write({...files, 'goldens/x.in': '', 'goldens/x.out': 'ok\n'});
          // A temporary folder with room for little, which only this command sees.
          const own = `unshare --mount ${isRoot ? '' : '--user --map-root-user'}`;
          const small = 'mount -t tmpfs -o size=300k none "$TMPDIR"';
          const mark = `exec "$FIVEDICE" mark --all class --fixtures goldens --report json ${sandbox}`;
          const {stdout, stderr, exitCode} = await shell(`${own} sh -c '${small} && ${mark}'`);
          const verdicts = [...stdout.matchAll(/"verdict": "(.*?)"/g)].map(([, verdict]) => verdict);
          assert.is(exitCode, 3);
          if (sandbox === '') assert.equal(verdicts, ['could-not-check', 'could-not-check']);
          // The trial of the sandbox, before the first case, says so once for all.
          else assert.match(stderr, /no space left on device/);
        }),
      );
    }
  }
});
