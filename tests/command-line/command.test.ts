/* What the one wrapper of all commands makes of what goes wrong: a message, and an exit status. */
import {writeFileSync} from 'node:fs';
import * as assert from 'uvu/assert';
import {runCommand} from '../../src/command-line/command.js';
import {EXIT} from '../../src/command-line/exit-status.js';
import {type Command, helpOf} from '../../src/command-line/flags.js';
import {inputError, troubleError, usageError} from '../../src/command-line/user-error.js';
import type {Finished} from '../support/command.js';
import {captured} from '../support/door.js';
import {suite} from '../support/suite.js';

const COMMAND: Command = {
  name: 'try',
  usage: 'TARGET',
  about: 'Tries it.',
  flags: [{name: 'quick', help: 'hurry'}],
  exitStatus: '0 or not.',
};
const BUG = 'fivedice: a bug in fivedice, not a mistake of yours: ';

const tried = (work: () => number | Promise<number>, ...args: string[]): Promise<Finished> =>
  captured(() => runCommand(COMMAND, args, work));
const thrown = (error: unknown): Promise<Finished> =>
  tried(() => {
    throw error;
  });

suite('a command', (test) => {
  test('ends with the exit status that it gives, at once or later', async () => {
    for (const status of Object.values(EXIT)) {
      assert.equal(await tried(() => status), {stdout: '', stderr: '', exitCode: status});
      assert.is((await tried(async () => status)).exitCode, status);
    }
  });

  test('gets what its command line gives', async () => {
    let facts: unknown = null;
    const door = () =>
      runCommand(COMMAND, ['a', '--quick', 'b'], (given) => {
        facts = [given.positionals, given.has('quick')];
        return 0;
      });
    await captured(door);
    assert.equal(facts, [['a', 'b'], true]);
  });

  for (const args of [['--help'], ['-h'], ['TARGET', '--quick', '-h']]) {
    test(`prints its help and does nothing for ${args.join(' ')}`, async () => {
      const help = await tried(() => assert.unreachable('it was run') ?? 1, ...args);
      assert.equal(help, {
        stdout: Buffer.from(helpOf(COMMAND)).toString('latin1'),
        stderr: '',
        exitCode: 0,
      });
    });
  }

  test('is not run if the command line is wrong, even if that asks for help', async () => {
    const stderr = 'fivedice: try: unknown flag "--slow"\nfivedice try --help lists the flags\n';
    for (const args of [['--slow'], ['--help', '--slow'], ['--slow', '-h']]) {
      const actual = await tried(() => assert.unreachable('it was run') ?? 1, ...args);
      assert.equal(actual, {stdout: '', stderr, exitCode: 2});
    }
  });
});

suite('what a command throws', (test) => {
  test('is a mistake in the command line: the message, where the flags are listed, and 2', async () => {
    const stderr = 'fivedice: try: name a TARGET\nfivedice try --help lists the flags\n';
    assert.equal(await thrown(usageError('name a TARGET')), {stdout: '', stderr, exitCode: 2});
  });

  test('is a mistake in a file: the message, and 2', async () => {
    const stderr = 'fivedice: a.json: not JSON\n';
    assert.equal(await thrown(inputError('a.json: not JSON')), {stdout: '', stderr, exitCode: 2});
  });

  test('is a mistake in a file, too, if the command says that such errors are', async () => {
    class Unusable extends Error {}
    const broken = (): never => {
      throw new Unusable('h: not a file');
    };
    const door = (...mistake: [] | [typeof Unusable]): Promise<Finished> =>
      captured(() => runCommand(COMMAND, [], broken, ...mistake));
    assert.equal(await door(Unusable), {stdout: '', stderr: 'fivedice: h: not a file\n', exitCode: 2});
    assert.ok((await door()).stderr.startsWith(BUG));
  });

  test('is shown as text that commands no terminal, line by line', async () => {
    const {stderr} = await thrown(
      inputError('a\x1b]0;owned\x07\x1b[2J\r\x7f\x9b\u202e\ud800\u2028x\n\ty👩\u200d👧'),
    );
    const shown = 'a␛]0;owned␇␛[2J␍\\u{7f}\\u{9b}\\u{202e}\\u{d800}\\u{2028}x\n\ty👩\u200d👧';
    assert.is(Buffer.from(stderr, 'latin1').toString(), `fivedice: ${shown}\n`);
  });

  test("is nobody's mistake: the message, and 3", async () => {
    const stderr = 'fivedice: there is no sandbox\n';
    assert.equal(await thrown(troubleError('there is no sandbox')), {stdout: '', stderr, exitCode: 3});
  });

  test('is the system: its message without a stack, and 3', async () => {
    const actual = await tried(() => {
      writeFileSync('/dev/full', 'x');
      return 0;
    });
    const stderr = 'fivedice: ENOSPC: no space left on device, write\n';
    assert.equal(actual, {stdout: '', stderr, exitCode: 3});
  });

  test('is a bug: its stack, from the line where it happened, and 3', async () => {
    const broken = (): number => {
      const nothing: {field: {length: number}} = JSON.parse('{}');
      return nothing.field.length;
    };
    for (const work of [broken, async () => broken()]) {
      const {stdout, stderr, exitCode} = await tried(work);
      assert.equal({stdout, exitCode}, {stdout: '', exitCode: 3});
      assert.ok(
        stderr.startsWith(`${BUG}TypeError: Cannot read properties of undefined (reading 'length')\n`),
      );
      const [first] = stderr.split('\n').slice(1);
      assert.match(first ?? '', /^ {4}at broken \(.*command\.test\.ts:\d+:\d+\)$/);
    }
  });

  test('is a bug, too, if it is no error at all', async () => {
    for (const [what, words] of [
      ['a text', 'a text'],
      [null, 'null'],
      [undefined, 'undefined'],
      [{message: 'looks like one'}, '[object Object]'],
    ] as const) {
      assert.equal(await thrown(what), {stdout: '', stderr: `${BUG}${words}\n`, exitCode: 3});
    }
  });

  test('is a bug, too, if it only looks like a mistake', async () => {
    const error = Object.assign(new Error('name a TARGET'), {name: 'UserError', kind: 'input'});
    const {stderr, exitCode} = await thrown(error);
    assert.ok(stderr.startsWith(BUG) && stderr.includes('Error: name a TARGET\n    at '), stderr);
    assert.is(exitCode, 3);
  });
});
