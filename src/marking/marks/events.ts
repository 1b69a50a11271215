/*
 * What happens in a run, as typed events. The marks, the journal, the cache and the progress bar are made from
 * them, and nothing else passes between the run and those.
 *
 * A run starts; cases and submissions finish in any order; it ends. A case may be told again, when it was run a
 * second time, or skipped because of one that ran before it: what is told last counts.
 */
import type {Containment} from '../../running/containment.js';
import type {CaseMarks, RunFacts} from './marks.js';

export type RunEvent = Started | CaseFinished | SubmissionFinished | Ended;

/** Always the first. */
export interface Started {
  readonly event: 'started';
  readonly sandbox: boolean;
  readonly containment: Containment;
  /** Which part of a run this is, such as `2/8`; null if it is the whole run. */
  readonly shard: string | null;
  readonly run: RunFacts;
  /** The folders of whoever marks. */
  readonly folders?: readonly string[];
  readonly surroundings?: readonly string[];
  /** The names of the submissions of this part. */
  readonly targets: readonly string[];
  /** The cases that each of them gets, as the marks of a submission show them that never gets to them. */
  readonly cases: readonly CaseMarks[];
}

export interface CaseFinished {
  readonly event: 'case';
  /** Which of the submissions, from 0. */
  readonly submission: number;
  readonly target: string;
  readonly marks: CaseMarks;
  /** Stands for everything that the verdict depends on; null if nothing can. */
  readonly digest: string | null;
  /** Whether nothing else could have been read, so that another run may take the verdict from a cache. */
  readonly isClosed: boolean;
  /** Where the verdict comes from, if not from a run of the program: a cache or a journal. */
  readonly reused: string | null;
  /** Whether it was told before. */
  readonly again: boolean;
}

/** None of its cases will be told again. */
export interface SubmissionFinished {
  readonly event: 'submission';
  readonly submission: number;
  readonly target: string;
}

/** Always the last. */
export interface Ended {
  readonly event: 'ended';
  /** Why it ended early, such as `SIGTERM`; null if it is complete. */
  readonly reason: string | null;
}

/** How the reason of every case begins that a run which ended early did not come to. */
export const ENDED_EARLY = 'the run ended early';

/** Whoever wants to know what happens. Never throws. */
export type Listener = (event: RunEvent) => void;
