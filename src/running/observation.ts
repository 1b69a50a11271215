/* What was observed in one run of a program. */
import type {WrittenFile} from './lanes/work-files.js';
import type {Limit} from './limits.js';

/** How a program ended: a normal exit, or a signal by its name. */
export type End = {readonly exited: number} | {readonly signalled: string};

/** What was observed in one run. */
export interface Observation {
  readonly end: End;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /**
   * What was found of the files that it should write, in the order in which they were asked for: of each at most one
   * byte more than the limit on output. Then of what is kept none of its bytes, or what is there instead.
   */
  readonly written: readonly WrittenFile[];
  /** The limit that the program exceeded, for which it was killed. */
  readonly exceeded: Limit | null;
  readonly leftProcesses: boolean;
  /** Seconds on the clock. */
  readonly seconds: number;
}

/** A run that says nothing about the program: it could not be started, or the marker itself failed. */
export interface NoObservation {
  readonly could: 'not-run' | 'not-check';
  readonly reason: string;
}
