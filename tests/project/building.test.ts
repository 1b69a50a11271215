/* A build replaces `dist` while others use it. */
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {replaceFolder} from '../../.build/replace.js';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const SIZE = 200_000;
const FILES = ['a', 'b/c'];

/** Makes new files over and over, and replaces those of a folder. */
const BUILDER = `
  const {mkdirSync, writeFileSync} = require('node:fs');
  const [, name, folder] = process.argv;
  import(process.env.REPLACE).then(({replaceFolder}) => {
    for (let round = 0; round < 100; round += 1) {
      mkdirSync(name + '/b', {recursive: true});
      for (const file of ['a', 'b/c']) writeFileSync(name + '/' + file, name.at(-1).repeat(${SIZE}));
      replaceFolder(name, folder);
    }
  });`;

function write(folder: string, files: readonly string[], letter: string): void {
  mkdirSync(join(folder, 'b'), {recursive: true});
  for (const file of files) writeFileSync(join(folder, file), letter.repeat(SIZE));
}

suite('a folder that is replaced', (test) => {
  test('has each file whole at every moment, although two replace it at once', () =>
    inTemporaryFolder(async (folder) => {
      write(join(folder, 'dist'), FILES, 'o');
      const env = {REPLACE: join(ROOT, '.build/replace.ts')};
      let left = 2;
      const builders = ['x', 'y'].map(async (name) => {
        await execa(
          'node',
          ['--import', 'tsx', '--eval', BUILDER, join(folder, name), join(folder, 'dist')],
          {
            cwd: ROOT,
            env,
          },
        );
        left -= 1;
      });
      const seen = new Set<string>();
      while (left > 0) {
        for (const file of FILES) {
          const text = readFileSync(join(folder, 'dist', file), 'latin1');
          assert.is(text, text.charAt(0).repeat(SIZE));
          seen.add(text.charAt(0));
        }
        await new Promise(setImmediate);
      }
      await Promise.all(builders);
      assert.ok(seen.has('x') && seen.has('y'));
    }));

  test('keeps nothing that is not made any more', () =>
    inTemporaryFolder((folder) => {
      const [made, dist] = [join(folder, 'made'), join(folder, 'dist')];
      write(dist, [...FILES, 'old'], 'o');
      write(made, FILES, 'n');
      replaceFolder(made, dist);
      assert.equal(readdirSync(dist).sort(), ['a', 'b']);
      assert.is(readFileSync(join(dist, 'b/c'), 'latin1').charAt(0), 'n');
    }));
});
