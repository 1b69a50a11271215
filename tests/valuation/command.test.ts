import {readFileSync} from 'node:fs';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import manifest from '../../package.json' with {type: 'json'};
import {latin1, sameBytes} from '../support/bytes.js';
import {AS_USER, ASSIGN1, type Finished, PATIENCE, run} from '../support/command.js';
import {isThorough} from '../support/effort.js';
import {FIXTURES, loadGoldens} from '../support/goldens.js';
import {TOOL, toolOf} from '../support/mutants.js';
import {type Files, inPlace, withPlace} from '../support/place.js';
import {suite} from '../support/suite.js';

const FULL_HOUSE = `${FIXTURES}/handout/2.3-full-house`;
const fullHouse = readFileSync(`${FULL_HOUSE}.out`, 'latin1');

const USAGE = 'Usage: assign1 [--stage 1|2] [--choice word|character] [--help] [--version]\n';
const HELP = `${USAGE}
Values five dice as COMP1917's "Simplified Yahtzee" asks: reads a session from
standard input, a line for each prompt, and prints it to standard output.

  --stage 1          stop at the choices "Reroll some dice" and "Reroll all dice"
  --stage 2          reroll up to twice (the default)
  --choice word      a choice is the line's first word: 3 2 is 3, 3x is invalid
                     (the default; the handout's words)
  --choice character a choice is the line's first character that is not white
                     space: 3x is 3, but 2.5 is invalid (what the course's own
                     marking accepted)
  --help             print this and exit
  --version          print the version and exit

Exit status: 0 a score was reported, or stage 1 ended at a reroll choice; 1 the
input was refused; 2 the command line was wrong, or a stream failed (the reason
is on standard error).
`;

const goldens = loadGoldens(FIXTURES);

/**
 * A process for each golden takes long. Where that matters there is one for each sample, for each end of input, and for
 * one of each other folder; the tests of mutants run all goldens in the compiled tool, without a process.
 */
const played = goldens.filter(
  ({folder}, index) =>
    isThorough || ['handout', 'end-of-input'].includes(folder) || goldens[index - 1]?.folder !== folder,
);

/** Runs a line of shell in which `$ASSIGN1` is the command. */
const shell = (line: string): Promise<Finished> => withPlace((place) => place.shell(line));

suite('goldens through the built command', (test) => {
  for (const {name, inputFile, expected, exitCode, arguments: given} of played) {
    test(name, async () => {
      const actual = await run(ASSIGN1, given, {inputFile});
      sameBytes(actual.stdout, expected, name);
      sameBytes(actual.stderr, '', `standard error of ${name}`);
      assert.is(actual.exitCode, exitCode);
    });
  }
});

