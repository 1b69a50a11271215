/* Programs and folders of a marker that was killed, and folders that take long to remove. */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import {createInterface} from 'node:readline';
import * as assert from 'uvu/assert';
import {folderPrefix, foldersOfTheDead} from '../../src/running/marker-folder.js';
import {userEnvironment} from '../support/command.js';
import {processesWith, until} from '../support/processes.js';
import {ROOT} from '../support/readme.js';
import {suiteInFolder} from '../support/temporary-folder.js';

interface Marker {
  readonly process: ChildProcess;
  readonly folder: string;
}

/** Starts a marker whose program, which nobody else has, is running when this returns. */
async function startMarker(mode: string, temporary: string, program: string): Promise<Marker> {
  const line = `echo begun; setsid -f ${program}; ${program}`;
  const env = {...userEnvironment(), TMPDIR: temporary};
  const marker = spawn('node', ['--import', 'tsx', 'tests/support/marker.ts', mode, line], {
    ...{cwd: ROOT, env},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [folder] = await once(createInterface(marker.stdout), 'line');
  // The words of the program stand in the command lines of the marker, of its sandbox and of its shell, too.
  await until(() => processesWith(program.replace(' ', '\0')).length === 2, 'it never runs');
  return {process: marker, folder};
}

suiteInFolder('after a marker that was killed', (test) => {
  test.needs('bubblewrap')(
    'sandbox: its programs end, and the next removes its folder',
    async (temporary) => {
      const program = `sleep 99.${process.pid}`;
      const dead = await startMarker('sandbox', temporary, program);
      dead.process.kill('SIGKILL');
      await until(() => processesWith(program.replace(' ', '\0')).length === 0, 'they never end');
      const living = await startMarker('sandbox', temporary, `sleep 97.${process.pid}`);
      await until(() => !existsSync(dead.folder), 'the folder never goes');
      const next = await startMarker('sandbox', temporary, `sleep 96.${process.pid}`);
      assert.ok(existsSync(living.folder));
      for (const one of [living, next]) one.process.kill('SIGKILL');
    },
  );

  test('folders of the dead are those of this machine whose marker does not run', (temporary) => {
    const own = folderPrefix();
    const dead = own.replace(/-\d+-$/, '-1-');
    const names = [`${own}living`, `${dead}a`, dead.replace(/-.*?-/, '-0-'), 'fivedice-else', 'else'];
    for (const name of names) mkdirSync(join(temporary, name));
    assert.equal(
      foldersOfTheDead(temporary).map((path) => basename(path)),
      [`${dead}a`],
    );
  });
});
