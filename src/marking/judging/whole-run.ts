/*
 * Marks submissions: runs every case of every submission in the lanes of a runner, judges each run, and tells what
 * happens.
 *
 * A lane takes a whole submission and runs its cases in order. When none is left, idle lanes help with the
 * submission that has most cases left. Cases that ran out of time are run again at the end, alone, because a
 * program is not wrong just because the machine was busy.
 *
 * A submission that runs out of time in three cases in a row hangs: what is left of it waits for the end. Alone, the
 * next case is then the last one, since cases at the other end of a suite test other things. If that hangs too, all that
 * is left stands as timed out and is not run, so a program that always hangs costs four limits, however many cases there
 * are. If a case ends in time, the count begins anew: a program that hangs on some inputs is run on all others.
 */
import {messageOf} from '../../command-line/user-error.js';
import type {Runner} from '../../running/runner.js';
import type {CaseFinished, Listener} from '../run/events.js';
import type {CaseMarks, Judgement, RunFacts} from '../run/marks.js';
import type {Verdict} from '../run/verdicts.js';
import {type Prepared, prepare, removeProgram} from '../submissions/compiling.js';
import type {Submission} from '../submissions/submissions.js';
import type {FixtureCase} from '../suites/fixture-case.js';
import {type Check, caseMarks, type JudgingPolicy, NOTHING} from './judgement.js';
import {judgeRun, marksOf} from './one-case.js';
import type {NumberedCase} from './shards.js';

export interface Marking extends JudgingPolicy {
  /** Those of this part of the run, and the cases that each of them gets. */
  readonly submissions: readonly Submission[];
  readonly cases: readonly NumberedCase[];
  /** What the first event says. */
  readonly sandbox: boolean;
  readonly shard: string | null;
  readonly run: RunFacts;
  readonly folders: readonly string[];
  readonly surroundings: readonly string[];
  /** How many programs run at once. */
  readonly lanes: number;
  /** Whether a submission's first failure ends it. */
  readonly failFast: boolean;
  /** What earlier runs found; null: nothing is known. */
  readonly earlier: Earlier | null;
  /** null: no case has a checker. */
  readonly check: Check | null;
  /** Aborting it ends the run early; the reason is told. */
  readonly ending: AbortController;
}

/** What a verdict depends on. */
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

/** After so many time-outs in a row, by either clock, a submission hangs. */
const HANGS = 3;

const NOT_RUN = 'not run: alone, at the end, it had run out of time again';

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
  const underWay = new Set<OneSubmission>();
  const unsure: OneSubmission[] = [];
  let next = 0;
  const open = (): OneSubmission | null => {
    const submission = submissions[next];
    if (submission === undefined) return null;
    next += 1;
    return new OneSubmission(submission, next - 1, marking, runner, emit);
  };
  let ahead: OneSubmission | null = null;
  const nextWhole = (): OneSubmission | null => {
    const opened = ahead ?? open();
    if (opened !== null) underWay.add(opened);
    // While this one runs, the next one is compiled.
    ahead = open();
    ahead?.prepareAhead();
    return opened;
  };
  const fullest = (): OneSubmission | null =>
    [...underWay].filter(({waiting}) => waiting > 0).sort((a, b) => b.waiting - a.waiting)[0] ?? null;
  const lane = async (): Promise<void> => {
    for (let one = nextWhole() ?? fullest(); one !== null; one = nextWhole() ?? fullest()) {
      // Verdicts that are known take no time; a signal must get its turn.
      await new Promise((resolve) => setImmediate(resolve));
      await one.runWaiting();
      if (ending.signal.aborted) return;
      if (!one.isIdle || !underWay.delete(one)) continue;
      if (one.isUnsure) unsure.push(one);
      else one.finish();
    }
  };
  await Promise.all(Array.from({length: lanes}, lane));
  for (const one of unsure.sort((a, b) => a.index - b.index)) {
    await one.runAgain();
    if (ending.signal.aborted) return;
    one.finish();
  }
}

