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
    ['--cap-drop ALL', without("['--cap-drop', 'ALL'],"), 'one layer: it has no capability'],
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
    ['/dev/shm in the one limit', without("[SCRATCH, 'shm'],"), `${mode}it sees the devices`],
    ['--remount-ro /dev', without("['--remount-ro', '/dev'],"), `${mode}it cannot write to the system`],
    ['read-only devices', ['--rbind -o ro /dev', '--rbind /dev'], `${mode}it cannot close`],
    [
      'read-only devices in one layer',
      ['!this.layers && process.getuid?.() === 0', '!this.layers && false'],
      'one layer: it cannot close',
    ],
    ['--unshare-pid', without("['--unshare-pid'], "), `${mode}it sees no processes`],
    ['--disable-userns', without(", ['--disable-userns']"), `${mode}it makes no user namespace`],
    ['--net', without("'--net', "), `${mode}it reaches no network`],
    ['--cgroup', without(", '--cgroup'"), `${mode}its control group`],
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
      'one layer: what is shown',
    ],
    [
      'what is shown below /tmp',
      without(", ...this.shown.flatMap((path) => ['--ro-bind', path, path])"),
      `${mode}what is shown`,
    ],
    [
      'goldens below /tmp in one layer',
      ['...memory, ...this.shows', '...memory, ...this.shown.flatMap((path) => ["--ro-bind", path, path])'],
      'one layer: what is shown',
    ],
    ['--unshare-uts', without("'--unshare-uts', "), `${mode}the host`],
    ['--hostname', ["'--unshare-uts', '--hostname', 'sandbox'", "'--unshare-uts'"], `${mode}the host`],
    [
      'no keyrings',
      without("      ...['--seccomp', String(FILTER)],\n"),
      `${mode}it puts nothing into a keyring`,
    ],
    [
      'no keyrings in one layer',
      without(", '--seccomp', String(FILTER)"),
      'one layer: it puts nothing into a keyring',
    ],
    [
      'the input read-only',
      ["'--ro-bind', lane, LANE", "'--bind', lane, LANE"],
      `${mode}it cannot write to its input`,
    ],
    [
      '--remount-ro /',
      without(", LANE, '--remount-ro', '/'".slice(6)),
      `${mode}it cannot write to the system`,
    ],
    [
      '--remount-ro / in one layer',
      ["(this.layers ? [] : ['--remount-ro', '/'])", '[]'],
      'one layer: it cannot write to the system',
    ],
    ['--size', without("'--size', String(limits.disk * 1024 ** 2), "), `${mode}all that it writes`],
    ['--unshare-all', without("'--unshare-all', "), 'one layer: it reaches no network'],
    [
      '--hostname in one layer',
      ["'--unshare-all', '--hostname', 'sandbox'", "'--unshare-all'"],
      'one layer: the host',
    ],
    [
      '--remount-ro /proc',
      without("'--proc', '/proc', '--remount-ro', '/proc'".slice(17)),
      `${mode}it cannot write to the system`,
    ],
    ['--chdir', without("'--chdir', place, "), `${mode}it works in an empty folder`],
    ['HOME', without("'--setenv', 'HOME', place, "), `${mode}it works in an empty folder`],
    ['TMPDIR', without(", '--setenv', 'TMPDIR', SCRATCH"), `${mode}it works in an empty folder`],
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
    ['--new-session', without("['--new-session'],"), `${mode}one that kills its process group`],
    ['--unshare-ipc', without("['--unshare-ipc'], "), `${mode}it does not find shared memory`],
    ['/tmp for each case', [", '--tmpfs', SCRATCH];", '];'], `${mode}it does not find files`],
  ],
  'sandbox.ts guardian': [
    ['--pdeathsig', ["...['setpriv', '--pdeathsig', 'KILL'],", ''], 'a sandbox ends'],
    ['--kill-child', without("'--kill-child=KILL', "), 'a sandbox ends'],
    ['--pid', without("'--pid', "), 'a sandbox ends'],
  ],
  'lanes/fifos.ts lane': [
    ['FIFOs for their owner only', ["'-m', '600'", "'-m', '666'"], 'plain: gives outputs'],
    ['FIFOs without a name', without('    rmSync(place, {recursive: true});\n'), 'plain: gives outputs'],
  ],
  'lanes/input-file.ts lane': [
    [
      'an input that nobody changed',
      ['stats?.ino === this.inode', 'stats !== undefined'],
      'plain: gives each input',
    ],
    ['an input with one name', without('stats.nlink === 1 &&'), 'plain: gives each input'],
    ['an input for readers', without('(stats.mode & 0o7777) === MODE &&'), 'plain: gives each input'],
    ['an input that has an end', ['stats.size === this.length', 'true'], 'plain: gives each input'],
  ],
  'lanes/lane.ts lane': [
    [
      'a new scratch folder',
      without('if (readdirSync(this.scratch).length > 0) this.replaceScratch();'),
      'plain: empties its folder',
    ],
    [
      'a folder with its permissions',
      without(' || (scratch.mode & 0o777) !== 0o700'),
      'plain: empties its folder',
    ],
    ['a shell that survives signals', ['trap : $', 'true : $'], 'plain: goes on after signals'],
  ],
  'lanes/work-files.ts work-files': [
    ['a link is no file', without(' | constants.O_NOFOLLOW'), `${mode}reads no link`],
    ['folder by folder', ["name.split('/')", '[name]'], `${mode}reads no link`],
    ['no more than was asked for', ['Math.min(stats.size, most)', 'stats.size'], `${mode}reads no more`],
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
  'runner.ts work-files': [
    ['a new folder after one that was shown', without(' || isShown'), `${mode}gives each run`],
  ],
  'start.ts lane': [
    [
      'the environment',
      ['return {PATH: path', 'return {...process.env, PATH: path'],
      'plain: gives five variables',
    ],
    ['no pipe of the lane', without(' 3>&- 4>&-'), 'plain: gives no other pipe'],
    [
      'a shell without words means an exit status',
      ['SILENT_SIGNALS.includes(signal) ? null : {exited: status}', '{signalled: signal}'],
      'plain: tells an exit status',
    ],
    [
      'SIGINT and SIGPIPE told apart',
      ['SILENT_SIGNALS.includes(signal) ? null : {exited: status}', '{exited: status}'],
      'plain: tells an exit status',
    ],
    [
      'the true end in the sandbox',
      ['if (isSandboxed) return null;', 'if (isSandboxed) return {signalled: signal};'],
      `${mode}tells an exit status`,
    ],
  ],
  'start.ts limits': [
    ['ulimit -c', without('ulimit -c 0; '), 'plain: the kernel holds'],
    ['ulimit -St', ['ulimit -St $', ': $'], 'plain: the kernel holds'],
    ['ulimit -Ht', ['ulimit -Ht $', ': $'], 'plain: the kernel holds'],
    ['ulimit -f', ['ulimit -f $', ': $'], 'plain: the kernel holds'],
    ['ulimit -p', ['`ulimit -p $', '`: $'], 'sandbox: the kernel starts'],
  ],
  'runner.ts lane': [
    [
      'a new lane for another owner',
      without('if (lane.owner !== null && lane.owner !== owner) lane.renew();'),
      'plain: is made anew',
    ],
    [
      'the secret of the shell',
      ['const secret = randomUUID();', 'const secret = token;'],
      'plain: goes on after signals',
    ],
  ],
  'runner.ts limits': [
    [
      'files in all',
      ["else if (this.fillsDisk(family)) capture.pass('disk');", ''],
      'plain: files count in all',
    ],
    [
      'the number of processes',
      ["else if (processes > limits.processes + own) capture.pass('processes');", ''],
      'plain: processes count',
    ],
    [
      'who holds the output',
      ['this.watch.adoptWriters(family, lane.outputFiles);', ';'],
      'plain: a daemon is found',
    ],
    [
      'shared memory is removed',
      without("removeLeft(this.keyed, new Set([...family.seen, report === 'died' ? 0 : report.pid]));"),
      'plain: shared memory that it leaves',
    ],
  ],
  'usage/processes.ts limits': [
    ['memory without a process', ['memoryFiles(pids) + keyedMemory(pids)', '0'], 'memory counts'],
    ['files in memory', ['memoryFiles(pids) + ', ''], 'plain: memory counts in files'],
  ],
  'usage/processes.ts processes': [
    [
      'whole names of folders',
      ['folder === scratch ||', 'folder.startsWith(scratch) ||'],
      'a program in scratch-10',
    ],
  ],
  'usage/shared-memory.ts limits': [
    [
      'what a killed program left',
      ['!/^State:\\s+[ZX]/m.test(', 'Boolean('],
      'plain: memory counts in shared',
    ],
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
    ['ptrace', ['trace: [101, X32 + 521]', 'trace: []'], 'it gets no hold'],
    ['pidfd_getfd', ['250, 438, X32', '250, X32'], 'it gets no hold'],
    ['process_vm_writev', ['write: [311, X32 + 540]', 'write: []'], 'it gets no hold'],
  ],
  'guardian.ts guardian': [
    [
      'programs end with the marker',
      ['kill -KILL "-$pid" "$pid"', ':'],
      'plain: ends all programs of a marker that SIGKILL',
    ],
    [
      'its folder goes',
      ['ended killed; removed $', 'ended killed; : $'],
      'plain: ends all programs of a marker that SIGQUIT',
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
  '--user',
  '--map-root-user',
  '--fork',
  '--mount',
  '--mount-proc',
  '--dev-bind',
  '--bind',
  '--symlink',
  '--proc',
  '--json-status-fd',
];
