import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {parseTolerance} from '../../../src/marking/comparing/tolerances.js';
import type {Checker} from '../../../src/marking/suites/checker.js';
import {type FixtureCase, PLAIN_CASE} from '../../../src/marking/suites/fixture-case.js';
import {loadFixtures} from '../../../src/marking/suites/fixtures.js';
import {type Exported, exportAutotest, exportKattis} from '../../../src/marking/suites/foreign-suites.js';
import {latin1} from '../../support/bytes.js';
import {suite} from '../../support/suite.js';
import {inTemporaryFolder} from '../../support/temporary-folder.js';

const SUITE_OF_80 = join(import.meta.dirname, '../../../fixtures/valuation/marking');

const CASE: FixtureCase = {
  ...PLAIN_CASE,
  name: 'stage-1/01-one',
  number: 1,
  folder: 'stage-1',
  suite: 'Stage 1',
  title: 'One',
  inputFile: '',
  input: Buffer.from('1\n'),
  expectedFile: '',
  expected: Buffer.from('one\n'),
};

const named = (...names: string[]): FixtureCase[] => names.map((name) => ({...CASE, name}));
const tolerating = (...names: string[]): FixtureCase => ({...CASE, tolerances: names.map(parseTolerance)});
/** What suites say of a case, or do not. */
const PURPOSES: readonly FixtureCase[] = [
  {...CASE, name: 'both', about: 'a 7', section: 'handout 2.1'},
  {...CASE, name: 'about', about: 'a 7'},
  {...CASE, name: 'section', section: 'handout 2.1'},
  {...CASE, name: 'neither'},
];
const textOf = ({files}: Exported): string => files.map(({content}) => content.toString('utf8')).join('');

interface Parsed {
  readonly globals: Readonly<Record<string, unknown>>;
  readonly tests: readonly (readonly [label: string, parameters: Readonly<Record<string, unknown>>])[];
}

/** Reads lines of `label name=value …` with Python's own tokenizer; strings come as bytes in Latin-1. */
const READER = `
import ast, io, json, sys, tokenize
SKIPPED = (tokenize.NEWLINE, tokenize.NL, tokenize.ENDMARKER)

def plain(value):
    if isinstance(value, str): return value.encode('utf8').decode('latin1')
    return [plain(one) for one in value] if isinstance(value, list) else value

globals, tests = {}, []
for line in open(sys.argv[1], encoding='utf8', newline='').read().splitlines(True):
    assert line.endswith('\\n') and not line.endswith('\\r\\n'), line
    tokens = [t for t in tokenize.generate_tokens(io.StringIO(line).readline) if t.type not in SKIPPED]
    if not tokens: continue
    into = globals
    if tokens[1].string != '=':
        label = tokens.pop(0)
        assert label.type == tokenize.NAME, label
        into = {}
        tests.append([label.string, into])
    while tokens:
        name, equals = tokens.pop(0), tokens.pop(0)
        assert name.type == tokenize.NAME and equals.string == '=' and name.string not in into, (name, equals)
        value = [tokens.pop(0).string]
        while tokens and not (len(tokens) > 1 and tokens[1].string == '='): value.append(tokens.pop(0).string)
        text = ''.join(value)
        into[name.string] = text if into is globals else plain(ast.literal_eval(text))
print(json.dumps({'globals': globals, 'tests': tests}))
`;

function readByPython(exported: Exported): Promise<Parsed> {
  return inTemporaryFolder(async (folder) => {
    const [file, reader] = [join(folder, 'tests.txt'), join(folder, 'reader.py')];
    writeFileSync(file, exported.files[0]?.content ?? '');
    writeFileSync(reader, READER);
    const {stdout} = await execa('python3', [reader, file]);
    return JSON.parse(stdout);
  });
}

