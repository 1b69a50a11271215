import {readFileSync} from 'node:fs';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import manifest from '../../package.json' with {type: 'json'};
import {HELP, USAGE} from '../../src/valuation/messages.js';
import {sameBytes} from '../support/bytes.js';
import {ASSIGN1, run, shell, userEnvironment} from '../support/command.js';
import {FIXTURES, loadGoldens} from '../support/goldens.js';
import {suite} from '../support/suite.js';

const FULL_HOUSE = `${FIXTURES}/handout/2.3-full-house`;
const fullHouse = readFileSync(`${FULL_HOUSE}.out`, 'latin1');

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
  test('--help prints the usage and every flag', async () => {
    assert.equal(await run(ASSIGN1, ['--help'], {input: ''}), {stdout: HELP, stderr: '', exitCode: 0});
    assert.ok(HELP.startsWith(USAGE));
    for (const flag of [
      '--stage 1',
      '--stage 2',
      '--choice word',
      '--choice character',
      '--help',
      '--version',
    ]) {
      assert.ok(HELP.includes(`\n  ${flag} `), flag);
    }
  });

  test('--version prints the version of the package', async () => {
    const expected = {stdout: `${manifest.version}\n`, stderr: '', exitCode: 0};
    assert.equal(await run(ASSIGN1, ['--version'], {input: ''}), expected);
  });

  test('a value can follow after a space or =, and the last of repeated flags counts', async () => {
    const exits = '6 6 6 4 4\n2\n';
    for (const flags of [
      ['--stage', '1'],
      ['--stage=1'],
      ['--stage', '2', '--stage', '1'],
      ['--stage=1', '--'],
    ]) {
      const {stdout, exitCode} = await run(ASSIGN1, flags, {input: exits});
      assert.is(exitCode, 0);
      assert.ok(stdout.endsWith(' 3 -> Keep dice\n> \n'), flags.join(' '));
    }
  });

  // Each row: the arguments, and the reason on standard error.
  const wrong: readonly [args: string[], reason: string][] = [
    [['--stage', '3'], '--stage takes 1 or 2, not "3"'],
    [['--stage', '01'], '--stage takes 1 or 2, not "01"'],
    [['--stage', ''], '--stage takes 1 or 2, not ""'],
    [['--stage='], '--stage takes 1 or 2, not ""'],
    [['--stage'], '--stage takes 1 or 2, and none was given'],
    [['--stage', '1', '--stage'], '--stage takes 1 or 2, and none was given'],
    [['--stage', '--help'], '--stage takes 1 or 2, not "--help"'],
    [['--choice', 'Word'], '--choice takes word or character, not "Word"'],
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
      env: userEnvironment(),
      extendEnv: false,
      stripFinalNewline: false,
      timeout: 10_000,
    });
    child.stdin.write('6 6 6 4 4\n3\n2\n'); // And left open.
    sameBytes((await child).stdout, fullHouse, 'session with its input left open');
  });

  test('closed standard input is the end of input', async () => {
    const expected = readFileSync(`${FIXTURES}/end-of-input/at-dice.out`, 'latin1');
    assert.equal(await shell('$ASSIGN1 <&-'), {stdout: expected, stderr: '', exitCode: 1});
  });

  test('a directory as standard input is named as the reason', async () => {
    const {stdout, stderr, exitCode} = await shell('$ASSIGN1 < /');
    assert.is(stdout, '\nPlease enter dice values:\n> ');
    assert.is(stderr, 'assign1: standard input: EISDIR: illegal operation on a directory, read\n');
    assert.is(exitCode, 2);
  });

  test('a non-blocking pipe is waited for', async () => {
    // The wrapper starts the command and then makes the pipe that both share non-blocking, as Node does when
    // `process.stdin` is first used; it keeps it so for as long as the command runs.
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

  const gone: readonly [when: string, line: string][] = [
    ['before the first prompt', `(sleep 0.3; $ASSIGN1 < '${FULL_HOUSE}.in'; echo "[$?]" >&2) | true`],
    ['before the help', '(sleep 0.3; $ASSIGN1 --help; echo "[$?]" >&2) | true'],
    ['mid-session', '(sleep 0.3; echo 6 6 6 4 4) | ($ASSIGN1; echo "[$?]" >&2) | head -c 1 > /dev/null'],
  ];
  for (const [when, line] of gone) {
    test(`a reader that goes away ${when} ends the program quietly, as no error`, async () => {
      assert.is((await shell(line)).stderr, '[0]\n');
    });
  }

  test('a full disk is named as the reason', async () => {
    const {stderr, exitCode} = await shell(`$ASSIGN1 < '${FULL_HOUSE}.in' > /dev/full`);
    assert.is(stderr, 'assign1: standard output: ENOSPC: no space left on device, write\n');
    assert.is(exitCode, 2);
  });

  test('with standard error full or closed as well, the exit status still tells', async () => {
    for (const elsewhere of ['2> /dev/full', '2>&-']) {
      const {stderr, exitCode} = await shell(`$ASSIGN1 --bogus ${elsewhere} < /dev/null`);
      assert.equal({stderr, exitCode}, {stderr: '', exitCode: 2});
    }
  });

  test('a socket as standard input and output, as from a Node parent, is the same session', async () => {
    // Node's 'pipe' is a socket, unlike a shell's.
    const child = execa(ASSIGN1, {
      stdin: 'pipe',
      stdout: 'pipe',
      env: userEnvironment(),
      extendEnv: false,
      stripFinalNewline: false,
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
