/* Tools that some tests need beside Node, npm, bash, git and the commands of every Debian. */
import {existsSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {execa} from 'execa';
import {PATIENCE} from './command.js';

/** Debian packages of each tool, complete for `apt-get install --no-install-recommends`. */
const PACKAGES = {
  gcc: 'gcc libc6-dev',
  python3: 'python3',
  bubblewrap: 'bubblewrap',
  bsdtar: 'libarchive-tools',
  script: 'bsdutils',
  make: 'make',
  cmake: 'cmake',
  parallel: 'parallel',
  xmllint: 'libxml2-utils',
  slurm: 'slurm-wlm munge',
  chromium: 'chromium',
  'g++': 'g++ libc6-dev',
  javac: 'default-jdk-headless',
  rustc: 'rustc',
  go: 'golang-go',
  ghc: 'ghc',
  ruby: 'ruby',
  php: 'php-cli',
} as const;

export type ToolName = keyof typeof PACKAGES;

/** Lines of bash that try tools which may be installed and not work. The others need only be in `PATH`. */
const PROBES: Readonly<Partial<Record<ToolName, string>>> = {
  gcc: `printf '#include <stdio.h>\\nint main(void) { return puts("ok") < 0; }' | gcc -Wall -Werror -x c - && ./a.out`,
  // Nested: on a system that allows only one sandbox, no test shows what the sandbox forbids.
  bubblewrap: `bwrap --version > /dev/null && two="bwrap --unshare-user --disable-userns --unshare-pid --cap-drop ALL --dev-bind / / --proc /proc true" &&
    unshare --user --map-root-user --pid --net --fork --mount-proc bwrap --unshare-user --uid 1000 --dev-bind / / $two`,
  script: `script --quiet --flush --return --command 'test -t 0 && stty -echo' /dev/null`,
  // Another package has a `parallel` too, with other flags.
  parallel: `parallel --will-cite -j2 'test {} = 1' ::: 1`,
  // The parts of a cluster; to start one would take seconds.
  slurm: `printf 'ClusterName=a\\nSlurmctldHost=a\\nNodeName=a\\nPartitionName=a Nodes=a\\n' > conf && SLURM_CONF="$PWD/conf" sbatch --version && slurmctld -V && slurmd -C && munged --version && { [ $UID = 0 ] || user=--map-current-user; unshare $user --pid --fork --kill-child --mount-proc true; }`,
  // Root's own toolchain is closed to the user that runs programs.
  rustc: `[ $UID = 0 ] && user='setpriv --reuid 65533 --clear-groups'; HOME=$PWD $user rustc --version`,
};

/** Tools that do not work here, each with the last line of its probe. */
type Missing = Map<ToolName, string>;

export const MISSING = 'FIVEDICE_MISSING';

const PROBE = {all: true, env: {LC_ALL: 'C'}, reject: false, stdin: 'ignore', timeout: PATIENCE} as const;

/** Probes all tools at once, each in a new folder. A run of tests finds out itself whether a browser starts. */
export async function findMissing(): Promise<Missing> {
  const probed = await Promise.all(
    (Object.keys(PACKAGES) as ToolName[]).map(async (name): Promise<[ToolName, string][]> => {
      const {[name]: probe} = PROBES;
      if (probe === undefined) return isInPath(name) ? [] : [[name, 'not found']];
      const line = `cd "$(mktemp -d)" && trap 'rm -r "$PWD"' EXIT; ${probe}`;
      const {all, failed, timedOut} = await execa('bash', ['-c', line], PROBE);
      const why = timedOut ? 'its probe does not end' : (all.trim().split('\n').at(-1) ?? '');
      return failed ? [[name, why]] : [];
    }),
  );
  return new Map(probed.flat());
}

function isInPath(name: string): boolean {
  const {PATH = ''} = process.env;
  return PATH.split(delimiter).some((folder) => existsSync(join(folder, name)));
}

/** Returns true if a tool works. In a test file that is run alone, all tools are taken to work. */
export function works(name: ToolName): boolean {
  const {[MISSING]: missing = ''} = process.env;
  return !missing.split(' ').includes(name);
}

export function toolsFor(source: string): readonly ToolName[] {
  if (source.endsWith('.c')) return ['gcc'];
  return source.endsWith('.py') ? ['python3'] : [];
}

export function packagesOf(missing: Missing): string {
  return [...missing.keys()].map((name) => PACKAGES[name]).join(' ');
}
