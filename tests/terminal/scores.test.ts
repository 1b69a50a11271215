import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import type {Entry} from '../../src/game/hall-of-fame.js';
import {randomFrom, rollFaces} from '../../src/game/random.js';
import {scoresOf} from '../../src/terminal/files.js';
import {AS_USER, FIVEDICE, OBEDIENT} from '../support/command.js';
import {ageLock, atTable, inLanes, program, type Table, wholeGame} from '../support/play.js';
import {dealer} from '../support/random.js';
import {BOXES, type Entry as Placed, referenceTotals} from '../support/reference-card.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

/** What each player gets for first rolls, box after box, as `wholeGame` types it. */
function pointsOf(seed: number, players: number, columns = 1): number[] {
  const histories: Placed[][] = Array.from({length: players}, () => []);
  let random = randomFrom(seed);
  for (let column = 1; column <= columns; column += 1) {
    for (const box of BOXES) {
      for (const history of histories) {
        const rolled = rollFaces(random, 5);
        random = rolled.random;
        history.push({column, box, roll: rolled.faces});
      }
    }
  }
  return histories.map((history) =>
    [1, 2, 3]
      .slice(0, columns)
      .reduce((sum, column) => sum + referenceTotals(history, column, 'cs106a').total, 0),
  );
}

/** The flags of a game without Jokers, so that every box can be filled. */
const game = (seed: number, players: string, ...more: string[]): string[] => [
  '--rules',
  'cs106a',
  '--seed',
  `${seed}`,
  '--players',
  players,
  ...more,
];

/** What is printed after the last card. */
const ending = (stdout: string): string =>
  stdout.slice(stdout.lastIndexOf('\n17 TOTAL ') + 1).replace(/^.*\n/, '');

const [ANN = 0, BOB = 0] = pointsOf(7, 2);
const FULL = [400, 390, 380, 370, 360, 350, 340, 330, 320, 310]
  .map((score, index) => `${score},old ${index}\n`)
  .join('');

suite('the hall of fame is', (test) => {
  const homes: readonly [what: string, xdg: string | undefined, file: string][] = [
    ['in $XDG_DATA_HOME', 'FOLDER/data/deep', 'data/deep/fivedice/scores.txt'],
    ['at home, without that', undefined, '.local/share/fivedice/scores.txt'],
    ['at home, where that is empty', '', '.local/share/fivedice/scores.txt'],
    ['at home, where that is relative', 'data', '.local/share/fivedice/scores.txt'],
  ];
  for (const [what, xdg, file] of homes) {
    test(
      `${what}: ${file}`,
      atTable(async (table) => {
        const env = {
          ...table.env,
          ...(xdg === undefined ? {} : {XDG_DATA_HOME: xdg.replace('FOLDER', table.folder)}),
        };
        const options = {...AS_USER, cwd: table.folder, env, reject: false, input: wholeGame(1)} as const;
        const {exitCode, stderr} = await execa(FIVEDICE, ['play', ...game(7, 'Ann')], options);
        assert.equal([exitCode, stderr], [0, '']);
        assert.is(table.read(file), `${pointsOf(7, 1)[0]},Ann\n`);
        const files = readdirSync(table.folder, {recursive: true, encoding: 'utf8'}).filter((path) =>
          statSync(join(table.folder, path)).isFile(),
        );
        assert.equal(files, [file]);
        // "If, when attempting to write a file, the destination directory is non-existent … create it with permission 0700."
        assert.is(statSync(join(table.folder, file, '..')).mode & 0o777, 0o700);
      }),
    );
  }

  test('where --scores says, and games of several columns have their own beside it', () => {
    const files: readonly [string, 1 | 2 | 3, string][] = [
      ['hall.txt', 1, 'hall.txt'],
      ['hall.txt', 2, 'hall-2-columns.txt'],
      ['hall.txt', 3, 'hall-3-columns.txt'],
      ['hall', 3, 'hall-3-columns'],
      ['/a.b/hall', 2, '/a.b/hall-2-columns'],
      ['/a.b/my.hall.txt', 2, '/a.b/my.hall-2-columns.txt'],
      ['.hall', 2, '.hall-2-columns'],
    ];
    for (const [file, columns, expected] of files) assert.is(scoresOf(file, columns), expected);
  });

  test(
    'another one for one, two and three columns',
    atTable(async ({play, read, folder}) => {
      for (const columns of [1, 2, 3]) {
        const {stdout, exitCode} = await play(
          game(columns, 'Ann', '--columns', `${columns}`, '--scores', 'h.txt'),
          wholeGame(1, columns),
        );
        assert.is(exitCode, 0);
        assert.match(stdout, 'No entries yet.');
        const [points] = pointsOf(columns, 1, columns);
        assert.is(read(columns === 1 ? 'h.txt' : `h-${columns}-columns.txt`), `${points},Ann\n`);
        const again = await play(game(1, 'Bob', '--columns', `${columns}`, '--scores', 'h.txt'));
        const heading = columns === 1 ? 'Hall of fame' : `Hall of fame, ${columns} columns`;
        assert.match(again.stdout, `\n${heading}\n 1. ${points} Ann\n`);
      }
      assert.equal(readdirSync(folder).sort(), ['h-2-columns.txt', 'h-3-columns.txt', 'h.txt']);
    }),
  );
});

