/* The walls of the sandbox: for each of its options an attack that comes through if it is missing. */
import {once} from 'node:events';
import {mkdirSync, readlinkSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {suiteInSandbox, watching} from '../support/observed.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

/** Lines of shell that need nothing but what every Debian has. */
// biome-ignore format: a table
const ATTACKS: readonly (readonly [wall: string, line: string, prints: string | RegExp])[] = [
  ['it is user 1000 of group 1000 only', 'id -u; id -G', '1000\n1000\n'],
  ['it has no capability, and can get none', "grep -E '^Cap(Eff|Prm|Bnd|Amb)|^NoNew' /proc/self/status", /^(?:Cap...:\t0{16}\n){4}NoNewPrivs:\t1\n$/],
  ['it makes no user namespace, in which it would have them all again', 'unshare --user true && echo made', ''],
  ['the host has no name', 'cat /proc/sys/kernel/hostname', 'sandbox\n'],
  ['its control group has no name', 'grep -v ":/$" /proc/self/cgroup', ''],
  ['it sees no processes but its own and its shell', 'set -- /proc/[0-9]*; echo $#', '2\n'],
  ['nothing that it can write to is kept', `awk '$4 ~ /^rw/ && $2 !~ "^/dev/([^s]|stdi)" {print $2}' /proc/mounts | sort -u`, /^\/dev\/shm\n(?:\/proc\n)?\/tmp\n\/work\n$/],
  [
    'it cannot write to the system',
    `cd /; for at in / /usr /etc /opt /bin /var /dev /lane /submission
      do [ -w $at ] && echo $at; touch $at/fivedice-was-here; done 2>&-
      [ -w /proc/sys/kernel/hostname ] && echo /proc/sys`,
    '',
  ],
  // To themselves, so that nothing happens if it can.
  ['it cannot close the devices of the machine to everybody', 'for at in /dev/null /dev/tty; do chmod 666 $at && echo $at; done 2>&-', ''],
  ['it sees the devices that it needs, and no others', 'ls /dev; echo written > /dev/stdout; echo lost > /dev/null; head -c 1 /dev/zero | wc -c', 'core\nfd\nfull\nnull\nptmx\npts\nrandom\nshm\nstderr\nstdin\nstdout\ntty\nurandom\nzero\nwritten\n1\n'],
  ['it works in an empty folder in memory, its home, and temporary files go elsewhere', 'pwd; ls -A . /tmp /dev/shm /var/tmp/ | grep -v :; echo $HOME $TMPDIR; stat -fc %T . /tmp', /^\/work\n\n*\/work \/tmp\ntmpfs\ntmpfs\n$/],
  ['it sees nothing else of the file system', 'ls / | grep -vE "^(s?bin|lib(32|64|x32)?|etc|opt|usr|nix)$"; ls /var; ls -A /usr/../tmp', 'dev\nlane\nproc\ntmp\nvar\nwork\ntmp\n'],
  ['it does not see what only root may read', 'cat /etc/shadow; ls /etc/passwd', '/etc/passwd\n'],
];

suiteInSandbox('the walls of the sandbox', (test) => {
  for (const [wall, line, prints] of ATTACKS) {
    test(`${wall}`, async ({sees}) => {
      const {stdout} = await sees(line);
      if (typeof prints === 'string') assert.is(stdout, prints);
      else assert.match(stdout, prints);
    });
  }

  test('it is in namespaces of its own', async ({sees}) => {
    const names = ['user', 'pid', 'ipc', 'uts', 'net', 'cgroup', 'mnt'];
    const {stdout} = await sees(`cd /proc/self/ns; readlink ${names.join(' ')}`);
    const here = names.map((name) => readlinkSync(`/proc/self/ns/${name}`));
    const inside = stdout.trim().split('\n');
    assert.is(inside.length, names.length);
    assert.equal(
      inside.filter((name) => here.includes(name)),
      [],
    );
  });

  test.needs('python3')('it reaches no network, and no socket of the machine', async ({sees}) => {
    const port = createServer().listen(0, '127.0.0.1');
    const name = `fivedice-${process.pid}`;
    const abstract = createServer().listen(`\0${name}`);
    try {
      await Promise.all([once(port, 'listening'), once(abstract, 'listening')]);
      const address = port.address();
      assert.ok(typeof address === 'object' && address !== null);
      const {stdout} = await sees(`/usr/bin/python3 -c '
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
  });

  test('its own files are read-only', () =>
    inTemporaryFolder((folder) =>
      watching('sandbox', async ({sees}) => {
        const file = join(folder, 'program');
        writeFileSync(file, 'touch "$0" 2>&- && echo touched; [ -w "$0" ] && echo writable; echo "$0"\n');
        assert.is((await sees(['sh', {file}])).stdout, '/submission/1/program\n');
        assert.is((await sees(['sh', {file, folder}])).stdout, '/submission/1/program\n');
      }),
    ));

  test('it cannot write to its input', async ({sees}) => {
    const line = `{ chmod u+w /proc/self/fd/0; echo x > /proc/self/fd/0; } 2>&- || echo refused; cat`;
    assert.is((await sees(line, {input: 'hello'})).stdout, 'refused\nhello');
  });

  test('what is shown is read-only, and what is hidden in it stays hidden', () =>
    inTemporaryFolder((folder) => {
      const [hidden = '', report = ''] = ['goldens', 'report.json'].map((name) => join(folder, name));
      mkdirSync(`${hidden}/shown`, {recursive: true});
      for (const path of ['goldens/a.out', 'goldens/shown/b', 'report.json', 'data'])
        writeFileSync(join(folder, path), `${path}\n`);
      return watching(
        'sandbox',
        async ({sees}) => {
          const line = `cd '${folder}'; cat data report.json; ls goldens goldens/shown; touch data new goldens/new 2>&-; ls`;
          const shown = 'data\ngoldens:\nshown\n\ngoldens/shown:\nb\ndata\ngoldens\nreport.json\n';
          assert.is((await sees(line)).stdout, shown);
        },
        {show: [folder, `${hidden}/shown`], hide: [hidden, report, join(folder, 'none')]},
      );
    }));

  test('goldens in its own folder stay hidden, but not its own file', () =>
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
        {hide: [join(own, 'goldens'), own, file]},
      );
    }));

  test('goldens below a system folder stay hidden', () =>
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
});
