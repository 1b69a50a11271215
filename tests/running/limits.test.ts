/* Limits, with the sandbox and without. */
import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import type {Runner} from '../../src/running/runner.js';
import type {WatchedRun} from '../../src/running/watch.js';
import {isRoot} from '../support/command.js';
import {compiled} from '../support/compiled.js';
import {
  suiteInModes,
  suiteInProcessGroup,
  suiteInSandbox,
  type Watched,
  watching,
} from '../support/observed.js';
import {processesWith, until, untilGone, untilRunning} from '../support/processes.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

/** A line of shell that nests folders deeper than a path can be long, and goes on where it began. */
const NEST_DEEP = `(name=$(printf '%0200d' 0); for n in $(seq 22); do mkdir $name; cd -P $name; touch x; done)`;

const C = (body: string): string => `#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
static double used(void) {
  struct rusage r;
  getrusage(RUSAGE_SELF, &r);
  return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) + (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6;
}
int main(int argc, char **argv) { (void)used; (void)argc; (void)argv; ${body} return 0; }
`;

const SPIN = (seconds: number): string => C(`while (used() < ${seconds}) {}`);
const CHILDREN = C(`signal(SIGCHLD, SIG_IGN);
  for (int i = 0; i < 4; i++) { if (fork() == 0) { while (used() < 0.3) {} _exit(0); } wait(NULL); }`);
const THREADS = C(`pthread_t one;
  for (int i = 0; i < 4; i++) pthread_create(&one, NULL, (void *(*)(void *))pause, NULL);
  usleep(200000);`);

/** Takes all that a user may have, keeps it until a folder holds the file `done`, or prints how many it got. */
const TAKE_ALL = C(`int n = 0; while (n < 10000 && inotify_init() >= 0) n++;
  if (argc == 1) { printf("%d\\n", n > 0); return 0; }
  execl("/bin/sh", "sh", "-c", "until [ -e $1/done ]; do sleep 0.01; done", "all-taken", argv[1], NULL);`);

const PROCESSOR_TIME: readonly (readonly [what: string, text: string, exceeded: 'cpu' | null])[] = [
  ['0.43 s are used', SPIN(0.43), null],
  ['1.2 s are used by children that nobody waits for', CHILDREN, 'cpu'],
];

const LONG = `300.${process.pid}`;

/** Its child leaves the session, its parent and the folder; nothing but its token tells whose it is. */
const daemon = (children: number): string =>
  `at=$PWD; (setsid sh -c 'cd /; : > $0/there; for n in $(seq ${children}); do sleep ${LONG} & done; wait' "$at" > /dev/null 2>&1 &)
  until [ -e there ]; do sleep 0.01; done; echo ok`;

/** Returns the watch over the program that runs in the only lane. */
async function watchIn(runner: Runner): Promise<WatchedRun> {
  const [lane] = Reflect.get(runner, 'lanes');
  await until(() => lane.running !== null, 'it never runs');
  return lane.running;
}