suite('a game', (test) => {
  test(
    'shows the hall of fame at its start, best first',
    atTable(async ({play, write, read}) => {
      write('h', '5,Cy\n273,Bee, Ann\n5,Dee');
      const {stdout, stderr} = await play(game(1, 'Ann', '--scores', 'h'));
      assert.ok(
        stdout.includes('\n\nHall of fame\n 1. 273 Bee, Ann\n 2.   5 Cy\n 3.   5 Dee\n\n'),
        stdout.slice(0, 300),
      );
      assert.is(stderr, '');
      // A game that is left changes nothing.
      assert.is(read('h'), '5,Cy\n273,Bee, Ann\n5,Dee');
    }),
  );

  test(
    'congratulates who gets a place, the best first, and saves them',
    atTable(async ({play, write, read}) => {
      write('h', `${Math.max(ANN, BOB)},Cy\n1,Dee\n`);
      const {stdout, stderr, exitCode} = await play(game(7, 'Ann,Bob', '--scores', 'h'), wholeGame(2));
      const [first, second] = ANN >= BOB ? ['Ann', 'Bob'] : ['Bob', 'Ann'];
      const [high, low] = [Math.max(ANN, BOB), Math.min(ANN, BOB)];
      assert.ok(high > low);
      const said = [
        `Congratulations, ${first}, you're the winner with a total score of ${high}!`,
        `Congratulations, ${first}, ${high} points take place 2 in the hall of fame!`,
        `Congratulations, ${second}, ${low} points take place 3 in the hall of fame!`,
        '',
      ];
      assert.is(ending(stdout), said.join('\n'));
      assert.equal([stderr, exitCode], ['', 0]);
      assert.is(read('h'), `${high},Cy\n${high},${first}\n${low},${second}\n1,Dee\n`);
    }),
  );

  test(
    'says nothing more, and leaves the file as it is, where nobody gets a place',
    atTable(async ({play, write, read, folder}) => {
      const untidy = `broken\n\n${FULL}`.replaceAll('\n', '\r\n');
      write('h', untidy);
      const {stdout, exitCode} = await play(game(7, 'Ann', '--scores', 'h'), wholeGame(1));
      const [points] = pointsOf(7, 1);
      assert.is(ending(stdout), `Congratulations, Ann, you finish with a total score of ${points}!\n`);
      assert.is(exitCode, 0);
      assert.is(read('h'), untidy);
      assert.equal(readdirSync(folder), ['h']);
    }),
  );

  test(
    'pushes the last one out of ten',
    atTable(async ({play, write, read}) => {
      const nine = FULL.split('\n').slice(0, 9);
      const [points = 0] = pointsOf(7, 1);
      write('h', `${[...nine, `${points - 1},last`].join('\n')}\n`);
      assert.match(
        (await play(game(7, 'Ann', '--scores', 'h'), wholeGame(1))).stdout,
        `${points} points take place 10 `,
      );
      assert.is(read('h'), `${[...nine, `${points},Ann`].join('\n')}\n`);
      // The same again is a tie with the last: not good enough.
      assert.not.match((await play(game(7, 'Bob', '--scores', 'h'), wholeGame(1))).stdout, 'take place');
      assert.is(read('h'), `${[...nine, `${points},Ann`].join('\n')}\n`);
    }),
  );

  test(
    'keeps commas in names',
    atTable(async ({play, read}) => {
      const {stdout} = await play(
        ['--rules', 'cs106a', '--seed', '7', '--scores', 'h'],
        `1\nLee, "Ann",\n${wholeGame(1)}`,
      );
      const [points] = pointsOf(7, 1);
      assert.match(
        stdout,
        `Congratulations, Lee, "Ann",, ${points} points take place 1 in the hall of fame!`,
      );
      assert.is(read('h'), `${points},Lee, "Ann",\n`);
      assert.match((await play(game(1, 'Bob', '--scores', 'h'))).stdout, `\n 1. ${points} Lee, "Ann",\n`);
    }),
  );

  const typed = wholeGame(1)
    .replaceAll(/^$/gm, '6 6 6 6 6')
    .replace(/6 6 6 6 6\n?$/, '');
  const cheats: readonly [what: string, args: string[], input: string][] = [
    ['with --cheat', ['--rules', 'cs106a', '--players', 'Ann', '--cheat'], typed],
    ['with -99', ['--rules', 'cs106a'], `-99\nAnn\n${typed}`],
    ['with -99 in spite of --seed', ['--rules', 'cs106a', '--seed', '7'], `-99\nAnn\n${typed}`],
  ];
  for (const [what, args, input] of cheats) {
    test(
      `that is cheated ${what} never enters`,
      atTable(async ({play, write, read, folder}) => {
        write('h', '1,Cy\nbroken\n');
        const {stdout, stderr, exitCode} = await play([...args, '--scores', 'h'], input);
        assert.match(
          ending(stdout),
          /^Congratulations, Ann, you finish with a total score of \d+!\nCheated games do not enter the hall of fame\.\n$/,
        );
        assert.match(stdout, 'Cheat mode: you type the dice, and the game does not enter the hall of fame.');
        assert.is(exitCode, 0);
        assert.match(stderr, 'line 2');
        assert.is(read('h'), '1,Cy\nbroken\n');
        assert.equal(readdirSync(folder), ['h']);
      }),
    );
  }

  test(
    'that is cheated never enters after it was saved, without the flag either',
    atTable(async ({play, folder}) => {
      const half = typed.split('\n').slice(0, 21);
      const rest = typed.split('\n').slice(21).join('\n');
      const flags = ['--rules', 'cs106a', '--save', 's', '--scores', 'h'];
      assert.is((await play(flags, `-99\nAnn\n${half.join('\n')}\n`)).exitCode, 0);
      const {stdout, exitCode} = await play(flags, rest);
      assert.match(ending(stdout), 'Cheated games do not enter the hall of fame.');
      assert.is(exitCode, 0);
      assert.equal(readdirSync(folder), []);
    }),
  );
});