suite('tests.txt of autotest', (test) => {
  test('has a header and a line for each case', () => {
    const exported = exportAutotest([CASE, {...CASE, name: 'b', suite: 'S "x"', title: 'T\\'}], 'assign1');
    assert.equal(
      exported.files.map(({path}) => path),
      ['tests.txt'],
    );
    assert.is(
      textOf(exported),
      `files=assign1.c
program=assign1
ignore_trailing_whitespace=False

stage_1_01_one max_cpu_seconds=2 description="Stage 1: One" stdin="1\\n" expected_stdout="one\\n"
b max_cpu_seconds=2 description="S \\"x\\": T\\\\" stdin="1\\n" expected_stdout="one\\n"
`,
    );
    assert.equal(exported.problems, []);
    assert.is(exported.notes.length, 1);
    assert.match(exported.notes[0] ?? '', /^autotest has no points/);
  });

  test('says what a case is for, and where that stands', () => {
    const lines = textOf(exportAutotest(PURPOSES, 'p')).split('\n').slice(4, 8);
    assert.equal(
      lines.map((line) => / description="(.*?)" /.exec(line)?.[1]),
      ['Stage 1: One: a 7 (handout 2.1)', 'Stage 1: One: a 7', 'Stage 1: One: handout 2.1', 'Stage 1: One'],
    );
  });

  test.needs('python3')('gives Python the exact bytes of the 80 cases, in order', async () => {
    const cases = loadFixtures(SUITE_OF_80);
    const exported = exportAutotest(cases, 'assign1');
    assert.equal(exported.problems, []);
    const {globals, tests} = await readByPython(exported);
    assert.equal(globals, {files: 'assign1.c', program: 'assign1', ignore_trailing_whitespace: 'False'});
    assert.is(tests.length, 80);
    for (const [index, [label, {stdin, expected_stdout: stdout}]] of tests.entries()) {
      assert.is(stdin, latin1(cases[index]?.input ?? Buffer.alloc(0)), label);
      assert.is(stdout, latin1(cases[index]?.expected ?? Buffer.alloc(0)), label);
    }
    assert.is(new Set(tests.map(([label]) => label)).size, 80);
  });

  test.needs('python3')('translates limits and tolerances into autotest’s own words', async () => {
    const limited = {
      ...tolerating('trailing-space', 'case'),
      limits: {cpu: 2.5, memory: 64},
    };
    const {tests} = await readByPython(exportAutotest([limited], 'p'));
    const {description, stdin, expected_stdout: stdout, ...others} = tests[0]?.[1] ?? {};
    assert.equal([description, stdin, stdout], ['Stage 1: One', '1\n', 'one\n']);
    const ignored = {ignore_trailing_whitespace: true, ignore_case: true};
    assert.equal(others, {...ignored, max_cpu_seconds: 3, max_rss_bytes: 67_108_864});
  });

  const noText = Buffer.from([0xff]);
  const all = {...tolerating('final-newline'), status: 1, input: noText};
  const problems: readonly (readonly [fact: string, one: Partial<FixtureCase>, ...problems: string[]])[] = [
    ['nothing', {status: 0}],
    ['an exit status', {status: 3}, 'exit status 3'],
    ['input that is not UTF-8', {input: noText}, 'bytes that are not UTF-8'],
    ['output that is not UTF-8', {expected: noText}, 'bytes that are not UTF-8'],
    ['a tolerance that it does not have', tolerating('case', 'crlf'), 'the tolerance crlf'],
    ['only some characters', tolerating('only 0-9'), 'the tolerance only 0-9'],
    ['a checker', {checker: {kind: 'tokens', case: 'count'}}, 'the checker tokens'],
    ['all of these', all, 'exit status 1', 'bytes that are not UTF-8', 'the tolerance final-newline'],
  ];
  for (const [fact, one, ...said] of problems) {
    test(`says that it cannot express ${fact}`, () => {
      const exported = exportAutotest([CASE, {...CASE, ...one, name: 's/b'}], 'p');
      assert.equal(
        exported.problems,
        said.map((problem) => `s/b: ${problem}`),
      );
    });
  }
});