suiteInModes('limits', (test) => {
  for (const [what, text, exceeded] of PROCESSOR_TIME) {
    test.needs('gcc')(`of 0.5 s, ${what}: ${exceeded ?? 'none'} is exceeded`, async ({sees}) => {
      const file = await compiled(text);
      const seen = await sees([{file}], {limits: {cpu: 0.5}});
      assert.is(seen.exceeded, exceeded);
    });
  }

  test.needs('gcc')('processor time counts even if nobody polls', async ({sees, runner}) => {
    const file = await compiled(SPIN(0.5));
    const seen = sees([{file}], {limits: {cpu: 0.3}});
    const {processes} = await watchIn(runner);
    Object.assign(processes, {usage: () => ({cpu: 0, memory: 0, processes: 1})});
    assert.is((await seen).exceeded, 'cpu');
  });

  test('memory counts in two checks in a row', async ({sees, runner}) => {
    const seen = sees('sleep 60');
    const watch = await watchIn(runner);
    const much = 2 ** 40;
    let [checks, isSteady] = [0, false];
    Object.assign(watch.processes, {
      usage: () => ({cpu: 0, memory: much, processes: 1}),
      memory: () => {
        checks += 1;
        return isSteady || checks % 2 === 0 ? much : 0;
      },
    });
    await until(() => checks > 6 || watch.exceeded !== null, 'it is never checked');
    assert.is(watch.exceeded, null);
    isSteady = true;
    assert.is((await seen).exceeded, 'memory');
  });

  test('processes count at the same time', async ({sees}) => {
    const line = 'for n in 1 2 3 4 5 6 7 8 9 10; do sleep 50 & done; wait';
    assert.is((await sees(line, {limits: {processes: 8}})).exceeded, 'processes');
  });

  test.needs('gcc')('threads are no processes', async ({sees}) => {
    const file = await compiled(THREADS);
    assert.is((await sees([{file}], {limits: {processes: 1}})).exceeded, null);
  });

  test('both outputs count together', async ({sees}) => {
    const line = 'head -c 600 /dev/zero; head -c 600 /dev/zero >&2';
    assert.is((await sees(line, {limits: {output: 1}})).exceeded, 'output');
    assert.is((await sees(line, {limits: {output: 2}})).exceeded, null);
    assert.is((await sees('exec cat /dev/zero', {limits: {output: 100}})).exceeded, 'output');
  });

  test('the kernel holds every process to limits of its own', async ({sees}) => {
    // Core files may be forbidden anyway.
    spawnSync('prlimit', ['--pid', String(process.pid), '--core=4096:4096']);
    const line = 'for which in -Sc -Hc -St -Ht -Sf -Hf; do ulimit $which; done';
    const {stdout} = await sees(line, {limits: {cpu: 7, disk: 3}});
    const blocks = 3 * 2048 + 8;
    assert.equal(stdout.trim().split('\n').map(Number), [0, 0, 8, 8, blocks, blocks]);
  });

  test('a file has no more bytes than the limit', async ({sees}) => {
    const limits = {disk: 4};
    assert.is((await sees('mkdir d; exec head -c 9000000 /dev/zero > d/x', {limits})).exceeded, 'disk');
    assert.is((await sees('head -c 4194304 /dev/zero > x', {limits})).exceeded, null);
  });

  test('the signals of limits are nothing but signals if the program sends them', async ({sees}) => {
    for (const signal of ['XCPU', 'XFSZ']) {
      const {end, exceeded} = await sees(`ln -s / all; kill -${signal} $$`);
      assert.equal([end, exceeded], [`SIG${signal}`, null]);
    }
  });

  test('a child that ends soon is not left, and one that goes on is', async ({sees}) => {
    assert.is((await sees('sleep 0.05 &')).leftProcesses, false);
    assert.is((await sees('sleep 50 &')).leftProcesses, true);
    assert.is((await sees('setsid -f sleep 50')).leftProcesses, true);
  });
});

suiteInSandbox('limits of the sandbox', (test) => {
  test('the kernel starts four times as many processes, and no more', async ({sees}) => {
    const line = 'ulimit -p 2>&- || ulimit -u';
    assert.is((await sees(line, {limits: {processes: 10}})).stdout, '40\n');
  });

  test('files count in all, wherever they lie, also without a name', async ({sees}) => {
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
  });

  // An ordinary user has no other user to run programs.
  if (isRoot)
    test.needs('gcc')('what the kernel limits by user is that of the lane', () =>
      inTemporaryFolder(async (folder) => {
        const file = await compiled(TAKE_ALL);
        const use = async ({sees}: Watched): Promise<void> => {
          const taking = sees([{file}, folder], {owner: 'Eve'});
          await untilRunning(`all-taken\0${folder}`, 1);
          const {stdout} = await sees([{file}]);
          writeFileSync(join(folder, 'done'), '');
          assert.equal([stdout, (await taking).end], ['1\n', 0]);
        };
        await watching('sandbox', use, {lanes: 2, show: [folder]});
      }),
    );
});

suiteInProcessGroup('limits of a process group', (test) => {
  test('a daemon is found by its token, and all its children', async ({sees}) => {
    for (const children of [1, 30]) {
      const {stdout, leftProcesses} = await sees(daemon(children), {limits: {processes: 1000}});
      assert.equal({stdout, leftProcesses}, {stdout: 'ok\n', leftProcesses: true});
      await untilGone(() => processesWith(LONG));
    }
  });
});
