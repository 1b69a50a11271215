/* What a program may use, counted wherever it hides it, with the sandbox and without. */
import {execFileSync, spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {compiled} from '../support/compiled.js';
import {NEST_DEEP} from '../support/deep.js';
import {MODES, type Mode, toolsOf, watching} from '../support/observed.js';
import {processesWith} from '../support/processes.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const C = (body: string): string => `#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <unistd.h>
static double used(void) {
  struct rusage r;
  getrusage(RUSAGE_SELF, &r);
  return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) + (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6;
}
int main(void) { (void)used; ${body} return 0; }
`;

/** Bytes that shared memory has more than it needs: its size tells it from that of others on this machine. */
const OURS = process.pid;

/** MiB of memory that no process has mapped, kept for longer than any test waits. */
const HIDDEN: Readonly<Record<string, string>> = {
  'in files without a name': C(`static char mib[1 << 20]; memset(mib, 1, sizeof mib);
  for (int n = 0; n < 8; n++) {
    int fd = memfd_create("x", 0);
    for (int i = 0; i < 32; i++) if (write(fd, mib, sizeof mib) < 0) return 1;
  }
  sleep(50);`),
  'in shared memory with a key': C(`int id = shmget(IPC_PRIVATE, (256 << 20) + ${OURS}, 0600);
  char *at = shmat(id, NULL, 0); memset(at, 1, 256 << 20); shmdt(at); sleep(50);`),
};

const SEGMENT = C(`char *at = shmat(shmget(IPC_PRIVATE, ${OURS}, 0600), NULL, 0); *at = 1; shmdt(at);`);
const SPIN = (seconds: number): string => C(`while (used() < ${seconds}) {}`);
const CHILDREN = C(`signal(SIGCHLD, SIG_IGN);
  for (int i = 0; i < 8; i++) { if (fork() == 0) { while (used() < 0.3) {} _exit(0); } wait(NULL); }`);

/** Its child leaves the session, the environment and the folder; nothing but its output tells whose it is. */
const LONG = `300.${process.pid}`;
const DAEMON = `(env -i setsid sh -c 'cd /; env -i sh -c ": > $0/there; sleep ${LONG}; :" "$0" &' "$PWD" &)
  until [ -e there ]; do sleep 0.01; done; echo ok`;

const both = MODES.filter((mode): mode is Exclude<Mode, 'one layer'> => mode !== 'one layer');

/** The table of shared memory has a row for each, with the size among other numbers. */
function ourSegments(): string[] {
  const sizes = [OURS, 256 * 1024 ** 2 + OURS].map(String);
  const rows = execFileSync('ipcs', ['--shmems'], {encoding: 'utf8'}).split('\n');
  return rows.filter((row) => sizes.includes(row.split(/\s+/)[4] ?? ''));
}

suite('limits', (test) => {
  for (const mode of both) {
    const judged = test.needs(...toolsOf(mode));

    for (const [where, text] of Object.entries(HIDDEN)) {
      judged.needs('gcc')(`${mode}: memory counts ${where}`, async () => {
        const file = await compiled(text);
        await watching(mode, async ({sees}) => {
          assert.is((await sees([{file}], {limits: {memory: 64}})).exceeded, 'memory');
        });
        assert.equal(ourSegments(), []);
      });
    }

    judged.needs('gcc')(`${mode}: shared memory that it leaves is removed`, async () => {
      const file = await compiled(SEGMENT);
      await watching(mode, async ({sees}) => assert.is((await sees([{file}])).end, 0));
      assert.equal(ourSegments(), []);
    });

    judged.needs('gcc')(
      `${mode}: a program that used 0.93 s of 1 passes, and one that used 1.2 s does not`,
      async () => {
        const [less, more] = [await compiled(SPIN(0.93)), await compiled(SPIN(1.2))];
        await watching(mode, async ({sees}) => {
          assert.is((await sees([{file: less}], {limits: {cpu: 1}})).exceeded, null);
          assert.is((await sees([{file: more}], {limits: {cpu: 1}})).exceeded, 'cpu');
        });
      },
    );

    judged.needs('gcc')(`${mode}: a program that sends itself SIGXCPU has passed no limit`, async () => {
      const file = await compiled(C('raise(SIGXCPU);'));
      await watching(mode, async ({sees}) => {
        const {passed, end} = await sees([{file}]);
        assert.equal([passed, end], [null, 'SIGXCPU']);
      });
    });

    judged.needs('gcc')(`${mode}: processor time counts children that nobody waits for`, async () => {
      const file = await compiled(CHILDREN);
      await watching(mode, async ({sees}) => {
        assert.is((await sees([{file}], {limits: {cpu: 1}})).exceeded, 'cpu');
      });
    });

    judged(`${mode}: processes count at the same time`, () =>
      watching(mode, async ({sees}) => {
        const line = 'for n in 1 2 3 4 5 6 7 8 9 10; do sleep 50 & done; wait';
        assert.is((await sees(line, {limits: {processes: 8}})).exceeded, 'processes');
      }),
    );

    judged(`${mode}: what it writes on both outputs counts together`, () =>
      watching(mode, async ({sees}) => {
        const line = 'head -c 600 /dev/zero; head -c 600 /dev/zero >&2';
        assert.is((await sees(line, {limits: {output: 1}})).exceeded, 'output');
        assert.is((await sees(line, {limits: {output: 2}})).exceeded, null);
      }),
    );

    judged(`${mode}: the kernel holds every process to limits of its own`, () =>
      watching(mode, async ({sees}) => {
        // Where files of dead programs are forbidden anyway, nothing could be seen.
        spawnSync('prlimit', ['--pid', String(process.pid), '--core=4096:4096']);
        const line = 'for which in -Sc -Hc -St -Ht -Sf -Hf; do ulimit $which; done';
        const {stdout} = await sees(line, {limits: {cpu: 7, disk: 3}});
        const blocks = 3 * 2048;
        assert.equal(stdout.trim().split('\n').map(Number), [0, 0, 8, 9, blocks, blocks]);
      }),
    );
  }

  test.needs('bubblewrap')('sandbox: the kernel starts four times as many processes, and no more', () =>
    watching('sandbox', async ({sees}) => {
      const line = 'ulimit -p 2>&- || ulimit -u';
      assert.is((await sees(line, {limits: {processes: 10}})).stdout, '40\n');
    }),
  );

  test.needs('gcc')('plain: SIGXFSZ is the limit on files only where files nearly reach it', async () => {
    const own = await compiled(C('raise(SIGXFSZ);'));
    await watching('plain', async ({sees}) => {
      const {passed, end} = await sees([{file: own}]);
      assert.equal([passed, end], [null, 'SIGXFSZ']);
      assert.is((await sees('exec head -c 9000000 /dev/zero > x', {limits: {disk: 4}})).exceeded, 'disk');
    });
  });

  test('plain: files count in all, in folders too', () =>
    watching('plain', async ({sees}) => {
      const line = 'mkdir d; for n in 1 2 3 4 5 6 7 8; do head -c 1000000 /dev/zero > d/$n; done; sleep 50';
      assert.is((await sees(line, {limits: {disk: 4, wall: 20}})).exceeded, 'disk');
      assert.is((await sees('ls')).stdout, '');
    }));

  test('plain: files count, although others make room on the disk', () =>
    inTemporaryFolder((folder) =>
      watching('plain', async ({sees}) => {
        const large = join(folder, 'large');
        const write = 'rm "$0"; for n in 1 2 3; do head -c 3000000 /dev/zero > $n; done';
        for (const program of [write, `${write}; sleep 50`]) {
          writeFileSync(large, Buffer.alloc(32_000_000, 1));
          assert.is((await sees(['sh', '-c', program, large], {limits: {disk: 4}})).exceeded, 'disk');
        }
      }),
    ));

  test('plain: files that it is given do not count', () =>
    watching('plain', async ({sees}) => {
      const files = [{name: 'given', content: Buffer.alloc(3_000_000, 1), isExecutable: false}];
      assert.is((await sees('wc -c given', {files, limits: {disk: 1}})).exceeded, null);
    }));

  test('plain: a child that ends soon is not left, however late we look', () =>
    watching('plain', async ({sees, runner}) => {
      const {now} = performance;
      let [looks, stood] = [0, 0];
      // Before each look the machine stands still.
      const isRunning = (): boolean => {
        [looks, stood] = [looks + 1, stood + 1000];
        return looks < 50;
      };
      Object.assign(Reflect.get(runner, 'watch'), {isRunning});
      performance.now = () => now.call(performance) + stood;
      try {
        assert.is((await sees('true')).leftProcesses, false);
      } finally {
        performance.now = now;
      }
    }));

  for (const mode of both) {
    test.needs(...toolsOf(mode))(`${mode}: files count beside folders that cannot be searched`, () =>
      watching(mode, async ({sees}) => {
        const closed = 'mkdir closed; touch closed/x; chmod 0400 closed';
        const line = `${closed}; ${NEST_DEEP}; for n in 1 2 3 4 5 6 7 8; do head -c 1000000 /dev/zero > $n; done; sleep 50`;
        // What it must write lies on the disk, in the sandbox too.
        const more = {limits: {disk: 4, wall: 20}, wanted: ['x']};
        assert.is((await sees(line, more)).exceeded, 'disk');
      }),
    );
  }

  test('plain: a daemon is found by the output that it holds open', () =>
    watching('plain', async ({sees, runner}) => {
      // A control group would know it anyway.
      for (const lane of Reflect.get(runner, 'lanes')) Object.assign(lane, {group: null});
      const {stdout, leftProcesses} = await sees(DAEMON);
      assert.equal({stdout, leftProcesses}, {stdout: 'ok\n', leftProcesses: true});
      assert.equal(processesWith(LONG), []);
    }));
});
