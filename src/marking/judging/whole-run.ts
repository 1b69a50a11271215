/*
 * Marks submissions: runs every case in the lanes of a runner, judges each run, and passes on the judgements on a submission
 * when its last case is judged.
 *
 * A lane takes a whole submission. When none is left, idle lanes help with the submission that has most left, unit by
 * unit: a unit is a case, or a sequence of cases that stops at its first failure. So no lane runs a case to be skipped,
 * and marks do not depend on the number of lanes.
 *
 * A wall-clock time-out on a busy machine is not a verdict. The case, with the rest of its unit, waits until all lanes
 * are idle; then it runs again, alone, and that run counts. Once a time-out is confirmed, the submission's other
 * time-outs stand: a program that sleeps in each case would cost each limit twice. Nothing else runs again for a
 * verdict; `second-look.ts` runs crashes again for their causes, before any hidden case runs.
 */
import {messageOf} from '../../command-line/user-error.js';
import type {Runner} from '../../running/runner.js';
import {groupBy} from '../results/grouping.js';
import {type Judgement, NOTHING} from '../results/marks.js';
import type {Verdict} from '../results/verdicts.js';
import {type Prepared, prepare} from '../submissions/compiling.js';
import {noCheck} from '../submissions/launch-plan.js';
import type {Submission} from '../submissions/submissions.js';
import type {FixtureCase} from '../suites/fixture-case.js';
import {type Judging, judgeRun} from './judgement.js';
import {commandFor} from './reproducing.js';
import {type Judged, lookAgain} from './second-look.js';

export interface Marking extends Judging {
  readonly submissions: readonly Submission[];
  readonly cases: readonly FixtureCase[];
  /** Max programs that run at once. */
  readonly lanes: number;
  readonly failFast: boolean;
  /** Aborted with a reason to end the run early. */
  readonly ending: AbortController;
}

export interface RunListener {
  readonly onCase: () => void;
  /** Called at the end of a submission; after an early end, some cases are missing. */
  readonly onSubmission: (submission: Submission, judgements: Judgements) => void;
}

/** Judgements by the names of cases. */
export type Judgements = ReadonlyMap<string, Judgement>;

const NO_FAILURE: readonly Verdict[] = ['pass', 'could-not-check'];

/** Marks all submissions. After an early end, unfinished ones keep the cases judged so far. */
export async function markAll(marking: Marking, runner: Runner, listener: RunListener): Promise<void> {
  const {signal} = marking.ending;
  if (signal.aborted) return;
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), {once: true});
  });
  const run = new WholeRun(marking, runner, listener);
  // After an early end, lanes may still wait for killed programs.
  await Promise.race([run.markAll(), stopped]);
  for (const one of run.started) run.finish(one);
}

/** A submission under way, in any number of lanes. */
interface Started extends Judged {
  readonly prepared: Promise<Prepared>;
  readonly units: FixtureCase[][];
  /** Units with hidden cases run last, so that nothing they leave on the machine shows in what the student reads. */
  readonly hidden: FixtureCase[][];
  readonly timedOut: TimedOut[];
  running: number;
}

/** The rest of a unit, from a case that ran out of time, and the judgement on that run. */
interface TimedOut {
  readonly unit: readonly FixtureCase[];
  readonly judgement: Judgement;
}

class WholeRun {
  private readonly marking: Marking;
  private readonly runner: Runner;
  private readonly listener: RunListener;
  readonly started = new Set<Started>();
  private opened = 0;
  /** Lanes that wait for another lane. */
  private idle: (() => void)[] = [];

  constructor(marking: Marking, runner: Runner, listener: RunListener) {
    this.marking = marking;
    this.runner = runner;
    this.listener = listener;
  }

  async markAll(): Promise<void> {
    do {
      await Promise.all(Array.from({length: this.marking.lanes}, () => this.runLane()));
      for (const one of this.started) {
        for (let next = one.timedOut.shift(); next !== undefined; next = one.timedOut.shift())
          await this.runUnit(one, next.unit, next.judgement);
        await this.lookAgain(one);
        if (this.isEnded) return;
        release(one);
        if (one.units.length === 0) this.finish(one);
      }
    } while (this.started.size > 0);
  }

  finish(one: Started): void {
    this.started.delete(one);
    this.listener.onSubmission(one.submission, one.judgements);
    // A class has too many programs to keep.
    this.runner.removeFolder(one.program);
  }

  private get isEnded(): boolean {
    return this.marking.ending.signal.aborted;
  }

