/*
 * Programs that do to the marker what no student would do by mistake. They get the verdict they deserve, and
 * so does the next program in the same lane.
 */
import {closeSync, copyFileSync, openSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {parseMarks} from '../../src/marking/reports/json.js';
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
  readonly flags?: string;
  /** The verdicts in namespaces, in the sandbox, and with neither. */
  readonly verdicts: readonly [namespaces: string, sandboxed: string, groups?: string];
}

const C = (body: string): string => `#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static void say(void) { printf("ok\\n"); fflush(stdout); }
static void spin(double seconds) { clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC); while (clock() < end) {} }
static void *sleeper(void *nothing) { (void)nothing; sleep(20); return NULL; }
int main(void) { (void)say; (void)spin; (void)sleeper; ${body} }
`;

/** Prints on the error output of the shell that started the program, where only the shell should write. */
const SHELL_WORDS = 'for p in 1 $PPID; do { printf "$1" > /proc/$p/fd/2; } 2> /dev/null; done';

const ADVERSARIES: readonly Adversary[] = [
  {
    does: 'removes the permissions of its outputs',
    program: ['a.py', 'import os\nprint("ok", flush=True)\nos.fchmod(1, 0)\nos.fchmod(2, 0)\n'],
    verdicts: ['pass', 'pass'],
  },
  {
    does: 'replaces its folder with a file',
    program: ['a.sh', 'd=$(pwd); cd /; rm -rf "$d" 2> /dev/null; touch "$d" 2> /dev/null; echo ok\n'],
    verdicts: ['pass', 'pass'],
  },
  {
    does: 'leaves files lying around beside its folder',
    program: [
      'a.sh',
      'touch ../stdout ../input 2> /dev/null; mkdir -p ../words/x 2> /dev/null; sleep 30 & echo ok\n',
    ],
    verdicts: ['pass', 'pass'],
  },
  {
    does: 'leaves folders that cannot be read',
    program: ['a.sh', 'mkdir -p d/e; touch d/e/f; chmod 000 d/e d .; echo ok\n'],
    verdicts: ['pass', 'pass'],
  },
  {
    does: 'leaves folders deeper than a path can be long',
    program: [
      'a.py',
      'import os\nfor n in range(40):\n    os.mkdir("d" * 250)\n    os.chdir("d" * 250)\nprint("ok")\n',
    ],
    verdicts: ['pass', 'pass'],
  },
  {
    does: 'prints what bubblewrap would print',
    program: ['a.sh', `set -- 'bwrap: no\\n'; ${SHELL_WORDS}; echo wrong\n`],
    verdicts: ['wrong-output', 'wrong-output'],
  },
  {
    does: 'reports in the name of the shell that it ended normally, and crashes',
    program: ['a.sh', `set -- "$FIVEDICE_CASE ends 0\\n"; ${SHELL_WORDS}; echo ok; kill -SEGV $$\n`],
    verdicts: ['crashed', 'crashed'],
  },
  {
    does: 'writes endlessly to the channel of the shell',
    // Elsewhere, nothing keeps it from that.
    program: [
      'a.sh',
      '[ -e /lane ] && { head -c 50000000 /dev/zero > /proc/1/fd/2; } 2> /dev/null; echo ok\n',
    ],
    verdicts: ['pass', 'pass'],
  },
  {
    does: 'dies of a signal without a name',
    program: ['a.c', C('say(); raise(SIGRTMIN + 3); return 0;')],
    verdicts: ['crashed', 'crashed'],
  },
  {
    does: 'signals its process group, but ignores the signal itself',
    program: ['a.sh', "trap '' TERM; sleep 5 & kill 0; kill -9 $!; wait; echo ok\n"],
    verdicts: ['pass', 'pass'],
  },
  {
    does: 'kills its process group',
    program: ['a.sh', 'echo ok; kill -KILL 0\n'],
    verdicts: ['crashed', 'crashed'],
  },
  {
    does: 'sends SIGTERM to its parent',
    program: ['a.sh', 'kill -TERM $PPID; echo ok\n'],
    verdicts: ['pass', 'pass'],
  },
  {
    does: 'stops itself',
    program: ['a.sh', 'echo ok; kill -STOP $$\n'],
    // Each case waits for that twice.
    flags: '--wall 2 --case x',
    verdicts: ['timed-out', 'timed-out'],
  },
  {
    does: 'shares its memory with children, and so uses less than it seems',
    program: [
      'a.c',
      C(
        'char *m = malloc(120 << 20); memset(m, 1, 120 << 20); for (int i = 0; i < 4; i++) if (fork() == 0) { usleep(200000); _exit(m[0] - 1); } while (wait(NULL) > 0) {} say(); return 0;',
      ),
    ],
    flags: '--memory 256',
    verdicts: ['pass', 'pass'],
  },
  {
    does: 'spins in children that nobody waits for',
    // Where SIGCHLD is ignored, the time of a child is in no sum; `wait` then only waits until there is none.
    program: [
      'a.c',
      C(
        'signal(SIGCHLD, SIG_IGN); for (int i = 0; i < 4; i++) { if (fork() == 0) { spin(0.6); _exit(0); } wait(NULL); } say(); return 0;',
      ),
    ],
    flags: '--cpu 1 --wall 100 --case x',
    verdicts: ['timed-out', 'timed-out'],
  },
  {
    does: 'leaves a child whose first thread has ended',
    program: [
      'a.c',
      C(
        'if (fork() == 0) { pthread_t t; pthread_create(&t, NULL, sleeper, NULL); pthread_exit(NULL); } say(); return 0;',
      ),
    ],
    verdicts: ['pass', 'pass'],
  },
  {
    does: 'writes to the settings of the system',
    program: [
      'a.py',
      'try:\n    open("/proc/sys/kernel/hostname", "w")\n    print("opened")\nexcept OSError:\n    print("ok")\n',
    ],
    // Outside the sandbox, it depends on who runs the tests.
    verdicts: ['pass or wrong-output', 'pass'],
  },
  {
    does: 'uses a descriptor that the marker inherited',
    program: [
      'a.py',
      'import os\ntry:\n    os.fchdir(57)\n    print(os.listdir("."))\nexcept OSError:\n    print("ok")\n',
    ],
    verdicts: ['pass', 'pass'],
  },
  {
    // That writes eight bytes to say how its child ended. Outside the sandbox it is the machine's, and left alone.
    does: 'traces the first process, to report another end',
    program: [
      'a.c',
      C(
        'if (access("/lane", F_OK) != 0) { say(); raise(SIGSEGV); } int p[2], status; char c; if (pipe(p) != 0) return 1; if (fork() == 0) { long got = ptrace(PTRACE_SEIZE, 1, 0, PTRACE_O_TRACESYSGOOD); if (got == 0) { ptrace(PTRACE_INTERRUPT, 1, 0, 0); waitpid(1, &status, __WALL); } if (write(p[1], "x", 1) != 1 || got != 0) _exit(1); for (int n = 0; n < 200; n++) { struct { uint64_t all[27]; } r; if (ptrace(PTRACE_SYSCALL, 1, 0, 0) != 0 || waitpid(1, &status, __WALL) < 0) break; ptrace(PTRACE_GETREGS, 1, 0, &r); if (r.all[15] == 1 && r.all[12] == 8) ptrace(PTRACE_POKEDATA, 1, r.all[13], 1L); } _exit(0); } if (read(p[0], &c, 1) != 1) return 1; say(); raise(SIGSEGV); return 0;',
      ),
    ],
    verdicts: ['crashed', 'crashed'],
  },
  {
    does: 'takes descriptors of the first process, to report another end',
    program: [
      'a.c',
      C(
        'say(); if (access("/lane", F_OK) != 0) raise(SIGSEGV); uint64_t one = 1; int first = syscall(434, 1, 0); for (int n = 3; n < 40; n++) { int fd = syscall(438, first, n, 0); if (fd >= 0 && write(fd, &one, sizeof one) < 0) close(fd); } raise(SIGSEGV); return 0;',
      ),
    ],
    verdicts: ['crashed', 'crashed'],
  },
  {
    does: 'hides what a child uses, by a token of its own',
    program: [
      'a.c',
      C(
        'if (getenv("HOG") != NULL) { char *m = malloc(300 << 20); memset(m, 1, 300 << 20); sleep(20); return m[5]; } setenv("HOG", "1", 1); setenv("FIVEDICE_CASE", "x", 1); if (fork() == 0) execl("/proc/self/exe", "x", NULL); wait(NULL); say(); return 0;',
      ),
    ],
    flags: '--memory 128 --wall 60 --case x',
    verdicts: ['out-of-memory', 'out-of-memory'],
  },
  {
    does: 'starts children as Python does, each with all its memory for a moment',
    program: [
      'a.py',
      'import subprocess\nb = bytearray(90 << 20)\nfor n in range(60):\n    subprocess.run(["/bin/true"])\nprint("ok")\n',
    ],
    flags: '--memory 150 --wall 60 --case x',
    verdicts: ['pass', 'pass'],
  },
  {
    does: 'holds memory in a process whose first thread has ended',
    program: [
      'a.c',
      C(
        'char *m = malloc(300 << 20); memset(m, 1, 300 << 20); pthread_t t; pthread_create(&t, NULL, sleeper, NULL); pthread_exit(m); return 0;',
      ),
    ],
    flags: '--memory 128 --wall 60 --case x',
    verdicts: ['out-of-memory', 'out-of-memory'],
  },
  {
    does: 'writes more than its limit into files without a name',
    program: [
      'a.sh',
      'for n in 5 6 7; do eval "exec $n> x"; rm x; head -c 900000 /dev/zero >&$n || sleep 20; done 2> /dev/null; echo ok\n',
    ],
    flags: '--disk 2',
    // Files on the disk are found by their names.
    verdicts: ['too-much-output', 'too-much-output', 'pass'],
  },
  {
    does: 'leaves a daemon that empties its environment, in another session',
    program: ['a.sh', "echo ok; env -i setsid sh -c 'cd /; sleep 3' > /dev/null 2>&1 &\n"],
    verdicts: ['pass', 'pass'],
  },
  {
    does: 'ends with a status that looks like a signal',
    program: ['a.sh', 'echo ok; exit 130\n'],
    verdicts: ['pass', 'pass'],
  },
];

/** In the order of the verdicts; the last setting is rare. */
const CONTAINED = (['namespaces', 'sandbox', 'process-groups'] as const).slice(0, isThorough ? 3 : 2);

suite('programs that attack the marker', (test) => {
  for (const flags of new Set(ADVERSARIES.map((one) => one.flags ?? ''))) {
    const rows = ADVERSARIES.filter((one) => (one.flags ?? '') === flags);
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
            const verdict = verdicts[index] ?? verdicts[0];
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

  test.needs('python3', 'bubblewrap')('the kernel itself enforces the limit on processor time', async () => {
    const program = [
      'a.py',
      "print([line for line in open('/proc/self/limits') if 'cpu' in line])\n",
    ] as const;
    for (const containment of ['namespaces', 'sandbox'] as const) {
      const [marked] = await markedTogether([program], '--cpu 7', containment);
      const printed = marked?.attacker[0]?.difference?.diff.find(({kind}) => kind === 'actual')?.text;
      assert.match(printed ?? '', /Max·cpu·time·+8·+9·+seconds/);
    }
  });

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
      const marks = parseMarks(stdout);
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
