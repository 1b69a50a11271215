/* The examples of marking in the READMEs, run as written; only `npx` is replaced if it would install. */
import {cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import manifest from '../../package.json' with {type: 'json'};
import {TOLERANCE_NAMES} from '../../src/marking/comparing/tolerances.js';
import {VERDICT_WORDS, VERDICTS} from '../../src/marking/marks/marks.js';
import {REPORTS} from '../../src/marking/reports/formats.js';
import {parseMarks} from '../../src/marking/reports/json.js';
import {DEFAULT_LIMITS, LIMIT_NAMES} from '../../src/running/limits.js';
import {sameBytes} from '../support/bytes.js';
import {AS_USER, FIVEDICE} from '../support/command.js';
import {isThorough} from '../support/effort.js';
import {CLASSROOM50} from '../support/marks.js';
import {example, README, ROOT, readmeOf, says, tableIn} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const SUITE = join(ROOT, 'fixtures/valuation/marking');
/** A link in the folder: the clone's own path may have spaces. */
const COMMAND = './fivedice';
const INSTALLED = /npx (?:--yes --package \S+ )?fivedice/g;

/** Runs lines of shell in a folder in which the clone's own files are to be seen; gives standard output. */
async function inClone(script: string, folder: string): Promise<string> {
  for (const name of ['dist', 'fixtures', 'package.json']) {
    if (!existsSync(join(folder, name))) symlinkSync(join(ROOT, name), join(folder, name));
  }
  if (!existsSync(join(folder, COMMAND))) symlinkSync(FIVEDICE, join(folder, COMMAND));
  const line = script.replace(INSTALLED, COMMAND);
  // The folder stands for that of installed commands, too.
  const {PATH: path, ...env} = AS_USER.env;
  const {stdout} = await execa('bash', ['-c', line], {
    ...AS_USER,
    env: {...env, PATH: `${folder}:${path}`},
    cwd: folder,
    reject: false,
  });
  return stdout;
}

suite('the examples of marking', (test) => {
  const prints = (command: string, shown: string) => () =>
    inTemporaryFolder(async (folder) => sameBytes(await inClone(command, folder), shown, command));

  test(
    'three small programs are marked as the project shows',
    prints(example('mark'), example('mark-prints')),
  );
  test('the strict tool passes the suite', prints(example('mark-strict'), example('mark-strict-prints')));
  test.needs('gcc')(
    'a failure is shown in full',
    prints(example('mark-wrong'), example('mark-wrong-prints')),
  );
  test.needs('gcc')('a class is a table', prints(example('mark-class'), example('mark-class-prints')));
  test.needs('gcc')('two reports are compared', prints(example('compare'), example('compare-prints')));
  test('fuzzing finds what differs', prints(example('fuzz'), example('fuzz-prints')));

  test.needs('python3')('a program of the course gives points for words', () =>
    inTemporaryFolder(async (folder) => {
      mkdirSync(join(folder, 'goldens'));
      const files = {
        'suite.json': example('checker-suite'),
        'check.py': example('checker-program'),
        'numbers.in': '',
        'numbers.out': 'one two three four\n',
      };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'goldens', name), text);
      const command = example('checker-mark');
      sameBytes(await inClone(command, folder), example('checker-prints'), command);
    }),
  );

  test('an assignment is made', prints(example('init'), example('init-prints')));
  test.needs('gcc')('who is late loses marks, as the handout says', () =>
    inTemporaryFolder(async (folder) => {
      const table = await inClone(example('grade'), folder);
      sameBytes(table.replaceAll('\r\n', '\n'), example('grade-prints'), 'grade');
    }),
  );

  test('a journal goes on', prints(example('resume'), example('resume-prints')));

  test('a course on files makes its goldens, and marks', prints(example('files'), example('files-prints')));

  test('the suite of the example gives points by case', () =>
    inTemporaryFolder(async (folder) => {
      const fixtures = join(folder, 'goldens');
      mkdirSync(fixtures);
      writeFileSync(join(fixtures, 'suite.json'), example('suite'));
      for (const name of ['overflow', 'other'])
        for (const ending of ['in', 'out']) writeFileSync(join(fixtures, `${name}.${ending}`), name);
      const report = await inClone('npx fivedice mark --fixtures goldens --report json -- cat', folder);
      assert.equal(
        parseMarks(report).submissions[0]?.cases.map((one) => [
          one.suite,
          one.case,
          one.points,
          one.visibility,
        ]),
        [
          ['Stage 1', 'other', '0.5', 'public'],
          ['Stage 1', 'overflow', '1', 'hidden'],
        ],
      );
    }));

  test.needs('gcc')('the class leaves a matrix and a report for each submission', () =>
    inTemporaryFolder(async (folder) => {
      await inClone(example('mark-class').replace(/\|\s+head.*/, ''), folder);
      const matrix = readFileSync(join(folder, 'class.csv'), 'utf8').split('\r\n');
      assert.is(matrix.length, 5);
      assert.match(matrix[3] ?? '', /^no-empty-line\.c,2\.5,3\.0,pass,wrong-output,/);
      for (const name of ['doubles.c', 'exit-3.c', 'no-empty-line.c']) {
        const report = readFileSync(join(folder, `reports/${name}.txt`), 'utf8');
        assert.ok(report.startsWith(`${name}\n`));
      }
    }),
  );

  test.needs('parallel')('GNU parallel marks the parts, which merge to the whole', () =>
    inTemporaryFolder(async (folder) => {
      // The strict tool takes longest to start; any program shows that the parts are the whole.
      const program = isThorough ? 'dist/assign1.cjs' : 'fixtures/submissions/right/doubles.sh';
      const [parts, whole] = [example('parallel'), example('mark-strict')].map((script) =>
        script.replaceAll('dist/assign1.cjs', program),
      );
      const expected = await inClone(whole ?? '', folder);
      assert.match(expected, ' of 80 cases passed, sandbox off\n');
      sameBytes(await inClone(parts ?? '', folder), expected, 'parallel');
    }),
  );

  test.needs(
    'gcc',
    'python3',
    'bubblewrap',
  )('the array job marks the class in eight parts', () =>
    inTemporaryFolder(async (folder) => {
      // Each of them is started 80 times, and the shell and C are the quickest to start.
      const class_ = ['doubles.c', ...(isThorough ? ['doubles.js', 'doubles.py'] : []), 'doubles.sh'];
      for (const name of class_) {
        cpSync(join(ROOT, 'fixtures/submissions/right', name), join(folder, 'submissions', name));
      }
      // As many parts as the class has submissions show what two hundred would.
      writeFileSync(join(folder, 'job.sh'), example('slurm').replaceAll('200', '8'));
      const job =
        'for SLURM_ARRAY_TASK_ID in 1 2 3 4 5 6 7 8; do export SLURM_ARRAY_TASK_ID; bash job.sh || echo failed; done';
      const said = await inClone(`export SLURM_CPUS_ON_NODE=2; ${job} > log; grep -c failed log`, folder);
      assert.is(said, '0\n');
      const merged = parseMarks(await inClone('npx fivedice merge parts/*.json --report json', folder));
      assert.equal(
        merged.submissions.map(({target}) => target),
        class_,
      );
      assert.ok(merged.sandbox);
    }),
  );

  test('the jobs of a matrix mark the class in eight parts', () =>
    inTemporaryFolder(async (folder) => {
      const right = join(ROOT, 'fixtures/submissions/right/doubles.sh');
      for (const name of ['a.sh', 'b.sh']) cpSync(right, join(folder, 'submissions', name));
      const run = /run: (.*)$/m.exec(example('matrix'))?.[1] ?? '';
      const parts = [1, 2, 3, 4, 5, 6, 7, 8].map((part) =>
        run.replace(/\$\{\{ matrix\.part \}\}/g, `${part}`),
      );
      const said = await inClone(
        `set -e; { ${parts.join('; ')}; } > log; fivedice merge part-*.json | tail -n 1`,
        folder,
      );
      assert.match(said, /^2 submissions, .*, sandbox off\n$/);
    }));

  test.needs('gcc')('the Gradescope script installs the package and writes results.json', () =>
    inTemporaryFolder(async (folder) => {
      const course = courseIn(folder);
      mkdirSync(join(course, 'results'));
      const script = example('gradescope').replaceAll('/autograder', course);
      const tarball = join(course, `source/fivedice-${manifest.version}.tgz`);
      assert.ok(script.includes(`npx --yes --package ${tarball} fivedice mark `));
      if (isThorough) {
        // The build is fresh, and other tests are using it: so no scripts.
        const pack = ['pack', '--ignore-scripts', '--pack-destination', join(course, 'source')];
        await execa('npm', pack, {...AS_USER, cwd: ROOT});
        const env = {...AS_USER.env, npm_config_cache: join(folder, 'cache'), npm_config_offline: 'true'};
        await execa('bash', ['-c', script], {...AS_USER, env});
      } else {
        await execa('bash', ['-c', script.replace(INSTALLED, `"${FIVEDICE}"`)], AS_USER);
      }
      const results = JSON.parse(readFileSync(join(course, 'results/results.json'), 'utf8'));
      assert.is(results.tests.length, 80);
      assert.is(results.tests[0].max_score, 0.1);
      assert.is(results.tests[0].status, 'failed');
    }),
  );

  test.needs('gcc', 'python3')('the autograder of Classroom 50 writes result.json for its runner', () =>
    inTemporaryFolder(async (folder) => {
      const course = courseIn(folder);
      const script = example('classroom50');
      assert.match(script, `{HERE}/fivedice-${manifest.version}.tgz fivedice mark `);
      writeFileSync(join(course, 'source/autograder.py'), script.replace(INSTALLED, FIVEDICE));
      await execa('python3', [join(course, 'source/autograder.py')], {
        ...AS_USER,
        cwd: join(course, 'submission'),
        env: {...AS_USER.env, ...CLASSROOM50},
      });
      const result = JSON.parse(readFileSync(join(course, 'submission/result.json'), 'utf8'));
      assert.is(result.schema, 'classroom50/result/v1');
      assert.equal([result.score, result['max-score'], result.tests.length], [0, 80, 80]);
    }),
  );

  test.needs('gcc')('the step of a workflow prints annotations', () =>
    inTemporaryFolder(async (folder) => {
      const course = courseIn(folder);
      const run = /run: (.*)$/m.exec(example('github'))?.[1] ?? '';
      const script = run.replaceAll('course/goldens', join(course, 'source/goldens'));
      const printed = await inClone(`cp ${course}/submission/assign1.c .; ${script}`, folder);
      assert.is(printed.match(/^::error /gm)?.length, 10);
    }),
  );

  test.needs(
    'gcc',
    'make',
    'bubblewrap',
  )('the makefile marks in the sandbox', () =>
    inTemporaryFolder(async (folder) => {
      const course = courseIn(folder);
      writeFileSync(join(folder, 'Makefile'), example('make').replace(INSTALLED, COMMAND));
      const printed = await inClone(`cp ${course}/submission/assign1.c .; make mark`, folder);
      assert.ok(printed.endsWith('0.0/8.0 points, 0 of 80 cases passed, sandbox on\n'), printed.slice(-200));
    }),
  );
});

