import {execFileSync} from 'node:child_process';
import {rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {formatPoints} from '../../../src/marking/results/points.js';
import {casesOf, loadFixtures} from '../../../src/marking/suites/fixtures.js';
import {latin1} from '../../support/bytes.js';
import {
  casesAt,
  complaint,
  type Files,
  inFolder,
  load,
  namesOf,
  ONE,
  refusal,
} from '../../support/fixture-folders.js';
import {suite} from '../../support/suite.js';
import {inTemporaryFolder} from '../../support/temporary-folder.js';

suite('fixtures', (test) => {
  test('are cases with their bytes, and defaults for everything else', () =>
    inFolder({'a.in': '\0\xff\r\n', 'a.out': 'one \n\n'}, (folder) => {
      const [one, ...others] = loadFixtures(folder);
      assert.ok(one !== undefined && others.length === 0);
      assert.is(latin1(one.input), '\0\xff\r\n');
      assert.is(latin1(one.expected), 'one \n\n');
      const {inputFile, expectedFile, points, input, expected, ...said} = one;
      assert.equal([inputFile, expectedFile], [join(folder, 'a.in'), join(folder, 'a.out')]);
      assert.is(formatPoints(points), '1');
      const texts = {
        name: 'a',
        number: 1,
        folder: '',
        suite: folder.split('/').at(-1),
        title: 'a',
        about: null,
        section: null,
        prompt: '\n> ',
      };
      const plain = {status: null, arguments: [], visibility: 'public', limits: {}, tolerances: []};
      const files = {environment: {}, files: [], expectedFiles: []};
      assert.equal(said, {
        ...texts,
        ...plain,
        ...files,
        skipAfterFailure: false,
        isMerged: false,
        group: 'sum',
        expectedErrors: null,
        checker: null,
      });
    }));

  test('come folder by folder, each sorted by name', async () => {
    const cases = await load(casesAt('z B a a-2 a2 a.b 10 9 s/z s/a s/t/x S/x b/x'));
    assert.is(namesOf(cases), '10 9 B a a-2 a.b a2 z S/x b/x s/a s/z s/t/x');
  });

  test('ignore README.md and names that begin with a dot', async () => {
    const others = {'README.md': '', '.DS_Store': '', '.git/x': '', 'b/.x': ''};
    assert.is(namesOf(await load({...casesAt('a b/c'), ...others})), 'a b/c');
  });

  test('take their title from their folder, however its path is written', () =>
    inFolder({'s/t/a.in': '', 's/t/a.out': ''}, (folder) => {
      assert.is(loadFixtures(folder)[0]?.suite, 's/t');
      assert.is(loadFixtures(join(folder, 's/t/'))[0]?.suite, 't');
      assert.is(loadFixtures(`${folder}/s/t/.`)[0]?.suite, 't');
    }));

  test('may lack outputs that are yet to be made, but not inputs', async () => {
    const files = {'a.in': '1', 'b.in': '2', 'b.out': 'x'};
    const cases = await inFolder(files, (folder) => loadFixtures(folder, 'not yet'));
    assert.is(cases.map(({expected}) => latin1(expected)).join(), ',x');
    assert.is(await refusal({'a.out': ''}, 'not yet'), '/a.in: missing');
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

  test('demand an exit status from 0 to 255', async () => {
    for (const text of ['0', '0\n', '7\n', '255', '007']) {
      assert.is((await load({...ONE, 'a.status': text}))[0]?.status, Number(text), text);
    }
    for (const text of '|\n|256|-1|1 | 1|1\r\n|1\n\n|one|0x1|1.0|1e2|0001|\xb2'.split('|')) {
      const message = `/a.status: ${JSON.stringify(text)} is not a number from 0 to 255, nonzero or any`;
      assert.is(await refusal({...ONE, 'a.status': text}), message);
    }
  });
});

suite('fixtures that are wrong', (test) => {
  const stray = 'belongs to no case: a case is NAME.in, NAME.out and optionally NAME.err and NAME.status';
  const none = 'no cases in it: a case is NAME.in and NAME.out';
  const refused: readonly (readonly [fact: string, files: Files, message: string])[] = [
    ['an output without input', {...ONE, 'b.out': ''}, '/b.in: missing'],
    ['an input without output', {...ONE, 'b.in': ''}, '/b.out: missing'],
    ['two goldens', {...ONE, 'a.ans': 'one\n'}, '/a.ans: the case has a.out too: keep one of them'],
    ['an answer without input', {...ONE, 'b.ans': ''}, '/b.in: missing'],
    ['a status alone', {...ONE, 'b.status': '0'}, '/b.in: missing\n/b.out: missing'],
    ['twins', {...ONE, 'b.in': '1\n', 'b.out': ''}, '/b.in: the same input as a.in'],
    ['a misspelt extension', {...ONE, 'a.stat': ''}, `/a.stat: ${stray}`],
    ['an extension in capitals', {...ONE, 'b.IN': '', 'b.OUT': ''}, `/b.IN: ${stray}\n/b.OUT: ${stray}`],
    ['a misspelt suite', {...ONE, 'Suite.json': '{}'}, `/Suite.json: ${stray}`],
    ['an empty folder', {...ONE, 'b/': ''}, `/b: ${none}`],
    ['folders with nothing but folders', {...ONE, 'b/c/d/': ''}, `/b/c/d: ${none}`],
    ['a folder with a README.md only', {...ONE, 'b/README.md': ''}, `/b: ${none}`],
    ['a suite alone', {...casesAt('s/a'), 'suite.json': '{}'}, '/suite.json: there is no case beside it'],
    ['a folder named like a case', {...ONE, 'b.in/': '', 'b.out': ''}, `/b.in: missing\n/b.in: ${none}`],
    ['several of these', {'b.in': '', 's/c.out': ''}, '/b.out: missing\n/s/c.in: missing'],
  ];
  for (const [fact, files, message] of refused) {
    test(`are refused for ${fact}`, async () => assert.is(await refusal(files), message));
  }

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
      assert.is(complaint(folder), `${suiteJson}: it is a FIFO, not a regular file`);
      rmSync(suiteJson);
      const lines = ['a.status: it is a FIFO', 'b.out: it is a FIFO', 'c.in: it is a device'];
      const message = lines.map((line) => `${join(folder, line)}, not a regular file`).join('\n');
      assert.is(complaint(folder), message);
    }));

  test('are refused for a name that is not UTF-8', () =>
    inFolder({...ONE, '\ufffd.in': '', '\ufffd.out': ''}, (folder) => {
      assert.is(loadFixtures(folder).length, 2);
      writeFileSync(Buffer.from(`${folder}/caf\xe9.in`, 'latin1'), '');
      assert.is(complaint(folder), `${folder}/caf\ufffd.in: its name is not UTF-8`);
    }));

  test('are refused for a link to a folder, which would be missed', () =>
    inFolder({...ONE, 's/b.in': '', 's/b.out': ''}, (folder) => {
      symlinkSync('s', join(folder, 'linked'));
      assert.is(complaint(folder), `${join(folder, 'linked')}: ${stray}`);
    }));

  test('that are empty are refused', () =>
    inTemporaryFolder((folder) => {
      assert.is(complaint(folder), `${folder}: ${none}`);
    }));
});

