/*
 * Marks submissions: runs every case of every submission in the lanes of a runner, judges each run, and emits what
 * happens.
 *
 * A lane takes a whole submission. When none is left, idle lanes help with the submission that has most left. They take
 * unit after unit: a case, or cases that end with the first failure among them, in order. So no lane ever runs a case
 * that is skipped, and marks do not depend on the number of lanes.
 *
 * A wall-clock time-out is no verdict on a busy machine. The case, and what follows it in its unit, waits until all lanes
 * are idle. Then it is run again, alone, and that counts. Nothing else is run again, and every verdict is of a run.
 */
import {messageOf} from '../../command-line/user-error.js';
import type {Runner} from '../../running/runner.js';
import type {CaseFinished, Listener} from '../run/events.js';
import type {CaseMarks, Judgement, RunFacts} from '../run/marks.js';
import type {Verdict} from '../run/verdicts.js';
import {type Prepared, prepare, removeProgram} from '../submissions/compiling.js';
import type {Submission} from '../submissions/submissions.js';
import type {FixtureCase} from '../suites/fixture-case.js';
import {type Check, type JudgingPolicy, NOTHING} from './judgement.js';
import {caseMarks, judgeRun, marksOf} from './one-case.js';
import {unitsOf} from './shards.js';

export interface Marking extends JudgingPolicy {
  /** Submissions of this part of the run, and the cases that each of them gets. */
  readonly submissions: readonly Submission[];
  readonly cases: readonly FixtureCase[];
  /** Facts for the first event. */
  readonly sandbox: boolean;
  readonly shard: string | null;
  readonly run: RunFacts;
  readonly folders: readonly string[];
  readonly surroundings: readonly string[];
  /** How many programs run at once. */
  readonly lanes: number;
  /** Whether a submission's first failure ends it. */
  readonly failFast: boolean;
  /** Verdicts of earlier runs; null: none is known. */
  readonly earlier: Earlier | null;
  /** null: no case has a checker. */
  readonly check: Check | null;
  /** Aborting it, with a reason, ends the run early. */
  readonly ending: AbortController;
}

/** Everything that a verdict depends on. */
export interface CacheKey {
  /** Stands for it; null if nothing can. */
  readonly digest: string | null;
  /** Whether nothing outside the digest could have been read: in the sandbox, or with the submission's whole folder. */
  readonly isClosed: boolean;
  /** Whether all of it is still what the digest was made of. */
  readonly isSame: () => boolean;
}

/** Finds verdicts of earlier runs, for a submission. */
export type Earlier = (submission: Submission) => (one: FixtureCase) => CacheKey & {
  readonly known: {readonly judgement: Judgement; readonly from: string} | null;
};

/** Max characters of compiler output kept. */
const LONGEST_REASON = 8192;

/** Verdicts that do not end a unit. */
const NO_FAILURE: readonly Verdict[] = ['pass', 'could-not-check'];

/** Emits what happens, and returns when all is emitted. */
export async function markAll(marking: Marking, runner: Runner, emit: Listener): Promise<void> {
  const {submissions, cases, ending} = marking;
  emit({
    event: 'started',
    sandbox: marking.sandbox,
    containment: runner.containment,
    shard: marking.shard,
    run: marking.run,
    folders: marking.folders,
    surroundings: marking.surroundings,
    targets: submissions.map(({target}) => target),
    cases: cases.map(neverRun),
  });
  if (!ending.signal.aborted) {
    const stopped = new Promise<void>((resolve) => {
      ending.signal.addEventListener('abort', () => resolve(), {once: true});
    });
    // A run that was ended early may still be waiting for programs that were killed.
    await Promise.race([runAll(marking, runner, emit), stopped]);
  }
  emit({event: 'ended', reason: ending.signal.aborted ? String(ending.signal.reason) : null});
}

async function runAll(marking: Marking, runner: Runner, emit: Listener): Promise<void> {
  const {submissions, lanes, ending} = marking;
  const underWay = new Set<SubmissionRun>();
  const unconfirmed: SubmissionRun[] = [];
  const open = (index: number): SubmissionRun | null => {
    const submission = submissions[index];
    return submission === undefined ? null : new SubmissionRun(submission, index, marking, runner, emit);
  };
  let ahead = open(0);
  const nextWhole = (): SubmissionRun | null => {
    const next = ahead;
    if (next === null) return null;
    underWay.add(next);
    // While this one runs, the next one is compiled.
    ahead = open(next.index + 1);
    ahead?.prepareAhead();
    return next;
  };
  const fullest = (): SubmissionRun | null =>
    [...underWay].filter(({waiting}) => waiting > 0).sort((a, b) => b.waiting - a.waiting)[0] ?? null;
  const lane = async (): Promise<void> => {
    for (let one = nextWhole() ?? fullest(); one !== null; one = nextWhole() ?? fullest()) {
      // Verdicts that are known take no time; a signal must get its turn.
      await new Promise((resolve) => setImmediate(resolve));
      await one.runUnits();
      if (ending.signal.aborted) return;
      if (!one.isIdle || !underWay.delete(one)) continue;
      if (one.isUnconfirmed) unconfirmed.push(one);
      else one.finish();
    }
  };
  await Promise.all(Array.from({length: lanes}, lane));
  for (const one of unconfirmed) {
    await one.confirmTimeouts();
    if (ending.signal.aborted) return;
    one.finish();
  }
}

