/*
 * Takes each wall of the sandbox away in a copy of the source, one after the other: a test of `walls.test.ts` or
 * `between-cases.test.ts` must fail.
 */
import {cpSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {userEnvironment} from '../support/command.js';
import {isRoot} from '../support/nobody.js';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

/** What stands once in the source, what stands there in its place, and what the sentence of the test contains. */
type Row = readonly [from: string, to: string, notices: string];

const DEVICES = 'it sees the devices';
const SHOW = '[...SYSTEM, ...show]';
const NAMESPACES = "['--unshare-all']";

const IN_SANDBOX: readonly Row[] = [
  ["'--unshare-user', '--uid', '1000'", "'--unshare-user', '--uid', '0'", 'it is user'],
  ["'--gid', '1000'", "'--gid', '0'", 'it is user'],
  ["['--tmpfs', '/dev'],", '', DEVICES],
  ...['null', 'zero', 'full', 'random', 'urandom', 'tty'].map(
    (name): Row => [`'${name}'`, `'${name === 'null' ? 'zero' : 'null'}'`, DEVICES],
  ),
  ["['/proc/self/fd', 'fd'],", '', DEVICES],
  ["['/proc/self/fd/0', 'stdin'],", '', DEVICES],
  ["['/proc/self/fd/1', 'stdout'],", '', DEVICES],
  ["['/proc/self/fd/2', 'stderr'],", '', DEVICES],
  ["[SANDBOX_WORK, 'shm'],", '', DEVICES],
  ["['--remount-ro', '/dev'],", '', 'it cannot write to the system'],
  [", ['--disable-userns']", '', 'it makes no user namespace'],
  [`isBelow(path, ${SHOW})`, 'isBelow(path, SYSTEM)', 'what is shown'],
  [`isBelow(path, ${SHOW})`, 'isBelow(path, show)', 'goldens below'],
  ['path.startsWith(real + sep)', 'false', 'goldens in its own'],
  ["return ['--tmpfs', path, '--remount-ro', path];", "return ['--tmpfs', path];", 'goldens below'],
  ["...show.flatMap((path) => ['--ro-bind',", "...show.flatMap((path) => ['--bind',", 'what is shown'],
  [", '--hostname', 'sandbox'", '', 'the host'],
  [
    NAMESPACES,
    "['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup']",
    'it reaches no network',
  ],
  [NAMESPACES, "['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-net']", 'its control group'],
  ["'--ro-bind', input, LANE", "'--bind', input, LANE", 'it cannot write to its input'],
  [", '--remount-ro', '/']", ']', 'it cannot write to the system'],
  ["  ['--tmpfs', '/proc/1'],\n  ['--remount-ro', '/proc/1'],\n", '', 'it sees no processes'],
  ["  ['--remount-ro', '/proc/1'],\n", '', 'nothing that it can write to'],
  ['String(bytes)', 'String(bytes * 4)', 'all that it writes'],
  ["['--ro-bind', from, to", "['--bind', from, to", 'its own files'],
  [": ['--ro-bind', path, path];", ": ['--bind', path, path];", 'nothing that it can write to'],
];

/** Walls against what only root may do; of others, bubblewrap takes the capabilities anyway. */
const OF_ROOT: readonly Row[] = [
  ["  ['--remount-ro', '/proc'],\n", '', 'it cannot write to the system'],
  ["['--cap-drop', 'ALL'],", '', 'it has no capability'],
  ['--rbind -o ro /dev', '--rbind /dev', 'it cannot close'],
  ["hidden.push('--ro-bind', '/dev/null', path)", '', 'what only root may read'],
  ['hidden.push(...coverOf(path));', 'visit(path);', 'a folder of /etc'],
];

/** By file of the source and of the tests. */
const WALLS: Readonly<Record<string, readonly Row[]>> = {
  'sandbox.ts walls': [...IN_SANDBOX, ...(isRoot ? OF_ROOT : [])],
  'sandbox.ts between-cases': [["  ['--mqueue', '/dev/mqueue'],\n", '', 'it does not find a queue']],
  'launch.ts limits': [['`ulimit -p $', '`: $', 'sandbox: the kernel starts']],
  'lanes/lane.ts between-cases': [
    ['for t in shm sem msg', 'for t in', 'it does not find shared memory'],
    ['return emptied(this.scratch);', 'return true;', 'it does not find files'],
    // Where only root could clean up, others get a new sandbox.
    ...(isRoot ? ([['chmodSync(this.scratch, 0o755)', '', 'it finds what']] as const) : []),
  ],
};

/** Options of the sandbox without which no program starts at all. */
const NEEDED =
  '--size --unshare-user --unshare-all --new-session --as-pid-1 --die-with-parent --mount --dev-bind --symlink --proc';

suite.needs('bubblewrap', 'gcc')('each wall of the sandbox', (test) => {
  test('is in the table', () => {
    const changed = [...IN_SANDBOX, ...OF_ROOT, ...Object.values(WALLS).flat()]
      .map(([from]) => from)
      .join(' ');
    const source = readFileSync(join(ROOT, 'src/running/sandbox.ts'), 'utf8');
    const options = source.match(/--[a-z][a-z-]*(?=[='])/g) ?? [];
    assert.ok(options.length > 20);
    assert.equal(
      options.filter((option) => !`${changed} ${NEEDED}`.includes(option)),
      [],
    );
  });

  test('is missed by a test once it is gone', () =>
    inTemporaryFolder(async (copy) => {
      for (const name of ['src', 'tests', 'package.json', 'tsconfig.json'])
        cpSync(join(ROOT, name), join(copy, name), {recursive: true});
      for (const name of ['node_modules', 'fixtures', 'README.md'])
        symlinkSync(join(ROOT, name), join(copy, name));
      const survived: string[] = [];
      for (const [files, rows] of Object.entries(WALLS)) {
        const [file = '', tests = ''] = files.split(' ');
        const path = join(copy, 'src/running', file);
        const whole = readFileSync(path, 'utf8');
        for (const [from, to, notices] of rows) {
          const parts = whole.split(from);
          assert.is(parts.length, 2, `${file} has once ${from}`);
          writeFileSync(path, parts.join(to));
          const {stdout} = await execa('node', ['--import', 'tsx', `tests/running/${tests}.test.ts`], {
            ...{cwd: copy, reject: false, stdin: 'ignore', extendEnv: false},
            env: {...userEnvironment(), FIVEDICE_ONLY: notices, NO_COLOR: '1', FORCE_COLOR: '0'},
          });
          if (!/FAIL .*?"/.test(stdout)) survived.push(`${file} without ${from}: ${notices}\n${stdout}`);
        }
        writeFileSync(path, whole);
      }
      assert.equal(survived, []);
    }));
});