suite('data of a Kattis package', (test) => {
  const bytes = {...CASE, input: Buffer.from([0, 255]), expected: Buffer.from('\r\n')};
  const hidden: FixtureCase = {...bytes, name: 's/two', visibility: 'hidden'};
  const pointsNote =
    'points and limits were not exported: Kattis has its own, in problem.yaml and testdata.yaml';
  const bytesNote =
    'Kattis compares words by default: for bytes, give problem.yaml validator_flags: case_sensitive space_change_sensitive';
  const listed = ({files}: Exported): string[][] => files.map(({path, content}) => [path, latin1(content)]);

  test('has public cases as samples and hidden ones as secret, byte for byte', () => {
    const exported = exportKattis([
      {...CASE, status: 0},
      {...hidden, status: 0},
    ]);
    assert.equal(listed(exported), [
      ['data/sample/stage_1_01_one.in', '1\n'],
      ['data/sample/stage_1_01_one.ans', 'one\n'],
      ['data/secret/s_two.in', '\0\xff'],
      ['data/secret/s_two.ans', '\r\n'],
    ]);
    assert.equal([exported.problems, exported.notes], [[], [pointsNote, bytesNote]]);
  });

  test('has all cases as secret if none is hidden, and says so', () => {
    const exported = exportKattis([{...CASE, status: 0}]);
    const paths = exported.files.map(({path}) => path).join(' ');
    assert.is(paths, 'data/secret/stage_1_01_one.in data/secret/stage_1_01_one.ans');
    const note = 'no case is hidden, but a package needs secret ones: all went to data/secret';
    assert.equal(exported.notes, [pointsNote, note, bytesNote]);
  });

  const checking = (checker: Checker): FixtureCase[] => [
    {...CASE, status: 0, checker},
    {...hidden, status: 0, checker},
  ];
  // Each row: a checker, and the flags for Kattis' validator; null if it cannot check so.
  const checkers: readonly (readonly [checker: Checker, flags: string | null])[] = [
    [{kind: 'tokens', case: 'count'}, 'case_sensitive'],
    [{kind: 'tokens', case: 'ignore'}, ''],
    [
      {kind: 'numbers', case: 'count', absolute: 0.001, relative: 1e-7},
      'case_sensitive float_absolute_tolerance 0.001 float_relative_tolerance 1e-7',
    ],
    [
      {kind: 'numbers', case: 'ignore', absolute: 0, relative: 0},
      'float_absolute_tolerance 0 float_relative_tolerance 0',
    ],
    [{kind: 'any-order'}, null],
    [{kind: 'regex'}, null],
  ];
  for (const [checker, flags] of checkers) {
    test(`checks by ${JSON.stringify(checker)} ${flags === null ? 'never' : `with the flags "${flags}"`}`, () => {
      const {files, problems, notes} = exportKattis(checking(checker));
      const cannot = `${CASE.name}, ${hidden.name}: the checker ${checker.kind}`;
      assert.equal(problems, flags === null ? [cannot] : []);
      const written = files.find(({path}) => path === 'data/testdata.yaml');
      const expected = flags ? `output_validator_flags: "${flags}"\n` : undefined;
      assert.is(written?.content.toString(), expected);
      assert.equal(notes, [pointsNote]);
    });
  }

  test("has the course's own program as its validator", () => {
    const file: Checker = {
      kind: 'program',
      convention: 'kattis',
      name: 'check.py',
      file: '/f/check.py',
      folder: null,
      arguments: ['-x', '3'],
      limits: {},
    };
    const exported = exportKattis(checking(file));
    assert.equal([exported.problems, exported.notes.length], [[], 2]);
    assert.equal(exported.copies, [{path: 'output_validators/check.py', from: '/f/check.py'}]);
    assert.match(exported.files.at(-1)?.content.toString() ?? '', 'output_validator_flags: "-x 3"\n');
    const inFolder = exportKattis(checking({...file, file: '/f/own/main.c', folder: '/f/own'}));
    assert.equal(inFolder.copies, [{path: 'output_validators/own', from: '/f/own'}]);
    const spaced = exportKattis(checking({...file, arguments: ['a b']}));
    assert.is(spaced.problems.length, 1);
  });

  test('has one checker only', () => {
    const {problems} = exportKattis([
      {...CASE},
      {...CASE, name: 'b', checker: {kind: 'tokens', case: 'count'}},
    ]);
    assert.equal(problems, [`b: another checker than ${CASE.name}: Kattis has one for the whole problem`]);
  });

  test('says once what it cannot express of several', () => {
    const {problems} = exportKattis(
      named('a', 'b', 'c', 'd', 'e').map((one) => ({...one, arguments: ['-x']})),
    );
    assert.equal(problems, ['a, b, c and 2 more: program arguments']);
  });

  test('says what it cannot express', () => {
    const one = {...tolerating('case'), status: 2, arguments: ['-x'], input: Buffer.from([0xff])};
    assert.equal(exportKattis([CASE, {...one, name: 'b'}]).problems, [
      'b: exit status 2',
      'b: program arguments',
      'b: tolerances of a case: Kattis has validator_flags for the whole problem',
    ]);
  });
});
