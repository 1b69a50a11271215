/*
 * Takes each wall of the sandbox away in a copy of the source, one after the other: a test of `walls.test.ts`,
 * `seccomp.test.ts` or `between-cases.test.ts` must fail.
 */
import {cpSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {isRoot, userEnvironment} from '../support/command.js';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

/** Text that stands once in the source, text in its place, and a part of the sentence of the test that notices. */
type Row = readonly [from: string, to: string, notices: string];

const DEVICES = 'it sees the devices';
const ALL = "'--unshare-all'";
const LAYER = "layer: ['--ro-bind', path, path]";

const IN_SANDBOX: readonly Row[] = [
  ["'--uid', '1000'", "'--uid', '0'", 'it is user'],
  ["'--gid', '1000'", "'--gid', '0'", 'it is user'],
  ["'--disable-userns', ", '', 'it makes no user namespace'],
  ["'--dev', '/dev', ", "'--dev-bind', '/dev', '/dev', ", DEVICES],
  [", '--remount-ro', '/dev',", ',', 'it cannot write to the system'],
  ["  '--hostname', 'sandbox',\n", '', 'the host'],
  [ALL, "'--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup'", 'it reaches no network'],
  [ALL, "'--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-net'", 'its control group'],
  [", '--remount-ro', '/',\n", ',\n', 'it cannot write to the system'],
  ['String(bytes)', 'String(bytes * 4)', 'files count in all'],
  [": ['--ro-bind', path, path];", ": ['--bind', path, path];", 'nothing that it can write to'],
  ['[...SYSTEM, ...shown].some', 'SYSTEM.some', 'what is shown'],
  ['[...SYSTEM, ...shown].some', 'shown.some', 'goldens below'],
  ['a.path.length - b.path.length', 'b.path.length - a.path.length', 'what is shown'],
  ["['--perms', '0555', '--tmpfs', at]", '[]', 'goldens below'],
  ["['--ro-bind', '/dev/null', at]", '[]', 'what is shown'],
  ['path.startsWith(real + sep)', 'false', 'goldens in its own'],
  [' && !own.includes(path)', '', 'goldens in its own'],
];

/** Walls that keep somebody from their own files; programs of root are run by another user. */
const OF_OTHERS: readonly Row[] = [
  ["'--ro-bind', lane, LANE", "'--bind', lane, LANE", 'it cannot write to its input'],
  ["['--ro-bind', from, to", "['--bind', from, to", 'its own files'],
  [LAYER, LAYER.replace('ro-', ''), 'what is shown'],
];

/** Walls against root, from whom others are kept anyway. */
const AROUND = 'sandbox.around(command, toolchain, folder, bytes)';
const AS_USER = `asProgramUser(${AROUND}, lane.number)`;
const OF_ROOT: readonly Row[] = [
  [AS_USER, AROUND, 'it does not see what only root'],
  [AS_USER, AROUND, 'it cannot close'],
];

const WALLS: Readonly<Record<string, readonly Row[]>> = {
  'sandbox.ts walls': [
    ...IN_SANDBOX.filter(([, , notices]) => !notices.startsWith('files count')),
    ...(isRoot ? [] : OF_OTHERS),
  ],
  'run.ts walls': isRoot ? OF_ROOT : [],
  'run.ts limits': isRoot ? [[', lane.number)', ')', 'what the kernel limits by user']] : [],
  'sandbox.ts limits': IN_SANDBOX.filter(([, , notices]) => notices.startsWith('files count')),
  'sandbox.ts seccomp': [["['--seccomp', String(FILTER_DESCRIPTOR)]", '[]', 'keys, rings']],
  'shell-line.ts limits': [['`ulimit -p $', '`: $', 'sandbox: the kernel starts']],
  'lane.ts between-cases': [
    ['isEmptied(pathOf(one), 0o755)', 'true', 'it does not find files'],
    ['(stats.mode & 0o7777) !== mode', 'false', 'it does not find what it did'],
  ],
  'run.ts between-cases': [['[bytes, isHidden, ', '[bytes, ', 'what a hidden case']],
};

/** Options of the sandbox without which no program starts at all, and those that bubblewrap has by itself for users. */
const NEEDED =
  '--size --unshare-user --new-session --as-pid-1 --die-with-parent --tmpfs --symlink --proc --dir --cap-drop';

suite.needs('bubblewrap', 'gcc')('each wall of the sandbox', (test) => {
  test('is in the table', () => {
    const changed = [...OF_OTHERS, ...Object.values(WALLS).flat()].map(([from]) => from).join(' ');
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