interface Task extends NumberedCase {
  /** `again`: it ran out of time, and gets a second run. */
  state: 'waiting' | 'running' | 'again' | 'finished';
  verdict: Verdict | null;
}

/** Cases that a failure among them ends. What it has are numbers of cases; Infinity stands for none. */
interface Stage {
  /** The cases after this one are skipped. */
  failed: number;
  /** Whether those after this one are skipped is not known yet. */
  again: number;
}

/** A submission under way. Any number of lanes can run its cases. */
class OneSubmission {
  readonly index: number;
  private readonly submission: Submission;
  private readonly marking: Marking;
  private readonly runner: Runner;
  private readonly emit: Listener;
  private readonly tasks: readonly Task[];
  private readonly stages = new Map<string, Stage>();
  private readonly earlier: ReturnType<Earlier> | null;
  private prepared: Promise<Prepared> | null = null;
  /** How many of the tasks were looked at. */
  private seen = 0;
  private running = 0;
  /** Time-outs since a case last ended in time. */
  private inARow = 0;

  constructor(submission: Submission, index: number, marking: Marking, runner: Runner, emit: Listener) {
    this.submission = submission;
    this.index = index;
    this.marking = marking;
    this.runner = runner;
    this.emit = emit;
    this.tasks = marking.cases.map(({one, number}) => ({one, number, state: 'waiting', verdict: null}));
    this.earlier = marking.earlier?.(submission) ?? null;
  }

  /** How many cases a lane could run now. */
  get waiting(): number {
    return this.hangs ? 0 : this.tasks.length - this.seen;
  }

  /** Whether no lane has anything to do here, or is doing anything. */
  get isIdle(): boolean {
    return this.waiting === 0 && this.running === 0;
  }

  /** Whether some cases must still be run alone. */
  get isUnsure(): boolean {
    return this.tasks.some(({state}) => state !== 'finished');
  }

  /** Compiles it before its first case, unless its verdicts may be known. */
  prepareAhead(): void {
    if (this.earlier === null) void this.prepare();
  }

  /** Runs cases, one after the other, until none is waiting or the run ends early. */
  async runWaiting(): Promise<void> {
    for (let task = this.tasks[this.seen]; task !== undefined; task = this.tasks[this.seen]) {
      if (this.marking.ending.signal.aborted || this.hangs) return;
      this.seen += 1;
      if (task.number < this.stageOf(task).again) await this.run(task);
    }
  }

  /** Runs the cases that ran out of time again, and those that had to wait for that. */
  async runAgain(): Promise<void> {
    const left = this.tasks.slice(this.seen);
    const next = (): Task | undefined => (this.hangs ? left.pop() : left.shift());
    for (let task = next(); task !== undefined; task = next()) {
      if (this.marking.ending.signal.aborted) return;
      await this.run(task, true);
    }
    if (this.inARow <= HANGS) this.inARow = 0;
    for (const task of this.tasks) {
      if (this.marking.ending.signal.aborted) return;
      if (task.state !== 'finished') await this.run(task, true);
    }
  }

  /** Tells that all its cases are finished, and removes its program. */
  finish(): void {
    // With several lanes, a case may have run before an earlier one failed. The order of the cases decides.
    for (const task of this.tasks) {
      if (task.number > this.stageOf(task).failed && task.verdict !== 'skipped') this.skip(task);
    }
    this.emit({event: 'submission', submission: this.index, target: this.submission.target});
    if (this.prepared !== null) removeProgram(this.runner, this.program);
  }

  private get hangs(): boolean {
    return this.inARow >= HANGS;
  }

  /** The name of its folder, if it must be compiled. */
  private get program(): string {
    return `program-${this.index}`;
  }

