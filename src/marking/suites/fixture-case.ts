/* One case of a suite: a program's input, and what is demanded of it. */
import type {Limits} from '../../running/limits.js';
import type {Tolerance} from '../comparing/tolerances.js';
import type {Visibility} from '../marks/marks.js';
import type {Points} from '../marks/points.js';

export interface FixtureCase {
  /** Path below the root, without ending: `stage-1/04-range-seven`. */
  readonly name: string;
  /** Folder below the root, `''` for the root itself. */
  readonly folder: string;
  readonly suite: string;
  readonly title: string;
  readonly inputFile: string;
  readonly input: Buffer;
  readonly expectedFile: string;
  readonly expected: Buffer;
  /** The exit status that is demanded; null if any will do. */
  readonly status: number | null;
  /** Given to the program after its own arguments. */
  readonly arguments: readonly string[];
  readonly points: Points;
  readonly visibility: Visibility;
  /** Those that differ from the defaults. */
  readonly limits: Partial<Limits>;
  readonly tolerances: readonly Tolerance[];
  /** What stands in the output where the program waits for a line of input. */
  readonly prompt: string;
  /** Whether the cases after the first failure of the folder are left out. */
  readonly skipAfterFailure: boolean;
}

/** Where no `suite.json` says otherwise: a line that begins with `> `, as most courses print it. */
export const DEFAULT_PROMPT = '\n> ';
