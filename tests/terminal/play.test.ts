import {once} from 'node:events';
import {existsSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {linesOf} from '../../src/terminal/lines.js';
import {main} from '../../src/terminal/play.js';
import {refuses} from '../support/asked.js';
import {AS_USER, FIVEDICE} from '../support/command.js';
import {opened} from '../support/door.js';
import {withPlace} from '../support/place.js';
import {suiteAtTable, wholeGame} from '../support/play.js';
import {suite} from '../support/suite.js';
import {onTerminal} from '../support/terminal.js';

const TWO_EXPERTS = ['--computer', 'expert', '--computer=expert'];

suite('a flag of play that is wrong', (test) => {
  /** Parts of each message: the flag, the value given, and the values allowed. */
  const refused: readonly [args: string[], ...said: (string | RegExp)[]][] = [
    [['--rules', 'house'], '--rules', '"house"', 'cs106a, bonus or official'],
    [['--columns', '4'], '--columns', '"4"', '1, 2 or 3'],
    [['--seed', '-1'], '--seed', '"-1"', 'whole number of at least 0'],
    // A whole number, so it must say up to which.
    [['--seed', '9007199254740992'], '--seed', '"9007199254740992"', /whole number from 0 to \d+/],
    [['--players', ','], '--players', 'the name is empty'],
    [['--players', 'A,B,C,D,E'], '--players', 'one to 4 names, not 5'],
    [['--players', '9'], 'one to 4 names, as in Eric,Julie', 'not the number 9'],
    [['--computer', 'hard'], '--computer', '"hard"', 'beginner, casual, expert or shark'],
    [['--computer', 'expert', '--cheat'], '--computer', '--cheat'],
    [['--players', 'A,B,C', ...TWO_EXPERTS], 'at most 4 can play, not 5', '2 by --computer'],
    [[...TWO_EXPERTS, ...TWO_EXPERTS], 'at most 4 can play, not 5', '4 by --computer, and 1 by name'],
    [['--cheat', '--seed', '7'], '--cheat', '--seed'],
    [['Ann'], 'takes only flags, not "Ann"'],
  ];

  test(`is named with what was given and what is right: ${refused.length} of them`, async () => {
    const wrong: string[] = [];
    for (const [args, ...said] of refused) {
      await withPlace(async (place) => {
        const {folder} = place;
        const {stdout, exitCode, ...finished} = await opened(place, () => main(args));
        const stderr = Buffer.from(finished.stderr, 'latin1').toString();
        const missing = said.filter((one) =>
          typeof one === 'string' ? !stderr.includes(one) : !one.test(stderr),
        );
        const complaints = [
          ...missing.map((one) => `it does not say ${one}`),
          ...(exitCode === 2 ? [] : [`exit status ${exitCode}`]),
          ...(stdout === '' ? [] : ['it is played']),
          ...(/^fivedice: play: [^\p{Cc}]*\nfivedice play --help lists the flags\n$/u.test(stderr)
            ? []
            : ['its form']),
          ...(readdirSync(folder).length === 0 ? [] : ['something is left']),
        ];
        if (complaints.length > 0) wrong.push(`${JSON.stringify(args)}: ${complaints.join(', ')}: ${stderr}`);
      });
    }
    assert.is(wrong.sort().join('\n'), '');
  });
});

suiteAtTable('play', (test) => {
  test('rolls other dice in each game without a seed', async ({play}) => {
    const dice = async (): Promise<string> =>
      (await play(['--players', 'Ann'], wholeGame(1))).stdout.match(/roll 1 of 3: .*/g)?.join() ?? '';
    assert.is.not(await dice(), await dice());
  });

  test('ends when its reader goes away, and enters no score', async ({folder, env}) => {
    const args = ['play', '--players', 'Ann', '--seed', '7'];
    const child = execa(FIVEDICE, args, {...AS_USER, cwd: folder, env, stdin: 'pipe', reject: false});
    await once(child.stdout, 'data');
    child.stdout.destroy();
    // The input goes on, and has no end.
    child.stdin.on('error', () => {}).write(wholeGame(1));
    const {stderr, exitCode} = await child;
    assert.equal([stderr, exitCode], ['', 1]);
    assert.not.ok(existsSync(join(folder, '.local')));
  });

  test('says so when its output is full, and has the game saved', async ({folder, env, read}) => {
    const line = `printf '\\n1\\n' | '${FIVEDICE}' play --players Ann --seed 7 --save s > /dev/full`;
    const {stderr, exitCode} = await execa('bash', ['-c', line], {
      ...AS_USER,
      cwd: folder,
      env,
      reject: false,
    });
    assert.match(stderr, /^fivedice: standard output: .*no space left.*\n$/i);
    assert.is(exitCode, 3);
    assert.is(JSON.parse(read('s')).setup.players[0], 'Ann');
  });
});

const GAME = ['--players', 'Ann', '--rules', 'cs106a', '--seed', '7'];

suiteAtTable('standard input', (test) => {
  test.needs('script')('typed at a terminal shows the same as a pipe', async ({folder, env, play}) => {
    const lines = ['', '2 4', '', 'ones', 'quit'];
    const command = `stty -echo -onlcr; exec '${FIVEDICE}' play --lines ${GAME.join(' ')} --save s`;
    const {shown, exitCode} = await onTerminal(
      command,
      async ({shows, types}) => {
        let answered = 0;
        for (const line of lines) {
          answered = (await shows((text) => text.length > answered && text.endsWith('\n> '))).length;
          types(`${line}\n`);
        }
      },
      {cwd: folder, env},
    );
    rmSync(join(folder, 's'));
    const piped = await play([...GAME, '--save', 's'], `${lines.join('\n')}\n`);
    assert.is(shown, piped.stdout);
    assert.equal([exitCode, piped.exitCode], [0, 0]);
  });
});

suite('lines of bytes', (test) => {
  async function* chunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
    const size = bytes.length < 1000 ? 1 : 60_000;
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const read = async (text: string | Uint8Array, isTyped = false): Promise<string[]> => {
    const lines: string[] = [];
    for await (const line of linesOf(chunks(Buffer.from(text)), isTyped)) lines.push(line);
    return lines;
  };

  test('end with \\n or \\r\\n, and the last one with the input', async () => {
    assert.equal(await read('a\nb\r\n\nc'), ['a', 'b', '', 'c']);
    assert.equal(await read('a\n'), ['a']);
    assert.equal(await read('\n\n'), ['', '']);
    assert.equal(await read(''), []);
    assert.equal(await read('a\rb\n'), ['a\rb']);
    assert.equal(await read('a\r'), ['a']);
    assert.equal(await read('a\nb', true), ['a'], 'Ctrl-D cuts off what was being typed');
  });

  const hostile: readonly [what: string, bytes: string | Uint8Array][] = [
    ['a NUL', '1\x002\n'],
    ['a lone \\r', '1\r2\n'],
    ['bytes of no UTF-8', Buffer.from([0x31, 0xff, 0xfe, 0x0a])],
    ['UTF-8 that is cut off', Buffer.from([0x31, 0xe6, 0x9d, 0x0a])],
    ['an arrow key', '1\x1b[D2\n'],
    ['a sequence that clears the screen', '\x1b[2J\x1b[H\n'],
    ['control characters of one byte each', Buffer.from([0x9b, 0x32, 0x4a, 0x0a])],
    ['text that turns its direction', '\u202e1 2\n'],
    // Cut off, it would be an answer.
    ['a megabyte', `2${' '.repeat(1_000_000)}x\n`],
    ['a megabyte of NULs', `${'\0'.repeat(1_000_000)}\n`],
  ];
  for (const [what, bytes] of hostile)
    test(`with ${what} are refused, nothing of them is obeyed, and the question stands again`, async () => {
      const [line = ''] = await read(bytes);
      refuses('seeded reroll', line, /^[^\p{Cc}\p{Cf}]{20,80}$/u);
    });
});