  private async run(task: Task, alone = false): Promise<void> {
    const {submission, marking, runner} = this;
    const {one, number, state} = task;
    if (number > this.stageOf(task).failed) return this.skip(task);
    const {digest = null, isClosed = false, known = null, isSame} = this.earlier?.(one) ?? {};
    if (known !== null) {
      this.emitCase(task, known.judgement, {digest, isClosed, reused: known.from});
      return this.settle(task, known.judgement.verdict);
    }
    if (alone && this.inARow > (state === 'waiting' ? HANGS : HANGS - 1)) return this.stand(task);
    task.state = 'running';
    this.running += 1;
    const prepared = await this.prepare();
    const {judgement, outOfTime} = await judgeRun(submission, one, prepared, marking, runner, marking.check);
    this.running -= 1;
    // The end of a run that ends early kills programs.
    if (marking.ending.signal.aborted) return;
    // What time decided may come out differently next time, even if it was the checker's time.
    const source = {isClosed, digest: !outOfTime && isSame?.() === true ? digest : null};
    this.emitCase(task, {...judgement, retried: state === 'again'}, source);
    this.inARow = outOfTime || judgement.verdict === 'timed-out' ? this.inARow + 1 : 0;
    if (outOfTime && !alone) {
      task.state = 'again';
      const stage = this.stageOf(task);
      stage.again = Math.min(stage.again, number);
    } else {
      this.settle(task, judgement.verdict);
    }
    if (runner.fullDisk !== null) marking.ending.abort(runner.fullDisk);
  }

  private prepare(): Promise<Prepared> {
    this.prepared ??= prepare(this.submission, this.runner, this.program).then(
      withShortReason,
      couldNotPrepare,
    );
    return this.prepared;
  }

  /** Lets a time-out stand, or counts a case as one that was never run. */
  private stand(task: Task): void {
    if (task.state === 'waiting') this.emitCase(task, {...NOTHING, verdict: 'timed-out', reason: NOT_RUN});
    this.settle(task, 'timed-out');
  }

  private skip(task: Task): void {
    const reason = this.marking.failFast ? 'an earlier case failed' : 'an earlier case of its stage failed';
    this.emitCase(task, {...NOTHING, verdict: 'skipped', reason});
    this.settle(task, 'skipped');
  }

  private settle(task: Task, verdict: Verdict): void {
    task.state = 'finished';
    const stage = this.stageOf(task);
    const isFailure = verdict !== 'pass' && verdict !== 'could-not-check' && verdict !== 'skipped';
    if (isFailure) stage.failed = Math.min(stage.failed, task.number);
  }

  private emitCase(
    task: Task,
    judgement: Judgement,
    source: Partial<Pick<CaseFinished, 'digest' | 'isClosed' | 'reused'>> = {},
  ): void {
    const {submission, index} = this;
    const again = task.verdict !== null;
    task.verdict = judgement.verdict;
    const marks = marksOf(submission, task.one, task.number, judgement);
    const what = {event: 'case', submission: index, target: submission.target, marks, again} as const;
    this.emit({...what, digest: null, isClosed: false, reused: null, ...source});
  }

  private stageOf({one}: Task): Stage {
    const none = {failed: Number.POSITIVE_INFINITY, again: Number.POSITIVE_INFINITY};
    if (!this.marking.failFast && !one.skipAfterFailure) return none;
    const name = this.marking.failFast ? '' : one.folder;
    const stage = this.stages.get(name) ?? none;
    this.stages.set(name, stage);
    return stage;
  }
}

/** A compiler can say a lot, and all cases of the submission repeat it. */
function withShortReason(prepared: Prepared): Prepared {
  if (!('verdict' in prepared) || prepared.reason.length <= LONGEST_REASON) return prepared;
  const more = prepared.reason.length - LONGEST_REASON;
  // A part of a long text would keep all of it in memory.
  const start = Buffer.from(prepared.reason.slice(0, LONGEST_REASON)).toString();
  return {...prepared, reason: `${start}\n… ${more} more characters`};
}

/** Not even a folder could be made for it. */
function couldNotPrepare(error: unknown): Prepared {
  return {verdict: 'could-not-check', reason: messageOf(error)};
}

function neverRun({one, number}: NumberedCase): CaseMarks {
  return {...caseMarks(one, number, {...NOTHING, verdict: 'could-not-check'}, null), input: null};
}
