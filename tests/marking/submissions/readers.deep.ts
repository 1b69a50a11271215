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
import {mainClassOf, planOf} from '../../../src/marking/submissions/launch-plan.js';
import {divided, submittersIn} from '../../../src/marking/submissions/people.js';
import {interpreterIn} from '../../../src/marking/submissions/tools.js';
import {suite} from '../../support/suite.js';
import {inTemporaryFolder} from '../../support/temporary-folder.js';

const MIB = 1024 ** 2;

/** 1 MiB of each of these signs, over and over. */
const many = (...signs: readonly string[]): string[] =>
  signs.map((one) => one.repeat(Math.ceil(MIB / one.length)));

const WHITE = ['\n', ' ', '\t', ' \n', '\r\n'];
const WORDS = ['int', 'main', 'static', 'final', 'void', 'fn', 'func', 'if', '__name__', 'require.'];

suite('1 MiB of their own signs', (test) => {
  test('finds no class in a package', () =>
    inTemporaryFolder((folder) => {
      for (const text of many(...WHITE, 'package ', 'package\t\n', 'package a.', 'a.', '.', ';')) {
        writeFileSync(join(folder, 'Main.java'), text);
        assert.is(mainClassOf(join(folder, 'Main.java')), 'Main');
      }
    }));

  for (const {name, endings, main} of LANGUAGES.filter((one) => one.main !== null))
    test(`makes no main file of ${name}`, () =>
      inTemporaryFolder((folder) => {
        for (const text of many(
          ...WHITE,
          ...WORDS,
          ...WORDS.flatMap((word) => WHITE.map((one) => word + one)),
        ))
          assert.is(main?.test(text), name === 'haskell' && /^main(?!main)/.test(text));
        mkdirSync(join(folder, 'src'));
        for (const file of ['a', 'b'])
          writeFileSync(join(folder, `src/${file}${endings[0]}`), ' '.repeat(MIB));
        assert.ok(planOf(folder, {compile: null, files: [], shown: null}));
      }));

  test('is cut from the words of a compiler', () => {
    for (const text of many('/', 'x/', '/cc', ':', ' ', 'error: ', '/ccAbCdEf.o ', 'undefined reference to '))
      assert.ok(wordsOfCompiler(Buffer.from(text)).length < 2 * MIB);
  });

  test('names nobody, in metadata and in names of files', () => {
    const signs = [...'\n[{"\'!?:#\t |', '&a ', '- ', ': ', '  - :name: "\n', '  - [\n'];
    for (const text of many(...signs))
      for (const start of ['', 'submission_1:\n  :submitters:\n', 'submission_1:\n  :submitters:\n  - '])
        assert.ok(submittersIn(start + text).size < 2);
    for (const name of many(
      '_',
      '_1',
      '1',
      'a_1_',
      '_assignsubmission_',
      'submission_',
      '_LATE',
      'anon_',
      '\0',
    )) {
      assert.is(divided([{name, kind: 'program'}]).people.length, 1);
      assert.ok(shownName(name).length >= MIB);
    }
  });

  test('is no first line', () => {
    for (const text of many(' ', '\t', '\r', '#!', '/', '-S '))
      assert.ok((interpreterIn(Buffer.from(`#!${text}`)) ?? []).length <= MIB);
  });
});
