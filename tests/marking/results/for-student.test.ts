import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {forStudent, withoutFolders} from '../../../src/marking/results/for-student.js';
import {
  type CaseMarks,
  type DiffLine,
  stagesOf,
  type Visibility,
} from '../../../src/marking/results/marks.js';
import {suiteInProcess} from '../../support/door.js';
import {ACCEPTED, CLASSROOM50, formats, MACHINE, marksOf, NO_CHOICE} from '../../support/marks.js';
import {filesIn} from '../../support/place.js';
import {suite} from '../../support/suite.js';

// Classroom 50's report is written by its runner only.
Object.assign(process.env, CLASSROOM50);

suite('folders of whoever marks', (test) => {
  const texts: readonly (readonly [fact: string, text: string, shown: string])[] = [
    ['before a file', '/home/tutor/class 2/ann.c:3: error', 'ann.c:3: error'],
    ['as visible text', '/home/tutor/class·2/ann.c⏎', 'ann.c⏎'],
    ['in a summary', '"/home/tutor/class #/x" is missing', '"x" is missing'],
    ['by themselves', 'in /home/tutor/class 2: nothing', 'in .: nothing'],
    ['one inside another', '/home/tutor/x.h', 'x.h'],
    ['not others that begin alike', '/home/tutors/x.h', '/home/tutors/x.h'],
  ];
  test('are left out', () => {
    const clean = withoutFolders(['/home/tutor', '/home/tutor/class 2', '/']);
    for (const [fact, text, shown] of texts) assert.is(clean(text), shown, fact);
  });
});

suiteInProcess("a student's report", (test) => {
  test('has no folder of the tutor that a program prints', async ({folder, write, fivedice}) => {
    write({
      'tutor 7/goldens/a.in': 'x\n',
      'tutor 7/goldens/a.out': 'right\n',
      'tutor 7/goldens/b.in': 'y\n',
      'tutor 7/goldens/b.out': '',
      'tutor 7/class/ann.sh':
        '#!/bin/sh\necho "$0"; echo "$0" >&2; read -r a; [ "$a" = x ] || kill -SEGV $$\n',
    });
    const program = [`${folder}/tutor 7/class/ann.sh`, '--fixtures', `${folder}/tutor 7/goldens`];
    await fivedice('mark', '--no-sandbox', ...program, '--results', 'r');
    const {stdout: all} = await fivedice('report', 'r', '--report', 'json');
    assert.match(all, 'tutor 7/class/ann.sh');
    for (const [format] of formats()) {
      const to = format === 'html' ? ':pages' : '';
      const {stdout} = await fivedice('report', 'r', '--verbose', '--report', `student:${format}${to}`);
      const text = to === '' ? stdout : Object.values(filesIn(join(folder, 'pages'))).join();
      assert.match(text, format === 'mrk' ? 'perftab' : 'ann.sh', format);
      assert.not.match(text, /tutor|goldens\/|fivedice-/, format);
    }
  });
});

suite("a student's report", (test) => {
  test('names the stages that have a public case, and has one sum of all others', () => {
    const stage = (suite: string, visibility: Visibility): CaseMarks => ({...ACCEPTED, suite, visibility});
    const cases = [stage('A', 'public'), stage('A', 'hidden'), stage('B', 'hidden'), stage('C', 'hidden')];
    const stages = [...forStudent(marksOf({'./a.c': cases})).submissions].flatMap((one) => stagesOf(one));
    assert.equal(
      stages.map(({title, points}) => `${title} ${points}`),
      ['A 0.2', 'hidden cases 0.2'],
    );
  });

  test('shows what was expected as it is, and of what was printed leaves out only folders of the marker', () => {
    const printed = 'x /tmp/x /home/t/class/a.c';
    const diff: readonly DiffLine[] = [
      {kind: 'same', text: '/home/t/goldens/x'},
      {kind: 'expected', text: '/tmp/x'},
      {kind: 'actual', text: printed},
    ];
    const difference = NO_CHOICE.difference && {
      ...{...NO_CHOICE.difference, diff},
      summary: '"x" instead of "/tmp/x"',
    };
    const given = {
      arguments: ['/tmp/x', '/home/t/goldens/x'],
      environment: ['X=/home/t/class'],
      files: ['x'],
    };
    const folders = ['/home/t/class', '/home/t/goldens'];
    const marks = marksOf({'./a.c': [{...NO_CHOICE, difference, given}]}, {...MACHINE, folders});
    const [one] = [...forStudent(marks).submissions].flatMap(({cases}) => cases);
    assert.is(one?.difference?.summary, '"x" instead of "/tmp/x"');
    const shown = one?.difference?.diff.map(({text}) => text);
    assert.equal(shown, ['/home/t/goldens/x', '/tmp/x', 'x /tmp/x a.c']);
    assert.equal(one?.given, {arguments: ['/tmp/x', 'x'], environment: ['X=.'], files: ['x']});
  });
});