suite('flags', (test) => {
  /** The compiled tool, without a process unless `CI` is set. */
  const inProcess = toolOf(TOOL);
  const assign1 = (input: string, args: readonly string[]): Finished | Promise<Finished> =>
    isThorough ? run(ASSIGN1, args, {input}) : inProcess(input, args);

  test('--help prints the usage, every flag and the exit statuses', async () => {
    assert.equal(await run(ASSIGN1, ['--help'], {input: ''}), {stdout: HELP, stderr: '', exitCode: 0});
  });

  test('--version prints the version of the package', async () => {
    const expected = {stdout: `${manifest.version}\n`, stderr: '', exitCode: 0};
    assert.equal(await run(ASSIGN1, ['--version'], {input: ''}), expected);
    assert.equal(await run(ASSIGN1, ['--help', '--version'], {input: ''}), expected);
  });

  // Each row: the flags, what is typed after the dice, and what the last line of the output then is.
  const [EXIT, INVALID, NO_DICE] = ['> ', 'Invalid Choice.', 'Incorrect Number of Values.'];
  const wired: readonly [flags: string[], choice: string, last: string][] = [
    [[], '2x', INVALID],
    [[], '2', NO_DICE],
    [['--stage', '2'], '2x', INVALID],
    [['--stage', '1'], '2x', INVALID],
    [['--stage', '1'], '2', EXIT],
    [['--stage=1'], '2', EXIT],
    [['--stage', '2', '--stage', '1'], '2', EXIT],
    [['--stage', '1', '--stage=2'], '2', NO_DICE],
    [['--choice', 'word'], '2x', INVALID],
    [['--choice', 'character'], '2x', NO_DICE],
    [['--choice=character', '--choice=word'], '2x', INVALID],
    [['--stage', '1', '--choice', 'character'], '2x', EXIT],
    [['--choice', 'character', '--stage', '1'], '2x', EXIT],
    [['--choice', 'character', '--stage', '1', '--'], '2x', EXIT],
  ];
  for (const [flags, choice, last] of wired) {
    test(`${['assign1', ...flags].join(' ')}, then ${choice}: ${last}`, async () => {
      const {stdout, stderr} = await assign1(`6 6 6 4 4\n${choice}\n`, flags);
      assert.is(stdout.trimEnd().split('\n').at(-1), last.trimEnd());
      assert.is(stderr, '');
    });
  }

  // Each row: the arguments, and the reason on standard error.
  const wrong: readonly [args: string[], reason: string][] = [
    [['--stage', '3'], '--stage takes 1 or 2, not "3"'],
    [['--stage', '12'], '--stage takes 1 or 2, not "12"'],
    [['--stage', '1x'], '--stage takes 1 or 2, not "1x"'],
    [['--stage', '01'], '--stage takes 1 or 2, not "01"'],
    [['--stage', ''], '--stage takes 1 or 2, not ""'],
    [['--stage='], '--stage takes 1 or 2, not ""'],
    [['--stage'], '--stage takes 1 or 2, and none was given'],
    [['--stage', '1', '--stage'], '--stage takes 1 or 2, and none was given'],
    [['--stage', '--help'], '--stage takes 1 or 2, not "--help"'],
    [['--choice', 'Word'], '--choice takes word or character, not "Word"'],
    [['--choice', 'words'], '--choice takes word or character, not "words"'],
    [['--choice', 'char'], '--choice takes word or character, not "char"'],
    [['--choice', 'word\n'], '--choice takes word or character, not "word\\n"'],
    [['--choice'], '--choice takes word or character, and none was given'],
    [['--help=yes'], '--help takes no value, and "yes" was given'],
    [['--version=1'], '--version takes no value, and "1" was given'],
    [['--helpp'], 'unknown flag "--helpp"; did you mean --help?'],
    [['--stagee', '1'], 'unknown flag "--stagee"; did you mean --stage?'],
    [
      ['–stage', '1'],
      `unexpected argument "${latin1(Buffer.from('–stage'))}": its dash is not the one of the keyboard`,
    ],
    [['--no-help'], 'unknown flag "--no-help"'],
    [['--__proto__', '1'], 'unknown flag "--__proto__"'],
    [['-h'], 'unknown flag "-h"'],
    [['-1'], 'unknown flag "-1"'],
    [['--help', '--bogus'], 'unknown flag "--bogus"'],
    [['session.txt'], 'unexpected argument "session.txt": the session is read from standard input'],
    [['-'], 'unexpected argument "-": the session is read from standard input'],
    [[''], 'unexpected argument "": the session is read from standard input'],
    [['--', '--stage'], 'unexpected argument "--stage": the session is read from standard input'],
    [['\x1b[31m'], 'unexpected argument "\\u001b[31m": the session is read from standard input'],
  ];
  for (const [args, reason] of wrong) {
    test(`${JSON.stringify(args)}: usage and the reason on standard error, nothing on standard output`, async () => {
      const actual = await assign1('6 6 6 4 4\n3\n2\n', args);
      assert.equal(actual, {stdout: '', stderr: `assign1: ${reason}\n${USAGE}`, exitCode: 2});
    });
  }

  test('are those of the command that is installed', async () => {
    const input = '6 6 6 4 4\n2x\n';
    for (const args of [['--stage', '1', '--choice=character'], ['--stage', '3'], ['\x1b[31m']]) {
      assert.equal(await run(ASSIGN1, args, {input}), inProcess(input, args));
    }
  });
});

/** Has a tool note in the file `calls` how each of its reads and writes ended. */
const NOTES_CALLS = `
const fs = require('node:fs');
for (const name of ['readSync', 'writeSync']) {
  const call = fs[name];
  fs[name] = (...args) => {
    try {
      const result = call(...args);
      fs.appendFileSync('calls', name + ' done\\n');
      return result;
    } catch (error) {
      fs.appendFileSync('calls', name + ' ' + error.code + '\\n');
      throw error;
    }
  };
}
`;
/** For a shell: waits until so many calls have ended so. */
const AFTER = 'after() { until [ "$(grep -c "$1" calls)" -ge "$2" ]; do sleep 0.01; done; }; : > calls';

