/*
 * The goldens of the strict tool: each runs the built command as a process, with its input from the file, and compares
 * standard output, standard error and exit status as bytes.
 */
import {readdirSync} from 'node:fs';
import * as assert from 'uvu/assert';
import {sameBytes} from '../support/bytes.js';
import {ASSIGN1, type Finished, run} from '../support/command.js';
import {FIXTURES, type Golden, loadGoldens} from '../support/goldens.js';
import {readmeOf, tableIn} from '../support/readme.js';
import {suite} from '../support/suite.js';

const goldens = loadGoldens();

/** Cases on which both readings of choices agree run once more with the reading that is not the default. */
const byCharacter = goldens
  .filter(({name}) => /^(?:choices|marking)\//.test(name))
  .map((golden) => ({...golden, name: `${golden.name}, by character`, args: ['--choice', 'character']}));
const runs = [...goldens, ...byCharacter];

/** Starts a process for each golden, four at a time. */
function runAll(): ReadonlyMap<Golden, Promise<Finished>> {
  const lanes = Array.from({length: 4}, () => Promise.resolve<unknown>(null));
  return new Map(
    runs.map((golden, index) => {
      const lane = index % lanes.length;
      const finished = (lanes[lane] ?? Promise.resolve()).then(() =>
        run(ASSIGN1, golden.args, {inputFile: golden.inputFile}),
      );
      lanes[lane] = finished;
      return [golden, finished];
    }),
  );
}

const running = runAll();

suite('goldens of assign1', (test) => {
  for (const golden of runs) {
    const {name, expected, exitCode} = golden;
    test(name, async () => {
      const actual = await running.get(golden);
      sameBytes(actual?.stdout ?? '', expected, name);
      assert.equal([actual?.stderr, actual?.exitCode], ['', exitCode]);
    });
  }
});

suite('each golden', (test) => {
  test('is two files that its suite.json lists', () => {
    const listed = goldens.flatMap(({name}) => [`${name}.in`, `${name}.out`]);
    const found = readdirSync(FIXTURES, {recursive: true, encoding: 'utf8'});
    assert.equal(listed.sort(), found.filter((path) => /\.(?:in|out)$/.test(path)).sort());
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

suite('the marking suite', (test) => {
  const marking = goldens.filter(({name}) => name.startsWith('marking/'));

  test('has 50 cases of stage 1 and 30 of stage 2, numbered without a gap', () => {
    assert.equal(
      marking.map(({name}) => name.slice(0, 18)),
      Array.from(
        {length: 80},
        (_, at) => `marking/stage-${at < 50 ? 1 : 2}/${String(at + 1).padStart(2, '0')}`,
      ),
    );
  });

  /** Returns the error that ends a stage 1 case, or the combination that it scores. */
  const endOf = ({expected, input}: Golden): string => {
    const options = [...expected.matchAll(/ \d -> (.+?) \(\d+ points\)\n/g)].map((match) => match[1]);
    const [, , choice] = input.split('\n');
    return /\n([A-Z].+)\.\n\n$/.exec(expected)?.[1] ?? options[Number(choice) - 1] ?? 'nothing';
  };

  test('stage 1 has the composition that the course used', () => {
    const composition =
      '3 Incorrect Input Format, 3 Value Out of Range, 3 Incorrect Number of Values, 6 Invalid Choice, ' +
      '2 Three of a Kind, 3 Four of a Kind, 3 Full House, 2 Small Straight, 3 Straight, 5 Yahtzee, 2 Chance, ' +
      '2 Three of a Kind, 2 Four of a Kind, 4 Full House, 3 Small Straight, 2 Straight, 2 Yahtzee';
    assert.equal(
      marking.slice(0, 50).map(endOf),
      composition.split(', ').flatMap((part) => Array(Number(part[0])).fill(part.slice(2))),
    );
  });
});
