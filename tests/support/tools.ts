/* Tools that some tests need beside Node, npm, bash, git and the commands of every Debian. */
import {execa} from 'execa';
import {PATIENCE} from './command.js';

interface Tool {
  /** Debian packages, complete for `apt-get install --no-install-recommends`. */
  readonly packages: string;
  /** Line of bash that fails unless the tool does its work: an installed one may be broken or forbidden. */
  readonly probe: string;
}

export const TOOLS = {
  gcc: {
    packages: 'gcc libc6-dev',
    probe: `printf '#include <stdio.h>\\nint main(void) { return puts("ok") < 0; }' | gcc -Wall -Werror -x c - && ./a.out`,
  },
  python3: {
    packages: 'python3',
    probe: `python3 -c 'import ast, json, os, re, sys'`,
  },
  bubblewrap: {
    packages: 'bubblewrap',
    // Nested: on a system that allows only one sandbox, no test shows what the sandbox forbids.
    probe: `bwrap --version > /dev/null && two="bwrap --unshare-user --disable-userns --unshare-pid --cap-drop ALL --dev-bind / / --proc /proc true" &&
      unshare --user --map-root-user --pid --net --fork --mount-proc bwrap --unshare-user --uid 1000 --dev-bind / / $two`,
  },
  script: {
    packages: 'bsdutils',
    probe: `script --quiet --flush --return --command 'test -t 0 && stty -echo' /dev/null`,
  },
  make: {
    packages: 'make',
    probe: `printf 'a:\\n\\ttrue\\n' | make -f - a`,
  },
  parallel: {
    packages: 'parallel',
    // Another package has a `parallel` too, with other flags.
    probe: `parallel --will-cite -j2 'test {} = 1' ::: 1`,
  },
  xmllint: {
    packages: 'libxml2-utils',
    probe: `echo '<a/>' > a.xml && xmllint --noout a.xml`,
  },
  slurm: {
    packages: 'slurm-wlm munge',
    // The parts of a cluster; to start one would take seconds.
    probe: `printf 'ClusterName=a\\nSlurmctldHost=a\\nNodeName=a\\nPartitionName=a Nodes=a\\n' > conf && SLURM_CONF="$PWD/conf" sbatch --version && slurmctld -V && slurmd -C && munged --version && { [ $UID = 0 ] || user=--map-current-user; unshare $user --pid --fork --kill-child --mount-proc true; }`,
  },
  chromium: {
    packages: 'chromium',
    probe: `chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD" --dump-dom 'data:text/html,<p>ok' 2> log | grep -q ok || { tail -n 1 log; false; }`,
  },
  'g++': {
    packages: 'g++ libc6-dev',
    probe: 'g++ --version',
  },
  javac: {
    packages: 'default-jdk-headless',
    probe: 'javac -version && jar --version',
  },
  rustc: {
    packages: 'rustc',
    // Root's own toolchain is closed to the user that runs programs.
    probe: `[ $UID = 0 ] && user='setpriv --reuid 65533 --clear-groups'; HOME=$PWD $user rustc --version`,
  },
  go: {
    packages: 'golang-go',
    probe: 'go version',
  },
  ghc: {
    packages: 'ghc',
    probe: 'ghc --version',
  },
  ruby: {
    packages: 'ruby',
    probe: 'ruby -e 1',
  },
  php: {
    packages: 'php-cli',
    probe: 'php --version',
  },
} as const satisfies Readonly<Record<string, Tool>>;

export type ToolName = keyof typeof TOOLS;

/** Tools that do not work here, each with the last line of its probe. */
export type Missing = ReadonlyMap<ToolName, string>;

/** Environment variable with the names of the missing tools, for test files. */
export const MISSING = 'FIVEDICE_MISSING';

/** Patient: beside all other probes a browser may take half a minute. */
const PROBE = {all: true, env: {LC_ALL: 'C'}, reject: false, stdin: 'ignore', timeout: PATIENCE} as const;

/** Probes all tools at once, each in a new folder. */
export async function findMissing(): Promise<Missing> {
  const probed = await Promise.all(
    Object.entries(TOOLS).map(async ([name, {probe}]): Promise<[ToolName, string][]> => {
      const line = `cd "$(mktemp -d)" && trap 'rm -r "$PWD"' EXIT; ${probe}`;
      const {all, failed, timedOut} = await execa('bash', ['-c', line], PROBE);
      const why = timedOut ? 'its probe does not end' : (all.trim().split('\n').at(-1) ?? '');
      return failed ? [[name as ToolName, why]] : [];
    }),
  );
  return new Map(probed.flat());
}

/** Returns true if a tool works. In a test file that is run alone, all tools are taken to work. */
export function works(name: ToolName): boolean {
  const {[MISSING]: missing = ''} = process.env;
  return !missing.split(' ').includes(name);
}

/** Returns the tools that compile or run a source file. */
export function toolsFor(source: string): readonly ToolName[] {
  if (source.endsWith('.c')) return ['gcc'];
  return source.endsWith('.py') ? ['python3'] : [];
}

/** Returns the arguments of `apt-get install`. */
export function packagesOf(missing: Missing): string {
  return [...missing.keys()].map((name) => TOOLS[name].packages).join(' ');
}
