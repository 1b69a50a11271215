import {randomInt} from 'node:crypto';
import {chmodSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {openResults} from '../../../src/marking/results/folder.js';
import {FIVEDICE} from '../../support/command.js';
import {suiteInProcess} from '../../support/door.js';
import {ECHO} from '../../support/marked.js';
import {type Files, type Place, suiteInPlace} from '../../support/place.js';
import {pidsOf, untilRunning} from '../../support/processes.js';

const MARK = ['mark', '--no-sandbox', '--fixtures', 'cases', '--results', 'r'] as const;

/** Copies its input and logs each run. At `three` it sleeps, unless there is a file `go`. */
const logging = (folder: string, waits = '0'): string =>
  `#!/bin/sh\nread line\necho "\${0##*/} $line" >> '${folder}/log'\n` +
  `[ "$line" = three ] && [ ! -e '${folder}/go' ] && sleep ${waits}\necho $line | sed s/two/2/\n`;

function runsIn({read, write}: Place): string[] {
  const runs = read('log').split('\n').slice(0, -1);
  write({log: ''});
  return runs;
}

/** Suite whose cases have a file and a checker, with one more setting. */
const suiteOf = (said: string, words = ['x'], ofA = '{}'): Files => ({
  'cases/suite.json': `{"files": ["given/x"], "cases": {"a": ${ofA}, "c": {"checker": {"program": "check/main.sh", "arguments": ${JSON.stringify(words)}}}}, ${said}}`,
});
const checkedBy = (words: string[]): Files => suiteOf('"visibility": "public"', words);

suiteInPlace('results', (test) => {
  test('of a run that is killed are those of whole submissions, and the same command goes on', async (place) => {
    const {folder, write, open, fivedice} = place;
    const seconds = `600.${randomInt(1e12)}`;
    write({...ECHO, log: '', 'class/a.sh': logging(folder), 'class/b.sh': logging(folder, seconds)});
    write({'class/c.sh': logging(folder)});
    const mark = [...MARK, '--wall', '600', '-j', '1', '--all', 'class'];
    const marker = open(FIVEDICE, mark);
    await untilRunning(seconds, 1);
    await marker.ends('SIGKILL');
    // Without a sandbox, a program outlives a marker that is killed.
    for (const pid of pidsOf(seconds, folder)) process.kill(pid, 'SIGKILL');
    const {submissions} = openResults(join(folder, 'r')).marks();
    assert.equal([submissions.totals.complete, submissions.at(0).points], [false, '2']);
    runsIn(place);

    write({go: ''});
    const second = await fivedice(...mark);
    assert.equal(
      [second.stderr, second.exitCode],
      ['fivedice: reused 1 of 3 results; 2 not marked yet\n', 1],
    );
    assert.equal(
      runsIn(place),
      ['b.sh', 'c.sh'].flatMap((name) => ['one', 'two', 'three'].map((line) => `${name} ${line}`)),
    );
    assert.is((await fivedice(...mark)).stderr, 'fivedice: reused 3 of 3 results\n');
    assert.equal(runsIn(place), []);
  });
});

suiteInProcess('results', (test) => {
  test('of two equal runs are the same JSON, but for one key', async ({write, marks}) => {
    write({...ECHO, 'class/a.sh': '#!/bin/bash\nno-such-command\n', 'class/b.sh': 'kill -SEGV $$\n'});
    const run = async () => {
      const mark = ['mark', '--no-sandbox', '--fixtures', 'cases', '--all', 'class'];
      const {varying, ...rest} = await marks(...mark);
      return [JSON.stringify(rest), JSON.stringify(varying)];
    };
    const [[one, varies] = [], [other, differs]] = [await run(), await run()];
    assert.is(one, other);
    assert.is.not(varies, differs);
  });

  test('are not used again after any change that could change marks', async (place) => {
    const {folder, write, fivedice} = place;
    write({
      ...ECHO,
      'prog/main.sh': logging(folder),
      'prog/words.txt': 'some\n',
      ...{'cases/given/x': 'x', 'cases/a.files/x': 'x', log: ''},
      ...{'cases/check/main.sh': '#!/bin/sh\nexit 42\n', 'cases/check/rule.h': ''},
      ...checkedBy(['x']),
    });
    // biome-ignore format: a table
    const changes: readonly (readonly [what: string, files: Files, ...flags: string[]])[] = [
        ['nothing was marked before', {}],
        ['a golden', {'cases/b.out': '2\n'}],
        ['an input', {'cases/c.in': 'four\n'}],
        ['a file that a case is given', {'cases/given/x': 'other'}],
        ['a file that a case must write', {'cases/a.files/x': 'other'}],
        ['another answer', {'cases/b.alt.out': '2\n'}],
        ['the program', {'prog/main.sh': `${logging(folder)}# changed\n`}],
        ['another file of its folder', {'prog/words.txt': 'other\n'}],
        ['a checker', {'cases/check/main.sh': '#!/bin/sh\nexit 42 # changed\n'}],
        ['the arguments of a checker', checkedBy(['y'])],
        ['a line that may stand for another', suiteOf('"visibility": "public"', ['y'], '{"alternatives": {"one": ["1"]}}')],
        ['a tolerance', {}, '--tolerate', 'space'],
      ];
    const mark = [...MARK, '--file', 'main.sh', 'prog'];
    const runs = async (...flags: string[]) => [
      (await fivedice(...mark, ...flags)).stderr,
      runsIn(place).length,
    ];
    for (const [what, files, ...flags] of changes) {
      write(files);
      assert.equal(await runs(...flags), ['', 3], what);
      assert.equal(await runs(...flags), ['fivedice: reused 1 of 1 result\n', 0], what);
    }
    assert.equal(await runs('--tolerate', 'space', '--again'), ['', 3]);
    await runs();
    chmodSync(join(folder, 'prog/words.txt'), 0o755);
    assert.equal(await runs(), ['', 3], 'the mode of a file');
    write({'cases/check/main.sh': '#!/bin/sh\nexit 1\n'});
    for (let run = 0; run < 2; run += 1)
      assert.equal(await runs(), ['', 3], 'a checker that fails is asked again');
  });

  test('count with the scripts that compile and the folders that are shown; those of failures also with the modules', async (place) => {
    const {folder, write, fivedice} = place;
    const mark = [...MARK, '--compile', `sh ${folder}/build.sh {source} {program}`, 'prog.sh'];
    write({...ECHO, log: '', 'prog.sh': `${logging(folder)}echo wrong\n`, 'build.sh': 'cp "$1" "$2"\n'});
    const module = '../.local/lib/python3/site-packages/x.py';
    const changes: readonly Files[] = [{'build.sh': 'cp "$1" "$2" # changed\n'}, {[module]: ''}];
    for (const files of changes) {
      await fivedice(...mark);
      runsIn(place);
      assert.is((await fivedice(...mark)).stderr, 'fivedice: reused 1 of 1 result\n');
      write(files);
      await fivedice(...mark);
      assert.equal(runsIn(place).length, 3, Object.keys(files).join());
    }
    write({'prog.sh': '#!/bin/sh\ncat\n'});
    await fivedice(...mark);
    write({[module]: '', '../.local/lib/python3/site-packages/y.py': ''});
    assert.is((await fivedice(...mark)).stderr, 'fivedice: reused 1 of 1 result\n', 'passes hold');
  });
});