  private open(): Started | null {
    const {submissions, cases, failFast} = this.marking;
    const submission = submissions[this.opened];
    if (submission === undefined) return null;
    const program = `program-${this.opened}`;
    this.opened += 1;
    const prepared = prepare(submission, this.runner, program).catch(
      (error): Prepared => noCheck(messageOf(error)),
    );
    const all = unitsOf(cases, failFast);
    const isHidden = (unit: readonly FixtureCase[]): boolean =>
      unit.some(({visibility}) => visibility !== 'public');
    const [units, hidden] = [all.filter((unit) => !isHidden(unit)), all.filter(isHidden)];
    const judgements = new Map<string, Judgement>();
    const looked = new Set<string>();
    const one = {submission, program, prepared, judgements, looked, units, hidden, timedOut: [], running: 0};
    release(one);
    return one;
  }

  /** Returns the next submission, or the one with most left; null if nothing is left. */
  private async next(): Promise<Started | null> {
    const next = this.open();
    if (next !== null) this.started.add(next);
    const mostLeft = (): Started | undefined =>
      [...this.started].sort((a, b) => b.units.length - a.units.length).find(({units}) => units.length > 0);
    let one = next ?? mostLeft();
    while (
      one === undefined &&
      [...this.started].some(({hidden, running}) => hidden.length > 0 && running > 0)
    ) {
      await new Promise<void>((resolve) => this.idle.push(resolve));
      one = mostLeft();
    }
    return one ?? null;
  }

  private async runLane(): Promise<void> {
    for (let one = await this.next(); one !== null && !this.isEnded; one = await this.next()) {
      // Lets signals in: submissions that cannot run take no time.
      await new Promise((resolve) => setImmediate(resolve));
      for (let unit = one.units.shift(); unit !== undefined && !this.isEnded; unit = one.units.shift()) {
        one.running += 1;
        await this.runUnit(one, unit, null);
        if (one.running === 1) await this.lookAgain(one);
        one.running -= 1;
        release(one);
        for (const wake of this.idle.splice(0)) wake();
      }
      const isIdle = one.units.length + one.running + one.timedOut.length === 0;
      if (isIdle && !this.isEnded && this.started.has(one)) this.finish(one);
    }
  }

  /** Examines crashes once no public unit is left. */
  private async lookAgain(one: Started): Promise<void> {
    if (one.units.length + one.timedOut.length > 0 || this.isEnded) return;
    // Marks are valid without causes.
    await lookAgain(one, this.marking.cases, this.marking, this.runner).catch(() => {});
  }

  /** @param timeOut judgement on the first run of the first case, which ran out of time */
  private async runUnit(
    one: Started,
    unit: readonly FixtureCase[],
    timeOut: Judgement | null,
  ): Promise<void> {
    const {marking, runner} = this;
    const prepared = await one.prepared;
    let hasFailed = false;
    for (const [index, each] of unit.entries()) {
      const settle = (judgement: Judgement): void => {
        const reproduce = commandFor(one.submission, each, judgement);
        one.judgements.set(each.name, {...judgement, reproduce});
        this.listener.onCase();
        hasFailed ||= !NO_FAILURE.includes(judgement.verdict);
      };
      if (this.isEnded) return;
      if (hasFailed) {
        const where = marking.failFast ? '' : ' of its stage';
        settle({...NOTHING, verdict: 'skipped', reason: `an earlier case${where} failed`});
        continue;
      }
      const earlier = index === 0 ? timeOut : null;
      if (earlier !== null && isConfirmed(one)) {
        settle(earlier);
        continue;
      }
      const {judgement, outOfTime} = await judgeRun(one.submission, each, prepared, marking, runner);
      // The early end may have killed the program.
      if (this.isEnded) return;
      if (outOfTime && earlier === null) {
        one.timedOut.push({unit: unit.slice(index), judgement});
        return;
      }
      settle({...judgement, retried: earlier !== null});
      if (runner.fullDisk !== null) marking.ending.abort(runner.fullDisk);
    }
  }
}

/** Returns whether a case ran out of time alone. */
function isConfirmed({judgements}: Started): boolean {
  return [...judgements.values()].some(({retried, verdict}) => retried && verdict === 'timed-out');
}

/** Releases the hidden units once all others have ended. */
function release({units, hidden, running, timedOut}: Started): void {
  if (units.length + running + timedOut.length === 0) units.push(...hidden.splice(0));
}

/** Groups cases that stop at their first failure: a stage or, with `failFast`, all. Any other case is a unit alone. */
function unitsOf(cases: readonly FixtureCase[], failFast: boolean): FixtureCase[][] {
  const unitOf = ({skipAfterFailure, folder, name}: FixtureCase): string => {
    if (failFast) return '';
    return skipAfterFailure ? `${folder}/` : name;
  };
  return [...groupBy(cases, unitOf).values()];
}
