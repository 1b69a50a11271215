/*
 * What happens in a run, as typed events. Its record, the cache and the progress bar are made from them, and nothing
 * else passes between the run and those. The record is their lines of JSON, so each type is its schema.
 *
 * A run starts; cases and submissions finish in any order, each once; it ends.
 */
import * as v from 'valibot';
import {CONTAINMENTS} from '../../running/containment.js';
import {flag, listOf, MARKED_CASE, oneOf, RUN_FACTS, recordOf, SHARD, text, wholeFrom} from './marks.js';

/** Always the first. */
const STARTED = recordOf({
  event: v.literal('started'),
  sandbox: flag,
  containment: oneOf(CONTAINMENTS),
  /** Which part of a run this is, such as `2/8`; null if it is the whole run. */
  shard: v.nullable(SHARD),
  run: RUN_FACTS,
  /** The folders of whoever marks. */
  folders: v.exactOptional(listOf(text)),
  surroundings: v.exactOptional(listOf(text)),
  /** The names of the submissions of this part. */
  targets: listOf(text),
  /** Placeholders for the cases that each of them gets: what counts of a case that the run never comes to. */
  cases: listOf(MARKED_CASE),
});

const CASE_FINISHED = recordOf({
  event: v.literal('case'),
  /** Which of the submissions, from 0. */
  submission: wholeFrom(0),
  target: text,
  /** Stands for everything that the verdict depends on; null if nothing can. */
  digest: v.nullable(text),
  /** Whether nothing else could have been read, so that another run may take the verdict from a cache. */
  isClosed: flag,
  /** Where the verdict comes from, if not from a run of the program: a cache or a journal. */
  reused: v.nullable(text),
  marks: MARKED_CASE,
});

/** None of its cases will be told again. */
const SUBMISSION_FINISHED = recordOf({
  event: v.literal('submission'),
  submission: wholeFrom(0),
  target: text,
});

/** Always the last. */
const ENDED = recordOf({
  event: v.literal('ended'),
  /** Why it ended early, such as `SIGTERM`; null if it is complete. */
  reason: v.nullable(text),
});

export const EVENT = v.variant('event', [STARTED, CASE_FINISHED, SUBMISSION_FINISHED, ENDED]);

export type RunEvent = Readonly<v.InferOutput<typeof EVENT>>;
export type Started = Readonly<v.InferOutput<typeof STARTED>>;
export type CaseFinished = Readonly<v.InferOutput<typeof CASE_FINISHED>>;

/** How the reason of every case begins that a run which ended early did not come to. */
export const ENDED_EARLY = 'the run ended early';

/** Whoever wants to know what happens. Never throws. */
export type Listener = (event: RunEvent) => void;

/** Null: the value is not what a case is told by. */
export function caseIn(value: unknown): CaseFinished | null {
  const result = v.safeParse(CASE_FINISHED, value);
  return result.success ? result.output : null;
}

/*
 * What may be kept of a run that ends early. Slurm, systemd and others end a job by a signal to all its processes, and
 * a program may get it before the marker does. What it does then is no verdict on it, but only what comes next tells
 * the two apart.
 */

/** How long after a failure the signal may come that is its cause, in milliseconds. */
const BROADCAST = 200;

/**
 * Tells failures, and all that comes after them, a moment late. The last failures before a run ends early lose their
 * digest, so that nobody uses them again.
 */
export function onceSure(listen: Listener): Listener {
  const waiting: {readonly event: RunEvent; readonly from: number}[] = [];
  // Nobody waits for it: the end of the run tells what is left.
  const wait = (): unknown => setTimeout(tellOld, BROADCAST).unref();
  const tellOld = (): void => {
    const now = performance.now();
    const young = waiting.findIndex(({from}) => from > now);
    // All at once: known verdicts come by the ten thousand, and taking them one by one moves all others each time.
    for (const {event} of waiting.splice(0, young === -1 ? waiting.length : young)) listen(event);
    if (waiting.length > 0) wait();
  };
  return (event) => {
    if (event.event === 'ended') {
      tellOld();
      for (const one of waiting.splice(0)) listen(event.reason === null ? one.event : unsure(one.event));
      return listen(event);
    }
    if (waiting.length === 0 && !isFailure(event)) return listen(event);
    waiting.push({event, from: performance.now() + BROADCAST});
    if (waiting.length === 1) wait();
  };
}

function isFailure(event: RunEvent): boolean {
  return event.event === 'case' && event.reused === null && event.marks.verdict !== 'pass';
}

function unsure(event: RunEvent): RunEvent {
  return event.event === 'case' && isFailure(event) ? {...event, digest: null} : event;
}