suite('suite.json', (test) => {
  test('that does not hold is the only thing to be told of what depends on it', async () => {
    const said = {arguments: [], files: ['data/x.txt'], checker: {program: 'check.py'}, points: -1};
    const files = {
      ...casesAt('a'),
      'b.in': 'a',
      'b.out': '',
      'check.py': '',
      'data/x.txt': '',
      'c.files/y': '',
    };
    const inner = {...casesAt('s/a'), 's/t.txt': '', 's/suite.json': '{"status": 300}'};
    const message = await refusal({...files, ...inner, 'suite.json': JSON.stringify(said)});
    assert.equal(message.split('\n'), [
      '/suite.json: points: -1 is not a decimal number, such as 0.5 or "0.5"',
      '/s/suite.json: status: 300 is not a number from 0 to 255, "nonzero" or "any"',
    ]);
  });

  const decimal = 'a decimal number, such as 0.5 or "0.5"';
  const limits = 'an object with some of the keys wall, cpu, memory, output, disk, processes';
  const ofCase =
    'title, arguments, environment, files, points, visibility, status, stderr, limits, tolerances, about, section, checker';
  const variable = (reason: string): string => `a variable that can be set: it is the one ${reason}`;
  /** For each key: what its value must be, and values that are refused. */
  const values: Readonly<Record<string, readonly [expected: string, values: string]>> = {
    title: ['a string', '5 | null | true'],
    about: ['a line of text', '5 | null | ""'],
    section: ['a line of text', '2.1 | ""'],
    prompt: ['a string', '5 | null'],
    arguments: ['a list of strings', '"x" | 5 | null'],
    points: [decimal, '-0.5 | 1e-7 | "1,5" | "-1" | "" | "1e3" | "0.1 " | true | null'],
    visibility: ['"public" or "hidden"', '"secret" | "Public" | 1 | null'],
    status: ['a number from 0 to 255, "nonzero" or "any"', '256 | -1 | 1.5 | "0" | true | null'],
    limits: [limits, '5 | "x" | null'],
    'limits.wall': ['a number from 0.01 to 1000000', '0 | -1 | 1000001 | "2" | null'],
    'limits.cpu': ['a number from 0.01 to 1000000', '0 | -0.5 | 1e+30 | 1e-7 | "2" | null'],
    'limits.memory': ['a whole number from 1 to 16777216', '0 | 1.5 | 99999999999 | "64" | null'],
    'limits.output': ['a whole number from 1 to 16384', '0 | 1.5 | -1 | 16385 | null'],
    'limits.processes': ['a whole number from 1 to 1000000', '0 | 1.5 | 1000001 | true | null'],
    tolerances: ['a list of tolerances', '"crlf" | 5 | null'],
    skipAfterFailure: ['true or false', '0 | "true" | null'],
    'environment.A': ['a string', '5 | null'],
    'environment.PATH': [variable('by which programs are found'), '"/bin"'],
    'environment.HOME': [variable('which says where a program works'), '""'],
    'environment.FIVEDICE_CASE': [variable('by which the processes of a program are found'), '""'],
    'environment.IFS': [variable('which the shell that starts programs keeps for itself'), '""'],
    'environment.BASH_VERSINFO': [variable('which the shell that starts programs keeps for itself'), '""'],
    'cases.a': [`an object with some of the keys ${ofCase}`, '5 | "x" | null'],
    'cases.a.limits': [limits, '5'],
    'cases.a.limits.wall': ['a number from 0.01 to 1000000', '0'],
    'cases.a.arguments': ['a list of strings', '5'],
    'cases.a.tolerances': ['a list of tolerances', '5'],
    'cases.a.title': ['a string', '5 | null'],
    'cases.a.points': [decimal, '-0.5 | null'],
    'cases.a.visibility': ['"public" or "hidden"', '"secret"'],
    'cases.a.status': ['a number from 0 to 255, "nonzero" or "any"', '300'],
  };
  for (const [key, [expected, wrong]] of Object.entries(values)) {
    test(`demands ${expected} for ${key}`, async () => {
      for (const value of wrong.split(' | ')) {
        const names = key.split('.');
        const text = names.reduceRight((inner, name) => `{"${name}": ${inner}}`, value);
        const said = await refusal({...ONE, 'suite.json': text});
        // Of a variable, the name is wrong.
        const found = expected.startsWith('a variable') ? `"${names.at(-1)}"` : value;
        assert.is(said, `/suite.json: ${key}: ${found} is not ${expected}`);
      }
    });
  }

  const keys = `${ofCase}, prompt, skipAfterFailure, group, compile, run, cases`;
  const objectKeys = 'as keys, which cannot be __proto__, prototype, constructor';
  const variableName = 'a name of letters, digits and underscores, with no digit first';
  const names =
    'is not an object with the names of cases as keys, which cannot be __proto__, prototype, constructor';
  const list = 'final-newline, crlf, trailing-space, blank-lines, space, case, only CHARS';
  /** Messages by the text of the file. */
  const refused: Readonly<Record<string, string>> = {
    '[]': `the whole file: Array is not an object; its keys are ${keys}`,
    null: `the whole file: null is not an object; its keys are ${keys}`,
    '"x"': `the whole file: "x" is not an object; its keys are ${keys}`,
    '{"Title": "x"}': `Title: unknown key of an object; its keys are ${keys}`,
    '{"__proto__": 1}': `__proto__: unknown key of an object; its keys are ${keys}`,
    '{"toString": 1}': `toString: unknown key of an object; its keys are ${keys}`,
    '{"limits": {"time": 1}}':
      'limits.time: unknown key of an object with some of the keys wall, cpu, memory, output, disk, processes',
    '{"cases": {"a": {"prompt": "> "}}}': `cases.a.prompt: unknown key of an object with some of the keys ${ofCase}`,
    '{"limits": []}': `limits: Array is not ${limits}`,
    '{"limits": {"wall": 1e400}}': 'limits.wall: Infinity is not a number from 0.01 to 1000000',
    '{"about": "two\\nlines"}': 'about: "two\nlines" is not a line of text',
    '{"section": "\\u001b[2J"}': 'section: "\x1b[2J" is not a line of text',
    '{"points": 1e400}': `points: Infinity is not ${decimal}`,
    '{"cases": {"a": {"points": -25}}}': `cases.a.points: -25 is not ${decimal}`,
    '{"environment": []}': `environment: Array is not an object with the names of variables ${objectKeys}`,
    '{"environment": {"__proto__": "x"}}': `environment: Object is not an object with the names of variables ${objectKeys}`,
    '{"environment": {"A=B": "x"}}': `environment.A=B: "A=B" is not ${variableName}`,
    '{"environment": {"": "x"}}': `environment.: "" is not ${variableName}`,
    '{"environment": {"2B": "x"}}': `environment.2B: "2B" is not ${variableName}`,
    '{"environment": {"A": "\\u0000"}}':
      'environment.A: "\0" is not a string of at most 100000 bytes, without NUL',
    '{"arguments": ["x", 1]}': 'arguments.1: 1 is not a string',
    '{"tolerances": ["crlf", "X"]}': `tolerances.1: "X" is not a tolerance: "X" is not a tolerance: ${list}`,
    '{"tolerances": [7]}': 'tolerances.0: 7 is not a string',
    '{"cases": []}': `cases: Array ${names}`,
    '{"cases": {"constructor": {}}}': `cases: Object ${names}`,
    '{"cases": {"__proto__": {}}}': `cases: Object ${names}`,
    '{"cases": {"b": {}}}': 'cases.b: there is no case of this name',
    '{"cases": {"a.in": {}}}': 'cases.a.in: there is no case of this name',
    '{"title": 1, "prompt": 2}': 'title: 1 is not a string\n/suite.json: prompt: 2 is not a string',
  };
  for (const [text, message] of Object.entries(refused)) {
    test(`${text} is refused`, async () => {
      assert.is(await refusal({...ONE, 'suite.json': text}), `/suite.json: ${message}`);
    });
  }

  const placed: Readonly<Record<string, string>> = {
    '{\n"title": "x",\n"cases": {\n"a": {\n"limits": {"wall": 0}}}}':
      '5: cases.a.limits.wall: 0 is not a number from 0.01 to 1000000',
    '{\n"tolerances": [\n7]}': '2: tolerances.0: 7 is not a string',
    '{\n "points": 2,\n}': '3:1: not JSON: Expected double-quoted property name',
    '{\n "points": 2': "2:13: not JSON: Expected ',' or '}' after property value",
  };
  for (const [text, message] of Object.entries(placed)) {
    test(`${JSON.stringify(text)} is refused with its line`, async () => {
      assert.is(
        (await refusal({...ONE, 'suite.json': text})).slice(0, 12 + message.length),
        `/suite.json:${message}`,
      );
    });
  }

  const duplicates: Readonly<Record<string, string>> = {
    '{"title": "x",\n"title": "x"}': 'title: given twice, on lines 1 and 2',
    '{"cases": {\n"a": {"points": 0.1},\n\n"a": {}}}': 'cases.a: given twice, on lines 2 and 4',
    '{"cases": {"a": {"status": 0, "\\u0073tatus": 1}}}': 'cases.a.status: given twice, on lines 1 and 1',
    '{"arguments": [1, {"\\"": [{}], "\\"": 2}]}':
      'arguments.1.": given twice, on lines 1 and 1\n/suite.json: arguments.0: 1 is not a string\n/suite.json: arguments.1: Object is not a string',
  };
  for (const [text, message] of Object.entries(duplicates)) {
    test(`${text} is refused, since only the last would count`, async () => {
      assert.is(await refusal({...ONE, 'suite.json': text}), `/suite.json: ${message}`);
    });
  }

  test('has no more arguments than the system lets a program have', async () => {
    const some = (count: number, length: number): string =>
      JSON.stringify({arguments: Array.from({length: count}, () => 'x'.repeat(length))});
    assert.is((await load({...ONE, 'suite.json': some(9, 100_000)})).length, 1);
    const one = await refusal({...ONE, 'suite.json': some(1, 100_001)});
    assert.match(
      one,
      /^\/suite\.json: arguments\.0: "x+" is not a string of at most 100000 bytes, without NUL$/,
    );
    const all = await refusal({...ONE, 'suite.json': some(1000, 1000)});
    assert.is(all, '/suite.json: arguments: Array is not a list of at most 1000000 bytes in all');
  });

  test('has no longer variable than the system lets a program have, with its name', async () => {
    const said = (name: number, value: number): string =>
      JSON.stringify({environment: {['A'.repeat(name)]: 'x'.repeat(value)}});
    assert.is((await load({...ONE, 'suite.json': said(40_000, 59_999)})).length, 1);
    const problem = 'one whose variables have at most 100000 bytes each, with their names';
    assert.is(
      await refusal({...ONE, 'suite.json': said(40_000, 60_000)}),
      `/suite.json: environment: Object is not ${problem}: ${'A'.repeat(40)}`,
    );
  });

  test('that is not JSON is refused', async () => {
    for (const text of ['', '{', '{"title": "x",}', "{'title': 1}", '// x\n{}', '{} {}']) {
      assert.match(await refusal({...ONE, 'suite.json': text}), /^\/suite\.json:\d+:\d+: not JSON: ./, text);
    }
  });
});

suite('the names of cases', (test) => {
  test('are sorted and unique, and files without a case are listed', () => {
    const files = 'b.out a.in b.in a.b.in x.txt suite.json README.md .x c.status'.split(' ');
    const found = casesOf(files);
    assert.equal(found, {stems: ['a', 'a.b', 'b', 'c'], strays: ['x.txt']});
  });
});
