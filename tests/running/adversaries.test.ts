/*
 * Programs that do to the marker what no student would do by mistake. They get the verdict they deserve, and
 * so does the next program in the same lane.
 */
import {closeSync, copyFileSync, openSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import type {CaseMarks} from '../../src/marking/run/marks.js';
import type {Containment} from '../../src/running/containment.js';
import {compiled} from '../support/compiled.js';
import {isThorough} from '../support/effort.js';
import {toolsOf} from '../support/observed.js';
import {withPlace} from '../support/place.js';
import {suite} from '../support/suite.js';
import {toolsFor} from '../support/tools.js';

/** What every case expects of every program. */
const RIGHT = 'ok\n';

interface Adversary {
  readonly does: string;
  /** The name and the text of the source. */
  readonly program: readonly [name: string, text: string];
  readonly verdicts: Verdicts;
  readonly flags: string;
}

/** In namespaces, in the sandbox, and with neither; or the same in all. */
type Verdicts = string | readonly [namespaces: string, sandboxed: string, groups: string];

const C = (body: string): string => `#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static void say(void) { printf("ok\\n"); fflush(stdout); }
static void spin(double seconds) { clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC); while (clock() < end) {} }
static void *sleeper(void *nothing) { (void)nothing; sleep(20); return NULL; }
int main(void) { (void)say; (void)spin; (void)sleeper; ${body} }
`;

const adversary =
  (name: string, textOf = (text: string): string => text) =>
  (does: string, text: string, verdicts: Verdicts = 'pass', flags = ''): Adversary => ({
    ...{does, verdicts, flags},
    program: [name, textOf(text)],
  });
const [sh, py] = [adversary('a.sh'), adversary('a.py')];
const c = adversary('a.c', C);

/** Prints on the error output of the shell that started the program, where only the shell should write. */
const SHELL_WORDS = 'for p in 1 $PPID; do { printf "$1" > /proc/$p/fd/2; } 2> /dev/null; done';

const ADVERSARIES: readonly Adversary[] = [
  py(
    'removes the permissions of its outputs',
    'import os\nprint("ok", flush=True)\nos.fchmod(1, 0)\nos.fchmod(2, 0)\n',
  ),
  sh(
    'replaces its folder with a file',
    'd=$(pwd); cd /; rm -rf "$d" 2> /dev/null; touch "$d" 2> /dev/null; echo ok\n',
  ),
  sh(
    'leaves files lying around beside its folder',
    'touch ../stdout ../input 2> /dev/null; mkdir -p ../words/x 2> /dev/null; sleep 30 & echo ok\n',
  ),
  sh('leaves folders that cannot be read', 'mkdir -p d/e; touch d/e/f; chmod 000 d/e d .; echo ok\n'),
  py(
    'leaves folders deeper than a path can be long',
    'import os\nfor n in range(40):\n    os.mkdir("d" * 250)\n    os.chdir("d" * 250)\nprint("ok")\n',
  ),
  sh(
    'prints what bubblewrap would print',
    `set -- 'bwrap: no\\n'; ${SHELL_WORDS}; echo wrong\n`,
    'wrong-output',
  ),
  sh(
    'reports in the name of the shell that it ended normally, and crashes',
    `set -- "$FIVEDICE_CASE ends 0\\n"; ${SHELL_WORDS}; echo ok; kill -SEGV $$\n`,
    'crashed',
  ),
  // Elsewhere, nothing keeps it from that.
  sh(
    'writes endlessly to the channel of the shell',
    '[ -e /lane ] && { head -c 50000000 /dev/zero > /proc/1/fd/2; } 2> /dev/null; echo ok\n',
  ),
  c('dies of a signal without a name', 'say(); raise(SIGRTMIN + 3); return 0;', 'crashed'),
  sh(
    'signals its process group, but ignores the signal itself',
    "trap '' TERM; sleep 5 & kill 0; kill -9 $!; wait; echo ok\n",
  ),
  sh('kills its process group', 'echo ok; kill -KILL 0\n', 'crashed'),
  sh('sends SIGTERM to its parent', 'kill -TERM $PPID; echo ok\n'),
  // Each case waits for that twice.
  sh('stops itself', 'echo ok; kill -STOP $$\n', 'timed-out', '--wall 2 --case x'),
  c(
    'shares its memory with children, and so uses less than it seems',
    'char *m = malloc(120 << 20); memset(m, 1, 120 << 20); for (int i = 0; i < 4; i++) if (fork() == 0) { usleep(200000); _exit(m[0] - 1); } while (wait(NULL) > 0) {} say(); return 0;',
    'pass',
    '--memory 256',
  ),
  // Where SIGCHLD is ignored, the time of a child is in no sum; `wait` then only waits until there is none.
  c(
    'spins in children that nobody waits for',
    'signal(SIGCHLD, SIG_IGN); for (int i = 0; i < 4; i++) { if (fork() == 0) { spin(0.6); _exit(0); } wait(NULL); } say(); return 0;',
    'timed-out',
    '--cpu 1 --wall 100 --case x',
  ),
  c(
    'leaves a child whose first thread has ended',
    'if (fork() == 0) { pthread_t t; pthread_create(&t, NULL, sleeper, NULL); pthread_exit(NULL); } say(); return 0;',
  ),
  // Outside the sandbox, it depends on who runs the tests.
  py(
    'writes to the settings of the system',
    'try:\n    open("/proc/sys/kernel/hostname", "w")\n    print("opened")\nexcept OSError:\n    print("ok")\n',
    ['pass or wrong-output', 'pass', 'pass or wrong-output'],
  ),
  py(
    'uses a descriptor that the marker inherited',
    'import os\ntry:\n    os.fchdir(57)\n    print(os.listdir("."))\nexcept OSError:\n    print("ok")\n',
  ),
  c(
    'hides what a child uses, by a token of its own',
    'if (getenv("HOG") != NULL) { char *m = malloc(300 << 20); memset(m, 1, 300 << 20); sleep(20); return m[5]; } setenv("HOG", "1", 1); setenv("FIVEDICE_CASE", "x", 1); if (fork() == 0) execl("/proc/self/exe", "x", NULL); wait(NULL); say(); return 0;',
    'out-of-memory',
    '--memory 128 --wall 60 --case x',
  ),
  py(
    'starts children as Python does, each with all its memory for a moment',
    'import subprocess\nb = bytearray(90 << 20)\nfor n in range(60):\n    subprocess.run(["/bin/true"])\nprint("ok")\n',
    'pass',
    '--memory 150 --wall 60 --case x',
  ),
  // Files on the disk are found by their names.
  sh(
    'writes more than its limit into files without a name',
    'for n in 5 6 7; do eval "exec $n> x"; rm x; head -c 900000 /dev/zero >&$n || sleep 20; done 2> /dev/null; echo ok\n',
    ['too-much-output', 'too-much-output', 'pass'],
    '--disk 2',
  ),
  sh(
    'leaves a daemon that empties its environment, in another session',
    "echo ok; env -i setsid sh -c 'cd /; sleep 3' > /dev/null 2>&1 &\n",
  ),
];

/** In the order of the verdicts; in the first one most can go wrong. */
const CONTAINED = (['namespaces', 'sandbox', 'process-groups'] as const).slice(0, isThorough ? 3 : 1);

suite('programs that attack the marker', (test) => {
  for (const flags of new Set(ADVERSARIES.map((one) => one.flags))) {
    const rows = ADVERSARIES.filter((one) => one.flags === flags);
    for (const [index, containment] of CONTAINED.entries()) {
      const needed = rows.flatMap(({program}) => toolsFor(program[0]));
      test.needs(...needed, ...toolsOf(containment))(
        `${containment}: are judged, and the next is not affected: ${flags || rows.length}`,
        async () => {
          const marked = await markedTogether(
            rows.map(({program}) => program),
            flags,
            containment,
          );
          for (const [row, {does, verdicts}] of rows.entries()) {
            const {attacker = [], next = []} = marked[row] ?? {};
            const verdict = typeof verdicts === 'string' ? verdicts : (verdicts[index] ?? '');
            for (const one of attacker)
              assert.ok(verdict.includes(one.verdict), `${does}: ${one.verdict}: ${one.reason}`);
            assert.ok(attacker.length > 0 && next.length === attacker.length, does);
            for (const one of next) assert.is(one.verdict, 'pass', `after one that ${does}: ${one.reason}`);
            if (containment === 'namespaces' && does.startsWith('leaves a child whose first'))
              for (const one of attacker) assert.is(one.leftProcesses, true);
          }
        },
      );
    }
  }

  test.needs('python3', 'bubblewrap')('goldens inside a folder that is shown stay hidden', async () => {
    const look = 'import os\nprint(os.listdir("FOLDER"), os.listdir("FOLDER/goldens"))\n';
    const [marked] = await markedTogether([['a.py', look]], '--show .', 'sandbox');
    const printed = marked?.attacker[0]?.difference?.diff.find(({kind}) => kind === 'actual')?.text ?? '';
    // The folder shows, but not the files in it.
    assert.match(printed, /'goldens'.*\]·\[\]⏎$/);
  });
});

