import {execFileSync} from 'node:child_process';
import {chmodSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {type FixtureCase, givenOf, limitsOf} from '../../../src/marking/suites/fixture-case.js';
import {loadFixtures} from '../../../src/marking/suites/fixtures.js';
import {casesAt, complaint, inFolder, load, namesOf, ONE, refusal} from '../../support/fixture-folders.js';
import type {Files} from '../../support/place.js';
import {suite} from '../../support/suite.js';

suite('what reports show of a case besides its input', (test) => {
  test('is nothing, or its arguments, variables and files', async () => {
    const [plain] = await load(ONE);
    assert.is(plain && givenOf(plain), null);
    const said = {arguments: ['a', 'b'], environment: {A: '1'}, files: ['d/x']};
    const [one] = await load({...ONE, 'd/x': '', 'suite.json': JSON.stringify(said)});
    const given = {arguments: ['a', 'b'], environment: ['A=1'], files: ['x']};
    assert.equal(one && givenOf(one), given);
  });
});

suite('a case of its own', (test) => {
  test('replaces what its folder says, of limits and variables one by one', async () => {
    const folder = {arguments: ['x'], tolerances: ['case'], limits: {wall: 1, cpu: 1}};
    const a = {arguments: [], tolerances: ['crlf'], limits: {cpu: 9}, environment: {B: '2'}};
    const said = {...folder, environment: {A: '1', B: '1'}, cases: {a}};
    const cases = await load({...casesAt('a b'), 'suite.json': JSON.stringify(said)});
    const facts = cases.map(({arguments: args, tolerances, limits, environment}) => {
      return [args.join(), namesOf(tolerances), limits, environment];
    });
    assert.equal(facts, [
      ['', 'crlf', {wall: 1, cpu: 9}, {A: '1', B: '2'}],
      ['x', 'case', {wall: 1, cpu: 1}, {A: '1', B: '1'}],
    ]);
    const limits = cases.map((one) => limitsOf(one, {wall: 7}));
    assert.equal(
      limits.map(({wall, cpu, disk}) => [wall, cpu, disk]),
      [
        [7, 9, 64],
        [7, 1, 64],
      ],
    );
  });
});

suite('files that a case is given', (test) => {
  const list = (...files: string[]): string => JSON.stringify({files});

  test('lie anywhere below their suite, and are no orphans', async () => {
    const files = {'d/e/x.txt': 'x', 'y.in': 'y', 'd/z.out': 'z'};
    const said = {files: ['d/e/x.txt'], cases: {a: {files: ['y.in', 'd/z.out']}}};
    const [a, b] = await load({...casesAt('a b'), ...files, 'suite.json': JSON.stringify(said)});
    const facts = (one?: FixtureCase): string[] | undefined =>
      one?.files.map(({name, content, isExecutable}) => `${name} ${content} ${isExecutable}`);
    assert.equal([facts(a), facts(b)], [['y.in y false', 'z.out z false'], ['x.txt x false']]);
  });

  test('keep whether they can be executed', () =>
    inFolder({...ONE, run: '', 'suite.json': list('run')}, (folder) => {
      chmodSync(join(folder, 'run'), 0o755);
      assert.is(loadFixtures(folder)[0]?.files[0]?.isExecutable, true);
    }));

  const below = 'is not a path below the folder of suite.json, such as "data/words.txt"';
  // biome-ignore format: a table
  const refused: Readonly<Record<string, readonly [files: Files, message: string]>> = {
    'a path upward': [{'suite.json': list('../x')}, `files.0: "../x" ${below}`],
    'a path from the root': [{'suite.json': list('/etc/passwd')}, `files.0: "/etc/passwd" ${below}`],
    'a folder': [{'suite.json': list('d'), 'd/b.in': '', 'd/b.out': ''}, 'files: d: it is a folder, not a regular file'],
    'no such file of a case': [{'suite.json': '{"cases": {"a": {"files": ["none"]}}}'}, 'cases.a.files: none: no such file or folder'],
    'two of the same name': [{'suite.json': list('x', 'd/x')}, 'files: Array is not a list without two files of the name x, which would lie in the same folder'],
  };
  test('are refused for a path, a name or a kind of file', async () => {
    for (const [fact, [files, message]] of Object.entries(refused))
      assert.is(await refusal({...ONE, ...files}), `/suite.json: ${message}`, fact);
  });

  test('are refused for a link that leads out, and for what is no regular file', () =>
    inFolder({...ONE, 'suite.json': list('link', 'fifo', 'far/shadow')}, (folder) => {
      symlinkSync('/etc/passwd', join(folder, 'link'));
      symlinkSync('/etc', join(folder, 'far'));
      execFileSync('mkfifo', [join(folder, 'fifo')]);
      const lines = [
        'suite.json: files: link: a link leads out of the folder',
        'suite.json: files: fifo: it is not a regular file',
        'suite.json: files: far/shadow: a link leads out of the folder',
        'far: belongs to no case: a case is NAME.in, NAME.out and optionally NAME.err and NAME.status',
      ];
      assert.is(complaint(folder), lines.map((line) => join(folder, line)).join('\n'));
    }));
});

suite('files that a case must write', (test) => {
  test('lie in a folder beside it, sorted by name', async () => {
    const files = {'a.files/out.txt': 'o', 'a.files/d/x.in': '', 'a.files/.DS_Store': ''};
    const [a, b] = await load({...casesAt('a b'), ...files});
    assert.equal(
      a?.expectedFiles.map(({name, content}) => `${name}: ${content}`),
      ['d/x.in: ', 'out.txt: o'],
    );
    assert.equal(b?.expectedFiles, []);
  });

  test('are refused without a case, without a file, and as what is no regular file', () =>
    inFolder({...ONE, 'b.files/x': '', 'a.files/d/': ''}, (folder) => {
      const said = (): string[] => complaint(folder).replaceAll(`${folder}/`, '').split('\n').sort();
      const orphan = 'b.files: belongs to no case: there is no b.in';
      assert.equal(said(), ['a.files: no file in it', orphan]);
      execFileSync('mkfifo', [join(folder, 'a.files/fifo')]);
      assert.equal(said(), ['a.files/fifo: it is not a regular file', orphan]);
    }));
});

const filesOf = (said: object, more: Files): Files => ({
  ...casesAt('a b'),
  'suite.json': JSON.stringify(said),
  ...more,
});

const checkersIn = (said: object, more: Files = {}): Promise<unknown[]> =>
  inFolder(filesOf(said, more), (folder) =>
    loadFixtures(folder).map(({checker}) =>
      JSON.parse(JSON.stringify(checker).replaceAll(`${folder}/`, '/f/')),
    ),
  );

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
      assert.equal(await checkersIn({checker}, {[program]: '', ...own}), [expected, expected]);
    }
  });

  test('may be that of a case, also bytes where the folder has another', async () => {
    const found = await checkersIn({checker: 'numbers', cases: {b: {checker: 'bytes'}}});
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
      assert.is(await refusal(filesOf(said, more ?? {})), `/suite.json: ${problem}`, JSON.stringify(said));
  });
});
