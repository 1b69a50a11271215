/*
 * The walls of the sandbox: for each of its options an attack that comes through if it is missing, as
 * `sandbox-walls.deep.ts` shows. What a program prints says how far it came.
 */
import {once} from 'node:events';
import {mkdirSync, readlinkSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {AS_USER} from '../support/command.js';
import {isRoot} from '../support/nobody.js';
import {watching} from '../support/observed.js';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

/** Lines of shell that need nothing but what every Debian has. */
const ATTACKS: readonly (readonly [wall: string, line: string, prints: string | RegExp])[] = [
  ['it is user 1000 of group 1000 only', 'id -u; id -G', '1000\n1000\n'],
  [
    'it has no capability, and can get none',
    "grep -E '^Cap(Eff|Prm|Bnd|Amb)|^NoNew' /proc/self/status",
    /^Cap...:\t0{16}\nCap...:\t0{16}\nCap...:\t0{16}\nCap...:\t0{16}\nNoNewPrivs:\t1\n$/,
  ],
  [
    'it makes no user namespace, in which it would have them all again',
    'unshare --user true && echo made',
    '',
  ],
  ['the host has no name', 'cat /proc/sys/kernel/hostname', 'sandbox\n'],
  ['its control group has no name', 'grep -v ":/$" /proc/self/cgroup', ''],
  [
    'it sees no processes but its own, and of the first one nothing',
    'set -- /proc/[0-9]*; echo $#; ls -A /proc/1; touch /proc/1/x 2>&-',
    '2\n',
  ],
  // The next attacks show that the upper one of two `/proc` is read-only, and what is with devices.
  [
    'nothing that it can write to is kept',
    `awk '$4 ~ /^rw/ && $2 !~ "^/dev/" {print $2}' /proc/mounts | sort -u`,
    /^(?:\/proc\n)?\/tmp\n$/,
  ],
  [
    'it cannot write to the system',
    `cd /; for at in / /usr /etc /opt /bin /dev /lane /submission
      do [ -w $at ] && echo $at; touch $at/fivedice-was-here; done 2>&-
      [ -w /proc/sys/kernel/hostname ] && echo /proc/sys`,
    '',
  ],
  // To themselves, so that nothing happens if it can.
  [
    'it cannot close the devices of the machine to everybody',
    'for at in /dev/null /dev/tty; do chmod 666 $at && echo $at; done 2>&-',
    '',
  ],
  [
    'it sees the devices that it needs, and no others',
    'ls /dev; echo written > /dev/stdout; echo lost > /dev/null; head -c 1 /dev/zero | wc -c',
    'fd\nfull\nmqueue\nnull\nrandom\nshm\nstderr\nstdin\nstdout\ntty\nurandom\nzero\nwritten\n1\n',
  ],
  [
    'it works in an empty folder in memory, its home',
    'pwd; ls -A; echo $HOME $TMPDIR; stat -fc %T .',
    '/tmp\n/tmp /tmp\ntmpfs\n',
  ],
  [
    'it sees nothing else of the file system',
    'ls / | grep -vE "^(s?bin|lib(32|64|x32)?|etc|opt|usr)$"; ls -A /usr/../tmp',
    'dev\nlane\nproc\ntmp\n',
  ],
];

suite.needs('bubblewrap')('the walls of the sandbox', (test) => {
  for (const [wall, line, prints] of ATTACKS) {
    test(`sandbox: ${wall}`, () =>
      watching('sandbox', async ({sees}) => {
        const {stdout} = await sees(line);
        if (typeof prints === 'string') assert.is(stdout, prints);
        else assert.match(stdout, prints);
      }));
  }

  test('sandbox: it is in namespaces of its own', () =>
    watching('sandbox', async ({sees}) => {
      const names = ['user', 'pid', 'ipc', 'uts', 'net', 'cgroup', 'mnt'];
      const {stdout} = await sees(`cd /proc/self/ns; readlink ${names.join(' ')}`);
      const here = names.map((name) => readlinkSync(`/proc/self/ns/${name}`));
      const inside = stdout.trim().split('\n');
      assert.is(inside.length, names.length);
      assert.equal(
        inside.filter((name) => here.includes(name)),
        [],
      );
    }));

  test.needs('python3')('sandbox: it reaches no network, and no socket of the machine', () =>
    watching('sandbox', async ({sees}) => {
      const port = createServer().listen(0, '127.0.0.1');
      const name = `fivedice-${process.pid}`;
      const abstract = createServer().listen(`\0${name}`);
      try {
        await Promise.all([once(port, 'listening'), once(abstract, 'listening')]);
        const address = port.address();
        assert.ok(typeof address === 'object' && address !== null);
        const {stdout} = await sees(`python3 -c '
import socket
for kind, place in ((socket.AF_INET, ("127.0.0.1", ${address.port})), (socket.AF_UNIX, "\\0${name}")):
    try:
        socket.socket(kind).connect(place)
        print("connected")
    except OSError as error:
        print(error.strerror)'`);
        assert.match(stdout, /^(?:Network is unreachable|Connection refused)\nConnection refused\n$/);
      } finally {
        port.close();
        abstract.close();
      }
    }),
  );

  test('sandbox: all that it writes counts together', () =>
    watching('sandbox', async ({sees}) => {
      const line = `df -k --output=size /tmp | tail -1; for file in /tmp/a /dev/shm/b
          do for n in 1 2 3 4 5 6; do head -c 1000000 /dev/zero > $file$n; done; done 2>&-`;
      const {stdout, exceeded} = await sees(line, {limits: {disk: 8}});
      // And one page, so that what just fits is told from what does not.
      assert.equal([Number(stdout), exceeded], [8 * 1024 + 4, 'disk']);
    }));

  test('sandbox: its own files are read-only', () =>
    inTemporaryFolder((folder) =>
      watching('sandbox', async ({sees}) => {
        const file = join(folder, 'program');
        writeFileSync(file, 'touch "$0" 2>&- && echo touched; [ -w "$0" ] && echo writable; echo "$0"\n');
        assert.is((await sees(['sh', {file}])).stdout, '/submission/1/program\n');
        assert.is((await sees(['sh', {file, folder}])).stdout, '/submission/1/program\n');
      }),
    ));

  test('sandbox: it cannot write to its input', () =>
    watching('sandbox', async ({sees}) => {
      const line = `{ chmod u+w /proc/self/fd/0; echo x > /proc/self/fd/0; } 2>&- || echo refused; cat`;
      assert.is((await sees(line, {input: 'hello'})).stdout, 'refused\nhello');
    }));

  test('sandbox: what is shown is read-only, and goldens in it stay hidden', () =>
    inTemporaryFolder((folder) => {
      const hidden = join(folder, 'goldens');
      mkdirSync(hidden);
      writeFileSync(join(hidden, 'a.out'), 'secret');
      writeFileSync(join(folder, 'data'), 'shown\n');
      return watching(
        'sandbox',
        async ({sees}) => {
          const line = `cd '${folder}'; cat data; ls goldens; touch data new goldens/new 2>&-; ls`;
          assert.is((await sees(line)).stdout, 'shown\ndata\ngoldens\n');
        },
        {show: [folder], hide: [hidden]},
      );
    }));

  test('sandbox: goldens in its own folder stay hidden', () =>
    inTemporaryFolder(async (folder) => {
      const own = join(folder, 'own');
      mkdirSync(join(own, 'goldens'), {recursive: true});
      const file = join(own, 'program');
      writeFileSync(join(own, 'goldens/a.out'), 'secret');
      writeFileSync(file, 'cd /submission/1; ls . goldens; touch made 2>&-');
      await watching(
        'sandbox',
        async ({sees}) => {
          const {stdout} = await sees(['sh', {file, folder: own}]);
          assert.is(stdout, '.:\ngoldens\nprogram\n\ngoldens:\n');
        },
        {hide: [join(own, 'goldens')]},
      );
    }));

  test('sandbox: goldens below a system folder stay hidden', () =>
    watching(
      'sandbox',
      async ({sees}) => {
        assert.is(
          (await sees('ls /usr/share/doc; touch /usr/share/doc/x 2>&-; ls /usr/share/doc')).stdout,
          '',
        );
      },
      {hide: ['/usr/share/doc']},
    ));

  if (isRoot) {
    test('sandbox: what only root may read in /etc is hidden', () =>
      watching('sandbox', async ({sees}) => {
        assert.is((await sees('cat /etc/shadow; ls /etc/passwd')).stdout, '/etc/passwd\n');
      }));

    test('sandbox: a folder of /etc that only one user may read is hidden as a whole', async () => {
      // Of root and of another user, in a file system of their own.
      const cover = (folder: string, uid: number): string =>
        `mount -t tmpfs -o mode=700,uid=${uid} none ${folder} && echo secret > ${folder}/key`;
      const look =
        'for at in /etc/opt /etc/skel; do ls -A $at; cat $at/key; touch $at/new; done 2>&-; echo seen';
      const line = `${cover('/etc/opt', 65534)} && ${cover('/etc/skel', 0)} && exec "$@"`;
      const marker = ['node', '--import', 'tsx', 'tests/support/marker.ts', 'sandbox', look];
      const {stdout} = await execa('unshare', ['--mount', 'sh', '-c', line, 'sh', ...marker], {
        ...AS_USER,
        cwd: ROOT,
      });
      assert.is(stdout.split('\n').slice(1).join('\n').trim(), 'seen');
    });
  }
});