suite('a broken line', (test) => {
  const broken = Buffer.concat([
    Buffer.from('\ufeff# our games\r\n'),
    Buffer.from('5,Ann\n'),
    Buffer.from([0x33, 0x2c, 0xff, 0x00, 0x1b, 0x5b, 0x0a]),
    Buffer.from('\n  x  \nlast'),
  ]);

  test(
    'is reported with its file and number, and kept aside byte for byte when the file is written',
    atTable(async ({play, write, read, folder}) => {
      write('h', broken);
      const left = await play(game(7, 'Ann', '--scores', 'h'));
      const reports = left.stderr.split('\n');
      assert.is(reports.length, 5);
      for (const [index, number] of [1, 3, 5, 6].entries()) {
        assert.match(reports[index] ?? '', new RegExp(`^fivedice: h: line ${number} .*h\\.broken`));
      }
      assert.not.match(left.stderr, '\x1b');
      assert.equal(readFileSync(join(folder, 'h')), broken);
      assert.equal(readdirSync(folder), ['h']);

      const over = await play(game(7, 'Ann', '--scores', 'h'), wholeGame(1));
      assert.is(over.exitCode, 0);
      assert.is(over.stderr, left.stderr);
      assert.is(read('h'), `${pointsOf(7, 1)[0]},Ann\n5,Ann\n`);
      const kept = Buffer.concat([
        Buffer.from('\ufeff# our games\r\n'),
        Buffer.from([0x33, 0x2c, 0xff, 0x00, 0x1b, 0x5b, 0x0a]),
        Buffer.from('  x  \nlast\n'),
      ]);
      assert.equal(readFileSync(join(folder, 'h.broken')), kept);
      assert.equal(readdirSync(folder).sort(), ['h', 'h.broken']);
      assert.is((await play(game(7, 'Ann', '--scores', 'h'))).stderr, '');
    }),
  );

  test(
    'joins those that were kept aside before',
    atTable(async ({play, write, read}) => {
      write('h', 'second\n1,Zoe\n');
      write('h.broken', 'first\n');
      await play(game(7, 'Ann', '--scores', 'h'), wholeGame(1));
      assert.is(read('h.broken'), 'first\nsecond\n');
    }),
  );

  test(
    'stays where it is if it cannot be kept aside',
    atTable(async ({play, write, read, folder}) => {
      write('h', 'x\n5,Ann\n');
      mkdirSync(join(folder, 'h.broken'));
      const {stderr, exitCode} = await play(game(7, 'Ann', '--scores', 'h'), wholeGame(1));
      assert.is(exitCode, 3);
      assert.match(stderr, 'h.broken: illegal operation on a directory');
      assert.match(stderr, `\n${pointsOf(7, 1)[0]},Ann\n`);
      assert.is(read('h'), 'x\n5,Ann\n');
    }),
  );
});

