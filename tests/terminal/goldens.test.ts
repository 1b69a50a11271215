import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {loadFixtures} from '../../src/marking/suites/fixtures.js';
import {latin1, sameBytes} from '../support/bytes.js';
import {AS_USER, FIVEDICE, PATIENCE} from '../support/command.js';
import {GAMES} from '../support/goldens.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const goldens = loadFixtures(GAMES);
const folders = [...new Set(goldens.map(({folder}) => folder))];

/** 0 where the game is over or saved, as is said; 1 where it was left. */
function exitCodeOf(expected: string): number {
  return /^Congratulations, .* a total score of |the same command continues it\.\n$/m.test(expected) ? 0 : 1;
}

suite('the goldens of the game', (test) => {
  for (const folder of folders) {
    test(`${folder}: every byte and the exit status are as written`, () =>
      inTemporaryFolder(async (place) => {
        mkdirSync(join(place, 'played'));
        for (const {name, input, expected, arguments: args} of goldens.filter(
          (one) => one.folder === folder,
        )) {
          const {stdout, stderr, exitCode} = await execa(FIVEDICE, args, {
            ...AS_USER,
            env: {...AS_USER.env, XDG_DATA_HOME: place},
            cwd: join(place, 'played'),
            input,
            encoding: 'buffer',
            reject: false,
            timeout: PATIENCE,
          });
          sameBytes(stdout, expected, name);
          assert.is(latin1(stderr), '', name);
          assert.is(exitCode, exitCodeOf(latin1(expected)), name);
        }
      }));
  }
});
