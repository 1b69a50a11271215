/* Files that no game can use, saved or for scores: they are refused before the game, named, and left alone. */
import {mkdirSync, readdirSync, symlinkSync, truncateSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {main} from '../../src/terminal/play.js';
import {opened} from '../support/door.js';
import {inPlace, type Place} from '../support/place.js';
import {atTable} from '../support/play.js';
import {suite} from '../support/suite.js';

const FLAGS = ['--players', 'Ann', '--seed', '7'] as const;

interface Unusable {
  readonly what: string;
  readonly file: string;
  readonly make?: (place: Place) => unknown;
  readonly said: string;
}

const NOT_PLAIN = 'it is not a plain file';

const UNUSABLE: readonly Unusable[] = [
  {what: 'a pipe', file: 'f', make: ({folder}) => execa('mkfifo', [join(folder, 'f')]), said: NOT_PLAIN},
  {what: 'a device', file: '/dev/full', said: NOT_PLAIN},
  {
    what: 'a link to a device',
    file: 'f',
    make: ({folder}) => symlinkSync('/dev/null', join(folder, 'f')),
    said: NOT_PLAIN,
  },
  {what: 'a folder', file: 'f', make: ({folder}) => mkdirSync(join(folder, 'f')), said: NOT_PLAIN},
  {
    what: 'a link to itself',
    file: 'f',
    make: ({folder}) => symlinkSync('f', join(folder, 'f')),
    said: 'too many symbolic links encountered',
  },
  {what: 'in no folder', file: 'no/f', said: 'there is no folder no'},
  {what: 'below a file', file: 'f/g', make: ({write}) => write({f: ''}), said: 'not a directory'},
  {what: 'named too long', file: 'x'.repeat(300), said: 'name too long'},
  {
    what: 'too large',
    file: 'f',
    make: ({folder, write}) => {
      write({f: '{}'});
      truncateSync(join(folder, 'f'), 1_500_000_000);
    },
    said: '1500000000 bytes are too many: no file of a game has more than 1048576',
  },
];

for (const flag of ['--save', '--scores']) {
  suite(`a file for ${flag}`, (test) => {
    for (const {what, file, make, said} of UNUSABLE) {
      test(
        `that is ${what} is refused before the game`,
        inPlace(async (place) => {
          await make?.(place);
          const before = readdirSync(place.folder);
          // With a file for scores, so that nobody's own is looked at.
          const args = [...FLAGS, flag, file, ...(flag === '--save' ? ['--scores', 'h'] : [])];
          const stderr = `fivedice: ${file}: ${said}\n`;
          assert.equal(await opened(place, () => main(args)), {stdout: '', stderr, exitCode: 2});
          // No lock either.
          assert.equal(readdirSync(place.folder), before);
        }),
      );
    }
  });
}

suite('one file for both', (test) => {
  test(
    'the saved game and the scores is refused, by whatever paths',
    atTable(async ({folder, play, write}) => {
      symlinkSync('s', join(folder, 'link'));
      for (const file of ['s', './s', join(folder, 's'), 'link']) {
        const {stdout, stderr, exitCode} = await play([...FLAGS, '--save', 's', '--scores', file], '\n');
        assert.match(stderr, `fivedice: play: --save and --scores name the same file, ${file}\n`);
        assert.equal([stdout, exitCode], ['', 2]);
      }
      assert.equal(readdirSync(folder), ['link']);
      write('s', '');
      assert.is((await play([...FLAGS, '--save', 's', '--scores', 'link'])).exitCode, 2);
    }),
  );
});
