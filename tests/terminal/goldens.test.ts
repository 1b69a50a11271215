import * as assert from 'uvu/assert';
import {loadFixtures} from '../../src/marking/suites/fixtures.js';
import {latin1, sameBytes} from '../support/bytes.js';
import {FIVEDICE} from '../support/command.js';
import {GAMES} from '../support/goldens.js';
import {suiteInPlace} from '../support/place.js';

const goldens = loadFixtures(GAMES);
const folders = [...new Set(goldens.map(({folder}) => folder))];

/** 0 where the game is over or saved, as is said; 1 where it was left. */
function exitCodeOf(expected: string): number {
  return /^Congratulations, .* a total score of |the same command continues it\.\n$/m.test(expected) ? 0 : 1;
}

suiteInPlace('the goldens of the game', (test) => {
  for (const folder of folders) {
    test(`${folder}: every byte and the exit status are as written`, async ({run}) => {
      for (const {name, input, expected, arguments: args} of goldens.filter((one) => one.folder === folder)) {
        const {stdout, stderr, exitCode} = await run(FIVEDICE, args, {input});
        sameBytes(stdout, expected, name);
        assert.equal([stderr, exitCode], ['', exitCodeOf(latin1(expected))], name);
      }
    });
  }
});