suite('a file of scores', (test) => {
  test(
    'without any entry is none, and is not changed',
    atTable(async ({play, write, read, folder}) => {
      const letter = 'Dear diary,\ntoday 273,we played\n';
      write('h', letter);
      const {stdout, stderr, exitCode} = await play(game(7, 'Ann', '--scores', 'h'), wholeGame(1));
      assert.match(stderr, /^fivedice: h: no line of it is "score,name"/);
      assert.equal([stdout, exitCode], ['', 2]);
      assert.is(read('h'), letter);
      assert.equal(readdirSync(folder), ['h']);
    }),
  );

  test(
    'that is the saved game too is refused',
    atTable(async ({play, folder}) => {
      for (const file of ['s', './s', join(folder, 's')]) {
        const {stdout, stderr, exitCode} = await play(game(7, 'Ann', '--save', 's', '--scores', file), '\n');
        assert.match(stderr, /^fivedice: play: --save and --scores name the same file/);
        assert.equal([stdout, exitCode], ['', 2]);
      }
      assert.equal(readdirSync(folder), []);
    }),
  );

  const unusable: readonly [what: string, make: (table: Table) => void, file: string, said: RegExp][] = [
    ['a folder', ({folder}) => mkdirSync(join(folder, 'h')), 'h', /^fivedice: h: it is not a plain file\n$/],
    ['in no folder', () => {}, 'no/h', /^fivedice: no\/h: there is no folder no\n/],
    ['below a file', ({write}) => write('f', ''), 'f/h', /^fivedice: f\/h: not a directory/],
    [
      'a link to itself',
      ({folder}) => symlinkSync('h', join(folder, 'h')),
      'h',
      /^fivedice: h: too many symbolic links/,
    ],
    ['a name that is too long', () => {}, 'x'.repeat(300), /^fivedice: x{300}: name too long/],
  ];
  for (const [what, make, file, said] of unusable) {
    test(
      `that is ${what} is refused before the game`,
      atTable(async (table) => {
        make(table);
        const {stdout, stderr, exitCode} = await table.play(game(7, 'Ann', '--scores', file), wholeGame(1));
        assert.match(stderr, said);
        assert.equal([stdout, exitCode], ['', 2]);
      }),
    );
  }

  test(
    'that may not be read, or not be written, is refused before the game',
    atTable(async ({folder, env, write, read}) => {
      write('secret', '5,Cy\n');
      write('ro/h', '5,Cy\n');
      chmodSync(folder, 0o755);
      chmodSync(join(folder, 'secret'), 0o000);
      chmodSync(join(folder, 'ro'), 0o555);
      const play = async (file: string) => {
        const [command = '', ...args] = [...OBEDIENT, FIVEDICE, 'play', ...game(7, 'Ann', '--scores', file)];
        return await execa(command, args, {...AS_USER, cwd: folder, env, reject: false, input: wholeGame(1)});
      };
      for (const file of ['secret', 'ro/h', 'ro/new']) {
        const {stdout, stderr, exitCode} = await play(file);
        assert.is(stderr, `fivedice: ${file}: permission denied\n`);
        assert.equal([stdout, exitCode], ['', 2]);
      }
      assert.is(read('ro/h'), '5,Cy\n');
      assert.equal(readdirSync(join(folder, 'ro')), ['h']);
      // Who is not root could not remove what is in it.
      chmodSync(join(folder, 'ro'), 0o755);
    }),
  );

  const lost: readonly [what: string, happens: (path: string) => void, said: RegExp][] = [
    [
      'becomes a folder',
      (path) => {
        unlinkSync(path);
        mkdirSync(path);
      },
      /not a plain file/,
    ],
    [
      'loses its folder',
      (path) => rmSync(join(path, '..'), {recursive: true}),
      /no folder|no such file or directory/,
    ],
  ];
  for (const [what, happens, said] of lost) {
    test(
      `that ${what} during the game: the lines that are not entered are printed`,
      atTable(async ({folder, open, write}) => {
        write('d/h', '5,Cy\n');
        const playing = await open(...game(7, 'Ann,Bob', '--scores', 'd/h', '--save', 's'));
        await playing.shows();
        happens(join(folder, 'd/h'));
        for (const line of wholeGame(2).split('\n').slice(0, -1)) await playing.types(line);
        const {stderr, exitCode} = await playing.closes();
        assert.is(exitCode, 3);
        assert.match(stderr, said);
        const [best, next] = ANN >= BOB ? [`${ANN},Ann`, `${BOB},Bob`] : [`${BOB},Bob`, `${ANN},Ann`];
        assert.ok(stderr.endsWith(`not entered:\n${best}\n${next}\n`), stderr);
        // The game itself can still be told.
        assert.ok(existsSync(join(folder, 's')));
      }),
    );
  }

  test(
    'that nobody named cannot keep a game from being played',
    atTable(async ({folder, play, write}) => {
      write('.local', 'a file');
      const {stdout, stderr, exitCode} = await play(game(7, 'Ann'), wholeGame(1));
      assert.match(stderr, /^fivedice: no hall of fame: .*\.local.*\n$/);
      assert.match(stdout, 'No entries yet.');
      assert.is(exitCode, 0);
      assert.equal(readdirSync(folder), ['.local']);
    }),
  );

  test(
    'that is a link stays one, and its permissions stay',
    atTable(async ({folder, play, write, read}) => {
      write('real/h', '5,Cy\n');
      chmodSync(join(folder, 'real/h'), 0o640);
      symlinkSync('real/h', join(folder, 'link'));
      assert.is((await play(game(7, 'Ann', '--scores', 'link'), wholeGame(1))).exitCode, 0);
      assert.is(readlinkSync(join(folder, 'link')), 'real/h');
      assert.is(read('real/h'), `${pointsOf(7, 1)[0]},Ann\n5,Cy\n`);
      assert.is(statSync(join(folder, 'real/h')).mode & 0o777, 0o640);
      assert.equal(readdirSync(join(folder, 'real')), ['h']);
    }),
  );

  test(
    'that is a link to where no file is yet stays one too',
    atTable(async ({folder, play, read}) => {
      mkdirSync(join(folder, 'real'));
      symlinkSync('real/h', join(folder, 'link'));
      assert.is((await play(game(7, 'Ann', '--scores', 'link'), wholeGame(1))).exitCode, 0);
      assert.is(readlinkSync(join(folder, 'link')), 'real/h');
      assert.is(read('real/h'), `${pointsOf(7, 1)[0]},Ann\n`);
    }),
  );

  // As root, a device would be renamed away: `--scores /dev/null` is what people try. A pipe would hang.
  test(
    'that is a device or a pipe is refused, and never replaced',
    atTable(async ({folder, play}) => {
      const {failed} = await execa('mknod', [join(folder, 'null'), 'c', '1', '3'], {reject: false});
      if (failed) symlinkSync('/dev/null', join(folder, 'null'));
      await execa('mkfifo', [join(folder, 'pipe')]);
      const device = (): [boolean, boolean] => [
        statSync(join(folder, 'null')).isCharacterDevice(),
        statSync('/dev/null').isCharacterDevice(),
      ];
      for (const file of ['null', 'pipe']) {
        const {stdout, stderr, exitCode} = await play(game(7, 'Ann', '--scores', file), wholeGame(1));
        assert.is(stderr, `fivedice: ${file}: it is not a plain file\n`);
        assert.equal([stdout, exitCode], ['', 2]);
        assert.equal(device(), [true, true]);
      }
      assert.ok(statSync(join(folder, 'pipe')).isFIFO());
      assert.equal(readdirSync(folder).sort(), ['null', 'pipe']);
    }),
  );
});

