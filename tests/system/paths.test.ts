import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {problemWith, UnusableFile} from '../../src/system/file-errors.js';
import {isBelow, linksFrom, realPathOf} from '../../src/system/paths.js';
import {NotRegular, readRegularFile} from '../../src/system/regular-file.js';
import {suite} from '../support/suite.js';
import {suiteInFolder} from '../support/temporary-folder.js';

suiteInFolder('paths', (test) => {
  test('are resolved through linked folders, even if the file does not exist', (folder) => {
    mkdirSync(join(folder, 'to'));
    symlinkSync('to', join(folder, 'link'));
    assert.is(realPathOf(join(folder, 'link/new/file')), join(folder, 'to/new/file'));
  });

  test('of links are followed one by one, and end even in a circle', (folder) => {
    const [file, first, last, circle] = ['file', 'first', 'last', 'circle'].map((name) => join(folder, name));
    for (const [to = '', from = ''] of [
      [file, first],
      [first, last],
      [circle, circle],
    ])
      symlinkSync(to, from);
    assert.equal(linksFrom(last ?? ''), [last, first, file]);
    assert.ok(linksFrom(circle ?? '').length > 1);
  });

  test('are below a folder, unless they leave it', () => {
    for (const [path, is] of [
      ['/a', true],
      ['/a/..b', true],
      ['/a/b/c', true],
      ['/ab', false],
      ['/', false],
    ] as const)
      assert.is(isBelow(path, '/a'), is, path);
  });
});

suite('errors about files', (test) => {
  test('are reasons alone, and name a file once', () => {
    const system = Object.assign(new Error("EACCES: permission denied, open 'x'"), {code: 'EACCES'});
    const known = new UnusableFile('y: it is empty');
    for (const [error, message] of [
      [system, 'x: permission denied'],
      [Object.assign(new Error('ENOENT: …'), {code: 'ENOENT'}), 'x: no such file or folder'],
      [known, known.message],
    ] as const)
      assert.is(problemWith('x', error).message, message);
  });
});

suiteInFolder('a regular file', (test) => {
  test('is no folder and no device', () => {
    for (const [path, message] of [
      ['/', 'it is a folder, not a regular file'],
      ['/dev/null', 'it is not a regular file'],
    ] as const)
      assert.throws(
        () => readRegularFile(path),
        (error: unknown) => error instanceof NotRegular && error.message === message,
      );
  });

  test('may have as many bytes as are allowed, and no more', (folder) => {
    const path = join(folder, 'x');
    writeFileSync(path, '1234');
    assert.is(readRegularFile(path, 4).toString(), '1234');
    assert.throws(() => readRegularFile(path, 3), /larger than 3 bytes/);
  });
});
