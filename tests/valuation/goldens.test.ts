import * as assert from 'uvu/assert';
import {loadFixtures} from '../../src/marking/suites/fixtures.js';
import {CHOICE_READINGS} from '../../src/valuation/choices.js';
import {runSession, type SessionOptions, STAGES} from '../../src/valuation/session.js';
import {latin1, sameBytes} from '../support/bytes.js';
import {FIXTURES, loadGoldens} from '../support/goldens.js';
import {readmeOf, tableIn} from '../support/readme.js';
import {strictTool} from '../support/strict-tool.js';
import {suite} from '../support/suite.js';

const goldens = loadGoldens(FIXTURES);

suite('each golden', (test) => {
  test('stands in a section of the handout, or is an answer in the table of decisions', () => {
    const questions = tableIn(readmeOf('valuation'), 'question').map(([question]) => `decision: ${question}`);
    const handout = ['1.1', '2.1', '2.2', '2.3', '3.1', '3.2', '3.3'].map((number) => `handout ${number}`);
    const places = [...handout, ...questions];
    const lost = loadFixtures(FIXTURES).filter(({section}) => !places.includes(section ?? ''));
    assert.equal(lost, []);
  });
});

/** The session options that a folder's arguments stand for. */
const OPTIONS: Readonly<Record<string, SessionOptions>> = {
  '': {},
  '--choice word': {choice: 'word'},
  '--choice character': {choice: 'character'},
  '--stage 1': {stage: 1},
};

suite('goldens in the session and in the compiled tool', (test) => {
  for (const {name, input, expected, exitCode, arguments: given} of goldens) {
    test(name, () => {
      const options = OPTIONS[given.join(' ')];
      if (options === undefined) return assert.unreachable(`no options for ${given.join(' ')}`);
      const session = runSession(input, options);
      sameBytes(session.output, expected, name);
      assert.is(session.exitCode, exitCode);
      const tool = strictTool(latin1(input), given);
      sameBytes(tool.stdout, expected, `${name}, compiled`);
      assert.equal([tool.stderr, tool.exitCode], ['', exitCode]);
    });
  }
});

suite('the marking suite', (test) => {
  const marking = goldens.filter(({folder}) => folder.startsWith('marking/'));

  test('has 50 cases of stage 1 and 30 of stage 2, numbered without a gap', () => {
    assert.equal(
      marking.map(({name}) => /^marking\/stage-(\d)\/(\d\d)-/.exec(name)?.slice(1).join(' ')),
      Array.from({length: 80}, (_, index) => `${index < 50 ? 1 : 2} ${String(index + 1).padStart(2, '0')}`),
    );
  });

  /** How a stage 1 case ends: with the error, or with the combination scored. */
  const endOf = (expected: string, input: string): string => {
    const options = [...expected.matchAll(/ \d -> (.+?) \(\d+ points\)\n/g)].map((match) => match[1]);
    const error = /\n([A-Z].+)\.\n\n$/.exec(expected)?.[1];
    return error ?? options[Number(input.split('\n')[2]) - 1] ?? 'nothing';
  };

  test('stage 1 has the composition that the course used', () => {
    const composition =
      '3 Incorrect Input Format, 3 Value Out of Range, 3 Incorrect Number of Values, 6 Invalid Choice, ' +
      '2 Three of a Kind, 3 Four of a Kind, 3 Full House, 2 Small Straight, 3 Straight, 5 Yahtzee, 2 Chance, ' +
      '2 Three of a Kind, 2 Four of a Kind, 4 Full House, 3 Small Straight, 2 Straight, 2 Yahtzee';
    assert.equal(
      marking.slice(0, 50).map(({expected, input}) => endOf(latin1(expected), latin1(input))),
      composition.split(', ').flatMap((part) => Array(Number(part[0])).fill(part.slice(2))),
    );
  });

  test('both choice readings agree on all 80, and both stages on stage 1', () => {
    for (const {name, input, expected, folder} of marking) {
      for (const choice of CHOICE_READINGS) {
        for (const stage of folder === 'marking/stage-1' ? STAGES : ([2] as const)) {
          const {output} = runSession(input, {stage, choice});
          sameBytes(output, expected, `${name}, stage ${stage}, ${choice}`);
        }
      }
    }
  });
});
