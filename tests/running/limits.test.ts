/* What a program may use, counted wherever it hides it, with the sandbox and without. */
import {spawnSync} from 'node:child_process';
import * as assert from 'uvu/assert';
import {compiled} from '../support/compiled.js';
import {NEST_DEEP} from '../support/deep.js';
import {isThorough} from '../support/effort.js';
import {MODES, type Mode, toolsOf, watching} from '../support/observed.js';
import {processesWith} from '../support/processes.js';
import {suite} from '../support/suite.js';

const C = (body: string): string => `#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
static double used(void) {
  struct rusage r;
  getrusage(RUSAGE_SELF, &r);
  return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) + (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6;
}
int main(void) { (void)used; ${body} return 0; }
`;

const SPIN = (seconds: number): string => C(`while (used() < ${seconds}) {}`);
const CHILDREN = C(`signal(SIGCHLD, SIG_IGN);
  for (int i = 0; i < 8; i++) { if (fork() == 0) { while (used() < 0.3) {} _exit(0); } wait(NULL); }`);

const PROCESSOR_TIME: readonly (readonly [what: string, text: string, exceeded: 'cpu' | null])[] = [
  ['0.93 s are used', SPIN(0.93), null],
  ['1.2 s are used', SPIN(1.2), 'cpu'],
  ['2.4 s are used by children that nobody waits for', CHILDREN, 'cpu'],
  ['none is used, but it sends itself SIGXCPU', C('raise(SIGXCPU);'), null],
];

/** Its child leaves the session, its parent and the folder; nothing but its token tells whose it is. */
const LONG = `300.${process.pid}`;
const DAEMON = `at=$PWD; (setsid sh -c 'cd /; : > $0/there; sleep ${LONG}; :' "$at" > /dev/null 2>&1 &)
  until [ -e there ]; do sleep 0.01; done; echo ok`;

/** Where a limit counts whatever a program hides; both do it by the same lines. */
const CONTAINED: readonly Mode[] = isThorough ? ['namespaces', 'sandbox'] : ['namespaces'];

/** With the sandbox, the same lines count. */
const COUNTED: readonly Mode[] = isThorough ? MODES : ['namespaces', 'process-groups'];

/** A second of processor time is spent in each row. */
const TIMED: readonly Mode[] = isThorough ? MODES : ['namespaces'];

suite('limits', (test) => {
  for (const mode of COUNTED) {
    const judged = test.needs(...toolsOf(mode));

    for (const [what, text, exceeded] of TIMED.includes(mode) ? PROCESSOR_TIME : []) {
      judged.needs('gcc')(`${mode}: of 1 s, ${what}: ${exceeded ?? 'none'} is exceeded`, async () => {
        const file = await compiled(text);
        await watching(mode, async ({sees}) => {
          const seen = await sees([{file}], {limits: {cpu: 1}});
          assert.is(seen.exceeded, exceeded);
          if (what.endsWith('SIGXCPU')) assert.is(seen.end, 'SIGXCPU');
        });
      });
    }

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

  test.needs('gcc')(
    'namespaces: SIGXFSZ is the limit on files only where files nearly reach it',
    async () => {
      const own = await compiled(C('raise(SIGXFSZ);'));
      await watching('namespaces', async ({sees}) => {
        const {exceeded, end} = await sees([{file: own}]);
        assert.equal([exceeded, end], [null, 'SIGXFSZ']);
        assert.is((await sees('exec head -c 9000000 /dev/zero > x', {limits: {disk: 4}})).exceeded, 'disk');
      });
    },
  );

  for (const mode of CONTAINED) {
    const judged = test.needs(...toolsOf(mode));

    judged(`${mode}: files have no more room than their limit, whether they still have a name or not`, () =>
      watching(mode, async ({sees}) => {
        const line =
          'exec 5> x; rm x; head -c 3000000 /dev/zero >&5; exec 6> y; rm y; head -c 3000000 /dev/zero >&6; sleep 50';
        assert.is((await sees(line, {limits: {disk: 4}})).exceeded, 'disk');
        const {stdout} = await sees('ls; head -c 3000000 /dev/zero > z; df -k --output=used . | tail -1', {
          limits: {disk: 4},
        });
        assert.match(stdout, /^ *29\d\d\n$/);
      }),
    );
  }

  for (const mode of COUNTED) {
    const judged = test.needs(...toolsOf(mode));

    judged(`${mode}: files count in all, in folders too, and beside folders that cannot be searched`, () =>
      watching(mode, async ({sees}) => {
        const closed = 'mkdir d closed; touch closed/x; chmod 0400 closed';
        const line = `${closed}; ${NEST_DEEP}; for n in 1 2 3 4 5 6 7 8; do head -c 1000000 /dev/zero > d/$n; done; sleep 50`;
        assert.is((await sees(line, {limits: {disk: 4, wall: 20}})).exceeded, 'disk');
        assert.is((await sees('ls')).stdout, '');
      }),
    );

    judged(`${mode}: files that it is given do not count`, () =>
      watching(mode, async ({sees}) => {
        const files = [{name: 'given', content: Buffer.alloc(3_000_000, 1), isExecutable: false}];
        assert.is((await sees('wc -c given', {files, limits: {disk: 1}})).exceeded, null);
      }),
    );

    judged(`${mode}: a child that ends soon is not left, and one that goes on is`, () =>
      watching(mode, async ({sees}) => {
        assert.is((await sees('sleep 0.05 &')).leftProcesses, false);
        assert.is((await sees('sleep 50 &')).leftProcesses, true);
        assert.is((await sees('setsid -f sleep 50')).leftProcesses, true);
      }),
    );
  }

  test('process-groups: a daemon is found by its token', () =>
    watching('process-groups', async ({sees, runner}) => {
      // A control group would know it anyway.
      for (const lane of Reflect.get(runner, 'lanes')) Object.assign(lane, {group: null});
      const {stdout, leftProcesses} = await sees(DAEMON);
      assert.equal({stdout, leftProcesses}, {stdout: 'ok\n', leftProcesses: true});
      assert.equal(processesWith(LONG), []);
    }));
});
