/* Files that no game can use, saved or for scores: they are refused before the game, named, and left alone. */
import {mkdirSync, readdirSync, symlinkSync, truncateSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {atTable, type Table, wholeGame} from '../support/play.js';
import {suite} from '../support/suite.js';

const FLAGS = ['--players', 'Ann', '--seed', '7'] as const;

interface Unusable {
  readonly what: string;
  readonly file: string;
  readonly make?: (table: Table) => unknown;
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
  {what: 'below a file', file: 'f/g', make: ({write}) => write('f', ''), said: 'not a directory'},
  {what: 'named too long', file: 'x'.repeat(300), said: 'name too long'},
  {
    what: 'too large',
    file: 'f',
    make: ({folder, write}) => {
      write('f', '{}');
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
        atTable(async (table) => {
          await make?.(table);
          const before = readdirSync(table.folder);
          const {stdout, stderr, exitCode} = await table.play([...FLAGS, flag, file], wholeGame(1));
          assert.equal([stdout, stderr, exitCode], ['', `fivedice: ${file}: ${said}\n`, 2]);
          // No lock either.
          assert.equal(
            readdirSync(table.folder).filter((name) => name !== '.local'),
            before,
          );
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
