/*
 * The walls, each with the change of the source that takes it away and the test that notices: `npm run mutants --
 * sandbox` does that to a copy, one after the other.
 */

export interface Wall {
  readonly wall: string;
  /** Below `src/running`. */
  readonly file: string;
  /** Must fit exactly once. */
  readonly replace: readonly [from: string, to: string];
  /** Below `tests/running`, without `.test.ts`. */
  readonly tests: string;
  /** What the sentence of the test contains that must fail. */
  readonly notices: string;
}

type Row = readonly [wall: string, replace: readonly [from: string, to: string], notices: string];

const without = (text: string): readonly [string, string] => [text, ''];
const mode = 'sandbox: ';

/** By file of the source and of the tests. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'sandbox.ts walls': [
    [
      'another user',
      ["'--unshare-user', '--uid', '1000'", "'--unshare-user', '--uid', '0'"],
      `${mode}it is user`,
    ],
    ['another group', ["'--gid', '1000'", "'--gid', '0'"], `${mode}it is user`],
    ['--cap-drop ALL', without("['--cap-drop', 'ALL'],"), 'sandbox: it has no capability'],
    ['--tmpfs /dev', without("['--tmpfs', '/dev'],"), `${mode}it sees the devices`],
    ...['null', 'zero', 'full', 'random', 'urandom', 'tty'].map(
      (name): Row => [
        `/dev/${name}`,
        [`'${name}'`, `'${name === 'null' ? 'zero' : 'null'}'`],
        `${mode}it sees the devices`,
      ],
    ),
    ...["['/proc/self/fd', 'fd']", "['/proc/self/fd/0', 'stdin']", "['/proc/self/fd/1', 'stdout']"].map(
      (link): Row => [`the link ${link}`, without(`${link},`), `${mode}it sees the devices`],
    ),
    ['the link to stderr', without("['/proc/self/fd/2', 'stderr'],"), `${mode}it sees the devices`],
    ['/dev/shm in the one limit', without("[SANDBOX_WORK, 'shm'],"), `${mode}it sees the devices`],
    ['--remount-ro /dev', without("['--remount-ro', '/dev'],"), `${mode}it cannot write to the system`],
    ['read-only devices', ['--rbind -o ro /dev', '--rbind /dev'], `${mode}it cannot close`],
    ['--disable-userns', without(", ['--disable-userns']"), `${mode}it makes no user namespace`],
    [
      'the folder of goldens inside a shown one',
      ['isBelow(path, [...SYSTEM, ...show])', 'isBelow(path, SYSTEM)'],
      `${mode}what is shown`,
    ],
    [
      'the folder of goldens inside the system',
      ['isBelow(path, [...SYSTEM, ...show])', 'isBelow(path, show)'],
      `${mode}goldens below`,
    ],
    [
      'the folder of goldens inside its own',
      ['path.startsWith(real + sep)', 'false'],
      `${mode}goldens in its own`,
    ],
    [
      'a hidden folder read-only',
      ["return ['--tmpfs', path, '--remount-ro', path];", "return ['--tmpfs', path];"],
      `${mode}goldens below`,
    ],
    [
      'what is shown read-only',
      [
        "...show.flatMap((path) => ['--ro-bind', path, path])",
        "...show.flatMap((path) => ['--bind', path, path])",
      ],
      'sandbox: what is shown',
    ],
    ['--hostname', without(", '--hostname', 'sandbox'"), `${mode}the host`],
    [
      '--unshare-all',
      ["['--unshare-all']", "['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup']"],
      `${mode}it reaches no network`,
    ],
    [
      '--cgroup',
      ["['--unshare-all']", "['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-net']"],
      `${mode}its control group`,
    ],
    [
      'no keyrings',
      without("      ...['--seccomp', String(FILTER)],\n"),
      `${mode}it puts nothing into a keyring`,
    ],
    [
      'the input read-only',
      ["'--ro-bind', input, LANE", "'--bind', input, LANE"],
      `${mode}it cannot write to its input`,
    ],
    [
      '--remount-ro /',
      without(", '--remount-ro', '/'],".slice(0, -2)),
      `${mode}it cannot write to the system`,
    ],
    [
      'nothing of the first process',
      without("  ['--tmpfs', '/proc/1'],\n  ['--remount-ro', '/proc/1'],\n"),
      `${mode}it sees no processes`,
    ],
    ['that read-only', without("  ['--remount-ro', '/proc/1'],\n"), `${mode}nothing that it can write to`],
    ['--size', ['String(bytes)', 'String(bytes * 4)'], `${mode}all that it writes`],
    ['--remount-ro /proc', without("  ['--remount-ro', '/proc'],\n"), `${mode}it cannot write to the system`],
    ['its own files read-only', ["['--ro-bind', from, to", "['--bind', from, to"], `${mode}its own files`],
    [
      'secret files of /etc',
      without("hidden.push('--ro-bind', '/dev/null', path)"),
      `${mode}what only root may read`,
    ],
    ['secret folders of /etc', ['hidden.push(...coverOf(path));', 'visit(path);'], `${mode}a folder of /etc`],
    [
      'the system read-only',
      [": ['--ro-bind', path, path];", ": ['--bind', path, path];"],
      `${mode}nothing that it can write to`,
    ],
  ],
  'sandbox.ts between-cases': [
    ['queues that are seen', without("  ['--mqueue', '/dev/mqueue'],\n"), `${mode}it does not find a queue`],
  ],
  'containment.ts guardian': [
    ['--pdeathsig', ["'--pdeathsig', 'KILL'", "'--pdeathsig', 'clear'"], 'namespaces end'],
    ['--kill-child', without(", '--kill-child=KILL'"), 'namespaces end'],
  ],
  'lanes/lane.ts between-cases': [
    [
      'memory, semaphores and queues that a case left',
      ['left() { i=; for t in shm sem msg', 'left() { i=; for t in'],
      `${mode}it does not find shared memory`,
    ],
    ['files in memory', ['return emptied(this.scratch);', 'return true;'], `${mode}it does not find files`],
    ['a folder with its permissions', ['chmodSync(this.scratch, 0o755)', ''], `${mode}it finds what`],
  ],
  'lanes/fifos.ts lane': [
    ['FIFOs for their owner only', ["'-m', '600'", "'-m', '666'"], 'namespaces: gives outputs'],
    ['FIFOs without a name', without('    rmSync(place, {recursive: true});\n'), 'namespaces: gives outputs'],
  ],
  'lanes/input-file.ts lane': [
    [
      'an input that nobody changed',
      ['stats?.ino === this.inode', 'stats !== undefined'],
      'namespaces: gives each input',
    ],
    ['an input with one name', without('stats.nlink === 1 &&'), 'namespaces: gives each input'],
    ['an input for readers', without('(stats.mode & 0o7777) === MODE &&'), 'namespaces: gives each input'],
    ['an input that has an end', ['stats.size === this.length', 'true'], 'namespaces: gives each input'],
  ],
  'lanes/lane.ts lane': [
    ['a clean folder', ['(stats.mode & 0o777) === 0o700', 'true'], 'namespaces: empties its folder'],
    [
      'the environment',
      ['return {PATH: path', 'return {...process.env, PATH: path'],
      'namespaces: gives four variables',
    ],
    ['a new lane for another owner', ['this.owner !== owner || ', ''], 'namespaces: is made anew'],
    ['a shell that survives signals', ['`trap : $', '`true : $'], 'process-groups: goes on after signals'],
  ],
  'lanes/work-files.ts work-files': [
    ['a link is no file', without(' | constants.O_NOFOLLOW'), `${mode}reads no link`],
    ['folder by folder', ["name.split('/')", '[name]'], `${mode}reads no link`],
    ['no more than was asked for', ['Math.min(size, most)', 'size'], `${mode}reads no more`],
    [
      'a closed file, for root too',
      ["isClosed(stats, 0o400) ? 'closed' : null", 'null'],
      `${mode}reads no closed file`,
    ],
    [
      'a closed folder, for root too',
      without("if (isClosed(fstatSync(place), 0o500)) return {instead: 'closed'};"),
      `${mode}reads nothing in a closed folder`,
    ],
  ],
  'launch.ts lane': [['no pipe of the lane', without(' 3>&- 4>&-'), 'namespaces: gives no other pipe']],
  'meaning.ts lane': [
    [
      'a shell without words means an exit status',
      ['SILENT_SIGNALS.includes(signal) ? null : {exited: status}', '{signalled: signal}'],
      'namespaces: tells an exit status',
    ],
    [
      'SIGINT and SIGPIPE told apart',
      ['SILENT_SIGNALS.includes(signal) ? null : {exited: status}', '{exited: status}'],
      'namespaces: tells an exit status',
    ],
  ],
  'launch.ts limits': [
    ['ulimit -c', without('ulimit -c 0; '), 'namespaces: the kernel holds'],
    ['ulimit -St', ['ulimit -St $', ': $'], 'namespaces: the kernel holds'],
    ['ulimit -Ht', ['ulimit -Ht $', ': $'], 'namespaces: the kernel holds'],
    ['ulimit -f', ['ulimit -f $', ': $'], 'namespaces: the kernel holds'],
    ['ulimit -p', ['`ulimit -p $', '`: $'], 'sandbox: the kernel starts'],
  ],
  'run.ts lane': [
    [
      'the secret of the shell',
      ['const secret = randomUUID();\n  const line', 'const secret = token;\n  const line'],
      'process-groups: goes on after signals',
    ],
  ],
  'limits-watch.ts limits': [
    [
      'files in all',
      ["this.counted = now;\n      if (this.fillsDisk()) capture.exceed('disk');", 'this.counted = now;'],
      'process-groups: files count in all',
    ],
    [
      'the number of processes',
      ["else if (processes > limits.processes) capture.exceed('processes');", ''],
      'namespaces: processes count',
    ],
  ],
  'usage/processes.ts limits': [
    [
      'memory without a process',
      ['memoryFiles(paths) + keyed - mapped', '-mapped'],
      'namespaces: memory counts',
    ],
    ['files in memory', ['memoryFiles(paths) + keyed', 'keyed'], 'namespaces: memory counts in files'],
    ['page tables', ['sumOf(paths.map(pageTables)) + ', ''], 'namespaces: page tables'],
    ['the token', [' || hasToken(one.path, token)', ''], 'process-groups: a daemon is found'],
  ],
  'usage/disk.ts processes': [
    [
      'a folder that cannot be searched',
      ['ifPossible(() => lstatSync(path))', 'lstatSync(path)'],
      'is what can be found',
    ],
  ],
  'descriptors.ts lane': [
    [
      'inherited descriptors',
      ['=== 0) closeSync(fd)', '=== 1) closeSync(fd)'],
      'descriptors that the marker',
    ],
  ],
  // Of x86-64: each kind of processor has numbers of its own.
  'refused-calls.ts walls': [
    ['ptrace', ['second: [101, 298, X32', 'second: [298, X32'], 'it gets no hold'],
    ['pidfd_getfd', ['250, 438].flatMap', '250].flatMap'], 'it gets no hold'],
    ['process_vm_readv', ['...[310, ', '...['], 'it gets no hold'],
    ['process_vm_writev', ['311, 279', '279'], 'it gets no hold'],
    ...[302, 203, 144, 142, 314].map(
      (number): Row => [`call ${number}`, [`${number}, `, ''], 'it gets no hold'],
    ),
    ['pidfd_open', ['314, 434, 256', '314, 256'], 'it gets no hold'],
    ['setpriority', ['alsoX32(141)', '[]'], 'it gets no hold'],
    ['ioprio_set', ['alsoX32(251)', '[]'], 'it gets no hold'],
  ],
  'guardian.ts guardian': [
    [
      'programs end with the marker',
      ['kill -KILL "-$pid" "$pid"', ':'],
      'process-groups: ends all programs of a marker that SIGKILL',
    ],
    [
      'its folder goes',
      ['ended killed; removed $', 'ended killed; : $'],
      'process-groups: ends all programs of a marker that SIGQUIT',
    ],
    [
      'folders of the dead',
      ['startOf(Number(pid)) !== start', 'startOf(Number(pid)) === null'],
      'folders of the dead',
    ],
    ['folders of other machines', ['where === here && ', ''], 'folders of the dead'],
    [
      'removal beside the looks',
      ['this.tell(`removed $', 'removeTree(folder);\n    String(`removed $'],
      'removes many files',
    ],
  ],
};

export const WALLS: readonly Wall[] = Object.entries(ROWS).flatMap(([files, rows]) => {
  const [file = '', tests = ''] = files.split(' ');
  return rows.map(([wall, replace, notices]) => ({wall, file, replace, tests, notices}));
});

/** Options of the sandbox that are no walls: without them, no program starts at all. */
export const NEEDED: readonly string[] = [
  '--size',
  '--unshare-user',
  '--unshare-all',
  '--new-session',
  '--as-pid-1',
  '--die-with-parent',
  '--mount',
  '--dev-bind',
  '--symlink',
  '--proc',
];
