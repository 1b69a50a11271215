/* The tools that some tests need beside Node, npm, bash, git and the commands of every Debian. */
import {execa, execaSync} from 'execa';
import {PATIENCE} from './command.js';

interface Tool {
  /** Debian packages, complete for `apt-get install --no-install-recommends`. */
  readonly packages: string;
  /** The claim that only the tests with this tool support. */
  readonly proves: string;
  /** A line of bash that succeeds only if the tool does its work: an installed one may be broken or forbidden. */
  readonly probe: string;
}

export const TOOLS = {
  gcc: {
    packages: 'gcc libc6-dev',
    proves: 'that C programs are compiled and judged, however they misbehave',
    probe: `printf '#include <stdio.h>\\nint main(void) { return puts("ok") < 0; }' | gcc -Wall -Werror -x c - && ./a.out`,
  },
  python3: {
    packages: 'python3',
    proves: 'that Python programs are judged, and that Python reads what is exported',
    probe: `python3 -c 'import ast, json, os, re, sys'`,
  },
  bubblewrap: {
    packages: 'bubblewrap',
    proves: 'that nothing gets out of the sandbox',
    // Nested: on a system that allows only one sandbox, no test shows what the sandbox forbids.
    probe: `bwrap --version > /dev/null && two="bwrap --unshare-user --disable-userns --unshare-pid --cap-drop ALL --dev-bind / / --proc /proc true" &&
      unshare --user --map-root-user --pid --net --fork --mount-proc bwrap --unshare-user --uid 1000 --dev-bind / / $two`,
  },
  script: {
    packages: 'bsdutils',
    proves: 'that the commands behave on a terminal',
    probe: `script --quiet --flush --return --command 'test -t 0 && stty -echo' /dev/null`,
  },
  make: {
    packages: 'make',
    proves: 'that the makefile of `init` marks',
    probe: `printf 'a:\\n\\ttrue\\n' | make -f - a`,
  },
  parallel: {
    packages: 'parallel',
    proves: 'that parts marked at the same time make one folder of results',
    // Another package has a `parallel` too, with other flags.
    probe: `parallel --will-cite -j2 'test {} = 1' ::: 1`,
  },
  xmllint: {
    packages: 'libxml2-utils',
    proves: 'that JUnit reports are valid by their schema',
    probe: `echo '<a/>' > a.xml && xmllint --noout a.xml`,
  },
  slurm: {
    packages: 'slurm-wlm munge',
    proves: "that Slurm's array job marks, and loses nothing",
    // The parts of a cluster; to start one would take seconds.
    probe: `printf 'ClusterName=a\\nSlurmctldHost=a\\nNodeName=a\\nPartitionName=a Nodes=a\\n' > conf && SLURM_CONF="$PWD/conf" sbatch --version && slurmctld -V && slurmd -C && munged --version && { [ $UID = 0 ] || user=--map-current-user; unshare $user --pid --fork --kill-child --mount-proc true; }`,
  },
  chromium: {
    packages: 'chromium',
    proves: 'that the page is played in a browser',
    probe: `chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD" --dump-dom 'data:text/html,<p>ok' 2> log | grep -q ok || { tail -n 1 log; false; }`,
  },
  'g++': {
    packages: 'g++ libc6-dev',
    proves: 'that programs in C++ are marked',
    probe: 'g++ --version',
  },
  javac: {
    packages: 'default-jdk-headless',
    proves: 'that programs in Java are marked',
    probe: 'javac -version && jar --version',
  },
  rustc: {
    packages: 'rustc',
    proves: 'that programs in Rust are marked',
    // Root's own toolchain is closed to the user that runs programs.
    probe: `[ $UID = 0 ] && user='setpriv --reuid 65533 --clear-groups'; HOME=$PWD $user rustc --version`,
  },
  go: {
    packages: 'golang-go',
    proves: 'that programs in Go are marked',
    probe: 'go version',
  },
  ghc: {
    packages: 'ghc',
    proves: 'that programs in Haskell are marked',
    probe: 'ghc --version',
  },
  ruby: {
    packages: 'ruby',
    proves: 'that programs in Ruby are marked',
    probe: 'ruby -e 1',
  },
  php: {
    packages: 'php-cli',
    proves: 'that programs in PHP are marked',
    probe: 'php --version',
  },
} as const satisfies Readonly<Record<string, Tool>>;

export type ToolName = keyof typeof TOOLS;
const TOOL_NAMES = Object.keys(TOOLS) as ToolName[];

/** The tools that do not work here, each with the last line of its probe. */
export type Missing = ReadonlyMap<ToolName, string>;

/** The variable that tells test files which tools are missing. */
export const MISSING = 'FIVEDICE_MISSING';

/** Runs all probes at once. */
export async function findMissing(): Promise<Missing> {
  const tried = await Promise.all(
    TOOL_NAMES.map(async (name): Promise<[ToolName, string][]> => {
      const why = lastWords(await execa('bash', trialOf(name), TRIAL));
      return why === null ? [] : [[name, why]];
    }),
  );
  return new Map(tried.flat());
}

/** Returns true if a tool works. A test file that is run alone probes the tools that it needs. */
export function works(name: ToolName): boolean {
  const {[MISSING]: missing} = process.env;
  if (missing !== undefined) return !missing.split(' ').includes(name);
  const known = TRIED.get(name);
  if (known !== undefined) return known;
  const does = lastWords(execaSync('bash', trialOf(name), TRIAL)) === null;
  TRIED.set(name, does);
  return does;
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

/** Returns a line for each tool: the claim that nothing supports now, and why. */
export function complaintsOf(missing: Missing): string {
  return [...missing]
    .map(([name, why]) => `${name} does not work here, so nothing shows ${TOOLS[name].proves}: ${why}`)
    .join('\n');
}

const TRIED = new Map<ToolName, boolean>();

/** Returns the arguments with which bash probes a tool in a new folder. */
function trialOf(name: ToolName): string[] {
  return ['-c', `cd "$(mktemp -d)" && trap 'rm -r "$PWD"' EXIT; ${TOOLS[name].probe}`];
}

/** Patient: beside all other probes a browser may take half a minute. */
const TRIAL = {all: true, env: {LC_ALL: 'C'}, reject: false, stdin: 'ignore', timeout: PATIENCE} as const;

function lastWords(tried: {all: string; failed: boolean; timedOut: boolean}): string | null {
  if (!tried.failed) return null;
  return tried.timedOut ? 'its probe does not end' : (tried.all.trim().split('\n').at(-1) ?? '');
}
