/* A job for a runner, and its observation. */
import type {Limit, Limits} from './limits.js';
import type {GivenFile, WrittenFile} from './work-files.js';

/** Word of a command: text, or a file that the sandbox must show, perhaps with its whole folder. */
export type Word = string | {readonly file: string; readonly folder?: string};

export interface Job {
  readonly command: readonly Word[];
  /** Folders that the sandbox shows read-only. */
  readonly toolchain?: readonly string[];
  /** Submission or checker that runs. It never finds files of another owner. */
  readonly owner?: unknown;
  /** True for hidden cases. Public cases then get a fresh sandbox. */
  readonly isHidden?: boolean;
  /** True if the shell must be new, and ends with the run. */
  readonly isFresh?: boolean;
  readonly input: Buffer;
  readonly limits: Limits;
  /** Additional variables, none of them `RESERVED`. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly isMerged?: boolean;
  /** Files put into the work folder. */
  readonly files?: readonly GivenFile[];
  /** Files to read after the run, by their paths in the work folder. */
  readonly wanted?: readonly string[];
  /** Max bytes to read of each wanted file; default: a byte more than the limit on output. */
  readonly mostWritten?: number;
}

export type End = {readonly exited: number} | {readonly signalled: string};

export interface Observation {
  readonly end: End;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** The wanted files in order. */
  readonly written: readonly WrittenFile[];
  /** The limit for which the program was killed. */
  readonly exceeded: Limit | null;
  readonly leftProcesses: boolean;
  readonly seconds: number;
}

/** The program could not be started, or the marker failed. */
export interface NoObservation {
  readonly could: 'not-run' | 'not-check';
  readonly reason: string;
}