/** Processes that enter a score whenever they are told of a file; started once, because that takes longest. */
interface Writers {
  /** All at once, writer `n` with `scores[n]`. */
  readonly enter: (path: string, scores: readonly number[]) => Promise<Told[]>;
  readonly end: () => void;
}

/** What a writer was told: its own entry, the hall of fame as it left it, and its place. */
interface Told {
  readonly own: Entry;
  readonly entries: readonly Entry[];
  readonly place: number | null;
}

const WRITER = `
  import {createInterface} from 'node:readline';
  import {enterScores} from '#/terminal/scores.js';
  createInterface({input: process.stdin}).on('line', async (line) => {
    const [path, own] = JSON.parse(line);
    const told = await enterScores(path, [own]).catch((error) => ({error: error.message}));
    console.log(JSON.stringify(told));
  });
  console.log('ready');`;

async function startWriters(folder: string, count: number): Promise<Writers> {
  const path = await program(folder, WRITER);
  const children = Array.from({length: count}, () => {
    const child = spawn(process.execPath, [path], {stdio: ['pipe', 'pipe', 'inherit'], env: AS_USER.env});
    child.stdout.setEncoding('utf8');
    return child;
  });
  const says = async (child: (typeof children)[number]): Promise<string> => {
    let said = '';
    while (!said.endsWith('\n')) said += (await once(child.stdout, 'data'))[0];
    return said;
  };
  await Promise.all(children.map(says));
  return {
    enter: async (file, scores) => {
      const owns = scores.map((score, index) => ({score, name: `writer ${index}, ${score}`}));
      const answers = children.slice(0, scores.length).map(says);
      for (const [index, own] of owns.entries())
        children[index]?.stdin.write(`${JSON.stringify([file, own])}\n`);
      return (await Promise.all(answers)).map((answer, index): Told => {
        const {error, entries, places} = JSON.parse(answer);
        assert.is(error, undefined);
        return {own: owns[index] ?? {score: -1, name: ''}, entries, place: places[0]};
      });
    },
    end: () => {
      for (const child of children) child.kill();
    },
  };
}

