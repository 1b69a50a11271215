/* The wrapper of all commands: what goes wrong becomes a message and an exit status. */
import * as assert from 'uvu/assert';
import {runCommand} from '../../src/command-line/command.js';
import {type Command, helpOf} from '../../src/command-line/flags.js';
import {inputError, troubleError, usageError} from '../../src/command-line/user-error.js';
import {UnusableFile} from '../../src/system/file-errors.js';
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
const BUG = 'fivedice: this is a bug in fivedice: ';

const tried = (work: () => number | Promise<number>, ...args: string[]): Promise<Finished> =>
  captured(() => runCommand(COMMAND, args, work));
const notRun = (): number => assert.unreachable('it was run') ?? 1;
const thrown = (error: unknown): Promise<Finished> =>
  tried(() => {
    throw error;
  });

suite('a command', (test) => {
  test('prints its help, and does not run', async () => {
    const stdout = Buffer.from(helpOf(COMMAND)).toString('latin1');
    for (const args of [['--help'], ['TARGET', '--quick', '-h']])
      assert.equal(await tried(notRun, ...args), {stdout, stderr: '', exitCode: 0});
  });

  test('does not run if the command line is wrong, even if that asks for help', async () => {
    const stderr = 'fivedice: try: unknown flag "--slow"\nfivedice try --help lists the flags\n';
    for (const args of [['--slow'], ['--help', '--slow']])
      assert.equal(await tried(notRun, ...args), {stdout: '', stderr, exitCode: 2});
  });

  test('that needs Linux says so elsewhere, but has help', async () => {
    const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
    const there = (...args: string[]): Promise<Finished> =>
      captured(() => runCommand({...COMMAND, needsLinux: true}, args, notRun));
    Object.defineProperty(process, 'platform', {...platform, value: 'darwin'});
    try {
      const stderr = 'fivedice: try watches programs through /proc: it needs Linux, and this is darwin\n';
      assert.equal(await there(), {stdout: '', stderr, exitCode: 3});
      assert.is((await there('--help')).exitCode, 0);
    } finally {
      Object.defineProperty(process, 'platform', platform);
    }
  });
});

suite('an error that a command throws', (test) => {
  test('is its message and its exit status; of usage also where the flags are listed', async () => {
    for (const [error, exitCode, stderr] of [
      [usageError('oh'), 2, 'fivedice: try: oh\nfivedice try --help lists the flags\n'],
      [inputError('oh'), 2, 'fivedice: oh\n'],
      [new UnusableFile('oh'), 2, 'fivedice: oh\n'],
      [troubleError('oh'), 3, 'fivedice: oh\n'],
      [Object.assign(new Error('EIO: oh, read'), {syscall: 'read'}), 3, 'fivedice: EIO: oh, read\n'],
    ] as const)
      assert.equal(await thrown(error), {stdout: '', stderr, exitCode});
  });

  test('is made harmless to terminals and workflow logs', async () => {
    const {stderr} = await thrown(
      inputError('a\x1b]0;owned\x07\x1b[2J\r\x7f\x9b\u202e\ud800\u2028x\n\ty👩\u200d👧\n::a\n ##[b]'),
    );
    const shown =
      'a␛]0;owned␇␛[2J␍\\u{7f}\\u{9b}\\u{202e}\\u{d800}\\u{2028}x\n\ty👩\u200d👧\n\\u{3a}:a\n \\u{23}#[b]';
    assert.is(Buffer.from(stderr, 'latin1').toString(), `fivedice: ${shown}\n`);
  });

  test('is a bug: the stack, from the line where it happened, and 3', async () => {
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
    }
  });
});
