/* Files that are replaced whole: what they keep, what is never followed, who may replace them. */
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {appendToFile, LARGEST, readIfThere, replaceFile} from '../../src/keeping/game-file.js';
import {UnusableFile} from '../../src/system/file-errors.js';
import {nameBeside, removeLeftovers} from '../../src/system/whole-file.js';
import {isRoot} from '../support/nobody.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

/** What is said of a file that is refused. */
function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof UnusableFile) return error.message;
    throw error;
  }
  return 'it is not refused';
}

/** Does something while new files get the mode that this leaves. */
function withMask<T>(mask: number, work: () => T): T {
  const before = process.umask(mask);
  try {
    return work();
  } finally {
    process.umask(before);
  }
}

const modeOf = (path: string): number => statSync(path).mode & 0o7777;
suite('a file that is replaced', (test) => {
  // Root may write a file that nobody may.
  for (const mode of [0o664, 0o600, 0o644, 0o666, 0o755, ...(isRoot ? [0o400] : [])]) {
    test(`keeps its mode ${mode.toString(8)}, whatever new files get`, () =>
      inTemporaryFolder((folder) => {
        const path = join(folder, 'f');
        writeFileSync(path, 'old');
        chmodSync(path, mode);
        for (const mask of [0o077, 0o000, 0o777]) {
          withMask(mask, () => replaceFile(path, `new ${mask}`));
          assert.is(modeOf(path), mode);
          assert.is(readFileSync(path, 'utf8'), `new ${mask}`);
        }
        assert.equal(readdirSync(folder), ['f']);
      }));
  }

  if (isRoot) {
  }

  test('through a link stays where it is, and so does the link', () =>
    inTemporaryFolder((folder) => {
      mkdirSync(join(folder, 'real'));
      symlinkSync('real/f', join(folder, 'link'));
      symlinkSync('link', join(folder, 'second'));
      for (const text of ['new', 'newer']) {
        replaceFile(join(folder, 'second'), text);
        assert.is(readlinkSync(join(folder, 'second')), 'link');
        assert.is(readlinkSync(join(folder, 'link')), 'real/f');
        assert.is(readFileSync(join(folder, 'real/f'), 'utf8'), text);
        assert.equal(readdirSync(join(folder, 'real')), ['f']);
      }
    }));
});

suite('beside a file', (test) => {
  test('what games that were killed have left is removed, and nothing else', () =>
    inTemporaryFolder((folder) => {
      const [left, other] = [nameBeside(join(folder, 'f')), nameBeside(join(folder, 'g'))];
      const others = [
        other,
        `${left}0`,
        left.slice(0, -1),
        `${left.slice(0, -1)}g`,
        join(folder, 'f'),
      ].sort();
      for (const path of [left, ...others]) writeFileSync(path, '');
      const paths = (): string[] =>
        readdirSync(folder)
          .map((name) => join(folder, name))
          .sort();
      removeLeftovers(join(folder, 'f'));
      assert.equal(paths(), others);
      // A link that somebody planted goes, and what it points to stays; so goes a lock that was not ready.
      symlinkSync(other, left);
      mkdirSync(nameBeside(join(folder, 'f')));
      removeLeftovers(join(folder, 'f'));
      assert.equal(paths(), others);
    }));

  test('no link is followed to add lines: whoever planted it would write to what it points to', () =>
    inTemporaryFolder(async (folder) => {
      const victim = join(folder, 'victim');
      writeFileSync(victim, 'mine');
      for (const [target, path] of [
        ['victim', join(folder, 'link')],
        ['not there', join(folder, 'dangling')],
      ] as const) {
        symlinkSync(target, path);
        assert.is(
          refusalOf(() => appendToFile(path, Buffer.from('x'))),
          `${path}: it is a link`,
        );
      }
      assert.is(readFileSync(victim, 'utf8'), 'mine');
      const pipe = join(folder, 'pipe');
      await execa('mkfifo', [pipe]);
      assert.match(
        refusalOf(() => appendToFile(pipe, Buffer.from('x'))),
        pipe,
      );
      assert.equal(readdirSync(folder).sort(), ['dangling', 'link', 'pipe', 'victim']);
    }));
});

suite('a file that is read', (test) => {
  test('is a plain one, of a size that games have', () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, 'f');
      assert.is(readIfThere(path), null);
      assert.is(readIfThere(join(folder, 'no/f')), null);
      writeFileSync(path, 'text');
      assert.equal(readIfThere(path), Buffer.from('text'));
      truncateSync(path, LARGEST);
      assert.is(readIfThere(path)?.length, LARGEST);
      truncateSync(path, LARGEST + 1);
      assert.match(
        refusalOf(() => readIfThere(path)),
        `${path}: 1048577 bytes are too many`,
      );
      await execa('mkfifo', [join(folder, 'pipe')]);
      for (const other of [folder, join(folder, 'pipe'), '/dev/null', '/dev/full']) {
        assert.is(
          refusalOf(() => readIfThere(other)),
          `${other}: it is not a plain file`,
        );
      }
    }));
});
