/* A job for a runner, and the observation of it. */
import type {Limit, Limits} from './limits.js';
import type {GivenFile, WrittenFile} from './work-files.js';

/** One word of a command: text, or a file that the sandbox must show, possibly with its whole folder. */
export type Word = string | {readonly file: string; readonly folder?: string};

export interface Job {
  readonly command: readonly Word[];
  /** Folders of a toolchain that the sandbox shows, read-only. */
  readonly toolchain?: readonly string[];
  /** Whose program it is. It never finds what another owner's program left. */
  readonly owner?: unknown;
  /** Whether students must not see anything of this run. Nothing of it is left for their other runs. */
  readonly isHidden?: boolean;
  /** Bytes for standard input. */
  readonly input: Buffer;
  readonly limits: Limits;
  /** Variables besides those that every program gets; none that is `RESERVED`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether standard error goes where standard output does. */
  readonly isMerged?: boolean;
  /** Files in the folder where it works, which is empty otherwise. */
  readonly files?: readonly GivenFile[];
  /** Paths of files to read there at its end. */
  readonly wanted?: readonly string[];
  /** A file to copy from there at its end. */
  readonly kept?: {readonly name: string; readonly to: string};
}

/** End of a program: a normal exit, or a signal by its name. */
export type End = {readonly exited: number} | {readonly signalled: string};

/** Observation of one run. */
export interface Observation {
  readonly end: End;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /**
   * The wanted files, in order, each with at most one byte more than the limit on output; then the kept one, without
   * its bytes.
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
