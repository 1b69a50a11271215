/* Reports hurt nothing: not what is read, not each other, and not what lies elsewhere. */
import {mkdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {checkOutputs} from '../../../src/marking/commands/shared/reports.js';
import {suiteInProcess} from '../../support/door.js';
import {ECHO, WRONG} from '../../support/marked.js';
import {messageOf} from '../../support/marks.js';
import {filesIn} from '../../support/place.js';
import {suite} from '../../support/suite.js';
import {inTemporaryFolder} from '../../support/temporary-folder.js';

const RIGHT = '#!/bin/sh\ncat\n';

suite('outputs', (test) => {
  const refused = (folder: string, paths: string[], inputs: string[], targets = ['a']): string =>
    messageOf(() => {
      const outputs = paths.map((path) => ({flag: '--x', path: join(folder, path)}));
      checkOutputs(
        outputs,
        targets.map((target) => ({target, id: null, folder: null})),
        inputs.map((path) => join(folder, path)),
      );
    }).replaceAll(`${folder}/`, '');

  test('are compared by what their paths lead to', () =>
    inTemporaryFolder((folder) => {
      mkdirSync(join(folder, 'd'));
      symlinkSync('d', join(folder, 'linked'));
      symlinkSync('d/new', join(folder, 'file'));
      assert.is(refused(folder, ['d/x', 'd/y'], ['z', 'd/xx']), 'it threw nothing');
      assert.is(refused(folder, ['d/x', 'd/x'], []), '--x: two files would go to d/x');
      assert.is(refused(folder, ['d/new', 'file'], []), '--x: d/new and file are the same file');
      const taken = (path: string, what: string): string => `--x: ${path} is ${what}: choose another path`;
      assert.is(refused(folder, ['linked/x'], ['d/x']), taken('linked/x', 'an input'));
      const inside = 'inside d, which is an input';
      assert.is(refused(folder, ['linked/x/y/z'], ['d']), taken('linked/x/y/z', inside));
      assert.is(refused(folder, ['file'], ['d']), taken('file', inside));
      assert.is(refused(folder, ['{submission}/x'], ['d'], ['a', 'd']), taken('d/x', inside));
      assert.equal(filesIn(folder), {});
    }));
});

suiteInProcess('a report', (test) => {
  test('that is a folder has the pages that its readers may see', async ({folder, write, fivedice}) => {
    write({
      ...ECHO,
      'cases/suite.json': '{"visibility": "hidden"}',
      'class/ann.sh': RIGHT,
      'class/bob.sh': WRONG,
    });
    const reports = (place: string): string[] => [
      ...['--report', `html:${place}/tutor`, '--report', `student:html:${place}/students`],
    ];
    const mark = ['mark', '--all', 'class', '--fixtures', 'cases', '--results', 'r'];
    assert.is((await fivedice(...mark, ...reports('out'))).exitCode, 1);
    const pages = filesIn(join(folder, 'out'));
    const own = ['students/ann.sh.html', 'students/bob.sh.html', 'tutor/ann.sh.html', 'tutor/bob.sh.html'];
    assert.equal(Object.keys(pages), [...own, 'tutor/index.html']);
    const [, student = '', , tutor = ''] = Object.values(pages);
    assert.match(tutor, 'instead of');
    assert.match(student, 'hidden case 2');
    assert.not.match(student, /instead of|cases\/b|two/);
    await fivedice('report', 'r', ...reports('again'));
    assert.equal(filesIn(join(folder, 'again')), pages);
  });

  test('is the only thing that --quiet prints', async ({write, fivedice}) => {
    write({...ECHO, 'class/ann.sh': RIGHT, 'class/bob.sh': WRONG});
    const mark = ['mark', '--all', 'class', '--fixtures', 'cases', '--results', 'r', '--quiet'];
    for (const _ of ['marked', 'reused']) {
      const {exitCode, stdout, stderr} = await fivedice(...mark);
      assert.equal([exitCode, stdout, stderr], [1, '', '']);
    }
    assert.match((await fivedice(...mark, '--report', 'csv')).stdout, /^submission,/);
  });
});
