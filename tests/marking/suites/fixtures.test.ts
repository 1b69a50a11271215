import {execFileSync} from 'node:child_process';
import {rmSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {parseTolerance} from '../../../src/marking/comparing/tolerances.js';
import {PLAIN_CASE} from '../../../src/marking/suites/fixture-case.js';
import {loadFixtures, oddGoldens} from '../../../src/marking/suites/fixtures.js';
import {latin1} from '../../support/bytes.js';
import {casesAt, complaint, inFolder, load, namesOf, ONE, refusal} from '../../support/fixture-folders.js';
import type {Files} from '../../support/place.js';
import {suite} from '../../support/suite.js';

suite('fixtures', (test) => {
  test('are cases with their bytes, and defaults for everything else', () =>
    inFolder({'a.in': '\0\xff\r\n', 'a.out': 'one \n\n'}, (folder) => {
      const [one, ...others] = loadFixtures(folder);
      assert.ok(one !== undefined && others.length === 0);
      assert.is(latin1(one.input), '\0\xff\r\n');
      assert.is(latin1(one.expected), 'one \n\n');
      const {input, expected, ...said} = one;
      const files = {inputFile: join(folder, 'a.in'), expectedFile: join(folder, 'a.out')};
      const texts = {name: 'a', number: 1, folder: '', suite: folder.split('/').at(-1), title: 'a'};
      assert.equal(said, {...PLAIN_CASE, ...files, ...texts});
    }));

  test('come folder by folder, each in natural order of names', async () => {
    const cases = await load(casesAt('z B a a-2 a2 a.b 10 9 s/z s/a s/t/x S/x b/x'));
    assert.is(namesOf(cases), '9 10 B a a-2 a.b a2 z S/x b/x s/a s/z s/t/x');
  });

  test('ignore README.md and names that begin with a dot', async () => {
    const others = {'README.md': '', '.DS_Store': '', '.git/x': '', 'b/.x': ''};
    assert.is(namesOf(await load({...casesAt('a b/c'), ...others})), 'a b/c');
  });

  test('may have a golden NAME.ans, as a package of Kattis in its folders', async () => {
    const files = {'secret/1-a/b.in': 'x', 'secret/1-a/b.ans': 'y', 'secret/1-a/b.status': '3'};
    await inFolder({...ONE, ...files}, (folder) => {
      const [, one] = loadFixtures(folder);
      const {name, status, expectedFile, expected} = one ?? {};
      assert.equal([name, status, expectedFile], ['secret/1-a/b', 3, join(folder, 'secret/1-a/b.ans')]);
      assert.is(latin1(expected ?? Buffer.alloc(0)), 'y');
    });
  });

  test('may have other answers, and lines that may stand for those of the golden', async () => {
    const said = {alternatives: {one: ['1'], é: ['e']}, cases: {b: {alternatives: {one: ['I', 'i']}}}};
    const files = {'b.in': '', 'b.out': 'é', 'b.alt.out': 'x', 'b.alt2.out': 'y'};
    const utf8 = Object.entries({...files, 'suite.json': JSON.stringify(said)}).map(([name, text]) => [
      name,
      latin1(Buffer.from(text)),
    ]);
    const [a, b] = await load({...ONE, ...Object.fromEntries(utf8)});
    const accent = ['\xc3\xa9', 'e'];
    assert.equal([a?.otherAnswers, a?.alternatives], [[], [['one', '1'], accent]]);
    assert.equal(b?.alternatives, [['one', 'I', 'i'], accent]);
    assert.equal(
      b?.otherAnswers.map(({name, content}) => `${name} ${content}`),
      ['b.alt.out x', 'b.alt2.out y'],
    );
  });

  test('are odd in a few ways, unless a tolerance covers them', async () => {
    const goldens = {
      utf16: '\xff\xfea\0\n\0',
      bom: '\xef\xbb\xbfa\n',
      cr: 'a\r\nb\r\n',
      one: 'a\r\nb\n',
      none: '',
    };
    const files = Object.entries(goldens).flatMap(([name, golden]) => [
      [`${name}.in`, ''],
      [`${name}.out`, Buffer.from(golden, 'latin1')],
    ]);
    const cases = await load(Object.fromEntries(files));
    const so = 'so few programs pass';
    const found = [`goldens in UTF-16, ${so}: utf16`, `goldens with a byte order mark, ${so}: bom`];
    const carriage = `goldens with a carriage return on each line, ${so}: cr`;
    assert.equal(oddGoldens(cases, []), [...found, carriage]);
    assert.equal(oddGoldens(cases, [parseTolerance('crlf')]), found);
  });

  test('demand an exit status from 0 to 255, by a file rather than their suite', async () => {
    for (const text of ['0', '7\n', '255']) {
      assert.is((await load({...ONE, 'a.status': text}))[0]?.status, Number(text), text);
    }
    const both = {...ONE, 'a.status': '3', 'suite.json': '{"status": "any"}'};
    assert.is((await load(both))[0]?.status, 3);
    for (const text of '|256|-1|1 |1\n\n|one|1.0'.split('|')) {
      const message = `/a.status: ${JSON.stringify(text)} is not a number from 0 to 255, nonzero or any`;
      assert.is(await refusal({...ONE, 'a.status': text}), message);
    }
  });
});

suite('fixtures that are wrong', (test) => {
  const stray = 'belongs to no case: a case is NAME.in, NAME.out and optionally NAME.err and NAME.status';
  const none = 'no cases in it: a case is NAME.in and NAME.out';
  // biome-ignore format: a table
  const refused: readonly (readonly [fact: string, files: Files, message: string])[] = [
    ['an output without input', {...ONE, 'b.out': ''}, '/b.in: missing'],
    ['an input without output', {...ONE, 'b.in': ''}, '/b.out: missing'],
    ['two goldens', {...ONE, 'a.ans': 'one\n'}, '/a.ans: the case has a.out too: keep one of them'],
    ['another answer alone', {...ONE, 'b.alt.out': ''}, '/b.in: missing\n/b.out: missing'],
    ['a status alone', {...ONE, 'b.status': '0'}, '/b.in: missing\n/b.out: missing'],
    ['a misspelt extension', {...ONE, 'a.stat': ''}, `/a.stat: ${stray}`],
    ['a folder with a README.md only', {...ONE, 'b/README.md': ''}, `/b: ${none}`],
    ['a program of a subfolder', {'s/a.in': '', 's/a.out': '', 's/suite.json': '{"program": "a.c"}'}, '/s/suite.json: compile, run, languages and program apply to the whole suite: move them to the top folder'],
    ['a suite alone', {...casesAt('s/a'), 'suite.json': '{}'}, '/suite.json: there is no case beside it, and it does not apply to subfolders'],
    ['a folder named like a case', {...ONE, 'b.in/': '', 'b.out': ''}, `/b.in: missing\n/b.in: ${none}`],
  ];
  test('are refused, and all that is wrong is said', async () => {
    for (const [fact, files, message] of refused) assert.is(await refusal(files), message, fact);
  });

  test('are refused if there is no folder, or an unreadable file', () =>
    inFolder({...ONE}, (folder) => {
      assert.is(complaint(join(folder, 'none')), `${join(folder, 'none')}: no such file or folder`);
      assert.is(complaint(join(folder, 'a.in')), `${join(folder, 'a.in')}: it is a file, not a folder`);
      symlinkSync('nowhere', join(folder, 'b.in'));
      symlinkSync('a.out', join(folder, 'b.out'));
      assert.is(complaint(folder), `${join(folder, 'b.in')}: no such file or folder`);
    }));

  test('are refused for what is no regular file, which might never end', () =>
    inFolder({...ONE, 'b.in': ''}, (folder) => {
      execFileSync(
        'mkfifo',
        ['a.status', 'b.out', 'suite.json'].map((name) => join(folder, name)),
      );
      symlinkSync('/dev/zero', join(folder, 'c.in'));
      symlinkSync('a.out', join(folder, 'c.out'));
      const suiteJson = join(folder, 'suite.json');
      assert.is(complaint(folder), `${suiteJson}: it is not a regular file`);
      rmSync(suiteJson);
      const files = ['a.status', 'b.out', 'c.in'];
      const message = files.map((file) => `${join(folder, file)}: it is not a regular file`).join('\n');
      assert.is(complaint(folder), message);
    }));

  test('are refused for a link to a folder, which would be missed', () =>
    inFolder({...ONE, 's/b.in': '', 's/b.out': ''}, (folder) => {
      symlinkSync('s', join(folder, 'linked'));
      assert.is(complaint(folder), `${join(folder, 'linked')}: ${stray}`);
    }));
});

suite('suite.json', (test) => {
  const decimal = 'a decimal number, such as 0.5 or "0.5"';
  const limits = 'an object with some of the keys wall, cpu, memory, output, disk, processes';
  const ofCase =
    'title, arguments, environment, files, points, visibility, status, stderr, limits, fresh, tolerances, alternatives, about, section, checker';
  /** For each key: what its value must be, and values that are refused. */
  const values: Readonly<Record<string, readonly [expected: string, values: string]>> = {
    prompts: ['a list of texts', '"> " | 5'],
    arguments: ['a list of strings', '"x" | 5'],
    points: [decimal, '-0.5 | 1e-7 | "1,5" | "-1" | "" | "1e3" | true | null'],
    visibility: ['"public" or "hidden"', '"secret" | "Public"'],
    status: ['a number from 0 to 255, "nonzero" or "any"', '256 | -1 | 1.5 | "0"'],
    limits: [limits, '5 | null'],
    'limits.wall': ['a number from 0.01 to 1000000', '0 | 1000001 | "2"'],
    'limits.memory': ['a whole number from 1 to 16777216', '0 | 1.5 | "64"'],
    tolerances: ['a list of tolerances', '"crlf" | 5'],
    'alternatives.one': ['a list of lines', '"two" | 5'],
    skipAfterFailure: ['true or false', '0 | "true"'],
    fresh: ['true or false', '1'],
    'environment.A': ['a string', '5'],
    'environment.PATH': ['a variable other than PATH, HOME, TMPDIR, PWD, OLDPWD, FIVEDICE_CASE', '"/bin"'],
    'cases.a': [`an object with some of the keys ${ofCase}`, '5'],
    'cases.a.limits.wall': ['a number from 0.01 to 1000000', '0'],
  };
  test('demands a kind of value for each key, and says which', async () => {
    for (const [key, [expected, wrong]] of Object.entries(values)) {
      for (const value of wrong.split(' | ')) {
        const names = key.split('.');
        const text = names.reduceRight((inner, name) => `{"${name}": ${inner}}`, value);
        const found = expected.startsWith('a variable') ? `"${names.at(-1)}"` : value.replaceAll('\\n', '\n');
        const message = `/suite.json: ${key}: ${found} is not ${expected}`;
        assert.is(await refusal({...ONE, 'suite.json': text}), message);
      }
    }
  });

  const keys = `${ofCase}, prompts, skipAfterFailure, group, compile, run, languages, program, cases`;
  const variableName = 'a name of letters, digits and underscores, with no digit first';
  const refused: Readonly<Record<string, string>> = {
    '[]': `the whole file: Array is not an object with some of the keys ${keys}`,
    '{"Title": "x"}': `Title: unknown key; expected an object with some of the keys ${keys}`,
    '{"__proto__": 1}': `__proto__: unknown key; expected an object with some of the keys ${keys}`,
    '{"cases": {"a": {"prompts": []}}}': `cases.a.prompts: unknown key; expected an object with some of the keys ${ofCase}`,
    '{"points": 1e400}': `points: Infinity is not ${decimal}`,
    '{"environment": []}': 'environment: Array is not an object with the names of variables as keys',
    '{"environment": {"A=B": "x"}}': `environment.A=B: "A=B" is not ${variableName}`,
    '{"environment": {"A": "\\u0000"}}': 'environment.A: "\0" is not a string without NUL',
    '{"arguments": ["x", 1]}': 'arguments.1: 1 is not a string',
    '{"tolerances": ["crlf", 7]}': 'tolerances.1: 7 is not a string',
    '{"alternatives": {"one": ["two\\n"]}}': 'alternatives.one.0: "two\n" is not a line of text',
    '{"alternatives": {"on e": []}}': 'alternatives: no golden has "on e"',
    '{"cases": {"b": {}}}': 'cases.b: there is no case of this name',
    '{"title": 1, "prompts": [""]}':
      'title: 1 is not a string\n/suite.json: prompts.0: "" is not a non-empty text',
  };
  test('is refused for keys that it does not know, and values of no kind', async () => {
    for (const [text, message] of Object.entries(refused))
      assert.is(await refusal({...ONE, 'suite.json': text}), `/suite.json: ${message}`, text);
  });

  test('that is not JSON is refused, with the place', async () => {
    for (const [text, place] of Object.entries({
      '': '1:1',
      '{\n "points": 2,\n}': '3:1',
      '{\n "a": 2': '2:8',
    })) {
      const start = `/suite.json:${place}: not JSON: `;
      assert.is((await refusal({...ONE, 'suite.json': text})).slice(0, start.length), start);
    }
  });
});
