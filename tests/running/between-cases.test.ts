/*
 * What one case leaves to the next of the same submission: nothing. And what it can do to whoever reports its end:
 * nothing either, so that the next case, and the next submission, are judged right.
 */
import * as assert from 'uvu/assert';
import {compiled} from '../support/compiled.js';
import {MODES, type Seen, toolsOf, type Watched, watching} from '../support/observed.js';
import {suite} from '../support/suite.js';

/** Prints all that a program inherits, and all that it finds. */
const STATE = `ulimit -a; umask; pwd; nice; ls -A . "$HOME" "$TMPDIR"; ls /proc/self/fd
cat /proc/self/oom_score_adj; grep -E "^(Sig(Blk|Ign)|Cpus_allowed_list|NoNew)" /proc/self/status
readlink -f /proc/self/fd/0; env | grep -v FIVEDICE_CASE | sort`;

/** Changes all of that, of itself and of whoever started it. */
const UPSET = `umask 0; trap '' HUP INT TERM; export LEFT=1
for who in $$ $TARGETS; do
  prlimit --pid $who --nofile=99:99 --stack=1000000; renice -n 5 -p $who; chrt --batch -p 0 $who
  taskset -p 1 $who; echo 500 > /proc/$who/oom_score_adj; done >&- 2>&-
for at in . "$HOME" "$TMPDIR" $PLACES; do echo left > "$at/left-behind"; mkfifo "$at/fifo"; done 2>&-
chmod 0 . /proc/self/fd/1 /proc/self/fd/2; exec 7</; ulimit -t 1; cd /; echo done`;

/** What only the sandbox can keep apart: each leaves something, and then looks for it. */
const LEFT: readonly (readonly [what: string, leaves: string, finds: string])[] = [
  ['files in memory', 'touch /tmp/left /dev/shm/left', 'ls -A /tmp /dev/shm/'],
  ['shared memory, semaphores and queues with a key', 'ipcmk -M 4096 -S 1 -Q', 'ipcs | grep 0x'],
  [
    'a daemon',
    'setsid -f env -i sleep 300 >&- 2>&- <&-; cd /; setsid -f sleep 300 >&- 2>&-',
    // It has other names before it is `sleep`.
    'cat /proc/[0-9]*/comm | grep -E "^(setsid|env|sleep)$"',
  ],
];

const C = (body: string): string => `#define _GNU_SOURCE
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
${body}
`;

/** Finds a queue for messages, or makes it. */
const QUEUE = C(`int main(void) {
  if (mq_open("/left", O_RDWR) != (mqd_t)-1) return puts("found") < 0;
  return mq_open("/left", O_CREAT | O_RDWR, 0600, NULL) == (mqd_t)-1;
}`);

/** Attacks that would reach the whole machine but for the sandbox: they make sure that they are in one. */
const INSIDE = '[ -e /lane ] || exit 1; ';

const ATTACKS: readonly (readonly [does: string, line: string, end: Seen['end']])[] = [
  ['kills its process group', 'kill -KILL 0', 'SIGKILL'],
  ['kills all that it may', 'kill -KILL -1; exit 3', 3],
  ['kills the first process', 'kill -KILL 1; kill -KILL $PPID; exit 3', 3],
  [
    'says in the name of its shell that it ended',
    'for f in /proc/1/fd/* /proc/$PPID/fd/*; do echo "0" > $f; done 2>&-; exit 3',
    3,
  ],
];

/** What the next case sees, and the next submission. */
async function assertUnharmed({sees}: Watched): Promise<void> {
  const unharmed = {end: 0, stdout: 'ok\n', exceeded: null, leftProcesses: false};
  for (const owner of ['Ada', 'Bob']) {
    const {end, stdout, exceeded, leftProcesses} = await sees('echo ok', {owner});
    assert.equal({end, stdout, exceeded, leftProcesses}, unharmed);
  }
}

suite('from one case to the next', (test) => {
  for (const mode of MODES) {
    test.needs(...toolsOf(mode))(`${mode}: it finds what the first one found`, () =>
      watching(mode, async ({sees}) => {
        const before = await sees(STATE);
        // Outside of the sandbox nothing protects the shell of the lane, which all share, nor the machine.
        const [targets, places] = mode === 'sandbox' ? ['1 $PPID', '/tmp/.. /dev'] : ['', ''];
        const upset = UPSET.replace('$TARGETS', targets).replace('$PLACES', places);
        assert.is((await sees(upset)).stdout, 'done\n');
        const after = await sees(STATE);
        const comparable = (text: string): string => text.replace(/lane-\w+/g, 'lane');
        assert.is(comparable(after.stdout), comparable(before.stdout));
        assert.is(after.stderr, '');
      }),
    );
  }

  for (const [what, leaves, finds] of LEFT) {
    test.needs('bubblewrap')(`sandbox: it does not find ${what}`, () =>
      watching('sandbox', async ({sees}) => {
        const first = await sees(finds);
        await sees(leaves);
        assert.is((await sees(finds)).stdout, first.stdout);
        assert.is.not((await sees(`${leaves}; ${finds}`)).stdout, '', 'there is something to find');
      }),
    );
  }

  test.needs('bubblewrap', 'gcc')('sandbox: it does not find a queue for messages', async () => {
    const file = await compiled(QUEUE);
    await watching('sandbox', async ({sees}) => {
      for (const _ of [1, 2]) assert.equal((await sees([{file}])).stdout, '');
    });
  });

  for (const [does, line, end] of ATTACKS) {
    test.needs('bubblewrap')(`sandbox: one that ${does} harms nobody`, () =>
      watching('sandbox', async (watched) => {
        assert.is((await watched.sees(INSIDE + line)).end, end);
        await assertUnharmed(watched);
      }),
    );
  }
});
