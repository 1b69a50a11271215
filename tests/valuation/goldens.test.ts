import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import * as assert from 'uvu/assert';
import {loadFixtures} from '../../src/marking/suites/fixtures.js';
import {CHOICE_READINGS} from '../../src/valuation/choices.js';
import {runSession, type SessionOptions, STAGES} from '../../src/valuation/session.js';
import {sameBytes} from '../support/bytes.js';
import {FIXTURES, listedRows, loadGoldens} from '../support/goldens.js';
import {readmeOf, tableIn} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const goldens = loadGoldens(FIXTURES);

suite('what each golden is for', (test) => {
  const cases = loadFixtures(FIXTURES);

  test('stands in the README in the same words', () => {
    const rows = new Map(listedRows(FIXTURES).map(({name, cells}) => [name, cells]));
    for (const {name, about, section} of cases) assert.equal(rows.get(name), [about, section], name);
  });

  test('stands in a section of the handout, or is an answer in the table of decisions', () => {
    const questions = tableIn(readmeOf('valuation'), 'question').map(([question]) => question);
    const places = [
      ...['1.1', '2.1', '2.2', '2.3', '3.1', '3.2', '3.3'].map((number) => `handout ${number}`),
      ...questions.map((question) => `decision: ${question}`),
    ];
    const lost = cases.filter(({section}) => !places.includes(section ?? ''));
    assert.equal(
      lost.map(({name, section}) => `${name}: ${section}`),
      [],
    );
  });
});

/** The session options that a folder's arguments stand for. */
const OPTIONS: Readonly<Record<string, SessionOptions>> = {
  '': {},
  '--choice word': {choice: 'word'},
  '--choice character': {choice: 'character'},
  '--stage 1': {stage: 1},
};

suite('goldens in process', (test) => {
  for (const {name, input, expected, exitCode, arguments: given} of goldens) {
    test(name, () => {
      const options = OPTIONS[given.join(' ')];
      if (options === undefined) return assert.unreachable(`no options for ${given.join(' ')}`);
      const actual = runSession(input, options);
      sameBytes(actual.output, expected, name);
      assert.is(actual.exitCode, exitCode);
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
    const composition: readonly [end: string, count: number][] = [
      ['Incorrect Input Format', 3],
      ['Value Out of Range', 3],
      ['Incorrect Number of Values', 3],
      ['Invalid Choice', 6],
      ['Three of a Kind', 2],
      ['Four of a Kind', 3],
      ['Full House', 3],
      ['Small Straight', 2],
      ['Straight', 3],
      ['Yahtzee', 5],
      ['Chance', 2],
      ['Three of a Kind', 2],
      ['Four of a Kind', 2],
      ['Full House', 4],
      ['Small Straight', 3],
      ['Straight', 2],
      ['Yahtzee', 2],
    ];
    assert.equal(
      marking.slice(0, 50).map(({expected, input}) => endOf(String(expected), String(input))),
      composition.flatMap(([end, count]) => Array(count).fill(end)),
    );
  });

  test('stage 2 has twelve errors, three of each kind, then each mix three times and each combination twice', () => {
    const errors = marking
      .slice(50, 62)
      .map(({name}) => name.replace(/^.*\/\d\d-(format|range|count|dice-number)-.*/, '$1'));
    assert.equal(
      errors,
      ['format', 'range', 'count', 'dice-number'].flatMap((kind) => Array(3).fill(kind)),
    );
    const scored = marking
      .slice(62)
      .map(({name}) => /\d\d-(.+?)-((?:some|all)(?:-(?:some|all))?)$/.exec(name));
    const counts = (group: 1 | 2): Record<string, number> => {
      const count: Record<string, number> = {};
      for (const match of scored)
        count[match?.[group] ?? 'none'] = 1 + (count[match?.[group] ?? 'none'] ?? 0);
      return count;
    };
    assert.equal(counts(2), {all: 3, 'all-all': 3, some: 3, 'some-some': 3, 'some-all': 3, 'all-some': 3});
    const combinations = counts(1);
    assert.is(Object.keys(combinations).length, 7);
    for (const [combination, count] of Object.entries(combinations)) assert.ok(count >= 2, combination);
  });

  test('both choice readings agree on all 80, and both stages on stage 1', () => {
    for (const {name, input, expected, folder} of marking) {
      for (const choice of CHOICE_READINGS) {
        for (const stage of folder === 'marking/stage-1' ? STAGES : ([2] as const)) {
          sameBytes(
            runSession(input, {stage, choice}).output,
            expected,
            `${name}, stage ${stage}, ${choice}`,
          );
        }
      }
    }
  });
});

suite('choice folders', (test) => {
  const inputs = (folder: string): string[] =>
    goldens
      .filter((golden) => golden.folder === folder)
      .map(({name, input}) => `${name.split('/')[1]} ${input}`);

  test('hold the same inputs for both readings, and every output differs', () => {
    assert.equal(inputs('choice-word'), inputs('choice-character'));
    for (const {name, expected} of goldens.filter(({folder}) => folder === 'choice-word')) {
      const twin = goldens.find((golden) => golden.name === name.replace('word', 'character'));
      assert.is.not(String(expected), String(twin?.expected), name);
    }
  });
});

suite('the loader refuses', (test) => {
  const row = '## `topic`\n| `case` | why |\n';
  const bad: readonly [fact: string, files: Record<string, string>, problem: string][] = [
    ['a missing .out', {'README.md': '', 'topic/case.in': '1'}, 'topic/case.out: missing'],
    ['a missing .in', {'README.md': '', 'topic/case.out': '1'}, 'topic/case.in: missing'],
    [
      'an empty .out',
      {'README.md': row, 'topic/case.in': '1', 'topic/case.out': ''},
      'topic/case.out: empty',
    ],
    [
      'an empty folder',
      {'README.md': '', 'topic/suite.json': '{}'},
      'topic/suite.json: there is no case beside it',
    ],
    [
      'an unknown key',
      {'README.md': '', 'topic/suite.json': '{"limits": {"time": 1}}'},
      'topic/suite.json: limits.time: unknown key of an object with some of the keys wall, cpu, memory, output, disk, processes',
    ],
    [
      'a stray file',
      {'README.md': '', 'topic/case.txt': '1'},
      'topic/case.txt: belongs to no case: a case is NAME.in, NAME.out and optionally NAME.status',
    ],
    [
      'a case not listed',
      {'README.md': '', 'topic/case.in': '1', 'topic/case.out': '1'},
      'topic/case: not listed in README.md',
    ],
    [
      'a listed case that is gone',
      {'README.md': `${row}| \`gone\` | why |\n`, 'topic/case.in': '1', 'topic/case.out': '1'},
      'topic/gone: listed in README.md, but no case',
    ],
    [
      'a case listed twice',
      {'README.md': row + row, 'topic/case.in': '1', 'topic/case.out': '1'},
      'topic/case: listed twice in README.md',
    ],
  ];
  for (const [fact, files, problem] of bad) {
    test(fact, () =>
      inTemporaryFolder((root) => {
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(dirname(join(root, path)), {recursive: true});
          writeFileSync(join(root, path), text);
        }
        assert.throws(
          () => loadGoldens(root),
          (error: unknown) =>
            error instanceof Error && error.message.split('\n').some((line) => line.endsWith(problem)),
        );
      }),
    );
  }
});
