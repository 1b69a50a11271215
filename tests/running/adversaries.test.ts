/*
 * Programs that do to the marker what no student would do by mistake. Each is seen as it deserves, and so is the next
 * program in the same lane.
 */
import * as assert from 'uvu/assert';
import type {Limits} from '../../src/running/limits.js';
import {compiled} from '../support/compiled.js';
import {type Seen, suiteInModes} from '../support/observed.js';

/** Expected observation; by default the program prints `ok` and exits with 0. */
type Fact = Partial<Pick<Seen, 'end' | 'exceeded' | 'leftProcesses'>>;

const C = (body: string): string => `#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static void say(void) { printf("ok\\n"); fflush(stdout); }
static void *sleeper(void *nothing) { (void)nothing; sleep(20); return NULL; }
static void *hog(void *nothing) { (void)nothing; memset(malloc(300 << 20), 1, 300 << 20); sleep(20); say(); _exit(0); }
int main(void) { (void)say; (void)hog; (void)sleeper; ${body} }
`;

/** Prints on the error output of the shell that started the program, where only the shell should write. */
const SHELL_WORDS = 'for p in 1 $PPID; do { printf "$1" > /proc/$p/fd/2; } 2> /dev/null; done';

const LEFT = {leftProcesses: true};

// biome-ignore format: a table
const ADVERSARIES: readonly (readonly [language: 'sh' | 'c', does: string, text: string, seen?: Fact, limits?: Partial<Limits>])[] = [
  ['sh', 'leaves files lying around beside its folder', '{ touch ../stdout ../input; mkdir -p ../words/x; } 2>&-; sleep 30 & echo ok', LEFT],
  ['sh', 'prints what bubblewrap would print', `set -- 'bwrap: no\\n'; ${SHELL_WORDS}; echo ok`],
  ['sh', 'stops itself', 'echo ok; kill -STOP $$', {end: 'SIGKILL', exceeded: 'wall'}, {wall: 1}],
  ['c', 'shares its memory with children, and so uses less than it seems', 'char *m = malloc(120 << 20); memset(m, 1, 120 << 20); for (int i = 0; i < 4; i++) if (fork() == 0) { usleep(200000); _exit(m[0] - 1); } while (wait(NULL) > 0) {} say(); return 0;', {}, {memory: 256}],
  ['c', 'leaves a child whose first thread has ended', 'if (fork() == 0) { pthread_t t; pthread_create(&t, NULL, sleeper, NULL); pthread_exit(NULL); } say(); return 0;', LEFT],
  ['c', 'hides what a child uses, by a token of its own', 'if (getenv("HOG") != NULL) { char *m = malloc(300 << 20); memset(m, 1, 300 << 20); sleep(20); return m[5]; } setenv("HOG", "1", 1); setenv("FIVEDICE_CASE", "x", 1); if (fork() == 0) execl("/proc/self/exe", "x", NULL); wait(NULL); say(); return 0;', {end: 'SIGKILL', exceeded: 'memory'}, {memory: 128}],
  ['c', 'hides its memory behind its first thread, which has ended', 'pthread_t t; pthread_create(&t, NULL, hog, NULL); pthread_exit(NULL);', {end: 'SIGKILL', exceeded: 'memory'}, {memory: 128}],
  ['c', 'starts a child by vfork, as Python does, which borrows all its memory', 'char *m = malloc(90 << 20); memset(m, 1, 90 << 20); if (vfork() == 0) { usleep(300000); _exit(m[0] - 1); } say(); return 0;', {}, {memory: 150}],
];

suiteInModes('programs that attack the marker', (test) => {
  const tools = {sh: [], c: ['gcc']} as const;
  for (const [language, does, text, seen = {}, limits = {}] of ADVERSARIES) {
    test.needs(...tools[language])(`one that ${does}`, async ({sees}) => {
      const command = language === 'c' ? [{file: await compiled(C(text))}] : ['sh', '-c', text];
      const {end, exceeded, leftProcesses, stdout} = await sees(command, {limits});
      const found = {end, exceeded, leftProcesses};
      for (const [name, value] of Object.entries({end: 0, exceeded: null, leftProcesses: false, ...seen}))
        if (!(name === 'end' && exceeded !== null)) assert.is(Reflect.get(found, name), value, name);
      if (exceeded === null) assert.is(stdout, 'ok\n');
      for (const owner of ['Ada', 'Bob']) {
        const next = await sees('ls -A; echo ok', {owner});
        assert.equal([next.stdout, next.end, next.leftProcesses], ['ok\n', 0, false], 'the next one');
      }
    });
  }
});
