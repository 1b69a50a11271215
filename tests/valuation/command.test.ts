/* The flags and the streams of the built command. */
import {readFileSync} from 'node:fs';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import manifest from '../../package.json' with {type: 'json'};
import {sameBytes} from '../support/bytes.js';
import {AS_USER, ASSIGN1, type Finished, PATIENCE, run} from '../support/command.js';
import {FIXTURES} from '../support/goldens.js';
import {type Files, suiteInPlace, withPlace} from '../support/place.js';
import {suite} from '../support/suite.js';

const FULL_HOUSE = `${FIXTURES}/handout/2.3-full-house`;
const fullHouse = readFileSync(`${FULL_HOUSE}.out`, 'latin1');

const USAGE = 'Usage: assign1 [--stage 1|2] [--choice word|character] [--help] [--version]\n';

suite('flags', (test) => {
  test('--help prints the usage, every flag and the exit statuses in 80 columns', async () => {
    const {stdout, stderr, exitCode} = await run(ASSIGN1, ['--help'], {input: ''});
    assert.equal([stderr, exitCode], ['', 0]);
    assert.is((await run(ASSIGN1, ['-h'], {input: ''})).stdout, stdout);
    const parts = [USAGE, '\n  --stage 1 ', '\n  --choice word ', '\n  --version ', '\nExit status: 0 '];
    for (const part of parts) assert.ok(stdout.includes(part), part);
    assert.equal(
      stdout.split('\n').filter((line) => line.length > 79),
      [],
    );
  });

  test('--version prints the version of the package', async () => {
    const expected = {stdout: `${manifest.version}\n`, stderr: '', exitCode: 0};
    assert.equal(await run(ASSIGN1, ['--version'], {input: ''}), expected);
  });

  // Each row: the flags, the choice typed after the dice, and the last line of the output.
  const wired: readonly [flags: string, choice: string, last: string][] = [
    ['--stage 1 --stage=2', '2', 'Incorrect Number of Values.'],
    ['--choice word', '2x', 'Invalid Choice.'],
    ['--choice character --stage 1', '2x', '>'],
  ];
  for (const [flags, choice, last] of wired) {
    test(`assign1 ${flags}, then ${choice}: ${last}`, async () => {
      const {stdout, stderr} = await run(ASSIGN1, flags.split(' '), {input: `6 6 6 4 4\n${choice}\n`});
      assert.equal([stdout.trimEnd().split('\n').at(-1), stderr], [last, '']);
    });
  }

  const wrong: readonly (readonly [args: readonly string[], reason: string])[] = [
    [['--stage', '3'], '--stage takes 1 or 2, not "3"'],
    [['--choice', ''], '--choice takes word or character, not ""'],
    [['--help', '--bogus'], "Unknown option '--bogus'"],
    [['session.txt'], "Unexpected argument 'session.txt'. This command does not take positional arguments"],
  ];
  for (const [args, reason] of wrong) {
    test(`${JSON.stringify(args)}: usage and the reason on standard error, nothing on standard output`, async () => {
      const actual = await run(ASSIGN1, args, {input: '6 6 6 4 4\n3\n2\n'});
      assert.equal(actual, {stdout: '', stderr: `assign1: ${reason}\n${USAGE}`, exitCode: 2});
    });
  }
});

/** Makes a tool note in the file `calls` each read and write that would have had to wait. */
const NOTES_CALLS = `
const fs = require('node:fs');
for (const name of ['readSync', 'writeSync']) {
  const call = fs[name];
  fs[name] = (...args) => {
    try {
      return call(...args);
    } catch (error) {
      fs.appendFileSync('calls', name + ' ' + error.code + '\\n');
      throw error;
    }
  };
}
`;
/** A shell function that waits until as many calls have failed in this way. */
const AFTER = 'after() { until [ "$(grep -c "$1" calls)" -ge "$2" ]; do sleep 0.01; done; }; : > calls';

