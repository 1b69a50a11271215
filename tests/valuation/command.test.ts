import {readFileSync} from 'node:fs';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import manifest from '../../package.json' with {type: 'json'};
import {latin1, sameBytes} from '../support/bytes.js';
import {AS_USER, ASSIGN1, type Finished, PATIENCE, run} from '../support/command.js';
import {isThorough} from '../support/effort.js';
import {FIXTURES, loadGoldens} from '../support/goldens.js';
import {type Files, inPlace, withPlace} from '../support/place.js';
import {strictTool} from '../support/strict-tool.js';
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

/** A process for each takes long: these are the samples, each end of input, and one of each other folder. */
const played = goldens.filter(
  ({folder}, index) =>
    isThorough || ['handout', 'end-of-input'].includes(folder) || goldens[index - 1]?.folder !== folder,
);

const unexpected = (argument: string): string =>
  `unexpected argument "${argument}": the session is read from standard input`;

const failed = (stdout: string, reason: string): Finished => ({
  stdout,
  stderr: `assign1: standard ${reason}\n`,
  exitCode: 2,
});

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
  test('--help prints the usage, every flag and the exit statuses', async () => {
    assert.equal(await run(ASSIGN1, ['--help'], {input: ''}), {stdout: HELP, stderr: '', exitCode: 0});
  });

  test('--version prints the version of the package', () => {
    const expected = {stdout: `${manifest.version}\n`, stderr: '', exitCode: 0};
    assert.equal(strictTool('', ['--version']), expected);
    assert.equal(strictTool('', ['--help', '--version']), expected);
  });

  // Each row: the flags, what is typed after the dice, and what the last line of the output then is.
  const [EXIT, INVALID, NO_DICE] = ['> ', 'Invalid Choice.', 'Incorrect Number of Values.'];
  const wired: readonly [flags: string, choice: string, last: string][] = [
    ['', '2', NO_DICE],
    ['--stage 2', '2x', INVALID],
    ['--stage 1', '2x', INVALID],
    ['--stage 1', '2', EXIT],
    ['--stage=1', '2', EXIT],
    ['--stage 2 --stage 1', '2', EXIT],
    ['--stage 1 --stage=2', '2', NO_DICE],
    ['--choice word', '2x', INVALID],
    ['--choice character', '2x', NO_DICE],
    ['--choice=character --choice=word', '2x', INVALID],
    ['--choice character --stage 1 --', '2x', EXIT],
  ];
  for (const [flags, choice, last] of wired) {
    test(`assign1 ${flags}, then ${choice}: ${last}`, () => {
      const {stdout, stderr} = strictTool(`6 6 6 4 4\n${choice}\n`, flags.match(/\S+/g) ?? []);
      assert.is(stdout.trimEnd().split('\n').at(-1), last.trimEnd());
      assert.is(stderr, '');
    });
  }

  const DASHED = latin1(Buffer.from('–stage'));
  const STAGE = '--stage takes 1 or 2,';
  const CHOICE = '--choice takes word or character,';
  const wrong: readonly (readonly [args: readonly string[], reason: string])[] = [
    ...['3', '12', '1x', '01', '', '--help'].map(
      (value) => [['--stage', value], `${STAGE} not "${value}"`] as const,
    ),
    ...['Word', 'words', 'char'].map((value) => [['--choice', value], `${CHOICE} not "${value}"`] as const),
    ...['--no-help', '-h', '-1'].map((flag) => [[flag], `unknown flag "${flag}"`] as const),
    ...['--help', '--stage'].map(
      (flag) => [[`${flag}x`], `unknown flag "${flag}x"; did you mean ${flag}?`] as const,
    ),
    [['–stage', '1'], `unexpected argument "${DASHED}": its dash is not the one of the keyboard`],
    [['--stage'], `${STAGE} and none was given`],
    [['--stage', '1', '--stage'], `${STAGE} and none was given`],
    [['--choice', 'word\n'], `${CHOICE} not "word\\n"`],
    [['--choice'], `${CHOICE} and none was given`],
    [['--help=yes'], '--help takes no value, and "yes" was given'],
    [['--version=1'], '--version takes no value, and "1" was given'],
    [['--__proto__', '1'], 'unknown flag "--__proto__"'],
    [['--help', '--bogus'], 'unknown flag "--bogus"'],
    ...['session.txt', '-', ''].map((argument) => [[argument], unexpected(argument)] as const),
    [['--', '--stage'], unexpected('--stage')],
    [['\x1b[31m'], unexpected('\\u001b[31m')],
  ];
  for (const [args, reason] of wrong) {
    test(`${JSON.stringify(args)}: usage and the reason on standard error, nothing on standard output`, () => {
      const actual = strictTool('6 6 6 4 4\n3\n2\n', args);
      assert.equal(actual, {stdout: '', stderr: `assign1: ${reason}\n${USAGE}`, exitCode: 2});
    });
  }
});

/** Has a tool note in the file `calls` each of its reads and writes that would have had to wait. */
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
/** For a shell: waits until so many calls have ended so. */
const AFTER = 'after() { until [ "$(grep -c "$1" calls)" -ge "$2" ]; do sleep 0.01; done; }; : > calls';

suite('streams', (test) => {
  test('the session ends without waiting for the end of input', async () => {
    const child = execa(ASSIGN1, {...AS_USER, timeout: PATIENCE});
    child.stdin.write('6 6 6 4 4\n3\n2\n'); // And left open.
    sameBytes((await child).stdout, fullHouse, 'session with its input left open');
  });

  const failing: readonly (readonly [what: string, line: string, finished: Finished])[] = [
    [
      'closed standard input is the end of input',
      '"$ASSIGN1" <&-',
      {stdout: readFileSync(`${FIXTURES}/end-of-input/at-dice.out`, 'latin1'), stderr: '', exitCode: 1},
    ],
    [
      'a directory as standard input is named as the reason',
      '"$ASSIGN1" < /',
      failed('\nPlease enter dice values:\n> ', 'input: EISDIR: illegal operation on a directory, read'),
    ],
    [
      'a full disk is named as the reason',
      `"$ASSIGN1" < '${FULL_HOUSE}.in' > /dev/full`,
      failed('', 'output: ENOSPC: no space left on device, write'),
    ],
  ];
  for (const [what, line, finished] of failing)
    test(what, async () => assert.equal(await shell(line), finished));

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
    ['before it writes', 'exec 3> >(:); wait $!; "$ASSIGN1" --help >&3; echo "[$?]" >&2'],
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

  test('with standard error full, closed or without a reader, the exit status still tells', async () => {
    for (const failing of ['"$ASSIGN1" --bogus', '"$ASSIGN1" < / > /dev/null']) {
      for (const elsewhere of ['2> /dev/full', '2>&-', '2>&3']) {
        const {stderr, exitCode} = await shell(`exec 3> >(:); wait $!; ${failing} ${elsewhere}`);
        assert.equal({stderr, exitCode}, {stderr: '', exitCode: 2}, `${failing} ${elsewhere}`);
      }
    }
  });
});
