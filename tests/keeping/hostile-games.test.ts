/* What is no saved game: each is refused, what is wrong is named, and the file stays as it was. */
import {readdirSync, readFileSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {parseGame} from '../../src/keeping/saved-game.js';
import {openSavedGame} from '../../src/keeping/saved-game-file.js';
import {UnusableFile} from '../../src/system/file-errors.js';
import {atTable} from '../support/play.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const SETUP = {players: ['Ann'], rules: 'official', columns: 1, dice: {seed: 7}};
const ROLL = {action: 'roll'};

/** A good file, with something else in it. */
const save = (more: object): string =>
  JSON.stringify({fivedice: 'game', version: 1, setup: SETUP, actions: [ROLL], ...more});
const setup = (more: object): string => save({setup: {...SETUP, ...more}});
const typed = (...actions: unknown[]): string => save({setup: {...SETUP, dice: 'typed'}, actions});
const acts = (...actions: unknown[]): string => save({actions});

/** What it is, the file, and what names the place. */
const HOSTILE: readonly (readonly [what: string, file: string | Uint8Array, said: RegExp])[] = [
  ['empty', '', /not JSON/],
  ['no JSON', 'Dear diary', /not JSON/],
  ['a byte order mark', `\ufeff${save({})}`, /not JSON/],
  ['escape sequences', '\x1b[2J\x1b]0;x\x07', /not JSON/],
  ['null', 'null', /null.*not a saved game/],
  ['a list', `[${save({})}]`, /not a saved game/],
  ['another kind', save({fivedice: 'scores'}), /fivedice is "scores", not "game"/],
  ['the next version', save({version: 2}), /version is 2, not 1/],
  ['no setup', save({setup: undefined}), /setup/],
  ['no actions', save({actions: undefined}), /actions/],
  ['an unknown key', save({extra: 1}), /extra/],
  ['an unknown key of the setup', setup({extra: 1}), /setup\.extra/],
  ['an unknown key of an action', acts({...ROLL, extra: 1}), /actions\.0\.extra/],
  ['__proto__', save({}).replace('{', '{"__proto__": {"version": 1}, '), /__proto__/],
  ['__proto__ in the setup', setup({}).replace('"players"', '"__proto__": {}, "players"'), /__proto__/],
  ['constructor', save({}).replace('{', '{"constructor": 1, '), /constructor/],
  ['no players', setup({players: []}), /setup\.players/],
  ['the same name twice', setup({players: ['Ann', 'Ann']}), /setup\.players.*different names/],
  ['control characters in a name', setup({players: ['A\x1b[2Jnn']}), /setup\.players\.0.*cannot be shown/],
  [
    'bytes of no UTF-8 in a name',
    Buffer.from(setup({players: ['Zo\xeb']}), 'latin1'),
    /setup\.players\.0|UTF-8/,
  ],
  ['unknown rules', setup({rules: 'house'}), /setup\.rules is "house", not one of cs106a/],
  ['no columns', setup({columns: 0}), /setup\.columns is 0, not one of 1, 2, 3/],
  ['a negative seed', setup({dice: {seed: -1}}), /setup\.dice/],
  ['an infinite seed', setup({}).replace('"seed":7', '"seed":1e999'), /setup\.dice/],
  ['actions that are no list', save({actions: {0: ROLL}}), /actions/],
  ['no action', acts(null), /actions\.0/],
  ['an action in words', acts('roll'), /actions\.0/],
  [
    'faces in a rolled game',
    acts({...ROLL, faces: [6, 6, 6, 6, 6]}),
    /action 1 .*The dice are rolled, not typed/,
  ],
  ['a roll in a typed game', typed(ROLL), /action 1 .*The dice are typed, not rolled/],
  ['four faces', typed({...ROLL, faces: [1, 2, 3, 4]}), /action 1 /],
  ['a face of 7', typed({...ROLL, faces: [1, 2, 3, 4, 7]}), /actions\.0\.faces\.4 is 7/],
  ['no face', typed({...ROLL, faces: null}), /actions\.0\.faces/],
  ['a die twice', acts(ROLL, {action: 'reroll', numbers: [1, 1]}), /action 2 /],
  ['no dice to roll', acts(ROLL, {action: 'reroll'}), /actions\.1\.numbers/],
  ['a reroll before the roll', acts({action: 'reroll', numbers: []}), /action 1 .*Roll the dice first/],
  ['a fourth roll', acts(ROLL, ...Array(3).fill({action: 'reroll', numbers: []})), /action 4 /],
  ['a box before the roll', acts({action: 'place', column: 1, category: 'ones'}), /action 1 /],
  [
    'an unknown category',
    acts(ROLL, {action: 'place', column: 1, category: 'total'}),
    /actions\.1\.category is "total"/,
  ],
  ['a column that is not there', acts(ROLL, {action: 'place', column: 2, category: 'ones'}), /action 2 /],
  [
    'a box twice',
    acts(
      ...Array(2)
        .fill([ROLL, {action: 'place', column: 1, category: 'ones'}])
        .flat(),
    ),
    /action 4 .*Ones already holds/,
  ],
  [
    'what the Joker forbids',
    typed(
      {...ROLL, faces: [1, 1, 1, 1, 1]},
      {action: 'place', column: 1, category: 'yahtzee'},
      {...ROLL, faces: [1, 1, 1, 1, 1]},
      {action: 'place', column: 1, category: 'twos'},
    ),
    /action 4 .*Joker: Ones is open and must be used/,
  ],
  ['ten thousand rolls', acts(...Array(10_000).fill(ROLL)), /action 2 /],
  ['a name of a megabyte', setup({players: ['m'.repeat(1_000_000)]}), /setup\.players\.0.*longer/],
  ['a hundred thousand brackets', '['.repeat(100_000), /not JSON/],
  [
    'objects a hundred thousand deep',
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    /not JSON|a saved game|fivedice|a is an unknown key/,
  ],
  ['a key with escape sequences', save({'\x1b[2J': 1}), /unknown key/],
];

/** What is said of a file that cannot be opened as a saved game. */
async function refusalOf(path: string): Promise<string> {
  try {
    (await openSavedGame(path)).close();
  } catch (error) {
    if (error instanceof UnusableFile) return error.message;
    throw error;
  }
  return 'it is opened';
}

suite('no saved game', (test) => {
  for (const [what, file, said] of HOSTILE) {
    test(`is ${what}`, () =>
      inTemporaryFolder(async (folder) => {
        const path = join(folder, 's');
        writeFileSync(path, file);
        const message = await refusalOf(path);
        assert.ok(message.startsWith(`${path} is no saved game: `), message.slice(0, 300));
        const problem = message.slice(path.length);
        assert.match(problem, said);
        assert.match(problem, /^[^\p{Cc}]{1,240}$/u);
        assert.equal(readFileSync(path), Buffer.from(file));
        assert.equal(readdirSync(folder), ['s']);
        const read = parseGame(Buffer.from(file).toString());
        assert.match('problem' in read ? read.problem : '', said);
      }));
  }

  // A stranger's file must not fill the memory; nor must what says that it is short, and is not.
  for (const size of [2 ** 20 + 1, 1_500_000_000]) {
    test(`is one of ${size} bytes, and it is not read`, () =>
      inTemporaryFolder(async (folder) => {
        const path = join(folder, 's');
        writeFileSync(path, save({}));
        truncateSync(path, size);
        const before = process.memoryUsage.rss();
        assert.is(
          await refusalOf(path),
          `${path}: ${size} bytes are too many: no file of a game has more than 1048576`,
        );
        assert.ok(process.memoryUsage.rss() - before < 100_000_000);
        assert.equal(readdirSync(folder), ['s']);
      }));
  }

  test(
    'is played, whatever its flags say: exit status 2',
    atTable(async ({folder, play, write}) => {
      for (const [file, said] of [
        ['{}', /^fivedice: s is no saved game: fivedice is undefined, not "game"\n$/],
        [
          setup({rules: '\x1b[2J\x07'}),
          /^fivedice: s is no saved game: setup\.rules is "\?\[2J\?", not one of /,
        ],
        [acts(ROLL, ROLL), /^fivedice: s is no saved game: action 2 is not possible: .*\n$/],
      ] as const) {
        write('s', file);
        const {stdout, stderr, exitCode} = await play(
          ['--players', 'Ann', '--save', 's', '--scores', 'h'],
          '\n',
        );
        assert.match(stderr, said);
        assert.equal([stdout, exitCode], ['', 2]);
        assert.equal(readdirSync(folder), ['s']);
      }
    }),
  );
});
