import {readFileSync} from 'node:fs';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import manifest from '../../package.json' with {type: 'json'};
import {sameBytes} from '../support/bytes.js';
import {AS_USER, ASSIGN1, run, shell} from '../support/command.js';
import {FIXTURES, loadGoldens} from '../support/goldens.js';
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

suite('goldens through the built command', (test) => {
  for (const {name, inputFile, expected, exitCode, arguments: given} of loadGoldens(FIXTURES)) {
    test(name, async () => {
      const actual = await run(ASSIGN1, given, {inputFile});
      sameBytes(actual.stdout, expected, name);
      sameBytes(actual.stderr, '', `standard error of ${name}`);
      assert.is(actual.exitCode, exitCode);
    });
  }
});

suite('flags', (test) => {
  test('--help prints the usage, every flag and the exit statuses', async () => {
    assert.equal(await run(ASSIGN1, ['--help'], {input: ''}), {stdout: HELP, stderr: '', exitCode: 0});
  });

  test('--version prints the version of the package', async () => {
    const expected = {stdout: `${manifest.version}\n`, stderr: '', exitCode: 0};
    assert.equal(await run(ASSIGN1, ['--version'], {input: ''}), expected);
    assert.equal(await run(ASSIGN1, ['--help', '--version'], {input: ''}), expected);
  });

  // Each row: the flags, what is typed after the dice, and the last line of the output.
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
      const {stdout, stderr} = await run(ASSIGN1, flags, {input: `6 6 6 4 4\n${choice}\n`});
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
    [['--helpp'], 'unknown flag "--helpp"'],
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
      const actual = await run(ASSIGN1, args, {input: '6 6 6 4 4\n3\n2\n'});
      assert.equal(actual, {stdout: '', stderr: `assign1: ${reason}\n${USAGE}`, exitCode: 2});
    });
  }
});

suite('streams', (test) => {
  test('standard input that comes slowly and in pieces is the same session', async () => {
    const pieces = `for piece in '6 6' ' 6 4' ' 4\\n3' '\\n' '2\\n'; do printf "$piece"; sleep 0.05; done`;
    assert.equal(await shell(`(${pieces}) | $ASSIGN1`), {stdout: fullHouse, stderr: '', exitCode: 0});
  });

  test('the session ends without waiting for the end of input', async () => {
    const child = execa(ASSIGN1, {
      ...AS_USER,
      timeout: 10_000,
    });
    child.stdin.write('6 6 6 4 4\n3\n2\n'); // It stays open.
    sameBytes((await child).stdout, fullHouse, 'session with its input left open');
  });

  test('closed standard input is the end of input', async () => {
    const expected = readFileSync(`${FIXTURES}/end-of-input/at-dice.out`, 'latin1');
    assert.equal(await shell('$ASSIGN1 <&-'), {stdout: expected, stderr: '', exitCode: 1});
  });

  test('a directory as standard input is an error that says so', async () => {
    const {stdout, stderr, exitCode} = await shell('$ASSIGN1 < /');
    assert.is(stdout, '\nPlease enter dice values:\n> ');
    assert.is(stderr, 'assign1: standard input: EISDIR: illegal operation on a directory, read\n');
    assert.is(exitCode, 2);
  });

  test('a non-blocking pipe is waited for', async () => {
    // The wrapper starts the command and then makes their shared pipe non-blocking, as Node does when
    // `process.stdin` is first used. The pipe stays so for as long as the command runs.
    const wrapper = `
      const command = require('node:child_process').spawn(process.argv[1], {stdio: 'inherit'});
      command.on('exit', (code) => process.exit(code));
      process.stdin.pause();
    `;
    const slow =
      '(sleep 0.3; printf "6 6 6 4 4\\n"; sleep 0.1; printf "3\\n"; sleep 0.1; printf "2\\n"; sleep 0.3)';
    const actual = await shell(`${slow} | node -e "${wrapper}" $ASSIGN1`);
    assert.equal(actual, {stdout: fullHouse, stderr: '', exitCode: 0});
  });

  test('a non-blocking pipe that is full is waited for', async () => {
    // The pipe is filled first. The wrapper starts the command and then makes their shared pipe non-blocking;
    // the reader drains it only after a while.
    const wrapper = `
      const command = require('node:child_process').spawn(process.argv[1], ['--version'], {stdio: 'inherit'});
      new (require('node:net').Socket)({fd: 1, readable: false, writable: true});
      command.on('exit', (code) => process.exit(code));
    `;
    const full = `head -c 65536 /dev/zero; node -e "${wrapper}" $ASSIGN1; echo "[$?]" >&2`;
    const actual = await shell(`(${full}) | (sleep 0.6; tail -c +65537)`);
    assert.equal(actual, {stdout: `${manifest.version}\n`, stderr: '[0]\n', exitCode: 0});
  });

  // In each, the command writes only when the reader is known to be gone.
  const gone: readonly [when: string, line: string][] = [
    ['before the first prompt', `exec 3> >(:); wait $!; $ASSIGN1 < '${FULL_HOUSE}.in' >&3; echo "[$?]" >&2`],
    ['before the help', 'exec 3> >(:); wait $!; $ASSIGN1 --help >&3; echo "[$?]" >&2'],
    [
      'mid-session',
      `in=$(mktemp -u); mkfifo $in; exec 3<>$in; rm $in
      ($ASSIGN1 <&3; echo "[$?]" >&2) | (head -c 1 > /dev/null; exec <&-; echo 6 6 6 4 4 >&3)`,
    ],
  ];
  for (const [when, line] of gone) {
    test(`a reader that goes away ${when} ends the program quietly, without an error`, async () => {
      assert.is((await shell(line)).stderr, '[0]\n');
    });
  }

  test('a full disk is an error that says so', async () => {
    const {stderr, exitCode} = await shell(`$ASSIGN1 < '${FULL_HOUSE}.in' > /dev/full`);
    assert.is(stderr, 'assign1: standard output: ENOSPC: no space left on device, write\n');
    assert.is(exitCode, 2);
  });

  test('with standard error full, closed or without a reader, the exit status still tells', async () => {
    for (const failing of ['$ASSIGN1 --bogus', '$ASSIGN1 < / > /dev/null']) {
      for (const elsewhere of ['2> /dev/full', '2>&-', '2>&3']) {
        const {stderr, exitCode} = await shell(`exec 3> >(:); wait $!; ${failing} ${elsewhere}`);
        assert.equal({stderr, exitCode}, {stderr: '', exitCode: 2}, `${failing} ${elsewhere}`);
      }
    }
  });

  test('a socket as standard input and output, as from a Node parent, is the same session', async () => {
    // Node's 'pipe' is a socket, unlike a shell's.
    const child = execa(ASSIGN1, {
      ...AS_USER,
      stdin: 'pipe',
      stdout: 'pipe',
      timeout: 10_000,
    });
    child.stdin.end(readFileSync(`${FULL_HOUSE}.in`));
    sameBytes((await child).stdout, fullHouse, 'session over sockets');
  });

  test('files as standard input and standard output are the same session', async () => {
    const {stdout} = await shell(
      `out=$(mktemp); $ASSIGN1 < '${FULL_HOUSE}.in' > "$out"; cat "$out"; rm "$out"`,
    );
    sameBytes(stdout, fullHouse, 'session from a file into a file');
  });
});
