/** Verdicts on a case. `partly-right`: some points from a checker program. `skipped`: an earlier case failed. */
// biome-ignore format: a table
export const VERDICTS = [
  'pass', 'partly-right', 'wrong-output', 'wrong-status', 'crashed', 'timed-out', 'out-of-memory', 'too-much-output',
  'too-many-processes', 'did-not-compile', 'could-not-run', 'could-not-check', 'skipped',
] as const;
export type Verdict = (typeof VERDICTS)[number];

export function verdictWords(verdict: Verdict): string {
  return verdict === 'wrong-status' ? 'wrong exit status' : verdict.replaceAll('-', ' ');
}

/** Verdicts on a program that never ran. */
// biome-ignore format: a table
export const UNTESTED: readonly Verdict[] = ['did-not-compile', 'could-not-run', 'could-not-check', 'skipped'];

export function isRefused(judgements: Iterable<{readonly verdict: Verdict}>): boolean {
  return Array.from(judgements).some(({verdict}) => verdict === 'did-not-compile');
}

/** Verdicts that do not depend on the machine. */
const LASTING: readonly Verdict[] = ['pass', 'partly-right', 'wrong-output', 'skipped'];

/** Lowest exit status of shells for a missing tool or a killed program. */
const FOREIGN = 126;

export function isLasting(one: {readonly verdict: Verdict; readonly exitStatus?: number | null}): boolean {
  return LASTING.includes(one.verdict) && (one.verdict === 'pass' || (one.exitStatus ?? 0) < FOREIGN);
}
