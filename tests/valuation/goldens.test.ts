/* The goldens of the strict tool, compared as bytes. */
import {readdirSync} from 'node:fs';
import * as assert from 'uvu/assert';
import {runSession} from '../../src/valuation/session.js';
import {sameBytes} from '../support/bytes.js';
import {ASSIGN1, type Finished, run} from '../support/command.js';
import {FIXTURES, loadGoldens} from '../support/goldens.js';
import {readmeOf, tableIn} from '../support/readme.js';
import {suite} from '../support/suite.js';

const goldens = loadGoldens();

/** Runs the built command for each golden, four at a time. */
function runAll(): Promise<Finished>[] {
  const lanes: Promise<unknown>[] = Array.from({length: 4}, () => Promise.resolve());
  return goldens.map(({args, inputFile}, index) => {
    const before = lanes[index % lanes.length] ?? Promise.resolve();
    const finished = before.then(() => run(ASSIGN1, args, {inputFile}));
    lanes[index % lanes.length] = finished;
    return finished;
  });
}

const finished = runAll();

suite('goldens of assign1', (test) => {
  for (const [index, {name, expected, exitCode}] of goldens.entries()) {
    test(name, async () => {
      const actual = await finished[index];
      sameBytes(actual?.stdout ?? '', expected, name);
      assert.equal([actual?.stderr, actual?.exitCode], ['', exitCode]);
    });
  }

  test('both readings of choices agree on the folders choices and marking', () => {
    for (const {name, input, expected} of goldens.filter((one) => /^(?:choices|marking)\//.test(one.name)))
      sameBytes(runSession(Buffer.from(input, 'latin1'), {choice: 'character'}).output, expected, name);
  });
});

suite('each golden', (test) => {
  test('is two files that its suite.json lists', () => {
    const listed = goldens.flatMap(({name}) => [`${name}.in`, `${name}.out`]);
    const found = readdirSync(FIXTURES, {recursive: true, encoding: 'utf8'});
    // Another right answer lies beside its golden.
    assert.equal(listed.sort(), found.filter((path) => /(?<!\.alt)\.(?:in|out)$/.test(path)).sort());
  });

  test('stands in a section of the handout, or is an answer in the table of decisions', () => {
    const questions = tableIn(readmeOf('valuation'), 'question').map(([question]) => `decision: ${question}`);
    const handout = ['1.1', '2.1', '2.2', '2.3', '3.1', '3.2', '3.3'].map((number) => `handout ${number}`);
    const places = [...handout, ...questions];
    assert.equal(
      goldens.filter(({section}) => !places.includes(section)),
      [],
    );
  });
});
