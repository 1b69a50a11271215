import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {isBelow, linksFrom, realPathOf} from '../../src/system/paths.js';
import {readRegularFile} from '../../src/system/regular-file.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

suite('paths', (test) => {
  test('are resolved through linked folders, even if the file does not exist', () =>
    inTemporaryFolder((folder) => {
      mkdirSync(join(folder, 'to'));
      symlinkSync('to', join(folder, 'link'));
      assert.is(realPathOf(join(folder, 'link/new/file')), join(folder, 'to/new/file'));
    }));

  test('of links in a circle end', () =>
    inTemporaryFolder((folder) => {
      for (const [from, to] of ['ab', 'ba']) symlinkSync(to ?? '', join(folder, from ?? ''));
      assert.ok(linksFrom(join(folder, 'a')).length > 1);
    }));

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

suite('a regular file', (test) => {
  test('may have as many bytes as are allowed, and no more', () =>
    inTemporaryFolder((folder) => {
      const path = join(folder, 'x');
      writeFileSync(path, '1234');
      assert.is(readRegularFile(path, 4).toString(), '1234');
      assert.throws(() => readRegularFile(path, 3), /larger than 3 bytes/);
    }));
});