/** The hall of fame with one more, said again: before the first one that is worse. */
function withOne(hall: readonly Entry[], own: Entry): Entry[] {
  const index = hall.findIndex(({score}) => score < own.score);
  return hall.toSpliced(index === -1 ? hall.length : index, 0, own).slice(0, 10);
}

/**
 * Fails unless there is an order in which the writers came one after the other, each with what the one before left:
 * then nothing was lost, and each was told the truth.
 */
function cameInTurn(name: string, before: readonly Entry[], all: readonly Told[], text: string): void {
  // Each that enters makes it longer, or better.
  const worth = ({entries}: Told): number => entries.reduce((sum, {score}) => sum + 1_000_000 + score, 0);
  const entered = all.filter(({place}) => place !== null).sort((one, other) => worth(one) - worth(other));
  let hall = before;
  for (const {own, entries, place} of entered) {
    hall = withOne(hall, own);
    const left = entries.map((one) => `${one.score},${one.name}`).join('\n');
    assert.is(left, hall.map((one) => `${one.score},${one.name}`).join('\n'), `${name}: ${own.name}`);
    assert.equal(entries[(place ?? 0) - 1], own);
  }
  assert.is(text, hall.map(({score, name}) => `${score},${name}\n`).join(''));
  // Who got no place: ten were at least as good, then and now.
  for (const {own, entries, place} of all) {
    if (place === null)
      assert.ok(
        entries.length === 10 && entries.every(({score}) => score >= own.score),
        `${own.name} was refused`,
      );
  }
}

