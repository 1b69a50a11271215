import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {suiteInProcess} from '../../support/door.js';
import {filesIn, type Place, suiteInPlace} from '../../support/place.js';
import {ROOT} from '../../support/readme.js';

const TEMPLATE = filesIn(join(ROOT, 'fixtures/starting'));

/** Runs lines of shell in which `fivedice` is the command, as if it were installed. */
const inShell = ({shell}: Place, lines: string) =>
  shell(`fivedice() { "$FIVEDICE" "$@"; }; export -f fivedice; ${lines}`);

suiteInPlace('init', (test) => {
  test.needs('gcc')('makes an assignment, three commands that work on it, and a workflow', async (place) => {
    const made = await place.fivedice('init', 'my courses/one');
    assert.equal([made.stderr, made.exitCode], ['', 0]);
    assert.equal(filesIn(join(place.folder, 'my courses/one')), TEMPLATE);
    const commands = [...made.stdout.matchAll(/^ {2}(.+)$/gm)].map(([, command = '']) => command);
    assert.is(commands.length, 3);
    const {stdout, stderr} = await inShell(place, `${commands.join(' && ')}; echo "status $?"`);
    // Without bubblewrap, each command says so.
    assert.is(stderr.replaceAll(/^fivedice: sandbox off: .*\n/gm, ''), '');
    assert.match(stdout, /^0 to write, 5 of 5 cases unchanged$/m);
    assert.match(stdout, /^ann\.c +6\/6 +5\/5$/m);
    assert.match(stdout, /^bob\.c +3\/6 +3\/5 /m);
    assert.match(stdout, /\nstatus 1\n$/);
    const workflow = place.read('my courses/one/.github/workflows/mark.yml');
    const run = /run: npx --yes --package \S+ (fivedice .*)$/m.exec(workflow)?.[1] ?? 'false';
    const marked = await inShell(place, `cd 'my courses/one' && ${run}`);
    assert.equal([marked.stdout.includes('::error'), marked.exitCode], [false, 0], marked.stdout);
  });

  test.needs(
    'gcc',
    'make',
    'bubblewrap',
  )('makes a Makefile that checks, writes goldens, and marks for tutors and students', async (place) => {
    await place.fivedice('init', 'course');
    const make = (target: string) =>
      inShell(place, `make --no-print-directory -C course SHELL=/bin/bash ${target}`);
    assert.is((await make('check')).exitCode, 0);
    place.write({'course/goldens/three.in': '1\n2\n3\n'});
    assert.is((await make('goldens')).exitCode, 0);
    assert.is(place.read('course/goldens/three.out'), 'Number: Number: Number: Number: \nTotal: 6\n');
    const {stdout, exitCode} = await make('mark');
    assert.is(exitCode, 0);
    assert.not.match(stdout, 'hidden case');
    assert.match(place.read('course/reports/bob.c.txt'), /\d+ hidden cases? did not pass\n/);
    assert.match(place.read('course/cases.csv'), /^bob\.c,4,7,/m);
    const [, grade] = /`(fivedice grade [^`]*)`/.exec(place.read('course/README.md')) ?? [];
    assert.is((await inShell(place, `cd course && ${grade}`)).exitCode, 0);
    assert.match(place.read('course/marks.csv'), /^bob\.c,4,7,0,0,4,,,\r$/m);
  });
});

suiteInProcess('init', (test) => {
  const refused: readonly (readonly [args: string[], reason: string])[] = [
    [['full'], 'full is not empty: name a new folder, or an empty one'],
    [['.'], '. is not empty: name a new folder, or an empty one'],
    [['file'], 'file is not a folder'],
    [[], 'name one folder to make'],
    [['a', 'b'], 'name one folder to make'],
  ];
  test('refuses what is not empty, or no folder, and changes nothing', async ({folder, write, fivedice}) => {
    write({'full/.git': '', file: 'mine'});
    for (const [args, reason] of refused) {
      const stderr = `fivedice: init: ${reason}\nfivedice init --help lists the flags\n`;
      assert.equal(await fivedice('init', ...args), {stdout: '', stderr, exitCode: 2});
    }
    assert.equal(filesIn(folder), {file: 'mine', 'full/.git': ''});
  });
});
