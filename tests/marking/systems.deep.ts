/* The examples of marking on many machines and in other systems, and those that start the strict tool 80 times. */
import {cpSync, mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {sameBytes} from '../support/bytes.js';
import {AS_USER} from '../support/command.js';
import {inClone, prints} from '../support/in-clone.js';
import {CLASSROOM50} from '../support/marks.js';
import {example, ROOT} from '../support/readme.js';
import {suiteInFolder} from '../support/temporary-folder.js';

const SUITE = join(ROOT, 'fixtures/valuation/marking');

suiteInFolder('the examples of marking', (test) => {
  const strict = `dist/assign1.cjs
  Stage 1: dice valuation  5.0/5.0 points, 50 of 50 cases passed
  Stage 2: dice rerolling  3.0/3.0 points, 30 of 30 cases passed

fivedice fuzz dist/assign1.cjs looks for mistakes that these cases miss
8.0/8.0 points, 80 of 80 cases passed, sandbox on
`;
  test('the strict tool passes its suite', prints('npx fivedice mark dist/assign1.cjs', strict));

  test.needs('parallel')('GNU parallel marks the parts of a class into one folder', async (folder) => {
    classIn(join(folder, 'class'), folder);
    const whole = await inClone('npx fivedice mark --all class --fixtures goldens', folder);
    assert.match(whole, '2 submissions, 6.0/6.0 points, 12 of 12 cases passed');
    sameBytes(await inClone(example('parallel'), folder), whole, 'parallel');
  });

  test('the jobs of a matrix mark the class, and their folders are copied together', async (folder) => {
    classIn(join(folder, 'submissions'), folder);
    const run = /run: (.*)$/m.exec(example('matrix'))?.[1] ?? '';
    const parts = [1, 2, 3, 4, 5, 6, 7, 8].map((part) =>
      run.replace(/\$\{\{ matrix\.part \}\}/g, `${part}`).replace('--results results', `--results ${part}`),
    );
    const together = 'mkdir all && for part in 1 2 3 4 5 6 7 8; do cp -r $part/. all; done';
    const said = await inClone(
      `set -e; { ${parts.join('; ')}; } > log; ${together}; fivedice report all | tail -n 1`,
      folder,
    );
    assert.match(said, /^2 submissions, 6\.0\/6\.0 points, .*\n$/);
  });

  test.needs('gcc')('the Gradescope scripts install the package and write results.json', async (folder) => {
    const {course, run} = await courseIn(folder);
    mkdirSync(join(course, 'results'));
    for (const script of [example('gradescope-setup'), example('gradescope')])
      await run('bash', '-c', offline(script.replaceAll('/autograder', course)));
    const results = JSON.parse(readFileSync(join(course, 'results/results.json'), 'utf8'));
    assert.is(results.tests.length, 80);
    assert.is(results.tests[0].max_score, 0.1);
    assert.is(results.tests[0].status, 'failed');
    // A file by another name is a result, too, which the student can read.
    renameSync(join(course, 'submission/assign1.c'), join(course, 'submission/main.c'));
    await run('bash', '-c', example('gradescope').replaceAll('/autograder', course));
    const other = readFileSync(join(course, 'results/results.json'), 'utf8');
    assert.match(other, 'could not run: there is no assign1.c: it holds main.c');
  });

  test.needs('gcc', 'python3')('the autograder of Classroom 50 writes result.json', async (folder) => {
    const {course, run} = await courseIn(folder);
    writeFileSync(join(course, 'source/autograder.py'), example('classroom50'));
    await run('python3', join(course, 'source/autograder.py'));
    const result = JSON.parse(readFileSync(join(course, 'submission/result.json'), 'utf8'));
    assert.is(result.schema, 'classroom50/result/v1');
    assert.equal([result.score, result['max-score'], result.tests.length], [0, 80, 80]);
  });

  test.needs('gcc')('the steps of a workflow print annotations', async (folder) => {
    const {course, run} = await courseIn(folder);
    const [install = '', mark = ''] = example('github').split('- name: Mark');
    cpSync(join(course, 'source'), join(course, 'submission/course'), {recursive: true});
    const scripts = [
      `cd "$RUNNER_TEMP" && ${/run: (.*)$/m.exec(install)?.[1]}`,
      mark.slice(mark.indexOf('|\n') + 2),
    ];
    mkdirSync(join(folder, 'temp'));
    const before = `export RUNNER_TEMP='${folder}/temp' GITHUB_WORKSPACE="$PWD"`;
    const said: string[] = [];
    for (const script of scripts) said.push(await run('bash', '-c', `${before}\n${script}\ntrue`));
    const [, printed = ''] = said;
    assert.is(printed.match(/^::error /gm)?.length, 10);
  });
});

/** Leaves out all that needs a network. */
const offline = (script: string): string => script.replace(/^apt-get.*$/m, '').replace('node@22 ', '');

const EMPTY = 'int main(void) { return 0; }\n';

/** A course's folder with goldens, a submission and the package file, and what runs a command where the submission is. */
async function courseIn(folder: string) {
  const course = join(folder, 'autograder');
  mkdirSync(join(course, 'submission'), {recursive: true});
  cpSync(SUITE, join(course, 'source/goldens'), {recursive: true});
  writeFileSync(join(course, 'submission/assign1.c'), EMPTY);
  // The build is fresh, and other tests are using it: so no scripts.
  const pack = ['pack', '--ignore-scripts', '--pack-destination', join(course, 'source')];
  await execa('npm', pack, {...AS_USER, cwd: ROOT});
  const npm = {npm_config_cache: join(folder, 'cache'), npm_config_offline: 'true'};
  const options = {
    ...AS_USER,
    cwd: join(course, 'submission'),
    env: {...AS_USER.env, ...CLASSROOM50, ...npm},
  };
  const run = async (command: string, ...args: string[]): Promise<string> =>
    (await execa(command, args, options)).stdout;
  return {course, run};
}

function classIn(path: string, folder: string): void {
  for (const name of ['ann.sh', 'bob.sh'])
    cpSync(join(ROOT, 'fixtures/submissions/right/doubles.sh'), join(path, name));
  cpSync(join(ROOT, 'fixtures/marking/doubles'), join(folder, 'goldens'), {recursive: true});
}