suite('fifty writers at once', (test) => {
  const COUNT = 50;
  const range = Array.from({length: COUNT}, (_, index) => index);
  const {number} = dealer(9);
  const shuffled = range
    .map((score) => [number(0, 1e6), 100 + score] as const)
    .sort(([one], [other]) => one - other)
    .map(([, score]) => score);
  const parsed = (text: string): Entry[] =>
    text
      .split('\n')
      .filter((line) => /^\d+,./.test(line))
      .map((line) => ({score: Number(line.split(',')[0]), name: line.replace(/^\d+,/, '')}));

  const ten = range.map((score) => 149 - score).slice(0, 10);
  const best = (text: string): number[] => parsed(text).map(({score}) => score);

  /** One round of all: the text that they leave, when it has been held against what each was told. */
  async function round(
    {enter}: Writers,
    path: string,
    scores: readonly number[],
    before = '',
  ): Promise<string> {
    if (before !== '') writeFileSync(path, before);
    const told = await enter(path, scores);
    const text = readFileSync(path, 'utf8');
    cameInTurn(path, parsed(before), told, text);
    assert.ok(!existsSync(`${path}.lock`), 'the lock is left');
    return text;
  }

  test('lose nothing, whether they differ, are equal, or meet a full hall or broken lines', () =>
    inTemporaryFolder(async (folder) => {
      const writers = await startWriters(folder, COUNT);
      const enter = (name: string, scores: readonly number[], before?: string): Promise<string> =>
        round(writers, join(folder, name), scores, before);
      try {
        const rising = range.map((score) => 100 + score);
        const same = range.map(() => 200);
        assert.equal(best(await enter('different', shuffled)), ten);
        assert.equal(best(await enter('rising', rising)), ten);
        assert.equal(best(await enter('falling', rising.toReversed())), ten);
        assert.equal(best(await enter('equal', same)), same.slice(0, 10));
        assert.is(await enter('full', shuffled, FULL), FULL);

        const broken = '# ours\n120,Cy\nnot this\n5,\n';
        assert.equal(best(await enter('broken', shuffled, broken)), ten);
        assert.is(readFileSync(join(folder, 'broken.broken'), 'utf8'), '# ours\nnot this\n5,\n');
        const files = [
          'broken',
          'broken.broken',
          'different',
          'equal',
          'falling',
          'full',
          'program.cjs',
          'rising',
        ];
        assert.equal(readdirSync(folder).sort(), files);
      } finally {
        writers.end();
      }
    }));

  test('lose nothing when all meet a lock that a killed game left', () =>
    inTemporaryFolder(async (folder) => {
      const writers = await startWriters(folder, COUNT);
      try {
        for (const name of ['1', '2', '3', '4', '5', '6']) {
          const path = join(folder, name);
          mkdirSync(`${path}.lock`);
          ageLock(path, 30);
          assert.equal(best(await round(writers, path, shuffled)), ten);
        }
      } finally {
        writers.end();
      }
    }));

  test(
    'and eight whole games: each is told its place, and all are there',
    atTable(async ({play, read}) => {
      const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
      const games = await Promise.all(
        seeds.map((seed) => play(game(seed, `P${seed}`, '--scores', 'h'), wholeGame(1))),
      );
      const expected = seeds.map((seed) => pointsOf(seed, 1)[0] ?? 0);
      for (const [index, {stdout, stderr, exitCode}] of games.entries()) {
        assert.equal([stderr, exitCode], ['', 0]);
        assert.match(
          stdout,
          new RegExp(
            `\nCongratulations, P${index + 1}, ${expected[index]} points take place \\d in the hall of fame!\n$`,
          ),
        );
      }
      const lines = read('h').split('\n').slice(0, -1);
      assert.equal([...lines].sort(), seeds.map((seed, index) => `${expected[index]},P${seed}`).sort());
      const scores = lines.map((line) => Number.parseInt(line, 10));
      assert.equal(
        scores,
        [...scores].sort((one, other) => other - one),
      );
    }),
  );
});

suite('a lock', (test) => {
  test(
    'that is held makes the end of a game wait, and no other line is lost',
    atTable(async ({folder, open, write, read}) => {
      write('h', '5,Cy\n');
      const playing = await open(...game(7, 'Ann', '--scores', 'h'));
      const lines = wholeGame(1).split('\n').slice(0, -1);
      for (const line of lines.slice(0, -1)) await playing.types(line);
      mkdirSync(join(folder, 'h.lock'));
      const over = playing.types(lines.at(-1) ?? '');
      await sleep(400);
      assert.is(read('h'), '5,Cy\n');
      // The other game enters its own, and unlocks.
      write('h', '6,Dee\n5,Cy\n');
      rmSync(join(folder, 'h.lock'), {recursive: true});
      assert.match(await over, ' points take place 1 ');
      assert.is((await playing.closes()).exitCode, 0);
      assert.is(read('h'), `${pointsOf(7, 1)[0]},Ann\n6,Dee\n5,Cy\n`);
    }),
  );

  test(
    'that a killed game left is overcome',
    atTable(async ({folder, play, read}) => {
      mkdirSync(join(folder, 'h.lock'));
      // In a second it is as old as locks of living games never are.
      ageLock(join(folder, 'h'), 9);
      const {exitCode, stderr} = await play(game(7, 'Ann', '--scores', 'h'), wholeGame(1));
      assert.equal([exitCode, stderr], [0, '']);
      assert.is(read('h'), `${pointsOf(7, 1)[0]},Ann\n`);
      assert.equal(readdirSync(folder), ['h']);
    }),
  );
});

