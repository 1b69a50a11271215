/*
 * Marks submissions: runs every case of every submission in the lanes of a runner, judges each run, and hands on the
 * judgements on each submission when its last case is judged.
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
import {groupBy} from '../results/grouping.js';
import {type Judgement, NOTHING} from '../results/marks.js';
import type {Verdict} from '../results/verdicts.js';
import {type Prepared, prepare, removeProgram} from '../submissions/compiling.js';
import type {Submission} from '../submissions/submissions.js';
import type {FixtureCase} from '../suites/fixture-case.js';
import type {Check} from './checker-programs.js';
import type {JudgingPolicy} from './judgement.js';
import {judgeRun} from './one-case.js';

export interface Marking extends JudgingPolicy {
  readonly submissions: readonly Submission[];
  readonly cases: readonly FixtureCase[];
  /** How many programs run at once. */
  readonly lanes: number;
  /** Whether a submission's first failure ends it. */
  readonly failFast: boolean;
  readonly check: Check;
  /** Aborting it, with a reason, ends the run early. */
  readonly ending: AbortController;
}

export interface RunListener {
  /** A case has its verdict. */
  readonly onCase: () => void;
  /** A submission is over. If the run ended early, some of its cases are missing. */
  readonly onSubmission: (submission: Submission, judgements: Judgements) => void;
}

/** Judgements on a submission, by the names of cases. */
export type Judgements = ReadonlyMap<string, Judgement>;

/** Max characters of compiler output kept. */
const LONGEST_REASON = 8192;

/** Verdicts that do not end a unit. */
const NO_FAILURE: readonly Verdict[] = ['pass', 'could-not-check'];

/** Marks all submissions. If the run ends early, those that it was at keep what was judged. */
export async function markAll(marking: Marking, runner: Runner, listener: RunListener): Promise<void> {
  const {signal} = marking.ending;
  if (signal.aborted) return;
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), {once: true});
  });
  const started = new Set<SubmissionRun>();
  // A run that was ended early may still be waiting for programs that were killed.
  await Promise.race([runAll(marking, runner, listener, started), stopped]);
  for (const one of started) one.finish();
}

/** @param started submissions that are not finished */
async function runAll(
  marking: Marking,
  runner: Runner,
  listener: RunListener,
  started: Set<SubmissionRun>,
): Promise<void> {
  const {submissions, lanes, ending} = marking;
  const underWay = new Set<SubmissionRun>();
  const unconfirmed: SubmissionRun[] = [];
  const finish = (one: SubmissionRun): void => {
    started.delete(one);
    one.finish();
  };
  const open = (index: number): SubmissionRun | null => {
    const submission = submissions[index];
    return submission === undefined ? null : new SubmissionRun(submission, index, marking, runner, listener);
  };
  let ahead = open(0);
  const nextWhole = (): SubmissionRun | null => {
    const next = ahead;
    if (next === null) return null;
    started.add(next);
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
      // Submissions that cannot run take no time; a signal must get its turn.
      await new Promise((resolve) => setImmediate(resolve));
      await one.runUnits();
      if (ending.signal.aborted) return;
      if (!one.isIdle || !underWay.delete(one)) continue;
      if (one.isUnconfirmed) unconfirmed.push(one);
      else finish(one);
    }
  };
  await Promise.all(Array.from({length: lanes}, lane));
  for (const one of unconfirmed) {
    await one.confirmTimeouts();
    if (ending.signal.aborted) return;
    finish(one);
  }
}

/** A submission under way. Any number of lanes can run its units. */
class SubmissionRun {
  readonly index: number;
  private readonly submission: Submission;
  private readonly marking: Marking;
  private readonly runner: Runner;
  private readonly listener: RunListener;
  private readonly units: FixtureCase[][];
  private readonly judgements = new Map<string, Judgement>();
  /** Units, from a case on that ran out of time. */
  private readonly timedOut: FixtureCase[][] = [];
  private prepared: Promise<Prepared> | null = null;
  private running = 0;

  constructor(
    submission: Submission,
    index: number,
    marking: Marking,
    runner: Runner,
    listener: RunListener,
  ) {
    this.submission = submission;
    this.index = index;
    this.marking = marking;
    this.runner = runner;
    this.listener = listener;
    this.units = unitsOf(marking.cases, marking.failFast);
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

  /** Compiles it before its first case. */
  prepareAhead(): void {
    void this.prepare();
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

  /** Hands on its judgements, and removes its program. */
  finish(): void {
    this.listener.onSubmission(this.submission, this.judgements);
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
    const prepared = await this.prepare();
    const {judgement, outOfTime} = await judgeRun(submission, one, prepared, marking, runner, marking.check);
    // The end of a run that ends early kills programs.
    if (marking.ending.signal.aborted || (outOfTime && !isAgain)) return null;
    this.settle(one, {...judgement, retried: isAgain});
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
    this.settle(one, {...NOTHING, verdict: 'skipped', reason});
  }

  private settle(one: FixtureCase, judgement: Judgement): void {
    this.judgements.set(one.name, judgement);
    this.listener.onCase();
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

/** Groups cases that end with the first failure among them: a stage or, with `failFast`, all. Any other case is alone. */
function unitsOf(cases: readonly FixtureCase[], failFast: boolean): FixtureCase[][] {
  const unitOf = ({skipAfterFailure, folder, name}: FixtureCase): string => {
    if (failFast) return '';
    return skipAfterFailure ? `${folder}/` : name;
  };
  return [...groupBy(cases, unitOf).values()];
}
