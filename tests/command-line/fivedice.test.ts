/* The command `fivedice` itself: its help, what it calls, and what it does when its streams fail. */
import * as assert from 'uvu/assert';
import manifest from '../../package.json' with {type: 'json'};
import type {Finished} from '../support/command.js';
import {inPlace, withPlace} from '../support/place.js';
import {suite} from '../support/suite.js';

const NAMES = [
  'play',
  'scores',
  'serve',
  'advise',
  'review',
  'odds',
  'mark',
  'record',
  'fuzz',
  'merge',
  'compare',
  'export',
  'init',
  'grade',
  'completion',
];

const HELP = `Usage: fivedice SUBCOMMAND …

  play        play the whole game
  scores      show the halls of fame
  serve       play the whole game in a browser
  advise      rank everything that can be done with a roll
  review      show what each choice of a saved game has cost
  odds        show the score to expect, and the odds of each box
  mark        mark programs against goldens
  record      make goldens from a reference program
  fuzz        search for inputs on which a program and a reference differ
  merge       join the reports of several runs
  compare     show who gained and who lost between two reports
  export      write fixtures for other systems
  init        make a small assignment to begin with
  grade       make the marks of a course from reports
  completion  print what completes these commands in a shell

fivedice help SUBCOMMAND says more; fivedice --version prints the version.
`;

const UTF_8 = {encoding: 'utf8'} as const;
const fivedice = (...args: string[]): Promise<Finished> =>
  withPlace((place) => place.fivedice(...args), UTF_8);

suite('fivedice', (test) => {
  for (const args of [['help'], ['--help'], ['-h'], ['help', 'help'], ['help', '-h']]) {
    test(`${args.join(' ')} prints the help`, async () => {
      assert.equal(await fivedice(...args), {stdout: HELP, stderr: '', exitCode: 0});
    });
  }

  test('alone prints the help too, but a script must not take that for a pass', async () => {
    assert.equal(await fivedice(), {stdout: HELP, stderr: '', exitCode: 2});
  });

  test('--version prints the version of the package', async () => {
    assert.equal(await fivedice('--version'), {stdout: `${manifest.version}\n`, stderr: '', exitCode: 0});
  });

  for (const name of NAMES) {
    test(`help ${name} is the help of that command`, async () => {
      const help = await fivedice('help', name);
      assert.ok(help.stdout.startsWith(`Usage: fivedice ${name} `), help.stdout);
      assert.equal({...help, stdout: ''}, {stdout: '', stderr: '', exitCode: 0});
      assert.equal(await fivedice(name, '-h'), help);
    });
  }

  test('mark --help is the same, and so is --help mark', async () => {
    const help = await fivedice('help', 'mark');
    assert.equal(await fivedice('mark', '--help'), help);
    assert.equal(await fivedice('--help', 'mark'), help);
    assert.equal(await fivedice('-h', 'mark', 'more'), help);
  });

  // Words that are something else where the subcommands are looked up.
  for (const args of [[''], ['toString'], ['__proto__'], ['help', 'nonsense'], ['-x']]) {
    test(`${args.join(' ') || '""'} is refused, and the subcommands are named`, async () => {
      const stderr = `fivedice: no subcommand "${args.at(-1)}": ${NAMES.join(', ')}\n`;
      assert.equal(await fivedice(...args), {stdout: '', stderr, exitCode: 2});
    });
  }

  for (const [word, hint] of [
    ['marc', 'did you mean mark?'],
    ['Mark', 'did you mean mark?'],
    ['–version', 'its dash is not the one of the keyboard; type --version'],
    ['–-version', 'its dash is not the one of the keyboard; type --version'],
  ] as const) {
    test(`${word} is refused: ${hint}`, async () => {
      const stderr = `fivedice: no subcommand "${word}": ${hint}\n`;
      assert.equal(await fivedice(word), {stdout: '', stderr, exitCode: 2});
    });
  }

  test('prints its version', async () => {
    const printed = {stdout: `${manifest.version}\n`, stderr: '', exitCode: 0};
    for (const flag of ['--version', '-V']) assert.equal(await fivedice(flag), printed);
  });

  test('gives the exit status of the command that it calls', async () => {
    const merge = await fivedice('merge');
    assert.equal([merge.stdout, merge.exitCode], ['', 2]);
    assert.match(merge.stderr, /^fivedice: merge: .*\nfivedice merge --help lists the flags\n$/);
  });
});

suite('fivedice whose streams fail', (test) => {
  // Each row: a line of shell, and what it prints: the command's standard error and its exit status.
  const FULL = 'fivedice: standard output: ENOSPC: no space left on device, write\n';
  const lines: readonly [what: string, line: string, stderr: string, exitCode: number][] = [
    ['a full disk is told', '"$FIVEDICE" help > /dev/full', FULL, 3],
    ['a full disk counts for more than a mistake', '"$FIVEDICE" > /dev/full', FULL, 3],
    ['a full disk is told of a command, too', '"$FIVEDICE" help merge > /dev/full', FULL, 3],
    ['a reader that has gone is no error', 'exec 3> >(:); wait $!; "$FIVEDICE" help >&3', '', 0],
    ['a reader that has gone changes no exit status', 'exec 3> >(:); wait $!; "$FIVEDICE" >&3', '', 2],
    ['a closed standard output is no error', '"$FIVEDICE" help >&-', '', 0],
    ['a closed standard error hides no exit status', '"$FIVEDICE" nonsense 2>&-', '', 2],
    ['a full standard error hides no exit status', '"$FIVEDICE" nonsense 2> /dev/full', '', 2],
    [
      'a standard error without a reader hides no exit status',
      'exec 3> >(:); wait $!; "$FIVEDICE" nonsense 2>&3',
      '',
      2,
    ],
    ['with both full the exit status still tells', '"$FIVEDICE" help > /dev/full 2> /dev/full', '', 3],
  ];
  for (const [what, line, stderr, exitCode] of lines) {
    test(
      what,
      inPlace(async ({shell}) => {
        assert.equal(await shell(line), {stdout: '', stderr, exitCode});
      }),
    );
  }
});