/** A submission under way. Any number of lanes can run its units. */
class SubmissionRun {
  readonly index: number;
  private readonly submission: Submission;
  private readonly marking: Marking;
  private readonly runner: Runner;
  private readonly emit: Listener;
  private readonly units: FixtureCase[][];
  private readonly earlier: ReturnType<Earlier> | null;
  /** Units, from a case on that ran out of time. */
  private readonly timedOut: FixtureCase[][] = [];
  private prepared: Promise<Prepared> | null = null;
  private running = 0;

  constructor(submission: Submission, index: number, marking: Marking, runner: Runner, emit: Listener) {
    this.submission = submission;
    this.index = index;
    this.marking = marking;
    this.runner = runner;
    this.emit = emit;
    this.units = unitsOf(marking.cases, marking.failFast);
    this.earlier = marking.earlier?.(submission) ?? null;
  }

  /** Units that a lane could run now. */
  get waiting(): number {
    return this.units.length;
  }

  get isIdle(): boolean {
    return this.waiting === 0 && this.running === 0;
  }

  get isUnconfirmed(): boolean {
    return this.timedOut.length > 0;
  }

  /** Compiles it before its first case, unless its verdicts may be known. */
  prepareAhead(): void {
    if (this.earlier === null) void this.prepare();
  }

  /** Runs units until none is waiting or the run ends early. */
  async runUnits(): Promise<void> {
    for (let unit = this.units.shift(); unit !== undefined; unit = this.units.shift()) {
      this.running += 1;
      const rest = await this.runUnit(unit, false);
      this.running -= 1;
      if (this.marking.ending.signal.aborted) return;
      if (rest.length > 0) this.timedOut.push(rest);
    }
  }

  /** Runs again what ran out of time, and then what waited for that. No other lane may run anything. */
  async confirmTimeouts(): Promise<void> {
    for (let rest of this.timedOut) while (rest.length > 0) rest = await this.runUnit(rest, true);
  }

  /** Emits that all its cases are finished, and removes its program. */
  finish(): void {
    this.emit({event: 'submission', submission: this.index, target: this.submission.target});
    if (this.prepared !== null) removeProgram(this.runner, this.program);
  }

  /** Name of the folder of its compiled program. */
  private get program(): string {
    return `program-${this.index}`;
  }

  /**
   * Runs the cases of a unit up to the first failure, and skips the others.
   *
   * @param isAgain whether the first case has run out of time before
   * @returns cases from the first on that must be run again
   */
  private async runUnit(unit: readonly FixtureCase[], isAgain: boolean): Promise<FixtureCase[]> {
    let hasFailed = false;
    for (const [index, one] of unit.entries()) {
      if (this.marking.ending.signal.aborted) return [];
      if (hasFailed) {
        this.skip(one);
        continue;
      }
      const verdict = await this.runCase(one, isAgain && index === 0);
      if (verdict === null) return this.marking.ending.signal.aborted ? [] : unit.slice(index);
      hasFailed = !NO_FAILURE.includes(verdict);
    }
    return [];
  }

  /** Returns null if there is no verdict yet: the case ran out of time for the first time, or the run ends early. */
  private async runCase(one: FixtureCase, isAgain: boolean): Promise<Verdict | null> {
    const {submission, marking, runner} = this;
    const {digest = null, isClosed = false, known = null, isSame} = this.earlier?.(one) ?? {};
    if (known !== null) {
      this.emitCase(one, known.judgement, {digest, isClosed, reused: known.from});
      return known.judgement.verdict;
    }
    const prepared = await this.prepare();
    const {judgement, outOfTime} = await judgeRun(submission, one, prepared, marking, runner, marking.check);
    // The end of a run that ends early kills programs.
    if (marking.ending.signal.aborted || (outOfTime && !isAgain)) return null;
    // A time-out may come out differently next time.
    const isLasting = !outOfTime && isSame?.() === true;
    this.emitCase(one, {...judgement, retried: isAgain}, {isClosed, digest: isLasting ? digest : null});
    if (runner.fullDisk !== null) marking.ending.abort(runner.fullDisk);
    return judgement.verdict;
  }

  private prepare(): Promise<Prepared> {
    this.prepared ??= prepare(this.submission, this.runner, this.program).then(
      withShortReason,
      couldNotPrepare,
    );
    return this.prepared;
  }

  private skip(one: FixtureCase): void {
    const reason = this.marking.failFast ? 'an earlier case failed' : 'an earlier case of its stage failed';
    this.emitCase(one, {...NOTHING, verdict: 'skipped', reason});
  }

  private emitCase(
    one: FixtureCase,
    judgement: Judgement,
    source: Partial<Pick<CaseFinished, 'digest' | 'isClosed' | 'reused'>> = {},
  ): void {
    const {submission, index} = this;
    const marks = marksOf(submission, one, judgement);
    const what = {event: 'case', submission: index, target: submission.target, marks} as const;
    this.emit({...what, digest: null, isClosed: false, reused: null, ...source});
  }
}

/** Cuts a compiler's output, which all cases of the submission repeat. */
function withShortReason(prepared: Prepared): Prepared {
  if (!('verdict' in prepared) || prepared.reason.length <= LONGEST_REASON) return prepared;
  const more = prepared.reason.length - LONGEST_REASON;
  // A slice would keep the whole text in memory.
  const start = Buffer.from(prepared.reason.slice(0, LONGEST_REASON)).toString();
  return {...prepared, reason: `${start}\n… ${more} more characters`};
}

function couldNotPrepare(error: unknown): Prepared {
  return {verdict: 'could-not-check', reason: messageOf(error)};
}

/** Placeholder for a case that the run never comes to. */
function neverRun(one: FixtureCase): CaseMarks {
  return {...caseMarks(one, {...NOTHING, verdict: 'could-not-check'}, null), input: null};
}
