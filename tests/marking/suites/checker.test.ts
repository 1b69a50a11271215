import * as assert from 'uvu/assert';
import {loadFixtures} from '../../../src/marking/suites/fixtures.js';
import {casesAt, type Files, inFolder, refusal as refusalOf} from '../../support/fixture-folders.js';
import {suite} from '../../support/suite.js';

const filesOf = (said: object, more: Files): Files => ({
  ...casesAt('a b'),
  'suite.json': JSON.stringify(said),
  ...more,
});

const load = (said: object, more: Files = {}): Promise<unknown[]> =>
  inFolder(filesOf(said, more), (folder) =>
    loadFixtures(folder).map(({checker}) =>
      JSON.parse(JSON.stringify(checker).replaceAll(`${folder}/`, '/f/')),
    ),
  );

const refusal = (said: object, more: Files = {}): Promise<string> => refusalOf(filesOf(said, more));

suite('a checker', (test) => {
  const words = {arguments: ['x'], limits: {wall: 3}};
  // biome-ignore format: a table
  const written: readonly (readonly [written: unknown, checker: object | null])[] = [
    ['bytes', null],
    ['numbers', {kind: 'numbers', absolute: 0, relative: 0}],
    [{numbers: {absolute: 0.001, relative: 1e-6}}, {kind: 'numbers', absolute: 0.001, relative: 1e-6}],
    [{program: 'check.py'}, {kind: 'program', name: 'check.py', file: '/f/check.py', folder: null, arguments: [], limits: {}}],
    [{program: 'own/deep/check.c', ...words}, {kind: 'program', name: 'own/deep/check.c', file: '/f/own/deep/check.c', folder: '/f/own', ...words}],
  ];
  test('is written by name, by its settings or by its program', async () => {
    for (const [checker, expected] of written) {
      const program = Object(checker).program ?? '.x';
      const own = program.startsWith('own') ? {'own/notes': ''} : {};
      assert.equal(await load({checker}, {[program]: '', ...own}), [expected, expected]);
    }
  });

  test('may be that of a case, also bytes where the folder has another', async () => {
    const found = await load({checker: 'numbers', cases: {b: {checker: 'bytes'}}});
    assert.equal(found, [{kind: 'numbers', absolute: 0, relative: 0}, null]);
  });

  const all = 'a checker: "bytes", "numbers", {"numbers": …} or {"program": …}';
  const path = 'a path below the folder of suite.json, such as "data/words.txt"';
  const tolerances = 'tolerances: a checker program takes none, and there are no files to compare';
  const others = 'checker: a program takes no alternatives, and no other answers such as a.alt.out';
  // biome-ignore format: a table
  const wrong: readonly (readonly [said: object, problem: string, more?: Files])[] = [
    [{checker: 'exact'}, `checker: "exact" is not ${all}`],
    [{checker: {numbers: {absolute: -1}}}, 'checker.numbers.absolute: -1 is not a number of at least 0, such as 1e-6 or "1e-6"'],
    [{checker: {program: '../check.py'}}, `checker.program: "../check.py" is not ${path}`],
    [{checker: {program: 'check.py'}}, 'checker.program: check.py: no such file or folder'],
    [{checker: {program: 'check.py', limits: {wall: 0}}}, 'checker.limits.wall: 0 is not a number from 0.01 to 1000000'],
    [{cases: {a: {checker: {program: 'no.py'}}}}, 'cases.a.checker.program: no.py: no such file or folder'],
    [{checker: {program: 'check.py'}, tolerances: ['crlf']}, tolerances, {'check.py': ''}],
    [{checker: {program: 'check.py'}}, others, {'check.py': '', 'a.alt.out': ''}],
  ];
  test('is refused', async () => {
    for (const [said, problem, more] of wrong)
      assert.is(await refusal(said, more), `/suite.json: ${problem}`, JSON.stringify(said));
  });
});
