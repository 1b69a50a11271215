/* `unpack`, `people.csv`, and what `mark --list` shows of them. */
import {mkdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {suiteInProcess, usageOf} from '../../support/door.js';
import type {Place} from '../../support/place.js';

const RIGHT = 'echo right\n';
const CASES = {'cases/a.in': '', 'cases/a.out': 'right\n'};

const GRADESCOPE = {
  'export/submission_12/a.sh': RIGHT,
  'export/submission_13/b.sh': RIGHT,
  'export/submission_14/x/first.sh': RIGHT,
  'export/submission_14/x/second.sh': RIGHT,
  'export/submission_metadata.yml': `submission_12:
  :submitters:
  - :name: Ann Lee
    :sid: "007"
    :email: ann@x.edu
  - :name: Bo Ek
    :sid: "008"
    :email: bo@x.edu
  :created_at: 2026-03-02 10:11:12.5 Z
submission_13:
  :submitters:
  - :name: "=Cy, /Fog"
submission_14:
  :submitters:
  - :name: Di
`,
};

/** Marks a class; all facts of each submission but its cases, with their verdicts. */
async function marked({marks}: Pick<Place, 'marks'>, ...args: string[]): Promise<unknown[]> {
  const {submissions} = await marks('mark', '--no-sandbox', '--fixtures', 'cases', '--all', ...args);
  return submissions.map(({cases, ...facts}) => ({...facts, verdicts: cases.map(({verdict}) => verdict)}));
}

const table = (text: string): string[] => text.replaceAll('\r\n', '\n').trimEnd().split('\n');

suiteInProcess('unpack', (test) => {
  test('writes down who handed in what; marking gives the same people, and the answers of its table', async (place) => {
    const {write, fivedice, read} = place;
    write({...CASES, ...GRADESCOPE, 'export/marks.csv': ''});
    const {stdout, stderr, exitCode} = await fivedice('unpack', 'export', 'class');
    const said = "fivedice: export: left out, because it is nobody's: marks.csv\n";
    assert.equal([stdout, stderr, exitCode], ['3 submissions in class, listed in people.csv\n', said, 0]);
    assert.equal(table(read('class/people.csv')), [
      'folder,name,id,email,group,submitted,late,exported_as,program,note',
      `"'=Cy, _Fog 13","'=Cy, /Fog",13,,,,,submission_13,,`,
      '"Ann Lee, Bo Ek",Ann Lee,007,ann@x.edu,"Ann Lee, Bo Ek",2026-03-02T10:11:12Z,,submission_12,,',
      '"Ann Lee, Bo Ek",Bo Ek,008,bo@x.edu,"Ann Lee, Bo Ek",2026-03-02T10:11:12Z,,submission_12,,',
      'Di 14,Di,14,,,,,submission_14,,"two programs, x/first.sh and x/second.sh"',
    ]);
    const [exported, unpacked] = [await marked(place, 'export'), await marked(place, 'class')];
    assert.equal(unpacked, exported);
    // As a spreadsheet may save it, with an answer.
    const rows = ['Program;NAME;folder;more', 'x/second.sh;Di;Di 14;y', ';"Cy";"=Cy, _Fog 13";'];
    write({'class/people.csv': Buffer.from(`\ufeff${rows.join('\r\n')}`)});
    const list = await fivedice('mark', '--all', 'class', '--list');
    assert.equal(list.stdout.split('\n'), [
      'submission      id  program      how',
      'Ann Lee, Bo Ek      a.sh         sh a.sh',
      'Cy                  b.sh         sh b.sh',
      'Di                  x/second.sh  sh x/second.sh',
      '',
    ]);
    assert.is(list.exitCode, 0);
  });

  test('says whose files it could not take, and loses nobody', async ({folder, write, fivedice, read}) => {
    write({'c/ann/a.sh': RIGHT, 'c/Ann/b.sh': RIGHT, 'c/bob/b.zip': 'PK', 'c/people.txt': ''});
    mkdirSync(join(folder, 'c/cyd'));
    symlinkSync('/etc/passwd', join(folder, 'c/dan'));
    const {exitCode} = await fivedice('unpack', 'c', 'd');
    assert.is(exitCode, 3);
    assert.equal(table(read('d/people.csv')).slice(1), [
      'Ann,Ann,,,,,,Ann,,',
      'ann (2),ann,,,,,,ann,,',
      'bob,bob,,,,,,bob,,"b.zip: it is not a zip file, or only part of one"',
      'cyd,cyd,,,,,,cyd,,it holds no files',
      'dan,dan,,,,,,dan,,it is a link that leads out of the submission',
    ]);
  });

  test('refuses to lose or mix up files, and wrong tables', async ({write, fivedice}) => {
    write({...CASES, 'c/ann/a.sh': RIGHT, 'full/x': ''});
    const rows = [
      [['unpack', 'c', 'full'], 'full: it is not empty: name a new folder'],
      [['unpack', 'c', 'c/d'], 'c/d: it is inside c: name a folder outside'],
      [['unpack', 'gone', 'd'], 'gone: no such file or folder'],
    ] as const;
    for (const [args, message] of rows) {
      const {stderr, exitCode} = await fivedice(...args);
      assert.equal([stderr, exitCode], [`fivedice: ${message}\n`, 2]);
    }
    const tables: readonly (readonly [text: string, message: string])[] = [
      ['name\nann\n', 'its first line needs a column folder: folder,name,'],
      ['folder\nbob\n', 'line 2: there is no folder "bob" beside it'],
      ['folder\n../c/ann\n', 'line 2: there is no folder "../c/ann" beside it'],
      ['folder,name\n,Ann\n', 'line 2: the folder is missing'],
      ['folder,program\nann,b.sh\n', 'ann: there is no program "b.sh" in this folder'],
      [
        'folder,program\nann,../../cases/a.in\n',
        'ann: there is no program "../../cases/a.in" in this folder',
      ],
    ];
    for (const [text, message] of tables) {
      write({'c/people.csv': text});
      const {stderr, exitCode} = await fivedice('mark', '--all', 'c', '--fixtures', 'cases');
      assert.match(stderr, `c/people.csv: ${message}`);
      assert.is(exitCode, 2);
    }
  });
});

suiteInProcess('mark --list', (test) => {
  test.needs('gcc')(
    'shows how each would be compiled and run; status 3: something is open',
    async ({write, fivedice}) => {
      write({
        'c/ann/src/main.c': 'int main(void) { return 0; }\n',
        'c/ann/src/add.c': ';',
        'c/bob/a.sh': ';',
        'c/bob/b.sh': ';',
        'c/cyd/notes.docx': 'x',
      });
      const {stdout, exitCode} = await fivedice('mark', '--all', 'c', '--list');
      assert.equal(stdout.split('\n'), [
        'submission  id  program     how',
        'ann             src/main.c  gcc -Wall -o {program} src/add.c src/main.c -lm',
        'bob                         open: two programs, a.sh and b.sh: name one with --file, or in people.csv',
        'cyd                         cannot run: no program that can be run: it holds notes.docx: use --compile, or add its language to suite.json (fivedice help languages)',
        '',
      ]);
      assert.is(exitCode, 3);
      // Flags are checked before anything is unpacked.
      const {stderr} = await fivedice('mark', '--all', 'gone.zip', '--fixtures', 'cases', '--report', 'odd');
      assert.match(stderr, '--report takes');
    },
  );
});

usageOf('unpack', [['class', 'name a class, and a new folder']]);
