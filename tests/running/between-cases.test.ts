/*
 * One case leaves nothing to the next that could change its verdict, and attacks on the shell that reports its end harm
 * neither the next case nor the next submission.
 */
import * as assert from 'uvu/assert';
import {type Seen, suiteInModes, suiteInSandbox} from '../support/observed.js';

const STATE = `ulimit -a; umask; nice; ls -A . "$HOME" $PLACES | grep -v :; ls /proc/self/fd
cat /proc/self/oom_score_adj; grep -E "^(Sig(Blk|Ign)|Cpus_allowed_list|NoNew)" /proc/self/status
env | grep -vE "^(FIVEDICE_CASE|HOME|PWD|TMPDIR)=" | sort`;

const UPSET = `umask 0; trap '' HUP INT TERM; export LEFT=1; ulimit -n 99; renice -n 5 -p $$; taskset -p 1 $$
echo 500 > /proc/self/oom_score_adj
for at in . "$HOME" $PLACES; do echo left > "$at/left-behind"; mkfifo "$at/fifo"; done 2>&-
chmod 0 .; exec 7</; ulimit -t 1; cd /`;

/** Traces that only the sandbox keeps apart: each row leaves something, and looks for it. */
// biome-ignore format: a table
const LEFT: readonly (readonly [what: string, leaves: string, finds: string])[] = [
  ['files in memory', 'touch /tmp/left /dev/shm/left /var/tmp/right', 'ls -A /tmp /dev/shm/ /var/tmp/'],
  ['what it did to the folders themselves', 'chmod 777 . /tmp; touch -d @0 /tmp/x', 'stat -c %a . /tmp; ls /tmp'],
  [
    'a daemon',
    'setsid -f env -i sleep 300 >&- 2>&- <&-; cd /; setsid -f sleep 300 >&- 2>&-',
    // It has other names before it is `sleep`.
    'cat /proc/[0-9]*/comm | grep -E "^(setsid|env|sleep)$"',
  ],
];

/** Attacks that would reach the whole machine but for the sandbox: they make sure that they are in one. */
const INSIDE = '[ -e /lane ] || exit 1; ';

// biome-ignore format: a table
const ATTACKS: readonly (readonly [does: string, line: string, end: Seen['end']])[] = [
  ['kills its process group', 'kill -KILL 0', 'SIGKILL'],
  ['kills all that it may', 'kill -KILL -1; exit 3', 3],
  ['kills the first process', 'kill -KILL 1; kill -KILL $PPID; exit 3', 3],
  ['says in the name of its shell that it ended', 'for f in /proc/1/fd/* /proc/$PPID/fd/*; do echo "0" > $f; done 2>&-; exit 3', 3],
  ['says in the name of its shell that it was never started', 'name=$(tr -d "\\0" < /proc/$PPID/cmdline); echo "$name: 1: exec: sh: not found" >&2; exit 127', 127],
];

suiteInModes('from one case to the next', (test, mode) => {
  test('it finds what the first one found', async ({sees}) => {
    const places = (line: string): string =>
      line.replaceAll('$PLACES', mode === 'sandbox' ? '/tmp /dev/shm/' : '');
    const before = await sees(places(STATE));
    await sees(places(UPSET));
    const after = await sees(places(STATE));
    assert.is(after.stdout, before.stdout);
  });
});

suiteInSandbox('from one case to the next', (test) => {
  for (const [what, leaves, finds] of LEFT) {
    test(`it does not find ${what}`, async ({sees}) => {
      const first = await sees(finds);
      await sees(leaves);
      assert.is((await sees(finds)).stdout, first.stdout);
      assert.is.not((await sees(`${leaves}; ${finds}`)).stdout, first.stdout, 'there is something to find');
    });
  }

  test('what a hidden case leaves, no public one finds', async ({sees}) => {
    const finds = 'ipcs -q | grep 0x';
    assert.is.not((await sees(`ipcmk -Q >&2; ${finds}`, {isHidden: true})).stdout, '');
    assert.is((await sees(finds)).stdout, '');
  });

  test('one with a sandbox of its own leaves nothing, and finds nothing', async ({sees}) => {
    const finds = 'ipcs -q | grep 0x';
    const leaves = `ipcmk -Q >&2; ${finds} >&2; touch /tmp/left`;
    for (const [first, second] of [
      [false, true],
      [true, false],
    ]) {
      await sees('rm -f /tmp/left; ipcrm --all=msg', {isFresh: false});
      assert.match((await sees(leaves, {isFresh: first === true})).stderr, /0x/);
      assert.is((await sees(`${finds}; ls /tmp`, {isFresh: second === true})).stdout, '');
    }
  });

  test.needs('python3')('a server finds its port free', async ({sees}) => {
    const line = `/usr/bin/python3 -c '
import socket
server = socket.socket()
server.bind(("127.0.0.1", 5000))
server.listen()
client = socket.create_connection(("127.0.0.1", 5000))
server.accept()[0].close()
client.recv(1)'`;
    for (const which of ['first', 'second', 'third']) assert.is((await sees(line)).stderr, '', which);
  });

  for (const [does, line, end] of ATTACKS) {
    test(`one that ${does} harms nobody`, async ({sees}) => {
      assert.is((await sees(INSIDE + line)).end, end);
      // The next case sees nothing of it, nor the next submission.
      for (const owner of ['Ada', 'Bob']) {
        const {stdout, exceeded, leftProcesses} = await sees('echo ok', {owner});
        assert.equal(
          {stdout, exceeded, leftProcesses},
          {stdout: 'ok\n', exceeded: null, leftProcesses: false},
        );
      }
    });
  }
});
