/* Where no room is left, nobody is blamed: not a right program, and not one that would compile. */
import * as assert from 'uvu/assert';
import {isRoot} from '../support/nobody.js';
import {MODES, toolsOf} from '../support/observed.js';
import {inPlace} from '../support/place.js';
import {suite} from '../support/suite.js';
import {toolsFor} from '../support/tools.js';

const RIGHT_C = '#include <stdio.h>\nint main(void) { return puts("ok") < 0; }\n';

suite('a full disk', (test) => {
  for (const [kind, text] of [['sh', 'echo ok\n'] as const, ['c', RIGHT_C] as const]) {
    for (const mode of MODES) {
      // Where programs work in memory, they need none of the disk.
      const verdict = mode === 'process-groups' ? 'could-not-check' : 'pass';
      test.needs(...toolsFor(`a.${kind}`), ...toolsOf(mode))(
        `${mode}: of right programs as .${kind} files, each is ${verdict}`,
        inPlace(async ({write, shell}) => {
          write({[`class/a.${kind}`]: text, [`class/b.${kind}`]: text});
          write({'goldens/x.in': '', 'goldens/x.out': 'ok\n', 'bin/unshare': '#!/bin/sh\nexit 1\n'});
          // A temporary folder with room for little, which only this command sees.
          const own = `unshare --mount ${isRoot ? '' : '--user --map-root-user'}`;
          const small = 'mount -t tmpfs -o size=300k none "$TMPDIR"';
          const path = mode === 'process-groups' ? 'PATH="$PWD/bin:$PATH" ' : '';
          const sandbox = mode === 'sandbox' ? '--sandbox' : '';
          const mark = `${path}exec "$FIVEDICE" mark --all class --fixtures goldens --report json ${sandbox}`;
          const {stdout, exitCode} = await shell(`${own} sh -c '${small} && ${mark}'`);
          const verdicts = [...stdout.matchAll(/"verdict": "(.*?)"/g)].map(([, one]) => one);
          assert.equal([verdicts, exitCode], [[verdict, verdict], verdict === 'pass' ? 0 : 3]);
        }),
      );
    }
  }
});
