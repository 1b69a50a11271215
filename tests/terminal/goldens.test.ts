import {Readable} from 'node:stream';
import * as assert from 'uvu/assert';
import {loadFixtures} from '../../src/marking/suites/fixtures.js';
import {main} from '../../src/terminal/play.js';
import {latin1, sameBytes} from '../support/bytes.js';
import {FIVEDICE, type Finished} from '../support/command.js';
import {opened} from '../support/door.js';
import {isThorough} from '../support/effort.js';
import {GAMES} from '../support/goldens.js';
import {type Place, suiteInPlace} from '../support/place.js';

const goldens = loadFixtures(GAMES);
const folders = [...new Set(goldens.map(({folder}) => folder))];

/** 0 where the game is over or saved, as is said; 1 where it was left. */
function exitCodeOf(expected: string): number {
  return /^Congratulations, .* a total score of |the same command continues it\.\n$/m.test(expected) ? 0 : 1;
}

/** Plays in this process, and in a deep run by the built command, which many other tests start. */
async function played(place: Place, args: readonly string[], input: Buffer): Promise<Finished> {
  if (isThorough) return place.run(FIVEDICE, args, {input});
  const {stdin} = process;
  Object.defineProperty(process, 'stdin', {value: Readable.from([input]), configurable: true});
  try {
    return await opened(place, () => main(args.slice(1)));
  } finally {
    Object.defineProperty(process, 'stdin', {value: stdin, configurable: true});
  }
}

suiteInPlace('the goldens of the game', (test) => {
  for (const folder of folders) {
    test(`${folder}: every byte and the exit status are as written`, async (place) => {
      for (const {name, input, expected, arguments: args} of goldens.filter((one) => one.folder === folder)) {
        const {stdout, stderr, exitCode} = await played(place, args, input);
        sameBytes(stdout, expected, name);
        assert.equal([stderr, exitCode], ['', exitCodeOf(latin1(expected))], name);
      }
    });
  }
});
