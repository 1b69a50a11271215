/* What becomes of programs and folders when the marker is gone, however it ended, and of what takes long to remove. */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import {createInterface} from 'node:readline';
import * as assert from 'uvu/assert';
import {folderPrefix, foldersOfTheDead} from '../../src/running/guardian.js';
import {userEnvironment} from '../support/command.js';
import {MODES, toolsOf, watching} from '../support/observed.js';
import {processesWith, until} from '../support/processes.js';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

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

suite('the guardian', (test) => {
  for (const mode of MODES) {
    for (const signal of ['SIGKILL', 'SIGQUIT'] as const) {
      test.needs(...toolsOf(mode))(`${mode}: ends all programs of a marker that ${signal} ended`, () =>
        inTemporaryFolder(async (temporary) => {
          const program = `sleep 99.${process.pid}`;
          const marker = await startMarker(mode, temporary, program);
          marker.process.kill(signal);
          await until(() => processesWith(program.replace(' ', '\0')).length === 0, 'they never end');
          // Of a sandbox, the next marker removes it.
          if (mode === 'process group')
            await until(() => !existsSync(marker.folder), 'the folder never goes');
        }),
      );
    }
  }

  test('a folder that nobody removed, the next marker removes, but not that of one at work', () =>
    inTemporaryFolder(async (temporary) => {
      const own = folderPrefix();
      const dead = join(temporary, own.replace(/-\d+-$/, '-1-'));
      mkdirSync(dead);
      const living = await startMarker('process group', temporary, `sleep 97.${process.pid}`);
      await until(() => !existsSync(dead), 'the folder never goes');
      const next = await startMarker('process group', temporary, `sleep 96.${process.pid}`);
      assert.ok(existsSync(living.folder));
      for (const one of [living, next]) {
        one.process.kill('SIGKILL');
        await until(() => !existsSync(one.folder), 'the folder never goes');
      }
    }));

  test('folders of the dead are those of this machine whose marker does not run', () =>
    inTemporaryFolder((temporary) => {
      const own = folderPrefix();
      const dead = own.replace(/-\d+-$/, '-1-');
      const names = [`${own}living`, `${dead}a`, dead.replace(/-.*?-/, '-0-'), 'fivedice-else', 'else'];
      for (const name of names) mkdirSync(join(temporary, name));
      assert.equal(
        foldersOfTheDead(temporary).map((path) => basename(path)),
        [`${dead}a`],
      );
    }));

  test('removes many files while the runner goes on', () =>
    watching('process group', async ({sees, runner}) => {
      const make = 'n=0; while [ $n -lt 50000 ]; do : > $n; n=$((n+1)); done; pwd';
      const {stdout} = await sees(make, {limits: {wall: 1000, cpu: 1000}});
      // All of it is still there when the next one runs, or a part.
      assert.is((await sees('ls; echo ok', {owner: 'Bob'})).stdout, 'ok\n');
      await until(() => !existsSync(stdout.trim()), 'the folder never goes');
      assert.ok(existsSync(runner.folder));
    }));
});
