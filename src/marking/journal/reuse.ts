/* Which judgements may be used again, and how they are read from a file. */
import * as v from 'valibot';
import type {Judgement} from '../judging/judgement.js';
import type {CaseMarks, Verdict} from '../marks/marks.js';
import {CASE} from '../marks/schema.js';

/** What of the marks of a case was judged. The rest, such as its name and its points, is as the fixtures say now. */
const JUDGED = [
  'verdict',
  'reason',
  'tolerance',
  'wouldPassWith',
  'leftProcesses',
  'retried',
  'seconds',
  'difference',
  'stderr',
  'printed',
  'judgeMessage',
] as const satisfies readonly (keyof Judgement)[];

const JUDGEMENT = v.object({...v.pick(CASE, JUDGED).entries, points: v.nullable(CASE.entries.points)});

/** Verdicts that the same program would get again. Time and memory depend on the machine, and so may a compiler. */
const LASTING: readonly Verdict[] = [
  'pass',
  'partly-right',
  'wrong-output',
  'wrong-status',
  'crashed',
  'too-much-output',
];

/** Signals by which a program ends itself. The others may come from the system, or from whoever ended the run. */
const OWN_SIGNALS = /^SIG(?:SEGV|ABRT|FPE|BUS|ILL|TRAP|SYS|PIPE)\b/;

export function isReusable({verdict, reason}: Pick<Judgement, 'verdict' | 'reason'>): boolean {
  return LASTING.includes(verdict) && (verdict !== 'crashed' || OWN_SIGNALS.test(reason ?? ''));
}

export function judgementOf(marks: CaseMarks): Judgement {
  const {verdict, reason, tolerance, wouldPassWith, leftProcesses, retried} = marks;
  const {seconds, difference, stderr, printed, judgeMessage, points} = marks;
  return {
    ...{verdict, reason, tolerance, wouldPassWith, leftProcesses, retried},
    ...{seconds, difference, stderr, printed, judgeMessage},
    points: verdict === 'partly-right' ? points : null,
  };
}

/** A judgement that may be used again; null if the value is none. */
export function parseJudgement(value: unknown): Judgement | null {
  const result = v.safeParse(JUDGEMENT, value);
  return result.success && isReusable(result.output) ? result.output : null;
}