suiteInPlace('streams', (test) => {
  test('the session ends without waiting for the end of input', async () => {
    const child = execa(ASSIGN1, {...AS_USER, timeout: PATIENCE});
    child.stdin.write('6 6 6 4 4\n3\n2\n'); // And left open.
    sameBytes((await child).stdout, fullHouse, 'session with its input left open');
  });

  const atDice = readFileSync(`${FIXTURES}/end-of-input/at-dice.out`, 'latin1');
  const failed = (stdout: string, reason: string): Finished => ({
    stdout,
    stderr: `assign1: standard ${reason}\n`,
    exitCode: 2,
  });
  // biome-ignore format: a table
  const failing: readonly (readonly [what: string, line: string, finished: Finished])[] = [
    ['closed standard input is the end of input', '"$ASSIGN1" <&-', {stdout: atDice, stderr: '', exitCode: 1}],
    ['a directory as standard input is named as the reason', '"$ASSIGN1" < /', failed('\nPlease enter dice values:\n> ', 'input: EISDIR: illegal operation on a directory, read')],
    ['a full disk is named as the reason', `"$ASSIGN1" < '${FULL_HOUSE}.in' > /dev/full`, failed('', 'output: ENOSPC: no space left on device, write')],
    ['with standard error full, the exit status is still right', '"$ASSIGN1" --bogus 2> /dev/full', {stdout: '', stderr: '', exitCode: 2}],
    [
      'a bug is no refused input',
      `echo 'require("node:fs").readSync = () => bug' > bug.cjs; NODE_OPTIONS='-r ./bug.cjs' "$ASSIGN1" 2> /dev/null`,
      {stdout: '\nPlease enter dice values:\n> ', stderr: '', exitCode: 2},
    ],
  ];
  for (const [what, line, finished] of failing)
    test(what, async () => assert.equal(await withPlace(({shell}) => shell(line)), finished));

  /**
   * Starts the command, and then makes a stream that both share non-blocking, as Node does when it first uses one of its
   * own. The command begins only after that.
   */
  const wrapper = (share: string): Files => ({
    'notes.cjs': `while (!require('node:fs').existsSync('shared'));\n${NOTES_CALLS}`,
    'wrapper.cjs': `
      const env = {...process.env, NODE_OPTIONS: '--require ./notes.cjs'};
      const command = require('node:child_process').spawn(process.argv[2], {stdio: 'inherit', env});
      command.on('exit', (code) => process.exit(code));
      ${share};
      require('node:fs').writeFileSync('shared', '');`,
  });
  // Each line comes only when the command has found none.
  const lines = `n=0; for line in '6 6 6 4 4' 3 2; do n=$((n + 1)); after 'readSync EAGAIN' $n; echo "$line"; done`;
  const fill =
    'try { for (;;) require("node:fs").writeSync(process.stdout.fd, Buffer.alloc(4096)); } catch {}';
  const shared: readonly (readonly [what: string, share: string, line: string])[] = [
    ['an empty', 'process.stdin.pause()', `(${lines}) | node wrapper.cjs "$ASSIGN1"`],
    [
      'a full',
      fill,
      `node wrapper.cjs "$ASSIGN1" < '${FULL_HOUSE}.in' | (after 'writeSync EAGAIN' 1; tr -d '\\0')`,
    ],
  ];
  for (const [what, share, line] of shared)
    test(`${what} non-blocking pipe is waited for`, async ({write, shell}) => {
      write(wrapper(share));
      const actual = await shell(`${AFTER}; ${line}`);
      assert.equal(actual, {stdout: fullHouse, stderr: '', exitCode: 0});
    });

  test('a reader that goes away in mid-session ends the program quietly, as no error', async () => {
    // The command writes again only once the reader has gone.
    const line = `in=$(mktemp -u); mkfifo $in; exec 3<>$in; rm $in
      ("$ASSIGN1" <&3; echo "[$?]" >&2) | (head -c 1 > /dev/null; exec <&-; echo 6 6 6 4 4 >&3)`;
    assert.is((await withPlace(({shell}) => shell(line))).stderr, '[0]\n');
  });
});
