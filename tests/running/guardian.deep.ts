/* What becomes of programs and folders when the marker is gone, however it ended, and of what takes long to remove. */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readdirSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {createInterface} from 'node:readline';
import * as assert from 'uvu/assert';
import {folderPrefix, foldersOfTheDead} from '../../src/running/guardian.js';
import {userEnvironment} from '../support/command.js';
import {compiled} from '../support/compiled.js';
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

/** The guardian is the child with the name of a plain shell. */
function guardianOf({process: {pid}}: Marker): number {
  const found = readdirSync('/proc').filter((name) => {
    try {
      const [, parent] = /\) [A-Z] (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'latin1')) ?? [];
      return parent === String(pid) && readFileSync(`/proc/${name}/cmdline`, 'latin1') === '/bin/sh\0';
    } catch {
      return false;
    }
  });
  assert.is(found.length, 1);
  return Number(found[0]);
}

/**
 * Says that it is ready, and waits until a file is gone. Then it takes too much memory for half a second at least, and
 * for as long as there is another file.
 */
const HOG = `#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int count, char **words) {
  close(creat(words[count - 3], 0600));
  while (access(words[count - 2], F_OK) == 0) usleep(1000);
  char *memory = malloc(256 << 20);
  memset(memory, 1, 256 << 20);
  usleep(500000);
  while (access(words[count - 1], F_OK) == 0) usleep(1000);
  return memory[0] - 1;
}
`;

suite('the guardian', (test) => {
  for (const mode of MODES) {
    for (const signal of ['SIGKILL', 'SIGQUIT'] as const) {
      test.needs(...toolsOf(mode))(`${mode}: ends all programs of a marker that ${signal} ended`, () =>
        inTemporaryFolder(async (temporary) => {
          const program = `sleep 99.${process.pid}`;
          const marker = await startMarker(mode, temporary, program);
          marker.process.kill(signal);
          await until(() => processesWith(program.replace(' ', '\0')).length === 0, 'they never end');
          await until(() => !existsSync(marker.folder), 'the folder never goes');
        }),
      );
    }
  }

  test('namespaces end with their marker, even if the guardian does too', () =>
    inTemporaryFolder(async (temporary) => {
      const program = `sleep 98.${process.pid}`;
      const marker = await startMarker('namespaces', temporary, program);
      const living = await startMarker('process-groups', temporary, `sleep 97.${process.pid}`);
      process.kill(guardianOf(marker), 'SIGKILL');
      marker.process.kill('SIGKILL');
      await until(() => processesWith(program.replace(' ', '\0')).length === 0, 'they never end');
      assert.ok(existsSync(marker.folder));

      // The next marker removes the folder, but not that of one that is at work.
      const next = await startMarker('process-groups', temporary, `sleep 96.${process.pid}`);
      await until(() => !existsSync(marker.folder), 'the folder never goes');
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

  test.needs('gcc')('removes many files while the runner goes on looking', () =>
    inTemporaryFolder(async (folder) => {
      const file = await compiled(HOG);
      const [where, ready] = [join(folder, 'where'), join(folder, 'ready')];
      const make = 'n=0; while [ $n -lt 50000 ]; do : > $n; n=$((n+1)); done';
      await watching(
        'process-groups',
        async ({sees}) => {
          const line = `${make}; pwd > ${where}; while [ ! -e ${ready} ]; do sleep 0.01; done`;
          const many = sees(line, {limits: {wall: 1000, cpu: 1000}});
          await until(
            () => existsSync(where) && readFileSync(where).length > 0,
            'there are never so many files',
          );
          const scratch = readFileSync(where, 'utf8').trim();
          // The whole folder goes first to where it is removed; in its middle, half of that is done.
          const [one, middle] = [join(scratch, '1'), join(scratch, '../../trash-1/scratch/25000')];
          const hog = await sees([{file}, ready, one, middle], {owner: 'Bob', limits: {memory: 64}});
          assert.is(hog.exceeded, 'memory');
          assert.is((await many).end, 0);
        },
        {lanes: 2},
      );
    }),
  );
});