suite('streams', (test) => {
  test(
    'standard input that comes slowly and in pieces is the same session',
    inPlace(async ({write, shell}) => {
      write({'notes.cjs': NOTES_CALLS});
      const pieces = `n=0; for piece in '6 6' ' 6 4' ' 4\\n3' '\\n' '2\\n'; do
        printf "$piece"; n=$((n + 1)); after 'readSync done' $n; done`;
      const actual = await shell(`${AFTER}; (${pieces}) | NODE_OPTIONS='--require ./notes.cjs' "$ASSIGN1"`);
      assert.equal(actual, {stdout: fullHouse, stderr: '', exitCode: 0});
    }),
  );

  test('the session ends without waiting for the end of input', async () => {
    const child = execa(ASSIGN1, {...AS_USER, timeout: PATIENCE});
    child.stdin.write('6 6 6 4 4\n3\n2\n'); // And left open.
    sameBytes((await child).stdout, fullHouse, 'session with its input left open');
  });

  test('closed standard input is the end of input', async () => {
    const expected = readFileSync(`${FIXTURES}/end-of-input/at-dice.out`, 'latin1');
    assert.equal(await shell('"$ASSIGN1" <&-'), {stdout: expected, stderr: '', exitCode: 1});
  });

  test('a directory as standard input is named as the reason', async () => {
    const {stdout, stderr, exitCode} = await shell('"$ASSIGN1" < /');
    assert.is(stdout, '\nPlease enter dice values:\n> ');
    assert.is(stderr, 'assign1: standard input: EISDIR: illegal operation on a directory, read\n');
    assert.is(exitCode, 2);
  });

  /**
   * Starts the command, and then makes what both share non-blocking, as Node does with its streams when they are first
   * used. The command begins only then, and it stays so for as long as it runs.
   */
  const wrapperThat = (shares: string): Files => ({
    'notes.cjs': `while (!require('node:fs').existsSync('shared'));\n${NOTES_CALLS}`,
    'wrapper.cjs': `
      const env = {...process.env, NODE_OPTIONS: '--require ./notes.cjs'};
      const command = require('node:child_process').spawn(process.argv[2], process.argv.slice(3), {stdio: 'inherit', env});
      command.on('exit', (code) => process.exit(code));
      ${shares}
      require('node:fs').writeFileSync('shared', '');`,
  });

  test(
    'a non-blocking pipe is waited for',
    inPlace(async ({write, shell}) => {
      write(wrapperThat('process.stdin.pause();'));
      // Each line comes only when the command has found none.
      const lines = `n=0; for line in '6 6 6 4 4' 3 2; do n=$((n + 1)); after 'readSync EAGAIN' $n; echo "$line"; done`;
      const actual = await shell(`${AFTER}; (${lines}) | node wrapper.cjs "$ASSIGN1"`);
      assert.equal(actual, {stdout: fullHouse, stderr: '', exitCode: 0});
    }),
  );

  test(
    'a non-blocking pipe that is full is waited for',
    inPlace(async ({write, shell}) => {
      const shares = "new (require('node:net').Socket)({fd: 1, readable: false, writable: true});";
      write(wrapperThat(shares));
      // The pipe is filled first, and read only when the command has found it full.
      const full = 'head -c 65536 /dev/zero; node wrapper.cjs "$ASSIGN1" --version; echo "[$?]" >&2';
      const actual = await shell(`${AFTER}; (${full}) | (after 'writeSync EAGAIN' 1; tail -c +65537)`);
      assert.equal(actual, {stdout: `${manifest.version}\n`, stderr: '[0]\n', exitCode: 0});
    }),
  );

  // In each, the command writes only once the reader is known to have gone.
  const gone: readonly [when: string, line: string][] = [
    [
      'before the first prompt',
      `exec 3> >(:); wait $!; "$ASSIGN1" < '${FULL_HOUSE}.in' >&3; echo "[$?]" >&2`,
    ],
    ['before the help', 'exec 3> >(:); wait $!; "$ASSIGN1" --help >&3; echo "[$?]" >&2'],
    [
      'mid-session',
      `in=$(mktemp -u); mkfifo $in; exec 3<>$in; rm $in
      ("$ASSIGN1" <&3; echo "[$?]" >&2) | (head -c 1 > /dev/null; exec <&-; echo 6 6 6 4 4 >&3)`,
    ],
  ];
  for (const [when, line] of gone) {
    test(`a reader that goes away ${when} ends the program quietly, as no error`, async () => {
      assert.is((await shell(line)).stderr, '[0]\n');
    });
  }

  test('a full disk is named as the reason', async () => {
    const {stderr, exitCode} = await shell(`"$ASSIGN1" < '${FULL_HOUSE}.in' > /dev/full`);
    assert.is(stderr, 'assign1: standard output: ENOSPC: no space left on device, write\n');
    assert.is(exitCode, 2);
  });

  test('with standard error full, closed or without a reader, the exit status still tells', async () => {
    for (const failing of ['"$ASSIGN1" --bogus', '"$ASSIGN1" < / > /dev/null']) {
      for (const elsewhere of ['2> /dev/full', '2>&-', '2>&3']) {
        const {stderr, exitCode} = await shell(`exec 3> >(:); wait $!; ${failing} ${elsewhere}`);
        assert.equal({stderr, exitCode}, {stderr: '', exitCode: 2}, `${failing} ${elsewhere}`);
      }
    }
  });

  test('a socket as standard input and output, as from a Node parent, is the same session', async () => {
    // Node's 'pipe' is a socket, unlike a shell's.
    const child = execa(ASSIGN1, {...AS_USER, stdin: 'pipe', stdout: 'pipe', timeout: PATIENCE});
    child.stdin.end(readFileSync(`${FULL_HOUSE}.in`));
    sameBytes((await child).stdout, fullHouse, 'session over sockets');
  });

  test('files as standard input and standard output are the same session', async () => {
    const {stdout} = await shell(
      `out=$(mktemp); "$ASSIGN1" < '${FULL_HOUSE}.in' > "$out"; cat "$out"; rm "$out"`,
    );
    sameBytes(stdout, fullHouse, 'session from a file into a file');
  });
});