/** Runs a program that saves on and on, and kills it at some moment after it began. */
async function killed(path: string, args: readonly string[], delay: number): Promise<string> {
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: AS_USER.env,
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  await sleep(delay);
  child.kill('SIGKILL');
  const [code, signal] = await closed;
  assert.equal([code, signal], [null, 'SIGKILL']);
  return said;
}

suite('a kill at any moment of saving', (test) => {
  const {number} = dealer(10);

  test('leaves the old text or the new one, whole', () =>
    inTemporaryFolder(async (folder) => {
      const length = 2_000_000;
      const path = await program(
        folder,
        `import {replaceFile} from '#/terminal/files.js';
        const [file, count] = process.argv.slice(2);
        console.log('go');
        for (let round = 0; ; round += 1) replaceFile(file, 'abcdefghijklmnopqrstuvwxyz'[round % 26].repeat(Number(count)));`,
      );
      const file = join(folder, 'file');
      const found = new Set<string>();
      await inLanes(
        Array.from({length: 120}, (_, index) => index),
        async (index) => {
          const mine = `${file} ${index}`;
          writeFileSync(mine, '-'.repeat(length));
          await killed(path, [mine, `${length}`], number(0, 400) / 10);
          const text = readFileSync(mine, 'latin1');
          assert.is(text.length, length);
          assert.ok(text === (text[0] ?? '').repeat(length), 'mixed');
          found.add(text[0] ?? '');
          rmSync(mine);
        },
      );
      // Otherwise it was never killed while it saved.
      const halfway = readdirSync(folder).filter((name) => name.startsWith('file '));
      assert.ok(found.size > 3 && halfway.length > 20, `${[...found].join('')}, ${halfway.length}`);
    }));

  test('leaves the old hall of fame or the new one, with each entry that was told', () =>
    inTemporaryFolder(async (folder) => {
      const path = await program(
        folder,
        `import {writeSync} from 'node:fs';
        import {enterScores} from '#/terminal/scores.js';
        writeSync(1, 'go\\n');
        (async () => { for (let score = 1; ; score += 1) {
          await enterScores(process.argv[2], [{score, name: 'n'.repeat(40)}]);
          writeSync(1, 'told ' + score + '\\n');
        } })();`,
      );
      let most = 0;
      await inLanes(
        Array.from({length: 60}, (_, index) => index),
        async (index) => {
          const mine = join(folder, `hall ${index}`);
          const told = Number(
            /told (\d+)\n(?!.*told)/s.exec(await killed(path, [mine], number(0, 600) / 10))?.[1] ?? 0,
          );
          most = Math.max(most, told);
          const text = existsSync(mine) ? readFileSync(mine, 'utf8') : '';
          const states = [told, told + 1].map((best) =>
            Array.from(
              {length: Math.min(best, 10)},
              (_, place) => `${best - place},${'n'.repeat(40)}\n`,
            ).join(''),
          );
          assert.ok(states.includes(text), `${told} told, but: ${text}`);
        },
      );
      assert.ok(most > 5, `${most}`);
    }));

  test('loses no broken line: it is in the file or aside', () =>
    inTemporaryFolder(async (folder) => {
      const path = await program(
        folder,
        `import {writeSync} from 'node:fs';
        import {replaceFile} from '#/terminal/files.js';
        import {enterScores} from '#/terminal/scores.js';
        writeSync(1, 'go\\n');
        (async () => { for (let round = 1; ; round += 1) {
          replaceFile(process.argv[2], 'broken ' + round + '\\n');
          writeSync(1, 'broken ' + round + '\\n');
          await enterScores(process.argv[2], [{score: round, name: 'n'}]);
        } })();`,
      );
      let most = 0;
      await inLanes(
        Array.from({length: 60}, (_, index) => index),
        async (index) => {
          const mine = join(folder, `hall ${index}`);
          const said = await killed(path, [mine], number(0, 600) / 10);
          const rounds = (said.match(/^broken \d+$/gm) ?? []).length;
          most = Math.max(most, rounds);
          const kept = [mine, `${mine}.broken`]
            .map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
            .join('');
          for (let round = 1; round <= rounds; round += 1)
            assert.ok(kept.includes(`broken ${round}\n`), `broken ${round} of ${rounds} is lost`);
        },
      );
      assert.ok(most > 5, `${most}`);
    }));
});
