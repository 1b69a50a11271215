/*
 * Readers of what students hand in, each on 1 MiB of the signs that it looks for. One whose work grows with the square of
 * that takes minutes, and the run ends this file.
 */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {wordsOfCompiler} from '../../../src/marking/submissions/compiling.js';
import {LANGUAGES} from '../../../src/marking/submissions/languages.js';
import {planOf} from '../../../src/marking/submissions/launch-plan.js';
import {divided, submittersIn} from '../../../src/marking/submissions/people.js';
import {importsIn} from '../../../src/marking/submissions/program.js';
import {sourcesOf} from '../../../src/marking/submissions/sources.js';
import {projectAt, shownName} from '../../../src/marking/submissions/taking.js';
import {interpreterIn} from '../../../src/marking/submissions/tools.js';
import {suiteInFolder} from '../../support/temporary-folder.js';

const MIB = 1024 ** 2;

/** 1 MiB of each of these signs, over and over. */
const many = (...signs: readonly string[]): string[] =>
  signs.map((one) => one.repeat(Math.ceil(MIB / one.length)));

const WHITE = ['\n', ' ', '\t', ' \n', '\r\n'];
const java = LANGUAGES.find(({name}) => name === 'java');
const WORDS = ['int', 'main', 'static', 'final', 'void', 'fn', 'func', 'if', '__name__', 'require.'];

suiteInFolder('1 MiB of their own signs', (test) => {
  test('finds no class in a package', (folder) => {
    const signs = 'package |package\t\n|package a.|a.|.|;|/*|//|"|public |static |class A |{|}'.split('|');
    for (const text of many(...WHITE, ...signs)) {
      writeFileSync(join(folder, 'Main.java'), text);
      const {mainClass} = sourcesOf(projectAt(folder), 'Main.java', java ?? null);
      assert.ok(['Main', 'A'].includes(mainClass));
    }
  });

  test('imports nothing', () => {
    const signs = 'from |import |from a import |require(|require("|"|a, |a.'.split('|');
    for (const text of many(...WHITE, ...signs))
      for (const file of ['a.py', 'a.js']) assert.ok(importsIn(file, text).length <= MIB);
  });

  for (const {name, endings, main} of LANGUAGES.filter((one) => one.main !== null))
    test(`makes no main file of ${name}`, (folder) => {
      const signs = WORDS.flatMap((word) => ['', ...WHITE].map((one) => word + one));
      for (const text of many(...WHITE, ...signs))
        assert.is(main?.test(text), name === 'haskell' && /^main(?!main)/.test(text));
      mkdirSync(join(folder, 'src'));
      for (const file of ['a', 'b']) writeFileSync(join(folder, `src/${file}${endings[0]}`), ' '.repeat(MIB));
      assert.ok(planOf(folder, {compile: null, files: [], usual: null, languages: LANGUAGES, shown: null}));
    });

  test('is cut from the words of a compiler', () => {
    for (const text of many('/', 'x/', '/cc', ':', ' ', 'error: ', '/ccAbCdEf.o ', 'undefined reference to '))
      assert.ok(wordsOfCompiler(Buffer.from(text)).length < 2 * MIB);
  });

  test('names nobody, in metadata and in names of files', () => {
    const signs = [...'\n[{"\'!?:#\t |', '&a ', '- ', ': ', '  - :name: "\n', '  - [\n'];
    for (const text of many(...signs))
      for (const start of ['', 'submission_1:\n  :submitters:\n', 'submission_1:\n  :submitters:\n  - '])
        assert.ok(submittersIn(start + text).size < 2);
    const parts = '_|_1|1|a_1_|_assignsubmission_|submission_|_LATE|anon_|\0'.split('|');
    for (const name of many(...parts)) {
      assert.is(divided([{name, kind: 'file', place: ''}]).owners.length, 1);
      assert.ok(shownName(name).length >= MIB);
    }
  });

  test('is no first line', () => {
    for (const text of many(' ', '\t', '\r', '#!', '/', '-S '))
      assert.ok((interpreterIn(Buffer.from(`#!${text}`)) ?? []).length <= MIB);
  });
});