suite('the tables of marking', (test) => {
  const column = (head: string, index: number, room = 'marking'): string[] =>
    tableIn(readmeOf(room), head).map((row) => row[index] ?? '');

  test('list every verdict by its words and its name', () => {
    assert.equal(
      column('verdict', 0),
      VERDICTS.map((verdict) => VERDICT_WORDS[verdict]),
    );
    assert.equal(
      column('verdict', 1),
      VERDICTS.map((verdict) => `\`${verdict}\``),
    );
  });

  test('list every limit with its default', () => {
    assert.equal(
      column('limit', 2, 'running'),
      LIMIT_NAMES.map((name) => `\`--${name}\`, \`${name}\``),
    );
    assert.equal(
      column('limit', 3, 'running'),
      LIMIT_NAMES.map((name) => String(DEFAULT_LIMITS[name])),
    );
  });

  test('list every tolerance and every report', () => {
    assert.equal(
      column('name', 0, 'marking/suites'),
      TOLERANCE_NAMES.map((name) => `\`${name}\``),
    );
    const reports = column('format', 0, 'marking/reports').join(', ').replaceAll('`', '').split(', ');
    assert.equal(reports.sort(), Object.keys(REPORTS).sort());
  });

  test('list every key of the JSON report', async () => {
    const {stdout} = await execa(
      FIVEDICE,
      [
        'mark',
        'fixtures/submissions/wrong/double-space.js',
        '--fixtures',
        'fixtures/marking/doubles',
        '--report',
        'json',
      ],
      {...AS_USER, cwd: ROOT, reject: false},
    );
    const marks = JSON.parse(stdout);
    const [submission] = marks.submissions;
    const [one] = submission.cases;
    assert.equal(
      column('of', 1, 'marking/reports'),
      [marks, submission, one, one.difference].map((part) =>
        Object.keys(part)
          .map((key) => `\`${key}\``)
          .join(' '),
      ),
    );
  });

  test('the sample submissions are as many as it says', () => {
    const folders = ['right', 'wrong', 'hostile'].map((name) => join(ROOT, 'fixtures/submissions', name));
    const count = folders.flatMap((folder) => readdirSync(folder)).length;
    assert.ok(says(readmeOf('running'), `\`fixtures/submissions\` holds ${count} programs`));
    assert.ok(says(README, `${count} sample programs`));
  });

  test('compute what a large class takes from what a case costs', () => {
    const [parts, casesOfPart] = [200, (2000 / 200) * 80];
    assert.ok(example('slurm').includes(`--array=1-${parts}\n`));
    for (const [, ofCase = '', start = '', ...times] of tableIn(
      readmeOf('marking/journal'),
      'a class of 2,000',
    )) {
      const seconds = (casesOfPart * Number.parseFloat(ofCase)) / 1000 + Number.parseFloat(start);
      assert.equal(
        times,
        [1, 8, 64].map((cores) => minutes(Math.ceil(parts / cores) * seconds)),
      );
    }
  });

  test('list every key of a suite', async () => {
    const keys = column('key', 0, 'marking/suites').map((key) => key.replaceAll('`', ''));
    const said = await inTemporaryFolder(async (folder) => {
      writeFileSync(join(folder, 'suite.json'), '[]');
      writeFileSync(join(folder, 'case.in'), '');
      writeFileSync(join(folder, 'case.out'), '');
      const {stderr} = await execa(FIVEDICE, ['mark', FIVEDICE, '--fixtures', folder], {
        ...AS_USER,
        reject: false,
      });
      return stderr;
    });
    assert.is(/its keys are (.*)/.exec(said)?.[1], keys.join(', '));
  });
});

/** A course's folder with goldens and a submission, which prints nothing. */
function courseIn(folder: string): string {
  const course = join(folder, 'autograder');
  mkdirSync(join(course, 'submission'), {recursive: true});
  cpSync(SUITE, join(course, 'source/goldens'), {recursive: true});
  writeFileSync(join(course, 'submission/assign1.c'), 'int main(void) { return 0; }\n');
  return course;
}

function minutes(seconds: number): string {
  const rounded = Math.round(seconds);
  return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, '0')}`;
}
