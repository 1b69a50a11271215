/*
 * Checks: processes whose results are counted.
 *
 * uvu exits with 0 after a thrown `null`, a failing `before`, a forgotten `.run()`, and when no file matched. So a test
 * file passes only if it exits with 0, and its totals show at least one test and no failure.
 */
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {build, type Plugin} from 'esbuild';
import {execa} from 'execa';
import {userEnvironment} from './command.js';
import {ROOT} from './readme.js';

export interface Check {
  readonly name: string;
  /** Searched first in the project's `node_modules/.bin`. */
  readonly command: readonly [string, ...string[]];
  /** The check is a test file with uvu's totals, not one command that passes or fails. */
  readonly hasTotals: boolean;
}

export const BUILD: Check = {name: 'build', command: ['npm', 'run', 'build'], hasTotals: false};
export const TYPES: Check = {name: 'types', command: ['tsc'], hasTotals: false};
/** Checks only the files that git tracks: a saved game in the clone is no mistake. */
export const FORMAT: Check = {
  name: 'format',
  command: [
    'bash',
    '-c',
    'git ls-files -z | xargs -0 biome ci --colors=off --error-on-warnings --files-ignore-unknown=true',
  ],
  hasTotals: false,
};

export interface CheckResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
  /** Reason for the failure, and the check's output; null if it passed. */
  readonly complaint: string | null;
}

/** Ends a check that hangs; no load makes one take as long. */
const LIMIT_SECONDS = 1800;

export async function runCheck({name, command: [file, ...args], hasTotals}: Check): Promise<CheckResult> {
  const start = performance.now();
  const {all, exitCode, timedOut} = await execa(file, args, {
    all: true,
    cleanup: true,
    env: {...userEnvironment(), NO_COLOR: '1', FORCE_COLOR: '0'},
    extendEnv: false,
    localDir: ROOT,
    preferLocal: true,
    reject: false,
    stdin: 'ignore',
    timeout: LIMIT_SECONDS * 1000,
  });
  const seconds = (performance.now() - start) / 1000;
  const end = timedOut ? `still running after ${LIMIT_SECONDS} s` : `exit status ${exitCode ?? 'none'}`;
  const [total, passed, skipped] = hasTotals ? totalsOf(all) : [1, exitCode === 0 ? 1 : 0, 0];
  const reason =
    total > passed
      ? `${total - passed} of ${total} failed, ${end}`
      : total + skipped === 0
        ? `no test ran, ${end}`
        : end;
  const isGood = exitCode === 0 && total === passed && total + skipped > 0;
  const failed = isGood ? 0 : Math.max(1, total - passed);
  return {name, passed, failed, skipped, seconds, complaint: isGood ? null : `${reason}\n${condensed(all)}`};
}

const FAILURE = /^ {3}FAIL {2}.*? {2}"(.*)"\n(?:(?: {4}.*)?\n)*/gm;
const PROGRESS = /^( .*? ) (?:[•✘] )+ /gm;

/** Shows failures once that differ only in their names and numbers, with the number of the others. */
export function condensed(output: string): string {
  const kindOf = (failure: string, name: string): string =>
    failure.replaceAll(name, '').replace(/(?<![:\d])\d+/g, '#');
  const names = new Map<string, string[]>();
  for (const [failure, name = ''] of output.matchAll(FAILURE)) {
    const kind = kindOf(failure, name);
    names.set(kind, [...(names.get(kind) ?? []), name]);
  }
  return output.replace(PROGRESS, '$1').replace(FAILURE, (failure, name: string) => {
    const [first, ...others] = names.get(kindOf(failure, name)) ?? [];
    if (name !== first) return '';
    const more = `    and ${others.length} more: ${others.slice(0, 5).join(', ')}${others.length > 5 ? ', …' : ''}\n`;
    return `${failure.trimEnd()}\n${others.length === 0 ? '' : more}\n`;
  });
}

function totalsOf(output: string): readonly [total: number, passed: number, skipped: number] {
  const totals = /\n {2}Total: {5}(\d+)\n {2}Passed: {4}(\d+)\n {2}Skipped: {3}(\d+)\n/.exec(output);
  return [Number(totals?.[1] ?? 0), Number(totals?.[2] ?? 0), Number(totals?.[3] ?? 0)];
}

/** Holds each bundle at the path of its source. In the clone: Git worktrees may share `node_modules`. */
const BUNDLES = join(ROOT, '.bundles');

/** Keeps the folder of each source file, which modules read as `import.meta.dirname`. */
const OWN_FOLDER: Plugin = {
  name: 'own folder',
  setup: ({onLoad}) => {
    onLoad({filter: /\/(?:tests|src)\/.*\.ts$/}, ({path}) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
      loader: 'ts',
    }));
  },
};

/**
 * Packages that few tests need, or that read files beside their own. All others are bundled: loading the hundred files
 * of execa takes a process longer than running them.
 */
const HEAVY = ['@xterm/headless', 'axe-core', 'esbuild', 'playwright-core'];

/** Bundles test files, by their paths below `tests`, so that no test process transpiles. */
export async function bundle(files: readonly string[]): Promise<void> {
  rmSync(BUNDLES, {recursive: true, force: true});
  await build({
    absWorkingDir: join(ROOT, 'tests'),
    entryPoints: [...files],
    outbase: '.',
    outdir: BUNDLES,
    outExtension: {'.js': '.mjs'},
    bundle: true,
    splitting: true,
    external: HEAVY,
    // For CommonJS packages.
    banner: {
      js: "import {createRequire as requireFrom} from 'node:module'; globalThis.require ??= requireFrom(import.meta.url);",
    },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'error',
    plugins: [OWN_FOLDER],
  });
}

export function checkOf(name: string, files: readonly string[]): Check {
  const bundles = files.map((file) => join(BUNDLES, file.replace(/\.ts$/, '.mjs')));
  const path = join(BUNDLES, `${name.replaceAll('/', ' ')}.mjs`);
  writeFileSync(path, bundles.map((one) => `import ${JSON.stringify(one)};\n`).join(''));
  return {name, command: [process.execPath, '--enable-source-maps', path], hasTotals: true};
}
