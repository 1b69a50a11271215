/*
 * Readers of what students hand in, each on 1 MiB of the signs that it looks for. One whose work grows with the square of
 * that takes minutes, and the run ends this file.
 */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {wordsOfCompiler} from '../../../src/marking/submissions/compiling.js';
import {shownName} from '../../../src/marking/submissions/handed-in.js';
import {LANGUAGES} from '../../../src/marking/submissions/languages.js';
import {fitsPattern, mainClassOf, planOf} from '../../../src/marking/submissions/launch-plan.js';
import {divided, submittersIn} from '../../../src/marking/submissions/people.js';
import {interpreterIn} from '../../../src/marking/submissions/tools.js';
import {suite} from '../../support/suite.js';
import {inTemporaryFolder} from '../../support/temporary-folder.js';

const MIB = 1024 ** 2;

/** 1 MiB of a few signs, over and over. */
const many = (signs: string): string => signs.repeat(Math.ceil(MIB / signs.length));

const WHITE = ['\n', ' ', '\t', ' \n', '\r\n'];

suite('1 MiB of their own signs', (test) => {
  test('finds no class in a package', () =>
    inTemporaryFolder((folder) => {
      const file = join(folder, 'Main.java');
      for (const signs of [...WHITE, 'package ', 'package\t\n', 'package a.', 'a.', '.', ';']) {
        writeFileSync(file, many(signs));
        assert.is(mainClassOf(file), 'Main');
      }
      writeFileSync(file, '/* By Ann. */\r\n\n  package one.two ;\r\n');
      assert.is(mainClassOf(file), 'one.two.Main');
    }));

  for (const {name, endings, main} of LANGUAGES.filter((one) => one.main !== null)) {
    test(`makes no main file of ${name}`, () =>
      inTemporaryFolder((folder) => {
        const words = ['int', 'main', 'static', 'final', 'void', 'fn', 'func', 'if', '__name__', 'require.'];
        const all = [...WHITE, ...words, ...words.flatMap((word) => WHITE.map((one) => word + one))];
        for (const signs of all)
          assert.is(main?.test(many(signs)), name === 'haskell' && /^main(?!main)/.test(many(signs)));
        mkdirSync(join(folder, 'src'));
        for (const file of ['a', 'b']) writeFileSync(join(folder, `src/${file}${endings[0]}`), many(' '));
        assert.ok(planOf(folder, {compile: null, files: [], shown: null}));
      }));
  }

  test('is cut from the words of a compiler', () => {
    for (const signs of [
      '/',
      'x/',
      '/cc',
      'cc',
      ':',
      ' ',
      'error: ',
      'ccAbCdEf.o',
      '/ccAbCdEf.o ',
      'undefined reference to ',
    ])
      assert.ok(wordsOfCompiler(Buffer.from(many(signs)), ['/x', '/']).length < 2 * MIB);
    const said =
      "/usr/bin/ld: /tmp/ccAbCdEf.o: in function `f':\n(/tmp/ccAbCdEf.ltrans.o): error\n/x/y.c:1: no\n";
    assert.is(
      wordsOfCompiler(Buffer.from(said), ['/x']),
      "/usr/bin/ld: program.o: in function `f':\n(program.ltrans.o): error\ny.c:1: no",
    );
  });

  test('names nobody in metadata', () => {
    const block = 'submission_1:\n  :submitters:\n';
    const signs = [...'\n[{"\'!?:#\t |', '&a ', '*a ', '- ', ': ', '  - :name: "\n'];
    for (const one of signs)
      for (const text of [
        many(one),
        block + many(one),
        `${block}  - ${many(one)}`,
        block + many(`  - ${one}\n`),
      ])
        assert.ok(submittersIn(text).size < 2);
    const folders = Array.from(
      {length: 20_000},
      (_, index) => `submission_${index}:\n  :submitters:\n  - :name: Ann\n`,
    );
    assert.is(submittersIn(folders.join('')).size, folders.length);
  });

  test('is a name of nobody', () => {
    for (const signs of [
      '_',
      '_1',
      '1',
      'a_1_',
      '_assignsubmission_',
      'submission_',
      '_LATE',
      'anon_',
      '\0',
    ]) {
      const name = many(signs);
      assert.is(divided([{name, kind: 'program'}]).people.length, 1);
      assert.ok(shownName(name).length >= MIB);
    }
  });

  test('is no first line', () => {
    for (const signs of [' ', '\t', '\r', '#!', '/', '-S '])
      assert.ok((interpreterIn(Buffer.from(`#!${many(signs)}`)) ?? []).length <= MIB);
  });
});

suite('a pattern of names', (test) => {
  test('has * for any characters, and no other sign', () => {
    const rows: readonly (readonly [pattern: string, fits: string, not: string])[] = [
      ['a.py', 'a.py', 'aXpy'],
      ['*.py', '.py', 'a.pyc'],
      ['a*a', 'aa', 'a'],
      ['a*b*c', 'abbc', 'acb'],
      ['(a)*.c', '(a)1.c', 'a1.c'],
    ];
    for (const [pattern, fits, not] of rows)
      assert.equal([fitsPattern(fits, pattern), fitsPattern(not, pattern)], [true, false], pattern);
  });
});
