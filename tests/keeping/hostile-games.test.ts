/* What is no saved game: each is refused, what is wrong is named, and the file stays as it was. */
import {readdirSync, readFileSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {parseGame} from '../../src/keeping/saved-game.js';
import {openSavedGame} from '../../src/keeping/saved-game-file.js';
import {UnusableFile} from '../../src/system/unusable-file.js';
import {atTable} from '../support/play.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

interface Hostile {
  readonly what: string;
  readonly file: string | Uint8Array;
  /** What names the place. */
  readonly said: RegExp;
}

const SETUP = {players: ['Ann'], rules: 'official', columns: 1, dice: {seed: 7}};
const ROLL = {action: 'roll'};

/** A good file, with something else in it. */
const save = (more: object): string =>
  JSON.stringify({fivedice: 'game', version: 1, setup: SETUP, actions: [ROLL], ...more});
const setup = (more: object): string => save({setup: {...SETUP, ...more}});
const typed = (...actions: unknown[]): string => save({setup: {...SETUP, dice: 'typed'}, actions});
const acts = (...actions: unknown[]): string => save({actions});

const HOSTILE: readonly Hostile[] = [
  {what: 'empty', file: '', said: /not JSON/},
  {what: 'spaces', file: ' \n', said: /not JSON/},
  {what: 'no JSON', file: 'Dear diary', said: /not JSON/},
  {what: 'half a file', file: save({}).slice(0, -20), said: /not JSON/},
  {what: 'two games', file: save({}) + save({}), said: /not JSON/},
  {what: 'a byte order mark', file: `\ufeff${save({})}`, said: /not JSON/},
  {what: 'UTF-16', file: Buffer.from(save({}), 'utf16le'), said: /not JSON/},
  {what: 'NULs', file: '\0'.repeat(1000), said: /not JSON/},
  {what: 'escape sequences', file: '\x1b[2J\x1b]0;x\x07', said: /not JSON/},
  {what: 'an executable', file: readFileSync(process.execPath).subarray(0, 100_000), said: /not JSON/},
  {what: 'a hall of fame', file: '273,Julie\n', said: /not JSON/},
  {what: 'null', file: 'null', said: /null.*not a saved game/},
  {what: 'a list', file: `[${save({})}]`, said: /not a saved game/},
  {what: 'a number', file: '1', said: /not a saved game/},
  {what: 'nothing known', file: '{}', said: /fivedice/},
  {what: 'another kind', file: save({fivedice: 'scores'}), said: /fivedice is "scores", not "game"/},
  {what: 'the next version', file: save({version: 2}), said: /version is 2, not 1/},
  {what: 'a version in words', file: save({version: '1'}), said: /version is "1", not 1/},
  {what: 'no setup', file: save({setup: undefined}), said: /setup/},
  {what: 'no actions', file: save({actions: undefined}), said: /actions/},
  {what: 'an unknown key', file: save({extra: 1}), said: /extra/},
  {what: 'an unknown key of the setup', file: setup({extra: 1}), said: /setup\.extra/},
  {what: 'an unknown key of an action', file: acts({...ROLL, extra: 1}), said: /actions\.0\.extra/},
  {what: '__proto__', file: save({}).replace('{', '{"__proto__": {"version": 1}, '), said: /__proto__/},
  {
    what: '__proto__ in the setup',
    file: setup({}).replace('"players"', '"__proto__": {}, "players"'),
    said: /__proto__/,
  },
  {what: 'constructor', file: save({}).replace('{', '{"constructor": 1, '), said: /constructor/},
  {what: 'no players', file: setup({players: []}), said: /setup\.players/},
  {
    what: 'five players',
    file: setup({players: ['A', 'B', 'C', 'D', 'E']}),
    said: /setup\.players.*at most 4/,
  },
  {
    what: 'the same name twice',
    file: setup({players: ['Ann', 'Ann']}),
    said: /setup\.players.*different names/,
  },
  {
    what: 'the same name in capitals',
    file: setup({players: ['Ann', 'ANN']}),
    said: /setup\.players.*different names/,
  },
  {what: 'one name, not a list', file: setup({players: 'Ann'}), said: /setup\.players is "Ann", not a list/},
  {what: 'a number for a name', file: setup({players: ['Ann', 5]}), said: /setup\.players\.1 is 5/},
  {what: 'no name', file: setup({players: ['']}), said: /setup\.players\.0.*empty/},
  {
    what: 'a name too long',
    file: setup({players: ['m'.repeat(41)]}),
    said: /setup\.players\.0.*longer than 40/,
  },
  {
    what: 'control characters in a name',
    file: setup({players: ['A\x1b[2Jnn']}),
    said: /setup\.players\.0.*cannot be shown/,
  },
  {
    what: 'a newline in a name',
    file: setup({players: ['A\nnn']}),
    said: /setup\.players\.0.*cannot be shown/,
  },
  {
    what: 'bytes of no UTF-8 in a name',
    file: Buffer.from(setup({players: ['Zo\xeb']}), 'latin1'),
    said: /setup\.players\.0|UTF-8/,
  },
  {what: 'unknown rules', file: setup({rules: 'house'}), said: /setup\.rules is "house", not one of cs106a/},
  {what: 'rules that every object has', file: setup({rules: 'toString'}), said: /setup\.rules/},
  {what: 'no columns', file: setup({columns: 0}), said: /setup\.columns is 0, not one of 1, 2, 3/},
  {what: 'four columns', file: setup({columns: 4}), said: /setup\.columns is 4/},
  {what: 'columns in words', file: setup({columns: '1'}), said: /setup\.columns is "1"/},
  {what: 'a negative seed', file: setup({dice: {seed: -1}}), said: /setup\.dice/},
  {what: 'half a seed', file: setup({dice: {seed: 1.5}}), said: /setup\.dice/},
  {what: 'a seed in words', file: setup({dice: {seed: '7'}}), said: /setup\.dice/},
  {what: 'a seed too large', file: setup({dice: {seed: 2 ** 53}}), said: /setup\.dice/},
  {what: 'an infinite seed', file: setup({}).replace('"seed":7', '"seed":1e999'), said: /setup\.dice/},
  {what: 'no seed', file: setup({dice: {}}), said: /setup\.dice/},
  {what: 'other dice', file: setup({dice: 'loaded'}), said: /setup\.dice/},
  {what: 'a seed and more', file: setup({dice: {seed: 7, random: [1, 2, 3, 4]}}), said: /setup\.dice/},
  {what: 'actions that are no list', file: save({actions: {0: ROLL}}), said: /actions/},
  {what: 'no action', file: acts(null), said: /actions\.0/},
  {what: 'an action in words', file: acts('roll'), said: /actions\.0/},
  {what: 'an unknown action', file: acts(ROLL, {action: 'win'}), said: /actions\.1/},
  {what: 'an action of another prototype', file: acts({action: '__proto__'}), said: /actions\.0/},
  {
    what: 'faces in a rolled game',
    file: acts({...ROLL, faces: [6, 6, 6, 6, 6]}),
    said: /action 1 .*The dice are rolled, not typed/,
  },
  {what: 'a roll in a typed game', file: typed(ROLL), said: /action 1 .*The dice are typed, not rolled/},
  {what: 'four faces', file: typed({...ROLL, faces: [1, 2, 3, 4]}), said: /action 1 /},
  {what: 'a face of 7', file: typed({...ROLL, faces: [1, 2, 3, 4, 7]}), said: /actions\.0\.faces\.4 is 7/},
  {
    what: 'a face in words',
    file: typed({...ROLL, faces: [1, 2, 3, 4, '5']}),
    said: /actions\.0\.faces\.4 is "5"/,
  },
  {what: 'a face of 1.5', file: typed({...ROLL, faces: [1.5, 2, 3, 4, 5]}), said: /actions\.0\.faces\.0/},
  {what: 'no face', file: typed({...ROLL, faces: null}), said: /actions\.0\.faces/},
  {what: 'die 6', file: acts(ROLL, {action: 'reroll', numbers: [6]}), said: /actions\.1\.numbers\.0 is 6/},
  {what: 'a die twice', file: acts(ROLL, {action: 'reroll', numbers: [1, 1]}), said: /action 2 /},
  {what: 'no dice to roll', file: acts(ROLL, {action: 'reroll'}), said: /actions\.1\.numbers/},
  {
    what: 'a reroll before the roll',
    file: acts({action: 'reroll', numbers: []}),
    said: /action 1 .*Roll the dice first/,
  },
  {what: 'two rolls', file: acts(ROLL, ROLL), said: /action 2 /},
  {
    what: 'a fourth roll',
    file: acts(ROLL, ...Array(3).fill({action: 'reroll', numbers: []})),
    said: /action 4 /,
  },
  {
    what: 'a box before the roll',
    file: acts({action: 'place', column: 1, category: 'ones'}),
    said: /action 1 /,
  },
  {
    what: 'an unknown category',
    file: acts(ROLL, {action: 'place', column: 1, category: 'total'}),
    said: /actions\.1\.category is "total"/,
  },
  {
    what: 'a category that every object has',
    file: acts(ROLL, {action: 'place', column: 1, category: '__proto__'}),
    said: /actions\.1\.category/,
  },
  {
    what: 'a column that is not there',
    file: acts(ROLL, {action: 'place', column: 2, category: 'ones'}),
    said: /action 2 /,
  },
  {
    what: 'a box twice',
    file: acts(
      ...Array(2)
        .fill([ROLL, {action: 'place', column: 1, category: 'ones'}])
        .flat(),
    ),
    said: /action 4 .*Ones is filled already/,
  },
  {what: 'an undo of nothing', file: acts({action: 'undo'}), said: /action 1 /},
  {
    what: 'what the Joker forbids',
    file: typed(
      {...ROLL, faces: [1, 1, 1, 1, 1]},
      {action: 'place', column: 1, category: 'yahtzee'},
      {...ROLL, faces: [1, 1, 1, 1, 1]},
      {action: 'place', column: 1, category: 'twos'},
    ),
    said: /action 4 .*Joker: Ones is open and must be used/,
  },
  {what: 'ten thousand rolls', file: acts(...Array(10_000).fill(ROLL)), said: /action 2 /},
  {
    what: 'a name of a megabyte',
    file: setup({players: ['m'.repeat(1_000_000)]}),
    said: /setup\.players\.0.*longer/,
  },
  {what: 'a megabyte of nothing', file: ' '.repeat(1_000_000), said: /not JSON/},
  {what: 'a hundred thousand brackets', file: '['.repeat(100_000), said: /not JSON/},
  {
    what: 'lists a hundred thousand deep',
    file: save({}).replace('["Ann"]', `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    said: /not JSON|setup\.players/,
  },
  {
    what: 'objects a hundred thousand deep',
    file: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    said: /not JSON|a saved game|fivedice|a is an unknown key/,
  },
  {what: 'a key with escape sequences', file: save({'\x1b[2J': 1}), said: /unknown key/},
  {what: 'words with escape sequences', file: setup({rules: '\x1b[2J\x07'}), said: /setup\.rules/},
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
  for (const {what, file, said} of HOSTILE) {
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
