/* What was seen of one run of a program. */
import type {Limit} from './limits.js';

/** How a program ended: a normal exit, or a signal by its name. */
export type End = {readonly exited: number} | {readonly signalled: string};

/** What was seen of one run. */
export interface Observation {
  readonly end: End;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** The limit that it passed, for which it was ended. */
  readonly passed: Limit | null;
  readonly leftProcesses: boolean;
  /** Seconds on the clock. */
  readonly seconds: number;
}

/** A run of which nothing can be said: the program could not be started, or the marker itself failed. */
export interface NoObservation {
  readonly could: 'not-run' | 'not-check';
  readonly reason: string;
}
