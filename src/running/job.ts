/* A job for a runner, and the observation of it. */
import type {Limit, Limits} from './limits.js';
import type {GivenFile, WrittenFile} from './work-files.js';

/** One word of a command: text, or a file that the sandbox must show, possibly with its whole folder. */
export type Word = string | {readonly file: string; readonly folder?: string};

export interface Job {
  readonly command: readonly Word[];
  /** Folders of a toolchain, which the sandbox shows read-only. */
  readonly toolchain?: readonly string[];
  /** Owner of the program, which never finds files of another owner's. */
  readonly owner?: unknown;
  /** True if students must not see anything of this run: their other runs find nothing of it. */
  readonly isHidden?: boolean;
  /** True if its lane must be new, and ends with it. */
  readonly isFresh?: boolean;
  readonly input: Buffer;
  readonly limits: Limits;
  /** Variables besides those of every program; none is `RESERVED`. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly isMerged?: boolean;
  /** Files put into its work folder. */
  readonly files?: readonly GivenFile[];
  /** Paths of files to read from there in the end. */
  readonly wanted?: readonly string[];
  /** File to copy from there in the end. */
  readonly kept?: {readonly name: string; readonly to: string};
}

export type End = {readonly exited: number} | {readonly signalled: string};

export interface Observation {
  readonly end: End;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /**
   * The wanted files, in order, each with at most one byte more than the limit on output; then the kept file, empty.
   */
  readonly written: readonly WrittenFile[];
  /** The limit that the program exceeded, for which it was killed. */
  readonly exceeded: Limit | null;
  readonly leftProcesses: boolean;
  readonly seconds: number;
}

/** A run that says nothing about the program: it could not be started, or the marker itself failed. */
export interface NoObservation {
  readonly could: 'not-run' | 'not-check';
  readonly reason: string;
}
