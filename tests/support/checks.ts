/*
 * Runs checks as processes of their own and counts what they say, so that the counts can be trusted.
 *
 * uvu exits with 0 after a thrown `null`, a failing `before`, a forgotten `.run()`, an `.only` left in, and when
 * no file matched. So a test file passes only if it exits with 0 and its totals say that everything it has ran
 * and passed, and that there was something.
 */
import {execa} from 'execa';
import {userEnvironment} from './command.js';

export interface Check {
  readonly name: string;
  /** The command and its arguments; found among the project's own tools first. */
  readonly command: readonly [string, ...string[]];
  /** How it is counted: by uvu's totals, or as one check by its exit status. */
  readonly count: 'totals' | 'status';
}

export interface CheckResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  /** What was wrong, with all that the check printed; null if all passed. */
  readonly complaint: string | null;
}

/** No check may take longer: one that hangs must fail, not stop the run. */
const LIMIT_SECONDS = 300;

export async function runCheck({name, command: [file, ...args], count}: Check): Promise<CheckResult> {
  const start = performance.now();
  const {all, exitCode, timedOut} = await execa(file, args, {
    all: true,
    cleanup: true,
    env: {...userEnvironment(), NO_COLOR: '1', FORCE_COLOR: '0'},
    extendEnv: false,
    preferLocal: true,
    reject: false,
    stdin: 'ignore',
    timeout: LIMIT_SECONDS * 1000,
  });
  const seconds = (performance.now() - start) / 1000;
  const verdict = judge(all, timedOut ? `no end within ${LIMIT_SECONDS} s` : exitCode, count);
  return {name, seconds, ...verdict, complaint: verdict.complaint && `${verdict.complaint}\n${all}`};
}

type Verdict = Pick<CheckResult, 'passed' | 'failed' | 'complaint'>;

/** @param end the exit status, or words if there was none */
export function judge(output: string, end: number | string | undefined, count: Check['count']): Verdict {
  const ended =
    end === 0 ? null : typeof end === 'number' ? `exit status ${end}` : (end ?? 'ended by a signal');
  if (count === 'status') return {passed: ended ? 0 : 1, failed: ended ? 1 : 0, complaint: ended};

  const totals = /\n {2}Total: {5}(\d+)\n {2}Passed: {4}(\d+)\n {2}Skipped: {3}(\d+)\n/.exec(output);
  const [total, passed, skipped] = (totals ?? []).slice(1).map(Number);
  if (total === undefined || passed === undefined || skipped === undefined) {
    return {passed: 0, failed: 1, complaint: `no totals (${ended ?? 'exit status 0'})`};
  }
  if (passed < total)
    return {passed, failed: total - passed, complaint: `${total - passed} of ${total} failed`};
  const complaint = ended ?? (total === 0 ? 'it has no test' : skipped > 0 ? `${skipped} skipped` : null);
  return {passed, failed: complaint === null ? 0 : 1, complaint};
}
