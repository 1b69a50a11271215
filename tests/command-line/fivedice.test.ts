/* The command `fivedice`: its help, its subcommands, and streams that fail. */
import * as assert from 'uvu/assert';
import manifest from '../../package.json' with {type: 'json'};
import type {Finished} from '../support/command.js';
import {withPlace} from '../support/place.js';
import {suite} from '../support/suite.js';

const NAMES =
  'play scores history serve advise review mark unpack record fuzz report compare init grade'.split(' ');

const HELP = `Usage: fivedice SUBCOMMAND …

  play     play the whole game
  scores   show the halls of fame
  history  show your averages and best games
  serve    play the whole game in a browser
  advise   rank every choice for a roll
  review   show what each choice in a game cost
  mark     mark programs against goldens
  unpack   write a class down as a folder for each person
  record   make goldens from a reference program
  fuzz     search for inputs on which a program and a reference differ
  report   write the reports of a folder of results
  compare  show who gained and who lost between two runs
  init     make a small example assignment
  grade    compute the marks of a course from results

fivedice help SUBCOMMAND   the flags of one
fivedice help languages    the languages that can be marked
fivedice --version         the version
`;

const fivedice = (...args: string[]): Promise<Finished> =>
  withPlace((place) => place.fivedice(...args), {encoding: 'utf8'});

suite('fivedice', (test) => {
  const VERSION = `${manifest.version}\n`;
  const unknown = (word: string, hint = NAMES.join(', ')): string =>
    `fivedice: no subcommand "${word}": ${hint}\n`;
  // biome-ignore format: a table
  const rows: readonly [args: string[], stdout: string, stderr: string, exitCode: number][] = [
    [['help'], HELP, '', 0],
    [['-h'], HELP, '', 0],
    // A script must not take this for a pass.
    [[], HELP, '', 2],
    [['--version'], VERSION, '', 0],
    [['__proto__'], '', unknown('__proto__'), 2],
    [['marc'], '', unknown('marc', 'did you mean mark?'), 2],
    // One character in three is too many.
    [['ark'], '', unknown('ark'), 2],
    // Thrown in another bundle than the one that reports it.
    [['mark'], '', 'fivedice: mark: name one or more TARGETs, or --all CLASS, or a command after --\nfivedice mark --help lists the flags\n', 2],
  ];
  test('prints its help, its version, or what it does not know', async () => {
    for (const [args, stdout, stderr, exitCode] of rows)
      assert.equal(await fivedice(...args), {stdout, stderr, exitCode}, args.join(' '));
  });

  test('help SUBCOMMAND prints the help of that command', async () => {
    for (const name of NAMES) {
      const help = await fivedice('help', name);
      assert.ok(help.stdout.startsWith(`Usage: fivedice ${name} `), help.stdout);
      assert.equal({...help, stdout: ''}, {stdout: '', stderr: '', exitCode: 0});
    }
  });
});

suite('fivedice whose streams fail', (test) => {
  const FULL = 'fivedice: standard output: ENOSPC: no space left on device, write\n';
  const lines: readonly [what: string, line: string, stderr: string, exitCode: number][] = [
    ['a full disk is reported', '"$FIVEDICE" help > /dev/full', FULL, 3],
    ['a reader that left is no error', 'exec 3> >(:); wait $!; "$FIVEDICE" help >&3', '', 0],
    ['a closed standard output is no error', '"$FIVEDICE" help >&-', '', 0],
    ['a closed standard error hides no exit status', '"$FIVEDICE" nonsense 2>&-', '', 2],
    ['with both full, the exit status still tells', '"$FIVEDICE" help > /dev/full 2> /dev/full', '', 3],
  ];
  test('says so, unless its reader left, and its exit status still tells', async () => {
    for (const [what, line, stderr, exitCode] of lines)
      assert.equal(await withPlace(({shell}) => shell(line)), {stdout: '', stderr, exitCode}, what);
  });
});
