/* Zip files as systems export them, and as hostile people make them: real ones, written by Python. */
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {unpackClass} from '../../../src/marking/submissions/archives.js';
import {inProcess} from '../../support/door.js';
import {filesIn} from '../../support/place.js';
import {suite} from '../../support/suite.js';
import {inTemporaryFolder} from '../../support/temporary-folder.js';

/** Writes a zip file from lines of Python, in which `put(name, content)` adds a file and `packed(files)` is a zip file. */
function zip(path: string, lines: string): void {
  const script = `import io, struct, sys, warnings, zipfile
warnings.simplefilter('ignore')
def packed(files):
    b = io.BytesIO()
    with zipfile.ZipFile(b, 'w', zipfile.ZIP_DEFLATED) as inner:
        for name, content in files.items(): inner.writestr(name, content)
    return b.getvalue()
z = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)
put = z.writestr
def link(name, to):
    one = zipfile.ZipInfo(name)
    one.create_system, one.external_attr = 3, 0o120777 << 16
    put(one, to)
${lines}
z.close()
`;
  execFileSync('python3', ['-c', script, path]);
}

const LAYOUTS: Readonly<Record<string, readonly [lines: string, files: readonly string[]]>> = {
  'Moodle, a folder each': [
    `for n in ['Müller Jörg_101', 'Lee Ann_102', 'Lee Ann_103']: put(n + '_assignsubmission_file_/src/a.py', '')`,
    ['Lee Ann 102/src/a.py', 'Lee Ann 103/src/a.py', 'Müller Jörg/src/a.py'],
  ],
  'Moodle, all in one folder': [
    `put('Lee Ann_102_assignsubmission_file_a.py', ''); put('Lee Ann_102_assignsubmission_file_b.py', ''); put('Ray Bo_7_assignsubmission_file_x_y.c', '')`,
    ['Lee Ann/a.py', 'Lee Ann/b.py', 'Ray Bo/x_y.c'],
  ],
  Canvas: [
    `put('leeann_102_900_a.py', ''); put('raybo_LATE_7_901_x_y-1.c', ''); put('raybo_LATE_7_901_x.h', '')`,
    ['leeann/a.py', 'raybo/x.h', 'raybo/x_y.c'],
  ],
  Gradescope: [
    `put('assignment_1_export/submission_metadata.yml', '---\\nsubmission_12:\\n  :submitters:\\n  - :name: Ann Lee\\n    :sid: z1\\n  - :name: Bo Ray\\nsubmission_13:\\n  :submitters:\\n  - :name: "Cy"\\n')
for n in ['12/a.py', '13/b/c.py', '14/d.py']: put('assignment_1_export/submission_' + n, '')`,
    ['Ann Lee, Bo Ray/a.py', 'Cy/b/c.py', 'submission_14/d.py'],
  ],
  'a folder that somebody packed': [
    `put('class/ann/a.py', ''); put('class/bo/b.py', ''); put('__MACOSX/class/ann/._a.py', ''); put('class/ann/__pycache__/a.pyc', '')`,
    ['ann/a.py', 'bo/b.py'],
  ],
  'files, and a zip file of one of them': [
    `put('ann.py', ''); put('bo.zip', packed({'project/b.py': '', '__MACOSX/x': ''}))`,
    ['ann.py/ann.py', 'bo.zip/project/b.py'],
  ],
};

const TAKEN = 'its files cannot be taken: ';

/** By person: what they hand in, and why it cannot be taken. */
const HOSTILE: Readonly<Record<string, readonly [lines: string, problem: string]>> = {
  bomb: [`put('bomb/a.py', b'\\0' * (65 << 20))`, 'bomb/a.py has 65 MiB, and all may have 64'],
  bombs: [`for n in 'ab': put('bombs/' + n, b'\\0' * (40 << 20))`, 'bombs/b has 40 MiB, and all may have 64'],
  many: [`for n in range(2001): put('many/%d' % n, '')`, 'it has more than 2000 files'],
  link: [`link('link/a.py', '/etc/passwd')`, 'a.py is no regular file'],
  twice: [`put('twice/a.py', '1'); put('twice/a.py', '2')`, 'a.py is in it twice'],
  both: [`put('both/a', '1'); put('both/a/b', '2')`, 'file already exists'],
  out: [`put('out/x.zip', packed({'../../x.py': ''}))`, 'x.zip: invalid relative path: ../../x.py'],
  root: [`put('root/x.zip', packed({'/x.py': ''}))`, 'x.zip: absolute path: /x.py'],
  broken: [`put('broken/x.zip', 'PK')`, 'x.zip: it is no zip file, or only a part of one'],
  liar: [
    // The inner header says 1 byte; there are 9.
    `p = packed({'a.py': '123456789'}); put('liar/x.zip', p.replace(struct.pack('<I', 9), struct.pack('<I', 1)))`,
    'too many bytes in the stream. expected 1. got at least 9',
  ],
};

const needsPython = suite.needs('python3');

needsPython('a zip file of a class', (test) => {
  for (const [system, [lines, files]] of Object.entries(LAYOUTS)) {
    test(`is laid out as by ${system}`, () =>
      inTemporaryFolder(async (folder) => {
        zip(join(folder, 'class.zip'), lines);
        mkdirSync(join(folder, 'class'));
        const problems = await unpackClass(join(folder, 'class.zip'), join(folder, 'class'));
        assert.equal([...problems], []);
        assert.equal(Object.keys(filesIn(join(folder, 'class'))).sort(), files);
      }));
  }

  test(
    'costs only those who are hostile in it, and is gone in the end',
    inProcess(async ({folder, write, marks, fivedice}) => {
      write({'cases/a.in': '', 'cases/a.out': 'right\n', 'none.zip': 'PK'});
      const lines = Object.values(HOSTILE).map(([line]) => line);
      zip(join(folder, 'class.zip'), [...lines, `put('right/deep/a.sh', 'echo right')`].join('\n'));
      const {submissions} = await marks('mark', '--all', 'class.zip', '--fixtures', 'cases');
      for (const {target, cases} of submissions) {
        const problem = HOSTILE[target]?.[1];
        const said = [cases[0]?.verdict, cases[0]?.reason, cases[0]?.reproduce];
        if (problem === undefined) assert.equal(said, ['pass', null, null], target);
        else assert.equal(said, ['could-not-run', TAKEN + problem, null]);
      }
      assert.is(submissions.length, Object.keys(HOSTILE).length + 1);
      assert.is(existsSync(join(folder, 'evil.py')), false);
      const refused = await fivedice('mark', '--all', 'none.zip', '--fixtures', 'cases');
      assert.equal(
        [refused.exitCode, refused.stderr],
        [2, 'fivedice: none.zip: it is no zip file, or only a part of one\n'],
      );
      zip(join(folder, 'one.zip'), `put('one/a.sh', 'echo right')`);
      const {stdout} = await fivedice('mark', 'one.zip', '--fixtures', 'cases');
      assert.match(stdout, /^one\.zip\n\n1\/1 points/);
    }),
  );
});
