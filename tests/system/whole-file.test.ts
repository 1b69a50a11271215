import {chmodSync, chownSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {writeWhole} from '../../src/system/whole-file.js';
import {isRoot} from '../support/command.js';
import {suiteInFolder} from '../support/temporary-folder.js';

suiteInFolder('a file that is written whole', (test) => {
  test('appears with nothing beside it', (folder) => {
    const path = join(folder, 'x'.repeat(255));
    writeWhole(path, ['one', '', ' two']);
    assert.is(readFileSync(path, 'utf8'), 'one two');
    assert.equal(readdirSync(folder).length, 1);
    assert.is(statSync(path).mode & 0o777, 0o666 & ~process.umask());
  });

  test('replaces the old one, keeps its mode and owner, and is private until then', (folder) => {
    const path = join(folder, 'x');
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    if (isRoot) chownSync(path, 65533, 65533);
    const old = statSync(path);
    function* whilePrivate(): Iterable<string> {
      const [beside = ''] = readdirSync(folder).filter((name) => name !== 'x');
      assert.is(statSync(join(folder, beside)).mode & 0o777, 0o600);
      yield 'new';
    }
    writeWhole(path, whilePrivate());
    assert.is(readFileSync(path, 'utf8'), 'new');
    const {ino, mode, uid, gid} = statSync(path);
    assert.is.not(ino, old.ino);
    assert.equal([mode, uid, gid], [old.mode, old.uid, old.gid]);
  });

  test('is written where a link leads, even if nothing is there yet', (folder) => {
    symlinkSync('to', join(folder, 'from'));
    for (const text of ['one', 'two']) {
      writeWhole(join(folder, 'from'), [text]);
      assert.is(readFileSync(join(folder, 'to'), 'utf8'), text);
    }
    assert.equal(readdirSync(folder).sort(), ['from', 'to']);
  });

  test('stays as it was after an error, with nothing beside it', (folder) => {
    const path = join(folder, 'x');
    writeFileSync(path, 'old');
    function* failing(): Iterable<string> {
      yield 'half';
      throw new Error('full');
    }
    assert.throws(() => writeWhole(path, failing()), 'full');
    assert.is(readFileSync(path, 'utf8'), 'old');
    assert.throws(() => writeWhole(join(folder, 'y'), failing()), 'full');
    assert.equal(readdirSync(folder), ['x']);
  });

  test('is appended to if it is a device, even behind a link', (folder) => {
    symlinkSync('/dev/full', join(folder, 'full'));
    assert.throws(() => writeWhole(join(folder, 'full'), ['x']), /ENOSPC/);
    writeWhole('/dev/null', ['x']);
    assert.ok(statSync('/dev/null').isCharacterDevice());
    assert.equal(readdirSync(folder), ['full']);
  });
});
