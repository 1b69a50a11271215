/*
 * Runs checks as processes and counts their results.
 *
 * uvu exits with 0 after a thrown `null`, a failing `before`, a forgotten `.run()`, a forgotten `.only`, and when no
 * file matched. So a test file passes only if it exits with 0, if its totals show at least one test and no failure, and
 * if it named a missing tool for each test that it skipped.
 */
import {execa} from 'execa';
import {userEnvironment} from './command.js';
import {ROOT} from './readme.js';

export interface Check {
  readonly name: string;
  /** Searched first in the project's `node_modules/.bin`. */
  readonly command: readonly [string, ...string[]];
  /** Counts uvu's totals, or one check by its exit status. */
  readonly count: 'totals' | 'status';
}

export const BUILD: Check = {name: 'build', command: ['npm', 'run', 'build'], count: 'status'};
export const TYPES: Check = {name: 'types', command: ['tsc'], count: 'status'};
/** Checks only the files that git tracks: a saved game in the clone is no mistake. */
export const FORMAT: Check = {
  name: 'format',
  command: [
    'bash',
    '-c',
    'git ls-files -z | xargs -0 biome ci --error-on-warnings --files-ignore-unknown=true',
  ],
  count: 'status',
};

export interface CheckResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** Tests whose tool is missing. */
  readonly skipped: number;
  readonly seconds: number;
  /** The reason for the failure and the check's whole output; null if it passed. */
  readonly complaint: string | null;
}

/** Ends a check that hangs; no load makes one take as long. */
const LIMIT_SECONDS = 900;

export async function runCheck({name, command: [file, ...args], count}: Check): Promise<CheckResult> {
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
  const verdict = judge(all, timedOut ? `still running after ${LIMIT_SECONDS} s` : exitCode, count);
  return {name, seconds, ...verdict, complaint: verdict.complaint && `${verdict.complaint}\n${all}`};
}

/** Line that a test file prints for each test that it skips. */
export function skipLine(tools: readonly string[], check: string): string {
  return `skipped for want of ${tools.join(', ')}: ${check}`;
}

const SKIP_LINE = /^skipped for want of /gm;

type Verdict = Pick<CheckResult, 'passed' | 'failed' | 'skipped' | 'complaint'>;

/** @param end the exit status, or words if there is none */
export function judge(output: string, end: number | string | undefined, count: Check['count']): Verdict {
  const ended =
    end === 0 ? null : typeof end === 'number' ? `exit status ${end}` : (end ?? 'ended by a signal');
  if (count === 'status') return {passed: ended ? 0 : 1, failed: ended ? 1 : 0, skipped: 0, complaint: ended};

  const totals = /\n {2}Total: {5}(\d+)\n {2}Passed: {4}(\d+)\n {2}Skipped: {3}(\d+)\n/.exec(output);
  const [total, passed, skipped] = (totals ?? []).slice(1).map(Number);
  if (total === undefined || passed === undefined || skipped === undefined) {
    return {passed: 0, failed: 1, skipped: 0, complaint: `no totals (${ended ?? 'exit status 0'})`};
  }
  const excused = [...output.matchAll(SKIP_LINE)].length;
  const failed = total - passed;
  const complaint =
    (failed > 0 ? `${failed} of ${total} failed` : null) ??
    ended ??
    (total + skipped === 0 ? 'no test ran' : null) ??
    (skipped !== excused ? `${skipped} skipped, but only ${excused} for want of a tool` : null);
  return {passed, failed: complaint === null ? 0 : Math.max(1, failed), skipped: excused, complaint};
}