interface Marked {
  readonly attacker: readonly CaseMarks[];
  readonly next: readonly CaseMarks[];
}

/** Reports of programs, and of an innocent one after each of them in the same lane. None may leave anything behind. */
function markedTogether(
  programs: readonly Adversary['program'][],
  flags: string,
  containment: Containment,
): Promise<readonly Marked[]> {
  return withPlace(
    async ({folder, write, read, shell}) => {
      for (const [index, [name, text]] of programs.entries()) {
        const place = `class/${String(index).padStart(2, '0')}`;
        write({[`${place}-z.sh`]: 'echo ok\n'});
        if (name.endsWith('.c')) copyFileSync(await compiled(text), join(folder, `${place}-a`));
        // The sandbox shows this Python wherever `PATH` has its own.
        else
          write({
            [`${place}-${name}`]:
              (name.endsWith('.py') ? '#!/usr/bin/python3\n' : '') + text.replaceAll('FOLDER', folder),
          });
      }
      for (const stem of ['x', 'y']) write({[`goldens/${stem}.in`]: stem, [`goldens/${stem}.out`]: RIGHT});
      // Nobody closes this one on the way, as with a lock that the caller holds.
      const given = openSync(folder, 'r');
      const cases = isThorough ? '' : '--case x';
      // A machine that allows no namespaces.
      if (containment === 'process-groups') write({'bin/unshare': '#!/bin/sh\nexit 1\n'});
      const path = containment === 'process-groups' ? `PATH="$PWD/bin:$PATH" ` : '';
      const sandbox = containment === 'sandbox' ? '--sandbox' : '';
      const args = `--all class --fixtures goldens -j 1 --report json ${cases} ${sandbox} ${flags}`;
      const {stdout, stderr} = await shell(
        `exec 57<"/proc/$PPID/fd/${given}"; ${path}exec "$FIVEDICE" mark ${args}`,
      );
      closeSync(given);
      assert.is(stderr, '');
      assert.is(read('goldens/x.in'), 'x');
      const marks = JSON.parse(stdout);
      assert.is(marks.containment, containment);
      const submissions = [...marks.submissions].map((one) => one.cases);
      return programs.map((_, index) => ({
        attacker: submissions[2 * index] ?? [],
        next: submissions[2 * index + 1] ?? [],
      }));
    },
    {encoding: 'utf8'},
  );
}
