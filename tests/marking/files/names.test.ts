import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {copyRenamed, nameShownAs, pathIn, quoteBytes, shownName} from '../../../src/marking/files/names.js';
import {latin1} from '../../support/bytes.js';
import {dealer} from '../../support/random.js';
import {suite} from '../../support/suite.js';
import {inTemporaryFolder} from '../../support/temporary-folder.js';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

suite('the name of a file in reports', (test) => {
  const names: readonly (readonly [name: Buffer, shown: string])[] = [
    [bytes('prog.c'), 'prog.c'],
    [Buffer.from("José's  東 \\ $x.c"), "José's  東 \\ $x.c"],
    [bytes('Jos\xe9.c'), 'Jos\\xe9.c'],
    [bytes('\xff\xc3'), '\\xff\\xc3'],
    [bytes('a\nb\t\x1b[2J\x7f'), 'a\\x0ab\\x09\\x1b[2J\\x7f'],
    [Buffer.from('\u0085\u2028'), '\\xc2\\x85\\xe2\\x80\\xa8'],
    [bytes('Jos\\xe9.c'), 'Jos\\x5cxe9.c'],
    [bytes('\\xE9 \\xe \\\\n'), '\\xE9 \\xe \\\\n'],
  ];
  for (const [name, shown] of names) {
    test(`is ${shown}`, () => {
      assert.is(shownName(name), shown);
      assert.equal(nameShownAs(shown), name);
    });
  }

  test('is never that of two names', () => {
    const {number, oneOf} = dealer(1);
    const parts = ['\\', 'x', 'e9', '\xe9', '\xc3', '\xa9', '5c', '\n', 'a'] as const;
    for (let round = 0; round < 2000; round += 1) {
      const name = bytes(Array.from({length: number(1, 8)}, () => oneOf(parts)).join(''));
      assert.equal(nameShownAs(shownName(name)), name, latin1(name));
    }
  });
});

suite('a quoted name', (test) => {
  test('is one line, from which bash reads the same bytes', async () => {
    for (const name of [
      'plain',
      'a b',
      "it's",
      '$x`y`"\\',
      '-n',
      'a\nb\n',
      'Jos\xe9\\',
      "\x01\x7f'\xff\xc3\xa9",
      '\n0',
    ]) {
      const quoted = quoteBytes(bytes(name));
      assert.not.match(quoted, /[^ -~]/);
      const {stdout} = await execa('bash', ['-c', `printf %s ${quoted.replace(/^-/, '"" -')}`], {
        encoding: 'buffer',
        stripFinalNewline: false,
      });
      assert.is(latin1(stdout), name, quoted);
    }
  });
});

suite('a copy under a name that programs can be given', (test) => {
  test('has what the file or the folder has', () =>
    inTemporaryFolder((root) => {
      const folder = pathIn(root, bytes('d\xe9'));
      mkdirSync(folder);
      for (const name of ['p\xe9.c', 'h\xe9.h', 'plain'])
        writeFileSync(Buffer.concat([folder, bytes(`/${name}`)]), name, 'latin1');
      const copy = copyRenamed(folder, bytes('d\xe9'), join(root, 'new'), (name) =>
        latin1(name).endsWith('.c'),
      );
      assert.is(copy, join(root, 'new', 'd\\xe9'));
      // A header keeps its name, because the source asks for it.
      assert.equal(readdirSync(copy, 'latin1').sort(), ['h\xe9.h', 'p\\xe9.c', 'plain']);
    }));
});
