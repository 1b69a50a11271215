/* Classes as systems export them and people pack them, and as hostile people do: zip files by `zip` and by Python. */
import {execFileSync} from 'node:child_process';
import {copyFileSync, existsSync, mkdtempSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import * as assert from 'uvu/assert';
import {classAt} from '../../../src/marking/submissions/class.js';
import {LANGUAGES} from '../../../src/marking/submissions/languages.js';
import {submittersIn} from '../../../src/marking/submissions/people.js';
import {submissionOfHandIn} from '../../../src/marking/submissions/submissions.js';
import {suiteInProcess} from '../../support/door.js';
import {verdictsOf} from '../../support/marked.js';
import {filesIn, writeFiles} from '../../support/place.js';
import {suite} from '../../support/suite.js';
import {folderUntilExit} from '../../support/temporary-folder.js';
import {works} from '../../support/tools.js';

/**
 * Writes the `class.zip` of some folders by lines of Python: `put(name, content)` adds a file, whose name may be anything,
 * and `packed(files)` is a zip file. The system that made it is Unix, or else Windows.
 */
function writeZips(
  cwd: string,
  zips: readonly (readonly [folder: string, lines: string, saysUtf8?: boolean | undefined])[],
): void {
  const script = `import io, json, os, struct, sys, warnings, zipfile
warnings.simplefilter('ignore')
def packed(files):
    b = io.BytesIO()
    with zipfile.ZipFile(b, 'w', zipfile.ZIP_DEFLATED) as inner:
        for name, content in files.items(): inner.writestr(name, content)
    return b.getvalue()
def stored(name, content):
    b = io.BytesIO()
    with zipfile.ZipFile(b, 'w', zipfile.ZIP_STORED) as inner: inner.writestr(name, content)
    return b.getvalue()
def locked(name):
    b = bytearray(packed({name: ';' * 99}))
    b[6] |= 1
    b[b.find(b'PK\\1\\2') + 8] |= 1
    return bytes(b)
def put(name, content=';', mode=0o100644, system=3):
    one = zipfile.ZipInfo('x')
    one.filename, one.create_system, one.external_attr = name, system, mode << 16
    z.writestr(one, content)
for folder, lines, saysUtf8 in json.load(sys.stdin):
    os.mkdir(folder)
    path = folder + '/class.zip'
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as z: exec(lines)
    if saysUtf8: continue
    data = bytearray(open(path, 'rb').read())
    at = data.find(b'PK\\1\\2')
    while at >= 0:
        data[at + 9] &= ~8
        at = data.find(b'PK\\1\\2', at + 1)
    open(path, 'wb').write(data)
`;
  const input = JSON.stringify(zips.map(([folder, lines, saysUtf8 = true]) => [folder, lines, saysUtf8]));
  execFileSync('python3', ['-c', script], {cwd, input});
}

/** Reads a class: `target (id): files`, or the reason why there is no program; then the notes. */
async function readAs(path: string, files: readonly string[] = []): Promise<string[]> {
  const newFolder = () => mkdtempSync(join(dirname(path), 'unpacked-'));
  const options = {compile: null, files, usual: null, languages: LANGUAGES, shown: null};
  const {handIns, notes} = await classAt(path, options, newFolder);
  const lines = handIns.map((one) => {
    const {target, person, plan} = submissionOfHandIn(one, options);
    const {id, email, submitted, late, members = []} = person ?? {};
    const facts = [
      ...[id, email && `<${email}>`, submitted, late && 'late'],
      members.length > 0 && `${members.length} members`,
    ].filter(Boolean);
    const name = facts.length === 0 ? target : `${target} (${facts.join(', ')})`;
    if (plan.kind === 'none') return `${name}: ${plan.reason}`;
    const {file = '', folder} = plan.source ?? {};
    const files = folder === undefined ? [basename(file)] : Object.keys(filesIn(folder));
    return `${name}: ${files.join(' ')}`;
  });
  return [...lines, ...notes.map((note) => note.replace(path, '!'))];
}

/** Files, and a line of bash that packs them. */
// biome-ignore format: a table
const PACKED: readonly (readonly [files: string, line: string, read: readonly string[]])[] = [
  ['class/ann/a.py class/bob/b.py class/.DS_Store', 'zip -r class.zip class', ['ann: a.py', 'bob: b.py']],
  ['class/ann.py class/bob.py', 'zip -r class.zip class', ['ann.py: ann.py', 'bob.py: bob.py']],
  // An empty folder is a person, too.
  ['ann/a.py', 'mkdir bob; zip -r class.zip *', ['ann: a.py', 'bob: it holds no files']],
  ['ada/src/main.py', 'zip -r class.zip ada', ['ada: src/main.py', '!: its only folder, ada, is taken for one submission']],
  ['c/ann/a.py c/README.txt c/marks.csv c/bob/b.py', 'zip -r class.zip c', ['ann: a.py', 'bob: b.py', "!: left out, because it is nobody's: README.txt, marks.csv"]],
  // Among single files, any file is a person's.
  ['ann.py bob.doc cy/c.py', 'zip -r class.zip *', ['ann.py: ann.py', 'bob.doc: bob.doc is no program that can be run', 'cy: c.py']],
];

/** Exports of systems, by the lines of Python that write them; unzipped, they are read the same. */
// biome-ignore format: a table
const EXPORTS: Readonly<Record<string, readonly [lines: string, read: readonly string[], file?: string]>> = {
  'Moodle, a folder each': [
    `for n in ['Müller Jörg_101', 'Lee Ann_102', 'Lee Ann_103']: put(n + '_assignsubmission_file_/src/a.py')
put('Participant_7_assignsubmission_file/b.py'); put('Participant_7_assignsubmission_onlinetext/onlinetext.html')`,
    [
      'Lee Ann 102 (102): src/a.py',
      'Lee Ann 103 (103): src/a.py',
      'Müller Jörg (101): src/a.py',
      'Participant (7): b.py',
    ],
  ],
  'Moodle, all in one folder': [
    `put('Lee Ann_102_assignsubmission_file_a.c'); put('Lee Ann_102_assignsubmission_file_b.c')
put('Ray Bo_7_assignsubmission_file_x_8_assignsubmission_file_y.c')`,
    ['Lee Ann (102): a.c b.c', 'Ray Bo (7): x_8_assignsubmission_file_y.c'],
  ],
  Canvas: [
    `put('leeann_102_900_a.py'); put('raybo_LATE_7_901_x_y-1.c'); put('raybo_7_902_x.h')
put('anon_x1Y2z_903_c.py'); put('LATE_anon_x1Y2w_904_c.py'); put('sosam_9_text.html')`,
    [
      'anon x1Y2w (x1Y2w, late): c.py',
      'anon x1Y2z (x1Y2z): c.py',
      'leeann (102): a.py',
      'raybo (7, late): x.h x_y.c',
      'sosam (9): no program that can be run: it holds text.html',
    ],
  ],
  'Canvas, where two files would have one name': [`put('leeann_102_900_lab-1.c'); put('leeann_102_901_lab-2.c')`, ['leeann (102): lab-1.c lab-2.c']],
  'Canvas, where a name is asked for': [`put('leeann_102_900_lab-1.py'); put('raybo_7_901_lab-1-1.py')`, ['leeann (102): lab-1.py', 'raybo (7): lab-1.py'], 'lab-1.py'],
  'Canvas, where another file names it': [`put('leeann_102_900_lib-1.h'); put('leeann_102_901_lib-2.c', '#include "lib-1.h"'); put('leeann_102_902_old-12.h')`, ['leeann (102): lib-1.h lib.c old.h']],
  "Canvas' quizzes": [`put('Lee_Ann11_question_5_900_a.py'); put('Lee_Ann11_question_6_901_a.txt'); put('Ray_Bo12_question_5_902_b.py')`, ['Lee_Ann (11): question_5/a.py question_6/a.txt', 'Ray_Bo (12): question_5/b.py']],
  'Moodle, with spaces that a tool turned, and what is not its own': [
    `for n in ['Lee_Ann_11', 'Ray_Bo_12', 'So_Sam_13']: put(n + '_assignsubmission_file_/a.py')
put('solution/a.py'); put('check.py'); put('roster.csv')`,
    [
      'Lee_Ann (11): a.py',
      'Ray_Bo (12): a.py',
      'So_Sam (13): a.py',
      "!: left out, because it is nobody's: check.py, roster.csv, solution",
    ],
  ],
  Blackboard: [
    `for user, name, day in [('ann_lee', 'Ann Lee', '02'), ('ann_lee', 'Ann Lee', '03'), ('boek', '', '02')]:
    at = 'Lab_1_%s_attempt_2026-03-%s-10-11-12' % (user, day)
    if name: put(at + '.txt', 'Name: %s (%s)\\nAssignment: Lab 1\\n' % (name, user))
    put(at + '_my_%s.py' % day)`,
    [
      'Ann Lee (ann_lee, 2026-03-03T10:11:12): my_03.py',
      'boek (boek, 2026-03-02T10:11:12): my_02.py',
      '!: the last attempt of each person counts; earlier ones left out: 1',
    ],
  ],
  'Brightspace, a folder each': [
    `for n in ['1-88 - Ann - Lee - Mar 2, 2026 1011 AM', '1-88 - Ann - Lee - March 2, 2026 1:12 PM', '2-88 - Bo Ek - Sep 30, 2026 12_05 AM']:
    put(n + '/' + n[0] + n[-6] + '.py')
put('index.html')`,
    [
      'Ann - Lee (1, 2026-03-02T13:12:00): 1:.py',
      'Bo Ek (2, 2026-09-30T00:05:00): 2_.py',
      "!: left out, because it is nobody's: index.html",
      '!: the last attempt of each person counts; earlier ones left out: 1',
    ],
  ],
  'Brightspace, all in one folder': [`put('1-88 - Ann Lee - Mar 2, 2026 1011 AM - a.py'); put('1-88 - Ann Lee - Mar 2, 2026 1011 AM - b - c.txt')`, ['Ann Lee (1, 2026-03-02T10:11:00): a.py b - c.txt']],
  Autolab: [`put('ann@x.edu_9_a.py'); put('ann@x.edu_10_b.py'); put('3_bo@x.edu_my_c.py')`, ['ann@x.edu (<ann@x.edu>): b.py', 'bo@x.edu (<bo@x.edu>): my_c.py', '!: the last attempt of each person counts; earlier ones left out: 1']],
  VPL: [
    `for d in ['2026-03-02-10-11-12', '2026-03-03-10-11-12']: put('Lee Ann 11 annlee/%s/%s.py' % (d, d[9]))
put('Lee Ann 11 annlee/2026-03-03-10-11-12.ceg/execution.txt'); put('Report.txt')`,
    [
      'Lee Ann (11, 2026-03-03T10:11:12): 3.py',
      "!: left out, because it is nobody's: Report.txt",
      '!: the last attempt of each person counts; earlier ones left out: 1',
    ],
  ],
  Gradescope: [
    `for n in ['12/a.py', '13/b/c.py', '14/d.py', '15/e.py', '14/submission_metadata.yml']: put('assignment_1_export/submission_' + n)
put('assignment_1_export/submission_metadata.yml', '''---
submission_12:
  :submitters:
  - :name: Ann Lee
    :sid: z1
  - :name: 'Bo \u00eb: Ray'
  :results:
    output: |-
      :name: Eve
submission_99:
  :submitters:
    - :name: Di
submission_13:
  :created_at: 2024-01-01 02:52:07.938335000 Z
  :submitters:
  - :name: Cy
    :email: cy@example.org
  :history:
  - :name: Eve
    :submitters:
    - :name: Eve
submission_15:
  :submitters:
  - :name: Cy
''')`,
    [
      'Ann Lee, Bo ë: Ray (2 members): a.py',
      'Cy 13 (13, <cy@example.org>, 2024-01-01T02:52:07Z): b/c.py',
      'Cy 15 (15): e.py',
      'submission_14 (14): d.py submission_metadata.yml',
    ],
  ],
};

suite('a name in the export of Gradescope', (test) => {
  // Each row: the name as Ruby's Psych 5 writes it, and the name; null: there is none.
  const rows: readonly (readonly [written: string, name: string | null])[] = [
    ["Zoë O'Brien", "Zoë O'Brien"],
    ["'a: b''s #c'", "a: b's #c"],
    ['"(Bo) \\"q\\" \\\\"', '(Bo) "q" \\'],
    ['"emoji \\U0001F600"', 'emoji 😀'],
    ['~', null],
    ['"a', null],
    ['a: b', null],
    ['|-', null],
  ];
  test('is read as it was written', () => {
    for (const [written, name] of rows) {
      const found = submittersIn(`submission_1:\n  :submitters:\n  - :name: ${written}\n`);
      assert.is(found.get('submission_1')?.members[0]?.name ?? null, name, written);
    }
  });
});

/** Layouts of people, and of systems with other habits, with lines of Python. */
// biome-ignore format: a table
const WRITTEN: Readonly<Record<string, readonly [lines: string, read: readonly string[], saysUtf8?: boolean]>> = {
  'Finder, which does not say UTF-8': [`put('class/Zoë/a.py'); put('class/bo/b.py'); put('__MACOSX/class/bo/._b.py'); put('class/.DS_Store')`, ['Zoë: a.py', 'bo: b.py'], false],
  'Windows, with backslashes': [String.raw`for n in ['ann\\a.py', 'bob\\', 'bob\\b.py', 'Thumbs.db']: put('class\\' + n, system=0, mode=0)`, ['ann: a.py', 'bob: b.py']],
  'nothing but what is not taken': [`put('ann/.DS_Store'); put('bob/.git/HEAD'); put('bob/b.py'); put('cy/venv/x.py')`, ['ann: it holds no files', 'bob: b.py', 'cy: it holds no files']],
  'names that look like those of Canvas': [
    `for n in ['ann', 'bob', 'cy']: put('lab_2_2026_%s.py' % n)`,
    ['lab_2_2026_ann.py: lab_2_2026_ann.py', 'lab_2_2026_bob.py: lab_2_2026_bob.py', 'lab_2_2026_cy.py: lab_2_2026_cy.py'],
  ],
  'an export in two folders': [`for n in ['1/a.py', '2/b.py']: put('My class/assignment_1_export/submission_' + n)`, ['submission_1 (1): a.py', 'submission_2 (2): b.py']],
  'zip files for some': [`put('ann.py'); put('ann.py~'); put('bo.zip:Zone.Identifier'); put('bo.zip', packed({'project/b.py': '', '__MACOSX/x': ''})); put('cy/c.zip', packed({'c.py': ''}))`, ['ann.py: ann.py', 'bo.zip: project/b.py', 'cy: c.py']],
  'an export that was packed again': [`put('x/Lee Ann_102_assignsubmission_file_/a.py')`, ['Lee Ann (102): a.py']],
  'names that are equal for a reader': [String.raw`put('Jos\u00e9/a.py'); put('Jose\u0301/b.py')`, ['José: b.py', 'José (2): a.py']],
  'names that are no paths': [
    String.raw`put('.._1_assignsubmission_file_/a.py'); put('.hid_2_assignsubmission_file_/a.py')
put('x' * 300 + '_3_assignsubmission_file_/a.py'); put('a\0b\n_4_assignsubmission_file_/a.py')
put('_5_assignsubmission_file_/a.py')`,
    ['.. (1): a.py', '.hid (2): a.py', '5 (5): a.py', 'a\\x00b\\x0a (4): a.py', `${'x'.repeat(100)}… (3): a.py`],
  ],
};

const DAMAGED = 'could-not-check: ';
const REFUSED = 'could-not-run: ';

/** People with their verdict and its reason; `pass` for odd files that are taken all the same. */
// biome-ignore format: a table
const HOSTILE: Readonly<Record<string, readonly [lines: string, verdict: string]>> = {
  bomb: [`put('bomb/a.py', b'\\0' * (65 << 20))`, `${REFUSED}it has more than 64 MiB`],
  bombs: [`for n in ['a.sh', 'b']: put('bombs/' + n, b'\\0' * (40 << 20))`, `${REFUSED}it has more than 64 MiB`],
  many: [`for n in range(2001): put('many/%d' % n)`, `${REFUSED}it has more than 2000 files`],
  link: [`put('link/a.py', '/etc/passwd', mode=0o120777)`, `${REFUSED}link/a.py is a link, or no regular file`],
  both: [`put('both/a', '1'); put('both/a/b', '2')`, `${REFUSED}both/a: file already exists`],
  // Only the first component of a path is the person's.
  up: [`put('up/../../x.py'); put('../evil.sh', 'echo right')`, `${REFUSED}up/../../x.py is not a path inside it`],
  out: [`put('out/x.zip', packed({'../../x.py': ''}))`, `${REFUSED}x.zip: ../../x.py is not a path inside it`],
  root: [`put('root/x.zip', packed({'/x.py': ''}))`, `${REFUSED}x.zip: ../x.py is not a path inside it`],
  broken: [`put('broken/x.zip', 'PK')`, `${DAMAGED}x.zip: it is not a zip file, or only part of one`],
  secret: [`put('secret/x.zip', locked('a.sh'))`, `${DAMAGED}x.zip: a.sh needs a password`],
  rotten: [`put('rotten/x.zip', stored('a.sh', 'echo right').replace(b'echo right', b'echo wrong'))`, `${DAMAGED}x.zip: a.sh is damaged: its checksum is wrong`],
  liar: [
    // The inner header says 1 byte; there are 9.
    `p = packed({'a.py': '123456789'}); put('liar/x.zip', p.replace(struct.pack('<I', 9), struct.pack('<I', 1)))`,
    `${DAMAGED}x.zip: a.py: it has more bytes than the archive says`,
  ],
  two: [`put('two/x.zip', packed({'a.py': ''})); put('two/y.zip', packed({'a.py': ''}))`, `${DAMAGED}it holds several archives: x.zip, y.zip`],
  twice: [`put('twice/a.sh', 'echo wrong'); put('twice/a.sh', 'echo right')`, 'pass'],
  nul: [String.raw`put('nul/a\0.sh', 'echo right')`, 'pass'],
  long: [`put('long/' + 'x' * 300 + '.sh', 'echo right')`, 'pass'],
  linked: [`put('linked/b', 'a.sh', mode=0o120777); put('linked/a.sh', 'echo right')`, 'pass'],
  around: [`put('around/x.zip', b'before' + packed({'a.sh': 'echo right'}) + b'after')`, 'pass'],
  nested: [`put('nested/x.zip', packed({'y.zip': packed({'a.sh': 'echo right'})})); put('nested/r.pdf')`, 'pass'],
  document: [`put('document/x.docx', packed({'[Content_Types].xml': '', 'a.sh': 'echo right'}))`, 'could-not-run: no program that can be run: it holds x.docx'],
  right: [`put('right/deep/a.sh', 'echo right')`, 'pass'],
};

let written: string | null = null;

/** Returns the folder with a class: its `class.zip`, and what its suite packs of it. One Python and one bash write all. */
function folderOf(name: string): string {
  written ??= writeClasses();
  return join(written, name);
}

function writeClasses(): string {
  const root = folderUntilExit();
  const hostile = Object.values(HOSTILE).map(([lines]) => lines);
  writeZips(root, [
    ...Object.values(EXPORTS).map(([lines], at) => [`export-${at}`, lines] as const),
    ...Object.values(WRITTEN).map(([lines, , saysUtf8], at) => [`written-${at}`, lines, saysUtf8] as const),
    ['hostile', hostile.join('\n')],
    ['one', `put('one/a.sh', 'echo right')`],
    ['two', `put('ann/a.sh'); put('bob/b.sh')`],
  ]);
  for (const [at, [files]] of PACKED.entries())
    writeFiles(join(root, `packed-${at}`), Object.fromEntries(files.split(' ').map((file) => [file, ''])));
  const lines = [
    ...PACKED.map(([, line], at) => `(cd packed-${at}; ${line})`),
    ...Object.keys(EXPORTS).map((_, at) => `(cd export-${at}; unzip class.zip -d class; ${tarOf(at)})`),
  ];
  execFileSync('bash', ['-ec', lines.join('\n')], {cwd: root, stdio: ['ignore', 'ignore', 'inherit']});
  return root;
}

/** The formats take turns. */
const tarName = (at: number): string => `class.${['tar.gz', 'tar.xz', '7z'][at % 3]}`;
const tarOf = (at: number): string => (works('bsdtar') ? `bsdtar -caf ${tarName(at)} -C class .` : '');

suite.needs('python3')('a class', (test) => {
  for (const [at, [files, line, read]] of PACKED.entries()) {
    test(`is read as it was packed: ${files}; ${line}`, async () =>
      assert.equal(await readAs(join(folderOf(`packed-${at}`), 'class.zip')), read));
  }

  for (const [at, [system, [, read, file]]] of Object.entries(EXPORTS).entries()) {
    test(`is read the same, zipped or not: ${system}`, async () => {
      const folder = folderOf(`export-${at}`);
      const tar = works('bsdtar') ? [tarName(at)] : [];
      for (const name of ['class.zip', 'class', 'class/assignment_1_export', ...tar]) {
        const path = join(folder, name);
        if (existsSync(path)) assert.equal(await readAs(path, file?.split(',')), read, name);
      }
    });
  }

  for (const [at, [what, [, read]]] of Object.entries(WRITTEN).entries()) {
    test(`is read with ${what}`, async () =>
      assert.equal(await readAs(join(folderOf(`written-${at}`), 'class.zip')), read));
  }
});

suiteInProcess.needs('python3')('a class', (test) => {
  test('harms only its hostile members, and is removed', async ({folder, write, marks, fivedice}) => {
    write({'cases/a.in': '', 'cases/a.out': 'right\n', 'none.zip': 'PK'});
    for (const [name, of] of Object.entries({class: 'hostile', one: 'one', two: 'two'}))
      copyFileSync(join(folderOf(of), 'class.zip'), join(folder, `${name}.zip`));
    const report = await marks('mark', '--all', 'class.zip', '--fixtures', 'cases');
    const expected = Object.entries(HOSTILE).map(([target, [, verdict]]) => [target, verdict]);
    assert.equal(verdictsOf(report), Object.fromEntries(expected));
    assert.ok(report.submissions.every(({cases}) => cases[0]?.reproduce === null));
    assert.is(existsSync(join(folder, '../evil.sh')), false);
    const {stderr: large} = await fivedice('mark', 'class.zip', '--fixtures', 'cases');
    assert.match(large, 'class.zip: it has more than 64 MiB: do you mean --all class.zip?');
    const refused = await fivedice('mark', '--all', 'none.zip', '--fixtures', 'cases');
    assert.is(refused.exitCode, 2);
    assert.match(refused.stderr, 'fivedice: none.zip: it is not a zip file, or only part of one');
    const {stdout} = await fivedice('mark', 'one.zip', '--fixtures', 'cases');
    assert.match(stdout, /^one\.zip\n {2}marked: one\/a\.sh\n\n1\/1 points/);
    const {stdout: two} = await fivedice('mark', 'two.zip', '--fixtures', 'cases');
    assert.match(
      two.replace(/\s+/g, ' '),
      'two programs, ann/a.sh and bob/b.sh: name one with --file, or in people.csv; --all marks a class',
    );
  });
});
