/* Limits, with the sandbox and without. */
import {spawnSync} from 'node:child_process';
import {setTimeout as sleep} from 'node:timers/promises';
import * as assert from 'uvu/assert';
import {compiled} from '../support/compiled.js';
import {MODES, toolsOf, watching} from '../support/observed.js';
import {processesWith, untilGone} from '../support/processes.js';
import {suite} from '../support/suite.js';

/** A line of shell that nests folders deeper than a path can be long, and goes on where it began. */
const NEST_DEEP = `(name=$(printf '%0200d' 0); for n in $(seq 22); do mkdir $name; cd -P $name; touch x; done)`;

const C = (body: string): string => `#define _GNU_SOURCE
#include <pthread.h>
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
const THREADS = C(`pthread_t one;
  for (int i = 0; i < 4; i++) pthread_create(&one, NULL, (void *(*)(void *))pause, NULL);
  usleep(200000);`);

const PROCESSOR_TIME: readonly (readonly [what: string, text: string, exceeded: 'cpu' | null])[] = [
  ['0.93 s are used', SPIN(0.93), null],
  ['2.4 s are used by children that nobody waits for', CHILDREN, 'cpu'],
];

const LONG = `300.${process.pid}`;

/** Its child leaves the session, its parent and the folder; nothing but its token tells whose it is. */
const daemon = (children: number): string =>
  `at=$PWD; (setsid sh -c 'cd /; : > $0/there; for n in $(seq ${children}); do sleep ${LONG} & done; wait' "$at" > /dev/null 2>&1 &)
  until [ -e there ]; do sleep 0.01; done; echo ok`;

suite('limits', (test) => {
  for (const mode of MODES) {
    const judged = test.needs(...toolsOf(mode));

    for (const [what, text, exceeded] of PROCESSOR_TIME) {
      judged.needs('gcc')(`${mode}: of 1 s, ${what}: ${exceeded ?? 'none'} is exceeded`, async () => {
        const file = await compiled(text);
        await watching(mode, async ({sees}) => {
          const seen = await sees([{file}], {limits: {cpu: 1}});
          assert.is(seen.exceeded, exceeded);
        });
      });
    }

    judged.needs('gcc')(`${mode}: processor time counts even if the marker is too busy to poll`, async () => {
      const file = await compiled(SPIN(0.5));
      await watching(mode, async ({sees}) => {
        await sees(':');
        const seen = sees([{file}], {limits: {cpu: 0.3}});
        await sleep(100);
        for (const began = performance.now(); performance.now() < began + 900; );
        assert.is((await seen).exceeded, 'cpu');
      });
    });

    judged(`${mode}: processes count at the same time`, () =>
      watching(mode, async ({sees}) => {
        const line = 'for n in 1 2 3 4 5 6 7 8 9 10; do sleep 50 & done; wait';
        assert.is((await sees(line, {limits: {processes: 8}})).exceeded, 'processes');
      }),
    );

    judged.needs('gcc')(`${mode}: threads are no processes`, async () => {
      const file = await compiled(THREADS);
      await watching(mode, async ({sees}) => {
        assert.is((await sees([{file}], {limits: {processes: 1}})).exceeded, null);
      });
    });

    judged(`${mode}: both outputs count together`, () =>
      watching(mode, async ({sees}) => {
        const line = 'head -c 600 /dev/zero; head -c 600 /dev/zero >&2';
        assert.is((await sees(line, {limits: {output: 1}})).exceeded, 'output');
        assert.is((await sees(line, {limits: {output: 2}})).exceeded, null);
        assert.is((await sees('exec cat /dev/zero', {limits: {output: 100}})).exceeded, 'output');
      }),
    );

    judged(`${mode}: the kernel holds every process to limits of its own`, () =>
      watching(mode, async ({sees}) => {
        // Core files may be forbidden anyway.
        spawnSync('prlimit', ['--pid', String(process.pid), '--core=4096:4096']);
        const line = 'for which in -Sc -Hc -St -Ht -Sf -Hf; do ulimit $which; done';
        const {stdout} = await sees(line, {limits: {cpu: 7, disk: 3}});
        const blocks = 3 * 2048;
        assert.equal(stdout.trim().split('\n').map(Number), [0, 0, 8, 9, blocks, blocks]);
      }),
    );

    judged(`${mode}: a file has no more bytes than the limit`, () =>
      watching(mode, async ({sees}) => {
        assert.is((await sees('exec head -c 9000000 /dev/zero > x', {limits: {disk: 4}})).exceeded, 'disk');
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

  test.needs('bubblewrap')('sandbox: the kernel starts four times as many processes, and no more', () =>
    watching('sandbox', async ({sees}) => {
      const line = 'ulimit -p 2>&- || ulimit -u';
      assert.is((await sees(line, {limits: {processes: 10}})).stdout, '40\n');
    }),
  );

  test.needs('bubblewrap')('sandbox: files count in all, wherever they lie, also without a name', () =>
    watching('sandbox', async ({sees}) => {
      const limits = {disk: 4};
      const closed = 'mkdir d closed; touch closed/x; chmod 0400 closed';
      const many = `${closed}; ${NEST_DEEP}; for n in 1 2 3 4 5 6 7 8; do head -c 1000000 /dev/zero > d/$n; done; sleep 50`;
      assert.is((await sees(many, {limits})).exceeded, 'disk');
      assert.is((await sees('ls')).stdout, '');
      const nameless =
        'exec 5> x; rm x; head -c 3000000 /dev/zero >&5; exec 6> y; rm y; head -c 3000000 /dev/zero >&6; sleep 50';
      assert.is((await sees(nameless, {limits})).exceeded, 'disk');
      const places = 'for at in . /tmp /dev/shm; do head -c 1500000 /dev/zero > $at/x; done; sleep 50';
      assert.is((await sees(places, {limits})).exceeded, 'disk');
      // And one page, so that what just fits is told from what does not.
      const {stdout} = await sees('df -k --output=size . /tmp /dev/shm | grep -v K', {limits});
      assert.is(stdout.trim().split(/\s+/).join(), '4100,4100,4100');
    }),
  );

  test('process group: a daemon is found by its token, and all its children', () =>
    watching('process group', async ({sees}) => {
      for (const children of [1, 300]) {
        const {stdout, leftProcesses} = await sees(daemon(children), {limits: {processes: 1000}});
        assert.equal({stdout, leftProcesses}, {stdout: 'ok\n', leftProcesses: true});
        await untilGone(() => processesWith(LONG));
      }
    }));
});
